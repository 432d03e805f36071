//! State as bytes: what a snapshot is made of. Little-endian, no padding, every length checked on the way in.

use super::growth::Collection;
use super::nesting::inside;
use super::{Column, Counts, Elements, Entries, Growth, History, Nest, Value};
use crate::error::{Code, Error, Result};
use crate::limits::VALUE_DEPTH;
use std::collections::VecDeque;
use std::rc::Rc;

/// Writes state.
#[derive(Default)]
pub struct Writer {
    pub bytes: Vec<u8>,
}

/// Reads state back; every read may fail, none panics.
pub struct Reader<'a> {
    bytes: &'a [u8],
    depth: usize,
}

impl Writer {
    /// Appends the bytes of a value's state.
    pub fn put<T: Persist + ?Sized>(&mut self, item: &T) {
        item.save(self);
    }
    /// A length or other small number.
    pub fn len(&mut self, n: usize) {
        self.bytes.extend_from_slice(&(n as u64).to_le_bytes());
    }
}

/// What is wrong with bytes that are not a snapshot.
pub fn damaged(what: &str) -> Error {
    Error::new(Code::Snapshot, format!("the snapshot is damaged: {what}"))
}

impl<'a> Reader<'a> {
    /// Reads from the start of these bytes.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, depth: 0 }
    }
    /// The next n bytes.
    pub fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        if n > self.bytes.len() {
            return Err(damaged("it ends too early"));
        }
        let (head, tail) = self.bytes.split_at(n);
        self.bytes = tail;
        Ok(head)
    }
    /// A length that cannot be more than the bytes that are left, each element taking at least `size` bytes.
    pub fn len(&mut self, size: usize) -> Result<usize> {
        let n = u64::from_le_bytes(self.take(8)?.try_into().expect("eight bytes"));
        match usize::try_from(n) {
            Ok(n) if n.saturating_mul(size.max(1)) <= self.bytes.len() => Ok(n),
            _ => Err(damaged("a length is too large")),
        }
    }
    /// The next item of a type.
    pub fn get<T: Persist>(&mut self) -> Result<T> {
        T::load(self)
    }
    /// Whether all has been read.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// State that a snapshot can hold.
pub trait Persist {
    fn save(&self, w: &mut Writer);
    fn load(r: &mut Reader) -> Result<Self>
    where
        Self: Sized;
}

macro_rules! number {
    ($($ty:ty),*) => {$(
        impl Persist for $ty {
            fn save(&self, w: &mut Writer) {
                w.bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn load(r: &mut Reader) -> Result<Self> {
                let bytes = r.take(size_of::<$ty>())?;
                Ok(<$ty>::from_le_bytes(bytes.try_into().expect("as many bytes as asked for")))
            }
        }
    )*};
}
number!(u8, u32, i64, f64);

/// Counts go on counting, so damaged ones must leave room for that.
macro_rules! count {
    ($($ty:ty),*) => {$(
        impl Persist for $ty {
            fn save(&self, w: &mut Writer) {
                w.bytes.extend_from_slice(&(*self as u64).to_le_bytes());
            }
            fn load(r: &mut Reader) -> Result<Self> {
                let n = u64::from_le_bytes(r.take(8)?.try_into().expect("eight bytes"));
                <$ty>::try_from(n).ok().filter(|n| *n <= <$ty>::MAX / 2).ok_or_else(|| damaged("a count is too large"))
            }
        }
    )*};
}
count!(u64, usize);

impl Persist for bool {
    fn save(&self, w: &mut Writer) {
        (*self as u8).save(w);
    }
    fn load(r: &mut Reader) -> Result<Self> {
        match u8::load(r)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(damaged("a boolean is neither 0 nor 1")),
        }
    }
}

impl Persist for Rc<str> {
    fn save(&self, w: &mut Writer) {
        w.len(str::len(self));
        w.bytes.extend_from_slice(self.as_bytes());
    }
    fn load(r: &mut Reader) -> Result<Self> {
        let n = r.len(1)?;
        std::str::from_utf8(r.take(n)?).map(Rc::from).map_err(|_| damaged("a text is not UTF-8"))
    }
}

impl Persist for String {
    fn save(&self, w: &mut Writer) {
        Rc::<str>::from(self.as_str()).save(w);
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok(Rc::<str>::load(r)?.to_string())
    }
}

impl<T: Persist> Persist for Option<T> {
    fn save(&self, w: &mut Writer) {
        self.is_some().save(w);
        if let Some(item) = self {
            item.save(w);
        }
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok(if bool::load(r)? { Some(T::load(r)?) } else { None })
    }
}

impl<T: Persist> Persist for Vec<T> {
    fn save(&self, w: &mut Writer) {
        w.len(self.len());
        self.iter().for_each(|item| item.save(w));
    }
    fn load(r: &mut Reader) -> Result<Self> {
        let n = r.len(1)?;
        (0..n).map(|_| T::load(r)).collect()
    }
}

