//! A running pipeline, one event at a time: the plan with the state of every processor and queue.
//!
//! Push is depth-first, as in BeepBeep: what follows from an event on output 0 happens before anything on output 1.

use super::lane::{Simple, Told};
use super::lineage::Lineage;
use super::plan::{Plan, Source, Target};
use super::processor::{Emit, Flow, Processor, Reads, Sliding};
use super::queue::Queue;
use super::single::Left;
use crate::error::{Code, Error, Result};
use crate::limits::{Policy, WAITING_ELEMENTS};
use crate::trouble;
use crate::value::{Column, Reader, Value, Writer};
use std::rc::Rc;

/// A processor with what the engine keeps for it.
pub(super) struct Node {
    pub processor: Box<dyn Processor>,
    /// What the processor does to single numbers, where that needs no call of it.
    pub simple: Simple,
    /// It only counts the elements of its events.
    pub is_count: bool,
    /// One input and one output: single numbers may go the short way.
    has_lane: bool,
    /// One for each input, where there are several.
    pub queues: Vec<Queue>,
    pub ended: Vec<bool>,
    pub done: bool,
    front: Vec<Value>,
    emit: Emit,
}

/// A pipeline and its state. Cloning gives an independent copy in the same state.
pub struct Machine {
    pub(super) plan: Rc<Plan>,
    pub(super) nodes: Vec<Node>,
    /// What came out of each output and was not taken yet.
    pub outs: Vec<Column>,
    pub(super) outs_ended: Vec<bool>,
    pub(super) ended: Vec<bool>,
    pub(super) failed: bool,
    pub(super) lineage: Option<Box<Lineage>>,
    /// How many of a chain's processors are but functions of single events, from the first on.
    pub(super) head: usize,
    /// Events may take the quick path: the pipeline is a chain, and none of the above stands in the way.
    pub(super) straight: bool,
    /// Inputs of processors whose pipe loses what comes now: only replays of a model's runs set this.
    lost: Vec<(usize, usize)>,
    /// Events that may still come out because of the event under way.
    burst: usize,
    /// Elements of the collections that lie in the outputs, since one of those was empty.
    weight: usize,
    pub(super) scratch: Vec<Vec<Column>>,
    pub(super) left: Left,
}

/// Tries a source inside a pipeline gets to make a waiting front complete.
const SOURCE_TRIES: usize = 1_000_000;

impl Machine {
    /// A machine in its first state.
    pub fn new(plan: Plan, processors: Vec<Box<dyn Processor>>) -> Machine {
        let nodes: Vec<Node> = processors
            .into_iter()
            .zip(&plan.nodes)
            .map(|(processor, node)| {
                let inputs = node.sources.len();
                Node {
                    simple: processor.simple(),
                    is_count: processor.is_count(),
                    has_lane: inputs == 1 && node.targets.len() == 1 && !processor.by_arrival(),
                    processor,
                    queues: if inputs > 1 { vec![Queue::default(); inputs] } else { Vec::new() },
                    ended: vec![false; inputs],
                    done: false,
                    front: vec![Value::Null; inputs],
                    emit: Emit::default(),
                }
            })
            .collect();
        let same = |node: &&Node| matches!(node.processor.sliding(1), Sliding::Same);
        Machine {
            head: nodes.iter().take_while(same).count(),
            outs: vec![Column::default(); plan.outputs.len()],
            outs_ended: vec![false; plan.outputs.len()],
            ended: vec![false; plan.inputs.len()],
            straight: plan.chain,
            burst: plan.burst,
            weight: 0,
            plan: Rc::new(plan),
            nodes,
            failed: false,
            lineage: None,
            lost: Vec::new(),
            scratch: Vec::new(),
            left: Left::default(),
        }
    }

