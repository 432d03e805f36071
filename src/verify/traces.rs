//! Traces: those of other tools played on the real engine, and ours written for them.

use super::export::printed_model;
use super::replay::{Told, first_values, replay_with};
use super::report::counterexample as shown;
use super::{Request, Subject, counterexample};
use crate::check::{Run, Simulator};
use crate::error::{Code, Error, Result};
use crate::model::{First, Model, Term, VarKind};
use crate::smv::{Held, Lexicon, Paper, Trace, read_traces, write_trace, wrong};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json, json};

/// Differences that are told.
const MOST: usize = 20;
/// Steps to which a loop is unrolled until all variables repeat, those that the property does not look at included.
const UNROLLED: usize = 1000;

/// Plays the traces of a text (NuSMV's lines or XML, or a counterexample of a report) on the engine: all, or the n-th.
/// `paper` says that they are of the model in the paper's style; its variables are recognised without it, too.
pub fn replay_text(
    subject: &Subject,
    request: &Request,
    text: &str,
    paper: bool,
    which: Option<usize>,
) -> Result<Json> {
    let mut model = printed_model(subject, request)?;
    let pick = |count: usize| match which {
        None => Ok(0..count),
        Some(n) if (1..=count).contains(&n) => Ok(n - 1..n),
        Some(n) => Err(Error::shape(format!("there is no trace {n}, the text has {count}"))),
    };
    let mut replayed = Vec::new();
    if text.trim_start().starts_with('{') {
        let told = counterexample::read(text).map_err(|e| e.at("trace"))?;
        for (title, json) in &told[pick(told.len())?] {
            let run = counterexample::run(&model, json)?;
            let mut answer = play(&mut model, subject, request, title, &run, None)?;
            against(json, &mut answer);
            replayed.push(answer);
        }
    } else {
        let traces = read_traces(text).map_err(|e| e.at("trace"))?;
        for trace in &traces[pick(traces.len())?] {
            let paper = paper || is_paper(trace);
            let run = run_of(&model, &lexicon(subject, request, &model, paper)?, trace).map_err(|e| e.at("trace"))?;
            replayed.push(play(&mut model, subject, request, &trace.title, &run, Some((trace, paper)))?);
        }
    }
    Ok(json!({ "traces": replayed }))
}

/// The first triplet of the paper's style; no name of the other style is like it.
fn is_paper(trace: &Trace) -> bool {
    let first = trace.stages.first().map_or(&[][..], |stage| &stage.values);
    ["pc_1", "pb_1", "prst"].iter().all(|name| first.iter().any(|held| held.variable == *name))
}

fn lexicon(subject: &Subject, request: &Request, model: &Model, paper: bool) -> Result<Lexicon> {
    match paper {
        true => Ok(Paper::new(&subject.pipeline, &request.settings)?.lexicon(&model.system)),
        false => Ok(Lexicon::of(&model.system)),
    }
}

fn play(
    model: &mut Model,
    subject: &Subject,
    request: &Request,
    title: &str,
    run: &Run,
    trace: Option<(&Trace, bool)>,
) -> Result<Json> {
    let larger = |least: usize| {
        let mut request = request.clone();
        request.settings.bounds.least = least;
        printed_model(subject, &request)
    };
    let (told, by) = replay_with(model, subject, run, "this run", &larger)?;
    let mut differences = Vec::new();
    if let Some((trace, paper)) = trace {
        let mut by = by;
        let (model, run) = match &mut by {
            Some((larger, run)) => (larger, &*run),
            None => (model, run),
        };
        let lexicon = lexicon(subject, request, model, paper)?;
        differences = compare(model, &lexicon, trace, run);
    }
    let mut answer = shown(&told);
    if let Json::Object(members) = &mut answer {
        members.insert("title".into(), json!(title));
        members.insert("replayed".into(), json!(differences.is_empty()));
        members.insert("differences".into(), json!(differences));
        let notes = notes(&told);
        if !notes.is_empty() {
            members.insert("notes".into(), json!(notes));
        }
    }
    Ok(answer)
}

