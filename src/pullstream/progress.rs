//! History progression (section 4.2.3): `H.(a => e)` is `H, e` where `H ⊨ a` and `e ∉ H`, and `H` otherwise.

use super::entail::{Asked, Scope};
use super::history::{History, Values, ground};
use super::language::{Arg, Event, Normal, Style, Term, What, print_event};
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
        let (scope, own) = Scope::with(&event, &antecedent)?;
        Ok(Rule { event, antecedent, scope, own })
    }

    /// The port that initiates the rule's events.
    pub fn event(&self) -> &Event {
        &self.event
    }
    /// What the rule waits for.
    pub fn antecedent(&self) -> &Normal {
        &self.antecedent
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
