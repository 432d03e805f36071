//! `rangeCep`: makes one complex event out of each range of events.
//!
//! ```json
//! { "type": "rangeCep", "range": { "type": "apply", "fn": "x > 0" },
//!   "data": [{ "type": "cumulate", "fn": "x + y" }], "fn": "x", "restarts": true }
//! ```
//! A range lasts while `range` says true. Its events go to the `data` pipelines; when it is over, `fn` makes the
//! complex event out of their last outputs. `includesLast` gives them the event that ends the range too; without
//! `restarts` one range is all there is; `contiguous` starts the next range with the event that ended this one.

use super::copies::{last_output, one_output, one_output_of};
use crate::engine::{Because, Built, Emit, Flow, Kind, Machine, Params, Processor};
use crate::error::Result;
use crate::expr::Function;
use crate::value::{Reader, Value, Writer, damaged};
use serde_json::Value as Json;

pub static KIND: Kind =
    Kind { name: "rangeCep", about: "Makes one complex event out of each range of events", symbol: "⟦⟧", build };

fn build(p: &mut Params) -> Result<Built> {
    let range = one_output(p, "range")?;
    let inputs = range.inputs();
    let data = match p.raw("data") {
        Some(Json::Array(items)) => items,
        _ => return Err(p.wrong("data", "'data' must be a list of processors")),
    };
    let data: Vec<Machine> = data
        .iter()
        .enumerate()
        .map(|(k, json)| one_output_of(p, json, &format!("data[{k}]")))
        .collect::<Result<_>>()?;
    if let Some(k) = data.iter().position(|machine| machine.inputs() != inputs) {
        return Err(p.wrong(&format!("data[{k}]"), format!("must have as many inputs as 'range': {inputs}")));
    }
    let combine = p.function("fn")?;
    if combine.arity() > data.len() {
        return Err(
            p.wrong("fn", format!("the function reads {} values, 'data' gives {}", combine.arity(), data.len()))
        );
    }
    let (restarts, includes_last) = (p.flag("restarts")?, p.flag("includesLast")?);
    let contiguous = p.flag("contiguous")?;
    let outcome = vec![Value::Null; data.len()];
    let cep = RangeCep {
        range,
        data,
        combine,
        restarts,
        includes_last,
        contiguous,
        inside: false,
        said: false,
        outcome,
        length: 0,
    };
    Built::new(cep, inputs, 1)
}

#[derive(Clone)]
struct RangeCep {
    range: Machine,
    data: Vec<Machine>,
    combine: Function,
    restarts: bool,
    includes_last: bool,
    contiguous: bool,
    inside: bool,
    /// What the range said last.
    said: bool,
    /// The last output of each of the data pipelines.
    outcome: Vec<Value>,
    /// Events they were fed since the range began.
    length: usize,
}

impl RangeCep {
    fn ask(&mut self, front: &[Value]) -> Result<()> {
        self.range.push_front(front)?;
        if let Some(value) = last_output(&mut self.range) {
            self.said = value.as_bool() == Some(true);
        }
        Ok(())
    }
    fn feed(&mut self, front: &[Value]) -> Result<()> {
        self.length += 1;
        for (machine, outcome) in self.data.iter_mut().zip(&mut self.outcome) {
            machine.push_front(front)?;
            if let Some(value) = last_output(machine) {
                *outcome = value;
            }
        }
        Ok(())
    }
}

impl Processor for RangeCep {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        self.ask(front)?;
        if self.said {
            self.inside = true;
            self.feed(front)?;
            return Ok(Flow::More);
        }
        if !self.inside {
            return Ok(Flow::More);
        }
        if self.includes_last {
            self.feed(front)?;
        }
        let because = if self.includes_last { Because::Last(self.length) } else { Because::Before(self.length) };
        out.put(0, self.combine.call(&self.outcome)?, because);
        self.reset();
        if !self.restarts {
            return Ok(Flow::Done);
        }
        if self.contiguous {
            self.inside = true;
            self.ask(front)?;
            self.feed(front)?;
        }
        Ok(Flow::More)
    }
    fn reset(&mut self) {
        self.range.reset();
        self.data.iter_mut().for_each(Machine::reset);
        self.outcome.fill(Value::Null);
        self.inside = false;
        self.said = false;
        self.length = 0;
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.combine.bind(name, value);
        self.range.bind(name, value);
        self.data.iter_mut().for_each(|machine| machine.bind(name, value));
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.inside);
        w.put(&self.said);
        w.put(&self.outcome);
        w.put(&self.length);
        self.range.save(w);
        self.data.iter().for_each(|machine| machine.save(w));
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.inside = r.get()?;
        self.said = r.get()?;
        let outcome: Vec<Value> = r.get()?;
        if outcome.len() != self.data.len() {
            return Err(damaged("it is of another pipeline"));
        }
        self.outcome = outcome;
        self.length = r.get()?;
        self.range.load(r)?;
        self.data.iter_mut().try_for_each(|machine| machine.load(r))
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
    fn each_range_gives_its_sum() {
        check(
            json!({"type": "rangeCep", "range": {"type": "apply", "fn": "x > 0"},
                "data": [{"type": "cumulate", "fn": "x + y"}], "fn": "x", "restarts": true}),
            json!([[0, 1, 2, 0, 0, 3, 4, 0, 5]]),
            json!([[], [], [], [3], [], [], [], [7], []]),
            json!([]),
        );
    }

    #[test]
    fn one_range_with_the_event_that_ends_it() {
        check(
            json!({"type": "rangeCep", "range": {"type": "apply", "fn": "x > 0"}, "data": [
                {"type": "cumulate", "fn": "x + y"},
                {"processors": [
                    {"id": "one", "type": "turnInto", "value": 1, "from": "in"},
                    {"id": "count", "type": "cumulate", "fn": "x + y", "from": "one"}
                ]}
            ], "fn": "[x, y]", "includesLast": true}),
            json!([[0, 1, 2, -1, 3, 0]]),
            json!([[], [], [], [[2, 3]], [], []]),
            json!([]),
        );
    }
}
