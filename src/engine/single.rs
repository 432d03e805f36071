//! A running pipeline on single numbers, and on objects of which it reads a few members: straight through a chain of
//! processors, without queues or values on the way.

use super::lane::{Fold, Lane, Simple, Told};
use super::machine::{Machine, Node};
use super::processor::{Emit, Processor};
use crate::error::Result;
use crate::value::{Column, Members, Value};

/// Where an event left the quick path, so that the general way can go on.
#[derive(Default)]
pub(super) struct Left {
    /// Before that processor, behind the last one, or at the [`START`].
    at: usize,
    /// What it is there; none: the object that was fed, which nobody has made a value of yet.
    event: Option<Value>,
}

/// Before the pipeline's input.
const START: usize = usize::MAX;

impl Node {
    #[inline(always)]
    pub(super) fn lane(&mut self, x: f64) -> Lane {
        match self.simple {
            Simple::No => self.processor.lane(x),
            simple => simple.lane(x),
        }
    }
}

impl Machine {
    /// Feeds a number; the quick way where the pipeline is a chain of processors on numbers.
    pub fn push_num(&mut self, input: usize, x: f64) -> Result<()> {
        match self.lane(x).told() {
            Told::Emit(y) => self.outs[0].push_num(y),
            Told::Silent => {}
            Told::Off | Told::Same | Told::Map(_) => self.off_lane(input)?,
        }
        Ok(())
    }

    /// Feeds a number and gives the one that comes out, if that is all that happens. Where it is off,
    /// [`Machine::off_lane`] does the rest, and what came of it is in the outputs.
    #[inline(always)]
    pub fn lane(&mut self, x: f64) -> Lane {
        if !self.straight {
            return self.leave_number(START, x);
        }
        self.lane_from(0, x)
    }

    /// Objects will come by their members at these paths, in [`Machine::lane_object`]: whether that is of use.
    pub fn expect(&mut self, paths: &[String]) -> bool {
        if !self.plan.chain || paths.len() > Members::MOST {
            return false;
        }
        let takes: Vec<bool> = self.nodes.iter_mut().map(|node| node.processor.expect(paths)).collect();
        takes.first().is_some_and(|first| *first)
    }

    /// Feeds an object by its members, the same way; [`Lane::SAME`] where it comes out itself. Where it is off,
    /// [`Machine::off_object`] does the rest.
    #[inline(always)]
    pub fn lane_object(&mut self, members: &Members) -> Lane {
        if !self.straight {
            return self.leave_object(START);
        }
        self.lane_object_at(0, members)
    }

    /// An object on its way, at the n-th processor of a chain.
    #[inline(always)]
    fn lane_object_at(&mut self, n: usize, members: &Members) -> Lane {
        let Some(node) = self.nodes.get_mut(n) else { return Lane::SAME };
        match node.processor.lane_object(members).told() {
            Told::Same => self.lane_object_rest(n + 1, members),
            Told::Emit(y) => self.lane_after(n, y),
            Told::Silent => Lane::SILENT,
            Told::Map(len) => self.lane_map(n, len),
            Told::Off => self.leave_object(n),
        }
    }
    /// Apart, so that what comes before it stays small.
    #[inline(never)]
    fn lane_object_rest(&mut self, n: usize, members: &Members) -> Lane {
        self.lane_object_at(n, members)
    }

    // While the way is straight, no processor of the chain is done: all after it would be, and so the pipeline.

    /// A number on its way through the processors of a chain, from the n-th on.
    #[inline(always)]
    fn lane_from(&mut self, first: usize, mut x: f64) -> Lane {
        for (n, node) in self.nodes.iter_mut().enumerate().skip(first) {
            match node.lane(x).told() {
                Told::Emit(y) => x = y,
                Told::Silent => return Lane::SILENT,
                Told::Map(len) => return self.lane_map(n, len),
                Told::Off | Told::Same => return self.leave_number(n, x),
            }
        }
        Lane::emit(x)
    }

    /// The map that the n-th processor put out, on its way through those after it.
    #[inline(always)]
    fn lane_map(&mut self, n: usize, len: usize) -> Lane {
        match self.nodes.get(n + 1) {
            Some(next) if next.is_count => self.lane_after(n + 1, len as f64),
            _ => self.leave_map(n),
        }
    }

    /// The number that the n-th processor put out, on its way.
    #[inline(always)]
    fn lane_after(&mut self, n: usize, x: f64) -> Lane {
        if n + 1 == self.nodes.len() { Lane::emit(x) } else { self.lane_rest(n + 1, x) }
    }
    /// Apart, so that what comes before it stays small.
    #[inline(never)]
    fn lane_rest(&mut self, first: usize, x: f64) -> Lane {
        self.lane_from(first, x)
    }

    // The event goes on the general way, from some processor on. What these take stays in registers: those who call them
    // need no memory for it.

