//! The fold of the last so many events by an associative function, at constant cost whatever the width.
//!
//! Events fall into blocks of the window's width. A window is the end of the block before and the beginning of this
//! one: the folds of all ends of a block are computed once when it is full, that of the beginning grows by one event
//! at a time. Nothing is ever subtracted, so no precision is lost.

use super::support::numbers;
use crate::engine::{Because, Emit, Failure, Flow, Lane, Processor, Type, batch_by_steps};
use crate::error::Result;
use crate::expr::{Assoc, Function};
use crate::value::{Column, Reader, Value, Writer, damaged};
use std::collections::VecDeque;

#[derive(Clone)]
pub struct SlidingFold {
    function: Function,
    first: Option<Value>,
    op: Assoc,
    width: usize,
    /// The start value as a number; where there is none, what changes nothing.
    start: f64,
    /// The events of the block before.
    older: Vec<f64>,
    /// `ends[i]` is the fold of `older[i..]`.
    ends: Vec<f64>,
    /// The events of this block, fewer than the width, and their fold.
    block: Vec<f64>,
    fold: f64,
    /// The window as plain values, while some event in it is not of the function's type.
    mixed: VecDeque<Value>,
}

impl SlidingFold {
    /// The sliding version of a fold, if its function is associative and the start value of its type.
    pub fn new(function: &Function, first: Option<&Value>, width: usize) -> Option<SlidingFold> {
        let op = function.associative()?;
        let start = match first {
            None => neutral(op),
            Some(value) => encode(op, value)?,
        };
        Some(SlidingFold {
            function: function.clone(),
            first: first.cloned(),
            op,
            width,
            start,
            older: Vec::new(),
            ends: Vec::new(),
            block: Vec::new(),
            fold: 0.0,
            mixed: VecDeque::new(),
        })
    }

    fn prepare(&mut self) {
        if self.ends.is_empty() {
            self.ends = vec![neutral(self.op); self.width + 1];
        }
        if self.block.is_empty() {
            self.fold = neutral(self.op);
        }
    }

    /// Feeds numbers and puts out one for each.
    #[inline(always)]
    fn feed(&mut self, mut events: &[f64], out: &mut Vec<f64>, combine: impl Fn(f64, f64) -> f64 + Copy) {
        out.reserve(events.len());
        while !events.is_empty() {
            self.prepare();
            let held = self.block.len();
            let (now, later) = events.split_at(events.len().min(self.width - held));
            let (mut fold, start) = (self.fold, self.start);
            let ends = &self.ends[held + 1..=held + now.len()];
            out.extend(now.iter().zip(ends).map(|(x, end)| {
                fold = combine(fold, *x);
                combine(start, combine(*end, fold))
            }));
            self.fold = fold;
            self.block.extend_from_slice(now);
            if self.block.len() == self.width {
                self.turn(combine);
            }
            events = later;
        }
    }

    /// The block is full: it becomes the older one.
    fn turn(&mut self, combine: impl Fn(f64, f64) -> f64) {
        std::mem::swap(&mut self.older, &mut self.block);
        self.block.clear();
        let mut fold = neutral(self.op);
        for i in (0..self.width).rev() {
            fold = combine(self.older[i], fold);
            self.ends[i] = fold;
        }
    }

    /// One number; the same as `feed`, without a column.
    #[inline]
    fn one(&mut self, x: f64) -> f64 {
        match self.op {
            Assoc::Sum => self.one_by(x, |a, b| a + b),
            op => self.one_by(x, |a, b| on(op, a, b)),
        }
    }

    #[inline(always)]
    fn one_by(&mut self, x: f64, combine: impl Fn(f64, f64) -> f64 + Copy) -> f64 {
        // A restored window has events, but the folds of their ends are still to be computed.
        if self.block.is_empty() || self.ends.is_empty() {
            self.prepare();
        }
        self.fold = combine(self.fold, x);
        self.block.push(x);
        let value = combine(self.start, combine(self.ends[self.block.len()], self.fold));
        if self.block.len() == self.width {
            self.turn(combine);
        }
        value
    }

