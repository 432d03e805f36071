//! Values inside values: how deep the engine looks, and how it lets go of what is deeper.
//!
//! An object of the host may hold itself, and a fold such as `[x, y]` nests one level deeper with every event. Handing
//! such a value on is fine. But comparing, hashing, printing or saving it goes by recursion, so that ends at a depth.

use super::growth::Collection;
use crate::error::Error;
use crate::limits::{VALUE_DEPTH, VALUE_PARTS};
use crate::trouble;
use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static PARTS: Cell<usize> = const { Cell::new(0) };
    static LETTING_GO: Cell<usize> = const { Cell::new(0) };
    static LATER: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
    static IS_LATER: Cell<bool> = const { Cell::new(false) };
}

/// Looks into a collection. Where that is too deep, the trouble is noted and the answer is the given one; so it is for
/// all further looks until somebody took the trouble, which ends walks through what branches.
pub fn inside<T>(otherwise: T, look: impl FnOnce() -> T) -> T {
    if !enter() {
        return otherwise;
    }
    let found = look();
    leave();
    found
}

#[inline(never)]
fn enter() -> bool {
    let (depth, parts) = (DEPTH.get(), PARTS.get());
    if trouble::is_noted() {
        return false;
    }
    if depth >= VALUE_DEPTH {
        let message = format!("a value is looked into that holds itself, or nests deeper than {VALUE_DEPTH} levels");
        trouble::note(Error::limit(message));
        return false;
    }
    if parts >= VALUE_PARTS {
        trouble::note(Error::limit(format!("a value is looked into that holds more than {VALUE_PARTS} collections")));
        return false;
    }
    DEPTH.set(depth + 1);
    PARTS.set(parts + 1);
    true
}

#[inline(never)]
fn leave() {
    let depth = DEPTH.get() - 1;
    DEPTH.set(depth);
    if depth == 0 {
        PARTS.set(0);
    }
}

/// A collection inside a value. However deep it nests, it can be dropped; and it may be a version of one that goes on
/// growing (see [`Growth`](super::Growth)), which is written out only if somebody looks into it.
#[derive(Default)]
pub struct Nest<T: Collection> {
    inside: OnceCell<T>,
    version: Option<(Rc<RefCell<T>>, usize)>,
}

impl<T: Collection> Nest<T> {
    /// The first n elements of a collection that only grows.
    pub(super) fn version(of: Rc<RefCell<T>>, n: usize) -> Nest<T> {
        Nest { inside: OnceCell::new(), version: Some((of, n)) }
    }
    #[cold]
    #[inline(never)]
    fn written_out(&self) -> &T {
        self.inside.get_or_init(|| self.version.as_ref().map(|(all, n)| all.borrow().first(*n)).unwrap_or_default())
    }
    /// How many elements; a version need not be written out for it.
    pub fn len(&self) -> usize {
        match (&self.version, self.inside.get()) {
            (Some((_, n)), None) => *n,
            _ => self.size(),
        }
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T: Collection> From<T> for Nest<T> {
    fn from(collection: T) -> Nest<T> {
        Nest { inside: OnceCell::from(collection), version: None }
    }
}

impl<T: Collection> Deref for Nest<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        match self.inside.get() {
            Some(inside) => inside,
            None => self.written_out(),
        }
    }
}

impl<T: Collection> DerefMut for Nest<T> {
    fn deref_mut(&mut self) -> &mut T {
        let _ = T::size(self);
        self.version = None;
        self.inside.get_mut().expect("it was just looked into")
    }
}

impl<T: Collection> Clone for Nest<T> {
    fn clone(&self) -> Nest<T> {
        Nest::from(T::clone(self))
    }
}

impl<T: Collection + PartialEq> PartialEq for Nest<T> {
    fn eq(&self, other: &Nest<T>) -> bool {
        **self == **other
    }
}

impl<T: Collection> Drop for Nest<T> {
    #[inline(never)]
    fn drop(&mut self) {
        let_go((self.inside.take(), self.version.take()));
    }
}

/// Drops what a collection held. Deep inside others it is put by, and dropped once those are gone.
pub fn let_go<T: 'static>(held: T) {
    let depth = LETTING_GO.get();
    if depth >= VALUE_DEPTH {
        // At the end of a thread there may be no list any more; then nothing else is left to do.
        let _ = LATER.try_with(|later| later.borrow_mut().push(Box::new(held)));
        return IS_LATER.set(true);
    }
    LETTING_GO.set(depth + 1);
    drop(held);
    if depth == 0 && IS_LATER.get() {
        while let Ok(Some(held)) = LATER.try_with(|later| later.borrow_mut().pop()) {
            drop(held);
        }
        IS_LATER.set(false);
    }
    LETTING_GO.set(depth);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::value::{Entries, History, Persist, Reader, Value, Writer, to_json};
    use std::hash::{DefaultHasher, Hash};

    /// As many collections inside one another, of every kind in turn.
    fn nested(levels: usize) -> Value {
        (0..levels).fold(Value::Num(0.0), |inner, level| match level % 5 {
            0 => Value::list(vec![inner]),
            1 => Value::object(Entries::from_iter([(Value::str("in"), inner)])),
            2 => Value::map(Entries::from_iter([(Value::Null, inner)])),
            3 => {
                let mut map = History::default();
                map.insert(Value::Null, inner);
                map.version().table()
            }
            _ => Value::list(vec![inner, Value::Null]),
        })
    }

    fn trouble_of(look: impl FnOnce()) -> Option<Code> {
        look();
        trouble::taken().map(|error| error.code)
    }

    #[test]
    fn looks_end_at_the_limit_and_not_before() {
        for (levels, expected) in
            [(VALUE_DEPTH, None), (VALUE_DEPTH + 1, Some(Code::Limit)), (100_000, Some(Code::Limit))]
        {
            let (a, b) = (nested(levels), nested(levels));
            assert_eq!(trouble_of(|| assert_eq!(a == b, expected.is_none())), expected);
            assert_eq!(trouble_of(|| a.hash(&mut DefaultHasher::new())), expected);
            assert_eq!(trouble_of(|| drop(to_json(&a))), expected);
            assert_eq!(trouble_of(|| drop(a.to_string())), expected);
            let mut w = Writer::default();
            assert_eq!(trouble_of(|| a.save(&mut w)), expected);
            if expected.is_none() {
                assert_eq!(Reader::new(&w.bytes).get(), Ok(a));
            }
        }
    }

    #[test]
    fn what_branches_at_every_level_is_too_much_before_it_is_too_deep() {
        let bush = (0..60).fold(Value::Num(0.0), |inner, _| Value::list(vec![inner.clone(), inner]));
        assert_eq!(trouble_of(|| bush.hash(&mut DefaultHasher::new())), Some(Code::Limit));
        assert_eq!(trouble_of(|| nested(3).hash(&mut DefaultHasher::new())), None);
    }
}
