//! A running pipeline on single numbers: straight through a chain of processors, without queues or values on the way.

use super::lane::{Fold, Lane, Simple, Told};
use super::machine::{Machine, Node};
use super::processor::{Emit, Processor, Sliding};
use crate::error::Result;
use crate::value::{Column, Value};

impl Node {
    #[inline(always)]
    fn lane(&mut self, x: f64) -> Lane {
        match self.simple {
            Simple::No => self.processor.lane(x),
            simple => simple.lane(x),
        }
    }
}

impl Machine {
    /// Feeds a number; the quick way where the pipeline is a chain of processors on numbers.
    pub fn push_num(&mut self, input: usize, x: f64) -> Result<()> {
        match self.lane(input, x).told() {
            Told::Emit(y) => self.outs[0].push_num(y),
            Told::Silent => {}
            Told::Off => self.off_lane(input)?,
        }
        Ok(())
    }

    /// Feeds a number and gives the one that comes out, if that is all that happens. Where it is off,
    /// [`Machine::off_lane`] does the rest, and what came of it is in the outputs.
    #[inline(always)]
    pub fn lane(&mut self, input: usize, x: f64) -> Lane {
        if !self.plan.chain || self.failed || self.ended[input] || self.lineage.is_some() {
            return self.leave(None, x);
        }
        self.lane_from(0, x)
    }

    /// Feeds an object by the one number that is read of it. `None`: not on this path, and nothing has happened.
    #[inline]
    pub fn lane_member(&mut self, input: usize, x: f64) -> Option<Lane> {
        if !self.plan.chain || self.failed || self.ended[input] || self.lineage.is_some() || self.nodes[0].done {
            return None;
        }
        match self.nodes[0].processor.lane_member(x).told() {
            Told::Emit(y) => Some(self.lane_from(1, y)),
            Told::Silent => Some(Lane::SILENT),
            Told::Off => None,
        }
    }

    /// A number on its way through the processors of a chain, from the n-th on.
    #[inline(always)]
    fn lane_from(&mut self, first: usize, mut x: f64) -> Lane {
        for (n, node) in self.nodes.iter_mut().enumerate().skip(first) {
            if node.done {
                return Lane::SILENT;
            }
            match node.lane(x).told() {
                Told::Emit(y) => x = y,
                Told::Silent => return Lane::SILENT,
                Told::Off => return self.leave(Some(n), x),
            }
        }
        Lane::emit(x)
    }

    /// The number goes on the general way, from some processor on or from the start.
    #[cold]
    #[inline(never)]
    fn leave(&mut self, n: Option<usize>, x: f64) -> Lane {
        self.left = (n, x);
        Lane::OFF
    }

    /// What is left to do after a lane that is off.
    pub fn off_lane(&mut self, input: usize) -> Result<()> {
        let (n, x) = self.left;
        match n {
            Some(n) => {
                let result = self.deliver(n, 0, Value::Num(x));
                self.keep(result)
            }
            None => self.push(input, Value::Num(x)),
        }
    }

    /// A copy of the one processor of a machine that is nothing but it.
    pub fn only(&self) -> Option<Box<dyn Processor>> {
        match self.nodes.as_slice() {
            [node] if self.plan.chain => Some(node.processor.duplicate()),
            _ => None,
        }
    }

    /// The fold that the last processor of a chain is, where those before it are functions of single events.
    pub fn fold(&self) -> Option<Fold> {
        let (last, before) = self.nodes.split_last()?;
        let plain = before.iter().all(|node| matches!(node.processor.sliding(1), Sliding::Same));
        if self.plan.chain && plain { last.processor.fold() } else { None }
    }
    /// The number that reaches that fold when an event comes; nothing where it is something else, or an error.
    #[inline]
    pub fn to_fold(&mut self, event: &Value) -> Option<f64> {
        let last = self.nodes.len() - 1;
        let Value::Num(mut x) = *event else { return self.value_to_fold(event.clone()) };
        for node in &mut self.nodes[..last] {
            match node.lane(x).told() {
                Told::Emit(y) => x = y,
                _ => return None,
            }
        }
        Some(x)
    }
    fn value_to_fold(&mut self, event: Value) -> Option<f64> {
        let last = self.nodes.len() - 1;
        let mut front = [event];
        let mut emit = Emit::default();
        for node in &mut self.nodes[..last] {
            node.processor.step(&mut front, &mut emit).ok()?;
            front = [emit.events.pop()?.1];
        }
        front[0].as_num()
    }
    /// The same for many events, where all that reaches it are numbers.
    pub fn column_to_fold(&mut self, input: &Column, n: usize) -> Option<Vec<f64>> {
        let last = self.nodes.len() - 1;
        let mut column = input.part(0..n);
        for node in &mut self.nodes[..last] {
            let mut made = [Column::default()];
            node.processor.batch(&[column], n, &mut made).ok()?;
            [column] = made;
        }
        if let Column::Num(numbers) = column { Some(numbers) } else { None }
    }
    /// Goes on as if its fold had put out that number last.
    pub fn resume(&mut self, reached: f64) {
        if let Some(last) = self.nodes.last_mut() {
            last.processor.resume(reached);
        }
    }
}
