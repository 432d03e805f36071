//! LTL: the product of the system with the automaton of the negated formula, searched for an accepted lasso.

use super::automaton::automaton;
use super::explicit::Search;
use super::space::NONE;
use super::strong::components;
use super::{Answer, Cut, Engine, Outcome, Pulse, Reach, Run};
use crate::error::Result;
use crate::model::{Formula, System, Term};
use std::collections::VecDeque;

/// The first look for a lasso is after so many states; later ones each time there are twice as many.
const FIRST_LOOK: usize = 1024;
/// Edges between two looks at the clock.
const BEAT: u64 = 1 << 14;

/// Takes an edge of the product: the packed target, its marks and its label.
type See<'a> = dyn FnMut(&mut Search, &[u64], u64, u32) + 'a;

struct Product<'a> {
    search: Search<'a>,
    /// By state of the automaton: register of the guard, next state, marks.
    edges: Vec<Vec<(usize, u64, u64)>>,
    word: usize,
    shift: u32,
    justice: Vec<usize>,
    /// Where the marks of justice start.
    base: u32,
    all: u64,
    next: Vec<u64>,
}

impl Product<'_> {
    /// Calls `see` with each edge of a product state: the packed target, its marks, and its label.
    fn edges_of(&mut self, state: u32, see: &mut See) {
        let words: Vec<u64> = self.search.space.state(state).to_vec();
        let place = (words[self.word] >> self.shift) as usize & ((1 << bits(self.edges.len())) - 1);
        self.search.program.load(&words);
        let ways = self.search.program.ways();
        for row in 0..self.search.program.row_count {
            if !self.search.program.edge(row) || self.search.stops() {
                continue;
            }
            for k in 0..self.edges[place].len() {
                let (guard, to, marks) = self.edges[place][k];
                if self.search.program.get(guard) == 0 {
                    continue;
                }
                let mut marks = marks;
                for (k, register) in self.justice.iter().enumerate() {
                    marks |= ((self.search.program.get(*register) != 0) as u64) << (self.base + k as u32);
                }
                for way in 0..ways {
                    if !self.search.program.open(way) {
                        continue;
                    }
                    let mut marks = marks;
                    for (k, rule) in self.search.program.just.iter().enumerate() {
                        let kept = *rule == way || !self.search.program.can(*rule);
                        marks |= (kept as u64) << (self.base + (self.justice.len() + k) as u32);
                    }
                    self.search.program.next(way, &mut self.next);
                    self.next[self.word] |= to << self.shift;
                    self.search.progress.edges += 1;
                    let next = std::mem::take(&mut self.next);
                    see(&mut self.search, &next, marks, (row * ways + way) as u32);
                    self.next = next;
                }
            }
        }
    }

    /// An accepted lasso among the first states that were found: the nearest one, and short.
    fn lasso(&mut self, count: usize, system: &System) -> Option<Run> {
        let all = self.all;
        let mut edges = |state: u32, into: &mut Vec<(u32, u64)>| {
            into.clear();
            self.edges_of(state, &mut |search, next, marks, _| {
                if let Some(id) = search.space.find(next).filter(|id| (*id as usize) < count) {
                    into.push((id, marks));
                }
            });
        };
        let good = components(count, &mut edges, all);
        let start = good.iter().position(|g| *g)? as u32;
        Some(self.tell(start, count, system))
    }

    /// The way to a state on an accepting cycle, and the cycle: nearest missing mark first, then home.
    fn tell(&mut self, start: u32, count: usize, system: &System) -> Run {
        let ways = self.search.program.ways() as u32;
        let mut walk: Vec<(u32, u32)> = self.search.space.path(start);
        let back = walk.len();
        let (mut at, mut marks) = (start, 0u64);
        loop {
            // Breadth first from here to an edge that brings a new mark, or, with all of them, home.
            let mut from: Vec<(u32, u32, u32)> = vec![(at, NONE, 0)];
            let mut queue = VecDeque::from([0usize]);
            let mut seen = rustc_hash::FxHashSet::default();
            seen.insert(at);
            let mut reached: Option<(usize, u32, u32, u64)> = None;
            while let Some(k) = queue.pop_front() {
                let state = from[k].0;
                let mut found = Vec::new();
                self.edges_of(state, &mut |search, next, m, label| {
                    if let Some(id) = search.space.find(next).filter(|id| (*id as usize) < count) {
                        found.push((id, m, label));
                    }
                });
                let want = self.all & !marks;
                let hit = found.iter().find(|(id, m, _)| if want == 0 { *id == start } else { m & want != 0 });
                if let Some((id, m, label)) = hit {
                    // A mark counts only on the way round: it must be possible to come home from there.
                    if want == 0 || self.can_return(*id, start, count) {
                        reached = Some((k, *id, *label, *m));
                        break;
                    }
                }
                for (id, _, label) in found {
                    if seen.insert(id) {
                        from.push((id, k as u32, label));
                        queue.push_back(from.len() - 1);
                    }
                }
            }
            let Some((k, to, label, m)) = reached else { break };
            let mut part = vec![(from[k].0, label)];
            let mut j = k;
            while from[j].1 != NONE {
                part.push((from[from[j].1 as usize].0, from[j].2));
                j = from[j].1 as usize;
            }
            part.reverse();
            let home = self.all & !marks == 0;
            walk.extend(part);
            marks |= m;
            at = to;
            if home || (marks & self.all == self.all && at == start) {
                break;
            }
        }
        let steps = walk
            .into_iter()
            .map(|(state, label)| {
                self.search.program.values(system, self.search.space.state(state), (label / ways) as usize)
            })
            .collect();
        Run { steps, back: Some(back) }
    }

    fn can_return(&mut self, from: u32, to: u32, count: usize) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut todo = vec![from];
        while let Some(state) = todo.pop() {
            if state == to {
                return true;
            }
            if !seen.insert(state) {
                continue;
            }
            self.edges_of(state, &mut |search, next, _, _| {
                if let Some(id) = search.space.find(next).filter(|id| (*id as usize) < count) {
                    todo.push(id);
                }
            });
        }
        false
    }
}

