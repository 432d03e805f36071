//! Büchi automata of LTL formulas, by tableau, with acceptance on the edges.
//!
//! A state is the set of formulas to hold from here on. An edge says what must be true now, what must hold from the
//! next step on, and which untils it puts off; a run is accepted if it puts off no until for ever.

use crate::model::{FALSE, Formula, One, System, TRUE, Term, Terms, Two};
use rustc_hash::FxHashMap;

/// An edge of the automaton.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    pub guard: Term,
    pub to: usize,
    /// One bit for each until that this edge does not put off.
    pub marks: u64,
}

/// The automaton: edges by state. State 0 is where it starts.
pub struct Automaton {
    pub edges: Vec<Vec<Edge>>,
    /// All marks there are.
    pub all: u64,
}

/// Untils in one formula, and states of its automaton.
const MOST_UNTILS: usize = 48;
const MOST_STATES: usize = 10_000;

struct Tableau {
    /// Formulas by number.
    list: Vec<Formula>,
    found: FxHashMap<Formula, usize>,
    untils: Vec<usize>,
}

#[derive(Clone, Default)]
struct Branch {
    guard: Vec<Term>,
    next: Vec<usize>,
    put_off: u64,
}

impl Tableau {
    fn number(&mut self, formula: &Formula) -> usize {
        if let Some(n) = self.found.get(formula) {
            return *n;
        }
        let n = self.list.len();
        self.list.push(formula.clone());
        self.found.insert(formula.clone(), n);
        if let Formula::Two(Two::Until, ..) = formula {
            self.untils.push(n);
        }
        n
    }
    /// The ways to satisfy some formulas now.
    fn expand(
        &mut self,
        todo: &mut Vec<usize>,
        branch: Branch,
        seen: &mut Vec<usize>,
        terms: &mut Terms,
        out: &mut Vec<Branch>,
    ) {
        let Some(n) = todo.pop() else {
            let guard = terms.all(branch.guard.iter().copied());
            if guard != FALSE {
                let mut next = branch.next;
                next.sort_unstable();
                next.dedup();
                out.push(Branch { guard: vec![guard], next, put_off: branch.put_off });
            }
            return;
        };
        if seen.contains(&n) {
            self.expand(todo, branch, seen, terms, out);
            todo.push(n);
            return;
        }
        seen.push(n);
        let mut go = |this: &mut Tableau, more: Vec<usize>, branch: Branch| {
            let (mut todo, mut seen) = (todo.clone(), seen.clone());
            todo.extend(more);
            this.expand(&mut todo, branch, &mut seen, terms, out);
        };
        match self.list[n].clone() {
            Formula::Is(t) => {
                let mut branch = branch;
                branch.guard.push(t);
                go(self, Vec::new(), branch);
            }
            Formula::And(a, b) => {
                let more = vec![self.number(&a), self.number(&b)];
                go(self, more, branch);
            }
            Formula::Or(a, b) => {
                let (a, b) = (self.number(&a), self.number(&b));
                go(self, vec![a], branch.clone());
                go(self, vec![b], branch);
            }
            Formula::One(One::Next, f) => {
                let mut branch = branch;
                branch.next.push(self.number(&f));
                go(self, Vec::new(), branch);
            }
            Formula::Two(Two::Until, a, b) => {
                let (a, b) = (self.number(&a), self.number(&b));
                go(self, vec![b], branch.clone());
                let mut branch = branch;
                branch.next.push(n);
                let k = self.untils.iter().position(|u| *u == n).unwrap_or(0);
                branch.put_off |= 1 << k;
                go(self, vec![a], branch);
            }
            Formula::Two(Two::Release, a, b) => {
                let (a, b) = (self.number(&a), self.number(&b));
                go(self, vec![a, b], branch.clone());
                let mut branch = branch;
                branch.next.push(n);
                go(self, vec![b], branch);
            }
            // Normal forms hold nothing else.
            _ => {}
        }
        seen.pop();
        todo.push(n);
    }
}

/// The automaton of a formula in normal form; `None` if it is too large.
pub fn automaton(formula: &Formula, system: &mut System) -> Option<Automaton> {
    let mut tableau = Tableau { list: Vec::new(), found: FxHashMap::default(), untils: Vec::new() };
    let first = tableau.number(formula);
    let mut states: Vec<Vec<usize>> = vec![vec![first]];
    let mut raw: Vec<Vec<(Term, usize, u64)>> = Vec::new();
    while raw.len() < states.len() {
        let state = states[raw.len()].clone();
        let mut out = Vec::new();
        tableau.expand(&mut state.clone(), Branch::default(), &mut Vec::new(), &mut system.terms, &mut out);
        let mut edges: Vec<(Term, usize, u64)> = Vec::new();
        for branch in out {
            let next: Vec<usize> = branch.next.into_iter().filter(|n| tableau.list[*n] != Formula::Is(TRUE)).collect();
            let to = states.iter().position(|s| *s == next).unwrap_or_else(|| {
                states.push(next);
                states.len() - 1
            });
            let guard = branch.guard[0];
            // Edges that differ in their guards alone are one edge.
            match edges.iter_mut().find(|(_, t, p)| *t == to && *p == branch.put_off) {
                Some((g, ..)) => *g = system.terms.or(*g, guard),
                None => edges.push((guard, to, branch.put_off)),
            }
        }
        raw.push(edges);
        if states.len() > MOST_STATES || tableau.untils.len() > MOST_UNTILS {
            return None;
        }
    }
    let all = (1u64 << tableau.untils.len()) - 1;
    let edges = raw
        .into_iter()
        .map(|list| list.into_iter().map(|(guard, to, put_off)| Edge { guard, to, marks: all & !put_off }).collect())
        .collect();
    Some(Automaton { edges, all })
}
