//! `localMaximum`: finds the peaks of a signal, each with its height.
//!
//! ```json
//! { "type": "localMaximum", "width": 5 }
//! ```
//! A number is a peak if it is the largest for `width` events after it. When the peak leaves the window, the numbers
//! since the last one come out as zeros, and the peak as its height above the lowest number. `drops: true` finds
//! valleys, with negative heights.

use super::extent::Extent;
use super::verdict::number;
use super::width::width;
use crate::engine::{Because, Built, Emit, Flow, Kind, Params, Processor};
use crate::error::{Error, Result};
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind =
    Kind { name: "localMaximum", about: "Finds the peaks of a signal, each with its height", symbol: "∧", build };

fn build(p: &mut Params) -> Result<Built> {
    let width = width(p, Some(5))?;
    let drops = p.flag("drops")?;
    let most = p.limits().queue;
    let peaks = LocalMaximum { width, drops, most, window: Extent::default(), high: 0.0, low: 0.0, left: 0, since: 0 };
    Built::new(peaks, 1, 1)
}

#[derive(Clone)]
struct LocalMaximum {
    width: usize,
    drops: bool,
    /// Events that may wait for the next peak.
    most: usize,
    window: Extent,
    /// The peak at hand, and the lowest number since it was chosen from a window.
    high: f64,
    low: f64,
    /// Events until the peak leaves the window.
    left: usize,
    /// Events since the last peak came out.
    since: usize,
}

impl LocalMaximum {
    fn choose(&mut self) {
        let (place, high) = self.window.high();
        self.high = high;
        self.low = self.window.low().1;
        self.left = place + 1;
    }
    fn sound(&self) -> bool {
        let chosen = if self.window.len() == 0 { 0..=0 } else { 1..=self.width };
        self.window.len() <= self.width && chosen.contains(&self.left) && self.since <= self.most
    }
}

impl Processor for LocalMaximum {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let sign = if self.drops { -1.0 } else { 1.0 };
        let x = number("localMaximum", &front[0])? * sign;
        let filling = self.window.len() < self.width;
        self.window.push(x, self.width);
        if filling {
            self.choose();
            return Ok(Flow::More);
        }
        self.since += 1;
        self.left -= 1;
        if x > self.high {
            self.high = x;
            self.left = self.width;
        } else if self.left == 0 {
            // The peak was chosen from a window, and none since has passed it.
            let because = Because::Last(self.width + self.since);
            (1..self.since).for_each(|_| out.put(0, Value::Num(0.0), because));
            out.put(0, Value::Num((self.high - self.low) * sign), because);
            self.choose();
            self.since = 0;
        }
        if self.since > self.most {
            return Err(Error::limit(format!("more than {} events wait for the next peak (limits.queue)", self.most)));
        }
        Ok(Flow::More)
    }
    stateful!(window, high, low, left, since; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn peaks_come_out_with_their_height() {
        check(
            json!({"type": "localMaximum", "width": 3}),
            json!([[0, 1, 5, 1, 0, 0, 2, 8, 2, 0, 0, 0]]),
            json!([[], [], [], [], [], [0, 0, 5], [], [], [], [], [0, 0, 0, 0, 8], [2]]),
            json!([]),
        );
    }

    #[test]
    fn valleys_have_negative_heights() {
        check(
            json!({"type": "localMaximum", "width": 2, "drops": true}),
            json!([[5, 1, 5, 5]]),
            json!([[], [], [], [0, -4]]),
            json!([]),
        );
    }
}
