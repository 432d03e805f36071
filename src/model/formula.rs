//! Formulas of CTL and LTL over terms.

use crate::term::{FALSE, TRUE, Term, Terms};
use std::rc::Rc;

/// Which logic a formula belongs to, and so how it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    Ctl,
    Ltl,
}

/// Temporal operators of one formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum One {
    Ex,
    Ef,
    Eg,
    Ax,
    Af,
    Ag,
    Next,
    Finally,
    Globally,
}

/// Temporal operators of two formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Two {
    Eu,
    Au,
    Until,
    Release,
}

/// A formula. What has no temporal operator is one term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    Is(Term),
    Not(Rc<Formula>),
    And(Rc<Formula>, Rc<Formula>),
    Or(Rc<Formula>, Rc<Formula>),
    One(One, Rc<Formula>),
    Two(Two, Rc<Formula>, Rc<Formula>),
}

impl Formula {
    /// The negation.
    pub fn not(self, terms: &mut Terms) -> Formula {
        match self {
            Formula::Is(t) => Formula::Is(terms.not(t)),
            Formula::Not(f) => f.as_ref().clone(),
            other => Formula::Not(Rc::new(other)),
        }
    }
    /// Both.
    pub fn and(self, other: Formula, terms: &mut Terms) -> Formula {
        match (&self, &other) {
            (Formula::Is(a), Formula::Is(b)) => Formula::Is(terms.and(*a, *b)),
            (Formula::Is(TRUE), _) => other,
            (_, Formula::Is(TRUE)) => self,
            (Formula::Is(FALSE), _) | (_, Formula::Is(FALSE)) => Formula::Is(FALSE),
            _ => Formula::And(Rc::new(self), Rc::new(other)),
        }
    }
    /// Either.
    pub fn or(self, other: Formula, terms: &mut Terms) -> Formula {
        match (&self, &other) {
            (Formula::Is(a), Formula::Is(b)) => Formula::Is(terms.or(*a, *b)),
            (Formula::Is(FALSE), _) => other,
            (_, Formula::Is(FALSE)) => self,
            (Formula::Is(TRUE), _) | (_, Formula::Is(TRUE)) => Formula::Is(TRUE),
            _ => Formula::Or(Rc::new(self), Rc::new(other)),
        }
    }
    /// A temporal operator on this.
    pub fn under(self, op: One) -> Formula {
        Formula::One(op, Rc::new(self))
    }
    /// A temporal operator on this and another.
    pub fn with(self, op: Two, other: Formula) -> Formula {
        Formula::Two(op, Rc::new(self), Rc::new(other))
    }
    /// Negations moved down to the terms. Of CTL, what then remains are EX, EU, EG, AX, AU-by-duality as
    /// written; of LTL, X, U and R.
    pub fn normal(&self, terms: &mut Terms) -> Formula {
        self.pushed(false, terms)
    }
    /// The normal form of the negation.
    pub fn denied(&self, terms: &mut Terms) -> Formula {
        self.pushed(true, terms)
    }
    fn pushed(&self, deny: bool, t: &mut Terms) -> Formula {
        let truth = Formula::Is(TRUE);
        let falsity = Formula::Is(FALSE);
        match self {
            Formula::Is(term) => Formula::Is(if deny { t.not(*term) } else { *term }),
            Formula::Not(f) => f.pushed(!deny, t),
            Formula::And(a, b) | Formula::Or(a, b) => {
                let both = matches!(self, Formula::And(..)) != deny;
                let (a, b) = (a.pushed(deny, t), b.pushed(deny, t));
                if both { a.and(b, t) } else { a.or(b, t) }
            }
            Formula::One(op, f) => {
                let f = f.pushed(deny, t);
                match (op, deny) {
                    (One::Ex, false) | (One::Ax, true) => f.under(One::Ex),
                    (One::Ax, false) | (One::Ex, true) => f.under(One::Ax),
                    (One::Ef, false) | (One::Ag, true) => f.under(One::Ef),
                    (One::Ag, false) | (One::Ef, true) => f.under(One::Ag),
                    (One::Eg, false) | (One::Af, true) => f.under(One::Eg),
                    (One::Af, false) | (One::Eg, true) => f.under(One::Af),
                    (One::Next, _) => f.under(One::Next),
                    (One::Finally, false) | (One::Globally, true) => truth.with(Two::Until, f),
                    (One::Globally, false) | (One::Finally, true) => falsity.with(Two::Release, f),
                }
            }
            Formula::Two(op, a, b) => match (op, deny) {
                (Two::Until, true) => a.pushed(true, t).with(Two::Release, b.pushed(true, t)),
                (Two::Release, true) => a.pushed(true, t).with(Two::Until, b.pushed(true, t)),
                (op, false) => a.pushed(false, t).with(*op, b.pushed(false, t)),
                // !E[a U b] is A[!b W (!a & !b)]: kept as a negation of the whole.
                (op, true) => Formula::Not(Rc::new(a.pushed(false, t).with(*op, b.pushed(false, t)))),
            },
        }
    }
    /// Calls `see` on the terms of the formula.
    pub fn terms(&self, see: &mut dyn FnMut(Term)) {
        match self {
            Formula::Is(t) => see(*t),
            Formula::Not(f) | Formula::One(_, f) => f.terms(see),
            Formula::And(a, b) | Formula::Or(a, b) | Formula::Two(_, a, b) => {
                a.terms(see);
                b.terms(see);
            }
        }
    }
    /// The term under AG or G alone: an invariant, for which reaching a state is enough.
    pub fn invariant(&self) -> Option<Term> {
        match self {
            Formula::One(One::Ag | One::Globally, f) => match f.as_ref() {
                Formula::Is(t) => Some(*t),
                _ => None,
            },
            Formula::Is(TRUE) => Some(TRUE),
            _ => None,
        }
    }
}
