//! A question, and who answers it.

use super::{Answer, Cut, Engine, Outcome, Pulse, Reach, both, explicit, symbolic};
use crate::error::{Error, Result};
use crate::model::{Formula, Hazard, Logic, Property, System};
use std::future::Future;
use std::pin::Pin;

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
    let asked = Question { logic, formula, follow: false, reach };
    let first = asked.ask(reach.engine, system, pulse).await?;
    let cut: Vec<Hazard> = first.hazards.iter().filter(|h| system.cuts(h)).cloned().collect();
    if first.answer != Answer::Holds || cut.is_empty() {
        return Ok(first);
    }
    let asked = Question { follow: true, ..asked };
    let mut second = asked.ask(reach.engine, system, pulse).await?;
    if let Answer::Fails(_) = second.answer {
        second.answer = Answer::Unknown(Cut::Beyond(cut));
    }
    Ok(second)
}

/// One question, of the formula as it is: whether steps beyond hazards are followed is part of it.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub logic: Logic,
    pub formula: &'a Formula,
    pub follow: bool,
    pub reach: &'a Reach,
}

/// An answer in the making.
pub type Asked<'a> = Pin<Box<dyn Future<Output = Result<Outcome>> + 'a>>;

impl Question<'_> {
    /// Asks one checker, or both.
    pub fn ask<'a>(&'a self, engine: Engine, system: &'a mut System, pulse: &'a dyn Pulse) -> Asked<'a> {
        let Question { logic, formula, follow, reach } = *self;
        match engine {
            Engine::Auto => Box::pin(both::ask(self, system, pulse)),
            Engine::Explicit => Box::pin(explicit::ask(system, logic, formula, follow, reach, pulse)),
            Engine::Symbolic => Box::pin(symbolic::ask(system, logic, formula, follow, reach, pulse)),
        }
    }
}
