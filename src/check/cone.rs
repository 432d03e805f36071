//! The cone of influence: the variables that asked terms depend on, through any number of steps.

use crate::model::{Mode, Node, System, Term, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// What of a system matters to some terms.
pub struct Cone {
    /// In the order of their numbers.
    pub vars: Vec<u32>,
    /// In a synchronous system, the next values of those that are part of the state.
    pub next: FxHashMap<u32, Term>,
    /// All terms that matter, parts before wholes.
    pub terms: Vec<Term>,
    /// Invariants that speak of more than inputs.
    pub invariants: Vec<Term>,
}

impl Cone {
    /// The cone of the asked terms.
    pub fn new(system: &mut System, asked: &[Term]) -> Cone {
        let synchronous = system.mode == Mode::Synchronous;
        let (on_inputs, invariants): (Vec<Term>, Vec<Term>) =
            system.invariants.iter().partition(|t| on_inputs_alone(system, **t));
        let mut todo: Vec<Term> = asked.to_vec();
        todo.extend(on_inputs);
        if !synchronous {
            todo.extend(system.rules.iter().map(|rule| rule.guard));
        }
        todo.extend(&invariants);
        if !matches!(system.terms.node(system.init), Node::Const(..)) {
            todo.push(system.init);
        }
        // The variables the wanted terms read, those their next values read, and so on.
        let mut seen = vec![false; system.terms.len()];
        let mut vars: Vec<u32> = Vec::new();
        let mut next: FxHashMap<u32, Term> = FxHashMap::default();
        while let Some(t) = todo.pop() {
            if seen.len() <= t.0 as usize {
                seen.resize(system.terms.len(), false);
            }
            if std::mem::replace(&mut seen[t.0 as usize], true) {
                continue;
            }
            todo.extend(system.terms.parts(t));
            if let Node::Var(v) = system.terms.node(t) {
                vars.push(v);
                if matches!(system.vars[v as usize].kind, VarKind::State(_)) {
                    if synchronous {
                        let term = system.next(v);
                        next.insert(v, term);
                        todo.push(term);
                    } else {
                        let updates = system.rules.iter().flat_map(|r| &r.updates);
                        todo.extend(updates.filter(|(u, _)| *u == v).map(|(_, t)| *t));
                    }
                }
            }
        }
        vars.sort_unstable();
        let terms = (0..seen.len()).filter(|i| seen[*i]).map(|i| Term(i as u32)).collect();
        Cone { vars, next, terms, invariants }
    }
}

/// A term speaks of nothing but inputs.
pub fn on_inputs_alone(system: &System, t: Term) -> bool {
    let mut todo = vec![t];
    let mut seen = FxHashSet::default();
    while let Some(t) = todo.pop() {
        if !seen.insert(t) {
            continue;
        }
        if let Node::Var(v) = system.terms.node(t) {
            if system.vars[v as usize].kind != VarKind::Input {
                return false;
            }
        }
        todo.extend(system.terms.parts(t));
    }
    true
}