    #[cold]
    #[inline(never)]
    fn leave_number(&mut self, at: usize, x: f64) -> Lane {
        self.left = Left { at, event: Some(Value::Num(x)) };
        Lane::OFF
    }
    #[cold]
    #[inline(never)]
    fn leave_object(&mut self, at: usize) -> Lane {
        self.left = Left { at, event: None };
        Lane::OFF
    }
    /// The map that the n-th processor put out.
    #[inline(never)]
    fn leave_map(&mut self, n: usize) -> Lane {
        let map = self.nodes[n].processor.map().map_or(Value::Null, |map| map.version().table());
        self.left = Left { at: n + 1, event: Some(map) };
        Lane::OFF
    }

    /// After [`Lane::SAME`]: the object comes out of the pipeline, as [`Machine::off_object`] goes on with it.
    pub fn leave_behind(&mut self) {
        self.left = Left { at: self.nodes.len(), event: None };
    }

    /// Whether a lane is off where the object itself is needed: [`Machine::off_object`] goes on with it.
    pub fn wants_object(&self) -> bool {
        self.left.event.is_none()
    }

    /// What is left to do after a lane of a number that is off, or of an object that is not needed any more.
    pub fn off_lane(&mut self, input: usize) -> Result<()> {
        let Left { at, event } = std::mem::take(&mut self.left);
        self.go_on(input, at, event.unwrap_or_default())
    }

    /// What is left to do after a lane of an object that is off.
    pub fn off_object(&mut self, input: usize, object: Value) -> Result<()> {
        let Left { at, event } = std::mem::take(&mut self.left);
        self.go_on(input, at, event.unwrap_or(object))
    }

    fn go_on(&mut self, input: usize, at: usize, event: Value) -> Result<()> {
        if at == START {
            return self.push(input, event);
        }
        if at == self.nodes.len() {
            self.outs[0].push(event);
            return Ok(());
        }
        let result = self.deliver(at, 0, event);
        self.keep(result)
    }

    /// A copy of the one processor of a machine that is nothing but it.
    pub fn only(&self) -> Option<Box<dyn Processor>> {
        match self.nodes.as_slice() {
            [node] if self.plan.chain => Some(node.processor.duplicate()),
            _ => None,
        }
    }

    /// How many processors at the start of a chain are but functions of single events; what reaches those after it is the
    /// same whatever came before.
    pub fn head(&self) -> usize {
        if self.plan.chain { self.head } else { 0 }
    }
    /// The fold that the last processor of a chain is, where those before it are functions of single events.
    pub fn fold(&self) -> Option<Fold> {
        let last = self.nodes.last()?;
        if self.plan.chain && self.head + 1 == self.nodes.len() { last.processor.fold() } else { None }
    }
    /// Which member of an object is the number that comes out of the head, where that is a member and nothing more.
    pub fn member_past_head(&self) -> Option<usize> {
        if self.head() == 1 { self.nodes[0].processor.member() } else { None }
    }
    /// The number that comes out of the head for an object; nothing where that is something else.
    #[inline(never)]
    pub fn members_past_head(&mut self, members: &Members) -> Option<f64> {
        let (first, others) = self.nodes[..self.head].split_first_mut()?;
        let Told::Emit(mut x) = first.processor.lane_object(members).told() else { return None };
        for node in others {
            let Told::Emit(y) = node.lane(x).told() else { return None };
            x = y;
        }
        Some(x)
    }
    /// The number that comes out of the head for an event; nothing where that is something else, or an error.
    #[inline]
    pub fn past_head(&mut self, event: &Value) -> Option<f64> {
        let Value::Num(mut x) = *event else { return self.value_past_head(event.clone()) };
        for node in &mut self.nodes[..self.head] {
            match node.lane(x).told() {
                Told::Emit(y) => x = y,
                _ => return None,
            }
        }
        Some(x)
    }
    fn value_past_head(&mut self, event: Value) -> Option<f64> {
        let mut front = [event];
        let mut emit = Emit::default();
        for node in &mut self.nodes[..self.head] {
            node.processor.step(&mut front, &mut emit).ok()?;
            front = [emit.events.pop()?.1];
        }
        front[0].as_num()
    }
    /// The same for many events, where all that comes out are numbers.
    pub fn column_past_head(&mut self, input: &Column, n: usize) -> Option<Vec<f64>> {
        let mut column: Option<[Column; 1]> = None;
        for node in &mut self.nodes[..self.head] {
            let mut made = [Column::default()];
            node.processor.batch(column.as_ref().map_or(std::slice::from_ref(input), |c| c), n, &mut made).ok()?;
            column = Some(made);
        }
        match column {
            Some([Column::Num(numbers)]) => Some(numbers),
            Some(_) => None,
            None => input.nums().map(|numbers| numbers[..n].to_vec()),
        }
    }
    /// Feeds a number that came out of the head, to those after it, as [`Machine::lane`] does.
    #[inline]
    pub fn lane_past_head(&mut self, x: f64) -> Lane {
        // Nothing can stand in the way but that it is done.
        if self.straight { self.lane_from(self.head, x) } else { Lane::SILENT }
    }
    /// Goes on as if its fold had put out that number last.
    pub fn resume(&mut self, reached: f64) {
        if let Some(last) = self.nodes.last_mut() {
            last.processor.resume(reached);
        }
    }
}
