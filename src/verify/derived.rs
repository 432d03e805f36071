//! Questions answered by asking simpler ones: how long queues get, and what a pipeline could do without.

use super::replay::{Told, replay};
use super::{Request, Subject};
use crate::check::{Answer, Engine, Outcome, Pulse, Run, check};
use crate::engine::{Machine, Source, Workshop, compile as build};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::model::{Formula, Logic, Model, One, Property, System, VarKind, compile, compile_pair, named};
use crate::processors::kind;
use serde_json::{Map, Value as Json, json};

/// Sizes that are tried before a queue is called long.
const TRIED: usize = 16;

/// The outcome of a derived question, what it adds to the report, and the run that shows it.
pub struct Derived {
    pub model: Model,
    pub outcome: Outcome,
    pub more: Map<String, Json>,
    pub told: Option<Told>,
}

/// For each queue the smallest size at which it is never full; or that there is none, with the run that shows it.
pub async fn queue_sizes(subject: &Subject, request: &Request, pulse: &dyn Pulse) -> Result<Derived> {
    let mut settings = request.settings.clone();
    settings.bounds.least = TRIED;
    let mut model = compile(&subject.pipeline, &settings)?;
    let queues = model.sides[0].queues.clone();
    let mut sizes = Map::new();
    let mut whole = Outcome::bare(Answer::Holds, Engine::Explicit);
    let mut told = None;
    for queue in &queues {
        let mut found = Json::Null;
        for size in 1..=TRIED {
            let full = model.system.terms.is(queue.length, size as i32);
            let fine = model.system.terms.not(full);
            let name = format!("{} never holds {size}", queue.name);
            let property = Property { name, logic: Logic::Ctl, formula: Formula::Is(fine).under(One::Ag) };
            let outcome = check(&mut model.system, &property, &request.reach, pulse).await?;
            add(&mut whole, &outcome);
            match outcome.answer {
                Answer::Holds => {
                    found = json!({ "size": size });
                    break;
                }
                Answer::Fails(run) if size == TRIED => match pumps(&model.system, &run, &queue.name) {
                    Some((from, to)) => {
                        found = json!({ "size": null, "unbounded": true });
                        let run = Run { steps: run.steps[..to].to_vec(), back: Some(from) };
                        let larger = |least: usize| {
                            let mut settings = settings.clone();
                            settings.bounds.least = least;
                            compile(&subject.pipeline, &settings)
                        };
                        told = Some(replay(&mut model, subject, &run, &property.name, &larger)?);
                        whole.answer = Answer::Fails(run);
                    }
                    None => {
                        found = json!({ "size": null, "longerThan": TRIED });
                        if whole.answer == Answer::Holds {
                            whole.answer = Answer::Unknown(crate::check::Cut::Queues(TRIED));
                        }
                    }
                },
                Answer::Fails(_) => {}
                unknown => {
                    found = json!({ "size": null, "atLeast": size });
                    whole.answer = unknown;
                    break;
                }
            }
        }
        sizes.insert(queue.name.clone(), found);
    }
    let more = Map::from_iter([("queues".to_string(), Json::Object(sizes))]);
    Ok(Derived { model, outcome: whole, more, told })
}

/// What a simpler question cost, added to the whole.
fn add(whole: &mut Outcome, outcome: &Outcome) {
    whole.progress.states = whole.progress.states.max(outcome.progress.states);
    whole.progress.edges += outcome.progress.edges;
    if outcome.engine == Engine::Symbolic {
        whole.engine = outcome.engine;
    }
}

/// Two steps of a run between which all is as before but the queue is longer, and was never empty on the way: the
/// same inputs again make it longer again, for ever. What is in the queue has no say in what arrives.
fn pumps(system: &System, run: &Run, queue: &str) -> Option<(usize, usize)> {
    let length = system.vars.iter().position(|var| var.name == format!("{queue}.length"))?;
    let own = format!("{queue}[");
    let same = |a: &[i32], b: &[i32]| {
        system.vars.iter().enumerate().all(|(v, var)| {
            !matches!(var.kind, VarKind::State(_)) || v == length || var.name.starts_with(&own) || a[v] == b[v]
        })
    };
    for to in 1..run.steps.len() {
        for from in (0..to).rev() {
            let (a, b) = (&run.steps[from], &run.steps[to]);
            if a[length] == 0 {
                break;
            }
            if b[length] > a[length] && same(a, b) {
                return Some((from, to));
            }
        }
    }
    None
}

