//! Whether a condition can hold at all, found out by trying: all values of the variables it reads.

use crate::model::{Node, Term, Terms};
use rustc_hash::FxHashMap;

/// Evaluations that are tried.
const MOST: usize = 1 << 23;

/// Whether some values of the variables make a condition true; nothing where there are too many to try.
pub fn possible(terms: &Terms, condition: Term) -> Option<bool> {
    if let Some(known) = terms.known(condition) {
        return Some(known != 0);
    }
    let mut parts = vec![condition];
    let mut seen: FxHashMap<Term, usize> = FxHashMap::default();
    let mut order = Vec::new();
    while let Some(t) = parts.pop() {
        if seen.insert(t, 0).is_none() {
            order.push(t);
            parts.extend(terms.parts(t));
        }
    }
    // A term's parts are older than the term.
    order.sort_unstable();
    seen.extend(order.iter().enumerate().map(|(k, t)| (*t, k)));
    let read: Vec<(usize, u32)> = order
        .iter()
        .enumerate()
        .filter_map(|(k, t)| if let Node::Var(v) = terms.node(*t) { Some((k, v)) } else { None })
        .collect();
    let size = |v: &(usize, u32)| terms.domain(v.1).size();
    let count = read.iter().map(size).try_fold(order.len(), |a, b| a.checked_mul(b).filter(|n| *n <= MOST));
    let rows = count? / order.len();
    let mut values = vec![0; order.len()];
    for row in 0..rows {
        let mut rest = row;
        for (k, v) in &read {
            let domain = terms.domain(*v);
            values[*k] = domain.value(rest % domain.size());
            rest /= domain.size();
        }
        for (k, t) in order.iter().enumerate() {
            let at = |t: Term| values[seen[&t]];
            values[k] = match terms.node(*t) {
                Node::Const(_, v) => v,
                Node::Var(_) => continue,
                Node::Not(a) => (at(a) == 0) as i32,
                Node::And(a, b) => at(a) & at(b),
                Node::Or(a, b) => at(a) | at(b),
                Node::Equal(a, b) => (at(a) == at(b)) as i32,
                Node::Less(a, b) => (at(a) < at(b)) as i32,
                Node::Add(a, b) => at(a) + at(b),
                Node::Sub(a, b) => at(a) - at(b),
                Node::Mul(a, b) => at(a) * at(b),
                Node::Div(a, b) => at(a).div_euclid(at(b)),
                Node::Mod(a, b) => at(a).rem_euclid(at(b)),
                Node::If(c, a, b) => at(if at(c) != 0 { a } else { b }),
            };
        }
        if values[order.len() - 1] != 0 {
            return Some(true);
        }
    }
    Some(false)
}
