//! `timeDecimate`: an event goes through when so much time has passed since the last one that did. Time is what
//! the events say, never the clock.
//!
//! ```json
//! { "type": "timeDecimate", "interval": 1000, "time": "x.at" }
//! ```

use super::support::function;
use super::support::wanted;
use crate::engine::{Because, Built, Emit, Flow, Kind, Processor, Reads};
use crate::error::Result;
use crate::expr::Function;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind = Kind {
    name: "timeDecimate",
    about: "Keeps an event when enough event time has passed since the last one kept",
    symbol: "⏱",
    build: |params| {
        let interval = params.number("interval")?;
        if interval < 0.0 {
            return Err(params.wrong("interval", format!("'interval' must not be negative, got {interval}")));
        }
        let time = function(params, "time", 1)?;
        let last = params.flag("last")?;
        Built::new(TimeDecimate { interval, time, last, since: None, seen: 0, held: None }, 1, 1)
    },
};

#[derive(Clone)]
struct TimeDecimate {
    interval: f64,
    time: Function,
    last: bool,
    /// The time of the last event that went through.
    since: Option<f64>,
    seen: u64,
    held: Option<Value>,
}

impl TimeDecimate {
    fn sound(&self) -> bool {
        self.held.is_none() || self.seen > 0
    }
}

impl Processor for TimeDecimate {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let time = self.time.call(front)?;
        let now = match time.as_num() {
            Some(now) if !now.is_nan() => now,
            _ => return Err(wanted("the time of timeDecimate", "a number", &time)),
        };
        self.seen += 1;
        if self.last {
            self.held = Some(front[0].clone());
        }
        if self.since.is_none_or(|since| now - since >= self.interval) {
            self.since = Some(now);
            out.one(std::mem::take(&mut front[0]));
        }
        Ok(Flow::More)
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        if let Some(value) = self.held.take() {
            out.put(0, value, Because::Front(self.seen - 1));
        }
        Ok(())
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.time.bind(name, value);
    }
    fn reads(&self, _input: usize) -> Reads {
        self.time.reads(0).map_or(Reads::Whole, Reads::Passes)
    }
    stateful!(since, seen, held; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn one_event_each_ten_units_of_time() {
        assert_eq!(
            steps(
                json!({"type": "timeDecimate", "interval": 10, "time": "x.t"}),
                json!([[{"t": 0}, {"t": 4}, {"t": 11}, {"t": 20}, {"t": 21}]])
            ),
            (json!([[{"t": 0}], [], [{"t": 11}], [], [{"t": 21}]]), json!([]))
        );
    }

    #[test]
    fn the_last_event_comes_again_at_the_end() {
        assert_eq!(
            steps(json!({"type": "timeDecimate", "interval": 10, "time": "x", "last": true}), json!([[1, 2]])),
            (json!([[1], []]), json!([2]))
        );
    }

    #[test]
    fn time_is_a_number() {
        let error = error(json!({"type": "timeDecimate", "interval": 1, "time": "x"}), json!([["noon"]]));
        assert_eq!(error.code.name(), "E_TYPE");
    }

    #[test]
    fn a_time_that_is_no_number_does_not_stop_the_clock_unseen() {
        let error = error(json!({"type": "timeDecimate", "interval": 1, "time": "x / x"}), json!([[0]]));
        assert!(error.message.ends_with("the time of timeDecimate wants a number, got a number: NaN"), "{error}");
    }
}
