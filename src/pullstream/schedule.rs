//! Goes through the orders in which asynchronous steps can happen, each once: a tree of choices walked in depth, by
//! running the module anew for each branch. Orders that differ only in steps that commute are visited once (sleep
//! sets, Godefroid 1996).

/// A step that could happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose step it is; the steps of one actor happen in its own order.
    pub actor: u32,
    /// What the step can touch; steps that touch nothing in common commute.
    pub touches: u32,
}

impl Step {
    fn commutes_with(self, other: Step) -> bool {
        self.actor != other.actor && self.touches & other.touches == 0
    }
}

struct Node {
    steps: Vec<Step>,
    /// Actors whose step need not be tried here: an order equivalent to it was visited.
    asleep: Vec<Step>,
    tried: Vec<Step>,
    chosen: usize,
}

/// Walks the tree. Each run calls [`Explorer::begin`], then [`Explorer::choose`] at each point.
pub struct Explorer {
    nodes: Vec<Node>,
    depth: usize,
    runs: u32,
    most: u32,
    is_over: bool,
    is_steady: bool,
}

impl Explorer {
    /// At most `most` runs.
    pub fn new(most: u32) -> Explorer {
        Explorer { nodes: Vec::new(), depth: 0, runs: 0, most, is_over: false, is_steady: true }
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

    /// The next branch: the deepest point with a step that was not tried and does not sleep.
    fn advance(&mut self) -> bool {
        while let Some(node) = self.nodes.last_mut() {
            node.tried.push(node.steps[node.chosen]);
            if let Some(next) = node.awake() {
                node.chosen = next;
                return true;
            }
            self.nodes.pop();
        }
        false
    }

    /// Which of the possible steps to take; none when every order from here was visited already.
    pub fn choose(&mut self, steps: &[Step]) -> Option<usize> {
        if self.depth == self.nodes.len() {
            let asleep = self.nodes.last().map(Node::still_asleep).unwrap_or_default();
            let mut node = Node { steps: steps.to_vec(), asleep, tried: Vec::new(), chosen: 0 };
            node.chosen = node.awake()?;
            self.nodes.push(node);
        }
        let node = &self.nodes[self.depth];
        // A module that behaves differently the second time cannot be explored, only sampled.
        if node.steps != steps {
            self.is_steady = false;
        }
        self.depth += 1;
        Some(node.chosen.min(steps.len().saturating_sub(1)))
    }

    /// The choices of this run so far.
    pub fn choices(&self) -> Vec<u8> {
        self.nodes[..self.depth].iter().map(|node| u8::try_from(node.chosen).unwrap_or(u8::MAX)).collect()
    }

    /// Runs begun.
    pub fn runs(&self) -> u32 {
        self.runs
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

impl Node {
    fn awake(&self) -> Option<usize> {
        let rests = |step: &Step| self.asleep.contains(step) || self.tried.contains(step);
        self.steps.iter().position(|step| !rests(step))
    }
    /// What sleeps after the chosen step: what slept or was tried here, unless the step has to do with it.
    fn still_asleep(&self) -> Vec<Step> {
        let chosen = self.steps[self.chosen];
        self.asleep.iter().chain(&self.tried).copied().filter(|step| step.commutes_with(chosen)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Runs actors with `counts` steps each; gives every order visited to its end.
    fn orders(counts: &[usize], touches: &[u32]) -> Vec<Vec<u32>> {
        let mut explorer = Explorer::new(10_000);
        let mut found = Vec::new();
        while explorer.begin() {
            let mut left = counts.to_vec();
            let mut order = Vec::new();
            loop {
                let open: Vec<u32> = (0..counts.len() as u32).filter(|&a| left[a as usize] > 0).collect();
                if open.is_empty() {
                    found.push(order);
                    break;
                }
                let steps: Vec<Step> = open.iter().map(|&a| Step { actor: a, touches: touches[a as usize] }).collect();
                let Some(choice) = explorer.choose(&steps) else { break };
                order.push(open[choice]);
                left[open[choice] as usize] -= 1;
            }
        }
        assert!(explorer.is_complete() && explorer.is_steady());
        found
    }

    #[test]
    fn dependent_steps_in_every_order_once() {
        let found = orders(&[2, 2], &[1, 1]);
        assert_eq!(found.len(), 6);
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 6);
        assert_eq!(orders(&[1, 1, 1], &[1, 1, 1]).len(), 6);
    }

    #[test]
    fn commuting_steps_in_one_order() {
        assert_eq!(orders(&[2, 2], &[1, 2]).len(), 1);
        // The third has to do with both others, which have nothing to do with each other.
        assert_eq!(orders(&[1, 1, 1], &[1, 2, 3]).len(), 4);
    }

    #[test]
    fn a_limit_is_no_proof() {
        let mut explorer = Explorer::new(1);
        let steps = [Step { actor: 0, touches: 1 }, Step { actor: 1, touches: 1 }];
        assert!(explorer.begin());
        assert_eq!(explorer.choose(&steps), Some(0));
        assert!(!explorer.begin());
        assert!(!explorer.is_complete());
    }
}
