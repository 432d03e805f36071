//! `windowFn`: a function of the last events, `x` the oldest; it looks back as far as it has arguments.
//!
//! ```json
//! { "type": "windowFn", "fn": "y - x" }
//! ```

use crate::engine::{Because, Built, Emit, Failure, Flow, Kind, Lane, Processor, Sketch, Type, batch_by_steps};
use crate::error::Result;
use crate::expr::Function;
use crate::stateful;
use crate::term::Term;
use crate::value::{Column, Value};

pub static KIND: Kind = Kind {
    name: "windowFn",
    about: "Applies a function to the last few events",
    symbol: "ƒ[ ]",
    build: |params| {
        let function = params.function("fn")?;
        let width = function.arity().max(1);
        Built::new(WindowFn { function, width, recent: Vec::new() }, 1, 1)
    },
};

#[derive(Clone)]
struct WindowFn {
    function: Function,
    width: usize,
    /// The last events, oldest first, one fewer than the function has arguments.
    recent: Vec<Value>,
}

/// Windows up to this wide take the one-number path, which uses no memory of its own.
const NARROW: usize = 8;

impl WindowFn {
    fn keep(&mut self, value: Value) {
        if self.width > 1 {
            if self.recent.len() == self.width - 1 {
                self.recent.rotate_left(1);
                self.recent.pop();
            }
            self.recent.push(value);
        }
    }
}

impl WindowFn {
    fn sound(&self) -> bool {
        self.recent.len() < self.width
    }
}

impl Processor for WindowFn {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let value = std::mem::take(&mut front[0]);
        if self.recent.len() == self.width - 1 {
            let mut window = self.recent.clone();
            window.push(value.clone());
            out.put(0, self.function.call(&window)?, Because::Last(self.width));
        }
        self.keep(value);
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        let held = self.recent.len();
        let before: Option<Vec<f64>> = self.recent.iter().map(Value::as_num).collect();
        if let (Some(mut events), Some(input), Some(_)) = (before, inputs[0].nums(), self.function.expr()) {
            events.extend_from_slice(&input[..n]);
            // Argument k of window i is event i + k: the same events, shifted.
            let windows = (held + n).saturating_sub(self.width - 1);
            let shifted: Vec<Column> =
                (0..self.width).map(|k| Column::Num(events[k.min(events.len())..].to_vec())).collect();
            if let Ok(column) = self.function.column(&shifted, windows) {
                out[0].extend(&column, 0..windows);
                let kept = events.len().min(self.width - 1);
                self.recent = events[events.len() - kept..].iter().map(|x| Value::Num(*x)).collect();
                return Ok((n, Flow::More));
            }
        }
        batch_by_steps(self, inputs, n, out)
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        if self.recent.len() < self.width - 1 {
            self.keep(Value::Num(x));
            return Lane::SILENT;
        }
        let mut window = [0.0; NARROW];
        if self.width > NARROW {
            return Lane::OFF;
        }
        for (slot, value) in window.iter_mut().zip(&self.recent) {
            match value {
                Value::Num(n) => *slot = *n,
                _ => return Lane::OFF,
            }
        }
        window[self.width - 1] = x;
        match self.function.call_num(&window[..self.width]) {
            Some(value) => {
                self.keep(Value::Num(x));
                Lane::emit(value)
            }
            None => Lane::OFF,
        }
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        let same = self.recent.iter().all(|value| super::support::type_of(value) == inputs[0]);
        if same { self.function.types(&vec![inputs[0]; self.width]).map(|t| vec![t]) } else { None }
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.function.bind(name, value);
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let before = self.width - 1;
        let seen = m.counter("seen", before);
        let mut window: Vec<Term> = (0..before).map(|k| m.event(&format!("recent[{k}]"), m.domain(0))).collect();
        window.push(front[0]);
        let value = m.call(&self.function, &window)?;
        let full = m.terms.is(seen, before as i32);
        m.emit(0, full, value);
        (0..before).for_each(|k| m.set(&format!("recent[{k}]"), window[k + 1]));
        m.count_up("seen", before);
        Ok(())
    }
    stateful!(recent; sound);
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::steps;
    use serde_json::json;

    #[test]
    fn the_difference_of_neighbours() {
        assert_eq!(
            steps(json!({"type": "windowFn", "fn": "x - y"}), json!([[3, 1, 4, 1, 5]])),
            (json!([[], [2], [-3], [3], [-4]]), json!([]))
        );
    }

    #[test]
    fn three_texts() {
        assert_eq!(
            steps(json!({"type": "windowFn", "fn": "x + y + z"}), json!([["a", "b", "c", "d"]])).0,
            json!([[], [], ["abc"], ["bcd"]])
        );
    }

    #[test]
    fn one_argument_is_a_plain_function() {
        assert_eq!(steps(json!({"type": "windowFn", "fn": "x * x"}), json!([[2, 3]])).0, json!([[4], [9]]));
    }
}
