//! The plan, in terms: each processor on what its pipes carry, in the order in which a machine would serve them.

use super::{Loss, Making, SLOTS, Signal, Sketch, Slot, join};
use crate::engine::machine::Machine;
use crate::engine::plan::{NodePlan, Source};
use crate::engine::processor::Processor;
use crate::error::{Error, Result};
use crate::term::{Domain, FALSE, Sort, TRUE, Term};

impl Sketch {
    /// A pipeline of its own beside others, its names led by a prefix such as `other.`.
    pub fn pipeline_as(&mut self, prefix: &str, machine: &Machine, inputs: &[Signal]) -> Result<Vec<Signal>> {
        self.scope = prefix.to_string();
        self.who = prefix.strip_suffix('.').map(str::to_string).into_iter().collect();
        self.base = self.who.len();
        self.pipeline(machine, inputs)
    }

    /// One step of a whole pipeline on what its inputs carry; gives what its outputs carry.
    pub fn pipeline(&mut self, machine: &Machine, inputs: &[Signal]) -> Result<Vec<Signal>> {
        let plan = machine.plan();
        let mut made: Vec<Vec<Signal>> = Vec::new();
        let outermost = self.who.len() == self.base && self.making == Making::Stored;
        for (n, place) in plan.nodes.iter().enumerate() {
            let mut signals: Vec<Signal> = place.sources.iter().map(|s| carried(inputs, &made, *s)).collect();
            if outermost {
                self.lose(n, place, &mut signals);
            }
            let length = self.scope.len();
            self.scope.push_str(&place.id);
            self.scope.push('.');
            self.who.push(place.id.clone());
            let out = self.node(machine.processor(n), place, signals);
            self.who.pop();
            self.scope.truncate(length);
            let out = out.map_err(|e| name(e, place))?;
            if self.making == Making::Stored {
                for (k, signal) in out.iter().enumerate() {
                    let id = format!("{}{}", self.path(), place.id);
                    let name = if out.len() == 1 { id } else { format!("{id}.{k}") };
                    self.ports.push((name, signal.clone()));
                }
            }
            made.push(out);
        }
        Ok(plan.outputs.iter().map(|source| carried(inputs, &made, *source)).collect())
    }

    /// One processor of a pipeline alone, on pipes that are given.
    pub fn single(&mut self, machine: &Machine, n: usize, signals: Vec<Signal>) -> Result<Vec<Signal>> {
        let place = &machine.plan().nodes[n];
        self.scope = format!("{}.", place.id);
        self.who = vec![place.id.clone()];
        self.node(machine.processor(n), place, signals).map_err(|e| name(e, place))
    }

    /// Events on a lossy pipe are there only if the pipe does not lose them.
    fn lose(&mut self, n: usize, place: &NodePlan, signals: &mut [Signal]) {
        for (port, signal) in signals.iter_mut().enumerate() {
            if !place.lossy.get(port).copied().unwrap_or(false) {
                continue;
            }
            let lost = self.terms.variable(Domain::Bool);
            self.losses.push(Loss { name: format!("{}.lost[{port}]", place.id), node: n, port, lost });
            let kept = self.terms.not(lost);
            for slot in &mut signal.slots {
                slot.there = self.terms.and(slot.there, kept);
            }
        }
    }

