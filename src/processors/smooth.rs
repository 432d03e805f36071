//! `smooth`: the mean of the last numbers.
//!
//! ```json
//! { "type": "smooth", "width": 3 }
//! ```

use super::extent::Extent;
use super::verdict::number;
use super::width::width;
use crate::engine::{Because, Built, Emit, Flow, Kind, Lane, Params, Processor, Told, Type};
use crate::error::Result;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind = Kind { name: "smooth", about: "The mean of the last numbers", symbol: "∿", build };

fn build(p: &mut Params) -> Result<Built> {
    let width = width(p, None)?;
    Built::new(Smooth { width, window: Extent::default() }, 1, 1)
}

#[derive(Clone)]
struct Smooth {
    width: usize,
    window: Extent,
}

impl Smooth {
    fn sound(&self) -> bool {
        self.window.len() <= self.width
    }
}

impl Processor for Smooth {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if let Told::Emit(mean) = self.lane(number("smooth", &front[0])?).told() {
            out.put(0, Value::Num(mean), Because::Last(self.width));
        }
        Ok(Flow::More)
    }
    fn lane(&mut self, x: f64) -> Lane {
        self.window.push(x, self.width);
        if self.window.len() < self.width { Lane::SILENT } else { Lane::emit(self.window.mean()) }
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        (inputs == [Type::Num]).then(|| vec![Type::Num])
    }
    stateful!(window; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn means_come_once_the_window_is_full() {
        check(
            json!({"type": "smooth", "width": 3}),
            json!([[1, 2, 3, 4, 8]]),
            json!([[], [], [2], [3], [5]]),
            json!([]),
        );
    }
}
