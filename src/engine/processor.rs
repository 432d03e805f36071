//! What a processor is to the engine: a step on a front of events, an end, and state that can be saved.

use super::lane::{Fold, Lane, Simple};
use super::params::Params;
use super::sketch::{Signal, Sketch};
use crate::error::{Error, Result};
use crate::limits::COLUMN;
use crate::term::Term;
use crate::trouble;
use crate::value::{Column, History, Members, Reader, Value, Writer};
use std::any::Any;

/// Whether a processor may still emit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    More,
    /// Nothing will be emitted any more: downstream sees the end of the trace after this step's events.
    Done,
}

/// Which fronts made an output, for `explain`; fronts are counted from 0 since the last reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The front at hand (at the end of the trace: all fronts).
    Current,
    /// The last n fronts, the one at hand included.
    Last(usize),
    /// The n fronts before the one at hand.
    Before(usize),
    /// Every front so far.
    All,
    /// The front of that number alone.
    Front(u64),
    /// The events of a list: see [`Emit::made_of`].
    Listed(usize),
}

/// Events that a processor got: each by its input and its number there, from 0 since the last reset.
pub type Events = Vec<(usize, u64)>;

/// Where a step puts its output events: in order, each with its port.
#[derive(Clone, Default)]
pub struct Emit {
    pub events: Vec<(usize, Value)>,
    /// Reasons, filled only while lineage is recorded.
    pub because: Option<Vec<Because>>,
    /// The lists of events that reasons speak of.
    pub lists: Vec<Events>,
}

impl Emit {
    /// Emits one event on output 0.
    pub fn one(&mut self, value: Value) {
        self.put(0, value, Because::Current);
    }
    /// Emits one event on a port.
    pub fn on(&mut self, port: usize, value: Value) {
        self.put(port, value, Because::Current);
    }
    /// Emits one event on a port, and says which fronts made it.
    pub fn put(&mut self, port: usize, value: Value, because: Because) {
        self.events.push((port, value));
        if self.because.is_some() {
            self.note(because);
        }
    }
    /// Apart, so that emitting stays small where it is inlined.
    #[cold]
    #[inline(never)]
    fn note(&mut self, because: Because) {
        if let Some(reasons) = &mut self.because {
            reasons.push(because);
        }
    }
    /// Emits one event on a port, made of those events; they are asked for only while lineage is recorded.
    pub fn made_of(&mut self, port: usize, value: Value, events: &dyn Fn() -> Events) {
        if self.because.is_some() {
            self.lists.push(events());
        }
        self.put(port, value, Because::Listed(self.lists.len().wrapping_sub(1)));
    }
    /// Takes back what was emitted after the first so many events.
    pub fn take_back(&mut self, kept: usize) {
        self.events.truncate(kept);
        if let Some(reasons) = &mut self.because {
            reasons.truncate(kept);
        }
    }
    /// Emits a front: one event on each output in turn.
    pub fn front(&mut self, values: impl IntoIterator<Item = Value>) {
        for (port, value) in values.into_iter().enumerate() {
            self.on(port, value);
        }
    }
}

pub use crate::expr::Type;

/// A failure inside a batch: the front it happened at. Fronts before it were processed, and their output emitted.
#[derive(Debug)]
pub struct Failure {
    pub front: usize,
    pub error: Error,
}

/// One processor with its state. It knows fronts and columns; never queues, threads or the host.
pub trait Processor: Any {
    /// One event is ready on every input: take it and emit what follows from it.
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow>;

    /// The same on many fronts: `inputs[i]` holds the next n events of input i. Gives how many fronts were
    /// taken (fewer only with `Flow::Done`).
    fn batch(
        &mut self,
        inputs: &[Column],
        n: usize,
        out: &mut [Column],
    ) -> std::result::Result<(usize, Flow), Failure> {
        batch_by_steps(self, inputs, n, out)
    }

    /// What it does to single numbers, where that is simple enough for the engine to do it in place of a call of
    /// [`Processor::lane`].
    fn simple(&self) -> Simple {
        Simple::No
    }

