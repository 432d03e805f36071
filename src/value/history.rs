//! A map that changes by one entry at a time, and cheap unchanging versions of it.
//!
//! A slice emits a map after every event. Copying it would cost as much as there are slices, so what it emits is a
//! version of a shared [`History`]: a log of changes, and how many of them count.

use super::{Elements, Entries, Table, Value};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// A map that changes, and hands out unchanging versions of itself in constant time.
pub struct History {
    /// The keys in the order in which they came; a key's place never changes. All logs share them, so there may be keys
    /// here that a version does not have yet.
    keys: Keys,
    log: Rc<RefCell<Log>>,
}

type Keys = Rc<RefCell<Elements>>;

/// What happened to a map for a while.
struct Log {
    keys: Keys,
    /// The values, by place, when the log began.
    base: Vec<Value>,
    changes: Vec<(u32, Value)>,
    /// The values after some of the changes. Versions are looked into mostly in the order in which they came, so each
    /// goes on from the one before.
    reached: Option<Reached>,
}

struct Reached {
    changes: usize,
    values: Vec<Value>,
}

/// A log is closed and a new one begun after that many changes, or when there are twice as many as there were entries.
/// A short one would cost more to begin than to fill; a version keeps all of its log alive.
const CHANGES: usize = 256;

impl Log {
    fn is_full(&self) -> bool {
        self.changes.len() >= CHANGES.max(2 * self.base.len())
    }
    /// The log that goes on from here, with nothing in it yet.
    fn next(&self) -> Log {
        let mut base = self.base.clone();
        self.changes.iter().for_each(|(place, value)| put(&mut base, *place as usize, value.clone()));
        Log { keys: self.keys.clone(), base, changes: Vec::with_capacity(CHANGES), reached: None }
    }
    /// The values, by place, after that many changes.
    fn values(&mut self, changes: usize) -> &[Value] {
        let base = &self.base;
        let reached = self.reached.get_or_insert_with(|| Reached { changes: 0, values: base.clone() });
        if reached.changes > changes {
            *reached = Reached { changes: 0, values: base.clone() };
        }
        for (place, value) in &self.changes[reached.changes..changes] {
            put(&mut reached.values, *place as usize, value.clone());
        }
        reached.changes = changes;
        &reached.values
    }
}

/// A new place is always the next one.
fn put(values: &mut Vec<Value>, place: usize, value: Value) {
    match values.get_mut(place) {
        Some(old) => *old = value,
        None => values.push(value),
    }
}

impl History {
    /// Sets a key; amortised constant time. Gives its place, for [`History::set`].
    pub fn insert(&mut self, key: Value, value: Value) -> usize {
        let place = self.keys.borrow_mut().insert_full(key).0;
        self.set(place, value);
        place
    }
    /// Sets the value of the key at a place.
    pub fn set(&mut self, place: usize, value: Value) {
        // Nobody holds a version: change the map in place.
        if let Some(log) = Rc::get_mut(&mut self.log) {
            let log = log.get_mut();
            if !log.changes.is_empty() {
                log.changes.drain(..).for_each(|(place, value)| put(&mut log.base, place as usize, value));
            }
            log.reached = None;
            return put(&mut log.base, place, value);
        }
        if self.log.borrow().is_full() {
            let next = self.log.borrow().next();
            self.log = Rc::new(RefCell::new(next));
        }
        self.log.borrow_mut().changes.push((place as u32, value));
    }
    /// Sets the value of the key at a place to a number; gives how many keys there are.
    #[inline(always)]
    pub fn set_number(&mut self, place: usize, number: f64) -> usize {
        if let Some(log) = Rc::get_mut(&mut self.log) {
            let log = log.get_mut();
            let keys = log.base.len();
            if let (true, None, Some(Value::Num(old))) = (log.changes.is_empty(), &log.reached, log.base.get_mut(place))
            {
                *old = number;
                return keys;
            }
        }
        self.log_number(place, number)
    }
    /// Apart, so that the quick way needs no memory for a value.
    #[inline(never)]
    fn log_number(&mut self, place: usize, number: f64) -> usize {
        self.set(place, Value::Num(number));
        self.len()
    }
    /// The map as it is now.
    pub fn version(&self) -> Version {
        Version { changes: self.log.borrow().changes.len(), len: self.len(), log: self.log.clone() }
    }
    /// A copy of the map as it is now.
    pub fn current(&self) -> Entries {
        self.version().entries()
    }
    /// How many keys.
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.borrow().len()
    }
    /// Whether the map has no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Default for History {
    fn default() -> History {
        History::from(Entries::default())
    }
}

impl From<Entries> for History {
    fn from(entries: Entries) -> History {
        let (keys, base): (Elements, Vec<Value>) = entries.into_iter().unzip();
        let keys = Rc::new(RefCell::new(keys));
        let log = Log { keys: keys.clone(), base, changes: Vec::new(), reached: None };
        History { keys, log: Rc::new(RefCell::new(log)) }
    }
}

/// A copy shares nothing: what happens to one is not seen in the other.
impl Clone for History {
    fn clone(&self) -> History {
        History::from(self.current())
    }
}

/// A map as it was at some moment: a log up to some change, and how many keys there were then.
pub struct Version {
    log: Rc<RefCell<Log>>,
    changes: usize,
    len: usize,
}

