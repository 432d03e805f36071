//! The report: one object for each question, in the words of the contract.

use super::replay::Told;
use super::request::Request;
use crate::check::{Answer, Cut, Engine, Outcome};
use crate::model::{Hazard, Inputs, Model, Overflow};
use serde_json::{Map, Value as Json, json};

/// Milliseconds since some moment.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// One question's answer.
pub fn result(
    property: &str,
    request: &Request,
    model: &Model,
    outcome: &Outcome,
    told: Option<Told>,
    more: Map<String, Json>,
    ms: f64,
) -> Json {
    let mut result = Map::new();
    let verdict = match &outcome.answer {
        Answer::Holds => "PROVED",
        Answer::Fails(_) => "VIOLATED",
        Answer::Unknown(_) => "UNKNOWN",
    };
    let mut set = |key: &str, value: Json| result.insert(key.to_string(), value);
    set("property", json!(property));
    set("verdict", json!(verdict));
    let states = outcome.progress.states.max(1.0);
    set("engine", json!(outcome.engine.name()));
    set("states", count(states));
    set("ms", json!((ms * 1000.0).round() / 1000.0));
    set("queue", json!(request.settings.bounds.queue));
    set("domain", json!(request.settings.bounds.domain));
    set("edges", json!(outcome.progress.edges));
    set("depth", json!(outcome.progress.depth));
    // Bytes a packed state takes, and what is kept besides for each.
    set("bytes", json!([outcome.state_bytes, count((outcome.other_bytes as f64 / states).ceil())]));
    if outcome.engine == Engine::Symbolic {
        set("nodes", json!(outcome.progress.nodes));
    }
    set("assumption", json!(assumption(model)));
    let notes = notes(model, outcome, told.as_ref());
    if !notes.is_empty() {
        set("notes", json!(notes));
    }
    if let Answer::Unknown(cut) = &outcome.answer {
        set("reason", json!(reason(cut)));
        let known = match cut {
            Cut::Beyond(_) => "no counterexample within the queues",
            _ => "no counterexample in what was seen",
        };
        let depth = outcome.progress.depth;
        let states = count(outcome.progress.states);
        set("known", json!(format!("{known}: {states} states, all runs of up to {depth} steps")));
    }
    for (key, value) in more {
        set(&key, value);
    }
    if let Some(told) = told {
        set("counterexample", counterexample(&told));
    }
    Json::Object(result)
}

/// A whole number, however large.
fn count(n: f64) -> Json {
    if n < 9_007_199_254_740_992.0 { json!(n as u64) } else { json!(n) }
}

/// A run in the user's terms.
pub fn counterexample(told: &Told) -> Json {
    let inputs: Vec<Json> = told.steps.iter().map(|step| Json::Object(step.inputs.clone())).collect();
    let steps: Vec<Json> = told
        .steps
        .iter()
        .map(|step| {
            let mut json = Map::new();
            json.insert("inputs".into(), Json::Object(step.inputs.clone()));
            if !step.structure.is_empty() {
                json.insert("structure".into(), Json::Object(step.structure.clone()));
            }
            json.insert("outputs".into(), Json::Object(step.outputs.clone()));
            json.insert("queues".into(), Json::Object(step.queues.clone()));
            if !step.ends.is_empty() {
                json.insert("ends".into(), json!(step.ends));
            }
            if !step.lost.is_empty() {
                json.insert("lost".into(), json!(step.lost));
            }
            Json::Object(json)
        })
        .collect();
    json!({ "inputs": inputs, "loop": told.back, "replayed": true, "steps": steps })
}

/// What the model takes for granted, in words.
fn assumption(model: &Model) -> String {
    let settings = &model.settings;
    let bounds = &settings.bounds;
    let n = bounds.domain;
    let mut parts = Vec::new();
    if model.inputs.iter().any(|port| model.system.labels.contains_key(&format!("{}.c", port.name))) {
        parts.push(match settings.inputs {
            Inputs::EveryStep => "each step brings one event on every input".to_string(),
            Inputs::Free => "in each step an input brings one event or none".to_string(),
        });
    } else {
        parts.push("each step of the structure brings one event on every input of the monitor".to_string());
    }
    parts.push(match bounds.overflow {
        Overflow::Wrap => format!("numbers are 0 to {}, modulo {n}", n - 1),
        Overflow::Saturate => format!("numbers are 0 to {}, what leaves them stays at the end", n - 1),
        Overflow::Error => format!("numbers are 0 to {}, nothing is said beyond them", n - 1),
    });
    let queues: Vec<_> = model.sides.iter().flat_map(|side| &side.queues).collect();
    if !queues.is_empty() {
        parts.push(format!("queues hold at most {} events", bounds.queue));
        let own: Vec<String> = queues
            .iter()
            .filter(|queue| queue.size != bounds.queue)
            .map(|queue| format!("{} {}", queue.name, queue.size))
            .collect();
        if !own.is_empty() {
            parts.push(format!("with sizes of their own: {}", own.join(", ")));
        }
    }
    parts.push(if settings.ends { "traces may end".into() } else { "traces do not end".into() });
    parts.join("; ")
}

fn notes(model: &Model, outcome: &Outcome, told: Option<&Told>) -> Vec<String> {
    let mut notes = Vec::new();
    let full: Vec<&str> = outcome
        .hazards
        .iter()
        .filter_map(|h| if let Hazard::Full(name) = h { Some(name.as_str()) } else { None })
        .collect();
    let range: Vec<&str> = outcome
        .hazards
        .iter()
        .filter_map(|h| if let Hazard::Range(name) = h { Some(name.as_str()) } else { None })
        .collect();
    if !full.is_empty() && outcome.answer == Answer::Holds {
        notes.push(format!(
            "{} can overflow: the model then loses the new event, the pipeline would not, and nothing is proved of it \
             beyond that point",
            full.join(", ")
        ));
    }
    if !range.is_empty() {
        let how = match model.settings.bounds.overflow {
            Overflow::Wrap => "wrap around in the model",
            Overflow::Saturate => "are held at the ends in the model",
            Overflow::Error => "leave it: nothing is proved beyond",
        };
        notes.push(format!(
            "numbers of {} can leave 0..{}, and {how}: the pipeline itself may behave otherwise there",
            range.join(", "),
            model.settings.bounds.domain - 1
        ));
    }
    if told.is_some_and(|told| told.folded) {
        notes.push("the counterexample needs this: it was replayed with the model's arithmetic".to_string());
    }
    notes
}

fn reason(cut: &Cut) -> String {
    match cut {
        Cut::States(n) => format!("more than {n} states"),
        Cut::Nodes(n) => format!("more than {n} nodes of diagrams"),
        Cut::Bits(n) => format!("{n} bits in a state and its inputs are too many for diagrams"),
        Cut::Formula => "the automaton of the formula is too large".to_string(),
        Cut::Time(ms) => format!("more than {ms} ms"),
        Cut::Queues(n) => format!("a queue gets longer than {n}"),
        Cut::Stopped => "stopped".to_string(),
        Cut::Inputs => "too many inputs in one step to try each".to_string(),
        Cut::Beyond(hazards) => {
            let names: Vec<String> = hazards
                .iter()
                .map(|h| match h {
                    Hazard::Full(name) => format!("an overflow of {name}"),
                    Hazard::Range(name) => format!("a number outside the domain in {name}"),
                })
                .collect();
            format!("every counterexample has {} before: choose larger bounds", names.join(" or "))
        }
    }
}
