//! LTL: the product with the automaton of the negated formula, whose place is a few bits more, searched for fair runs.

use super::diagram::{Diagram, Diagrams, Halt};
use super::encode::{Encoded, encode};
use super::fair::{fair_within, marks};
use super::reach::{End, Found, outcome};
use super::relation::{Mark, Relation};
use super::session::Session;
use super::trace::Teller;
use crate::check::automaton::{Automaton, Edge, automaton};
use crate::check::{Answer, Cut, Engine, Outcome, Pulse, Reach, Run};
use crate::error::Result;
use crate::model::{Formula, System, Term};

/// Checks a formula of LTL.
pub async fn linear(
    system: &mut System,
    formula: &Formula,
    follow: bool,
    reach: &Reach,
    pulse: &dyn Pulse,
) -> Result<Outcome> {
    let denied = formula.denied(&mut system.terms);
    let Some(automaton) = automaton(&denied, system) else {
        return Ok(Outcome::bare(Answer::Unknown(Cut::Formula), Engine::Symbolic));
    };
    let mut asked: Vec<Term> = automaton.edges.iter().flatten().map(|edge| edge.guard).collect();
    asked.extend(&system.justice);
    let bits = usize::BITS - (automaton.edges.len() - 1).leading_zeros();
    let (mut session, encoded) = match encode(system, &asked, bits as usize, reach, pulse).await? {
        Ok(ready) => ready,
        Err(cut) => return Ok(Outcome::bare(Answer::Unknown(cut), Engine::Symbolic)),
    };
    let mut seen = encoded.first.clone();
    let answer = match answer(system, &automaton, follow, &mut session, &encoded, &mut seen).await {
        Ok(None) => Answer::Holds,
        Ok(Some(run)) => Answer::Fails(run),
        Err(cut) => Answer::Unknown(cut),
    };
    Ok(outcome(&mut session, &encoded, &seen, answer, reach).await)
}

async fn answer(
    system: &System,
    automaton: &Automaton,
    follow: bool,
    session: &mut Session<'_>,
    encoded: &Encoded,
    seen: &mut Diagram,
) -> std::result::Result<Option<Run>, Cut> {
    let steps = super::steps(session, encoded, follow).await?;
    let edges = moves(session, encoded, automaton, |_| true).await?;
    let relation = Relation::new(session, encoded, Some(&edges), &steps).await?;
    let mut found = Found::new(session, encoded);
    let end = found.explore(session, &relation, None).await;
    *seen = found.all.clone();
    if let End::Cut(cut) = end {
        return Err(cut);
    }
    let mut own = Vec::new();
    for k in 0..automaton.all.count_ones() {
        let on = moves(session, encoded, automaton, |edge| edge.marks >> k & 1 != 0).await?;
        own.push(Mark { on, rule: None });
    }
    let marks = marks(session, system, encoded, own);
    let set = fair_within(session, &relation, &found.all, &steps, &marks).await?;
    let first = session.and(&encoded.first, &set).await?;
    let teller = Teller { system, encoded, relation: &relation, steps: &steps };
    match teller.pick(session, &first) {
        None => Ok(None),
        Some(start) => teller.lasso(session, start, &set, &marks, &steps, Vec::new()).await.map(Some),
    }
}

/// The relation of some edges of the automaton.
async fn moves(
    session: &mut Session<'_>,
    encoded: &Encoded,
    automaton: &Automaton,
    wanted: impl Fn(&Edge) -> bool,
) -> std::result::Result<Diagram, Cut> {
    let mut all = session.diagrams.truth(false);
    for (from, list) in automaton.edges.iter().enumerate() {
        for edge in list.iter().filter(|edge| wanted(edge)) {
            let one = session
                .work(&|d| {
                    let (from, to) = (place(d, encoded, from, 0)?, place(d, encoded, edge.to, 1)?);
                    let both = d.and(&from, &to)?;
                    d.and(&both, encoded.set(edge.guard))
                })
                .await?;
            all = session.or(&all, &one).await?;
        }
    }
    Ok(all)
}

/// The automaton is at a place now, or with `later` 1 next.
fn place(d: &mut Diagrams, encoded: &Encoded, at: usize, later: u32) -> std::result::Result<Diagram, Halt> {
    let bits = encoded.extra.iter().enumerate();
    let values: Vec<(u32, bool)> = bits.map(|(k, bit)| (bit + later, at >> k & 1 != 0)).collect();
    d.point(&values)
}
