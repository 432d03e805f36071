//! History progression (section 4.2.3): `H.(a => e)` is `H, e` where `H ⊨ a` and `e ∉ H`, and `H` otherwise.

use super::entail::{Asked, Scope};
use super::history::{History, Values, ground};
use super::language::{Arg, Event, Literal, Normal, Style, Term, What, compare, print_event};
use crate::error::{Error, Result};
use std::rc::Rc;

/// A rule, its antecedent normalised. The variables of the event make it one rule for each of their values; the others
/// that are free in the antecedent are existential (section 4.2.2).
#[derive(Clone)]
pub struct Rule {
    event: Event,
    antecedent: Normal,
    scope: Scope,
    /// How many of the scope's free variables are the event's.
    own: usize,
}

impl Rule {
    /// `antecedent => event`, both expanded.
    pub fn new(event: Event, antecedent: Normal) -> Result<Rule> {
        let antecedent = settled(antecedent);
        let (scope, own) = Scope::with(&event, &antecedent)?;
        Ok(Rule { event, antecedent, scope, own })
    }

    /// The port that initiates the rule's events.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Adds the events that this rule may extend the history by.
    pub fn enabled(&self, history: &History, found: &mut Vec<Rc<str>>) -> Result<()> {
        let asked = Asked::new(history, &self.scope);
        self.choose(&asked, &mut Values::new(), &mut String::new(), found)
    }

    fn choose(&self, asked: &Asked, values: &mut Values, text: &mut String, found: &mut Vec<Rc<str>>) -> Result<()> {
        if values.len() < self.own {
            values.push((self.scope.free[values.len()].clone(), 0));
            let place = values.len() - 1;
            for n in 1..=asked.range {
                values[place].1 = n;
                self.choose(asked, values, text, found)?;
            }
            values.truncate(place);
            return Ok(());
        }
        if ground(&self.event, values, text).is_none() || asked.history.contains(text) {
            return Ok(());
        }
        let known = values.len();
        let holds = asked.entails(&self.antecedent, &self.scope, values)?;
        values.truncate(known);
        if holds {
            // The last value stands for all beyond it.
            if values.iter().any(|(_, n)| *n == asked.range) {
                let event = print_event(&self.event, Style::Ascii);
                return Err(Error::limit(format!("a rule enables {event} for infinitely many indexes")));
            }
            if !found.iter().any(|event| **event == **text) {
                found.push(text.as_str().into());
            }
        }
        Ok(())
    }

    /// Whether this rule extends the history by that event.
    pub fn extends(&self, history: &History, event: &Event) -> Result<bool> {
        let mut values = Values::new();
        if !same(&self.event, event, &mut values) {
            return Ok(false);
        }
        Asked::new(history, &self.scope).entails(&self.antecedent, &self.scope, &mut values)
    }
}

/// The same with its known truths taken out and its relations first, where they spare the look at events.
fn settled(normal: Normal) -> Normal {
    let truth = |literal: &Literal| match literal {
        Literal::Bool(truth) => Some(*truth),
        Literal::Relation(first, rest) => {
            let all = std::iter::once(first).chain(rest.iter().map(|(_, term)| term)).map(Term::linear);
            let all: Option<Vec<i64>> = all.map(|(variable, n)| variable.is_none().then_some(n)).collect();
            all.map(|all| rest.iter().enumerate().all(|(k, (o, _))| compare(*o, all[k], all[k + 1])))
        }
        Literal::Not(inner) => match inner.as_slice() {
            [] => Some(true),
            [all] if all.is_empty() => Some(false),
            _ => None,
        },
        _ => None,
    };
    let inner = |literal| match literal {
        Literal::Not(inner) => Literal::Not(settled(inner)),
        Literal::Quantified(all, variables, inner) => Literal::Quantified(all, variables, settled(inner)),
        other => other,
    };
    let choice = |all: Vec<Literal>| {
        let mut all: Vec<Literal> = all.into_iter().map(inner).collect();
        let possible = !all.iter().any(|literal| truth(literal) == Some(false));
        all.retain(|literal| truth(literal).is_none());
        all.sort_by_key(|literal| !matches!(literal, Literal::Relation(..)));
        possible.then_some(all)
    };
    normal.into_iter().filter_map(choice).collect()
}

/// Whether the event is an instance of the pattern, and for which values.
fn same(pattern: &Event, event: &Event, values: &mut Values) -> bool {
    let ports = match (&pattern.port, &event.port) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            a.name == b.name
                && match (&a.index, &b.index) {
                    (None, None) => true,
                    (Some(a), Some(b)) => index(a, b, values),
                    _ => false,
                }
        }
        _ => false,
    };
    let all = |a: &[Arg], b: &[Arg], values: &mut Values| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| argument(a, b, values))
    };
    ports
        && match (&pattern.what, &event.what) {
            (What::Request(a, left), What::Request(b, right)) => a == b && all(left, right, values),
            (What::Answer(a, left), What::Answer(b, right)) => argument(a, b, values) && argument(left, right, values),
            (What::Method(a, i, left), What::Method(b, j, right)) => {
                a == b && index(i, j, values) && all(left, right, values)
            }
            _ => false,
        }
}

fn argument(pattern: &Arg, arg: &Arg, values: &mut Values) -> bool {
    match (pattern, arg) {
        (Arg::Item(a), Arg::Item(b)) => a.name == b.name && a.primes == b.primes && index(&a.index, &b.index, values),
        (Arg::Term(a), Arg::Term(b)) => a == b,
        _ => false,
    }
}

fn index(pattern: &Term, term: &Term, values: &mut Values) -> bool {
    let n = term.linear().1;
    match pattern.linear() {
        (None, number) => number == n,
        (Some(name), offset) => match values.iter().find(|(known, _)| known == name) {
            Some((_, value)) => value + offset == n,
            None => {
                values.push((name.to_string(), n - offset));
                n - offset >= 1
            }
        },
    }
}
