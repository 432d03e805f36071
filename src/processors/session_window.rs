//! `sessionWindow`: runs a pipeline on each session: events with no longer pause between them than a gap.
//!
//! ```json
//! { "type": "sessionWindow", "gap": 30, "time": "x.at", "of": { "type": "keepLast" } }
//! ```
//! A session is over with the first event more than `gap` after the one before, or at the end; `of` is ended then,
//! and its last output comes out. Times must not go back.

use super::copies::last_front;
use super::event_time::time_of;
use super::support::function;
use crate::engine::{Because, Built, Emit, Flow, Kind, Machine, Params, Processor};
use crate::error::Result;
use crate::expr::Function;
use crate::value::{Reader, Value, Writer, damaged};

pub static KIND: Kind = Kind {
    name: "sessionWindow",
    about: "Runs a pipeline on each session of events, parted by pauses",
    symbol: "[t…]",
    build,
};

fn build(p: &mut Params) -> Result<Built> {
    let gap = p.number("gap")?;
    if gap.is_nan() || gap < 0.0 {
        return Err(p.wrong("gap", format!("'gap' must be at least 0, got {gap}")));
    }
    let machine = p.machine("of")?;
    let time = function(p, "time", machine.inputs())?;
    let (inputs, outputs) = (machine.inputs(), machine.outputs());
    Built::new(SessionWindow { gap, time, machine, last: None, length: 0, clock: None }, inputs, outputs)
}

#[derive(Clone)]
struct SessionWindow {
    gap: f64,
    time: Function,
    machine: Machine,
    /// The last output front of the session at hand.
    last: Option<Vec<Value>>,
    /// How many fronts it has.
    length: usize,
    clock: Option<f64>,
}

impl SessionWindow {
    fn close(&mut self, because: Because, out: &mut Emit) -> Result<()> {
        self.machine.end()?;
        let last = last_front(&mut self.machine).or(self.last.take());
        self.last = None;
        for (port, value) in last.into_iter().flatten().enumerate() {
            out.put(port, value, because);
        }
        self.machine.reset();
        self.length = 0;
        Ok(())
    }
}

impl Processor for SessionWindow {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let before = self.clock;
        let now = time_of("sessionWindow", &self.time, front, &mut self.clock)?;
        if before.is_some_and(|before| now - before > self.gap) {
            self.close(Because::Before(self.length), out)?;
        }
        self.length += 1;
        self.machine.push_front(front)?;
        if let Some(last) = last_front(&mut self.machine) {
            self.last = Some(last);
        }
        Ok(Flow::More)
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        if self.clock.is_some() { self.close(Because::Last(self.length), out) } else { Ok(()) }
    }
    fn reset(&mut self) {
        self.machine.reset();
        self.last = None;
        self.length = 0;
        self.clock = None;
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.time.bind(name, value);
        self.machine.bind(name, value);
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.last);
        w.put(&self.length);
        w.put(&self.clock);
        self.machine.save(w);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.last = r.get()?;
        if self.last.as_ref().is_some_and(|front| front.len() != self.machine.outputs()) {
            return Err(damaged("it is of another pipeline"));
        }
        self.length = r.get()?;
        self.clock = r.get()?;
        self.machine.load(r)
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, refused};
    use serde_json::json;

    #[test]
    fn a_pause_ends_a_session() {
        check(
            json!({"type": "sessionWindow", "gap": 5, "time": "x", "of": {"type": "cumulate", "fn": "x + y"}}),
            json!([[1, 3, 8, 20, 21, 40]]),
            json!([[], [], [], [12], [], [41]]),
            json!([40]),
        );
        check(
            json!({"type": "sessionWindow", "gap": 5, "time": "x", "of": {"type": "keepLast"}}),
            json!([[1, 3, 10]]),
            json!([[], [], [3]]),
            json!([10]),
        );
    }

    #[test]
    fn a_time_of_an_input_that_is_not_there_is_refused() {
        let error = refused(json!({"type": "sessionWindow", "gap": 5, "time": "y", "of": {"type": "keepLast"}}), 1);
        assert_eq!(error.message, "the function reads 2 inputs, there is 1");
    }
}
