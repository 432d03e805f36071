//! The built-in model checkers: they know transition systems and formulas, never what those came from.

mod automaton;
mod branching;
mod explicit;
mod linear;
mod program;
mod space;
mod strong;

pub use explicit::check;
pub use program::Simulator;

use crate::model::Hazard;
use std::future::Future;
use std::pin::Pin;

/// How far a check may go.
#[derive(Clone, Debug)]
pub struct Reach {
    /// States (of the product with a formula's automaton, where there is one).
    pub states: usize,
    /// Milliseconds.
    pub time: f64,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { states: 5_000_000, time: 60_000.0 }
    }
}

/// What is known while a check runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    pub states: usize,
    pub edges: u64,
    /// Steps from a first state.
    pub depth: usize,
    /// States found and not looked at yet.
    pub frontier: usize,
}

/// What a pulse answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    On,
    /// The user wants it to stop.
    Stop,
    /// The time is over.
    Late,
}

/// The clock of a long check: looked at now and then, so that it can show progress, let others run, and stop.
pub trait Pulse {
    fn beat<'a>(&'a self, progress: Progress) -> Pin<Box<dyn Future<Output = Beat> + 'a>>;
}

/// A pulse that never stops.
pub struct Steady;

impl Pulse for Steady {
    fn beat<'a>(&'a self, _progress: Progress) -> Pin<Box<dyn Future<Output = Beat> + 'a>> {
        Box::pin(std::future::ready(Beat::On))
    }
}

/// Runs a check to its end where nobody else wants to run meanwhile.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

/// A run that shows why a property does not hold: the values of all inputs in each step, by variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The first state, one value for each variable of the system; inputs have those of the first step.
    pub steps: Vec<Vec<i32>>,
    /// The step it goes back to after the last one; a run without a loop is all there is to see.
    pub back: Option<usize>,
}

/// Why a check ended without an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Cut {
    States(usize),
    Time(f64),
    Stopped,
    /// Answers depend on what happens after the model stopped being the pipeline.
    Beyond(Vec<Hazard>),
    /// A queue gets longer than so many events; whether without end is not known.
    Queues(usize),
    /// There are more inputs in a step than can be tried one by one.
    Inputs,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Holds,
    Fails(Run),
    Unknown(Cut),
}

/// What a check found.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub answer: Answer,
    pub progress: Progress,
    /// Hazards that the check came across: what was said is of a model that stops being the pipeline there.
    pub hazards: Vec<Hazard>,
    /// Bytes a packed state takes.
    pub state_bytes: usize,
    /// Bytes used besides the packed states.
    pub other_bytes: usize,
}
