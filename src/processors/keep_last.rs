//! `keepLast`: nothing until the end, then the last front.
//!
//! ```json
//! { "type": "keepLast" }
//! ```

use super::support::inputs;
use crate::engine::{Because, Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::Term;
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "keepLast",
    about: "At the end, hands on the last event",
    symbol: "⤓",
    build: |params| {
        let ports = inputs(params, 1);
        Built::new(KeepLast { ports, seen: 0, last: Vec::new() }, ports, ports)
    },
};

#[derive(Clone)]
struct KeepLast {
    ports: usize,
    seen: u64,
    /// The last front; empty while there is none.
    last: Vec<Value>,
}

impl KeepLast {
    fn sound(&self) -> bool {
        self.last.is_empty() || (self.last.len() == self.ports && self.seen > 0)
    }
}

impl Processor for KeepLast {
    fn step(&mut self, front: &mut [Value], _out: &mut Emit) -> Result<Flow> {
        self.seen += 1;
        self.last = front.iter_mut().map(std::mem::take).collect();
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, _out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        if n > 0 {
            self.seen += n as u64;
            self.last = inputs.iter().map(|input| input.get(n - 1)).collect();
        }
        Ok((n, Flow::More))
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        self.seen += 1;
        self.last.clear();
        self.last.push(Value::Num(x));
        Lane::SILENT
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        for (port, value) in std::mem::take(&mut self.last).into_iter().enumerate() {
            out.put(port, value, Because::Front(self.seen - 1));
        }
        Ok(())
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        Some(inputs.to_vec())
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Passes(Vec::new())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        m.hold(front);
        Ok(())
    }
    #[cfg(feature = "prove")]
    fn model_end(&self, m: &mut Sketch) -> Result<()> {
        m.emit_held(m.inputs());
        Ok(())
    }
    stateful!(seen, last; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::steps;
    use serde_json::json;

    #[test]
    fn only_the_last_at_the_end() {
        assert_eq!(steps(json!({"type": "keepLast"}), json!([[1, 2, 3]])), (json!([[], [], []]), json!([3])));
    }

    #[test]
    fn nothing_of_an_empty_stream() {
        assert_eq!(steps(json!({"type": "keepLast"}), json!([[]])), (json!([]), json!([])));
    }

    #[test]
    fn the_last_whole_front() {
        assert_eq!(steps(json!({"type": "keepLast"}), json!([[1, 2, 3], [4, 5]])).1, json!([2]));
    }
}
