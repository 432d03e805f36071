//! CTL: each part of a formula is the set of steps (states with their inputs) in which it holds, by fixpoints.
//!
//! Formulas are put into EX, EU, EG and negations first. What a step that proves nothing counts as depends on how many
//! negations it stands under, so that it never helps to refute: as in the explicit checker.

use super::diagram::Diagram;
use super::encode::{Encoded, encode};
use super::fair::{fair_within, marks};
use super::reach::{End, Found, outcome};
use super::relation::{Mark, Relation};
use super::session::Session;
use super::trace::Teller;
use crate::check::branching::existential;
use crate::check::{Answer, Cut, Engine, Outcome, Pulse, Reach, Run};
use crate::error::Result;
use crate::model::{Formula, One, System, TRUE, Term};

#[derive(Clone, Copy, Debug)]
enum Kind {
    Is(Term),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Ex(usize),
    Eu(usize, usize),
    Eg(usize),
}

struct Node {
    kind: Kind,
    escape: bool,
    /// The steps in which it holds.
    steps: Diagram,
    /// Of a temporal operator, the states that next steps are looked for in.
    states: Diagram,
}

/// The nodes of a formula, parts before wholes.
fn build(formula: &Formula, escape: bool, empty: &Diagram, into: &mut Vec<Node>) -> usize {
    let kind = match formula {
        Formula::Is(t) => Kind::Is(*t),
        Formula::Not(f) => Kind::Not(build(f, !escape, empty, into)),
        Formula::And(a, b) => Kind::And(build(a, escape, empty, into), build(b, escape, empty, into)),
        Formula::Or(a, b) => Kind::Or(build(a, escape, empty, into), build(b, escape, empty, into)),
        Formula::One(One::Eg, f) => Kind::Eg(build(f, escape, empty, into)),
        Formula::One(_, f) => Kind::Ex(build(f, escape, empty, into)),
        Formula::Two(_, a, b) => Kind::Eu(build(a, escape, empty, into), build(b, escape, empty, into)),
    };
    into.push(Node { kind, escape, steps: empty.clone(), states: empty.clone() });
    into.len() - 1
}

/// The sets that all operators need.
struct Ground {
    relation: Relation,
    found: Found,
    allowed: Diagram,
    /// Steps that prove nothing.
    stops: Diagram,
    /// Steps that are allowed and prove something.
    goes: Diagram,
    inputs: Diagram,
    /// Where fairness is asked for: marks, and the steps from which a fair run goes on.
    fair: Option<(Vec<Mark>, Diagram)>,
}

impl Ground {
    /// The states that have some allowed step, on a fair run, in a set.
    async fn states(&self, session: &mut Session<'_>, steps: &Diagram) -> std::result::Result<Diagram, Cut> {
        let mut set = session.and(steps, &self.found.all).await?;
        set = session.and(&set, &self.allowed).await?;
        if let Some((_, fair)) = &self.fair {
            set = session.and(&set, fair).await?;
        }
        session.exists(&set, &self.inputs).await
    }
    /// What steps that lead on satisfy.
    fn on(&self, more: &Diagram) -> Vec<Diagram> {
        let fair = self.fair.iter().map(|(_, fair)| fair.clone());
        [more.clone(), self.goes.clone()].into_iter().chain(fair).collect()
    }
    async fn before(
        &self,
        session: &mut Session<'_>,
        to: &Diagram,
        on: &[Diagram],
    ) -> std::result::Result<Diagram, Cut> {
        let set = self.relation.before(session, to, on, None, true).await?;
        session.and(&set, &self.found.all).await
    }
    async fn escaped(
        &self,
        session: &mut Session<'_>,
        steps: &Diagram,
        escape: bool,
    ) -> std::result::Result<Diagram, Cut> {
        if escape { session.or(steps, &self.stops).await } else { session.without(steps, &self.stops).await }
    }

