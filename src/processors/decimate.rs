//! `decimate`: one event out of so many goes through, the first of each run.
//!
//! ```json
//! { "type": "decimate", "interval": 3 }
//! ```

use crate::engine::{Because, Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::Term;
use crate::value::{Column, Members, Value};

pub static KIND: Kind = Kind {
    name: "decimate",
    about: "Keeps the first of every so many events",
    symbol: "⌗",
    build: |params| {
        let interval = params.whole("interval", 1)?;
        let last = params.flag("last")?;
        Built::new(Decimate { interval, last, skip: 0, seen: 0, held: None }, 1, 1)
    },
};

#[derive(Clone)]
struct Decimate {
    interval: usize,
    /// Emit the last event again at the end.
    last: bool,
    /// Events to drop before the next one that passes.
    skip: usize,
    seen: u64,
    held: Option<Value>,
}

impl Decimate {
    /// Whether the next event passes.
    #[inline]
    fn passes(&mut self) -> bool {
        self.seen += 1;
        let passes = self.skip == 0;
        self.skip = if passes { self.interval - 1 } else { self.skip - 1 };
        passes
    }
}

impl Decimate {
    fn sound(&self) -> bool {
        self.skip < self.interval && (self.held.is_none() || self.seen > 0)
    }
}

impl Processor for Decimate {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if self.last {
            self.held = Some(front[0].clone());
        }
        if self.passes() {
            out.one(std::mem::take(&mut front[0]));
        }
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        if n == 0 {
            return Ok((0, Flow::More));
        }
        self.seen += n as u64;
        if self.last {
            self.held = Some(inputs[0].get(n - 1));
        }
        let mut at = self.skip;
        match (&inputs[0], &mut out[0]) {
            (Column::Num(input), Column::Num(out)) => {
                while at < n {
                    out.push(input[at]);
                    at += self.interval;
                }
            }
            (input, out) => {
                let kept: Vec<u32> = (at..n).step_by(self.interval).map(|i| i as u32).collect();
                at += kept.len() * self.interval;
                out.gather(input, &kept);
            }
        }
        self.skip = at - n;
        Ok((n, Flow::More))
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        if self.last {
            self.held = Some(Value::Num(x));
        }
        if self.passes() { Lane::emit(x) } else { Lane::SILENT }
    }
    fn expect(&mut self, _paths: &[String]) -> bool {
        // The last one may have to be held.
        !self.last
    }
    #[inline]
    fn lane_object(&mut self, _members: &Members) -> Lane {
        if self.last {
            return Lane::OFF;
        }
        if self.passes() { Lane::SAME } else { Lane::SILENT }
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        if let Some(value) = self.held.take() {
            out.put(0, value, Because::Front(self.seen - 1));
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
        let skip = m.counter("skip", self.interval - 1);
        let passes = m.terms.is(skip, 0);
        m.emit(0, passes, front[0]);
        let (full, one) = (m.terms.int(self.interval as i32 - 1), m.terms.int(1));
        let less = m.terms.sub(skip, one);
        let next = m.terms.choose(passes, full, less);
        let next = m.terms.assume(next, 0, self.interval as i32 - 1);
        m.set("skip", next);
        if self.last {
            m.hold(front);
        }
        Ok(())
    }
    #[cfg(feature = "prove")]
    fn model_end(&self, m: &mut Sketch) -> Result<()> {
        if self.last {
            m.emit_held(1);
        }
        Ok(())
    }
    stateful!(skip, seen, held; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::steps;
    use serde_json::json;

    #[test]
    fn events_0_3_6() {
        assert_eq!(
            steps(json!({"type": "decimate", "interval": 3}), json!([[0, 1, 2, 3, 4, 5, 6, 7]])),
            (json!([[0], [], [], [3], [], [], [6], []]), json!([]))
        );
    }

    #[test]
    fn an_interval_of_one_keeps_all() {
        assert_eq!(
            steps(json!({"type": "decimate", "interval": 1}), json!([["a", "b"]])),
            (json!([["a"], ["b"]]), json!([]))
        );
    }

    #[test]
    fn the_last_event_comes_again_at_the_end() {
        let last = json!({"type": "decimate", "interval": 3, "last": true});
        assert_eq!(steps(last.clone(), json!([[0, 1, 2, 3, 4]])), (json!([[0], [], [], [3], []]), json!([4])));
        assert_eq!(steps(last.clone(), json!([[0, 1, 2, 3]])).1, json!([3]));
        assert_eq!(steps(last, json!([[]])), (json!([]), json!([])));
    }
}