    /// One number in, at most one number out; for processors with one input and one output.
    #[inline]
    fn lane(&mut self, _x: f64) -> Lane {
        Lane::OFF
    }

    /// Objects will come by their members at these paths, in [`Processor::lane_object`]: whether it can take such.
    fn expect(&mut self, _paths: &[String]) -> bool {
        false
    }
    /// The same as [`Processor::lane`] for an object.
    #[inline]
    fn lane_object(&mut self, _members: &Members) -> Lane {
        Lane::OFF
    }
    /// After [`Processor::expect`]: which of the members it puts out, where it does nothing else.
    fn member(&self) -> Option<usize> {
        None
    }
    /// The map that comes out where a lane says so.
    fn map(&self) -> Option<&History> {
        None
    }
    /// It puts out how many elements its event has, and nothing else: no map need be made for it.
    fn is_count(&self) -> bool {
        false
    }
    /// The same as [`Processor::batch`] where only the sizes of the maps that come out are asked for. `None` where it has no
    /// quicker way to tell; then nothing has happened.
    fn batch_sizes(
        &mut self,
        _inputs: &[Column],
        _n: usize,
        _sizes: &mut Column,
    ) -> Option<std::result::Result<(usize, Flow), Failure>> {
        None
    }

    /// All inputs have ended: emit what was held back.
    fn end(&mut self, _out: &mut Emit) -> Result<()> {
        Ok(())
    }

    /// Back to the state before the first event.
    fn reset(&mut self);

    /// Given the types of the inputs: the types of the outputs, if no event of those types can make it fail.
    /// `None` where it may fail.
    fn types(&self, _inputs: &[Type]) -> Option<Vec<Type>> {
        None
    }

    /// Sets a context variable in all functions of this processor and of those inside it.
    fn bind(&mut self, _name: &str, _value: &Value) {}

    /// Writes the state (not the parameters).
    fn save(&self, w: &mut Writer);
    /// Reads the state that `save` wrote.
    fn load(&mut self, r: &mut Reader) -> Result<()>;
    /// A copy with the same state, sharing nothing that changes.
    fn duplicate(&self) -> Box<dyn Processor>;

    /// The order in which events arrive on different inputs matters: it takes each event as it comes, in
    /// [`Processor::arrive`], not in fronts.
    fn by_arrival(&self) -> bool {
        false
    }
    /// Each event it puts out is a larger collection or text than the one before: it is not to be run on columns, since
    /// those would hold all of them at once.
    fn piles_up(&self) -> bool {
        false
    }
    /// An event arrived on one input (only where [`Processor::by_arrival`]).
    fn arrive(&mut self, _port: usize, _value: Value, _out: &mut Emit) -> Result<Flow> {
        Ok(Flow::More)
    }
    /// What it is on numbers, where that is a fold: many of them need no more room than a number each.
    fn fold(&self) -> Option<Fold> {
        None
    }
    /// Goes on after a number as if it had put that out last (only where [`Processor::fold`]).
    fn resume(&mut self, _reached: f64) {}
    /// How `window` may replace it by a sliding version of constant cost; see `processors/window`.
    fn sliding(&self, _width: usize) -> Sliding {
        Sliding::No
    }
    /// What expressions of this processor read of its inputs: see [`Reads`].
    fn reads(&self, input: usize) -> Reads {
        let _ = input;
        Reads::Whole
    }
    /// For a source (no inputs): the next event, or `None` at its end.
    fn next(&mut self) -> Option<Value> {
        None
    }

    /// The same step as a model: on the terms of one front, what it emits and how its state changes.
    /// It says what [`Processor::step`] does, and stands beside it so that they change together; it is left out of the
    /// engine that only runs pipelines.
    fn model(&self, m: &mut Sketch, _front: &[Term]) -> Result<()> {
        Err(m.refuse("it has no translation"))
    }
    /// The model of [`Processor::end`].
    fn model_end(&self, _m: &mut Sketch) -> Result<()> {
        Ok(())
    }
    /// A step of it may end the stream.
    fn model_finishes(&self) -> bool {
        false
    }
    /// For what is no processor of fronts but a pipeline of its own: its whole step on its pipes.
    fn model_pipes(&self, _m: &mut Sketch, _inputs: &[Signal]) -> Option<Result<Vec<Signal>>> {
        None
    }
}