    /// Finds the sets of one node, those of its parts being known.
    async fn solve(
        &self,
        session: &mut Session<'_>,
        encoded: &Encoded,
        nodes: &mut [Node],
        k: usize,
    ) -> std::result::Result<(), Cut> {
        let Node { kind, escape, .. } = nodes[k];
        let steps = match kind {
            Kind::Is(t) => self.escaped(session, encoded.set(t), escape).await?,
            Kind::Not(f) => session.not(&nodes[f].steps).await?,
            Kind::And(a, b) => session.and(&nodes[a].steps, &nodes[b].steps).await?,
            Kind::Or(a, b) => session.or(&nodes[a].steps, &nodes[b].steps).await?,
            Kind::Ex(f) => {
                nodes[k].states = self.states(session, &nodes[f].steps).await?;
                let steps = self.relation.before(session, &nodes[k].states, &[], None, false).await?;
                self.escaped(session, &steps, escape).await?
            }
            Kind::Eu(a, b) => {
                let on = self.on(&nodes[a].steps);
                let mut all = self.states(session, &nodes[b].steps).await?;
                let mut new = all.clone();
                while !new.is_false() {
                    let more = self.before(session, &new, &on).await?;
                    new = session.without(&more, &all).await?;
                    all = session.or(&all, &new).await?;
                }
                nodes[k].states = all;
                let on = std::slice::from_ref(&nodes[a].steps);
                let steps = self.relation.before(session, &nodes[k].states, on, None, false).await?;
                let steps = session.or(&steps, &nodes[b].steps).await?;
                self.escaped(session, &steps, escape).await?
            }
            Kind::Eg(a) => {
                let on = self.on(&nodes[a].steps);
                nodes[k].states = match &self.fair {
                    Some((marks, _)) => fair_within(session, &self.relation, &self.found.all, &on, marks).await?,
                    None => self.for_ever(session, &on, escape).await?,
                };
                let on = std::slice::from_ref(&nodes[a].steps);
                let steps = self.relation.before(session, &nodes[k].states, on, None, false).await?;
                self.escaped(session, &steps, escape).await?
            }
        };
        nodes[k].steps = steps;
        Ok(())
    }
    /// The states from which one can go on for ever, by steps that satisfy conditions or, with `escape`, prove nothing.
    async fn for_ever(
        &self,
        session: &mut Session<'_>,
        on: &[Diagram],
        escape: bool,
    ) -> std::result::Result<Diagram, Cut> {
        let out = if escape { self.states(session, &self.stops).await? } else { session.diagrams.truth(false) };
        let mut set = self.found.all.clone();
        loop {
            let going = self.before(session, &set, on).await?;
            let going = session.or(&going, &out).await?;
            let less = session.and(&set, &going).await?;
            if less == set {
                return Ok(set);
            }
            set = less;
        }
    }
}

/// Checks a formula of CTL.
pub async fn branching(
    system: &mut System,
    formula: &Formula,
    follow: bool,
    fair: bool,
    reach: &Reach,
    pulse: &dyn Pulse,
) -> Result<Outcome> {
    // The hazards that count are those of the formula as the explicit checker sees it.
    let normal = formula.normal(&mut system.terms);
    let formula = existential(formula, system);
    let mut asked = Vec::new();
    formula.terms(&mut |t| asked.push(t));
    if !fair {
        normal.terms(&mut |t| asked.push(t));
    }
    asked.extend(&system.justice);
    let (mut session, encoded) = match encode(system, &asked, 0, reach, pulse).await? {
        Ok(ready) => ready,
        Err(cut) => return Ok(Outcome::bare(Answer::Unknown(cut), Engine::Symbolic)),
    };
    let mut seen = encoded.first.clone();
    let answer = match answer(system, &formula, follow, fair, &mut session, &encoded, &mut seen).await {
        Ok(None) => Answer::Holds,
        Ok(Some(run)) => Answer::Fails(run),
        Err(cut) => Answer::Unknown(cut),
    };
    Ok(outcome(&mut session, &encoded, &seen, answer, reach).await)
}