    /// How many inputs.
    pub fn inputs(&self) -> usize {
        self.plan.inputs.len()
    }
    /// How many outputs.
    pub fn outputs(&self) -> usize {
        self.outs.len()
    }
    /// The names of the inputs.
    pub fn input_names(&self) -> &[String] {
        &self.plan.input_names
    }
    /// The ports the outputs stand for.
    pub fn output_names(&self) -> &[String] {
        &self.plan.output_names
    }
    /// The plan it runs.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }
    /// A processor, by its place in the plan.
    pub fn processor(&self, n: usize) -> &dyn Processor {
        self.nodes[n].processor.as_ref()
    }
    /// The events that wait in a queue, by its name: `sum.queue[1]`. `None` if there is no such queue, or nobody
    /// waits for what is in it any more.
    pub fn waiting(&self, queue: &str) -> Option<Vec<Value>> {
        let (id, rest) = queue.split_once(".queue[")?;
        let port: usize = rest.strip_suffix(']')?.parse().ok()?;
        let n = self.plan.nodes.iter().position(|node| node.id == id)?;
        let node = &self.nodes[n];
        if node.done { None } else { node.queues.get(port).map(Queue::events) }
    }
    /// The pipeline's JSON, as it was given.
    pub fn to_json(&self) -> &str {
        &self.plan.json
    }
    /// What is allowed but looks like a mistake.
    pub fn warnings(&self) -> Vec<String> {
        self.plan.warnings()
    }
    /// What the pipeline reads of the objects of an input.
    pub fn reads(&self, input: usize) -> Reads {
        let processors: Vec<&dyn Processor> = self.nodes.iter().map(|n| n.processor.as_ref()).collect();
        self.plan.reads(input, &processors)
    }
    /// No output will ever get another event; those that are fed from now on are ignored.
    pub fn done(&self) -> bool {
        self.outs_ended.iter().all(|ended| *ended)
    }
    pub(super) fn end_output(&mut self, output: usize) {
        self.outs_ended[output] = true;
        self.straighten();
    }
    /// Whether an output will never get another event.
    pub fn output_done(&self, output: usize) -> bool {
        self.outs_ended[output]
    }

    /// Takes what came out of an output.
    pub fn take(&mut self, output: usize) -> Vec<Value> {
        let column = &mut self.outs[output];
        let values = (0..column.len()).map(|i| column.take(i)).collect();
        column.clear();
        values
    }

    /// Feeds an event to an input.
    pub fn push(&mut self, input: usize, value: Value) -> Result<()> {
        self.guard(input)?;
        if self.done() {
            return Ok(());
        }
        if let Some(lineage) = &mut self.lineage {
            lineage.arrive(input);
        }
        let plan = self.plan.clone();
        let result = self.send(&plan.inputs[input], value).and_then(|()| self.draw());
        self.keep(result)
    }

    /// Feeds one event to every input, in order.
    pub fn push_front(&mut self, front: &[Value]) -> Result<()> {
        front.iter().enumerate().try_for_each(|(input, value)| self.push(input, value.clone()))
    }

    /// From now on the pipes into these inputs (processor and input) lose what they carry.
    pub fn lose(&mut self, pipes: Vec<(usize, usize)>) {
        self.lost = pipes;
    }

    /// The trace of one input ends.
    pub fn end_input(&mut self, input: usize) -> Result<()> {
        if self.failed {
            return self.guard(input);
        }
        if std::mem::replace(&mut self.ended[input], true) {
            return Ok(());
        }
        self.straighten();
        let plan = self.plan.clone();
        let result = self.send_end(&plan.inputs[input]);
        self.keep(result)
    }

    /// The traces of all inputs end.
    pub fn end(&mut self) -> Result<()> {
        (0..self.inputs()).try_for_each(|input| self.end_input(input))
    }

    /// Back to the state before the first event.
    pub fn reset(&mut self) {
        for node in &mut self.nodes {
            node.processor.reset();
            node.queues.iter_mut().for_each(|q| *q = Queue::default());
            node.ended.fill(false);
            node.done = false;
        }
        self.outs.iter_mut().for_each(Column::clear);
        self.outs_ended.fill(false);
        self.ended.fill(false);
        self.failed = false;
        if let Some(lineage) = &mut self.lineage {
            **lineage = Lineage::new(&self.plan);
        }
        self.straighten();
    }

    /// To be called when something changed that decides on the quick path.
    pub(super) fn straighten(&mut self) {
        let open = !self.failed && !self.done() && !self.ended.iter().any(|ended| *ended);
        self.straight = self.plan.chain && open && self.lineage.is_none();
    }

    /// Sets a context variable in every function of the pipeline.
    pub fn bind(&mut self, name: &str, value: &Value) {
        self.nodes.iter_mut().for_each(|node| node.processor.bind(name, value));
    }

    /// The inputs to read so that an output can get an event. Sources inside the pipeline are drawn from here.
    pub fn demand(&mut self, output: usize) -> Result<Vec<usize>> {
        let mut needed = Vec::new();
        let plan = self.plan.clone();
        for _ in 0..SOURCE_TRIES {
            needed.clear();
            let mut drew = false;
            let result = self.need(plan.outputs[output], &mut needed, &mut drew);
            self.keep(result)?;
            if !drew || !needed.is_empty() || !self.outs[output].is_empty() || self.outs_ended[output] {
                return Ok((0..self.inputs()).filter(|input| needed.contains(input)).collect());
            }
        }
        Err(dry())
    }