impl<T: Persist> Persist for VecDeque<T> {
    fn save(&self, w: &mut Writer) {
        w.len(self.len());
        self.iter().for_each(|item| item.save(w));
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok(Vec::<T>::load(r)?.into())
    }
}

impl<A: Persist, B: Persist> Persist for (A, B) {
    fn save(&self, w: &mut Writer) {
        self.0.save(w);
        self.1.save(w);
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok((A::load(r)?, B::load(r)?))
    }
}

impl Persist for Entries {
    fn save(&self, w: &mut Writer) {
        w.len(self.len());
        for (key, value) in self {
            key.save(w);
            value.save(w);
        }
    }
    fn load(r: &mut Reader) -> Result<Self> {
        let n = r.len(2)?;
        (0..n).map(|_| Ok((r.get()?, r.get()?))).collect()
    }
}

impl Persist for History {
    fn save(&self, w: &mut Writer) {
        self.current().save(w);
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok(History::from(Entries::load(r)?))
    }
}

/// The tags of collections, which are those that nest.
const COLLECTIONS: std::ops::RangeInclusive<u8> = 4..=8;

/// A collection that grows is saved as it is now.
impl<T: Persist> Persist for Growth<T> {
    fn save(&self, w: &mut Writer) {
        self.with(|so_far| so_far.save(w));
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok(Growth::from(T::load(r)?))
    }
}

impl Persist for Elements {
    fn save(&self, w: &mut Writer) {
        w.len(self.len());
        self.iter().for_each(|item| w.put(item));
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok(r.get::<Vec<Value>>()?.into_iter().collect())
    }
}

impl Persist for Counts {
    fn save(&self, w: &mut Writer) {
        w.len(self.len());
        for (item, n) in self {
            w.put(item);
            w.put(n);
        }
    }
    fn load(r: &mut Reader) -> Result<Self> {
        let n = r.len(2)?;
        (0..n).map(|_| Ok((r.get()?, r.get()?))).collect()
    }
}

impl<T: Persist + Collection> Persist for Rc<Nest<T>> {
    fn save(&self, w: &mut Writer) {
        T::save(self, w);
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok(Rc::new(T::load(r)?.into()))
    }
}

impl Persist for Value {
    fn save(&self, w: &mut Writer) {
        match self.opened() {
            Value::Null => w.put(&0u8),
            Value::Bool(b) => {
                w.put(&1u8);
                w.put(b);
            }
            Value::Num(n) => {
                w.put(&2u8);
                w.put(n);
            }
            Value::Str(s) => {
                w.put(&3u8);
                w.put(s);
            }
            // Too deep, it is not saved, and the trouble is noted.
            collection => inside((), || save_collection(collection, w)),
        }
    }
    fn load(r: &mut Reader) -> Result<Self> {
        let tag: u8 = r.get()?;
        if !COLLECTIONS.contains(&tag) {
            return Ok(match tag {
                0 => Value::Null,
                1 => Value::Bool(r.get()?),
                2 => Value::Num(r.get()?),
                3 => Value::Str(r.get()?),
                _ => return Err(damaged("an unknown kind of value")),
            });
        }
        // Damaged bytes must not exhaust the stack.
        if r.depth >= VALUE_DEPTH {
            return Err(damaged("values nest too deep"));
        }
        r.depth += 1;
        let value = load_collection(tag, r);
        r.depth -= 1;
        value
    }
}

fn save_collection(collection: &Value, w: &mut Writer) {
    match collection {
        Value::List(items) => {
            w.put(&4u8);
            w.put(items);
        }
        Value::Set(items) => {
            w.put(&5u8);
            w.put(items);
        }
        Value::Multiset(counts) => {
            w.put(&6u8);
            w.put(counts);
        }
        Value::Map(table) => {
            w.put(&7u8);
            w.put(table.entries());
        }
        Value::Object(entries) => {
            w.put(&8u8);
            w.put(entries);
        }
        _ => w.put(&0u8),
    }
}

fn load_collection(tag: u8, r: &mut Reader) -> Result<Value> {
    Ok(match tag {
        4 => Value::List(r.get()?),
        5 => Value::Set(r.get()?),
        6 => Value::Multiset(r.get()?),
        7 => Value::map(r.get()?),
        _ => Value::Object(r.get()?),
    })
}

/// A column is saved as the plain values it holds; it finds its type again as it is read.
impl Persist for Column {
    fn save(&self, w: &mut Writer) {
        w.len(self.len());
        for i in 0..self.len() {
            w.put(&self.get(i));
        }
    }
    fn load(r: &mut Reader) -> Result<Self> {
        let n = r.len(1)?;
        let mut column = Column::default();
        for _ in 0..n {
            column.push(r.get()?);
        }
        Ok(column)
    }
}
