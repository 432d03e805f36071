//! Queues of the model: arrays with a length, and a hazard where an event finds one full.

use super::{Hazard, Making, QueueSketch, Sketch, Slot};
use crate::engine::plan::NodePlan;
use crate::error::Result;
use crate::limits::Policy;
use crate::term::{Domain, FALSE, TRUE, Term};

/// A queue while the events of one step pass through it.
pub(super) struct OpenQueue {
    name: String,
    port: usize,
    size: usize,
    length: Term,
    cells: Vec<Term>,
    domain: Domain,
    silent: bool,
}

impl Sketch {
    pub(super) fn open_queue(&mut self, place: &NodePlan, port: usize, silent: bool) -> Result<OpenQueue> {
        if place.policy == Policy::DropOldest {
            return Err(self.refuse("its queue forgets the oldest event, which depends on the order of arrival"));
        }
        let name = format!("{}queue[{port}]", self.path());
        let of = |wanted: &str| self.bounds.queues.iter().find(|(q, _)| q == wanted).map(|(_, size)| *size);
        let own = (place.limit < crate::limits::Limits::default().queue).then_some(place.limit);
        let size =
            of(&name).or_else(|| of(&self.who.join("."))).or(own).unwrap_or(self.bounds.queue).max(self.bounds.least);
        let domain = self.domain(port);
        // Where nothing ever comes, nothing waits.
        if silent {
            let length = self.terms.int(0);
            return Ok(OpenQueue { name, port, size, length, cells: Vec::new(), domain, silent });
        }
        let length = self.counter(&format!("queue[{port}].length"), size);
        let cells = (0..size).map(|i| self.event(&format!("queue[{port}][{i}]"), domain.clone())).collect();
        Ok(OpenQueue { name, port, size, length, cells, domain, silent })
    }

    /// What arrives in one round, at most one event on each port, meets what waits. Some queue is always empty
    /// between rounds, so at most one front comes of it.
    pub(super) fn join(
        &mut self,
        queues: &mut [OpenQueue],
        arrivals: &[Option<Slot>],
        open: Term,
    ) -> (Term, Vec<Term>) {
        let t = &mut self.terms;
        let zero = t.int(0);
        let arrives: Vec<Term> = arrivals.iter().map(|slot| slot.map_or(FALSE, |s| t.and(s.there, open))).collect();
        let waits: Vec<Term> = queues.iter().map(|q| if q.silent { FALSE } else { t.less(zero, q.length) }).collect();
        let ready: Vec<Term> = waits.iter().zip(&arrives).map(|(w, a)| t.or(*w, *a)).collect();
        let fired = t.all(ready);
        let mut front = Vec::new();
        for (port, queue) in queues.iter_mut().enumerate() {
            let blank = t.constant(queue.domain.sort(), queue.domain.bounds().0);
            let value = arrivals[port].map_or(blank, |slot| slot.value);
            let head = queue.cells.first().copied().unwrap_or(blank);
            front.push(t.choose(waits[port], head, value));
            // One more cell than before holds whatever this round can leave.
            let old = queue.cells.clone();
            let at = |i: usize| old.get(i).copied().unwrap_or(blank);
            let mut cells = Vec::new();
            for i in 0..=old.len() {
                // Where the arrival lands: behind those that wait, one place nearer when a front left.
                let here = t.is(queue.length, i as i32);
                let one_on = t.is(queue.length, i as i32 + 1);
                let stay_arrival = t.and(here, arrives[port]);
                let stay = t.choose(stay_arrival, value, at(i));
                let shift_arrival = t.and(one_on, arrives[port]);
                let shift = t.choose(shift_arrival, value, at(i + 1));
                cells.push(t.choose(fired, shift, stay));
            }
            let most = old.len() as i32 + 1;
            let one = t.int(1);
            let more = t.choose(arrives[port], one, zero);
            let grown = t.add(queue.length, more);
            // A front left: either one that waited, or the arrival went straight on.
            let shrunk = t.sub(grown, one);
            let left = t.choose(waits[port], shrunk, zero);
            let left = t.assume(left, 0, most);
            let length = t.choose(fired, left, grown);
            queue.length = t.assume(length, 0, most);
            queue.cells = cells;
        }
        (fired, front)
    }

    /// Cuts a queue to its size; gives whether it is empty.
    pub(super) fn close_queue(&mut self, mut queue: OpenQueue) -> Term {
        if queue.silent {
            let zero = self.terms.int(0);
            queue.cells = vec![zero; queue.size];
            self.note_queue(queue, zero);
            return TRUE;
        }
        let size = self.terms.int(queue.size as i32);
        let over = self.terms.less(size, queue.length);
        let lost = self.terms.and(over, self.active);
        self.hazard(Hazard::Full(queue.name.clone()), lost);
        let length = self.terms.choose(over, size, queue.length);
        let length = self.terms.assume(length, 0, queue.size as i32);
        let port = queue.port;
        self.set(&format!("queue[{port}].length"), length);
        for (i, cell) in queue.cells.iter().take(queue.size).enumerate() {
            if queue.domain.size() > 1 {
                self.set(&format!("queue[{port}][{i}]"), *cell);
            }
        }
        self.note_queue(queue, length);
        self.terms.is(length, 0)
    }

    /// Of the instances of one queue inside a window, the longest counts.
    pub(super) fn note_queue(&mut self, queue: OpenQueue, length: Term) {
        let zero = self.terms.int(0);
        let seen = self.terms.choose(self.active, length, zero);
        match self.making {
            Making::Unknown => {}
            Making::Stored => {
                let cells = queue.cells[..queue.size].to_vec();
                self.queues.push(QueueSketch { name: queue.name, size: queue.size, cells, length });
            }
            Making::Fresh => match self.queues.iter_mut().find(|q| q.name == queue.name) {
                Some(known) => {
                    let less = self.terms.less(known.length, seen);
                    known.length = self.terms.choose(less, seen, known.length);
                }
                None => {
                    let (name, size) = (queue.name, queue.size);
                    self.queues.push(QueueSketch { name, size, cells: Vec::new(), length: seen });
                }
            },
        }
    }
}