    fn need(&mut self, source: Source, needed: &mut Vec<usize>, drew: &mut bool) -> Result<()> {
        match source {
            Source::Input(i) => {
                if !self.ended[i] && !self.blocked(i) {
                    needed.push(i);
                }
                Ok(())
            }
            Source::Node(n, _) if self.nodes[n].done => Ok(()),
            Source::Node(n, _) => {
                let plan = self.plan.clone();
                if plan.nodes[n].sources.is_empty() {
                    *drew = true;
                    return self.draw_one(n);
                }
                for (port, source) in plan.nodes[n].sources.iter().enumerate() {
                    let waiting = self.nodes[n].queues.get(port).is_none_or(Queue::is_empty);
                    if waiting && !self.nodes[n].ended[port] {
                        self.need(*source, needed, drew)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// An input leads straight to a full queue whose policy is to wait.
    fn blocked(&self, input: usize) -> bool {
        self.plan.inputs[input].iter().any(|target| match *target {
            Target::Node(n, port) => {
                let node = &self.plan.nodes[n];
                node.policy == Policy::Block && self.nodes[n].queues.get(port).is_some_and(|q| q.len() >= node.limit)
            }
            Target::Output(_) => false,
        })
    }

    fn guard(&self, input: usize) -> Result<()> {
        if self.failed {
            return Err(Error::new(Code::Failed, "the pipeline failed on an earlier event: reset it first"));
        }
        match self.ended.get(input) {
            None => Err(Error::shape(format!("there is no input {input}: the pipeline has {}", self.inputs()))),
            Some(true) => Err(Error::shape(format!(
                "input '{}' has ended: reset the pipeline to feed it again",
                self.plan.input_names[input]
            ))),
            Some(false) => Ok(()),
        }
    }

    /// An error, wherever it came up, leaves the pipeline failed.
    pub fn keep(&mut self, result: Result<()>) -> Result<()> {
        self.burst = self.plan.burst;
        let result = trouble::checked(result);
        if result.is_err() {
            self.failed = true;
            self.straighten();
        }
        result
    }

    fn send(&mut self, targets: &[Target], value: Value) -> Result<()> {
        let Some((last, others)) = targets.split_last() else { return Ok(()) };
        let origin = self.lineage.as_ref().filter(|_| !others.is_empty()).map(|lineage| lineage.origin());
        for target in others {
            self.hand(*target, value.clone())?;
            // What followed from it there was another event.
            if let (Some(lineage), Some(origin)) = (&mut self.lineage, &origin) {
                lineage.resume(origin);
            }
        }
        self.hand(*last, value)
    }

    fn hand(&mut self, target: Target, value: Value) -> Result<()> {
        match target {
            Target::Node(n, port) => self.deliver(n, port, value),
            Target::Output(k) => {
                self.burst = self.burst.checked_sub(1).ok_or_else(|| self.too_many(k))?;
                self.weigh(k, &value)?;
                self.outs[k].push(value);
                if let Some(lineage) = &mut self.lineage {
                    lineage.output(k);
                }
                Ok(())
            }
        }
    }

    /// Collections that nobody takes must not fill the memory: versions of one that grows are a copy each.
    fn weigh(&mut self, output: usize, value: &Value) -> Result<()> {
        let more = match value {
            Value::List(items) => items.len(),
            Value::Set(items) => items.len(),
            Value::Multiset(counts) => counts.len(),
            Value::Str(text) => text.len() / 16,
            _ => return Ok(()),
        };
        if self.outs[output].is_empty() {
            self.weight = 0;
        }
        self.weight += more;
        if self.weight <= WAITING_ELEMENTS {
            return Ok(());
        }
        Err(self.blame_output(output, format!("what waits to be taken has more than {WAITING_ELEMENTS} elements")))
    }

    #[cold]
    fn too_many(&self, output: usize) -> Error {
        let burst = self.plan.burst;
        self.blame_output(output, format!("more than {burst} events come out because of one event (limits.burst)"))
    }

    /// An error of the processor that feeds an output.
    #[cold]
    fn blame_output(&self, output: usize, message: String) -> Error {
        match self.plan.outputs[output] {
            Source::Node(n, _) => self.plan.nodes[n].blame(Error::limit(message)),
            Source::Input(_) => Error::limit(message),
        }
    }

    /// An event reaches an input of a processor; if that completes a front, the processor steps.
    pub(super) fn deliver(&mut self, n: usize, port: usize, value: Value) -> Result<()> {
        let node = &mut self.nodes[n];
        if node.done || (!self.lost.is_empty() && self.lost.contains(&(n, port))) {
            return Ok(());
        }
        if let (Value::Num(x), true) = (&value, node.has_lane && self.lineage.is_none()) {
            // A number, and at most a number comes of it: no need to line anything up.
            match node.lane(*x).told() {
                Told::Emit(y) => return self.send(&self.plan.clone().nodes[n].targets[0], Value::Num(y)),
                Told::Silent => return Ok(()),
                Told::Map(_) => return self.send_map(n),
                Told::Off | Told::Same => {}
            }
        }
        let mut emit = std::mem::take(&mut node.emit);
        if let Some(lineage) = &mut self.lineage {
            emit.because = Some(Vec::new());
            lineage.enqueue(n, port);
        }
        let flow = if node.processor.by_arrival() {
            if let Some(lineage) = &mut self.lineage {
                lineage.arrival(n, port);
            }
            node.processor.arrive(port, value, &mut emit)
        } else if node.queues.is_empty() {
            node.front[0] = value;
            if let Some(lineage) = &mut self.lineage {
                lineage.front(n);
            }
            node.processor.step(&mut node.front, &mut emit)
        } else {
            let place = &self.plan.nodes[n];
            if node.queues[port].len() >= place.limit {
                if place.policy == Policy::DropOldest {
                    node.queues[port].pop();
                } else {
                    node.emit = emit;
                    return Err(Error::limit(format!(
                        "the queue of input {port} of processor '{}' holds {} events already",
                        place.id, place.limit
                    ))
                    .at(&place.path));
                }
            }
            node.queues[port].push(value);
            if node.queues.iter().any(Queue::is_empty) {
                node.emit = emit;
                return Ok(());
            }
            for (slot, queue) in node.front.iter_mut().zip(&mut node.queues) {
                *slot = queue.pop();
            }
            if let Some(lineage) = &mut self.lineage {
                lineage.front(n);
            }
            node.processor.step(&mut node.front, &mut emit)
        };
        self.pass_on(n, emit, flow)?;
        let node = &self.nodes[n];
        if !node.done && !node.queues.is_empty() && self.exhausted(n) {
            return self.finish(n);
        }
        Ok(())
    }

    /// Sends the map that a processor keeps, as it is now.
    fn send_map(&mut self, n: usize) -> Result<()> {
        let map = self.nodes[n].processor.map().map_or(Value::Null, |map| map.version().table());
        self.send(&self.plan.clone().nodes[n].targets[0], map)
    }

    /// Sends what a processor emitted to where it goes, and the end after it if there is nothing more to come.
    fn pass_on(&mut self, n: usize, mut emit: Emit, flow: Result<Flow>) -> Result<()> {
        let plan = self.plan.clone();
        let place = &plan.nodes[n];
        // Events before an error are those of earlier fronts of this step: they count.
        let because = emit.because.take();
        let flow = match trouble::taken() {
            None => flow,
            Some(error) => {
                // What it made of a value that it could not see all of is no event.
                emit.events.clear();
                flow.and(Err(error))
            }
        };
        for (k, (port, value)) in emit.events.drain(..).enumerate() {
            if let (Some(lineage), Some(because)) = (&mut self.lineage, &because) {
                lineage.emitted(n, because[k], &emit.lists);
            }
            self.send(&place.targets[port], value)?;
        }
        emit.lists.clear();
        self.nodes[n].emit = emit;
        match flow {
            Ok(Flow::More) => Ok(()),
            Ok(Flow::Done) => {
                self.nodes[n].done = true;
                place.targets.iter().try_for_each(|targets| self.send_end(targets))
            }
            Err(error) => Err(place.blame(error)),
        }
    }

    fn send_end(&mut self, targets: &[Target]) -> Result<()> {
        for target in targets {
            match *target {
                Target::Output(k) => self.end_output(k),
                Target::Node(n, port) => {
                    self.nodes[n].ended[port] = true;
                    if !self.nodes[n].done && self.exhausted(n) {
                        self.finish(n)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// No further front can come: an input has ended and its queue is empty (by arrival: all have ended).
    pub(super) fn exhausted(&self, n: usize) -> bool {
        let node = &self.nodes[n];
        if node.processor.by_arrival() {
            return node.ended.iter().all(|e| *e);
        }
        node.ended.iter().enumerate().any(|(port, ended)| *ended && node.queues.get(port).is_none_or(Queue::is_empty))
    }

    fn finish(&mut self, n: usize) -> Result<()> {
        let mut emit = std::mem::take(&mut self.nodes[n].emit);
        if let Some(lineage) = &mut self.lineage {
            emit.because = Some(Vec::new());
            lineage.ending(n);
        }
        let flow = self.nodes[n].processor.end(&mut emit).map(|()| Flow::Done);
        self.pass_on(n, emit, flow)
    }

    /// Draws from sources inside the pipeline until no front waits for one of them.
    fn draw(&mut self) -> Result<()> {
        if !self.plan.has_sources {
            return Ok(());
        }
        let plan = self.plan.clone();
        for _ in 0..SOURCE_TRIES {
            let waiting = (0..self.nodes.len()).find_map(|n| {
                let node = &self.nodes[n];
                let some = node.queues.iter().any(|q| !q.is_empty());
                let lacks = |port: usize| node.queues[port].is_empty() && !node.ended[port];
                let inside =
                    |port: usize| matches!(plan.nodes[n].sources[port], Source::Node(m, _) if plan.from_sources[m]);
                (some && !node.done)
                    .then(|| (0..node.queues.len()).find(|p| lacks(*p) && inside(*p)))
                    .flatten()
                    .map(|p| plan.nodes[n].sources[p])
            });
            let Some(source) = waiting else { return Ok(()) };
            let mut drew = false;
            self.need(source, &mut Vec::new(), &mut drew)?;
            if !drew {
                return Ok(());
            }
        }
        Err(dry())
    }

    fn draw_one(&mut self, n: usize) -> Result<()> {
        let plan = self.plan.clone();
        if let Some(lineage) = &mut self.lineage {
            lineage.comes_from_inside();
        }
        match self.nodes[n].processor.next() {
            Some(value) => self.send(&plan.nodes[n].targets[0], value),
            None => {
                self.nodes[n].done = true;
                self.send_end(&plan.nodes[n].targets[0])
            }
        }
    }
}

fn dry() -> Error {
    Error::limit(format!("a source inside the pipeline gave nothing that could be used in {SOURCE_TRIES} tries"))
}

impl Clone for Machine {
    fn clone(&self) -> Machine {
        Machine {
            plan: self.plan.clone(),
            nodes: self
                .nodes
                .iter()
                .map(|node| Node {
                    processor: node.processor.duplicate(),
                    simple: node.simple,
                    is_count: node.is_count,
                    has_lane: node.has_lane,
                    queues: node.queues.clone(),
                    ended: node.ended.clone(),
                    done: node.done,
                    front: vec![Value::Null; node.front.len()],
                    emit: Emit::default(),
                })
                .collect(),
            outs: self.outs.clone(),
            outs_ended: self.outs_ended.clone(),
            ended: self.ended.clone(),
            failed: self.failed,
            lineage: self.lineage.clone(),
            head: self.head,
            straight: self.straight,
            lost: self.lost.clone(),
            burst: self.plan.burst,
            weight: 0,
            scratch: Vec::new(),
            left: Left::default(),
        }
    }
}

impl Machine {
    /// Writes the state.
    pub fn save(&self, w: &mut Writer) {
        for node in &self.nodes {
            node.processor.save(w);
            w.put(&node.queues);
            w.put(&node.ended);
            w.put(&node.done);
        }
        w.put(&self.outs);
        w.put(&self.outs_ended);
        w.put(&self.ended);
        w.put(&self.failed);
    }
    /// Reads the state that `save` wrote for the same pipeline.
    pub fn load(&mut self, r: &mut Reader) -> Result<()> {
        fn same<T>(new: Vec<T>, old: &mut Vec<T>) -> Result<()> {
            if new.len() != old.len() {
                return Err(crate::value::damaged("it is of another pipeline"));
            }
            *old = new;
            Ok(())
        }
        for node in &mut self.nodes {
            node.processor.load(r)?;
            same(r.get()?, &mut node.queues)?;
            same(r.get()?, &mut node.ended)?;
            node.done = r.get()?;
        }
        same(r.get()?, &mut self.outs)?;
        same(r.get()?, &mut self.outs_ended)?;
        same(r.get()?, &mut self.ended)?;
        self.failed = r.get()?;
        self.straighten();
        Ok(())
    }
}
