//! A list or set that only grows, and cheap unchanging versions of it.
//!
//! A collection of all events so far comes out after every event. Copying it would cost as much as there are events, so
//! what comes out is a version: the shared collection, and how many of its elements count. It is written out only if
//! somebody looks into it; maps have [`History`](super::History) for the same.

use super::{Counts, Elements, Entries, Nest, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// A collection that a version can be of: its first elements stay where they are as it grows.
pub trait Collection: Clone + Default + 'static {
    /// How many elements.
    fn size(&self) -> usize;
    /// The first n elements.
    fn first(&self, n: usize) -> Self;
}

impl Collection for Vec<Value> {
    fn size(&self) -> usize {
        self.len()
    }
    fn first(&self, n: usize) -> Self {
        self[..n].to_vec()
    }
}

impl Collection for Elements {
    fn size(&self) -> usize {
        self.len()
    }
    fn first(&self, n: usize) -> Self {
        self.iter().take(n).cloned().collect()
    }
}

impl Collection for Counts {
    fn size(&self) -> usize {
        self.len()
    }
    fn first(&self, n: usize) -> Self {
        self.iter().take(n).map(|(element, count)| (element.clone(), *count)).collect()
    }
}

impl Collection for Entries {
    fn size(&self) -> usize {
        self.len()
    }
    fn first(&self, n: usize) -> Self {
        self.iter().take(n).map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// A collection that grows; see the module. A copy shares nothing.
#[derive(Default)]
pub struct Growth<T> {
    so_far: Rc<RefCell<T>>,
}

impl<T: Collection> Growth<T> {
    /// Lets it grow by what is done to it, which may only add elements at its end.
    pub fn grow(&mut self, add: impl FnOnce(&mut T)) {
        add(&mut self.so_far.borrow_mut());
    }
    /// How many elements.
    pub fn len(&self) -> usize {
        self.so_far.borrow().size()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The collection as it is now.
    pub fn version(&self) -> Rc<Nest<T>> {
        Rc::new(Nest::version(self.so_far.clone(), self.len()))
    }
}

impl<T> Growth<T> {
    /// Looks at the collection as it is now.
    pub fn with<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.so_far.borrow())
    }
}

impl<T> From<T> for Growth<T> {
    fn from(so_far: T) -> Growth<T> {
        Growth { so_far: Rc::new(RefCell::new(so_far)) }
    }
}

impl<T: Collection> Clone for Growth<T> {
    fn clone(&self) -> Growth<T> {
        Growth::from(self.so_far.borrow().clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_do_not_change_afterwards() {
        let mut set = Growth::<Elements>::default();
        let mut seen = Vec::new();
        for i in 0..100 {
            set.grow(|set| {
                set.insert(Value::Num(f64::from(i % 60)));
            });
            seen.push(Value::Set(set.version()));
        }
        let alone = set.clone();
        set.grow(|set| {
            set.insert(Value::str("later"));
        });
        for (i, version) in seen.iter().enumerate() {
            assert_eq!(version, &Value::set((0..=i.min(59)).map(|n| Value::Num(n as f64))));
        }
        assert_eq!((alone.len(), set.len()), (60, 61));
    }

    #[test]
    fn a_version_changes_alone() {
        let mut list = Growth::from(vec![Value::Null]);
        let mut version = list.version();
        list.grow(|list| list.push(Value::Bool(true)));
        assert_eq!(version.len(), 1);
        Rc::make_mut(&mut version).push(Value::Num(1.0));
        assert_eq!(**version, [Value::Null, Value::Num(1.0)]);
        assert_eq!(**list.version(), [Value::Null, Value::Bool(true)]);
    }
}
