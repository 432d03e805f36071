//! The built-in model checkers: they know transition systems and formulas, never what those came from.

mod automaton;
mod both;
mod branching;
mod cone;
mod explicit;
mod linear;
mod program;
mod question;
mod space;
mod strong;
mod symbolic;

pub use program::Simulator;
pub use question::check;

use crate::model::Hazard;
use std::future::Future;
use std::pin::Pin;

/// What looks for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The explicit checker; where that finds very many states, both in turn, until one has an answer.
    #[default]
    Auto,
    /// State by state.
    Explicit,
    /// Sets of states as decision diagrams.
    Symbolic,
}

impl Engine {
    /// By the name that users give it.
    pub fn named(name: &str) -> Option<Engine> {
        [Engine::Auto, Engine::Explicit, Engine::Symbolic].into_iter().find(|engine| engine.name() == name)
    }
    /// The name for users.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Explicit => "explicit",
            Engine::Symbolic => "symbolic",
        }
    }
}

/// How far a check may go.
#[derive(Clone, Debug)]
pub struct Reach {
    /// States that the explicit checker holds (of the product with a formula's automaton, where there is one).
    pub states: usize,
    /// Nodes of the symbolic checker's diagrams.
    pub nodes: usize,
    /// Milliseconds.
    pub time: f64,
    pub engine: Engine,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { states: 5_000_000, nodes: 10_000_000, time: 60_000.0, engine: Engine::Auto }
    }
}

/// What is known while a check runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// A whole number; the symbolic checker's may be larger than any integer type.
    pub states: f64,
    pub edges: u64,
    /// Steps from a first state.
    pub depth: usize,
    /// States found and not looked at yet.
    pub frontier: f64,
    /// Nodes of diagrams; none in the explicit checker.
    pub nodes: usize,
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
    Nodes(usize),
    /// There are more bits in a state than diagrams are made for.
    Bits(usize),
    /// The automaton of the formula is too large.
    Formula,
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
    /// Which checker found it; never `Auto`.
    pub engine: Engine,
    pub progress: Progress,
    /// Hazards that the check came across: what was said is of a model that stops being the pipeline there.
    pub hazards: Vec<Hazard>,
    /// Bytes a packed state takes.
    pub state_bytes: usize,
    /// Bytes used besides the packed states.
    pub other_bytes: usize,
}

impl Outcome {
    /// An answer of a checker that did nothing for it.
    pub fn bare(answer: Answer, engine: Engine) -> Outcome {
        let progress = Progress::default();
        Outcome { answer, engine, progress, hazards: Vec::new(), state_bytes: 0, other_bytes: 0 }
    }
}
