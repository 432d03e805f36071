//! `timePack`: gathers the events of each interval of event time into a list.
//!
//! ```json
//! { "type": "timePack", "interval": 1000, "time": "x.at" }
//! ```
//! Intervals are counted from the first event's time. A list comes out with the first event after its interval,
//! or at the end; an interval without events gives nothing.

use super::event_time::time_of;
use super::support::function;
use crate::engine::{Because, Built, Emit, Flow, Kind, Params, Processor};
use crate::error::Result;
use crate::expr::Function;
use crate::limits::Room;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind = Kind {
    name: "timePack",
    about: "Gathers the events of each interval of event time into a list",
    symbol: "[t]",
    build,
};

fn build(p: &mut Params) -> Result<Built> {
    let interval = p.number("interval")?;
    if interval.is_nan() || interval <= 0.0 {
        return Err(p.wrong("interval", format!("'interval' must be more than 0, got {interval}")));
    }
    let time = function(p, "time", 1)?;
    let room = p.limits().room();
    Built::new(TimePack { interval, time, room, list: Vec::new(), start: None, clock: None }, 1, 1)
}

#[derive(Clone)]
struct TimePack {
    interval: f64,
    time: Function,
    room: Room,
    list: Vec<Value>,
    /// When the interval at hand began.
    start: Option<f64>,
    clock: Option<f64>,
}

impl Processor for TimePack {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let now = time_of("timePack", &self.time, front, &mut self.clock)?;
        let start = self.start.unwrap_or(now);
        let passed = ((now - start) / self.interval).floor();
        self.start = Some(start + passed * self.interval);
        if passed >= 1.0 && !self.list.is_empty() {
            let list = std::mem::take(&mut self.list);
            let because = Because::Before(list.len());
            out.put(0, Value::list(list), because);
        }
        self.list.push(std::mem::take(&mut front[0]));
        self.room.elements(self.list.len())?;
        Ok(Flow::More)
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        if !self.list.is_empty() {
            let list = std::mem::take(&mut self.list);
            let because = Because::Last(list.len());
            out.put(0, Value::list(list), because);
        }
        Ok(())
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.time.bind(name, value);
    }
    stateful!(list, start, clock);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails, refused};
    use serde_json::json;

    #[test]
    fn lists_follow_the_intervals_and_skip_empty_ones() {
        check(
            json!({"type": "timePack", "interval": 10, "time": "x"}),
            json!([[3, 5, 13, 40, 42]]),
            json!([[], [], [[3, 5]], [[13]], []]),
            json!([[40, 42]]),
        );
    }

    #[test]
    fn a_late_event_is_named_with_both_times() {
        fails(
            json!({"type": "timePack", "interval": 10, "time": "x"}),
            json!([[5, 3]]),
            "E_TYPE: timePack wants times that do not go back, got 3 after 5",
        );
    }

    #[test]
    fn a_time_of_an_input_that_is_not_there_is_refused() {
        let error = refused(json!({"type": "timePack", "interval": 10, "time": "y"}), 1);
        assert_eq!(error.message, "the function reads 2 inputs, there is 1");
    }
}
