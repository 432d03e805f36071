//! Long work on diagrams: in turns, with a look at the clock between them.

use super::diagram::{Diagram, Diagrams, Halt};
use crate::check::{Beat, Cut, Progress, Pulse, Reach};

/// Work of one turn: some tens of milliseconds.
const TURN: u64 = 1 << 18;

/// Diagrams, and the clock.
pub struct Session<'a> {
    pub diagrams: Diagrams,
    pub progress: Progress,
    reach: &'a Reach,
    pulse: &'a dyn Pulse,
}

impl<'a> Session<'a> {
    /// Diagrams over some variables; see [`Diagrams::new`].
    pub fn new(tied: Vec<bool>, reach: &'a Reach, pulse: &'a dyn Pulse) -> Session<'a> {
        let mut diagrams = Diagrams::new(tied, reach.nodes);
        diagrams.refuel(TURN);
        Session { diagrams, progress: Progress::default(), reach, pulse }
    }
    /// Does some operations on diagrams. They are begun again after each turn they took, which is quick since results
    /// are remembered; each turn is longer than the one before, so that they come to an end.
    pub async fn work(&mut self, operations: &dyn Fn(&mut Diagrams) -> Result<Diagram, Halt>) -> Result<Diagram, Cut> {
        let mut turns = 1;
        loop {
            let result = operations(&mut self.diagrams);
            if result == Err(Halt::Full) {
                return Err(Cut::Nodes(self.reach.nodes));
            }
            if self.diagrams.wants_order() {
                while self.diagrams.improve_order() {
                    self.beat().await?;
                }
            }
            if let Ok(diagram) = result {
                return Ok(diagram);
            }
            turns += 1;
            self.beat().await?;
            self.diagrams.refuel(TURN * turns);
        }
    }
    async fn beat(&mut self) -> Result<(), Cut> {
        self.progress.nodes = self.diagrams.used();
        match self.pulse.beat(self.progress).await {
            Beat::On => Ok(()),
            Beat::Stop => Err(Cut::Stopped),
            Beat::Late => Err(Cut::Time(self.reach.time)),
        }
    }

    pub async fn and(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Cut> {
        self.work(&|d| d.and(a, b)).await
    }
    pub async fn or(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Cut> {
        self.work(&|d| d.or(a, b)).await
    }
    pub async fn not(&mut self, a: &Diagram) -> Result<Diagram, Cut> {
        self.work(&|d| d.not(a)).await
    }
    pub async fn without(&mut self, a: &Diagram, b: &Diagram) -> Result<Diagram, Cut> {
        self.work(&|d| d.without(a, b)).await
    }
    pub async fn exists(&mut self, a: &Diagram, cube: &Diagram) -> Result<Diagram, Cut> {
        self.work(&|d| d.exists(a, cube)).await
    }
    /// What is in all sets.
    pub async fn all(&mut self, from: &Diagram, sets: &[Diagram]) -> Result<Diagram, Cut> {
        let mut all = from.clone();
        for set in sets {
            if all.is_false() {
                break;
            }
            all = self.and(&all, set).await?;
        }
        Ok(all)
    }
}