async fn answer(
    system: &System,
    formula: &Formula,
    follow: bool,
    fair: bool,
    session: &mut Session<'_>,
    encoded: &Encoded,
    seen: &mut Diagram,
) -> std::result::Result<Option<Run>, Cut> {
    let steps = super::steps(session, encoded, follow).await?;
    let relation = Relation::new(session, encoded, None, &steps).await?;
    let mut found = Found::new(session, encoded);
    let end = found.explore(session, &relation, None).await;
    *seen = found.all.clone();
    if let End::Cut(cut) = end {
        return Err(cut);
    }
    let whole = session.diagrams.truth(true);
    let allowed = session.all(&whole, &encoded.allowed).await?;
    let goes = session.all(&whole, &steps).await?;
    let stops = session.without(&allowed, &goes).await?;
    let inputs = encoded.input_bits();
    let inputs = session.work(&|d| d.cube(&inputs)).await?;
    let mut ground = Ground { relation, found, allowed, stops, goes, inputs, fair: None };
    if fair {
        let marks = marks(session, system, encoded, Vec::new());
        let set = fair_within(session, &ground.relation, &ground.found.all, &[ground.goes.clone()], &marks).await?;
        let steps = ground.relation.before(session, &set, &[], None, false).await?;
        ground.fair = Some((marks, steps));
    }
    let mut nodes = Vec::new();
    let empty = session.diagrams.truth(false);
    let root = build(formula, true, &empty, &mut nodes);
    // Not E[true U f] at the top: all reachable states are at hand, and the nearest in which f holds shows most.
    let everywhere = match nodes[root].kind {
        Kind::Not(f) if !fair => match nodes[f].kind {
            Kind::Eu(a, b) if matches!(nodes[a].kind, Kind::Is(TRUE)) => Some(b),
            _ => None,
        },
        _ => None,
    };
    let last = everywhere.unwrap_or(root);
    for k in 0..=last {
        ground.solve(session, encoded, &mut nodes, k).await?;
    }
    let teller = Teller { system, encoded, relation: &ground.relation, steps: &steps };
    if let Some(f) = everywhere {
        let states = ground.states(session, &nodes[f].steps).await?;
        for (k, ring) in ground.found.rings.iter().enumerate() {
            let hit = session.and(ring, &states).await?;
            if !hit.is_false() {
                let hit = session.and(&hit, &nodes[f].steps).await?;
                let (run, bits) = teller.shortest(session, &ground.found.rings[..=k], &hit).await?;
                return tell(session, &ground, &teller, &nodes, (f, true), run, bits).await.map(Some);
            }
        }
        return Ok(None);
    }
    let fails = session.not(&nodes[root].steps).await?;
    let states = ground.states(session, &fails).await?;
    let hit = session.and(&encoded.first, &states).await?;
    if hit.is_false() {
        return Ok(None);
    }
    let mut hit = session.and(&hit, &fails).await?;
    if let Some((_, fair)) = &ground.fair {
        hit = session.and(&hit, fair).await?;
    }
    let (run, bits) = teller.shortest(session, &ground.found.rings[..1], &hit).await?;
    tell(session, &ground, &teller, &nodes, (root, false), run, bits).await.map(Some)
}

/// Steps a told run may have beyond the one that fails.
const TOLD: usize = 1000;

