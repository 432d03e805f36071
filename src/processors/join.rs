//! `join`: pairs the events of two inputs that have the same key.
//!
//! ```json
//! { "type": "join", "left": "x.id", "right": "x.order", "within": 60, "leftTime": "x.at", "rightTime": "x.at",
//!   "fn": "{ order: x, payment: y }", "from": ["orders", "payments"] }
//! ```
//! Each event meets, as it arrives, all events of the other input seen so far with its key (and, with `within`, no
//! further away in time). `fn` makes the output of the left event x and the right event y; without it, two objects
//! are merged, other events become `[x, y]`. A `null` key meets nothing.

use super::event_time::time_of;
use super::support::function;
use crate::engine::{Built, Emit, Flow, Kind, Params, Processor};
use crate::error::{Error, Result};
use crate::expr::Function;
use crate::stateful;
use crate::value::{Persist, Reader, Value, Writer};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

pub static KIND: Kind =
    Kind { name: "join", about: "Pairs the events of two inputs that have the same key", symbol: "⋈", build };

fn build(p: &mut Params) -> Result<Built> {
    let keys = [function(p, "left", 1)?, function(p, "right", 1)?];
    let combine = if p.raw("fn").is_some() { Some(function(p, "fn", 2)?) } else { None };
    let within = if p.raw("within").is_some() { Some(p.number("within")?) } else { None };
    let times = match within {
        Some(_) => Some([function(p, "leftTime", 1)?, function(p, "rightTime", 1)?]),
        None => None,
    };
    let most = p.limits().queue;
    Built::new(Join { keys, combine, within, times, most, left: Held::default(), right: Held::default() }, 2, 1)
}

/// The events of one side that may still meet another.
#[derive(Clone, Default)]
struct Held {
    /// Each with its time and its number on this input.
    by_key: FxHashMap<Value, VecDeque<(f64, u64, Value)>>,
    /// Times and keys, oldest first.
    order: VecDeque<(f64, Value)>,
    clock: Option<f64>,
    /// Events so far.
    seen: u64,
}

impl Held {
    fn put(&mut self, key: Value, time: f64, number: u64, event: Value) {
        self.order.push_back((time, key.clone()));
        self.by_key.entry(key).or_default().push_back((time, number, event));
    }
    fn forget_before(&mut self, time: f64) {
        while self.order.front().is_some_and(|(at, _)| *at < time) {
            let Some((_, key)) = self.order.pop_front() else { break };
            let Some(events) = self.by_key.get_mut(&key) else { continue };
            events.pop_front();
            if events.is_empty() {
                self.by_key.remove(&key);
            }
        }
    }
}

impl Persist for Held {
    fn save(&self, w: &mut Writer) {
        w.put(&self.clock);
        w.put(&self.seen);
        w.len(self.order.len());
        // What changes inside a host's object (its cached members) is no part of its equality.
        #[allow(clippy::mutable_key_type)]
        let mut taken: FxHashMap<&Value, usize> = FxHashMap::default();
        for (_, key) in &self.order {
            let k = taken.entry(key).or_insert(0);
            w.put(key);
            let (time, number, event) = &self.by_key[key][*k];
            w.put(time);
            w.put(number);
            w.put(event);
            *k += 1;
        }
    }
    fn load(r: &mut Reader) -> Result<Self> {
        let mut held = Held { clock: r.get()?, seen: r.get()?, ..Held::default() };
        for _ in 0..r.len(4)? {
            let key: Value = r.get()?;
            let (time, number, event) = (r.get()?, r.get()?, r.get()?);
            held.put(key, time, number, event);
        }
        Ok(held)
    }
}

#[derive(Clone)]
struct Join {
    keys: [Function; 2],
    combine: Option<Function>,
    within: Option<f64>,
    times: Option<[Function; 2]>,
    most: usize,
    left: Held,
    right: Held,
}

