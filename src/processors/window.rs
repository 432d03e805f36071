//! `window`: a processor runs on the last so many fronts, anew for each; its last output comes out.
//!
//! Where the processors inside allow it (folds by associative functions, functions of single fronts) the window is
//! kept up to date instead, at constant cost whatever its width.
//!
//! ```json
//! { "type": "window", "width": 3, "of": { "type": "cumulate", "fn": "x + y" } }
//! ```

use super::sliding_fold::SlidingFold;
use crate::engine::{
    Because, Built, Emit, Failure, Flow, Kind, Lane, Machine, Processor, Reads, Sketch, Type, batch_by_steps,
};
use crate::error::{Error, Result};
use crate::term::Term;
use crate::value::{Column, Reader, Value, Writer, damaged};
use std::any::Any;

pub static KIND: Kind = Kind {
    name: "window",
    about: "Runs a processor on the last so many events, at each event",
    symbol: "[ ]",
    build: |params| {
        let width = params.whole("width", 1)?;
        let most = params.limits().width;
        if width > most {
            let error = Error::limit(format!("a window may be at most {most} wide, got {width}"));
            return Err(error.at(&format!("{}.width", params.path)));
        }
        let inner = params.machine("of")?;
        let (inputs, outputs) = (inner.inputs(), inner.outputs());
        match inner.sliding(width) {
            Some(slides) => {
                let slides = Slides { inner: Inner::of(slides), of: inner, skip: width - 1, width, seen: 0 };
                Built::new(slides, inputs, outputs)
            }
            None => Built::new(Replays { inner, width, recent: vec![Column::default(); inputs] }, inputs, outputs),
        }
    },
};

/// Takes all that a machine put out; gives its last output front, if there is a whole one.
pub fn last_front(machine: &mut Machine) -> Option<Vec<Value>> {
    let fronts = machine.outs.iter().map(Column::len).min().unwrap_or(0);
    let last = (fronts > 0).then(|| machine.outs.iter().map(|out| out.get(fronts - 1)).collect());
    machine.outs.iter_mut().for_each(Column::clear);
    last
}

/// The model of a window: instances of the processor inside, each started one event after the one before (section
/// 3.3 of the paper). The paper resets the instances in turn and counts whose turn it is; here instance p is always
/// the one that has seen p events, and hands its state to the next, so that the turn is no part of the state.
fn model(m: &mut Sketch, inner: &Machine, width: usize, front: &[Term]) -> Result<()> {
    let template = m.template_with_last(inner)?;
    let seen = m.counter("seen", width - 1);
    let full = m.terms.is(seen, width as i32 - 1);
    let before: Vec<_> = (1..width).map(|p| m.load(&format!("of[{p}]"), &template)).collect();
    for p in 0..width {
        let cells = if p == 0 { template.clone() } else { before[p - 1].clone() };
        let last = p == width - 1;
        let after = m.inside_with_last(inner, cells, front, last)?;
        if last {
            for port in 0..inner.outputs() {
                let (there, value) = Sketch::last(&after, port);
                let when = m.terms.and(full, there);
                m.emit(port, when, value);
            }
        } else {
            m.store(&format!("of[{}]", p + 1), &after);
        }
    }
    m.count_up("seen", width - 1);
    Ok(())
}

/// What slides: a single fold, which is what most windows are made of, or any pipeline.
#[derive(Clone)]
enum Inner {
    Fold(Box<SlidingFold>),
    Whole(Box<Machine>),
}

impl Inner {
    fn of(machine: Machine) -> Inner {
        let fold = machine.only().and_then(|only| (only as Box<dyn Any>).downcast().ok());
        fold.map_or_else(|| Inner::Whole(Box::new(machine)), Inner::Fold)
    }
}

/// Each processor inside in its sliding version: an output for each front, the first ones of windows not yet full.
#[derive(Clone)]
struct Slides {
    inner: Inner,
    /// The processor as it was given, for the model.
    of: Machine,
    skip: usize,
    width: usize,
    seen: usize,
}

impl Slides {
    /// Counts a front; whether the window is full with it.
    #[inline(always)]
    fn is_full(&mut self) -> bool {
        let full = self.seen >= self.skip;
        self.seen += !full as usize;
        full
    }
}