/// Goes on from a step while that shows more of why a formula holds there or does not, until the run repeats itself.
async fn tell(
    session: &mut Session<'_>,
    ground: &Ground,
    teller: &Teller<'_>,
    nodes: &[Node],
    shown: (usize, bool),
    run: Run,
    bits: Vec<bool>,
) -> std::result::Result<Run, Cut> {
    let mut told = run.steps;
    let from = told.len() - 1;
    let (mut node, mut holds) = shown;
    let mut at = bits;
    let mut seen: Vec<(Vec<bool>, usize, usize)> = Vec::new();
    while told.len() < from + TOLD {
        let here = teller.step(session, &at).await?;
        // What to show next: something of the same step, or the same of a step that follows.
        let wanted = match nodes[node].kind {
            Kind::Is(_) => break,
            Kind::Not(f) => Some((f, !holds)),
            Kind::And(a, b) | Kind::Or(a, b) => {
                let first = is_in(session, &here, &nodes[a].steps).await? == holds;
                let second = is_in(session, &here, &nodes[b].steps).await? == holds;
                let plain = matches!(nodes[a].kind, Kind::Is(_));
                Some((if first && !(plain && second) { a } else { b }, holds))
            }
            Kind::Ex(f) => {
                node = f;
                None
            }
            Kind::Eu(_, b) if holds => {
                if !is_in(session, &here, &nodes[b].steps).await? {
                    let Some(bits) = way_to(session, ground, teller, nodes, node, &here, &mut told).await? else {
                        break;
                    };
                    at = bits;
                }
                Some((b, true))
            }
            Kind::Eg(a) if holds && ground.fair.is_some() => {
                // A run that goes on for ever must be a fair one.
                let marks: &[Mark] = ground.fair.as_ref().map_or(&[], |(marks, _)| marks);
                let on = ground.on(&nodes[a].steps);
                let states = &nodes[node].states;
                let Some(step) = teller.relation.step(session, &here, states, &on, None).await? else { break };
                return teller.lasso(session, step.next, states, marks, &on, told).await;
            }
            Kind::Eu(a, _) | Kind::Eg(a) => {
                let here = is_in(session, &here, &nodes[a].steps).await?;
                (!holds && !here).then_some((a, false))
            }
        };
        if let Some(wanted) = wanted {
            (node, holds) = wanted;
            continue;
        }
        let key: Vec<bool> = teller.encoded.state_bits().iter().map(|bit| at[*bit as usize]).collect();
        if let Some((.., back)) = seen.iter().find(|(state, shown, _)| *state == key && *shown == node) {
            // The step that was just told is the loop's first one again.
            told.pop();
            return Ok(Run { steps: told, back: Some(*back) });
        }
        seen.push((key, node, told.len() - 1));
        // A next step in which the same is to be seen: a state that has one, then the step.
        let steps = if holds { nodes[node].steps.clone() } else { session.not(&nodes[node].steps).await? };
        let steps = session.and(&steps, &ground.goes).await?;
        let states = ground.states(session, &steps).await?;
        let Some(step) = teller.relation.step(session, &here, &states, &[], None).await? else { break };
        let next = teller.state(session, &step.next).await?;
        let steps = session.and(&steps, &next).await?;
        let Some(bits) = teller.pick(session, &steps) else { break };
        told.push(teller.values(&bits));
        at = bits;
    }
    Ok(Run { steps: told, back: None })
}

/// From a step a shortest way to one in which the second part of an EU holds, if not at once; gives that step's bits.
async fn way_to(
    session: &mut Session<'_>,
    ground: &Ground,
    teller: &Teller<'_>,
    nodes: &[Node],
    node: usize,
    here: &Diagram,
    told: &mut Vec<Vec<i32>>,
) -> std::result::Result<Option<Vec<bool>>, Cut> {
    let Kind::Eu(a, b) = nodes[node].kind else { return Ok(None) };
    let on = ground.on(&nodes[a].steps);
    let ends = ground.states(session, &nodes[b].steps).await?;
    let states = &nodes[node].states;
    let Some(step) = teller.relation.step(session, here, states, &[], None).await? else { return Ok(None) };
    let next = teller.state(session, &step.next).await?;
    let layers = teller.layers(session, ends, states, &on, Some(&next)).await?;
    let bits = teller.along(session, step.next, &layers, &on, told).await?;
    let state = teller.state(session, &bits).await?;
    let end = session.all(&state, &[nodes[b].steps.clone(), ground.allowed.clone()]).await?;
    let bits = teller.pick(session, &end);
    told.extend(bits.as_deref().map(|bits| teller.values(bits)));
    Ok(bits)
}

/// A step is in a set.
async fn is_in(session: &mut Session<'_>, step: &Diagram, steps: &Diagram) -> std::result::Result<bool, Cut> {
    Ok(!session.and(step, steps).await?.is_false())
}