impl Join {
    fn pair(&self, left: Value, right: Value) -> Result<Value> {
        if let Some(combine) = &self.combine {
            return combine.call(&[left, right]);
        }
        match (left.as_entries(), right.as_entries()) {
            (Some(a), Some(b)) => {
                let mut merged = a.clone();
                merged.extend(b.iter().map(|(key, value)| (key.clone(), value.clone())));
                Ok(Value::object(merged))
            }
            _ => Ok(Value::list(vec![left, right])),
        }
    }
}

impl Processor for Join {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        for (port, event) in front.iter_mut().enumerate() {
            self.arrive(port, std::mem::take(event), out)?;
        }
        Ok(Flow::More)
    }
    fn by_arrival(&self) -> bool {
        true
    }
    fn arrive(&mut self, port: usize, value: Value, out: &mut Emit) -> Result<Flow> {
        let front = [value];
        let (mine, other) =
            if port == 0 { (&mut self.left, &mut self.right) } else { (&mut self.right, &mut self.left) };
        let number = mine.seen;
        mine.seen += 1;
        let mut time = 0.0;
        if let (Some(times), Some(within)) = (&self.times, self.within) {
            time = time_of("join", &times[port], &front, &mut mine.clock)?;
            other.forget_before(time - within);
        }
        let key = self.keys[port].call(&front)?;
        let [event] = front;
        if matches!(key, Value::Null) {
            return Ok(Flow::More);
        }
        let near = |at: f64| self.within.is_none_or(|within| (at - time).abs() <= within);
        let same_key = other.by_key.get(&key).into_iter().flatten();
        let met: Vec<(u64, Value)> =
            same_key.filter(|(at, ..)| near(*at)).map(|(_, number, event)| (*number, event.clone())).collect();
        if mine.order.len() >= self.most {
            return Err(Error::limit(format!("join holds {} events of one input already", self.most)));
        }
        mine.put(key, time, number, event.clone());
        for (its_number, its) in met {
            let (left, right) = if port == 0 { (event.clone(), its) } else { (its, event.clone()) };
            out.made_of(0, self.pair(left, right)?, &|| vec![(port, number), (1 - port, its_number)]);
        }
        Ok(Flow::More)
    }
    fn bind(&mut self, name: &str, value: &Value) {
        let times = self.times.iter_mut().flatten();
        self.keys.iter_mut().chain(&mut self.combine).chain(times).for_each(|f| f.bind(name, value));
    }
    stateful!(left, right);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails, refused};
    use serde_json::json;

    #[test]
    fn events_of_a_key_meet_in_whatever_order_they_come() {
        check(
            json!({"type": "join", "left": "x.id", "right": "x.id"}),
            json!([[{"id": 1, "a": 1}, {"id": 2, "a": 2}], [{"id": 2, "b": 1}, {"id": 1, "b": 2}]]),
            json!([[], [{"id": 2, "a": 2, "b": 1}, {"id": 1, "a": 1, "b": 2}]]),
            json!([]),
        );
    }

    #[test]
    fn far_events_do_not_meet() {
        let join =
            json!({"type": "join", "left": "x % 2", "right": "x % 2", "within": 3, "leftTime": "x", "rightTime": "x"});
        check(join.clone(), json!([[1, 9], [3, 11]]), json!([[[1, 3]], [[9, 11]]]), json!([]));
        fails(join, json!([[4, 2], [4, 4]]), "E_TYPE: join wants times that do not go back, got 2 after 4");
    }

    #[test]
    fn functions_of_inputs_that_are_not_there_are_refused() {
        for (key, f) in [("left", "y"), ("rightTime", "y"), ("fn", "z")] {
            let mut join = json!({"type": "join", "left": "x", "right": "x", "within": 1, "leftTime": "x",
                "rightTime": "x"});
            join[key] = json!(f);
            assert_eq!(refused(join, 2).path.unwrap(), format!("$.processors[0].{key}"));
        }
    }
}
