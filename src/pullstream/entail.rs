//! Entailment (section 4.2.2): whether a history makes an antecedent true.
//!
//! `a1 | a2` is true when one side is and the other is not: the paper's two rules for `|`, which it calls mutual
//! exclusion. Variables range over 1, 2, 3, ... without end; [`Scope::range`] says why a finite part decides.

use super::history::{History, Values, ground, value};
use super::language::{Arg, Event, Literal, Normal, Term, What};
use crate::error::{Error, Result};
use std::cell::{Cell, RefCell};

/// Variables of one antecedent.
const VARIABLES: usize = 6;
/// Literals looked at for one question, so that no text can hold the caller for ever.
const WORK: u64 = 20_000_000;

/// What an antecedent mentions: its free variables and the numbers that matter to it.
#[derive(Clone, Default)]
pub struct Scope {
    /// Free variables, in the order of their appearance.
    pub free: Vec<String>,
    /// The most quantified variables within one another.
    rank: usize,
    /// The largest number that stands alone, and the largest added to a variable.
    constant: i64,
    offset: i64,
}

impl Scope {
    /// The scope of an antecedent.
    pub fn of(normal: &Normal) -> Result<Scope> {
        let mut scope = Scope::default();
        scope.normal(normal, &mut Vec::new());
        scope.checked()
    }
    /// The same with an event's variables (a rule's consequent) in it, which come first.
    pub fn with(event: &Event, normal: &Normal) -> Result<(Scope, usize)> {
        let mut scope = Scope::default();
        scope.event(event, &[]);
        let own = scope.free.len();
        scope.normal(normal, &mut Vec::new());
        Ok((scope.checked()?, own))
    }

    fn checked(self) -> Result<Scope> {
        if self.free.len() + self.rank > VARIABLES {
            return Err(Error::limit(format!("an antecedent has at most {VARIABLES} variables within one another")));
        }
        Ok(self)
    }

    /// Variables range over `1..=range`, and that decides the question for all of 1, 2, 3, ...
    ///
    /// Beyond the history's largest index and the largest constant no event and no comparison with a number tells two
    /// values apart, and comparisons between variables see distances up to the largest offset alone. With k values
    /// still to choose, distances up to twice those of k - 1 and one more can matter (the game of Ehrenfeucht and
    /// Fraïssé); the distances of all k choices add up to what is added here. The last value of the range stands for
    /// all that lie beyond it.
    pub fn range(&self, history: &History) -> i64 {
        let choices = (self.free.len() + self.rank) as u32;
        history.largest().max(self.constant).saturating_add((self.offset + 1).saturating_mul((1 << choices) - 1))
    }

    fn normal(&mut self, normal: &Normal, bound: &mut Vec<String>) {
        for literal in normal.iter().flatten() {
            match literal {
                Literal::Sequence(events) => events.iter().for_each(|event| self.event(event, bound)),
                Literal::Bool(_) => {}
                Literal::Relation(first, rest) => {
                    self.term(first, bound);
                    rest.iter().for_each(|(_, term)| self.term(term, bound));
                }
                Literal::Not(inner) => self.normal(inner, bound),
                Literal::Quantified(_, variables, inner) => {
                    let outer = bound.len();
                    bound.extend(variables.iter().cloned());
                    self.rank = self.rank.max(bound.len());
                    self.normal(inner, bound);
                    bound.truncate(outer);
                }
            }
        }
    }

    fn event(&mut self, event: &Event, bound: &[String]) {
        if let Some(index) = event.port.as_ref().and_then(|port| port.index.as_ref()) {
            self.term(index, bound);
        }
        let mut argument = |arg: &Arg| {
            if let Arg::Item(item) = arg {
                self.term(&item.index, bound);
            }
        };
        match &event.what {
            What::Request(_, all) => all.iter().for_each(argument),
            What::Answer(variable, answer) => {
                argument(variable);
                argument(answer);
            }
            What::Method(_, index, all) => {
                all.iter().for_each(argument);
                self.term(index, bound);
            }
        }
    }

    fn term(&mut self, term: &Term, bound: &[String]) {
        match term.linear() {
            (None, n) => self.constant = self.constant.max(n.abs()),
            (Some(name), n) => {
                self.offset = self.offset.max(n.abs());
                if !bound.iter().chain(&self.free).any(|known| known == name) {
                    self.free.push(name.to_string());
                }
            }
        }
    }
}

/// A history being asked, with the range of its variables.
pub struct Asked<'h> {
    pub history: &'h History,
    pub range: i64,
    work: Cell<u64>,
    text: RefCell<String>,
}

impl<'h> Asked<'h> {
    /// To ask a history about antecedents of that scope.
    pub fn new(history: &'h History, scope: &Scope) -> Asked<'h> {
        Asked { history, range: scope.range(history), work: Cell::new(0), text: RefCell::default() }
    }

    /// `H ⊨ a`, for these values of some variables and some values of the others that are free.
    pub fn entails(&self, normal: &Normal, scope: &Scope, values: &mut Values) -> Result<bool> {
        let others: Vec<String> =
            scope.free.iter().filter(|name| !values.iter().any(|(known, _)| known == *name)).cloned().collect();
        self.quantified(false, &others, normal, values)
    }

    fn quantified(&self, all: bool, variables: &[String], normal: &Normal, values: &mut Values) -> Result<bool> {
        let Some((first, rest)) = variables.split_first() else {
            return self.normal(normal, values);
        };
        values.push((first.clone(), 0));
        let place = values.len() - 1;
        let mut found = all;
        for n in 1..=self.range {
            values[place].1 = n;
            if self.quantified(all, rest, normal, values)? != all {
                found = !all;
                break;
            }
        }
        values.truncate(place);
        Ok(found)
    }

    fn normal(&self, normal: &Normal, values: &mut Values) -> Result<bool> {
        let mut truth = false;
        for choice in normal {
            let mut all = true;
            for literal in choice {
                if !self.literal(literal, values)? {
                    all = false;
                    break;
                }
            }
            truth ^= all;
        }
        Ok(truth)
    }

    fn literal(&self, literal: &Literal, values: &mut Values) -> Result<bool> {
        self.work.set(self.work.get() + 1);
        if self.work.get() > WORK {
            return Err(Error::limit(format!("the question takes more than {WORK} steps")));
        }
        Ok(match literal {
            Literal::Bool(truth) => *truth,
            Literal::Relation(first, rest) => {
                let mut left = value(first, values);
                rest.iter().all(|(operator, term)| {
                    let right = value(term, values);
                    let holds =
                        matches!((left, right), (Some(l), Some(r)) if super::language::compare(*operator, l, r));
                    left = right;
                    holds
                })
            }
            Literal::Not(inner) => !self.normal(inner, values)?,
            Literal::Quantified(all, variables, inner) => self.quantified(*all, variables, inner, values)?,
            Literal::Sequence(events) => {
                let mut last = None;
                let mut text = self.text.borrow_mut();
                events.iter().all(|event| {
                    let depth = ground(event, values, &mut text).and_then(|()| self.history.depth(&text));
                    let follows = matches!((last, depth), (None, Some(_)))
                        || matches!((last, depth), (Some(earlier), Some(now)) if earlier > now);
                    last = depth;
                    follows
                })
            }
        })
    }
}