    /// An event when not all are of the function's type: the window is folded anew.
    fn general(&mut self, value: Value) -> Result<Value> {
        if self.mixed.is_empty() {
            let older = self.older.get(self.block.len()..).unwrap_or(&[]);
            self.mixed = older.iter().chain(&self.block).map(|x| decode(self.op, *x)).collect();
        }
        self.mixed.push_back(value);
        if self.mixed.len() > self.width {
            self.mixed.pop_front();
        }
        let mut events = self.mixed.iter();
        let mut fold = match &self.first {
            Some(first) => first.clone(),
            None => events.next().cloned().unwrap_or_default(),
        };
        for event in events {
            fold = self.function.call(&[fold, event.clone()])?;
        }
        let codes: Option<Vec<f64>> = self.mixed.iter().map(|event| encode(self.op, event)).collect();
        if let Some(codes) = codes {
            self.mixed.clear();
            self.older.clear();
            self.ends.clear();
            self.block.clear();
            for code in codes {
                self.one(code);
            }
        }
        Ok(fold)
    }
}

impl Processor for SlidingFold {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let value = match encode(self.op, &front[0]) {
            Some(x) if self.mixed.is_empty() => decode(self.op, self.one(x)),
            _ => self.general(std::mem::take(&mut front[0]))?,
        };
        out.put(0, value, Because::Last(self.width));
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        let fits = out[0].is_empty() || out[0].nums().is_some();
        match inputs[0].nums() {
            Some(events) if fits && self.mixed.is_empty() && numeric(self.op) => {
                let (events, out) = (&events[..n], numbers(&mut out[0]));
                match self.op {
                    Assoc::Sum => self.feed(events, out, |a, b| a + b),
                    Assoc::Product => self.feed(events, out, |a, b| a * b),
                    op => self.feed(events, out, |a, b| on(op, a, b)),
                }
                Ok((n, Flow::More))
            }
            _ => batch_by_steps(self, inputs, n, out),
        }
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        if numeric(self.op) && self.mixed.is_empty() { Lane::Emit(self.one(x)) } else { Lane::Off }
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        let wanted = if numeric(self.op) { Type::Num } else { Type::Bool };
        (self.mixed.is_empty() && inputs[0] == wanted).then(|| vec![wanted])
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.function.bind(name, value);
    }
    fn reset(&mut self) {
        self.older.clear();
        self.ends.clear();
        self.block.clear();
        self.mixed.clear();
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.older);
        w.put(&self.block);
        w.put(&self.fold);
        w.put(&self.mixed);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        let older: Vec<f64> = r.get()?;
        self.block = r.get()?;
        self.fold = r.get()?;
        self.mixed = r.get()?;
        if self.block.len() >= self.width
            || self.mixed.len() > self.width
            || !(older.is_empty() || older.len() == self.width)
        {
            return Err(damaged("a window is of another width"));
        }
        self.older.clear();
        self.ends.clear();
        if !older.is_empty() {
            let (op, block, fold) = (self.op, std::mem::replace(&mut self.block, older), self.fold);
            self.prepare();
            self.turn(|a, b| on(op, a, b));
            (self.block, self.fold) = (block, fold);
        }
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

fn numeric(op: Assoc) -> bool {
    !matches!(op, Assoc::And | Assoc::Or)
}

/// What changes nothing when it is put before an event (`-0` so that a sum of `-0` stays one).
fn neutral(op: Assoc) -> f64 {
    match op {
        Assoc::Sum => -0.0,
        Assoc::Product => 1.0,
        Assoc::Min => f64::INFINITY,
        Assoc::Max => f64::NEG_INFINITY,
        Assoc::And => 1.0,
        Assoc::Or => 0.0,
    }
}

/// Three-valued conjunction is the minimum of false, unknown, true; disjunction the maximum.
#[inline(always)]
fn on(op: Assoc, a: f64, b: f64) -> f64 {
    op.on_numbers(a, b).unwrap_or_else(|| if op == Assoc::And { a.min(b) } else { a.max(b) })
}

fn encode(op: Assoc, value: &Value) -> Option<f64> {
    match (numeric(op), value) {
        (true, Value::Num(n)) => Some(*n),
        (false, Value::Bool(b)) => Some(*b as u8 as f64),
        (false, Value::Null) => Some(0.5),
        _ => None,
    }
}

fn decode(op: Assoc, code: f64) -> Value {
    match numeric(op) {
        true => Value::Num(code),
        false if code == 0.5 => Value::Null,
        false => Value::Bool(code == 1.0),
    }
}
