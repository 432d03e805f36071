//! A question, and who answers it.

use super::{Answer, Cut, Engine, Outcome, Pulse, Reach, both, explicit, symbolic};
use crate::error::{Error, Result};
use crate::model::{Formula, Hazard, Logic, Property, System};

/// Checks a property of a system.
///
/// A step in which the system stops being what it is a model of (a full queue loses an event) proves nothing and
/// refutes nothing: first such steps are left out, and what fails even so fails indeed. Where nothing failed but such
/// steps were met, the question is asked again of the model as it is, and the answer tells of them.
pub async fn check(system: &mut System, property: &Property, reach: &Reach, pulse: &dyn Pulse) -> Result<Outcome> {
    let mut parts = Vec::new();
    conjuncts(&property.formula, &mut parts);
    let mut whole: Option<Outcome> = None;
    for part in parts {
        let mut outcome = check_part(system, property.logic, &part, reach, pulse).await?;
        if let Some(before) = whole {
            outcome
                .hazards
                .extend(before.hazards.into_iter().filter(|h| !outcome.hazards.contains(h)).collect::<Vec<_>>());
            outcome.progress.states = outcome.progress.states.max(before.progress.states);
            if outcome.answer == Answer::Holds && before.engine == Engine::Symbolic {
                outcome.engine = before.engine;
            }
            outcome.progress.edges += before.progress.edges;
        }
        if outcome.answer != Answer::Holds {
            return Ok(outcome);
        }
        whole = Some(outcome);
    }
    whole.ok_or_else(|| Error::shape("an empty formula"))
}

fn conjuncts(formula: &Formula, into: &mut Vec<Formula>) {
    match formula {
        Formula::And(a, b) => {
            conjuncts(a, into);
            conjuncts(b, into);
        }
        other => into.push(other.clone()),
    }
}

async fn check_part(
    system: &mut System,
    logic: Logic,
    formula: &Formula,
    reach: &Reach,
    pulse: &dyn Pulse,
) -> Result<Outcome> {
    let first = ask(system, logic, formula, false, reach, pulse).await?;
    let cut: Vec<Hazard> = first.hazards.iter().filter(|h| system.cuts(h)).cloned().collect();
    if first.answer != Answer::Holds || cut.is_empty() {
        return Ok(first);
    }
    let mut second = ask(system, logic, formula, true, reach, pulse).await?;
    if let Answer::Fails(_) = second.answer {
        second.answer = Answer::Unknown(Cut::Beyond(cut));
    }
    Ok(second)
}

async fn ask(
    system: &mut System,
    logic: Logic,
    formula: &Formula,
    follow: bool,
    reach: &Reach,
    pulse: &dyn Pulse,
) -> Result<Outcome> {
    match reach.engine {
        Engine::Auto => both::ask(system, logic, formula, follow, reach, pulse).await,
        Engine::Explicit => explicit::ask(system, logic, formula, follow, reach, pulse).await,
        Engine::Symbolic => symbolic::ask(system, logic, formula, follow, reach, pulse).await,
    }
}
