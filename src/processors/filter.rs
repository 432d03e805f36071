//! `filter`: a front goes through when the event of the last input, a boolean, is true.
//!
//! ```json
//! { "type": "filter", "from": ["events", "wanted"] }
//! ```

use super::support::{boolean, inputs};
use crate::engine::{Built, Emit, Failure, Flow, Kind, Processor, Reads, Sketch, Type, batch_by_steps};
use crate::error::Result;
use crate::stateful;
use crate::term::Term;
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "filter",
    about: "Hands on an event when the boolean beside it is true",
    symbol: "▽",
    build: |params| {
        let ports = inputs(params, 2);
        if ports < 2 {
            return Err(params.wrong("from", "'filter' takes its data and, last, its control: at least 2 inputs"));
        }
        Built::new(Filter, ports, ports - 1)
    },
};

#[derive(Clone)]
struct Filter;

impl Processor for Filter {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let (data, control) = front.split_at_mut(front.len() - 1);
        if boolean("the control of filter", &control[0])? {
            out.front(data.iter_mut().map(std::mem::take));
        }
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        let Some(control) = inputs[inputs.len() - 1].bools() else {
            return batch_by_steps(self, inputs, n, out);
        };
        keep(inputs, &control[..n], out);
        Ok((n, Flow::More))
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        let (control, data) = inputs.split_last()?;
        (*control == Type::Bool).then(|| data.to_vec())
    }
    fn reads(&self, _input: usize) -> Reads {
        Reads::Passes(Vec::new())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let (data, control) = front.split_at(front.len() - 1);
        let passes = m.boolean(control[0])?;
        data.iter().enumerate().for_each(|(port, value)| m.emit(port, passes, *value));
        Ok(())
    }
    stateful!();
}

/// Appends to each output the events of its input where the control is true.
pub fn keep(inputs: &[Column], control: &[bool], out: &mut [Column]) {
    if let ([Column::Num(input), ..], [Column::Num(out)]) = (inputs, &mut *out) {
        // Without a branch: write each, step on where it is kept.
        let start = out.len();
        out.resize(start + control.len(), 0.0);
        let mut at = start;
        for (x, keep) in input.iter().zip(control) {
            out[at] = *x;
            at += *keep as usize;
        }
        out.truncate(at);
        return;
    }
    let kept: Vec<u32> = (0..control.len() as u32).filter(|i| control[*i as usize]).collect();
    for (input, out) in inputs.iter().zip(out) {
        out.gather(input, &kept);
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn events_beside_true_go_through() {
        assert_eq!(
            steps(json!({"type": "filter"}), json!([[1, 2, 3, 4], [true, false, true, true]])),
            (json!([[1], [], [3], [4]]), json!([]))
        );
    }

    #[test]
    fn events_of_any_type() {
        assert_eq!(
            steps(json!({"type": "filter"}), json!([["a", null], [false, true]])),
            (json!([[], [null]]), json!([]))
        );
    }

    #[test]
    fn a_control_that_is_no_boolean_is_an_error() {
        let error = error(json!({"type": "filter"}), json!([[1], [7]]));
        assert_eq!(error.code.name(), "E_TYPE");
        assert!(error.message.contains("the control of filter wants a boolean"), "{}", error.message);
    }
}
