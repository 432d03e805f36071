//! A pipeline inside a window, kept up to date instead of run anew.

use super::machine::Machine;
use super::plan::Source;
use super::processor::Sliding;

impl Machine {
    /// The same pipeline with every processor in its sliding version, if each has one and no sliding
    /// processor feeds another.
    pub fn sliding(&self, width: usize) -> Option<Machine> {
        if self.plan.by_arrival || self.plan.has_sources {
            return None;
        }
        let mut copy = self.clone();
        let mut depends = vec![false; self.nodes.len()];
        for (n, node) in copy.nodes.iter_mut().enumerate() {
            let fed = self.plan.nodes[n].sources.iter().any(|s| matches!(s, Source::Node(m, _) if depends[*m]));
            match node.processor.sliding(width) {
                Sliding::Same => depends[n] = fed,
                Sliding::By(p) if !fed => {
                    node.simple = p.simple();
                    node.processor = p;
                    depends[n] = true;
                }
                _ => return None,
            }
        }
        Some(copy)
    }
}
