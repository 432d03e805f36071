//! A first order of variables: parts of the system that have nothing to do with each other one after the other, and
//! in each the way the data goes, so that variables which get their values together are neighbours.

use crate::check::cone::Cone;
use crate::model::{Mode, Node, System, Term, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables of a cone, those to be decided first in front.
pub fn order(system: &System, cone: &Cone) -> Vec<u32> {
    let reads: FxHashMap<u32, Vec<u32>> = cone.vars.iter().map(|v| (*v, reads(system, cone, *v))).collect();
    let part = parts(&cone.vars, &reads);
    let layer = layers(&cone.vars, &reads);
    let mut vars = cone.vars.clone();
    vars.sort_by_key(|v| (part[v], layer[v], *v));
    vars
}

/// The variables that the next value of one is made from.
fn reads(system: &System, cone: &Cone, var: u32) -> Vec<u32> {
    if !matches!(system.vars[var as usize].kind, VarKind::State(_)) {
        return Vec::new();
    }
    let mut todo: Vec<Term> = match system.mode {
        Mode::Synchronous => cone.next.get(&var).copied().into_iter().collect(),
        Mode::Interleaving { .. } => {
            let changing = system.rules.iter().filter(|r| r.updates.iter().any(|(v, _)| *v == var));
            changing
                .flat_map(|r| r.updates.iter().filter(|(v, _)| *v == var).map(|(_, t)| *t).chain([r.guard]))
                .collect()
        }
    };
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    while let Some(t) = todo.pop() {
        if seen.insert(t) {
            match system.terms.node(t) {
                Node::Var(v) if v != var => found.push(v),
                _ => todo.extend(system.terms.parts(t)),
            }
        }
    }
    found.sort_unstable();
    found
}

/// By variable, the first variable of its part of the system.
fn parts(vars: &[u32], reads: &FxHashMap<u32, Vec<u32>>) -> FxHashMap<u32, u32> {
    let mut near: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (v, list) in reads {
        for other in list {
            near.entry(*v).or_default().push(*other);
            near.entry(*other).or_default().push(*v);
        }
    }
    let mut part = FxHashMap::default();
    for first in vars {
        let mut todo = vec![*first];
        while let Some(v) = todo.pop() {
            if let std::collections::hash_map::Entry::Vacant(place) = part.entry(v) {
                place.insert(*first);
                todo.extend(near.get(&v).into_iter().flatten());
            }
        }
    }
    part
}

/// By variable, how many others are one after the other on the way to it; circles are cut at their first variable.
fn layers(vars: &[u32], reads: &FxHashMap<u32, Vec<u32>>) -> FxHashMap<u32, usize> {
    let mut layer: FxHashMap<u32, usize> = FxHashMap::default();
    let mut left: Vec<u32> = vars.to_vec();
    let mut at = 0;
    while let Some(first) = left.first().copied() {
        let mut ready: Vec<u32> =
            left.iter().copied().filter(|v| reads[v].iter().all(|other| layer.contains_key(other))).collect();
        if ready.is_empty() {
            ready.push(first);
        }
        layer.extend(ready.iter().map(|v| (*v, at)));
        left.retain(|v| !layer.contains_key(v));
        at += 1;
    }
    layer
}
