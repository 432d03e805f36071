//! `trim`: the first fronts are dropped, the rest goes through.
//!
//! ```json
//! { "type": "trim", "count": 2 }
//! ```

use super::support::inputs;
use crate::engine::{Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::Term;
use crate::value::{Column, Members, Value};

pub static KIND: Kind = Kind {
    name: "trim",
    about: "Drops the first events",
    symbol: "✂",
    build: |params| {
        let ports = inputs(params, 1);
        Built::new(Trim { count: params.whole("count", 0)?, dropped: 0 }, ports, ports)
    },
};

#[derive(Clone)]
struct Trim {
    count: usize,
    dropped: usize,
}

impl Trim {
    /// Whether the next front is dropped.
    #[inline]
    fn drops(&mut self) -> bool {
        let drops = self.dropped < self.count;
        self.dropped += usize::from(drops);
        drops
    }
}

impl Processor for Trim {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if !self.drops() {
            out.front(front.iter_mut().map(std::mem::take));
        }
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        let skip = n.min(self.count - self.dropped);
        self.dropped += skip;
        for (input, out) in inputs.iter().zip(out) {
            out.extend(input, skip..n);
        }
        Ok((n, Flow::More))
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        if self.drops() { Lane::SILENT } else { Lane::emit(x) }
    }
    fn expect(&mut self, _paths: &[String]) -> bool {
        true
    }
    #[inline]
    fn lane_object(&mut self, _members: &Members) -> Lane {
        if self.drops() { Lane::SILENT } else { Lane::SAME }
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        Some(inputs.to_vec())
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Passes(Vec::new())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let dropped = m.counter("dropped", self.count);
        let through = m.terms.is(dropped, self.count as i32);
        front.iter().enumerate().for_each(|(port, value)| m.emit(port, through, *value));
        m.count_up("dropped", self.count);
        Ok(())
    }
    stateful!(dropped);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn the_first_two_are_dropped() {
        assert_eq!(
            steps(json!({"type": "trim", "count": 2}), json!([[1, 2, 3, 4]])),
            (json!([[], [], [3], [4]]), json!([]))
        );
    }

    #[test]
    fn none_is_dropped_with_a_count_of_zero() {
        assert_eq!(steps(json!({"type": "trim", "count": 0}), json!([["a"]])), (json!([["a"]]), json!([])));
    }

    #[test]
    fn a_count_is_a_whole_number() {
        let error = error(json!({"type": "trim", "count": -1}), json!([[1]]));
        assert_eq!(error.code.name(), "E_SHAPE");
        assert_eq!(error.path.as_deref(), Some("$.processors[0].count"));
    }
}
