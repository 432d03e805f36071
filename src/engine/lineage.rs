//! Lineage: which input events made an output. Recorded only when asked for; costs time and memory.

use super::machine::Machine;
use super::plan::Plan;
use super::processor::{Because, Emit, Events};
use crate::error::{Error, Result};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Input events: (input, index from 0).
type Origin = Rc<BTreeSet<(usize, u64)>>;

/// What is recorded of a run.
#[derive(Clone, Default)]
pub struct Lineage {
    /// The origin of the event under way.
    current: Origin,
    counts: Vec<u64>,
    nodes: Vec<Trace>,
    outputs: Vec<Vec<Origin>>,
}

#[derive(Clone, Default)]
struct Trace {
    /// For each input: the events so far.
    events: Vec<Vec<Origin>>,
    /// For each input: those that wait for the rest of their front.
    queues: Vec<VecDeque<Origin>>,
    fronts: Vec<Origin>,
    ending: bool,
}

fn union<'a>(origins: impl Iterator<Item = &'a Origin>) -> Origin {
    let mut all = BTreeSet::new();
    origins.for_each(|o| all.extend(o.iter().copied()));
    Rc::new(all)
}

impl Lineage {
    pub fn new(plan: &Plan) -> Lineage {
        Lineage {
            current: Origin::default(),
            counts: vec![0; plan.inputs.len()],
            nodes: plan
                .nodes
                .iter()
                .map(|n| {
                    let inputs = n.sources.len();
                    let (events, queues) = (vec![Vec::new(); inputs], vec![VecDeque::new(); inputs]);
                    Trace { events, queues, ..Trace::default() }
                })
                .collect(),
            outputs: vec![Vec::new(); plan.outputs.len()],
        }
    }
    /// An event came in from outside.
    pub fn arrive(&mut self, input: usize) {
        self.current = Rc::new(BTreeSet::from([(input, self.counts[input])]));
        self.counts[input] += 1;
    }
    /// An event came from a source inside the pipeline.
    pub fn comes_from_inside(&mut self) {
        self.current = Origin::default();
    }
    /// The event under way waits at an input of a processor.
    pub fn enqueue(&mut self, n: usize, port: usize) {
        let origin = self.current.clone();
        let trace = &mut self.nodes[n];
        trace.events[port].push(origin.clone());
        trace.queues[port].push_back(origin);
    }
    /// A front is complete and is processed.
    pub fn front(&mut self, n: usize) {
        let trace = &mut self.nodes[n];
        let parts: Vec<Origin> = trace.queues.iter_mut().filter_map(VecDeque::pop_front).collect();
        trace.fronts.push(union(parts.iter()));
    }
    /// An event is processed by itself, as it came.
    pub fn arrival(&mut self, n: usize, port: usize) {
        let trace = &mut self.nodes[n];
        let origin = trace.queues[port].pop_front().unwrap_or_default();
        trace.fronts.push(origin);
    }
    /// What is emitted from now on comes of the end of the trace.
    pub fn ending(&mut self, n: usize) {
        self.nodes[n].ending = true;
    }
    /// The origin of the event under way.
    pub fn origin(&self) -> Origin {
        self.current.clone()
    }
    /// The event of that origin is under way again.
    pub fn resume(&mut self, origin: &Origin) {
        self.current = origin.clone();
    }
    /// A processor emitted an event: it becomes the one under way.
    pub fn emitted(&mut self, n: usize, because: Because, lists: &[Events]) {
        let trace = &self.nodes[n];
        let fronts = &trace.fronts;
        self.current = match because {
            Because::Current if !trace.ending => fronts.last().cloned().unwrap_or_default(),
            Because::Current | Because::All => union(fronts.iter()),
            Because::Last(k) => union(fronts.iter().rev().take(k)),
            Because::Before(k) => union(fronts.iter().rev().skip(1).take(k)),
            Because::Front(i) => fronts.get(i as usize).cloned().unwrap_or_default(),
            Because::Listed(k) => union(lists[k].iter().filter_map(|(port, i)| trace.events[*port].get(*i as usize))),
        };
    }
    /// The event under way came out.
    pub fn output(&mut self, k: usize) {
        let origin = self.current.clone();
        self.outputs[k].push(origin);
    }
}

impl Machine {
    /// For a processor that runs this pipeline on its fronts, before it feeds one: records lineage where `out` does.
    pub fn follow(&mut self, out: &Emit) {
        if out.because.is_some() && self.lineage.is_none() {
            self.record_lineage();
        }
    }
    /// Emits all that came out, each event with those that made it.
    pub fn hand_on(&mut self, out: &mut Emit) {
        for port in 0..self.outputs() {
            if self.outs[port].is_empty() {
                continue;
            }
            let events = self.take(port);
            let lineage = self.lineage.as_ref();
            let before = lineage.map_or(0, |lineage| lineage.outputs[port].len()).saturating_sub(events.len());
            for (k, value) in events.into_iter().enumerate() {
                out.made_of(port, value, &|| {
                    let origin = lineage.and_then(|lineage| lineage.outputs[port].get(before + k));
                    origin.map(|origin| origin.iter().copied().collect()).unwrap_or_default()
                });
            }
        }
    }
    /// Records lineage from now on; call it before the first event.
    pub fn record_lineage(&mut self) {
        self.lineage = Some(Box::new(Lineage::new(&self.plan)));
        self.straighten();
    }
    /// The input events that made the k-th event of an output: (input, index), in order.
    pub fn explain(&self, output: usize, k: usize) -> Result<Vec<(usize, u64)>> {
        let Some(lineage) = &self.lineage else {
            return Err(Error::shape("lineage was not recorded: make the pipeline with { lineage: true }"));
        };
        let Some(outputs) = lineage.outputs.get(output) else {
            return Err(Error::shape(format!("there is no output {output}")));
        };
        match outputs.get(k) {
            Some(origin) => Ok(origin.iter().copied().collect()),
            None => Err(Error::shape(format!(
                "output {output} has emitted {} event(s): there is no event {k}",
                outputs.len()
            ))),
        }
    }
}
