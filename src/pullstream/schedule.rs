//! Goes through the orders in which asynchronous steps can happen, each once: a tree of choices walked in depth, by
//! running the module anew for each branch. A state that was reached before in another order is not gone into again:
//! its orders are counted, not run.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

struct Node {
    /// Whose steps are possible here.
    actors: Vec<u32>,
    chosen: usize,
    /// The state in which the choice is made, if it is known.
    state: Option<u64>,
    /// Orders below, of the branches that are done.
    orders: u64,
}

/// Walks the tree. Each run calls [`Explorer::begin`], then [`Explorer::choose`] at each point.
///
/// ```
/// use watertight::pullstream::Explorer;
/// let mut explorer = Explorer::new(100);
/// let mut orders = Vec::new();
/// while explorer.begin() {
///     let mut left = vec![7, 8];
///     let mut order = Vec::new();
///     while !left.is_empty() {
///         let choice = explorer.choose(&left, &[]).unwrap();
///         order.push(left.remove(choice));
///     }
///     orders.push(order);
/// }
/// assert_eq!(orders, [[7, 8], [8, 7]]);
/// ```
pub struct Explorer {
    nodes: Vec<Node>,
    depth: usize,
    /// States whose orders were all visited, with their number.
    seen: HashMap<u64, u64>,
    runs: u32,
    most: u32,
    /// The orders that the present run stands for and does not show.
    passed_over: Option<u64>,
    left_out: u64,
    is_over: bool,
    is_steady: bool,
}

impl Explorer {
    /// At most `most` runs to their end.
    pub fn new(most: u32) -> Explorer {
        Explorer {
            nodes: Vec::new(),
            depth: 0,
            seen: HashMap::new(),
            runs: 0,
            most,
            passed_over: None,
            left_out: 0,
            is_over: false,
            is_steady: true,
        }
    }

    /// Goes to the next order to try; false when there is none or the limit is reached.
    pub fn begin(&mut self) -> bool {
        if self.is_over || self.runs >= self.most {
            return false;
        }
        if self.runs > 0 && !self.advance() {
            self.is_over = true;
            return false;
        }
        self.runs += 1;
        self.depth = 0;
        true
    }

    /// The next branch: the deepest point with a step that was not tried.
    fn advance(&mut self) -> bool {
        let mut orders = self.passed_over.take().unwrap_or(1);
        while let Some(mut node) = self.nodes.pop() {
            node.orders = node.orders.saturating_add(orders);
            if node.chosen + 1 < node.actors.len() {
                node.chosen += 1;
                self.nodes.push(node);
                return true;
            }
            if let Some(state) = node.state {
                self.seen.insert(state, node.orders);
            }
            orders = node.orders;
        }
        false
    }

    /// No run has been at this point: [`Explorer::choose`] wants to know its state.
    pub fn is_new(&self) -> bool {
        self.depth == self.nodes.len()
    }

    /// Which of the possible steps to take; none when every order from here was visited already. `state` is all that the
    /// future depends on, empty when that is not known.
    pub fn choose(&mut self, actors: &[u32], state: &[i32]) -> Option<usize> {
        if self.is_new() {
            let state = (!state.is_empty()).then(|| hash(actors, state));
            if self.pass_over(state) {
                return None;
            }
            self.nodes.push(Node { actors: actors.to_vec(), chosen: 0, state, orders: 0 });
        }
        let node = &self.nodes[self.depth];
        // A module that behaves differently the second time cannot be explored, only sampled.
        if node.actors != actors {
            self.is_steady = false;
        }
        self.depth += 1;
        Some(node.chosen.min(actors.len().saturating_sub(1)))
    }

    /// Nothing more can happen. False when another order came to the same end.
    pub fn end(&mut self, state: &[i32]) -> bool {
        let state = (!state.is_empty()).then(|| hash(&[], state));
        if self.pass_over(state) {
            return false;
        }
        if let Some(state) = state {
            self.seen.insert(state, 1);
        }
        true
    }

    fn pass_over(&mut self, state: Option<u64>) -> bool {
        let Some(&orders) = state.and_then(|state| self.seen.get(&state)) else { return false };
        self.passed_over = Some(orders);
        self.left_out = self.left_out.saturating_add(orders);
        self.runs -= 1;
        true
    }

    /// The choices of this run so far.
    pub fn choices(&self) -> Vec<u8> {
        self.nodes[..self.depth].iter().map(|node| u8::try_from(node.chosen).unwrap_or(u8::MAX)).collect()
    }

    /// Orders that were not run because an equivalent one was.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Every order was visited.
    pub fn is_complete(&self) -> bool {
        self.is_over
    }

    /// The same choices led to the same steps each time.
    pub fn is_steady(&self) -> bool {
        self.is_steady
    }
}

// 64 bits stand for a state: of a million states, two fall together less than once in ten million walks.
fn hash(actors: &[u32], state: &[i32]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (actors, state).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Actors that write letters into registers: a step of actor `a` appends `a` to the register it writes to.
    struct World<'a> {
        counts: &'a [usize],
        registers: &'a [usize],
    }

    struct Walk {
        /// What stands in the registers at the end of each order that was run.
        ends: Vec<Vec<Vec<u8>>>,
        left_out: u64,
    }

    impl World<'_> {
        fn walk(&self) -> Walk {
            let mut explorer = Explorer::new(1_000_000);
            let mut ends = Vec::new();
            while explorer.begin() {
                ends.extend(self.run(&mut explorer));
            }
            assert!(explorer.is_complete() && explorer.is_steady());
            Walk { ends, left_out: explorer.left_out() }
        }

        fn run(&self, explorer: &mut Explorer) -> Option<Vec<Vec<u8>>> {
            let mut left = self.counts.to_vec();
            let mut written = vec![Vec::new(); 3];
            loop {
                let open: Vec<u32> = (0u32..).zip(&left).filter(|(_, n)| **n > 0).map(|(actor, _)| actor).collect();
                let state: Vec<i32> = written.join(&9).into_iter().map(i32::from).chain([-1]).collect();
                if open.is_empty() {
                    return explorer.end(&state).then_some(written);
                }
                let actor = open[explorer.choose(&open, &state)?] as usize;
                left[actor] -= 1;
                written[self.registers[actor]].push(actor as u8);
            }
        }
    }

    #[test]
    fn steps_that_meet_in_every_order_once() {
        let ends = World { counts: &[2, 2], registers: &[0, 0] }.walk().ends;
        assert_eq!(ends.len(), 6);
        assert_eq!(ends.iter().collect::<BTreeSet<_>>().len(), 6);
        assert_eq!(World { counts: &[1, 1, 1], registers: &[0, 0, 0] }.walk().ends.len(), 6);
    }

    #[test]
    fn steps_that_never_meet_in_one_order() {
        let Walk { ends, left_out } = World { counts: &[2, 2], registers: &[0, 1] }.walk();
        assert_eq!((ends.len(), left_out), (1, 5));
        let Walk { ends, left_out } = World { counts: &[1, 1, 1], registers: &[0, 1, 1] }.walk();
        assert_eq!((ends.len(), left_out), (2, 4));
    }

    #[test]
    fn a_limit_is_no_proof() {
        let mut explorer = Explorer::new(1);
        assert!(explorer.begin());
        assert_eq!(explorer.choose(&[0, 1], &[]), Some(0));
        assert!(!explorer.begin());
        assert!(!explorer.is_complete());
    }
}
