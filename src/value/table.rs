//! Maps with keys of any type; a map may be a version of one that goes on changing (see [`History`](super::History)),
//! and is written out only if somebody looks into it.

use super::history::Version;
use super::nesting::let_go;
use super::{Entries, Value};
use std::cell::OnceCell;

/// A map value; see the module.
pub struct Table {
    entries: OnceCell<Box<Entries>>,
    version: Option<Version>,
}

impl Table {
    /// The keys and values.
    pub fn entries(&self) -> &Entries {
        self.entries.get_or_init(|| Box::new(self.version.as_ref().map(Version::entries).unwrap_or_default()))
    }
    /// How many keys; a version need not be written out for it.
    pub fn len(&self) -> usize {
        match (&self.version, self.entries.get()) {
            (Some(version), None) => version.len(),
            _ => self.entries().len(),
        }
    }
    /// The value of a key; a version need not be written out for it.
    pub fn get(&self, key: &Value) -> Option<Value> {
        match (&self.version, self.entries.get()) {
            (Some(version), None) => version.get(key),
            _ => self.entries().get(key).cloned(),
        }
    }
    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let_go((self.entries.take(), self.version.take()));
    }
}

impl From<Entries> for Table {
    fn from(entries: Entries) -> Table {
        Table { entries: OnceCell::from(Box::new(entries)), version: None }
    }
}

impl From<Version> for Table {
    fn from(version: Version) -> Table {
        Table { entries: OnceCell::new(), version: Some(version) }
    }
}
