//! `timeWindow`: runs a pipeline on the events of the last stretch of event time.
//!
//! ```json
//! { "type": "timeWindow", "duration": 60, "time": "x.at", "of": { "type": "cumulate", "fn": "x + y" } }
//! ```
//! At each event of time t, `of` runs anew on the events later than t - `duration`, and is ended; its last output
//! comes out. Times must not go back.

use super::copies::last_front;
use super::event_time::time_of;
use super::support::function;
use crate::engine::{Because, Built, Emit, Flow, Kind, Machine, Params, Processor};
use crate::error::{Error, Result};
use crate::expr::Function;
use crate::value::{Reader, Value, Writer};
use std::collections::VecDeque;

pub static KIND: Kind = Kind {
    name: "timeWindow",
    about: "Runs a pipeline on the events of the last stretch of event time",
    symbol: "[t←]",
    build,
};

fn build(p: &mut Params) -> Result<Built> {
    let duration = p.number("duration")?;
    if duration.is_nan() || duration <= 0.0 {
        return Err(p.wrong("duration", format!("'duration' must be more than 0, got {duration}")));
    }
    let machine = p.machine("of")?;
    let time = function(p, "time", machine.inputs())?;
    let (inputs, outputs, most) = (machine.inputs(), machine.outputs(), p.limits().width);
    Built::new(TimeWindow { duration, time, machine, most, held: VecDeque::new(), clock: None }, inputs, outputs)
}

#[derive(Clone)]
struct TimeWindow {
    duration: f64,
    time: Function,
    /// Reset before each window, so it is no state.
    machine: Machine,
    most: usize,
    held: VecDeque<(f64, Vec<Value>)>,
    clock: Option<f64>,
}

impl Processor for TimeWindow {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let now = time_of("timeWindow", &self.time, front, &mut self.clock)?;
        while self.held.front().is_some_and(|(time, _)| *time <= now - self.duration) {
            self.held.pop_front();
        }
        if self.held.len() >= self.most {
            return Err(Error::limit(format!("timeWindow holds {} events already", self.most)));
        }
        self.held.push_back((now, front.to_vec()));
        self.machine.reset();
        self.held.iter().try_for_each(|(_, front)| self.machine.push_front(front))?;
        self.machine.end()?;
        for (port, value) in last_front(&mut self.machine).into_iter().flatten().enumerate() {
            out.put(port, value, Because::Last(self.held.len()));
        }
        Ok(Flow::More)
    }
    fn reset(&mut self) {
        self.held.clear();
        self.clock = None;
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.time.bind(name, value);
        self.machine.bind(name, value);
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.held);
        w.put(&self.clock);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.held = r.get()?;
        self.clock = r.get()?;
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails, refused};
    use serde_json::{Value as Json, json};

    fn sum() -> Json {
        json!({"type": "timeWindow", "duration": 10, "time": "x", "of": {"type": "cumulate", "fn": "x + y"}})
    }

    #[test]
    fn events_leave_as_time_goes_on() {
        check(sum(), json!([[1, 2, 11, 11, 40]]), json!([[1], [3], [13], [24], [40]]), json!([]));
    }

    #[test]
    fn time_does_not_go_back() {
        fails(sum(), json!([[5, 3]]), "E_TYPE: timeWindow wants times that do not go back, got 3 after 5");
    }

    #[test]
    fn a_time_of_an_input_that_is_not_there_is_refused() {
        let error = refused(json!({"type": "timeWindow", "duration": 10, "time": "y", "of": {"type": "keepLast"}}), 1);
        assert_eq!(error.message, "the function reads 2 inputs, there is 1");
    }
}