    pub(super) fn node(
        &mut self,
        processor: &dyn Processor,
        place: &NodePlan,
        mut signals: Vec<Signal>,
    ) -> Result<Vec<Signal>> {
        if let Some(out) = processor.model_pipes(self, &signals) {
            return out;
        }
        if processor.by_arrival() {
            return Err(self.refuse("it minds the order in which events arrive on its inputs within one step"));
        }
        if signals.is_empty() {
            return Err(self.refuse("it is a source of its own: a model takes its events from the inputs"));
        }
        self.domains.clear();
        self.silent = signals.iter().any(|signal| signal.slots.is_empty());
        for (port, signal) in signals.iter_mut().enumerate() {
            // What one instance meets in its first step may be less than what an input can ever bring.
            let key = format!("{}{port}", self.path());
            let domain = match (self.met.get(&key).cloned(), self.domain_of(&signal.slots)) {
                (Some(met), Some(domain)) => join(&mut self.terms, met, domain),
                (met, domain) => met.or(domain).unwrap_or(Domain::Range(0, 0)),
            };
            if !signal.slots.is_empty() {
                self.met.insert(key, domain.clone());
            }
            if domain.sort() == Sort::Symbol {
                for slot in &mut signal.slots {
                    slot.value = self.terms.as_symbol(slot.value);
                }
            }
            self.domains.push(domain);
        }
        self.out = vec![Vec::new(); place.targets.len()];
        let ends = processor.model_finishes() || signals.iter().any(|s| s.ended != FALSE);
        let mut done = if ends { self.flag("done") } else { FALSE };
        let mut open = self.terms.not(done);
        let mut empty = Vec::new();
        if let [signal] = signals.as_slice() {
            for slot in signal.slots.clone() {
                let guard = self.terms.and(slot.there, open);
                let finished = self.front(processor, guard, &[slot.value])?;
                done = self.terms.or(done, finished);
                open = self.terms.not(done);
            }
            empty.push(TRUE);
        } else {
            let mut queues = Vec::new();
            for (port, signal) in signals.iter().enumerate() {
                let known = self.cells.contains_key(&format!("{}queue[{port}][0]", self.scope));
                let silent = signal.slots.is_empty() && !known;
                queues.push(self.open_queue(place, port, silent)?);
            }
            let rounds = signals.iter().map(|s| s.slots.len()).max().unwrap_or(0);
            for round in 0..rounds {
                let arrivals: Vec<Option<Slot>> = signals.iter().map(|s| s.slots.get(round).copied()).collect();
                let (fired, front) = self.join(&mut queues, &arrivals, open);
                let finished = self.front(processor, fired, &front)?;
                done = self.terms.or(done, finished);
                open = self.terms.not(done);
            }
            for queue in queues {
                empty.push(self.close_queue(queue));
            }
        }
        if ends {
            let over: Vec<Term> =
                signals.iter().zip(&empty).map(|(s, empty)| self.terms.and(s.ended, *empty)).collect();
            let over = self.terms.any(over);
            let last = self.terms.and(over, open);
            if last != FALSE {
                let outer = (self.guard, self.active);
                self.guard = last;
                self.active = self.terms.and(self.active, last);
                let ending = processor.model_end(self);
                (self.guard, self.active) = outer;
                ending?;
            }
            done = self.terms.or(done, last);
            self.set_anyway("done", done);
        }
        let out = std::mem::take(&mut self.out);
        if out.iter().any(|slots| slots.len() > SLOTS) {
            return Err(self.refuse(&format!("it puts out more than {SLOTS} events in one step")));
        }
        Ok(out.into_iter().map(|slots| Signal { slots, ended: done }).collect())
    }

    /// Changes a part of the state whether or not a front is there.
    pub(super) fn set_anyway(&mut self, name: &str, value: Term) {
        let key = format!("{}{name}", self.scope);
        if let Some(cell) = self.cells.get_mut(&key) {
            cell.now = value;
        }
    }

    /// One front, if it is there, through the processor; gives when that ends its stream.
    pub(super) fn front(&mut self, processor: &dyn Processor, guard: Term, front: &[Term]) -> Result<Term> {
        if guard == FALSE {
            return Ok(FALSE);
        }
        let outer = (self.guard, self.active);
        self.guard = guard;
        self.active = self.terms.and(self.active, guard);
        self.finished = FALSE;
        let result = processor.model(self, front);
        (self.guard, self.active) = outer;
        result.map(|()| self.finished)
    }
}

fn carried(inputs: &[Signal], made: &[Vec<Signal>], source: Source) -> Signal {
    match source {
        Source::Input(i) => inputs[i].clone(),
        Source::Node(n, k) => made[n][k].clone(),
    }
}

/// The error of a processor, led by its name; the innermost one is named.
fn name(error: Error, place: &NodePlan) -> Error {
    if error.path.is_some() {
        return error;
    }
    let message = format!("processor '{}' ({}) has no model: {}", place.id, place.kind.name, error.message);
    Error::new(error.code, message).at(&place.path)
}
