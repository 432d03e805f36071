//! The symbolic checker: sets of states as decision diagrams, for systems with more states than can be visited.

mod branching;
mod diagram;
mod encode;
mod fair;
mod linear;
mod order;
mod reach;
mod relation;
mod session;
mod trace;

use super::{Answer, Cut, Engine, Outcome, Pulse, Reach, Run};
use crate::error::Result;
use crate::model::{Formula, Logic, System, Term};
use diagram::Diagram;
use encode::{Encoded, encode};
use reach::{End, Found, outcome, states_with};
use relation::Relation;
use session::Session;
use trace::Teller;

/// Answers a question by sets of states.
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
        (Some(term), _) if !fair => invariant(system, term, follow, reach, pulse).await,
        (_, Logic::Ctl) => branching::branching(system, formula, follow, fair, reach, pulse).await,
        (_, Logic::Ltl) => linear::linear(system, formula, follow, reach, pulse).await,
    }
}

/// Whether a term holds in all steps that can be reached.
async fn invariant(system: &mut System, term: Term, follow: bool, reach: &Reach, pulse: &dyn Pulse) -> Result<Outcome> {
    let (mut session, encoded) = match encode(system, &[term], 0, reach, pulse).await? {
        Ok(ready) => ready,
        Err(cut) => return Ok(Outcome::bare(Answer::Unknown(cut), Engine::Symbolic)),
    };
    let mut seen = encoded.first.clone();
    let answer = match nearest(system, term, follow, &mut session, &encoded, &mut seen).await {
        Ok(None) => Answer::Holds,
        Ok(Some(run)) => Answer::Fails(run),
        Err(cut) => Answer::Unknown(cut),
    };
    Ok(outcome(&mut session, &encoded, &seen, answer, reach).await)
}

async fn nearest(
    system: &System,
    term: Term,
    follow: bool,
    session: &mut Session<'_>,
    encoded: &Encoded,
    seen: &mut Diagram,
) -> std::result::Result<Option<Run>, Cut> {
    let steps = steps(session, encoded, follow).await?;
    let wrong = session.not(encoded.set(term)).await?;
    let bad = states_with(session, encoded, &wrong, &steps).await?;
    let relation = Relation::new(session, encoded, None, &steps).await?;
    let mut found = Found::new(session, encoded);
    let end = found.explore(session, &relation, Some(&bad)).await;
    *seen = found.all.clone();
    match (end, found.rings.last()) {
        (End::Bad, Some(ring)) => {
            let wrong = session.and(&wrong, ring).await?;
            let teller = Teller { system, encoded, relation: &relation, steps: &steps };
            teller.shortest(session, &found.rings, &wrong).await.map(|(run, _)| Some(run))
        }
        (End::Cut(cut), _) => Err(cut),
        _ => Ok(None),
    }
}

/// What the steps that are followed satisfy.
async fn steps(session: &mut Session<'_>, encoded: &Encoded, follow: bool) -> std::result::Result<Vec<Diagram>, Cut> {
    let mut steps = encoded.allowed.clone();
    if !follow {
        for (_, hazard, _) in encoded.hazards.iter().filter(|(.., cuts)| *cuts) {
            steps.push(session.not(hazard).await?);
        }
    }
    Ok(steps)
}
