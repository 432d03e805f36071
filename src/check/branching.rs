//! CTL by fixpoints over the states an exploration found.
//!
//! A state in the sense of the logic is a state with the inputs of the step. For each temporal operator one bit a
//! state is kept: whether the operator's formula holds there for some inputs (after E) or for all (after A). Edges
//! are not kept but made anew in each pass, which is cheaper than their memory.

use super::explicit::{End, Search};
use super::strong::components;
use super::{Answer, Cut, Outcome, Pulse, Reach, Run};
use crate::error::Result;
use crate::model::{Formula, One, System, TRUE, Term, Two};

#[derive(Clone, Copy, Debug)]
enum Kind {
    Is(usize),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Temporal(Temporal, usize, usize),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Temporal {
    Ex,
    Ax,
    Ef,
    Ag,
    Eg,
    Af,
    Eu,
    Au,
}

impl Temporal {
    /// After E: some inputs are enough.
    fn some(self) -> bool {
        matches!(self, Temporal::Ex | Temporal::Ef | Temporal::Eg | Temporal::Eu)
    }
    /// The fixpoint starts from everything.
    fn greatest(self) -> bool {
        matches!(self, Temporal::Ag | Temporal::Eg)
    }
}

struct Node {
    kind: Kind,
    /// What a step that proves nothing counts as here, so that it never helps to refute.
    escape: bool,
    /// By state; only for temporal operators.
    bits: Vec<u64>,
}

struct Formulas {
    nodes: Vec<Node>,
}

impl Formulas {
    fn add(&mut self, kind: Kind, escape: bool) -> usize {
        self.nodes.push(Node { kind, escape, bits: Vec::new() });
        self.nodes.len() - 1
    }
    /// The nodes of a formula, parts before wholes.
    fn build(&mut self, formula: &Formula, escape: bool, register: &dyn Fn(Term) -> usize) -> usize {
        let kind = match formula {
            Formula::Is(t) => Kind::Is(register(*t)),
            Formula::Not(f) => Kind::Not(self.build(f, !escape, register)),
            Formula::And(a, b) => Kind::And(self.build(a, escape, register), self.build(b, escape, register)),
            Formula::Or(a, b) => Kind::Or(self.build(a, escape, register), self.build(b, escape, register)),
            Formula::One(op, f) => {
                let f = self.build(f, escape, register);
                let op = match op {
                    One::Ex => Temporal::Ex,
                    One::Ax => Temporal::Ax,
                    One::Ef => Temporal::Ef,
                    One::Eg => Temporal::Eg,
                    One::Af => Temporal::Af,
                    _ => Temporal::Ag,
                };
                Kind::Temporal(op, f, f)
            }
            Formula::Two(op, a, b) => {
                let (a, b) = (self.build(a, escape, register), self.build(b, escape, register));
                Kind::Temporal(if *op == Two::Eu { Temporal::Eu } else { Temporal::Au }, a, b)
            }
        };
        self.add(kind, escape)
    }
    #[inline]
    fn bit(&self, node: usize, state: u32) -> bool {
        self.nodes[node].bits[state as usize / 64] >> (state % 64) & 1 != 0
    }
    fn set(&mut self, node: usize, state: u32, value: bool) {
        let word = &mut self.nodes[node].bits[state as usize / 64];
        if value {
            *word |= 1 << (state % 64);
        } else {
            *word &= !(1 << (state % 64));
        }
    }
    /// Whether a formula holds at the step at hand, whose next states are given; `None` for a step that proves
    /// nothing.
    fn holds(&self, search: &Search, node: usize, targets: Option<&[u32]>) -> bool {
        let n = &self.nodes[node];
        let Some(next) = targets else { return n.escape };
        let is = |node: usize| self.holds(search, node, targets);
        let some = || next.iter().any(|t| self.bit(node, *t));
        let all = || next.iter().all(|t| self.bit(node, *t));
        match n.kind {
            Kind::Is(register) => search.program.get(register) != 0,
            Kind::Not(f) => !is(f),
            Kind::And(a, b) => is(a) && is(b),
            Kind::Or(a, b) => is(a) || is(b),
            Kind::Temporal(op, a, b) => match op {
                Temporal::Ex => some(),
                Temporal::Ax => all(),
                Temporal::Ef => is(a) || some(),
                Temporal::Ag => is(a) && all(),
                Temporal::Eg => is(a) && some(),
                Temporal::Af => is(a) || all(),
                Temporal::Eu => is(b) || (is(a) && some()),
                Temporal::Au => is(b) || (is(a) && all()),
            },
        }
    }
}

/// Checks a formula of CTL.
pub async fn branching(
    system: &mut System,
    formula: &Formula,
    follow: bool,
    fair: bool,
    reach: &Reach,
    pulse: &dyn Pulse,
) -> Result<Outcome> {
    let formula = if fair { existential(formula, system) } else { formula.normal(&mut system.terms) };
    let mut asked = Vec::new();
    formula.terms(&mut |t| asked.push(t));
    asked.extend(&system.justice);
    let mut search = match Search::new(system, &asked, follow, reach, pulse)? {
        Ok(search) => search,
        Err(outcome) => return Ok(outcome),
    };
    if let End::Cut(cut) = search.explore(None).await {
        return Ok(search.outcome(Answer::Unknown(cut)));
    }
    let mut formulas = Formulas { nodes: Vec::new() };
    let register = |t: Term| search.program.register(t);
    let root = formulas.build(&formula, true, &register);
    let fair_states = if fair {
        let justice: Vec<usize> = system.justice.iter().map(|t| search.program.register(*t)).collect();
        Some((fair_within(&mut search, &formulas, None, &justice), justice))
    } else {
        None
    };
    for node in 0..formulas.nodes.len() {
        if let Kind::Temporal(..) = formulas.nodes[node].kind {
            if let Some(cut) = solve(&mut search, &mut formulas, node, &fair_states).await {
                return Ok(search.outcome(Answer::Unknown(cut)));
            }
        }
    }
    // AG at the top: all reachable states are at hand, and the nearest one that fails is found first.
    let (at_top, everywhere) = match formulas.nodes[root].kind {
        Kind::Temporal(Temporal::Ag, f, _) => (f, true),
        _ => (root, false),
    };
    let mut next = Vec::new();
    for state in 0..search.space.len() as u32 {
        if !everywhere && !search.space.is_first(state) {
            continue;
        }
        search.program.load(search.space.state(state));
        for row in 0..search.program.row_count {
            if !search.program.edge(row) {
                continue;
            }
            let stops = search.stops();
            search.targets(&mut next);
            if fair && !next.iter().any(|t| fair_states.as_ref().is_some_and(|(f, _)| f[*t as usize])) {
                continue;
            }
            if !formulas.holds(&search, at_top, (!stops).then_some(&next)) {
                let run = tell(system, &mut search, &formulas, at_top, state, row);
                return Ok(search.outcome(Answer::Fails(run)));
            }
        }
    }
    Ok(search.outcome(Answer::Holds))
}

type Fair = Option<(Vec<bool>, Vec<usize>)>;

/// Finds the states of one temporal operator, those of its parts being known.
async fn solve(search: &mut Search<'_>, formulas: &mut Formulas, node: usize, fair: &Fair) -> Option<Cut> {
    let Kind::Temporal(op, part, _) = formulas.nodes[node].kind else { return None };
    let count = search.space.len();
    let start = if op.greatest() { u64::MAX } else { 0 };
    formulas.nodes[node].bits = vec![start; count.div_ceil(64)];
    if let (Some((_, justice)), Temporal::Eg) = (fair, op) {
        let found = fair_within(search, formulas, Some(part), justice);
        (0..count as u32).for_each(|s| formulas.set(node, s, found[s as usize]));
        return None;
    }
    // What EX and AX look at in the next states is their part.
    let shown = if matches!(op, Temporal::Ex | Temporal::Ax) { part } else { node };
    let mut next = Vec::new();
    let mut pass = 0;
    loop {
        let mut changed = false;
        for k in 0..count as u32 {
            // Against the order of discovery first: what is far off is usually what decides.
            let state = if pass % 2 == 0 { count as u32 - 1 - k } else { k };
            if formulas.bit(node, state) != op.greatest() {
                continue;
            }
            search.program.load(search.space.state(state));
            let mut value = !op.some();
            for row in 0..search.program.row_count {
                if !search.program.edge(row) {
                    continue;
                }
                let stops = search.stops();
                search.targets(&mut next);
                let on_fair = fair.as_ref().is_none_or(|(fair, _)| next.iter().any(|t| fair[*t as usize]));
                let holds = on_fair && formulas.holds(search, shown, (!stops).then_some(&next));
                if holds == op.some() {
                    value = op.some();
                    break;
                }
            }
            if value != op.greatest() {
                formulas.set(node, state, value);
                changed = true;
            }
            if k % 4096 == 4095 {
                if let Some(cut) = search.beat().await {
                    return Some(cut);
                }
            }
        }
        pass += 1;
        if !changed || matches!(op, Temporal::Ex | Temporal::Ax) {
            return None;
        }
    }
}

/// States from which a just run exists, along steps where a formula holds.
fn fair_within(search: &mut Search, formulas: &Formulas, part: Option<usize>, justice: &[usize]) -> Vec<bool> {
    let count = search.space.len();
    let just = search.program.just.clone();
    let all = (1u64 << (justice.len() + just.len())) - 1;
    let mut edges = |state: u32, into: &mut Vec<(u32, u64)>| {
        into.clear();
        search.program.load(search.space.state(state));
        let mut next = Vec::new();
        for row in 0..search.program.row_count {
            if !search.program.edge(row) || search.stops() {
                continue;
            }
            search.targets(&mut next);
            if part.is_some_and(|part| !formulas.holds(search, part, Some(&next))) {
                continue;
            }
            let mut mask = 0;
            for (k, register) in justice.iter().enumerate() {
                mask |= ((search.program.get(*register) != 0) as u64) << k;
            }
            let mut target = 0;
            for way in 0..search.program.ways() {
                if !search.program.open(way) {
                    continue;
                }
                let mut mask = mask;
                for (k, rule) in just.iter().enumerate() {
                    mask |= ((*rule == way || !search.program.can(*rule)) as u64) << (justice.len() + k);
                }
                into.push((next[target], mask));
                target += 1;
            }
        }
    };
    let good = components(count, &mut edges, all);
    // All that can reach one of them.
    let mut found = good;
    let mut changed = true;
    let mut list = Vec::new();
    while changed {
        changed = false;
        for state in (0..count as u32).rev() {
            if !found[state as usize] {
                edges(state, &mut list);
                if list.iter().any(|(t, _)| found[*t as usize]) {
                    found[state as usize] = true;
                    changed = true;
                }
            }
        }
    }
    found
}

/// The formula with EX, EU, EG and negations alone, for which fairness is simple.
pub fn existential(formula: &Formula, system: &mut System) -> Formula {
    let not = |f: Formula, system: &mut System| f.not(&mut system.terms);
    match formula {
        Formula::Is(t) => Formula::Is(*t),
        Formula::Not(f) => {
            let f = existential(f, system);
            not(f, system)
        }
        Formula::And(a, b) => {
            let (a, b) = (existential(a, system), existential(b, system));
            a.and(b, &mut system.terms)
        }
        Formula::Or(a, b) => {
            let (a, b) = (existential(a, system), existential(b, system));
            a.or(b, &mut system.terms)
        }
        Formula::One(op, f) => {
            let f = existential(f, system);
            match op {
                One::Ex | One::Eg => f.under(*op),
                One::Ef => Formula::Is(TRUE).with(Two::Eu, f),
                One::Ax => {
                    let f = not(f, system).under(One::Ex);
                    not(f, system)
                }
                One::Af => {
                    let f = not(f, system).under(One::Eg);
                    not(f, system)
                }
                _ => {
                    let f = not(f, system);
                    let f = Formula::Is(TRUE).with(Two::Eu, f);
                    not(f, system)
                }
            }
        }
        Formula::Two(op, a, b) => {
            let (a, b) = (existential(a, system), existential(b, system));
            if *op == Two::Eu {
                return a.with(Two::Eu, b);
            }
            // A[a U b] is neither E[!b U (!a & !b)] nor EG !b.
            let (no_a, no_b) = (not(a, system), not(b, system));
            let neither = no_a.and(no_b.clone(), &mut system.terms);
            let bad = no_b.clone().with(Two::Eu, neither).or(no_b.under(One::Eg), &mut system.terms);
            not(bad, system)
        }
    }
}

/// Steps a told run may have beyond the one that fails.
const TOLD: usize = 10_000;

/// The run to a step where a formula fails, and on from there while it goes on failing, until it repeats itself.
fn tell(system: &System, search: &mut Search, formulas: &Formulas, node: usize, state: u32, row: usize) -> Run {
    let mut steps = search.steps(system, state, row);
    let from = steps.len() - 1;
    let (mut node, mut state, mut row) = (node, state, row);
    let mut seen: Vec<(u32, usize)> = Vec::new();
    let mut next = Vec::new();
    while steps.len() < TOLD {
        search.program.load(search.space.state(state));
        search.program.edge(row);
        search.targets(&mut next);
        let fails = |f: usize| !formulas.holds(search, f, Some(&next));
        let (wanted, go) = match formulas.nodes[node].kind {
            Kind::Is(_) | Kind::Not(_) => break,
            Kind::And(a, b) => (if fails(a) { a } else { b }, false),
            Kind::Or(a, b) => (if matches!(formulas.nodes[a].kind, Kind::Is(_)) { b } else { a }, false),
            Kind::Temporal(op, a, _) => match op {
                Temporal::Ex | Temporal::Ax => (a, true),
                Temporal::Ag | Temporal::Eg | Temporal::Eu | Temporal::Au if fails(a) => (a, false),
                _ => (node, true),
            },
        };
        node = wanted;
        if !go {
            continue;
        }
        if let Some(back) = seen.iter().position(|s| *s == (state, node)) {
            // The step that was just told is the loop's first one again.
            steps.pop();
            return Run { steps, back: Some(from + back) };
        }
        seen.push((state, node));
        let mut found = None;
        'search: for target in next.clone() {
            search.program.load(search.space.state(target));
            let mut onward = Vec::new();
            for r in 0..search.program.row_count {
                if !search.program.edge(r) || search.stops() {
                    continue;
                }
                search.targets(&mut onward);
                if !formulas.holds(search, node, Some(&onward)) {
                    found = Some((target, r));
                    break 'search;
                }
            }
        }
        let Some((target, r)) = found else { break };
        (state, row) = (target, r);
        steps.push(search.program.values(system, search.space.state(state), row));
    }
    Run { steps, back: None }
}