impl Processor for Slides {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let before = out.events.len();
        match &mut self.inner {
            Inner::Fold(fold) => {
                fold.step(front, out).map_err(|error| self.of.plan().nodes[0].blame(error))?;
            }
            Inner::Whole(machine) => {
                match front {
                    [Value::Num(x)] => machine.push_num(0, *x)?,
                    front => machine.push_front(front)?,
                }
                for (port, made) in machine.outs.iter_mut().enumerate() {
                    if !made.is_empty() {
                        out.put(port, made.take(made.len() - 1), Because::Last(self.width));
                    }
                    made.clear();
                }
            }
        }
        if !self.is_full() {
            out.take_back(before);
        }
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        if self.seen < self.skip {
            return self.fill(inputs, n, out);
        }
        match &mut self.inner {
            Inner::Fold(fold) => fold.batch(inputs, n, out).map_err(|Failure { front, error }| {
                let error = self.of.plan().nodes[0].blame(error);
                Failure { front, error }
            }),
            Inner::Whole(machine) => {
                let result = machine.run(inputs);
                for (made, out) in machine.outs.iter_mut().zip(out) {
                    if out.is_empty() {
                        std::mem::swap(made, out);
                    } else {
                        out.extend(made, 0..made.len());
                    }
                    made.clear();
                }
                result.map(|()| (n, Flow::More)).map_err(|error| Failure { front: n - 1, error })
            }
        }
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        let Inner::Fold(fold) = &mut self.inner else { return Lane::OFF };
        let made = fold.lane(x);
        if made.is_off() || self.is_full() { made } else { Lane::SILENT }
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        match &self.inner {
            Inner::Fold(fold) => fold.types(inputs),
            Inner::Whole(machine) => machine.types(inputs),
        }
    }
    fn bind(&mut self, name: &str, value: &Value) {
        match &mut self.inner {
            Inner::Fold(fold) => fold.bind(name, value),
            Inner::Whole(machine) => machine.bind(name, value),
        }
    }
    fn reads(&self, input: usize) -> Reads {
        match &self.inner {
            Inner::Whole(machine) => match machine.reads(input) {
                Reads::Paths(paths) => Reads::Paths(paths),
                _ => Reads::Whole,
            },
            Inner::Fold(_) => Reads::Whole,
        }
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        model(m, &self.of, self.width, front)
    }
    fn reset(&mut self) {
        match &mut self.inner {
            Inner::Fold(fold) => fold.reset(),
            Inner::Whole(machine) => machine.reset(),
        }
        self.seen = 0;
    }
    fn save(&self, w: &mut Writer) {
        match &self.inner {
            Inner::Fold(fold) => fold.save(w),
            Inner::Whole(machine) => machine.save(w),
        }
        w.put(&self.seen);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        match &mut self.inner {
            Inner::Fold(fold) => fold.load(r)?,
            Inner::Whole(machine) => machine.load(r)?,
        }
        self.seen = r.get()?;
        if self.seen > self.skip {
            return Err(damaged("a window is of another width"));
        }
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

impl Slides {
    /// The fronts of a batch that make the window full, then the rest.
    fn fill(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        let few = n.min(self.skip - self.seen);
        batch_by_steps(self, inputs, few, out)?;
        if few < n {
            let rest: Vec<Column> = inputs.iter().map(|input| input.part(few..n)).collect();
            let shifted = |failure: Failure| Failure { front: few + failure.front, ..failure };
            self.batch(&rest, n - few, out).map_err(shifted)?;
        }
        Ok((n, Flow::More))
    }
}

/// The processor inside starts afresh on each window.
#[derive(Clone)]
struct Replays {
    inner: Machine,
    width: usize,
    /// For each input: the last events, at most as many as the window is wide.
    recent: Vec<Column>,
}

impl Processor for Replays {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        for (recent, value) in self.recent.iter_mut().zip(front) {
            if recent.len() == self.width {
                recent.drop_front(1);
            }
            recent.push(std::mem::take(value));
        }
        if self.recent.iter().all(|recent| recent.len() == self.width) {
            self.inner.reset();
            self.inner.run(&self.recent)?;
            self.inner.end()?;
            for (port, value) in last_front(&mut self.inner).into_iter().flatten().enumerate() {
                out.put(port, value, Because::Last(self.width));
            }
        }
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        batch_by_steps(self, inputs, n, out)
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.inner.bind(name, value);
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        model(m, &self.inner, self.width, front)
    }
    fn reset(&mut self) {
        self.inner.reset();
        self.recent.iter_mut().for_each(|recent| *recent = Column::default());
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.recent);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        let recent: Vec<Column> = r.get()?;
        if recent.len() != self.recent.len() || recent.iter().any(|column| column.len() > self.width) {
            return Err(damaged("a window is of another width"));
        }
        self.inner.reset();
        self.recent = recent;
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::testing::{error, steps};
    use serde_json::{Value as Json, json};

    fn window(width: usize, of: Json) -> Json {
        json!({"type": "window", "width": width, "of": of})
    }

    #[test]
    fn sums_of_three() {
        assert_eq!(
            steps(window(3, json!({"type": "cumulate", "fn": "x + y"})), json!([[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]])),
            (json!([[], [], [8], [6], [10], [15], [16], [17], [13], [14], [13]]), json!([]))
        );
    }

    #[test]
    fn the_greatest_of_five() {
        assert_eq!(
            steps(
                window(5, json!({"type": "cumulate", "fn": "max(x, y)"})),
                json!([[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]])
            )
            .0,
            json!([[], [], [], [], [5], [9], [9], [9], [9], [9], [6]])
        );
    }

    #[test]
    fn a_start_value_counts_once_in_each_window() {
        assert_eq!(
            steps(window(2, json!({"type": "cumulate", "fn": "x + y", "start": 100})), json!([[1, 2, 3]])).0,
            json!([[], [103], [105]])
        );
    }

    #[test]
    fn wider_than_the_stream() {
        assert_eq!(
            steps(window(10, json!({"type": "cumulate", "fn": "x + y"})), json!([[1, 2, 3]])),
            (json!([[], [], []]), json!([]))
        );
    }

    #[test]
    fn averages_of_two_sums() {
        let average = json!({"processors": [
            {"id": "one", "type": "turnInto", "value": 1},
            {"id": "count", "type": "cumulate", "fn": "x + y"},
            {"id": "sum", "type": "cumulate", "fn": "x + y", "from": "in"},
            {"type": "apply", "fn": "x / y", "from": ["sum", "count"]}
        ]});
        assert_eq!(steps(window(2, average), json!([[1, 3, 5]])).0, json!([[], [2], [4]]));
    }

    #[test]
    fn truth_in_three_values_and_texts() {
        assert_eq!(
            steps(window(2, json!({"type": "cumulate", "fn": "x && y"})), json!([[true, null, false, true, true]])).0,
            json!([[], [null], [false], [false], [true]])
        );
        assert_eq!(
            steps(window(3, json!({"type": "cumulate", "fn": "x + y"})), json!([["a", 1, 2, 3, 4, 5]])).0,
            json!([[], [], ["a12"], [6], [9], [12]])
        );
    }

    #[test]
    fn the_last_output_of_the_processor_inside() {
        let inputs = json!([[1, 2, 3, 4, 5]]);
        assert_eq!(
            steps(window(3, json!({"type": "decimate", "interval": 3})), inputs.clone()).0,
            json!([[], [], [1], [2], [3]])
        );
        assert_eq!(
            steps(window(3, json!({"type": "decimate", "interval": 2, "last": true})), inputs.clone()).0,
            json!([[], [], [3], [4], [5]])
        );
        assert_eq!(steps(window(2, json!({"type": "trim", "count": 2})), inputs).0, json!([[], [], [], [], []]));
    }

    #[test]
    fn the_end_reaches_each_window() {
        assert_eq!(steps(window(2, json!({"type": "keepLast"})), json!([[1, 2, 3]])).0, json!([[], [2], [3]]));
    }

    #[test]
    fn two_inputs() {
        assert_eq!(
            steps(window(2, json!({"type": "apply", "fn": "x + y"})), json!([[1, 2, 3], [10, 20, 30]])).0,
            json!([[], [22], [33]])
        );
    }

    #[test]
    fn a_fold_that_is_not_associative_is_run_anew() {
        assert_eq!(
            steps(window(3, json!({"type": "cumulate", "fn": "x - y"})), json!([[9, 1, 2, 3]])).0,
            json!([[], [], [6], [-4]])
        );
    }

    #[test]
    fn widths_have_bounds() {
        let sum = json!({"type": "cumulate", "fn": "x + y"});
        assert_eq!(error(window(100_001, sum.clone()), json!([[1]])).code.name(), "E_LIMIT");
        assert_eq!(error(window(0, sum), json!([[1]])).code.name(), "E_SHAPE");
    }
}
