//! A model and the engine side by side: one step of both, and what each says of it.

use proptest::prelude::*;
use serde_json::Value as Json;
use watertight::check::Simulator;
use watertight::engine::{Machine, Workshop, compile as build};
use watertight::expr::{SATURATE, WRAP};
use watertight::limits::Limits;
use watertight::model::{First, Hazard, Inputs, Model, Overflow, Settings, Term, VarKind, compile};
use watertight::processors::kind;
use watertight::value::Value;

pub const DOMAIN: i32 = 5;

/// What a step shows: events of each output, and of each queue what waits in it.
#[derive(Debug, Default, PartialEq)]
pub struct Shown {
    outputs: Vec<Vec<Value>>,
    queues: Vec<(String, Vec<Value>)>,
}

/// What comes into a step: an event or none on each input, which of them end, which pipes lose what they carry.
#[derive(Clone, Debug, Default)]
pub struct Brought {
    pub events: Vec<Option<Value>>,
    pub ends: Vec<bool>,
    pub lost: Vec<(usize, usize)>,
}

/// Both, after the same steps.
pub struct Beside {
    pub model: Model,
    engine: Machine,
    simulator: Simulator,
    asked: Vec<Term>,
    values: Vec<i32>,
}

impl Beside {
    /// A pipeline and its model; nothing where a pipe of the model would carry too much in one step.
    pub fn new(json: &Json, overflow: Overflow, free: bool) -> Result<Option<Beside>, TestCaseError> {
        let failed = |e: watertight::error::Error| TestCaseError::fail(format!("{e} of {json}"));
        let mut settings = Settings { ends: true, ..Settings::default() };
        settings.inputs = if free { Inputs::Free } else { Inputs::EveryStep };
        settings.bounds.domain = DOMAIN;
        settings.bounds.queue = 3;
        settings.bounds.overflow = overflow;
        let mut shop = Workshop::new(kind, Limits::default());
        let mut engine = build(&json.to_string(), &shop).map_err(failed)?;
        let mut model = match compile(&engine, &settings) {
            Ok(model) => model,
            Err(e) if e.message.contains("in one step") => return Ok(None),
            Err(e) => return Err(failed(e)),
        };
        // Numbers that leave the domain do so in the engine as in the model.
        shop.fold = match overflow {
            Overflow::Wrap => Some((&WRAP, DOMAIN)),
            Overflow::Saturate => Some((&SATURATE, DOMAIN)),
            Overflow::Error => None,
        };
        if shop.fold.is_some() {
            engine = build(&json.to_string(), &shop).map_err(failed)?;
        }
        let side = &model.sides[0];
        let mut asked: Vec<Term> = model.inputs.iter().flat_map(|port| [port.there, port.value, port.last]).collect();
        asked.extend(side.losses.iter().map(|loss| loss.lost));
        asked.extend(side.outputs.iter().flat_map(|(_, s)| s.slots.iter().flat_map(|slot| [slot.there, slot.value])));
        asked.extend(side.queues.iter().flat_map(|queue| queue.cells.iter().copied().chain([queue.length])));
        asked.extend(model.system.hazards.iter().map(|(_, t)| *t));
        let simulator = Simulator::new(&mut model.system, &asked);
        let first = |kind: VarKind| if let VarKind::State(First::Value(v)) = kind { v } else { 0 };
        let values = model.system.vars.iter().map(|var| first(var.kind)).collect();
        Ok(Some(Beside { model, engine, simulator, asked, values }))
    }

    /// Sets an input variable of the model.
    pub fn set(&mut self, name: &str, value: i32) {
        if let Some(v) = self.model.system.vars.iter().position(|var| var.name == name && var.kind == VarKind::Input) {
            self.values[v] = value;
        }
    }

    /// Random values for all inputs of the model, such that its invariants hold.
    pub fn choose(&mut self, luck: &[u32]) {
        let inputs: Vec<u32> = self.model.system.inputs().collect();
        for (k, v) in inputs.iter().enumerate() {
            let domain = self.model.system.terms.domain(*v);
            let mut pick = luck[k % luck.len()] as usize;
            let name = &self.model.system.vars[*v as usize].name;
            // Traces should seldom end, events seldom be lost or missing.
            if name.ends_with(".l") || name.contains(".lost[") {
                pick = pick.is_multiple_of(7) as usize;
            } else if name.ends_with(".b") {
                pick = !pick.is_multiple_of(5) as usize;
            }
            self.values[*v as usize] = domain.value(pick % domain.size());
        }
        let holds = |beside: &Beside| {
            beside.model.system.invariants.iter().all(|t| beside.model.system.terms.evaluate(*t, &beside.values) != 0)
        };
        if !holds(self) {
            for port in self.model.inputs.clone() {
                self.set(&format!("{}.b", port.name), 1);
            }
        }
        assert!(holds(self), "with an event on each input nothing is forbidden");
    }

    /// The model's step: what it was brought, what it shows, and the hazards it met.
    pub fn model_step(&mut self) -> (Brought, Shown, Vec<Hazard>) {
        let told = self.simulator.step(&mut self.values, &self.asked);
        let terms = &self.model.system.terms;
        let side = &self.model.sides[0];
        let mut at = 0;
        let mut next = || {
            at += 1;
            (told[at - 1], terms.event(terms.sort(self.asked[at - 1]), told[at - 1]))
        };
        let (mut brought, mut shown) = (Brought::default(), Shown::default());
        for _ in &self.model.inputs {
            let (there, value, last) = (next().0, next().1, next().0);
            brought.events.push((there != 0).then_some(value));
            brought.ends.push(last != 0);
        }
        for loss in &side.losses {
            if next().0 != 0 {
                brought.lost.push((loss.node, loss.port));
            }
        }
        for (_, signal) in &side.outputs {
            let slots: Vec<_> = signal.slots.iter().map(|_| (next().0, next().1)).collect();
            shown.outputs.push(slots.into_iter().filter(|(there, _)| *there != 0).map(|(_, value)| value).collect());
        }
        for queue in &side.queues {
            let cells: Vec<Value> = queue.cells.iter().map(|_| next().1).collect();
            let length = next().0 as usize;
            shown.queues.push((queue.name.clone(), cells.into_iter().take(length).collect()));
        }
        let met =
            self.model.system.hazards.iter().filter(|_| next().0 != 0).map(|(hazard, _)| hazard.clone()).collect();
        (brought, shown, met)
    }

    /// The engine's step, and what it has to say where `said` is what the model says: queues inside windows are many in
    /// the model and have no name on the engine, and a processor that is done has no queues.
    pub fn engine_step(&mut self, brought: &Brought, said: &mut Shown) -> Result<Shown, TestCaseError> {
        let failed = |e: watertight::error::Error| TestCaseError::fail(e.to_string());
        self.engine.lose(brought.lost.clone());
        for (input, event) in brought.events.iter().enumerate() {
            if let Some(event) = event {
                self.engine.push(input, event.clone()).map_err(failed)?;
            }
        }
        for (input, _) in brought.ends.iter().enumerate().filter(|(_, last)| **last) {
            self.engine.end_input(input).map_err(failed)?;
        }
        let outputs = (0..self.engine.outputs()).map(|port| self.engine.take(port)).collect();
        let waiting = |name: &String| Some((name.clone(), self.engine.waiting(name)?));
        let queues = self.model.sides[0].queues.iter().filter_map(|queue| waiting(&queue.name)).collect();
        let did = Shown { outputs, queues };
        said.queues.retain(|(name, _)| did.queues.iter().any(|(known, _)| known == name));
        Ok(did)
    }
}
