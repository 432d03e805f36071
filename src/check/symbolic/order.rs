//! A first order of variables: parts of the system that have nothing to do with each other one after the other, and
//! in each the way the data goes, so that variables which get their values together are neighbours.

use crate::check::cone::Cone;
use crate::model::{Mode, Node, System, Term, VarKind};

/// The variables of a cone, those to be decided first in front.
pub fn order(system: &System, cone: &Cone) -> Vec<u32> {
    // By variable, those its next value is made from.
    let mut reads: Vec<Vec<u32>> = vec![Vec::new(); system.vars.len()];
    for v in &cone.vars {
        reads[*v as usize] = read_by(system, cone, *v);
    }
    let part = parts(&cone.vars, &reads);
    let layers = layers(&cone.vars, &reads);
    let mut sorted = Vec::new();
    for first in cone.vars.iter().filter(|v| part[**v as usize] == **v) {
        sorted.extend(layers.iter().flatten().filter(|v| part[**v as usize] == *first));
    }
    sorted
}

fn read_by(system: &System, cone: &Cone, var: u32) -> Vec<u32> {
    if !matches!(system.vars[var as usize].kind, VarKind::State(_)) {
        return Vec::new();
    }
    let mut todo: Vec<Term> = Vec::new();
    match system.mode {
        Mode::Synchronous => todo.extend(cone.next.get(&var)),
        Mode::Interleaving { .. } => {
            for rule in &system.rules {
                if let Some((_, value)) = rule.updates.iter().find(|(v, _)| *v == var) {
                    todo.extend([*value, rule.guard]);
                }
            }
        }
    };
    let mut seen = vec![false; system.terms.len()];
    let mut found = Vec::new();
    while let Some(t) = todo.pop() {
        if !std::mem::replace(&mut seen[t.0 as usize], true) {
            match system.terms.node(t) {
                Node::Var(v) if v != var => found.push(v),
                _ => todo.extend(system.terms.parts(t)),
            }
        }
    }
    found
}

/// By variable, the first variable of its part of the system.
fn parts(vars: &[u32], reads: &[Vec<u32>]) -> Vec<u32> {
    let mut near: Vec<Vec<u32>> = reads.to_vec();
    for v in vars {
        for other in &reads[*v as usize] {
            near[*other as usize].push(*v);
        }
    }
    let mut part = vec![u32::MAX; reads.len()];
    for first in vars {
        let mut todo = vec![*first];
        while let Some(v) = todo.pop() {
            if part[v as usize] == u32::MAX {
                part[v as usize] = *first;
                todo.extend(&near[v as usize]);
            }
        }
    }
    part
}

/// Variables by how many others are one after the other on the way to them; circles are cut at their first variable.
fn layers(vars: &[u32], reads: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut done = vec![false; reads.len()];
    let mut left: Vec<u32> = vars.to_vec();
    let mut layers = Vec::new();
    while let Some(first) = left.first().copied() {
        let is_ready = |v: &u32| reads[*v as usize].iter().all(|other| done[*other as usize]);
        let mut layer: Vec<u32> = left.iter().copied().filter(is_ready).collect();
        if layer.is_empty() {
            layer.push(first);
        }
        for v in &layer {
            done[*v as usize] = true;
        }
        left.retain(|v| !done[*v as usize]);
        layers.push(layer);
    }
    layers
}
