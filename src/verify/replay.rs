//! Runs of a model on the real engine: each step's events go in, and what comes out and what waits must be what the
//! model said. A disagreement is a defect of ours.

use super::Subject;
use crate::check::{Run, Simulator};
use crate::engine::{Machine, Workshop, compile};
use crate::error::{Code, Error, Result};
use crate::expr::{SATURATE, WRAP};
use crate::limits::Limits;
use crate::model::{First, Hazard, Model, Overflow, Term, VarKind};
use crate::processors::kind;
use crate::value::{Value, to_json};
use serde_json::{Map, Value as Json, json};

/// A run in the user's terms.
pub struct Told {
    pub steps: Vec<Step>,
    pub back: Option<usize>,
    /// Numbers left the domain on the way.
    pub folded: bool,
    /// The queue that overflows in the model as asked for, and the step; the run is told with a larger one.
    pub overflow: Option<(usize, String)>,
}

/// One step of it.
#[derive(Default)]
pub struct Step {
    pub inputs: Map<String, Json>,
    /// Variables of the structure that is watched, if one is.
    pub structure: Map<String, Json>,
    pub outputs: Map<String, Json>,
    pub queues: Map<String, Json>,
    /// Inputs that end with this step, and pipes that lose what they carry.
    pub ends: Vec<String>,
    pub lost: Vec<String>,
}

/// Queues of a model that tells a run are shorter than this.
const LONGEST: usize = 1 << 14;

/// What the model says of one step, as places in the list of asked terms.
struct Script {
    asked: Vec<Term>,
}

impl Script {
    fn ask(&mut self, term: Term) -> usize {
        self.asked.push(term);
        self.asked.len() - 1
    }
}

/// Tells a run of a model, and plays it on the engine; `what` it shows is said where that fails. A queue the property
/// does not look at may overflow on the way: then the run is told again, by the model that `larger` makes with queues
/// of at least so many places.
pub fn replay(
    model: &mut Model,
    subject: &Subject,
    run: &Run,
    what: &str,
    larger: &dyn Fn(usize) -> Result<Model>,
) -> Result<Told> {
    let (told, _) = replay_with(model, subject, run, what, larger)?;
    Ok(told)
}

/// The same, with the larger model if that one told it.
pub fn replay_with(
    model: &mut Model,
    subject: &Subject,
    run: &Run,
    what: &str,
    larger: &dyn Fn(usize) -> Result<Model>,
) -> Result<(Told, Option<(Model, Run)>)> {
    let overflow = match play(model, subject, run, what)? {
        Played::Told(told) => return Ok((told, None)),
        Played::Full(step, queue) => (step, queue),
    };
    let mut least = run.steps.len() + 1;
    while least < LONGEST {
        let mut larger = larger(least)?;
        // The same inputs by name; the states are as at first, and follow.
        let steps = run.steps.iter().map(|step| {
            let same = |name: &str| model.system.vars.iter().position(|var| var.name == name);
            larger.system.vars.iter().map(|var| same(&var.name).map_or(0, |v| step[v])).collect()
        });
        let run = Run { steps: steps.collect(), back: run.back };
        if let Played::Told(mut told) = play(&mut larger, subject, &run, what)? {
            told.overflow = Some(overflow);
            return Ok((told, Some((larger, run))));
        }
        least *= 2;
    }
    Err(disagreement(what, 0, "no queue is long enough for it"))
}

/// How a run went: told to the end, or up to the step in which a queue of the model overflows.
enum Played {
    Told(Told),
    Full(usize, String),
}

/// The values of a system's variables at the start of a run.
pub fn first_values(model: &Model, run: &Run) -> Vec<i32> {
    let first = |(v, var): (usize, &crate::model::Var)| match var.kind {
        VarKind::State(First::Value(first)) => first,
        _ => run.steps[0][v],
    };
    model.system.vars.iter().enumerate().map(first).collect()
}

