//! `pad`: while the first fronts come in, a constant comes out for each; what the processor inside gave meanwhile
//! follows with the next front.
//!
//! ```json
//! { "type": "pad", "of": { "type": "trim", "count": 2 }, "count": 2, "value": 0 }
//! ```

use super::support::constants;
use crate::engine::{Built, Emit, Flow, Kind, Machine, Processor};
use crate::error::Result;
use crate::value::{Reader, Value, Writer};

pub static KIND: Kind = Kind {
    name: "pad",
    about: "Fills the first outputs of a processor with a constant",
    symbol: "▒",
    build: |params| {
        let inner = params.machine("of")?;
        let count = params.whole("count", 0)?;
        let (inputs, outputs) = (inner.inputs(), inner.outputs());
        let values = constants(params, outputs)?;
        Built::new(Pad { inner, count, values, padded: 0 }, inputs, outputs)
    },
};

#[derive(Clone)]
struct Pad {
    /// What it gives while the padding lasts waits in its outputs.
    inner: Machine,
    count: usize,
    values: Vec<Value>,
    padded: usize,
}

impl Processor for Pad {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        self.inner.follow(out);
        self.inner.push_front(front)?;
        if self.padded < self.count {
            self.padded += 1;
            out.front(self.values.iter().cloned());
            return Ok(Flow::More);
        }
        self.inner.hand_on(out);
        Ok(if self.inner.done() { Flow::Done } else { Flow::More })
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        if self.padded < self.count {
            return Ok(());
        }
        self.inner.end()?;
        self.inner.hand_on(out);
        Ok(())
    }
    fn reset(&mut self) {
        self.inner.reset();
        self.padded = 0;
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.inner.bind(name, value);
    }
    fn save(&self, w: &mut Writer) {
        self.inner.save(w);
        w.put(&self.padded);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.inner.load(r)?;
        self.padded = r.get()?;
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::steps;
    use serde_json::json;

    #[test]
    fn what_trim_drops_is_filled_up() {
        assert_eq!(
            steps(
                json!({"type": "pad", "of": {"type": "trim", "count": 2}, "count": 2, "value": 0}),
                json!([[1, 2, 3, 4, 5]])
            ),
            (json!([[0], [0], [3], [4], [5]]), json!([]))
        );
    }

    #[test]
    fn outputs_during_the_padding_are_not_lost() {
        assert_eq!(
            steps(json!({"type": "pad", "of": {"type": "passthrough"}, "count": 2, "value": 0}), json!([[1, 2, 3, 4]])),
            (json!([[0], [0], [1, 2, 3], [4]]), json!([]))
        );
    }
}