/// Processors that can be taken out, an input of theirs going straight on, without changing the output in any step.
pub async fn dead_paths(subject: &Subject, request: &Request, pulse: &dyn Pulse) -> Result<Derived> {
    let model = compile(&subject.pipeline, &request.settings)?;
    let mut dead = Vec::new();
    let mut whole = Outcome::bare(Answer::Holds, Engine::Explicit);
    let plan = subject.pipeline.plan();
    let used = reaches(&subject.pipeline);
    for (n, place) in plan.nodes.iter().enumerate() {
        if !used[n] {
            dead.push(json!({ "processor": place.id, "why": "no output depends on it" }));
            continue;
        }
        if place.targets.len() != 1 {
            continue;
        }
        for (port, source) in place.sources.iter().enumerate() {
            let Ok(shorter) = without(&subject.pipeline, n, *source) else { continue };
            let Ok(mut pair) = compile_pair(&subject.pipeline, &shorter, &request.settings, false) else { continue };
            let property = named("stepwise-equivalence", &mut pair)?;
            let outcome = check(&mut pair.system, &property, &request.reach, pulse).await?;
            add(&mut whole, &outcome);
            whole.hazards.extend(outcome.hazards);
            match outcome.answer {
                Answer::Holds => {
                    let instead = name_of(&subject.pipeline, *source);
                    dead.push(json!({ "processor": place.id, "input": port, "instead": instead }));
                    break;
                }
                Answer::Fails(_) => {}
                unknown => whole.answer = unknown,
            }
        }
    }
    whole.hazards.dedup();
    let more = Map::from_iter([("dead".to_string(), Json::Array(dead))]);
    Ok(Derived { model, outcome: whole, more, told: None })
}

/// Which processors an output depends on.
fn reaches(machine: &Machine) -> Vec<bool> {
    let plan = machine.plan();
    let mut used = vec![false; plan.nodes.len()];
    let mut todo: Vec<Source> = plan.outputs.clone();
    while let Some(source) = todo.pop() {
        if let Source::Node(n, _) = source {
            if !std::mem::replace(&mut used[n], true) {
                todo.extend(&plan.nodes[n].sources);
            }
        }
    }
    used
}

fn name_of(machine: &Machine, source: Source) -> String {
    match source {
        Source::Input(i) => machine.input_names()[i].clone(),
        Source::Node(n, k) => format!("{}.{k}", machine.plan().nodes[n].id),
    }
}

/// The pipeline with one processor left out: those it fed take from one of its own sources.
fn without(machine: &Machine, gone: usize, instead: Source) -> Result<Machine> {
    let json: Json = serde_json::from_str(machine.to_json()).map_err(|_| Error::shape("not a pipeline"))?;
    let plan = machine.plan();
    let moved = |source: Source| match source {
        Source::Node(n, _) if n == gone => name_of(machine, instead),
        source => name_of(machine, source),
    };
    let mut processors = Vec::new();
    for (n, place) in plan.nodes.iter().enumerate() {
        let index = place.path.strip_prefix("$.processors[").and_then(|rest| rest.strip_suffix(']'));
        let own = index.and_then(|k| k.parse::<usize>().ok()).and_then(|k| json["processors"].get(k));
        let Some(mut processor) = own.cloned() else { return Err(Error::shape("not a pipeline of processors")) };
        if n == gone {
            continue;
        }
        processor["id"] = json!(place.id);
        let from: Vec<String> = place.sources.iter().map(|s| moved(*s)).collect();
        processor["from"] = json!(from);
        processors.push(processor);
    }
    if processors.is_empty() {
        processors.push(json!({ "id": "same", "type": "passthrough", "from": name_of(machine, instead) }));
        let text = json!({ "inputs": machine.input_names(), "processors": processors }).to_string();
        return build(&text, &Workshop::new(kind, Limits::default()));
    }
    let outputs: Vec<String> = plan.outputs.iter().map(|s| moved(*s)).collect();
    let text = json!({ "inputs": machine.input_names(), "processors": processors, "outputs": outputs }).to_string();
    build(&text, &Workshop::new(kind, Limits::default()))
}
