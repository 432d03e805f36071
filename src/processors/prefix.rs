//! `prefix`: the first fronts go through, then the stream ends.
//!
//! ```json
//! { "type": "prefix", "count": 3 }
//! ```

use super::support::inputs;
use crate::engine::{Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::Term;
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "prefix",
    about: "Hands on the first events, then ends",
    symbol: "⇥",
    build: |params| {
        let ports = inputs(params, 1);
        Built::new(Prefix { count: params.whole("count", 0)?, passed: 0 }, ports, ports)
    },
};

#[derive(Clone)]
struct Prefix {
    count: usize,
    passed: usize,
}

impl Prefix {
    fn flow(&self) -> Flow {
        if self.passed >= self.count { Flow::Done } else { Flow::More }
    }
}

impl Processor for Prefix {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if self.passed < self.count {
            self.passed += 1;
            out.front(front.iter_mut().map(std::mem::take));
        }
        Ok(self.flow())
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        let pass = n.min(self.count - self.passed);
        self.passed += pass;
        for (input, out) in inputs.iter().zip(out) {
            out.extend(input, 0..pass);
        }
        Ok((pass, self.flow()))
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        // The last one ends the stream, which only a step can say.
        if self.passed + 1 < self.count {
            self.passed += 1;
            return Lane::emit(x);
        }
        Lane::OFF
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        Some(inputs.to_vec())
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Passes(Vec::new())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let passed = m.counter("passed", self.count);
        let over = m.terms.is(passed, self.count as i32);
        let passes = m.terms.not(over);
        front.iter().enumerate().for_each(|(port, value)| m.emit(port, passes, *value));
        let after = m.count_up("passed", self.count);
        let over = m.terms.is(after, self.count as i32);
        m.finish(over);
        Ok(())
    }
    #[cfg(feature = "prove")]
    fn model_finishes(&self) -> bool {
        true
    }
    stateful!(passed);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{events, machine, steps};
    use serde_json::json;

    #[test]
    fn three_go_through() {
        assert_eq!(
            steps(json!({"type": "prefix", "count": 3}), json!([[1, 2, 3, 4, 5]])),
            (json!([[1], [2], [3], [], []]), json!([]))
        );
    }

    #[test]
    fn it_is_done_with_the_last_of_them() {
        let mut prefix = machine(&json!({"type": "prefix", "count": 2}), 1).unwrap();
        let done: Vec<bool> = events(json!([1, 2]))
            .into_iter()
            .map(|event| {
                prefix.push(0, event).unwrap();
                prefix.done()
            })
            .collect();
        assert_eq!(done, [false, true]);
    }
}
