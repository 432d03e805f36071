//! `travelRise`: marks falls of a signal by the height of the last events.
//!
//! ```json
//! { "type": "travelRise", "width": 5, "threshold": 1 }
//! ```
//! One number for each event. D is the last number of the window less its first; where D / (D + 1) is more than
//! `threshold` (with 1: a fall of more than 1) the window's height comes out, positive if its lowest number stands
//! before its highest. Otherwise, and before the window is full, 0.

use super::extent::Extent;
use super::verdict::number;
use super::width::width;
use crate::engine::{Because, Built, Emit, Flow, Kind, Params, Processor};
use crate::error::Result;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind =
    Kind {
        name: "travelRise", about: "Marks falls of a signal by the height of the last events", symbol: "∧t", build
    };

fn build(p: &mut Params) -> Result<Built> {
    let width = width(p, Some(5))?;
    let threshold = p.number_or("threshold", 1.0)?;
    Built::new(TravelRise { width, threshold, window: Extent::default() }, 1, 1)
}

#[derive(Clone)]
struct TravelRise {
    width: usize,
    threshold: f64,
    window: Extent,
}

impl TravelRise {
    fn sound(&self) -> bool {
        self.window.len() <= self.width
    }
}

impl Processor for TravelRise {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        self.window.push(number("travelRise", &front[0])?, self.width);
        let (first, last) = self.window.ends();
        let travel = last - first;
        let mut height = 0.0;
        if self.window.len() == self.width && travel / (travel + 1.0) > self.threshold {
            let ((low_at, low), (high_at, high)) = (self.window.low(), self.window.high());
            height = if low_at < high_at { high - low } else { low - high };
        }
        out.put(0, Value::Num(height), Because::Last(self.window.len()));
        Ok(Flow::More)
    }
    stateful!(window; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn a_fall_shows_its_height() {
        check(
            json!({"type": "travelRise", "width": 3}),
            json!([[0, 5, 9, 4, 1, 1]]),
            json!([[0], [0], [0], [0], [-8], [-3]]),
            json!([]),
        );
    }
}
