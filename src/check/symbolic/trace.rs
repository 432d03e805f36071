//! Single runs out of sets: states and inputs, step by step.

use super::diagram::Diagram;
use super::encode::Encoded;
use super::relation::{Mark, Relation};
use super::session::Session;
use crate::check::{Cut, Run};
use crate::model::System;

/// What is needed to tell a run.
pub struct Teller<'a> {
    pub system: &'a System,
    pub encoded: &'a Encoded,
    pub relation: &'a Relation,
    /// What all steps of a run satisfy.
    pub steps: &'a [Diagram],
}

impl Teller<'_> {
    /// Bits of one element of a set.
    pub fn pick(&self, session: &Session<'_>, set: &Diagram) -> Option<Vec<bool>> {
        let mut bits = vec![false; session.diagrams.variables()];
        for (var, value) in session.diagrams.pick(set)? {
            bits[var as usize] = value;
        }
        Some(bits)
    }
    /// The one state with these bits.
    pub async fn state(&self, session: &mut Session<'_>, bits: &[bool]) -> Result<Diagram, Cut> {
        let values: Vec<(u32, bool)> = self.encoded.state_bits().iter().map(|b| (*b, bits[*b as usize])).collect();
        session.work(&|d| d.point(&values)).await
    }
    /// The one step with these bits: a state and inputs.
    pub async fn step(&self, session: &mut Session<'_>, bits: &[bool]) -> Result<Diagram, Cut> {
        let all = self.encoded.state_bits().into_iter().chain(self.encoded.input_bits());
        let values: Vec<(u32, bool)> = all.map(|bit| (bit, bits[bit as usize])).collect();
        session.work(&|d| d.point(&values)).await
    }
    pub fn values(&self, bits: &[bool]) -> Vec<i32> {
        self.encoded.values(self.system, bits)
    }

    /// A shortest run to one of some steps in the last ring.
    pub async fn shortest(
        &self,
        session: &mut Session<'_>,
        rings: &[Diagram],
        steps: &Diagram,
    ) -> Result<(Run, Vec<bool>), Cut> {
        let set = session.all(steps, self.steps).await?;
        let last = self.pick(session, &set).unwrap_or_else(|| vec![false; session.diagrams.variables()]);
        let mut told = vec![self.values(&last)];
        let mut bits = last.clone();
        for ring in rings.iter().rev().skip(1) {
            let state = self.state(session, &bits).await?;
            let Some(step) = self.relation.step(session, ring, &state, self.steps, None).await? else { break };
            told.push(self.values(&step.now));
            bits = step.now;
        }
        told.reverse();
        Ok((Run { steps: told, back: None }, last))
    }

    /// Goes on from a state along sets of states, from the last to the first, by steps that satisfy a condition; gives
    /// the bits of the state in the end.
    pub async fn along(
        &self,
        session: &mut Session<'_>,
        from: Vec<bool>,
        layers: &[Diagram],
        on: &[Diagram],
        told: &mut Vec<Vec<i32>>,
    ) -> Result<Vec<bool>, Cut> {
        let mut at = from;
        // The nearest layer that the state is in, then each before it.
        let mut k = layers.len();
        let mut state = self.state(session, &at).await?;
        for (n, layer) in layers.iter().enumerate() {
            let hit = session.and(&state, layer).await?;
            if !hit.is_false() {
                k = n;
                break;
            }
        }
        for layer in layers[..k.min(layers.len())].iter().rev() {
            let Some(step) = self.relation.step(session, &state, layer, on, None).await? else { break };
            told.push(self.values(&step.now));
            at = step.next;
            state = self.state(session, &at).await?;
        }
        Ok(at)
    }

    /// A lasso from one of some states within a set from all of whose states marked steps can be taken again and again:
    /// to each mark in turn and, when all were seen, back to where this began; where there is no way back, that is done
    /// again from there (Clarke, Grumberg, McMillan and Zhao 1995).
    pub async fn lasso(
        &self,
        session: &mut Session<'_>,
        start: Vec<bool>,
        within: &Diagram,
        marks: &[Mark],
        on: &[Diagram],
        mut told: Vec<Vec<i32>>,
    ) -> Result<Run, Cut> {
        let mut layers = Vec::new();
        for mark in marks {
            let marked = self.relation.before(session, within, on, Some(mark), true).await?;
            let marked = session.and(&marked, within).await?;
            layers.push(self.layers(session, marked, within, on, None).await?);
        }
        let mut at = start;
        loop {
            let home = told.len();
            let anchor = self.state(session, &at).await?;
            for (mark, layers) in marks.iter().zip(&layers) {
                at = self.along(session, at, layers, on, &mut told).await?;
                let state = self.state(session, &at).await?;
                let Some(step) = self.relation.step(session, &state, within, on, Some(mark)).await? else {
                    return Ok(Run { steps: told, back: None });
                };
                told.push(self.values(&step.now));
                at = step.next;
            }
            let state = self.state(session, &at).await?;
            let ways_home = self.layers(session, anchor, within, on, Some(&state)).await?;
            let reached = match ways_home.last() {
                Some(last) => !session.and(&state, last).await?.is_false(),
                None => false,
            };
            if reached {
                self.along(session, at, &ways_home, on, &mut told).await?;
                return Ok(Run { steps: told, back: Some(home) });
            }
        }
    }

    /// A set, and what leads to it in one step, two, and so on within another, as far as needed to come upon a state.
    pub async fn layers(
        &self,
        session: &mut Session<'_>,
        to: Diagram,
        within: &Diagram,
        on: &[Diagram],
        until: Option<&Diagram>,
    ) -> Result<Vec<Diagram>, Cut> {
        let mut all = to.clone();
        let mut layers = vec![to];
        loop {
            let Some(last) = layers.last().cloned() else { return Ok(layers) };
            if let Some(state) = until {
                if !session.and(state, &last).await?.is_false() {
                    return Ok(layers);
                }
            }
            let before = self.relation.before(session, &last, on, None, true).await?;
            let before = session.and(&before, within).await?;
            let new = session.without(&before, &all).await?;
            if new.is_false() {
                return Ok(layers);
            }
            all = session.or(&all, &new).await?;
            layers.push(new);
        }
    }
}
