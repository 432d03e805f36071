//! `after`: three-valued X. The verdict of the inner pipeline on the trace without its first event.
//!
//! ```json
//! { "type": "after", "of": { "type": "freeze" } }
//! ```
//! One verdict for each event, `null` while it is not known; true or false stays.

use super::copies::{last_output, one_output};
use super::verdict::{shown, verdict};
use crate::engine::{Because, Built, Emit, Flow, Kind, Machine, Params, Processor};
use crate::error::Result;
use crate::value::{Reader, Value, Writer};

pub static KIND: Kind =
    Kind { name: "after", about: "Three-valued LTL: the verdict from the next event on", symbol: "X?", build };

fn build(p: &mut Params) -> Result<Built> {
    let machine = one_output(p, "of")?;
    let inputs = machine.inputs();
    Built::new(After { machine, begun: false, verdict: None }, inputs, 1)
}

#[derive(Clone)]
struct After {
    machine: Machine,
    begun: bool,
    verdict: Option<bool>,
}

impl Processor for After {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if self.begun && self.verdict.is_none() {
            self.machine.push_front(front)?;
            if let Some(last) = last_output(&mut self.machine) {
                self.verdict = verdict("after", &last)?;
            }
        }
        self.begun = true;
        out.put(0, shown(self.verdict), Because::All);
        Ok(Flow::More)
    }
    fn reset(&mut self) {
        self.machine.reset();
        self.begun = false;
        self.verdict = None;
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.machine.bind(name, value);
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.begun);
        w.put(&self.verdict);
        self.machine.save(w);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.begun = r.get()?;
        self.verdict = r.get()?;
        self.machine.load(r)
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn the_first_event_does_not_count() {
        check(
            json!({"type": "after", "of": {"type": "freeze"}}),
            json!([[false, true, false]]),
            json!([[null], [true], [true]]),
            json!([]),
        );
    }

    #[test]
    fn the_inner_verdict_may_take_time() {
        check(
            json!({"type": "after", "of": {"type": "sometime", "of": {"type": "freeze"}}}),
            json!([[true, false, true, false]]),
            json!([[null], [null], [true], [true]]),
            json!([]),
        );
    }
}
