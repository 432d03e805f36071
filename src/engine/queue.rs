//! The queue of one input: events that wait for the other inputs of their front.

use crate::error::Result;
use crate::value::{Column, Persist, Reader, Value, Writer};

/// First in, first out, on a typed column.
#[derive(Clone, Default)]
pub struct Queue {
    column: Column,
    head: usize,
}

/// Read events are given back to memory once there are this many and they are half of the column.
const SLACK: usize = 64;

impl Queue {
    pub fn len(&self) -> usize {
        self.column.len() - self.head
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn push(&mut self, value: Value) {
        if self.head == self.column.len() {
            self.column.clear();
            self.head = 0;
        }
        self.column.push(value);
    }
    /// The oldest event; there must be one.
    pub fn pop(&mut self) -> Value {
        let value = self.column.take(self.head);
        self.forget(1);
        value
    }
    /// The n oldest events were read; their memory is given back now and then, so that it costs little each time.
    fn forget(&mut self, n: usize) {
        self.head += n;
        if self.head == self.column.len() {
            self.column.clear();
            self.head = 0;
        } else if self.head > SLACK && self.head * 2 > self.column.len() {
            self.column.drop_front(self.head);
            self.head = 0;
        }
    }
    /// The column it is kept in, for its type.
    pub fn column(&self) -> &Column {
        &self.column
    }
    /// All that waits, oldest first.
    pub fn events(&self) -> Vec<Value> {
        (self.head..self.column.len()).map(|i| self.column.get(i)).collect()
    }
    /// Appends a whole column.
    pub fn extend(&mut self, more: &Column) {
        self.column.extend(more, 0..more.len());
    }
    /// Moves the n oldest events into a column of their own.
    pub fn take(&mut self, n: usize) -> Column {
        if self.head == 0 && n == self.column.len() {
            return std::mem::take(&mut self.column);
        }
        let mut taken = Column::default();
        taken.extend(&self.column, self.head..self.head + n);
        self.forget(n);
        taken
    }
    /// Turns raw references of a batch into references that outlive it.
    pub fn settle(&mut self) {
        if matches!(self.column, Column::Host(_)) {
            self.column.as_any();
        }
    }
}

impl Persist for Queue {
    fn save(&self, w: &mut Writer) {
        w.len(self.len());
        (self.head..self.column.len()).for_each(|i| w.put(&self.column.get(i)));
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok(Queue { column: Column::load(r)?, head: 0 })
    }
}
