//! Maps with keys of any type, and cheap versions of a map that grows by one entry at a time.
//!
//! A slice emits a map after every event. Copying it would cost as much as there are slices, so the emitted
//! map is a version of a shared [`History`]: it is written out only if somebody looks into it.

use super::{Entries, Value};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// A map value; see the module.
pub struct Table {
    entries: OnceCell<Entries>,
    version: Option<(Rc<RefCell<Log>>, usize)>,
}

#[derive(Default)]
struct Log {
    base: Entries,
    changes: Vec<(Value, Value)>,
}

impl Table {
    /// The keys and values.
    pub fn entries(&self) -> &Entries {
        self.entries.get_or_init(|| match &self.version {
            Some((log, version)) => {
                let log = log.borrow();
                let mut entries = log.base.clone();
                for (key, value) in &log.changes[..*version] {
                    entries.insert(key.clone(), value.clone());
                }
                entries
            }
            None => Entries::default(),
        })
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
            for (key, value) in log.changes.drain(..) {
                log.base.insert(key, value);
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
            self.log = Rc::new(RefCell::new(Log { base, changes: Vec::new() }));
        }
        self.log.borrow_mut().changes.push((key, value));
    }
    /// The map as it is now, as an unchanging value.
    pub fn version(&self) -> Value {
        let version = self.log.borrow().changes.len();
        Value::Map(Rc::new(Table { entries: OnceCell::new(), version: Some((self.log.clone(), version)) }))
    }
    /// A copy of the map as it is now.
    pub fn current(&self) -> Entries {
        let log = self.log.borrow();
        let mut entries = log.base.clone();
        for (key, value) in &log.changes {
            entries.insert(key.clone(), value.clone());
        }
        entries
    }
    /// Whether the map has no entry.
    pub fn is_empty(&self) -> bool {
        let log = self.log.borrow();
        log.base.is_empty() && log.changes.is_empty()
    }
}

impl From<Entries> for History {
    fn from(base: Entries) -> History {
        History { log: Rc::new(RefCell::new(Log { base, changes: Vec::new() })) }
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
