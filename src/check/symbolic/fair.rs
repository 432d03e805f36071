//! States from which a run exists that meets every mark again and again (Emerson and Lei 1986), marks being on steps.

use super::diagram::Diagram;
use super::encode::Encoded;
use super::relation::{Mark, Relation};
use super::session::Session;
use crate::check::Cut;
use crate::model::System;

/// The marks of a system's justice and of its just rules, after others; where there are none, one on all steps.
pub fn marks(session: &mut Session<'_>, system: &System, encoded: &Encoded, others: Vec<Mark>) -> Vec<Mark> {
    let justice = system.justice.iter().map(|t| Mark { on: encoded.set(*t).clone(), rule: None });
    let rules = encoded.just.iter().map(|(rule, cannot)| Mark { on: cannot.clone(), rule: Some(*rule) });
    let mut marks: Vec<Mark> = others.into_iter().chain(justice).chain(rules).collect();
    if marks.is_empty() {
        marks.push(Mark { on: session.diagrams.truth(true), rule: None });
    }
    marks
}

/// Those states of a set from which such a run exists within it, by steps that satisfy conditions.
pub async fn fair_within(
    session: &mut Session<'_>,
    relation: &Relation,
    within: &Diagram,
    on: &[Diagram],
    marks: &[Mark],
) -> Result<Diagram, Cut> {
    let mut set = within.clone();
    loop {
        let before = set.clone();
        for mark in marks {
            // All that come to a marked step into the set, without leaving it.
            let marked = relation.before(session, &set, on, Some(mark), true).await?;
            let mut new = session.and(&marked, &set).await?;
            let mut reaching = new.clone();
            while !new.is_false() {
                let more = relation.before(session, &new, on, None, true).await?;
                let more = session.and(&more, &set).await?;
                new = session.without(&more, &reaching).await?;
                reaching = session.or(&reaching, &new).await?;
            }
            set = reaching;
        }
        if set == before {
            return Ok(set);
        }
    }
}
