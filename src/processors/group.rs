//! `group`: a pipeline as one processor.
//!
//! ```json
//! { "type": "group", "of": { "processors": [
//!     { "type": "cumulate", "fn": "x + y" }, { "type": "decimate", "interval": 2 } ] } }
//! ```

use crate::engine::{Built, Emit, Failure, Flow, Kind, Machine, Processor, Reads, Signal, Sketch};
use crate::error::Result;
use crate::term::Term;
use crate::value::{Column, Reader, Value, Writer};

pub static KIND: Kind = Kind {
    name: "group",
    about: "Runs a pipeline as one processor",
    symbol: "▣",
    build: |params| {
        let inner = params.machine("of")?;
        let (inputs, outputs) = (inner.inputs(), inner.outputs());
        Built::new(Group { inner }, inputs, outputs)
    },
};

#[derive(Clone)]
struct Group {
    inner: Machine,
}

impl Group {
    fn hand_on(&mut self, out: &mut Emit) -> Flow {
        self.inner.hand_on(out);
        if self.inner.done() { Flow::Done } else { Flow::More }
    }
}

impl Processor for Group {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        self.inner.follow(out);
        let result = self.inner.push_front(front);
        let flow = self.hand_on(out);
        result.map(|()| flow)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        let result = self.inner.run(inputs);
        for (made, out) in self.inner.outs.iter_mut().zip(out) {
            if out.is_empty() {
                std::mem::swap(made, out);
            } else {
                out.extend(made, 0..made.len());
            }
            made.clear();
        }
        match result {
            Ok(()) => Ok((n, if self.inner.done() { Flow::Done } else { Flow::More })),
            // The inner pipeline has emitted what came before its failure; which front it was, it alone knows.
            Err(error) => Err(Failure { front: n - 1, error }),
        }
    }
    fn by_arrival(&self) -> bool {
        self.inner.inputs() > 1
    }
    fn arrive(&mut self, port: usize, value: Value, out: &mut Emit) -> Result<Flow> {
        self.inner.follow(out);
        let result = self.inner.push(port, value);
        let flow = self.hand_on(out);
        result.map(|()| flow)
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        let result = self.inner.end();
        self.hand_on(out);
        result
    }
    fn reset(&mut self) {
        self.inner.reset();
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.inner.bind(name, value);
    }
    fn reads(&self, input: usize) -> Reads {
        match self.inner.reads(input) {
            Reads::Paths(paths) => Reads::Paths(paths),
            _ => Reads::Whole,
        }
    }
    #[cfg(feature = "prove")]
    fn model_pipes(&self, m: &mut Sketch, inputs: &[Signal]) -> Option<Result<Vec<Signal>>> {
        // The inside learns of an end when all inputs have ended, the outside when all outputs have.
        let ended: Vec<Term> = inputs.iter().map(|signal| signal.ended).collect();
        let ended = m.terms.all(ended);
        let inputs: Vec<Signal> = inputs.iter().map(|signal| Signal { ended, ..signal.clone() }).collect();
        Some(m.pipeline(&self.inner, &inputs).map(|mut out| {
            let ended: Vec<Term> = out.iter().map(|signal| signal.ended).collect();
            let ended = m.terms.all(ended);
            out.iter_mut().for_each(|signal| signal.ended = ended);
            out
        }))
    }
    fn save(&self, w: &mut Writer) {
        self.inner.save(w);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.inner.load(r)
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{events, machine, steps};
    use serde_json::json;

    #[test]
    fn a_pipeline_in_a_pipeline() {
        let pipeline = json!({"processors": [
            {"type": "group", "of": {"processors": [
                {"type": "cumulate", "fn": "x + y"},
                {"type": "decimate", "interval": 2}
            ]}},
            {"type": "apply", "fn": "x * 2"}
        ]});
        assert_eq!(steps(pipeline, json!([[1, 2, 3, 4, 5]])), (json!([[2], [], [12], [], [30]]), json!([])));
    }

    #[test]
    fn the_end_reaches_the_inside() {
        assert_eq!(
            steps(json!({"type": "group", "of": {"type": "keepLast"}}), json!([["a", "b"]])),
            (json!([[], []]), json!(["b"]))
        );
    }

    #[test]
    fn several_inputs_and_outputs() {
        let group = json!({"type": "group", "of": {
            "inputs": ["a", "b"],
            "processors": [
                {"id": "sum", "type": "apply", "fn": "x + y", "from": ["a", "b"]},
                {"id": "later", "type": "trim", "count": 1, "from": "b"}
            ],
            "outputs": ["sum", "later"]
        }});
        let mut group = machine(&group, 2).unwrap();
        group.push_front(&events(json!([1, 2]))).unwrap();
        group.push_front(&events(json!([3, 4]))).unwrap();
        assert_eq!((group.take(0), group.take(1)), (events(json!([3, 7])), events(json!([4]))));
    }
}
