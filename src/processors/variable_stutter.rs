//! `variableStutter`: every event of the first input comes out as often as the second input says.
//!
//! ```json
//! { "type": "variableStutter", "from": ["events", "times"] }
//! ```

use super::support::wanted;
use crate::engine::{Built, Emit, Flow, Kind, Processor, Reads, Sketch};
use crate::error::{Error, Result};
use crate::stateful;
use crate::term::Term;
use crate::value::Value;

pub static KIND: Kind = Kind {
    name: "variableStutter",
    about: "Repeats every event as often as the number beside it says",
    symbol: "⋮",
    build: |params| Built::new(VariableStutter { most: params.limits().queue }, 2, 1),
};

#[derive(Clone)]
struct VariableStutter {
    most: usize,
}

impl Processor for VariableStutter {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let times = match front[1].as_num() {
            Some(n) if !n.is_nan() => n,
            _ => return Err(wanted("the second input of variableStutter", "a number", &front[1])),
        };
        if times > self.most as f64 {
            return Err(Error::limit(format!(
                "variableStutter repeats an event at most {} times, got {times}",
                self.most
            )));
        }
        // A fraction is cut off; what is not positive means: not at all.
        (0..times as usize).for_each(|_| out.one(front[0].clone()));
        Ok(Flow::More)
    }
    fn reads(&self, input: usize) -> Reads {
        if input == 0 { Reads::Passes(Vec::new()) } else { Reads::Whole }
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let times = m.number(front[1])?;
        let most = m.terms.bounds(times).1.max(0);
        m.several(most as usize)?;
        for k in 0..most {
            let k = m.terms.int(k);
            let again = m.terms.less(k, times);
            m.emit(0, again, front[0]);
        }
        Ok(())
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::json;

    #[test]
    fn as_often_as_said() {
        assert_eq!(
            steps(json!({"type": "variableStutter"}), json!([["a", "b", "c", "d"], [2, 0, 1.9, -3]])),
            (json!([["a", "a"], [], ["c"], []]), json!([]))
        );
    }

    #[test]
    fn a_number_within_bounds() {
        let stutter = json!({"type": "variableStutter"});
        assert_eq!(error(stutter.clone(), json!([["a"], ["b"]])).code.name(), "E_TYPE");
        assert_eq!(error(stutter, json!([["a"], [1e12]])).code.name(), "E_LIMIT");
    }
}
