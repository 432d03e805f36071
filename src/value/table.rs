//! Maps with keys of any type, and cheap versions of a map that grows by one entry at a time.
//!
//! A slice emits a map after every event. Copying it would cost as much as there are slices, so the emitted
//! map is a version of a shared [`History`]: it is written out only if somebody looks into it.

use super::{Entries, Value};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// A map value; see the module.
pub struct Table {
    entries: OnceCell<Entries>,
    version: Option<Version>,
}

/// A log up to some change, and how many keys there are then.
struct Version {
    log: Rc<RefCell<Log>>,
    changes: usize,
    len: usize,
}

#[derive(Default)]
struct Log {
    base: Entries,
    changes: Vec<Change>,
    /// The last change of each key.
    latest: FxHashMap<Value, usize>,
    /// Keys that the base does not have.
    added: usize,
}

struct Change {
    key: Value,
    value: Value,
    /// The change of the same key before this one.
    before: Option<usize>,
}

impl Log {
    fn starting(base: Entries) -> Log {
        Log { base, ..Log::default() }
    }
    fn push(&mut self, key: Value, value: Value) {
        let before = self.latest.insert(key.clone(), self.changes.len());
        self.added += usize::from(before.is_none() && !self.base.contains_key(&key));
        self.changes.push(Change { key, value, before });
    }
    fn len(&self) -> usize {
        self.base.len() + self.added
    }
    /// The map after that many changes.
    fn entries(&self, changes: usize) -> Entries {
        let mut entries = self.base.clone();
        for change in &self.changes[..changes] {
            entries.insert(change.key.clone(), change.value.clone());
        }
        entries
    }
    /// The value of a key after that many changes.
    fn get(&self, key: &Value, changes: usize) -> Option<Value> {
        let mut at = self.latest.get(key).copied();
        while let Some(k) = at {
            if k < changes {
                return Some(self.changes[k].value.clone());
            }
            at = self.changes[k].before;
        }
        self.base.get(key).cloned()
    }
}

impl Table {
    /// The keys and values.
    pub fn entries(&self) -> &Entries {
        self.entries.get_or_init(|| match &self.version {
            Some(version) => version.log.borrow().entries(version.changes),
            None => Entries::default(),
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
            (Some(version), None) => version.log.borrow().get(key, version.changes),
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
        Table { entries: OnceCell::from(entries), version: None }
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
    /// Sets a key; amortised constant time.
    pub fn insert(&mut self, key: Value, value: Value) {
        // Nobody holds a version: change the map in place.
        if let Some(log) = Rc::get_mut(&mut self.log) {
            let log = log.get_mut();
            if !log.changes.is_empty() {
                for change in log.changes.drain(..) {
                    log.base.insert(change.key, change.value);
                }
                log.latest.clear();
                log.added = 0;
            }
            log.base.insert(key, value);
            return;
        }
        let full = {
            let log = self.log.borrow();
            log.changes.len() > SLACK * (log.base.len() + 16)
        };
        if full {
            let base = self.current();
            self.log = Rc::new(RefCell::new(Log::starting(base)));
        }
        self.log.borrow_mut().push(key, value);
    }
    /// The map as it is now, as an unchanging value.
    pub fn version(&self) -> Value {
        let (changes, len) = {
            let log = self.log.borrow();
            (log.changes.len(), log.len())
        };
        let version = Version { log: self.log.clone(), changes, len };
        Value::Map(Rc::new(Table { entries: OnceCell::new(), version: Some(version) }))
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

impl From<Entries> for History {
    fn from(base: Entries) -> History {
        History { log: Rc::new(RefCell::new(Log::starting(base))) }
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
            history.insert(Value::Num((i % 7) as f64), Value::Num(i as f64));
            seen.push(history.version());
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
        let kept = a.version();
        let mut b = a.clone();
        b.insert(Value::str("k"), Value::Num(2.0));
        assert_eq!(a.version(), kept);
        assert_ne!(b.version(), kept);
    }
}