impl Version {
    /// How many keys.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The keys and values.
    pub fn entries(&self) -> Entries {
        let mut log = self.log.borrow_mut();
        let keys = log.keys.clone();
        let values = log.values(self.changes).iter().cloned();
        keys.borrow().iter().cloned().zip(values).collect()
    }
    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<Value> {
        let mut log = self.log.borrow_mut();
        let place = log.keys.borrow().get_index_of(key).filter(|place| *place < self.len)?;
        log.values(self.changes).get(place).cloned()
    }
    /// The map as an unchanging value.
    pub fn table(self) -> Value {
        Value::Map(Rc::new(Table::from(self)))
    }
}

/// Versions of a map, one after the other: neighbours mostly are of one log.
#[derive(Clone, Default)]
pub struct Versions {
    logs: Vec<Rc<RefCell<Log>>>,
    moments: Vec<Moment>,
}

/// A version by its log's index, its number of changes and its number of keys.
#[derive(Clone, Copy)]
struct Moment {
    log: u32,
    changes: u32,
    len: u32,
}

impl Versions {
    /// Appends a map as it is now.
    #[inline]
    pub fn push(&mut self, map: &History) {
        let changes = map.log.borrow().changes.len();
        self.add(&map.log, changes as u32, map.len() as u32);
    }
    #[inline]
    fn add(&mut self, log: &Rc<RefCell<Log>>, changes: u32, len: u32) {
        if !self.logs.last().is_some_and(|last| Rc::ptr_eq(last, log)) {
            self.logs.push(log.clone());
        }
        self.moments.push(Moment { log: self.logs.len() as u32 - 1, changes, len });
    }
    /// Appends the versions at some positions of others.
    pub fn extend(&mut self, others: &Versions, positions: impl Iterator<Item = usize>) {
        for i in positions {
            let Moment { log, changes, len } = others.moments[i];
            self.add(&others.logs[log as usize], changes, len);
        }
    }
    /// How many versions.
    pub fn len(&self) -> usize {
        self.moments.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }
    /// The version at a position.
    pub fn get(&self, i: usize) -> Version {
        let Moment { log, changes, len } = self.moments[i];
        Version { log: self.logs[log as usize].clone(), changes: changes as usize, len: len as usize }
    }
    /// How many keys each of the first n versions has.
    pub fn sizes(&self, n: usize) -> impl Iterator<Item = usize> {
        self.moments[..n].iter().map(|moment| moment.len as usize)
    }
    /// Keeps some of them, and the logs that those need.
    pub fn keep(&mut self, range: Range<usize>) {
        self.moments.truncate(range.end);
        self.moments.drain(..range.start.min(self.moments.len()));
        let [first, last] = [self.moments.first(), self.moments.last()].map(|moment| moment.map(|moment| moment.log));
        self.logs.truncate(last.map_or(0, |last| last as usize + 1));
        let before = first.unwrap_or(0);
        self.logs.drain(..before as usize);
        self.moments.iter_mut().for_each(|moment| moment.log -= before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(i: usize, keys: usize) -> (Value, Value) {
        (Value::Num((i % keys) as f64), Value::Num(i as f64))
    }

    fn expected(i: usize, keys: usize) -> Entries {
        (0..=i).map(|j| numbered(j, keys)).collect()
    }

    fn check(version: Version, i: usize, keys: usize) {
        let expected = expected(i, keys);
        assert_eq!(version.len(), expected.len());
        for (key, value) in &expected {
            assert_eq!(version.get(key).as_ref(), Some(value));
        }
        assert_eq!(version.get(&Value::str("none")), None);
        assert_eq!(version.entries(), expected);
    }

    #[test]
    fn versions_do_not_change_afterwards() {
        for keys in [7, 300] {
            let mut history = History::default();
            let mut seen = Versions::default();
            for i in 0..1000 {
                let (key, value) = numbered(i, keys);
                let place = history.insert(key, Value::Num(-1.0));
                history.set(place, value);
                seen.push(&history);
            }
            (0..seen.len()).for_each(|i| check(seen.get(i), i, keys));
            (0..seen.len()).rev().step_by(37).for_each(|i| check(seen.get(i), i, keys));
            assert_eq!(seen.sizes(3).collect::<Vec<_>>(), [1, 2, 3]);
        }
    }

    #[test]
    fn parts_of_versions_are_what_they_were() {
        let mut history = History::default();
        let mut all = Versions::default();
        for i in 0..1000 {
            let (key, value) = numbered(i, 5);
            history.insert(key, value);
            all.push(&history);
        }
        let mut part = Versions::default();
        part.extend(&all, (100..900).rev());
        (0..part.len()).for_each(|k| check(part.get(k), 899 - k, 5));
        let mut kept = all.clone();
        kept.keep(600..700);
        assert_eq!(kept.len(), 100);
        assert!(kept.logs.len() < all.logs.len());
        (0..kept.len()).for_each(|k| check(kept.get(k), 600 + k, 5));
        kept.keep(0..0);
        assert!(kept.is_empty() && kept.logs.is_empty());
    }

    #[test]
    fn a_map_nobody_holds_changes_in_place() {
        let mut history = History::default();
        for i in 0..1000 {
            let (key, value) = numbered(i, 5);
            history.insert(key, value);
            check(history.version(), i, 5);
        }
        assert!(history.log.borrow().changes.is_empty());
    }

    #[test]
    fn a_clone_is_on_its_own() {
        let mut a = History::default();
        a.insert(Value::str("k"), Value::Num(1.0));
        let kept = a.version().table();
        let mut b = a.clone();
        b.insert(Value::str("k"), Value::Num(2.0));
        assert_eq!(a.version().table(), kept);
        assert_ne!(b.version().table(), kept);
    }
}