/// What a processor needs of the objects on an input.
#[derive(Clone, Debug, PartialEq)]
pub enum Reads {
    /// Only these member paths, such as `user.id`.
    Paths(Vec<String>),
    /// These paths, and it hands the object on to its outputs (filter, trim, fork).
    Passes(Vec<String>),
    /// The object itself.
    Whole,
}

/// How a processor behaves inside a window.
pub enum Sliding {
    /// Only by running it anew on each window.
    No,
    /// Stateless, one output front for each input front: the same inside a window as outside.
    Same,
    /// Its sliding version, which gives one output for each front.
    By(Box<dyn Processor>),
}

/// An error if a processor would put out that many events for a part of a batch.
pub fn fits(events: usize) -> Result<()> {
    if events <= COLUMN {
        return Ok(());
    }
    Err(Error::limit(format!("more than {COLUMN} events would come out at once")))
}

/// A batch as a sequence of single steps.
pub fn batch_by_steps<P: Processor + ?Sized>(
    p: &mut P,
    inputs: &[Column],
    n: usize,
    out: &mut [Column],
) -> std::result::Result<(usize, Flow), Failure> {
    let mut emit = Emit::default();
    let mut front: Vec<Value> = vec![Value::Null; inputs.len()];
    for k in 0..n {
        for (slot, column) in front.iter_mut().zip(inputs) {
            *slot = column.get(k);
        }
        let flow = trouble::checked(p.step(&mut front, &mut emit)).map_err(|error| Failure { front: k, error })?;
        for (port, value) in emit.events.drain(..) {
            out[port].push(value);
        }
        out.iter().try_for_each(|column| fits(column.len())).map_err(|error| Failure { front: k, error })?;
        if flow == Flow::Done {
            return Ok((k + 1, flow));
        }
    }
    Ok((n, Flow::More))
}

/// A processor ready to be placed in a plan.
pub struct Built {
    pub processor: Box<dyn Processor>,
    pub inputs: usize,
    pub outputs: usize,
}

impl Built {
    /// A processor of those arities.
    pub fn new(processor: impl Processor + 'static, inputs: usize, outputs: usize) -> Result<Built> {
        Ok(Built { processor: Box::new(processor), inputs, outputs })
    }
}

/// A type of processor: its name in JSON and how it is made from its parameters.
pub struct Kind {
    pub name: &'static str,
    /// One line for help and palettes.
    pub about: &'static str,
    /// The sign drawn in its box.
    pub symbol: &'static str,
    pub build: fn(&mut Params) -> Result<Built>,
}

/// Implements `reset`, `save`, `load` and `duplicate` for a processor whose changing fields are named.
/// Each field's type is `Clone + Default + Persist`, and its default is the state before the first event.
///
/// `stateful!(count, last);` inside `impl Processor for ...`, or `stateful!();` for a stateless one. Where not every value
/// of the fields is a state, `stateful!(count, last; sound)` with a method `sound` that tells whether it is one.
#[macro_export]
macro_rules! stateful {
    ($($field:ident),*) => {
        $crate::stateful!($($field),*; always);
    };
    (@sound always, $self:ident) => {
        true
    };
    (@sound $sound:ident, $self:ident) => {
        $self.$sound()
    };
    ($($field:ident),*; $sound:ident) => {
        fn reset(&mut self) {
            $( self.$field = Default::default(); )*
        }
        #[allow(unused_variables)]
        fn save(&self, w: &mut $crate::value::Writer) {
            $( w.put(&self.$field); )*
        }
        #[allow(unused_variables)]
        fn load(&mut self, r: &mut $crate::value::Reader) -> $crate::error::Result<()> {
            $( self.$field = r.get()?; )*
            if $crate::stateful!(@sound $sound, self) {
                return Ok(());
            }
            Err($crate::value::damaged("a processor has no such state"))
        }
        fn duplicate(&self) -> Box<dyn $crate::engine::Processor> {
            Box::new(self.clone())
        }
    };
}
