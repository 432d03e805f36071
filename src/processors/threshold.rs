//! `threshold`: numbers that are not larger in size than a value become 0.
//!
//! ```json
//! { "type": "threshold", "value": 3 }
//! ```

use super::verdict::number;
use crate::engine::{Built, Emit, Flow, Kind, Lane, Params, Processor, Sketch, Type};
use crate::error::Result;
use crate::stateful;
use crate::term::{TRUE, Term};
use crate::value::Value;

pub static KIND: Kind =
    Kind {
        name: "threshold", about: "Numbers that are not larger in size than a value become 0", symbol: "⊤", build
    };

fn build(p: &mut Params) -> Result<Built> {
    let value = p.number("value")?;
    Built::new(Threshold { value }, 1, 1)
}

#[derive(Clone)]
struct Threshold {
    value: f64,
}

impl Threshold {
    fn cut(&self, x: f64) -> f64 {
        if x.abs() > self.value { x } else { 0.0 }
    }
}

impl Processor for Threshold {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        out.one(Value::Num(self.cut(number("threshold", &front[0])?)));
        Ok(Flow::More)
    }
    fn lane(&mut self, x: f64) -> Lane {
        Lane::emit(self.cut(x))
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        (inputs == [Type::Num]).then(|| vec![Type::Num])
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let x = m.number(front[0])?;
        let (zero, value) = (m.terms.int(0), m.terms.int(self.value.floor().clamp(-1e9, 1e9) as i32));
        let over = m.terms.less(value, x);
        let cut = m.terms.choose(over, x, zero);
        m.emit(0, TRUE, cut);
        Ok(())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn small_numbers_become_nothing() {
        check(
            json!({"type": "threshold", "value": 3}),
            json!([[1, -4, 3, 5]]),
            json!([[0], [-4], [0], [5]]),
            json!([]),
        );
    }
}
