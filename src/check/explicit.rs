//! The explicit checker: every reachable state is visited once, inputs are labels of edges, nearest states first.

use super::branching::branching;
use super::linear::linear;
use super::program::{Program, Trouble};
use super::space::{NONE, Space};
use super::{Answer, Beat, Cut, Engine, Outcome, Progress, Pulse, Reach, Run};
use crate::error::{Error, Result};
use crate::model::{Formula, Hazard, Logic, System, Term};

/// Answers a question by visiting states.
pub async fn ask(
    system: &mut System,
    logic: Logic,
    formula: &Formula,
    follow: bool,
    reach: &Reach,
    pulse: &dyn Pulse,
) -> Result<Outcome> {
    let fair = !system.justice.is_empty() || system.rules.iter().any(|rule| rule.just);
    match (formula.invariant(), logic) {
        (Some(term), _) if !fair => {
            let mut search = match Search::new(system, &[term], follow, reach, pulse)? {
                Ok(search) => search,
                Err(outcome) => return Ok(outcome),
            };
            let register = search.program.register(term);
            let end = search.explore(Some(register)).await;
            let answer = match end {
                End::Whole => Answer::Holds,
                End::Bad(state, row) => {
                    let steps = search.steps(system, state, row);
                    Answer::Fails(Run { steps, back: None })
                }
                End::Cut(cut) => Answer::Unknown(cut),
            };
            Ok(search.outcome(answer))
        }
        (_, Logic::Ctl) => branching(system, formula, follow, fair, reach, pulse).await,
        (_, Logic::Ltl) => linear(system, formula, follow, reach, pulse).await,
    }
}

/// How an exploration ended.
pub enum End {
    /// All reachable states were seen.
    Whole,
    /// In this state and row the asked term is false.
    Bad(u32, usize),
    Cut(Cut),
}

/// A search through the states of a system.
pub struct Search<'a> {
    pub program: Program,
    pub space: Space,
    /// Hazards that can be told in this cone: their register, whether they cut the search, whether they were met.
    hazards: Vec<(Hazard, usize, bool, bool)>,
    follow: bool,
    reach: &'a Reach,
    pulse: &'a dyn Pulse,
    pub progress: Progress,
    next: Vec<u64>,
}

/// Edges between two looks at the clock.
const BEAT: u64 = 1 << 14;

