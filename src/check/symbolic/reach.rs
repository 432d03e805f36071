//! Reachable states, ring by ring: the k-th ring is what is first reached in k steps, so that the first ring with a bad
//! step gives a shortest run.

use super::diagram::Diagram;
use super::encode::Encoded;
use super::relation::Relation;
use super::session::Session;
use crate::check::{Answer, Cut, Engine, Outcome, Reach};
use crate::model::Hazard;

/// States that were found.
pub struct Found {
    pub rings: Vec<Diagram>,
    pub all: Diagram,
    bits: Vec<u32>,
}

/// How a search ended.
pub enum End {
    Whole,
    /// A state of the last ring is bad.
    Bad,
    Cut(Cut),
}

impl Found {
    /// Nothing but the first states, of which nothing was looked at.
    pub fn new(session: &mut Session<'_>, encoded: &Encoded) -> Found {
        let bits = encoded.state_bits();
        let count = session.diagrams.count(&encoded.first, &bits);
        session.progress.states = count;
        session.progress.frontier = count;
        Found { rings: vec![encoded.first.clone()], all: encoded.first.clone(), bits }
    }

    /// Finds all states, or the nearest that is bad.
    pub async fn explore(&mut self, session: &mut Session<'_>, relation: &Relation, bad: Option<&Diagram>) -> End {
        match self.try_explore(session, relation, bad).await {
            Ok(end) => end,
            Err(cut) => End::Cut(cut),
        }
    }
    async fn try_explore(
        &mut self,
        session: &mut Session<'_>,
        relation: &Relation,
        bad: Option<&Diagram>,
    ) -> Result<End, Cut> {
        loop {
            let Some(ring) = self.rings.last().cloned() else { return Ok(End::Whole) };
            if let Some(bad) = bad {
                let hit = session.and(&ring, bad).await?;
                if !hit.is_false() {
                    return Ok(End::Bad);
                }
            }
            session.progress.depth = self.rings.len();
            let after = relation.after(session, &ring).await?;
            let new = session.without(&after, &self.all).await?;
            if new.is_false() {
                session.progress.frontier = 0.0;
                return Ok(End::Whole);
            }
            self.all = session.or(&self.all, &new).await?;
            let count = session.diagrams.count(&new, &self.bits);
            session.progress.states = (session.progress.states + count).min(f64::MAX);
            session.progress.frontier = count;
            self.rings.push(new);
        }
    }
}

/// The states in which some step that may come is in a set.
pub async fn states_with(
    session: &mut Session<'_>,
    encoded: &Encoded,
    steps: &Diagram,
    more: &[Diagram],
) -> Result<Diagram, Cut> {
    let set = session.all(steps, more).await?;
    let set = session.all(&set, &encoded.allowed).await?;
    let inputs = encoded.input_bits();
    let cube = session.work(&|d| d.cube(&inputs)).await?;
    session.exists(&set, &cube).await
}

/// An outcome, with the hazards that the states found so far can meet.
pub async fn outcome(
    session: &mut Session<'_>,
    encoded: &Encoded,
    found: &Diagram,
    answer: Answer,
    reach: &Reach,
) -> Outcome {
    let mut hazards: Vec<Hazard> = Vec::new();
    let mut answer = answer;
    for (hazard, steps, _) in &encoded.hazards {
        match states_with(session, encoded, steps, std::slice::from_ref(found)).await {
            Ok(set) if set.is_false() => {}
            Ok(_) => hazards.push(hazard.clone()),
            // Whether nothing was met on the way is part of the answer.
            Err(cut) if answer == Answer::Holds => {
                answer = Answer::Unknown(cut);
                break;
            }
            Err(_) => break,
        }
    }
    session.progress.nodes = session.diagrams.used();
    Outcome {
        answer,
        engine: Engine::Symbolic,
        progress: session.progress,
        hazards,
        state_bytes: encoded.state_bits().len().div_ceil(8),
        other_bytes: session.progress.nodes.min(reach.nodes) * 16,
    }
}
