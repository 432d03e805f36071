//! The transition system: variables, rules, and what is asked of it.

use super::formula::{Formula, Logic};
use crate::engine::{Hazard, Overflow};
use crate::term::{Domain, FALSE, TRUE, Term, Terms};
use indexmap::IndexMap;

/// Where a variable starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    Value(i32),
    /// At any value of its domain that `init` allows.
    Any,
}

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarKind {
    /// It keeps its value until a rule changes it.
    State(First),
    /// It has any value of its domain in each step: a label of the edge, not part of the state.
    Input,
    /// It stood for something while the model was made, and is part of nothing.
    Scratch,
}

/// The thing in the user's terms that a variable came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// An input's name, the ids of processors around, or a rule.
    pub place: String,
    /// Which part of it.
    pub part: String,
}

/// A variable; its domain is with the terms, under the same number.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub kind: VarKind,
    pub origin: Origin,
}

/// What may happen in a step.
#[derive(Clone, Debug)]
pub struct Rule {
    pub label: String,
    pub guard: Term,
    /// New values of variables; those not named stay.
    pub updates: Vec<(u32, Term)>,
    /// It is not put off for ever while it can happen.
    pub just: bool,
}

/// How rules share a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All rules whose guards hold, at once; they change different variables.
    Synchronous,
    /// One rule whose guard holds; with `idle`, or where no guard holds, possibly none.
    Interleaving { idle: bool },
}

/// Something asked of a system.
#[derive(Clone, Debug)]
pub struct Property {
    pub name: String,
    pub logic: Logic,
    pub formula: Formula,
}

/// A transition system. A state of it, in the sense of the logics, is a state together with the inputs of the step.
#[derive(Clone)]
pub struct System {
    pub terms: Terms,
    /// One for each variable of the terms.
    pub vars: Vec<Var>,
    /// What first states must satisfy.
    pub init: Term,
    pub rules: Vec<Rule>,
    pub mode: Mode,
    /// What all states satisfy: steps that would break it do not happen.
    pub invariants: Vec<Term>,
    /// What happens again and again on every run that counts.
    pub justice: Vec<Term>,
    /// Named terms over variables and inputs: ports, lengths of queues.
    pub labels: IndexMap<String, Term>,
    pub properties: Vec<Property>,
    /// Steps in which the model stops being what it is a model of.
    pub hazards: Vec<(Hazard, Term)>,
    /// Numbers that leave their domain come back into it by the user's choice; it is worth telling, no more.
    pub folds: bool,
}

impl System {
    /// A system with nothing in it yet.
    pub fn new(terms: Terms, mode: Mode) -> System {
        System {
            terms,
            vars: Vec::new(),
            init: TRUE,
            rules: Vec::new(),
            mode,
            invariants: Vec::new(),
            justice: Vec::new(),
            labels: IndexMap::new(),
            properties: Vec::new(),
            hazards: Vec::new(),
            folds: false,
        }
    }
    /// Adds a variable.
    pub fn add(&mut self, name: &str, domain: Domain, kind: VarKind, origin: Origin) -> Term {
        let term = self.terms.variable(domain);
        self.vars.push(Var { name: name.to_string(), kind, origin });
        term
    }
    /// Adds a bounded array: one variable for each place.
    pub fn add_array(&mut self, name: &str, length: usize, domain: &Domain, kind: VarKind) -> Vec<Term> {
        let origin = |part: String| Origin { place: name.to_string(), part };
        (0..length).map(|i| self.add(&format!("{name}[{i}]"), domain.clone(), kind, origin(format!("[{i}]")))).collect()
    }
    /// A number as it fits a domain, and when it did not.
    pub fn fit(&mut self, term: Term, domain: &Domain, overflow: Overflow) -> (Term, Term) {
        let t = &mut self.terms;
        let (Domain::Range(lo, hi), (least, most)) = (domain, t.bounds(term)) else { return (term, FALSE) };
        if least >= *lo && most <= *hi {
            return (term, FALSE);
        }
        let (low, high) = (t.int(*lo), t.int(*hi));
        let (below, above) = (t.less(term, low), t.less(high, term));
        let outside = t.or(below, above);
        let fitted = match overflow {
            Overflow::Wrap => {
                let from = t.sub(term, low);
                let rest = t.modulo(from, hi - lo + 1);
                t.add(rest, low)
            }
            Overflow::Saturate | Overflow::Error => {
                let raised = t.choose(below, low, term);
                let kept = t.choose(above, high, raised);
                t.assume(kept, *lo, *hi)
            }
        };
        (fitted, outside)
    }
    /// The number of a variable's term.
    pub fn number(&self, term: Term) -> Option<u32> {
        match self.terms.node(term) {
            crate::term::Node::Var(v) => Some(v),
            _ => None,
        }
    }
    /// The variables of a kind, by number.
    pub fn states(&self) -> impl Iterator<Item = u32> + '_ {
        self.numbers(|kind| matches!(kind, VarKind::State(_)))
    }
    /// The inputs, by number.
    pub fn inputs(&self) -> impl Iterator<Item = u32> + '_ {
        self.numbers(|kind| kind == VarKind::Input)
    }
    fn numbers(&self, wanted: impl Fn(VarKind) -> bool + 'static) -> impl Iterator<Item = u32> + '_ {
        self.vars.iter().enumerate().filter(move |(_, var)| wanted(var.kind)).map(|(v, _)| v as u32)
    }
    /// The value a synchronous step gives a variable.
    pub fn next(&mut self, var: u32) -> Term {
        let mut term = self.terms.var(var);
        for rule in &self.rules {
            for (v, value) in &rule.updates {
                if *v == var {
                    term = self.terms.choose(rule.guard, *value, term);
                }
            }
        }
        term
    }
    /// Some queue overflows, or a number leaves its domain where that is an error, in this step.
    pub fn hazard(&mut self, wanted: impl Fn(&Hazard) -> bool) -> Term {
        let terms: Vec<Term> = self.hazards.iter().filter(|(h, _)| wanted(h)).map(|(_, t)| *t).collect();
        self.terms.any(terms)
    }
    /// Nothing is proved beyond such a hazard.
    pub fn cuts(&self, hazard: &Hazard) -> bool {
        match hazard {
            Hazard::Full(_) => true,
            Hazard::Range(_) => !self.folds,
        }
    }
    /// A named term.
    pub fn label(&self, name: &str) -> Option<Term> {
        self.labels.get(name).copied()
    }
}