impl<'a> Search<'a> {
    /// A search that can tell the asked terms; an outcome at once where there is nothing to search.
    pub fn new(
        system: &mut System,
        asked: &[Term],
        follow: bool,
        reach: &'a Reach,
        pulse: &'a dyn Pulse,
    ) -> Result<std::result::Result<Search<'a>, Outcome>> {
        let mut asked = asked.to_vec();
        let program = |system: &mut System, asked: &[Term]| match Program::new(system, asked) {
            Ok(program) => Ok(Ok(program)),
            Err(Trouble::NoFirst) => {
                Err(Error::shape("no state satisfies the condition on first states: everything would hold vacuously"))
            }
            Err(Trouble::Inputs) => Ok(Err(())),
        };
        let first = program(system, &asked)?;
        let hazards: Vec<(Hazard, Term)> = match &first {
            Ok(program) => system.hazards.iter().filter(|(_, t)| program.knows(system, *t)).cloned().collect(),
            Err(()) => Vec::new(),
        };
        asked.extend(hazards.iter().map(|(_, t)| *t));
        let ready = if hazards.is_empty() { first } else { program(system, &asked)? };
        let Ok(program) = ready else {
            return Ok(Err(Outcome::bare(Answer::Unknown(Cut::Inputs), Engine::Explicit)));
        };
        let hazards = hazards
            .into_iter()
            .map(|(hazard, t)| {
                let cuts = system.cuts(&hazard);
                (hazard, program.register(t), cuts, false)
            })
            .collect();
        let width = program.words;
        Ok(Ok(Search {
            space: Space::new(width),
            next: vec![0; width],
            program,
            hazards,
            follow,
            reach,
            pulse,
            progress: Progress::default(),
        }))
    }

    /// Makes room for more bits in a state; call it before anything is found.
    pub fn room(&mut self, bits: u32) -> (usize, u32) {
        let place = self.program.room(bits);
        self.space = Space::new(self.program.words);
        self.next = vec![0; self.program.words];
        place
    }

    /// The step at hand is one in which the model is no longer what it is a model of, and is not followed.
    #[inline]
    pub fn stops(&mut self) -> bool {
        let mut stops = false;
        for (_, register, cuts, met) in &mut self.hazards {
            if self.program.get(*register) != 0 {
                *met = true;
                stops |= *cuts && !self.follow;
            }
        }
        stops
    }

    /// Looks at the clock.
    pub async fn beat(&mut self) -> Option<Cut> {
        self.progress.states = self.space.len() as f64;
        match self.pulse.beat(self.progress).await {
            Beat::On if self.space.len() > self.reach.states => Some(Cut::States(self.reach.states)),
            Beat::On => None,
            Beat::Stop => Some(Cut::Stopped),
            Beat::Late => Some(Cut::Time(self.reach.time)),
        }
    }

    /// Finds all states, or the nearest step in which a term is false.
    pub async fn explore(&mut self, bad: Option<usize>) -> End {
        let mut state = vec![0; self.program.words];
        for first in std::mem::take(&mut self.program.first) {
            self.program.pack(&first, &mut state);
            self.space.add(&state, NONE, 0);
        }
        let (rows, ways) = (self.program.row_count, self.program.ways());
        let mut at = 0;
        let mut level = self.space.len();
        let mut beat = BEAT;
        while at < self.space.len() {
            if at == level {
                level = self.space.len();
                self.progress.depth += 1;
            }
            self.program.load(self.space.state(at as u32));
            for row in 0..rows {
                if !self.program.edge(row) || self.stops() {
                    continue;
                }
                if bad.is_some_and(|register| self.program.get(register) == 0) {
                    self.progress.states = self.space.len() as f64;
                    return End::Bad(at as u32, row);
                }
                for way in 0..ways {
                    if self.program.open(way) {
                        self.progress.edges += 1;
                        self.program.next(way, &mut self.next);
                        self.space.add(&self.next, at as u32, (row * ways + way) as u32);
                    }
                }
            }
            at += 1;
            if self.progress.edges >= beat {
                beat = self.progress.edges + BEAT;
                self.progress.frontier = (self.space.len() - at) as f64;
                if let Some(cut) = self.beat().await {
                    return End::Cut(cut);
                }
            }
        }
        self.progress.frontier = 0.0;
        self.progress.states = self.space.len() as f64;
        if self.space.len() > self.reach.states {
            return End::Cut(Cut::States(self.reach.states));
        }
        End::Whole
    }

    /// The states that follow from the row at hand.
    #[inline]
    pub fn targets(&mut self, into: &mut Vec<u32>) {
        into.clear();
        for way in 0..self.program.ways() {
            if self.program.open(way) {
                self.program.next(way, &mut self.next);
                self.progress.edges += 1;
                if let Some(id) = self.space.find(&self.next) {
                    into.push(id);
                }
            }
        }
    }

    /// The values along the way to a state, and in it.
    pub fn steps(&self, system: &System, state: u32, row: usize) -> Vec<Vec<i32>> {
        let ways = self.program.ways();
        let mut steps: Vec<Vec<i32>> = self
            .space
            .path(state)
            .into_iter()
            .map(|(state, label)| self.program.values(system, self.space.state(state), label as usize / ways))
            .collect();
        steps.push(self.program.values(system, self.space.state(state), row));
        steps
    }

    /// What was found.
    pub fn outcome(self, answer: Answer) -> Outcome {
        Outcome {
            answer,
            engine: Engine::Explicit,
            progress: self.progress,
            hazards: self.hazards.into_iter().filter(|(.., met)| *met).map(|(hazard, ..)| hazard).collect(),
            state_bytes: self.program.words * 8,
            other_bytes: self.space.other_bytes(),
        }
    }
}
