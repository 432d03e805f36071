//! `divert`: a function of the event says on which output it goes.
//!
//! ```json
//! { "type": "divert", "fn": "x % 2 == 0 ? 0 : 1", "outputs": 2 }
//! ```

use super::support::function;
use crate::engine::{Built, Emit, Flow, Kind, Processor, Reads, Sketch};
use crate::error::{Error, Result};
use crate::expr::Function;
use crate::stateful;
use crate::term::Term;
use crate::value::Value;

/// More outputs than anybody draws, and few enough to make at once.
const MOST: usize = 10_000;

pub static KIND: Kind = Kind {
    name: "divert",
    about: "Sends each event to the output a function chooses",
    symbol: "⇶",
    build: |params| {
        let function = function(params, "fn", 1)?;
        let outputs = params.whole("outputs", 1)?;
        if outputs > MOST {
            return Err(params.wrong("outputs", format!("'outputs' may be at most {MOST}, got {outputs}")));
        }
        Built::new(Divert { function, outputs }, 1, outputs)
    },
};

#[derive(Clone)]
struct Divert {
    function: Function,
    outputs: usize,
}

impl Processor for Divert {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let chosen = self.function.call(front)?;
        match chosen.as_num() {
            Some(n) if n >= 0.0 && n < self.outputs as f64 && n.fract() == 0.0 => {
                out.on(n as usize, std::mem::take(&mut front[0]));
                Ok(Flow::More)
            }
            _ => Err(Error::of_type(format!(
                "the function of divert must give the number of an output, 0 to {}, got {chosen}",
                self.outputs - 1
            ))),
        }
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.function.bind(name, value);
    }
    fn reads(&self, _input: usize) -> Reads {
        self.function.reads(0).map_or(Reads::Whole, Reads::Passes)
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let chosen = m.exact(&self.function, front)?;
        let chosen = m.number(chosen)?;
        let (lo, hi) = m.terms.bounds(chosen);
        if lo < 0 || hi >= self.outputs as i32 {
            return Err(
                m.refuse(&format!("its function may give {lo} to {hi}, the outputs are 0 to {}", self.outputs - 1))
            );
        }
        for port in 0..self.outputs {
            let here = m.terms.is(chosen, port as i32);
            m.emit(port, here, front[0]);
        }
        Ok(())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, events, machine};
    use serde_json::json;

    #[test]
    fn even_numbers_left_odd_ones_right() {
        let mut divert = machine(&json!({"type": "divert", "fn": "x % 2", "outputs": 2}), 1).unwrap();
        for event in events(json!([1, 2, 3, 4])) {
            divert.push(0, event).unwrap();
        }
        assert_eq!(divert.take(0), events(json!([2, 4])));
        assert_eq!(divert.take(1), events(json!([1, 3])));
    }

    #[test]
    fn an_output_that_does_not_exist() {
        let error = error(json!({"type": "divert", "fn": "x", "outputs": 2}), json!([[0, 2]]));
        assert_eq!(error.code.name(), "E_TYPE");
        assert!(error.message.contains("0 to 1, got 2"), "{}", error.message);
    }
}
