//! `plateau`: finds where a signal stays flat.
//!
//! ```json
//! { "type": "plateau", "width": 5, "range": 5 }
//! ```
//! From the `width`-th number on, one number for each: the mean of the window where a plateau begins (its numbers
//! lie within `range`), 0 elsewhere. With `relative: true`, the difference to the plateau before.

use super::extent::Extent;
use super::verdict::number;
use super::width::width;
use crate::engine::{Because, Built, Emit, Flow, Kind, Params, Processor};
use crate::error::Result;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind =
    Kind { name: "plateau", about: "Finds where a signal stays flat, and at what height", symbol: "⊓", build };

fn build(p: &mut Params) -> Result<Built> {
    let width = width(p, Some(5))?;
    let range = p.number_or("range", 5.0)?;
    let relative = p.flag("relative")?;
    Built::new(Plateau { width, range, relative, window: Extent::default(), flat: false, before: 0.0 }, 1, 1)
}

#[derive(Clone)]
struct Plateau {
    width: usize,
    range: f64,
    relative: bool,
    window: Extent,
    flat: bool,
    /// The height of the plateau before.
    before: f64,
}

impl Plateau {
    fn sound(&self) -> bool {
        self.window.len() <= self.width
    }
}

impl Processor for Plateau {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        self.window.push(number("plateau", &front[0])?, self.width);
        if self.window.len() < self.width {
            return Ok(Flow::More);
        }
        let was_flat = self.flat;
        self.flat = self.window.high().1 - self.window.low().1 <= self.range;
        let mut height = 0.0;
        if self.flat && !was_flat {
            let mean = self.window.mean();
            height = if self.relative { mean - self.before } else { mean };
            self.before = mean;
        }
        // A relative height is about the plateau before, too.
        let because = if self.relative { Because::All } else { Because::Last(self.width) };
        out.put(0, Value::Num(height), because);
        Ok(Flow::More)
    }
    stateful!(window, flat, before; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn a_plateau_is_told_once() {
        check(
            json!({"type": "plateau", "width": 3, "range": 1}),
            json!([[0, 5, 5, 5, 5, 9, 1, 1, 1]]),
            json!([[], [], [0], [5], [0], [0], [0], [0], [1]]),
            json!([]),
        );
    }

    #[test]
    fn heights_may_be_relative_to_the_plateau_before() {
        check(
            json!({"type": "plateau", "width": 2, "range": 0, "relative": true}),
            json!([[-5, -5, -3, -3]]),
            json!([[], [-5], [0], [2]]),
            json!([]),
        );
    }
}
