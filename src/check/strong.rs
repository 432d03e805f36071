//! Strongly connected components by Tarjan, without recursion, on a graph whose edges are made on demand.

/// An edge: where it leads, and the marks it carries.
pub type Edges = Vec<(u32, u64)>;

/// For each node, whether it lies on a cycle whose component's edges carry, together, all marks.
pub fn components(count: usize, edges: &mut dyn FnMut(u32, &mut Edges), all: u64) -> Vec<bool> {
    const UNSEEN: u32 = u32::MAX;
    let mut order = vec![UNSEEN; count];
    let mut low = vec![0u32; count];
    let mut on_stack = vec![false; count];
    let mut good = vec![false; count];
    let mut stack: Vec<u32> = Vec::new();
    let mut calls: Vec<(u32, Edges, usize)> = Vec::new();
    let mut time = 0;
    let mut spare: Vec<Edges> = Vec::new();
    let mut list = Vec::new();
    for root in 0..count as u32 {
        if order[root as usize] != UNSEEN {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                order[node as usize] = time;
                low[node as usize] = time;
                time += 1;
                stack.push(node);
                on_stack[node as usize] = true;
                let mut next = spare.pop().unwrap_or_default();
                edges(node, &mut next);
                calls.push((node, next, 0));
            }
            let Some((node, next, at)) = calls.last_mut() else { break };
            let node = *node;
            if let Some((target, _)) = next.get(*at).copied() {
                *at += 1;
                if order[target as usize] == UNSEEN {
                    enter = Some(target);
                } else if on_stack[target as usize] {
                    low[node as usize] = low[node as usize].min(order[target as usize]);
                }
                continue;
            }
            let (node, next, _) = calls.pop().expect("it was just looked at");
            spare.push(next);
            if let Some((parent, ..)) = calls.last() {
                low[*parent as usize] = low[*parent as usize].min(low[node as usize]);
            }
            if low[node as usize] != order[node as usize] {
                continue;
            }
            let from = stack.iter().rposition(|n| *n == node).unwrap_or(0);
            let members: Vec<u32> = stack.drain(from..).collect();
            // Until the component is settled its members are still marked, which tells its own edges from others.
            let (mut marks, mut cycle) = (0, false);
            for member in &members {
                low[*member as usize] = order[node as usize];
            }
            for member in &members {
                edges(*member, &mut list);
                for (target, mark) in &list {
                    let inside = on_stack[*target as usize]
                        && low[*target as usize] == order[node as usize]
                        && order[*target as usize] >= order[node as usize];
                    if inside {
                        cycle = true;
                        marks |= mark;
                    }
                }
            }
            for member in &members {
                on_stack[*member as usize] = false;
                good[*member as usize] = cycle && marks & all == all;
            }
        }
    }
    good
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_that_carry_all_marks() {
        // 0 -> 1 <-> 2 (marks 1 and 2), 0 -> 3 -> 3 (mark 1), 4 alone.
        let graph: Vec<Vec<(u32, u64)>> =
            vec![vec![(1, 0), (3, 3)], vec![(2, 1)], vec![(1, 2)], vec![(3, 1)], vec![(0, 3)]];
        let mut edges = |n: u32, into: &mut Vec<(u32, u64)>| {
            into.clear();
            into.extend(&graph[n as usize]);
        };
        assert_eq!(components(5, &mut edges, 3), [false, true, true, false, false]);
        assert_eq!(components(5, &mut edges, 1), [false, true, true, true, false]);
    }
}
