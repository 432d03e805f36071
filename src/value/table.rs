//! Maps with keys of any type, and cheap versions of a map that grows by one entry at a time.
//!
//! A slice emits a map after every event. Copying it would cost as much as there are slices, so the emitted
//! map is a version of a shared [`History`]: it is written out only if somebody looks into it.

use super::{Elements, Entries, Value};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// A map value; see the module.
pub struct Table {
    entries: OnceCell<Box<Entries>>,
    version: Option<Version>,
}

/// A map as it was at some moment: a log up to some change, and how many keys there are then. It becomes a value
/// when somebody wants one ([`Version::table`]); columns keep it as it is.
#[derive(Clone)]
pub struct Version {
    log: Rc<RefCell<Log>>,
    changes: usize,
    len: usize,
}

/// What happened to a map for a while.
#[derive(Default)]
struct Log {
    /// The keys in the order in which they came; a key's place never changes. All logs of a map share it, so there may
    /// be keys here that a version does not have yet.
    keys: Rc<RefCell<Elements>>,
    /// The values, by place, when the log began.
    base: Vec<Value>,
    changes: Vec<Change>,
    /// By place: the number of the last change, counted from 1; 0 where there was none.
    latest: Vec<u32>,
}

struct Change {
    place: u32,
    /// The change of the same place before this one, counted likewise.
    before: u32,
    value: Value,
}

impl Log {
    fn push(&mut self, place: usize, value: Value) {
        if self.latest.len() <= place {
            self.latest.resize(place + 1, 0);
        }
        let before = std::mem::replace(&mut self.latest[place], self.changes.len() as u32 + 1);
        self.changes.push(Change { place: place as u32, before, value });
    }
    fn len(&self) -> usize {
        self.keys.borrow().len()
    }
    /// The log that goes on from here, with nothing in it yet.
    fn next(&self) -> Log {
        Log { keys: self.keys.clone(), base: self.values(self.changes.len()), ..Log::default() }
    }
    /// The values, by place, after that many changes.
    fn values(&self, changes: usize) -> Vec<Value> {
        let mut values = self.base.clone();
        for change in &self.changes[..changes] {
            put(&mut values, change.place as usize, change.value.clone());
        }
        values
    }
    /// The map after that many changes.
    fn entries(&self, changes: usize) -> Entries {
        self.keys.borrow().iter().cloned().zip(self.values(changes)).collect()
    }
    /// The value of a key after that many changes, when there were so many keys.
    fn get(&self, key: &Value, changes: usize, len: usize) -> Option<Value> {
        let place = self.keys.borrow().get_index_of(key).filter(|place| *place < len)?;
        let mut at = self.latest.get(place).map_or(0, |at| *at as usize);
        while at > changes {
            at = self.changes[at - 1].before as usize;
        }
        if at > 0 { Some(self.changes[at - 1].value.clone()) } else { self.base.get(place).cloned() }
    }
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
    /// The map as an unchanging value.
    pub fn table(&self) -> Value {
        Value::Map(Rc::new(Table { entries: OnceCell::new(), version: Some(self.clone()) }))
    }
}

impl Table {
    /// The keys and values.
    pub fn entries(&self) -> &Entries {
        self.entries.get_or_init(|| match &self.version {
            Some(version) => Box::new(version.log.borrow().entries(version.changes)),
            None => Box::default(),
        })
    }
    /// How many keys; a version need not be written out for it.
    pub fn len(&self) -> usize {
        match (&self.version, self.entries.get()) {
            (Some(version), None) => version.len,
            _ => self.entries().len(),
        }
    }
    /// The value of a key; a version need not be written out for it.
    pub fn get(&self, key: &Value) -> Option<Value> {
        match (&self.version, self.entries.get()) {
            (Some(version), None) => version.log.borrow().get(key, version.changes, version.len),
            _ => self.entries().get(key).cloned(),
        }
    }
    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl From<Entries> for Table {
    fn from(entries: Entries) -> Table {
        Table { entries: OnceCell::from(Box::new(entries)), version: None }
    }
}

/// A map that changes, and hands out unchanging versions of itself in constant time.
#[derive(Default)]
pub struct History {
    log: Rc<RefCell<Log>>,
}

/// Changes kept before a log is closed and a new one begun, as a multiple of the map's size.
const SLACK: usize = 2;

impl History {
    /// Sets a key; amortised constant time. Gives its place, for [`History::set`].
    pub fn insert(&mut self, key: Value, value: Value) -> usize {
        let place = self.log.borrow().keys.borrow_mut().insert_full(key).0;
        self.set(place, value);
        place
    }
    /// Sets the value of the key at a place.
    pub fn set(&mut self, place: usize, value: Value) {
        // Nobody holds a version: change the map in place.
        if let Some(log) = Rc::get_mut(&mut self.log) {
            let log = log.get_mut();
            for change in log.changes.drain(..) {
                log.latest[change.place as usize] = 0;
                put(&mut log.base, change.place as usize, change.value);
            }
            put(&mut log.base, place, value);
            return;
        }
        let full = {
            let log = self.log.borrow();
            log.changes.len() > SLACK * (log.base.len() + 16)
        };
        if full {
            let next = self.log.borrow().next();
            self.log = Rc::new(RefCell::new(next));
        }
        self.log.borrow_mut().push(place, value);
    }
    /// The map as it is now.
    pub fn version(&self) -> Version {
        let log = self.log.borrow();
        Version { changes: log.changes.len(), len: log.len(), log: self.log.clone() }
    }
    /// A copy of the map as it is now.
    pub fn current(&self) -> Entries {
        let log = self.log.borrow();
        log.entries(log.changes.len())
    }
    /// Whether the map has no entry.
    pub fn is_empty(&self) -> bool {
        self.log.borrow().len() == 0
    }
}

/// A new place is always the next one.
fn put(values: &mut Vec<Value>, place: usize, value: Value) {
    match values.get_mut(place) {
        Some(old) => *old = value,
        None => values.push(value),
    }
}

impl From<Entries> for History {
    fn from(entries: Entries) -> History {
        let (keys, base): (Elements, Vec<Value>) = entries.into_iter().unzip();
        let log = Log { keys: Rc::new(RefCell::new(keys)), base, ..Log::default() };
        History { log: Rc::new(RefCell::new(log)) }
    }
}

/// A copy shares nothing: what happens to one is not seen in the other.
impl Clone for History {
    fn clone(&self) -> History {
        History::from(self.current())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_do_not_change_afterwards() {
        let mut history = History::default();
        let mut seen = Vec::new();
        for i in 0..200 {
            let place = history.insert(Value::Num((i % 7) as f64), Value::Num(-1.0));
            history.set(place, Value::Num(i as f64));
            seen.push(history.version().table());
        }
        for (i, version) in seen.iter().enumerate() {
            let mut expected = Entries::default();
            for j in 0..=i {
                expected.insert(Value::Num((j % 7) as f64), Value::Num(j as f64));
            }
            let Value::Map(table) = version else { panic!("a version is a map") };
            assert_eq!(table.len(), expected.len());
            for (key, value) in &expected {
                assert_eq!(table.get(key).as_ref(), Some(value));
            }
            assert_eq!(table.get(&Value::str("none")), None);
            assert_eq!(version.as_entries(), Some(&expected));
        }
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
