//! `resetLast`: runs a processor on its data; where the control is true, emits the last output and starts afresh.
//!
//! ```json
//! { "type": "resetLast", "of": { "type": "cumulate", "fn": "x + y" }, "from": ["data", "control"] }
//! ```

use super::support::boolean;
use crate::engine::{Because, Built, Emit, Flow, Kind, Machine, Processor, Sketch};
use crate::error::Result;
use crate::term::Term;
use crate::value::{Reader, Value, Writer, damaged};

pub static KIND: Kind = Kind {
    name: "resetLast",
    about: "Emits the last output of a processor and restarts it whenever the control is true",
    symbol: "↺",
    build: |params| {
        let inner = params.machine("of")?;
        let (inputs, outputs) = (inner.inputs(), inner.outputs());
        Built::new(ResetLast { inner, last: Vec::new(), since: 0 }, inputs + 1, outputs)
    },
};

#[derive(Clone)]
struct ResetLast {
    inner: Machine,
    /// The last output front since the restart; empty while there is none.
    last: Vec<Value>,
    /// Fronts since the restart.
    since: usize,
}

impl Processor for ResetLast {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let (data, control) = front.split_at(front.len() - 1);
        let restart = boolean("the control of resetLast", &control[0])?;
        self.since += 1;
        self.inner.push_front(data)?;
        if let Some(last) = super::window::last_front(&mut self.inner) {
            self.last = last;
        }
        if restart {
            for (port, value) in std::mem::take(&mut self.last).into_iter().enumerate() {
                out.put(port, value, Because::Last(self.since));
            }
            self.inner.reset();
            self.since = 0;
        }
        Ok(Flow::More)
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let (data, control) = front.split_at(front.len() - 1);
        let restart = m.boolean(control[0])?;
        let template = m.template_with_last(&self.inner)?;
        let cells = m.load("of", &template);
        let after = m.inside_with_last(&self.inner, cells, data, false)?;
        for port in 0..self.inner.outputs() {
            let (there, value) = Sketch::last(&after, port);
            let when = m.terms.and(restart, there);
            m.emit(port, when, value);
        }
        let kept = m.choose_cells(restart, &template, &after);
        m.store("of", &kept);
        Ok(())
    }
    fn reset(&mut self) {
        self.inner.reset();
        self.last.clear();
        self.since = 0;
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.inner.bind(name, value);
    }
    fn save(&self, w: &mut Writer) {
        self.inner.save(w);
        w.put(&self.last);
        w.put(&self.since);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.inner.load(r)?;
        self.last = r.get()?;
        self.since = r.get()?;
        if !self.last.is_empty() && self.last.len() != self.inner.outputs() {
            return Err(damaged("it is of another pipeline"));
        }
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn sums_between_the_marks() {
        let sums = json!({"type": "resetLast", "of": {"type": "cumulate", "fn": "x + y"}});
        assert_eq!(
            steps(sums.clone(), json!([[1, 2, 3, 4, 5], [false, false, true, false, true]])),
            (json!([[], [], [6], [], [9]]), json!([]))
        );
        assert_eq!(error(sums, json!([[1], [1]])).code.name(), "E_TYPE");
    }

    #[test]
    fn nothing_where_the_processor_gave_nothing() {
        assert_eq!(
            steps(
                json!({"type": "resetLast", "of": {"type": "trim", "count": 1}}),
                json!([[1, 2, 3], [true, false, true]])
            ),
            (json!([[], [], [3]]), json!([]))
        );
    }
}