fn play(model: &mut Model, subject: &Subject, run: &Run, what: &str) -> Result<Played> {
    let mut script = Script { asked: Vec::new() };
    let inputs: Vec<[usize; 3]> =
        model.inputs.iter().map(|port| [port.there, port.value, port.last].map(|t| script.ask(t))).collect();
    let mut sides = Vec::new();
    for side in &model.sides {
        let outputs: Vec<Vec<[usize; 2]>> = side
            .outputs
            .iter()
            .map(|(_, s)| s.slots.iter().map(|slot| [slot.there, slot.value].map(|t| script.ask(t))).collect())
            .collect();
        let queues: Vec<(usize, Vec<usize>)> = side
            .queues
            .iter()
            .map(|q| (script.ask(q.length), q.cells.iter().map(|c| script.ask(*c)).collect()))
            .collect();
        let losses: Vec<usize> = side.losses.iter().map(|loss| script.ask(loss.lost)).collect();
        sides.push((outputs, queues, losses));
    }
    let mut full: Vec<(usize, String)> = Vec::new();
    for (hazard, term) in &model.system.hazards {
        if let Hazard::Full(queue) = hazard {
            full.push((script.ask(*term), queue.clone()));
        }
    }
    let watched: Vec<(usize, usize)> = (0..model.watched)
        .filter(|v| super::watched::shown(&model.system, *v))
        .map(|v| (v, script.ask(model.system.terms.var_term(v as u32))))
        .collect();
    let folds: Vec<usize> = model
        .system
        .hazards
        .iter()
        .filter(|(h, _)| matches!(h, Hazard::Range(_)))
        .map(|(_, t)| script.ask(*t))
        .collect();
    let asked = script.asked;
    let mut simulator = Simulator::new(&mut model.system, &asked);
    let mut values = first_values(model, run);
    let mut told: Vec<Vec<i32>> = Vec::new();
    for step in &run.steps {
        for (v, var) in model.system.vars.iter().enumerate() {
            if var.kind == VarKind::Input {
                values[v] = step[v];
            }
        }
        told.push(simulator.step(&mut values, &asked));
    }
    for (k, told) in told.iter().enumerate() {
        if let Some((_, queue)) = full.iter().find(|(place, _)| told[*place] != 0) {
            return Ok(Played::Full(k, queue.clone()));
        }
    }
    let terms = &model.system.terms;
    let event = |told: &[i32], place: usize| terms.event(terms.sort(asked[place]), told[place]);
    let folded = told.iter().any(|told| folds.iter().any(|place| told[*place] != 0));
    let mut machines: Vec<Machine> = Vec::new();
    for machine in [Some(&subject.pipeline), subject.other.as_ref()].into_iter().flatten().take(model.sides.len()) {
        machines.push(fresh(machine, model, folded)?);
    }
    let mut steps = Vec::new();
    let mut over = vec![false; model.inputs.len()];
    for (k, told) in told.iter().enumerate() {
        let mut step = Step::default();
        for (v, place) in &watched {
            step.structure.insert(model.system.vars[*v].name.clone(), to_json(&event(told, *place)));
        }
        for (s, machine) in machines.iter_mut().enumerate() {
            let side = &model.sides[s];
            let (outputs, queues, losses) = &sides[s];
            let lost = side.losses.iter().zip(losses).filter(|(_, place)| told[**place] != 0);
            let pipes = lost
                .map(|(loss, _)| {
                    step.lost.push(format!("{}{}", side.prefix, loss.name));
                    (loss.node, loss.port)
                })
                .collect();
            machine.lose(pipes);
            for (i, [there, value, last]) in inputs.iter().enumerate() {
                let name = &model.inputs[i].name;
                if told[*there] != 0 {
                    let event = event(told, *value);
                    step.inputs.insert(name.clone(), to_json(&event));
                    machine.push(i, event).map_err(|e| disagreement(what, k, &e.to_string()))?;
                }
                if told[*last] != 0 && !over[i] && s == 0 {
                    step.ends.push(name.clone());
                }
            }
            for (i, [_, _, last]) in inputs.iter().enumerate() {
                if told[*last] != 0 {
                    machine.end_input(i).map_err(|e| disagreement(what, k, &e.to_string()))?;
                }
            }
            for (port, (name, _)) in side.outputs.iter().enumerate() {
                let said: Vec<Value> = outputs[port]
                    .iter()
                    .filter(|[there, _]| told[*there] != 0)
                    .map(|[_, value]| event(told, *value))
                    .collect();
                let came = machine.take(port);
                if came != said {
                    let message = format!("output '{name}' gave {}, the model {}", shown(&came), shown(&said));
                    return Err(disagreement(what, k, &message));
                }
                if !said.is_empty() {
                    step.outputs.insert(name.clone(), said.iter().map(to_json).collect());
                }
            }
            for (queue, (length, cells)) in side.queues.iter().zip(queues) {
                let name = queue.name.strip_prefix(side.prefix.as_str()).unwrap_or(&queue.name);
                let Some(waiting) = machine.waiting(name) else { continue };
                let said: Vec<Value> =
                    cells.iter().take(told[*length] as usize).map(|cell| event(told, *cell)).collect();
                if waiting != said {
                    let message = format!("'{}' holds {}, the model {}", queue.name, shown(&waiting), shown(&said));
                    return Err(disagreement(what, k, &message));
                }
                step.queues.insert(queue.name.clone(), said.iter().map(to_json).collect());
            }
        }
        for (i, [_, _, last]) in inputs.iter().enumerate() {
            over[i] |= told[*last] != 0;
        }
        steps.push(step);
    }
    Ok(Played::Told(Told { steps, back: run.back, folded, overflow: None }))
}

/// The pipeline in its first state; with the model's few numbers where the run needs them.
fn fresh(machine: &Machine, model: &Model, folded: bool) -> Result<Machine> {
    if !folded {
        let mut machine = machine.clone();
        machine.reset();
        return Ok(machine);
    }
    let mut shop = Workshop::new(kind, Limits::default());
    let fold = if model.settings.bounds.overflow == Overflow::Wrap { &WRAP } else { &SATURATE };
    shop.fold = Some((fold, model.settings.bounds.domain));
    compile(machine.to_json(), &shop)
}

fn shown(events: &[Value]) -> String {
    json!(events.iter().map(to_json).collect::<Vec<_>>()).to_string()
}

fn disagreement(what: &str, step: usize, which: &str) -> Error {
    Error::new(Code::Internal, format!("engine and model disagree on {what} at step {step}: {which}; please report it"))
}
