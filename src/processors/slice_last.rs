//! `sliceLast`: a copy of a processor for each key, as in `slice`; what came out just now, as a list.
//!
//! ```json
//! { "type": "sliceLast", "key": "x.user", "of": { "type": "decimate", "interval": 2 } }
//! ```

use super::slices::Slices;
use crate::engine::{Because, Built, Emit, Flow, Kind, Processor, Reads, Sketch};
use crate::error::Result;
use crate::term::{FALSE, Term};
use crate::value::{Reader, Value, Writer};

pub static KIND: Kind = Kind {
    name: "sliceLast",
    about: "Runs a copy of a processor for each key; emits the list of what they just put out",
    symbol: "⫻",
    build: |params| {
        let slices = Slices::new(params)?;
        let inputs = slices.template.inputs();
        Built::new(SliceLast { slices }, inputs, 1)
    },
};

#[derive(Clone)]
struct SliceLast {
    slices: Slices,
}

fn tell(values: Vec<Value>, out: &mut Emit) {
    if !values.is_empty() {
        out.put(0, Value::list(values), Because::All);
    }
}

impl Processor for SliceLast {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let mut values = Vec::new();
        self.slices.tidy();
        self.slices.route(front, &mut |_, output| values.push(output))?;
        tell(values, out);
        Ok(Flow::More)
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        let mut values = Vec::new();
        self.slices.end(&mut |_, output| values.push(output))?;
        tell(values, out);
        Ok(())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let keys = self.slices.model_keys(m, front)?;
        let template = m.template_with_last(&self.slices.template)?;
        for (k, (_, hit)) in keys.into_iter().enumerate() {
            let mut before = m.load(&format!("slice[{k}]"), &template);
            before["last"].now = FALSE;
            let after = m.inside_with_last(&self.slices.template, before.clone(), front, false)?;
            let (there, value) = Sketch::last(&after, 0);
            let list = m.list_of(value);
            let when = m.terms.and(hit, there);
            m.emit(0, when, list);
            let after = m.choose_cells(hit, &after, &before);
            m.store(&format!("slice[{k}]"), &after);
        }
        Ok(())
    }
    #[cfg(feature = "prove")]
    fn model_end(&self, m: &mut Sketch) -> Result<()> {
        let template = m.template_with_last(&self.slices.template)?;
        let (_, spoke) = m.end_with_last(&self.slices.template, template)?;
        if spoke == FALSE {
            return Ok(());
        }
        Err(m.refuse("its slices speak at the end, in the order in which they came to be"))
    }
    fn reset(&mut self) {
        self.slices.reset();
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.slices.bind(name, value);
    }
    fn reads(&self, input: usize) -> Reads {
        self.slices.reads(input)
    }
    fn save(&self, w: &mut Writer) {
        self.slices.save(w);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.slices.load(r)
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::steps;
    use serde_json::json;

    #[test]
    fn what_just_came_out() {
        assert_eq!(
            steps(
                json!({"type": "sliceLast", "key": "x", "of": {"type": "decimate", "interval": 2}}),
                json!([["a", "b", "a", "a", "b"]])
            ),
            (json!([[["a"]], [["b"]], [], [["a"]], []]), json!([]))
        );
    }

    #[test]
    fn no_key_is_silence() {
        assert_eq!(
            steps(
                json!({"type": "sliceLast", "key": "x == '*' ? null : x", "of": {"type": "passthrough"}}),
                json!([["a", "*"]])
            )
            .0,
            json!([[["a"]], []])
        );
    }

    #[test]
    fn the_last_values_at_the_end() {
        assert_eq!(
            steps(json!({"type": "sliceLast", "key": "x", "of": {"type": "keepLast"}}), json!([["a", "b", "a"]])),
            (json!([[], [], []]), json!([["a", "b"]]))
        );
    }
}
