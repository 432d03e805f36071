//! `where`: lets those fronts pass of which an expression is true.
//!
//! ```json
//! { "type": "where", "fn": "x.price > 100" }
//! ```

use super::support::inputs_of;
use crate::engine::{Built, Emit, Flow, Kind, Params, Processor, Reads};
use crate::error::Result;
use crate::expr::Function;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind =
    Kind { name: "where", about: "Lets those fronts pass of which an expression is true", symbol: "WHERE", build };

fn build(p: &mut Params) -> Result<Built> {
    let condition = p.function("fn")?;
    let ports = inputs_of(p, "fn", &condition)?;
    Built::new(Where { condition }, ports, ports)
}

#[derive(Clone)]
struct Where {
    condition: Function,
}

impl Processor for Where {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if self.condition.call_bool(front)? {
            out.front(front.iter_mut().map(std::mem::take));
        }
        Ok(Flow::More)
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.condition.bind(name, value);
    }
    fn reads(&self, input: usize) -> Reads {
        self.condition.reads(input).map_or(Reads::Whole, Reads::Passes)
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn only_what_holds_passes() {
        check(
            json!({"type": "where", "fn": "x.v > 1"}),
            json!([[{"v": 1}, {"v": 2}, {"v": 3, "w": 0}]]),
            json!([[], [{"v": 2}], [{"v": 3, "w": 0}]]),
            json!([]),
        );
    }
}
