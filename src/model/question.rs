//! Properties by name: what people ask of pipelines, as formulas.

use super::compile::Model;
use super::formula::{Formula, Logic, One};
use super::system::Property;
use crate::engine::Signal;
use crate::error::{Error, Result};
use crate::term::{FALSE, Sort, TRUE, Term, Terms};

/// The names, for help and messages.
pub fn names() -> [&'static str; 8] {
    [
        "liveness",
        "bounded-liveness[:k]",
        "no-full-queue",
        "stepwise-equivalence",
        "sequence-equivalence",
        "approximates",
        "queue-sizes",
        "dead-paths",
    ]
}

/// Steps without an output that bounded liveness allows, unless said otherwise, plus one.
const STEPS: usize = 3;
const MOST_STEPS: usize = 64;

/// The property of that name for a model.
pub fn named(name: &str, model: &mut Model) -> Result<Property> {
    let (kind, parameter) = name.split_once(':').map_or((name, None), |(kind, k)| (kind, Some(k)));
    let steps = match (kind, parameter) {
        ("bounded-liveness", Some(k)) => match k.parse() {
            Ok(k @ 1..=MOST_STEPS) => k,
            _ => return Err(Error::shape(format!("bounded-liveness:k wants 1 to {MOST_STEPS} steps, got '{k}'"))),
        },
        (_, None) => STEPS,
        (_, Some(_)) => return Err(Error::shape(format!("the property '{kind}' takes no parameter, got '{name}'"))),
    };
    let t = &mut model.system.terms;
    let outputs: Vec<Term> = model.sides[0].outputs.iter().map(|(_, signal)| signal.there(t)).collect();
    let ended: Vec<Term> = model.inputs.iter().map(|port| port.last).collect();
    let ended = t.all(ended);
    let ended = if model.inputs.is_empty() { FALSE } else { ended };
    let (logic, formula) = match kind {
        "liveness" => {
            let each = outputs.into_iter().map(|o| {
                let may = Formula::Is(o).under(One::Ef);
                may.or(Formula::Is(ended), t).under(One::Ag)
            });
            let each: Vec<Formula> = each.collect();
            (Logic::Ctl, each.into_iter().fold(Formula::Is(TRUE), |a, b| a.and(b, t)))
        }
        "bounded-liveness" => {
            let each = outputs.into_iter().map(|o| {
                let o = t.or(o, ended);
                let mut formula = Formula::Is(o);
                for _ in 1..steps {
                    formula = Formula::Is(o).or(formula.under(One::Next), t);
                }
                formula.under(One::Globally)
            });
            let each: Vec<Formula> = each.collect();
            (Logic::Ltl, each.into_iter().fold(Formula::Is(TRUE), |a, b| a.and(b, t)))
        }
        "no-full-queue" => {
            let queues: Vec<_> = model.sides.iter().flat_map(|side| side.queues.iter()).collect();
            let full: Vec<Term> = queues.iter().map(|queue| t.is(queue.length, queue.size as i32)).collect();
            let full = t.any(full);
            (Logic::Ctl, Formula::Is(t.not(full)).under(One::Ag))
        }
        "stepwise-equivalence" | "approximates" | "sequence-equivalence" if model.sides.len() < 2 => {
            return Err(Error::shape(format!("'{kind}' compares two pipelines: give the other one")));
        }
        "stepwise-equivalence" => {
            let pairs = model.sides[0].outputs.iter().zip(&model.sides[1].outputs);
            let same: Vec<Term> = pairs.map(|((_, a), (_, b))| stepwise(t, a, b, false)).collect::<Result<_>>()?;
            let same = t.all(same);
            (Logic::Ctl, Formula::Is(same).under(One::Ag))
        }
        "approximates" => {
            let pairs = model.sides[0].outputs.iter().zip(&model.sides[1].outputs);
            let same: Vec<Term> = pairs.map(|((_, a), (_, b))| stepwise(t, a, b, true)).collect::<Result<_>>()?;
            let same = t.all(same);
            (Logic::Ctl, Formula::Is(same).under(One::Ag))
        }
        "sequence-equivalence" => {
            let same: Vec<Term> = model.compared.iter().map(|(there, equal)| t.implies(*there, *equal)).collect();
            let same = t.all(same);
            (Logic::Ctl, Formula::Is(same).under(One::Ag))
        }
        _ => {
            return Err(Error::shape(format!("unknown property '{name}', expected one of {}", names().join(", "))));
        }
    };
    Ok(Property { name: name.to_string(), logic, formula })
}

/// Two outputs carry the same events in a step; or, of booleans, the first implies the second.
fn stepwise(t: &mut Terms, a: &Signal, b: &Signal, implied: bool) -> Result<Term> {
    let (a, b) = (packed(t, a), packed(t, b));
    let mut same = Vec::new();
    for k in 0..a.len().max(b.len()) {
        match (a.get(k), b.get(k)) {
            (Some((there, value)), Some((other, other_value))) => {
                let (x, y) = t.alike(*value, *other_value);
                let agree = if implied {
                    if t.sort(x) != Sort::Bool {
                        return Err(Error::shape("'approximates' compares pipelines whose outputs are booleans"));
                    }
                    t.implies(x, y)
                } else {
                    t.equal(x, y)
                };
                let both = t.equal(*there, *other);
                let agree = t.implies(*there, agree);
                same.push(t.and(both, agree));
            }
            (Some((there, _)), None) | (None, Some((there, _))) => same.push(t.not(*there)),
            (None, None) => {}
        }
    }
    Ok(t.all(same))
}

/// The events of a step without the gaps: the k-th that is there, if there are so many.
fn packed(t: &mut Terms, signal: &Signal) -> Vec<(Term, Term)> {
    if signal.slots.len() <= 1 {
        return signal.slots.iter().map(|slot| (slot.there, slot.value)).collect();
    }
    let mut list: Vec<(Term, Term)> = Vec::new();
    let mut count = t.int(0);
    let (one, zero) = (t.int(1), t.int(0));
    for slot in &signal.slots {
        list.push((FALSE, slot.value));
        for (k, (there, value)) in list.iter_mut().enumerate() {
            let here = t.is(count, k as i32);
            let lands = t.and(here, slot.there);
            let (new, old) = t.alike(slot.value, *value);
            *value = t.choose(lands, new, old);
            *there = t.or(*there, lands);
        }
        let more = t.choose(slot.there, one, zero);
        count = t.add(count, more);
    }
    list
}