fn bits(count: usize) -> u32 {
    usize::BITS - (count - 1).leading_zeros()
}

/// Checks a formula of LTL.
pub async fn linear(
    system: &mut System,
    formula: &Formula,
    follow: bool,
    reach: &Reach,
    pulse: &dyn Pulse,
) -> Result<Outcome> {
    let denied = formula.denied(&mut system.terms);
    let Some(automaton) = automaton(&denied, system) else {
        return Ok(Outcome::bare(Answer::Unknown(Cut::Formula), Engine::Explicit));
    };
    let mut asked: Vec<Term> = automaton.edges.iter().flatten().map(|edge| edge.guard).collect();
    asked.extend(&system.justice);
    let mut search = match Search::new(system, &asked, follow, reach, pulse)? {
        Ok(search) => search,
        Err(outcome) => return Ok(outcome),
    };
    let (word, shift) = search.room(bits(automaton.edges.len()));
    let edges = automaton
        .edges
        .iter()
        .map(|list| list.iter().map(|e| (search.program.register(e.guard), e.to as u64, e.marks)).collect())
        .collect();
    let justice: Vec<usize> = system.justice.iter().map(|t| search.program.register(*t)).collect();
    let base = automaton.all.count_ones();
    let more = justice.len() + search.program.just.len();
    let all = automaton.all | (((1u64 << more) - 1) << base);
    let width = search.program.words;
    let mut product = Product { search, edges, word, shift, justice, base, all, next: vec![0; width] };
    let mut state = vec![0; width];
    for first in std::mem::take(&mut product.search.program.first) {
        product.search.program.pack(&first, &mut state);
        product.search.space.add(&state, NONE, 0);
    }
    let (mut at, mut beat, mut look) = (0, BEAT, FIRST_LOOK);
    let mut level = product.search.space.len();
    while at < product.search.space.len() {
        if at == level {
            level = product.search.space.len();
            product.search.progress.depth += 1;
        }
        product.edges_of(at as u32, &mut |search, next, _, label| {
            search.space.add(next, at as u32, label);
        });
        at += 1;
        if product.search.progress.edges >= beat {
            beat = product.search.progress.edges + BEAT;
            product.search.progress.frontier = (product.search.space.len() - at) as f64;
            if let Some(cut) = product.search.beat().await {
                return Ok(product.search.outcome(Answer::Unknown(cut)));
            }
        }
        if at == look {
            look *= 2;
            if let Some(run) = product.lasso(at, system) {
                product.search.progress.states = product.search.space.len() as f64;
                return Ok(product.search.outcome(Answer::Fails(run)));
            }
        }
    }
    product.search.progress.states = product.search.space.len() as f64;
    let found = product.lasso(at, system);
    let answer = found.map_or(Answer::Holds, Answer::Fails);
    Ok(product.search.outcome(answer))
}
