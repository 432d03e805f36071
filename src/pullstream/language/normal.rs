//! Normalisation by the rewrite rules of Figure 6: choices of conjunctions of sequences.
//!
//! Figure 6 moves `->` inwards until it joins events alone; `empty` is the unit of `->`, `&` and `|`. Its variables
//! stand for sequences, so `(a | b) -> (c & d)` matches no rule as it is written, and in the looser form of appendix A
//! the order of rewriting matters because `|` is exclusive (section 4.2.2). Here a choice is always moved outwards
//! first: `(a -> c) & (a -> d) | (b -> c) & (b -> d)`. Conjunctions are then distributed over choices, which an
//! exclusive choice allows. Each step joins strictly smaller operands once: it ends, and a normal form is its own.

use super::{Event, Expr, Style, Term, print_expr};
use crate::error::{Error, Result};

/// Events that all choices together may hold.
const EVENTS: usize = 200_000;

/// A member of a conjunction.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// Events, each before the next (`seq` of section 4.2.1).
    Sequence(Vec<Event>),
    Bool(bool),
    Relation(Term, Vec<(usize, Term)>),
    Not(Normal),
    /// For all (true) or for some values of the variables.
    Quantified(bool, Vec<String>, Normal),
}

/// Choices of conjunctions. No literal at all is `empty`.
pub type Normal = Vec<Vec<Literal>>;

/// The normal form of an expression that [`super::Expander`] has expanded.
pub fn normalise(expr: &Expr) -> Result<Normal> {
    Ok(form(expr)?.unwrap_or_else(|| vec![Vec::new()]))
}

/// `None` is `empty`.
fn form(expr: &Expr) -> Result<Option<Normal>> {
    let one = |literal| Ok(Some(vec![vec![literal]]));
    match expr {
        Expr::Empty => Ok(None),
        Expr::Event(event) => one(Literal::Sequence(vec![event.clone()])),
        Expr::Bool(truth) => one(Literal::Bool(*truth)),
        Expr::Relation(first, rest) => one(Literal::Relation(first.clone(), rest.clone())),
        Expr::Not(inner) => one(Literal::Not(normalise(inner)?)),
        Expr::Quantified(all, variables, inner) => one(Literal::Quantified(*all, variables.clone(), normalise(inner)?)),
        Expr::Or(all) => fold(all, |mut left, right| {
            left.extend(right);
            Ok(left)
        }),
        Expr::And(all) => fold(all, |left, right| pairs(&left, &right, |a, b| Ok([a, b].concat()))),
        Expr::Before(all) => fold(all, |left, right| {
            pairs(&left, &right, |a, b| {
                let mut joined = Vec::new();
                for first in a {
                    for second in b {
                        let (Literal::Sequence(first), Literal::Sequence(second)) = (first, second) else {
                            let text = print_expr(expr, Style::Ascii);
                            return Err(Error::shape(format!("-> orders events alone: \"{text}\"")));
                        };
                        joined.push(Literal::Sequence([first.as_slice(), second].concat()));
                    }
                }
                Ok(joined)
            })
        }),
        other => Err(Error::shape(format!("\"{}\" is not expanded", print_expr(other, Style::Ascii)))),
    }
}

fn fold(all: &[Expr], join: impl Fn(Normal, Normal) -> Result<Normal>) -> Result<Option<Normal>> {
    let mut joined: Option<Normal> = None;
    for expr in all {
        joined = match (joined, form(expr)?) {
            (Some(left), Some(right)) => Some(join(left, right)?),
            (left, right) => left.or(right),
        };
    }
    Ok(joined)
}

fn pairs(
    left: &Normal,
    right: &Normal,
    join: impl Fn(&[Literal], &[Literal]) -> Result<Vec<Literal>>,
) -> Result<Normal> {
    let mut all = Vec::new();
    let mut size = 0;
    for a in left {
        for b in right {
            if a.len().saturating_mul(b.len()) > EVENTS {
                return Err(too_large());
            }
            let joined = join(a, b)?;
            size += joined.iter().map(events).sum::<usize>() + 1;
            if size > EVENTS {
                return Err(too_large());
            }
            all.push(joined);
        }
    }
    Ok(all)
}

fn events(literal: &Literal) -> usize {
    match literal {
        Literal::Sequence(events) => events.len(),
        _ => 1,
    }
}

fn too_large() -> Error {
    Error::limit(format!("the normal form holds more than {EVENTS} events"))
}

/// A normal form as an expression, to print it or to normalise it again.
pub fn unfold(normal: &Normal) -> Expr {
    join(normal.iter().map(|all| join(all.iter().map(literal).collect(), Expr::And)).collect(), Expr::Or)
}

fn literal(literal: &Literal) -> Expr {
    match literal {
        Literal::Sequence(events) => join(events.iter().cloned().map(Expr::Event).collect(), Expr::Before),
        Literal::Bool(truth) => Expr::Bool(*truth),
        Literal::Relation(first, rest) => Expr::Relation(first.clone(), rest.clone()),
        Literal::Not(inner) => Expr::Not(Box::new(unfold(inner))),
        Literal::Quantified(all, variables, inner) => {
            Expr::Quantified(*all, variables.clone(), Box::new(unfold(inner)))
        }
    }
}

fn join(mut all: Vec<Expr>, operator: fn(Vec<Expr>) -> Expr) -> Expr {
    match all.len() {
        0 => Expr::Empty,
        1 => all.remove(0),
        _ => operator(all),
    }
}
