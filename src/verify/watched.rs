//! The structure that a monitor watches: JSON or SMV, and whether it is one that says anything.

use super::{Request, Subject};
use crate::check::{Answer, Pulse, check};
use crate::error::{Error, Result};
use crate::model::{FALSE, Formula, Logic, One, Property, System, TRUE, VarKind, structure};
use crate::smv::read_structure;
use crate::value::to_json;

/// A structure by its text, and the number of specifications in it that are passed over.
pub fn read(text: &str) -> Result<(System, usize)> {
    if text.trim_start().starts_with(['{', '[', '"']) {
        return Ok((structure(text)?, 0));
    }
    let found = read_structure(text).map_err(|e| e.at("system"))?;
    Ok((found.system, found.specifications))
}

/// What is to be told of the structure with each answer. Refuses one in which everything would hold because nothing
/// happens, and one that has no next state somewhere: a run goes on for ever.
pub async fn look(subject: &Subject, request: &Request, pulse: &dyn Pulse) -> Result<Option<String>> {
    let Some(text) = &subject.structure else { return Ok(None) };
    let (mut system, specifications) = read(text)?;
    let property = |formula: Formula| Property { name: "structure".into(), logic: Logic::Ctl, formula };
    let nothing = property(Formula::Is(FALSE).under(One::Ag));
    let vacuous = |what: &str| Error::shape(format!("{what}: everything would hold vacuously")).at("system");
    let justice = std::mem::take(&mut system.justice);
    // Only conditions can leave a state without a successor.
    if !system.invariants.is_empty() {
        if check(&mut system, &nothing, &request.reach, pulse).await?.answer == Answer::Holds {
            return Err(vacuous("no state satisfies the conditions on first states"));
        }
        let total = Formula::Is(TRUE).under(One::Ex).under(One::Ag);
        if let Answer::Fails(run) = check(&mut system, &property(total), &request.reach, pulse).await?.answer {
            let last = run.steps.last().cloned().unwrap_or_default();
            let message = format!("the structure stops where {}: every state needs a next one", state(&system, &last));
            return Err(Error::shape(message).at("system"));
        }
    }
    if !justice.is_empty() {
        system.justice = justice;
        if check(&mut system, &nothing, &request.reach, pulse).await?.answer == Answer::Holds {
            return Err(vacuous("no run from a first state keeps the FAIRNESS conditions"));
        }
    }
    Ok((specifications > 0).then(|| format!("specifications in the SMV file are not checked: {specifications}")))
}

/// The values of the variables people know, in words.
fn state(system: &System, values: &[i32]) -> String {
    let mut parts = Vec::new();
    for (v, var) in system.vars.iter().enumerate() {
        if let (true, Some(value)) = (shown(system, v), values.get(v)) {
            let event = system.terms.event(system.terms.domain(v as u32).sort(), *value);
            parts.push(format!("{} = {}", var.name, to_json(&event)));
        }
    }
    parts.join(", ")
}

/// Whether a variable is one of the structure's own, not one that only remembers the step before.
pub fn shown(system: &System, v: usize) -> bool {
    let term = system.terms.var_term(v as u32);
    system.vars[v].kind == VarKind::Input || system.labels.values().any(|label| *label == term)
}