/// What a counterexample says of outputs and queues, and the replay does not do.
fn against(said: &Json, answer: &mut Json) {
    let mut differences = Vec::new();
    for k in 0..answer["steps"].as_array().map_or(0, Vec::len) {
        for part in ["outputs", "queues"] {
            let Some(said) = said["steps"][k][part].as_object() else { continue };
            let does = answer["steps"][k][part].as_object().cloned().unwrap_or_default();
            let names: IndexSet<&String> = said.keys().chain(does.keys()).collect();
            for name in names.into_iter().filter(|name| said.get(*name) != does.get(*name)) {
                let text = |events: &Map<String, Json>| events.get(name).map_or("nothing".into(), Json::to_string);
                differences.push(json!({ "step": k, "name": name, "trace": text(said), "replay": text(&does) }));
            }
        }
    }
    differences.truncate(MOST);
    answer["replayed"] = json!(differences.is_empty());
    answer["differences"] = json!(differences);
}

fn notes(told: &Told) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((step, queue)) = &told.overflow {
        notes.push(format!(
            "{queue} overflows in the model at step {step}, which loses the new event; the engine loses nothing, and does \
             otherwise from there on"
        ));
    }
    if told.folded {
        notes.push("numbers leave the domain: it was replayed with the model's arithmetic".to_string());
    }
    notes
}

/// The run of the model that a trace tells. All names must be known, all inputs be said, all values be of their kind.
fn run_of(model: &Model, lexicon: &Lexicon, trace: &Trace) -> Result<Run> {
    let system = &model.system;
    let mut values: Vec<Option<i32>> = vec![None; system.vars.len()];
    let mut steps = Vec::new();
    let start = trace.stages[0].values.first().map_or((1, 1), |held| held.place);
    for (k, stage) in trace.stages.iter().enumerate() {
        for held in stage.inputs.iter().chain(&stage.values) {
            if let Some(v) = lexicon.variables.get(&held.variable) {
                let domain = system.terms.domain(*v);
                let value = lexicon.symbols.read(domain.sort(), &held.value);
                let value = value.filter(|value| domain.values().any(|v| v == *value)).ok_or_else(|| {
                    let domain = lexicon.symbols.domain(domain);
                    wrong(held.place, format!("expected {} to be of {domain}, got '{}'", held.variable, held.value))
                })?;
                values[*v as usize] = Some(value);
            } else if let Some(meaning) = lexicon.labels.get(&held.variable) {
                let sort = system.terms.sort(meaning.term);
                if lexicon.symbols.read(sort, &held.value).is_none() {
                    let message = format!("expected {} to be {sort:?}, got '{}'", held.variable, held.value);
                    return Err(wrong(held.place, message.to_lowercase()));
                }
            } else if !lexicon.others.contains(&held.variable) && !Lexicon::is_part(&held.variable) {
                return Err(foreign(held.place, format!("the model has no variable '{}'", held.variable)));
            }
        }
        let mut step = Vec::new();
        for (v, var) in system.vars.iter().enumerate() {
            let needed = var.kind == VarKind::Input || (k == 0 && var.kind == VarKind::State(First::Any));
            let printed = lexicon.variables.iter().find(|(_, number)| **number == v as u32);
            match (values[v], printed) {
                (Some(value), _) => step.push(value),
                (None, Some((name, _))) if needed => {
                    return Err(foreign(start, format!("the trace says nothing of '{name}' ({})", var.name)));
                }
                _ => step.push(system.terms.domain(v as u32).bounds().0),
            }
        }
        steps.push(step);
    }
    let Some(back) = trace.loops.first().copied() else { return Ok(Run { steps, back: None }) };
    let last = steps.len() - 1;
    if back < last {
        if let Some(v) = (0..system.vars.len()).find(|v| steps[back][*v] != steps[last][*v]) {
            let message =
                format!("the trace goes back to state {}, but '{}' is another there", back + 1, system.vars[v].name);
            let place = trace.stages[last].values.first().map_or(start, |held| held.place);
            return Err(wrong(place, message));
        }
        steps.pop();
    }
    Ok(Run { steps, back: Some(back) })
}

fn foreign(place: (usize, usize), what: String) -> Error {
    let error = wrong(place, format!("{what}: it is a trace of another model, or of other options"));
    Error { code: Code::Shape, ..error }
}

