//! `applyPartial`: a function of each front that answers as soon as the events that have come decide it.
//!
//! ```json
//! { "type": "applyPartial", "fn": "x && y", "from": ["left", "right"] }
//! ```

use super::support::inputs_of;
use crate::engine::{Built, Emit, Flow, Kind, Processor, Reads};
use crate::error::{Error, Result};
use crate::expr::Function;
use crate::stateful;
use crate::value::Value;
use std::collections::VecDeque;

pub static KIND: Kind = Kind {
    name: "applyPartial",
    about: "Applies a function to each front, before all of it is there if it can",
    symbol: "ƒ(?)",
    build: |params| {
        let function = params.function("fn")?;
        let ports = inputs_of(params, "fn", &function)?;
        let most = params.limits().queue;
        Built::new(
            ApplyPartial { function, ports, most, answered: 0, taken: Vec::new(), waiting: Vec::new() },
            ports,
            1,
        )
    },
};

#[derive(Clone)]
struct ApplyPartial {
    function: Function,
    ports: usize,
    most: usize,
    /// Fronts answered so far.
    answered: u64,
    /// For each input: its events that were used by an answer, or came too late for one.
    taken: Vec<u64>,
    /// For each input: the events of fronts that are still open.
    waiting: Vec<VecDeque<Value>>,
}

impl ApplyPartial {
    fn sound(&self) -> bool {
        let ports = if self.taken.is_empty() { 0 } else { self.ports };
        self.taken.len() == ports && self.waiting.len() == ports
    }
}

impl Processor for ApplyPartial {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        for (port, value) in front.iter_mut().enumerate() {
            self.arrive(port, std::mem::take(value), out)?;
        }
        Ok(Flow::More)
    }
    fn by_arrival(&self) -> bool {
        true
    }
    fn arrive(&mut self, port: usize, value: Value, out: &mut Emit) -> Result<Flow> {
        self.taken.resize(self.ports, 0);
        self.waiting.resize(self.ports, VecDeque::new());
        // The front of this event was answered without it.
        if self.taken[port] < self.answered {
            self.taken[port] += 1;
            return Ok(Flow::More);
        }
        if self.waiting[port].len() >= self.most {
            return Err(Error::limit(format!("input {port} of applyPartial holds {} events already", self.most)));
        }
        self.waiting[port].push_back(value);
        loop {
            let behind = |port: usize| self.taken[port] < self.answered;
            let front: Vec<Option<Value>> = (0..self.ports)
                .map(|port| if behind(port) { None } else { self.waiting[port].front().cloned() })
                .collect();
            // A front of which nothing has come is not answered, even where the answer is always the same.
            if front.iter().all(Option::is_none) {
                return Ok(Flow::More);
            }
            let Some(answer) = self.function.call_partial(&front)? else { return Ok(Flow::More) };
            // The event at the head of an input is the one after those taken.
            let known = || (0..self.ports).filter(|port| front[*port].is_some()).map(|port| (port, self.taken[port]));
            out.made_of(0, answer, &|| known().collect());
            self.answered += 1;
            for (taken, waiting) in self.taken.iter_mut().zip(&mut self.waiting) {
                if waiting.pop_front().is_some() {
                    *taken += 1;
                }
            }
        }
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.function.bind(name, value);
    }
    fn reads(&self, input: usize) -> Reads {
        self.function.reads(input).map_or(Reads::Whole, Reads::Paths)
    }
    stateful!(answered, taken, waiting; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{arrivals, events, steps};
    use crate::value::Value;
    use serde_json::json;

    fn one_input_after_the_other(function: &str, left: Vec<Value>, right: Vec<Value>) -> Vec<Vec<Value>> {
        let list = left.into_iter().map(|v| (0, v)).chain(right.into_iter().map(|v| (1, v))).collect();
        arrivals(json!({"type": "applyPartial", "fn": function}), 2, list).0
    }

    #[test]
    fn false_decides_a_conjunction() {
        let steps = one_input_after_the_other(
            "x && y",
            events(json!([false, true, false, true])),
            events(json!([true, false, true, true])),
        );
        let expected = json!([[false], [], [], [], [], [false, false], [], [true]]);
        let expected: Vec<Vec<Value>> = events(expected).iter().map(|step| step.elements().unwrap()).collect();
        assert_eq!(steps, expected);
    }

    #[test]
    fn zero_decides_a_product() {
        let steps = one_input_after_the_other("x * y", events(json!([0, 2])), events(json!([5, 3])));
        let expected: Vec<Vec<Value>> = [json!([0]), json!([]), json!([]), json!([6])].map(events).to_vec();
        assert_eq!(steps, expected);
    }

    #[test]
    fn where_nothing_is_decided_early_it_is_apply() {
        assert_eq!(
            steps(json!({"type": "applyPartial", "fn": "x - y"}), json!([[5, 7], [1, 2]])),
            (json!([[4], [5]]), json!([]))
        );
    }

    #[test]
    fn a_constant_answers_once_for_each_front() {
        let steps = one_input_after_the_other("x && false", events(json!([true, true])), events(json!([1, 2])));
        let expected: Vec<Vec<Value>> = [json!([false]), json!([false]), json!([]), json!([])].map(events).to_vec();
        assert_eq!(steps, expected);
    }
}
