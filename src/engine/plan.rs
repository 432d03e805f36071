//! The flat plan of a pipeline: processors in an order that events can follow, and where each port leads.

use super::processor::{Kind, Processor, Reads};
use crate::error::Error;
use crate::limits::Policy;
use std::rc::Rc;

/// Where an input of a processor gets its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Input(usize),
    Node(usize, usize),
}

/// Where an output's events go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Node(usize, usize),
    Output(usize),
}

/// One processor's place in the plan.
pub struct NodePlan {
    pub id: String,
    /// JSON path, for messages.
    pub path: String,
    pub kind: &'static Kind,
    pub sources: Vec<Source>,
    pub targets: Vec<Vec<Target>>,
    pub limit: usize,
    pub policy: Policy,
    /// For each input, whether its pipe may lose events. A run loses none; a model considers that it might.
    pub lossy: Vec<bool>,
}

impl NodePlan {
    /// The error of a processor, with which one it was and where it stands.
    pub fn blame(&self, error: Error) -> Error {
        error.by(&format!("processor '{}' ({})", self.id, self.kind.name)).at(&self.path)
    }
}

/// A pipeline, checked and laid out. Copies of a machine share it.
pub struct Plan {
    pub input_names: Vec<String>,
    /// Targets of each input.
    pub inputs: Vec<Vec<Target>>,
    pub nodes: Vec<NodePlan>,
    pub outputs: Vec<Source>,
    pub output_names: Vec<String>,
    /// The pipeline's own text, where it has one.
    pub json: Rc<str>,
    /// One input, one output, and each processor feeds just the next: events can run straight through.
    pub chain: bool,
    /// Events come one by one, never in columns: some processor minds the order in which they arrive on its inputs, or
    /// a column of what it puts out would be too large.
    pub by_arrival: bool,
    /// Processors whose events come from sources inside the pipeline alone.
    pub from_sources: Vec<bool>,
    pub has_sources: bool,
    /// Events that may come out of an output because of one event.
    pub burst: usize,
}

impl Plan {
    pub fn new(
        input_names: Vec<String>,
        nodes: Vec<NodePlan>,
        outputs: Vec<Source>,
        output_names: Vec<String>,
        processors: &[Box<dyn Processor>],
        burst: usize,
    ) -> Plan {
        let mut plan = Plan {
            inputs: vec![Vec::new(); input_names.len()],
            input_names,
            nodes,
            outputs,
            output_names,
            json: Rc::from(""),
            chain: false,
            by_arrival: processors.iter().any(|p| p.by_arrival()),
            from_sources: Vec::new(),
            has_sources: false,
            burst,
        };
        super::graph::targets(&mut plan);
        for n in 0..plan.nodes.len() {
            let inside = plan.nodes[n].sources.iter().all(|s| match s {
                Source::Input(_) => false,
                Source::Node(m, _) => plan.from_sources[*m],
            });
            plan.from_sources.push(inside);
        }
        plan.has_sources = plan.nodes.iter().any(|n| n.sources.is_empty());
        plan.chain = plan.is_chain();
        plan.by_arrival |= processors.iter().any(|p| p.piles_up());
        plan
    }

    fn is_chain(&self) -> bool {
        let count = self.nodes.len();
        self.inputs.len() == 1
            && self.inputs[0] == [Target::Node(0, 0)]
            && !self.by_arrival
            && self.nodes.iter().enumerate().all(|(n, node)| {
                let next = if n + 1 < count { Target::Node(n + 1, 0) } else { Target::Output(0) };
                node.sources.len() == 1 && node.targets.len() == 1 && node.targets[0] == [next]
            })
    }

    /// What the pipeline reads of the objects on an input, so that only that needs to cross over.
    pub fn reads(&self, input: usize, processors: &[&dyn Processor]) -> Reads {
        let mut paths: Vec<String> = Vec::new();
        let mut whole = false;
        let mut todo = self.inputs[input].clone();
        let mut seen = Vec::new();
        while let Some(target) = todo.pop() {
            if seen.contains(&target) {
                continue;
            }
            seen.push(target);
            let found = match target {
                Target::Output(_) => Reads::Whole,
                Target::Node(n, port) => processors[n].reads(port),
            };
            let more = match (found, target) {
                (Reads::Paths(more), _) => more,
                (Reads::Passes(more), Target::Node(n, _)) => {
                    todo.extend(self.nodes[n].targets.iter().flatten());
                    more
                }
                _ => {
                    whole = true;
                    continue;
                }
            };
            for path in more {
                if !paths.contains(&path) {
                    paths.push(path);
                }
            }
        }
        if whole { Reads::Passes(paths) } else { Reads::Paths(paths) }
    }

    /// Processors whose output goes nowhere, as warnings.
    pub fn warnings(&self) -> Vec<String> {
        let loose = |n: &&NodePlan| n.targets.iter().all(Vec::is_empty) && !n.targets.is_empty();
        self.nodes
            .iter()
            .filter(loose)
            .map(|n| format!("the output of processor '{}' goes nowhere ({})", n.id, n.path))
            .collect()
    }
}