/// What the trace says and the replay does not do.
fn compare(model: &mut Model, lexicon: &Lexicon, trace: &Trace, run: &Run) -> Vec<Json> {
    let mut asked: Vec<Term> = Vec::new();
    let mut names: FxHashMap<&str, (usize, Option<usize>)> = FxHashMap::default();
    for (name, v) in &lexicon.variables {
        names.insert(name, (asked.len(), None));
        asked.push(model.system.terms.var_term(*v));
    }
    for (name, meaning) in &lexicon.labels {
        let only = meaning.only.map(|only| {
            asked.push(only);
            asked.len() - 1
        });
        names.insert(name, (asked.len(), only));
        asked.push(meaning.term);
    }
    let told = simulate(model, run, &asked);
    let terms = &model.system.terms;
    let mut held: FxHashMap<&str, &Held> = FxHashMap::default();
    let mut differences = Vec::new();
    for (k, stage) in trace.stages.iter().enumerate() {
        held.extend(stage.values.iter().map(|held| (held.variable.as_str(), held)));
        let Some(told) = told.get(k) else { break };
        for (name, held) in &held {
            let Some((place, only)) = names.get(name) else { continue };
            let sort = terms.sort(asked[*place]);
            let said = lexicon.symbols.read(sort, &held.value);
            let applies = only.is_none_or(|only| told[only] != 0);
            if applies && said != Some(told[*place]) {
                let replay = lexicon.symbols.show(sort, told[*place]);
                differences.push((
                    k,
                    held.place,
                    json!({ "step": k, "name": name, "trace": held.value, "replay": replay }),
                ));
            }
        }
        if differences.len() >= MOST {
            break;
        }
    }
    differences.sort_by_key(|(k, place, _)| (*k, *place));
    differences.truncate(MOST);
    differences.into_iter().map(|(.., json)| json).collect()
}

/// The values of terms in each step of a run.
fn simulate(model: &mut Model, run: &Run, asked: &[Term]) -> Vec<Vec<i32>> {
    let mut values = first_values(model, run);
    let mut simulator = Simulator::new(&mut model.system, asked);
    let mut told = Vec::new();
    for step in &run.steps {
        for v in model.system.inputs() {
            values[v as usize] = step[v as usize];
        }
        told.push(simulator.step(&mut values, asked));
    }
    told
}

/// A counterexample of a report, as XML that NuSMV's `read_trace` and `execute_traces` take for the printed model.
pub fn trace_of(subject: &Subject, request: &Request, text: &str) -> Result<String> {
    let mut model = printed_model(subject, request)?;
    let told = counterexample::read(text)?;
    let (title, json) = &told[0];
    let run = counterexample::run(&model, json)?;
    let lexicon = Lexicon::of(&model.system);
    let asked: Vec<Term> = lexicon.variables.values().map(|v| model.system.terms.var_term(*v)).collect();
    let (states, back) = unrolled(&mut model, &run, &asked);
    let terms = &model.system.terms;
    let line = |state: &Vec<i32>| {
        let pairs = lexicon.variables.keys().zip(&asked).zip(state);
        pairs.map(|((name, term), value)| (name.as_str(), lexicon.symbols.show(terms.sort(*term), *value))).collect()
    };
    let states: Vec<Vec<(&str, String)>> = states.iter().map(line).collect();
    Ok(write_trace(&format!("watertight: {title}"), &states, back))
}

/// The states of a run, its loop gone round until every variable is as it was, and that state once more at the end. A
/// loop that takes too long for that is left open.
fn unrolled(model: &mut Model, run: &Run, asked: &[Term]) -> (Vec<Vec<i32>>, Option<usize>) {
    let Some(back) = run.back else { return (simulate(model, run, asked), None) };
    let mut run = run.clone();
    let round = run.steps[back..].to_vec();
    let turns = UNROLLED.div_ceil(round.len()).max(2);
    let length = run.steps.len();
    for _ in 0..turns {
        run.steps.extend_from_slice(&round);
    }
    let states = simulate(model, &run, asked);
    for later in (0..turns).map(|turn| length + turn * round.len()) {
        let heads = (back..later).step_by(round.len());
        if let Some(head) = heads.into_iter().find(|head| states[*head] == states[later]) {
            return (states[..=later].to_vec(), Some(head));
        }
    }
    (states[..length].to_vec(), None)
}
