//! Columns: many events of one pipe, typed once, so that a batch runs in tight loops.

use super::{History, HostObject, Shape, Value, Versions};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// Events of one pipe, in order. An empty column takes the type of what is put in first.
#[derive(Clone)]
pub enum Column {
    Num(Vec<f64>),
    Bool(Vec<bool>),
    Sym(SymColumn),
    Host(HostColumn),
    /// One map as it changes.
    Map(Versions),
    Any(Vec<Value>),
}

/// Strings as numbers into a shared list.
#[derive(Clone)]
pub struct SymColumn {
    pub codes: Vec<u32>,
    pub strings: Rc<Strings>,
}

/// Host objects as ids, with the columns of their projected fields.
#[derive(Clone)]
pub struct HostColumn {
    pub ids: Vec<f64>,
    pub shape: Rc<Shape>,
    pub fields: Vec<Column>,
}

/// Strings seen at the boundary, each with a code.
pub struct Strings {
    id: u32,
    texts: RefCell<Vec<Rc<str>>>,
    codes: RefCell<FxHashMap<Rc<str>, u32>>,
}

thread_local! {
    static LISTS: Cell<u32> = const { Cell::new(0) };
}

impl Default for Strings {
    fn default() -> Strings {
        LISTS.set(LISTS.get().wrapping_add(1));
        Strings { id: LISTS.get(), texts: RefCell::default(), codes: RefCell::default() }
    }
}

impl Strings {
    /// The number of this list, which no other has.
    pub fn id(&self) -> u32 {
        self.id
    }
    /// The code of a text, new or known.
    pub fn code(&self, text: &str) -> u32 {
        if let Some(code) = self.codes.borrow().get(text) {
            return *code;
        }
        let text: Rc<str> = Rc::from(text);
        let mut texts = self.texts.borrow_mut();
        let code = texts.len() as u32;
        texts.push(text.clone());
        self.codes.borrow_mut().insert(text, code);
        code
    }
    /// The text of a code that was handed out.
    pub fn text(&self, code: u32) -> Rc<str> {
        self.texts.borrow()[code as usize].clone()
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.texts.borrow().len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Default for Column {
    fn default() -> Self {
        Column::Num(Vec::new())
    }
}

impl HostColumn {
    /// The object at a position, as a value of its own.
    pub fn object(&self, i: usize) -> Value {
        let fields = self.fields.iter().map(|field| field.get(i)).collect();
        Value::Host(Rc::new(HostObject::new(self.ids[i], self.shape.clone(), fields)))
    }
}

impl Column {
    /// How many events.
    pub fn len(&self) -> usize {
        match self {
            Column::Num(v) => v.len(),
            Column::Bool(v) => v.len(),
            Column::Sym(v) => v.codes.len(),
            Column::Host(v) => v.ids.len(),
            Column::Map(v) => v.len(),
            Column::Any(v) => v.len(),
        }
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The event at a position.
    pub fn get(&self, i: usize) -> Value {
        match self {
            Column::Num(v) => Value::Num(v[i]),
            Column::Bool(v) => Value::Bool(v[i]),
            Column::Sym(v) => Value::Str(v.strings.text(v.codes[i])),
            Column::Host(v) => v.object(i),
            Column::Map(v) => v.get(i).table(),
            Column::Any(v) => v[i].clone(),
        }
    }
    /// The event at a position, which nobody will read again.
    pub fn take(&mut self, i: usize) -> Value {
        match self {
            Column::Any(v) => std::mem::take(&mut v[i]),
            other => other.get(i),
        }
    }
    /// Appends an event; a column of another type becomes one of any type.
    pub fn push(&mut self, value: Value) {
        match (&mut *self, value) {
            (Column::Num(v), Value::Num(n)) => v.push(n),
            (Column::Bool(v), Value::Bool(b)) => v.push(b),
            (Column::Any(v), value) => v.push(value),
            (_, value) => {
                if self.is_empty() {
                    *self = match value {
                        Value::Num(n) => Column::Num(vec![n]),
                        Value::Bool(b) => Column::Bool(vec![b]),
                        value => Column::Any(vec![value]),
                    };
                } else {
                    self.as_any().push(value);
                }
            }
        }
    }
    /// Appends a number.
    #[inline]
    pub fn push_num(&mut self, n: f64) {
        if let Column::Num(v) = self {
            v.push(n);
        } else {
            self.push(Value::Num(n));
        }
    }
    /// Appends a map as it is now.
    #[inline]
    pub fn push_map(&mut self, map: &History) {
        if self.is_empty() && !matches!(self, Column::Map(_)) {
            *self = Column::Map(Versions::default());
        }
        match self {
            Column::Map(v) => v.push(map),
            other => other.push(map.version().table()),
        }
    }
    /// The same events as plain values.
    pub fn as_any(&mut self) -> &mut Vec<Value> {
        if !matches!(self, Column::Any(_)) {
            *self = Column::Any((0..self.len()).map(|i| self.get(i)).collect());
        }
        match self {
            Column::Any(v) => v,
            _ => unreachable!("just made a column of any type"),
        }
    }
    /// Appends a part of another column.
    pub fn extend(&mut self, other: &Column, range: Range<usize>) {
        if self.is_empty() {
            let kept = std::mem::take(self);
            *self = kept.emptied_like(other);
        }
        match (&mut *self, other) {
            (Column::Num(a), Column::Num(b)) => a.extend_from_slice(&b[range]),
            (Column::Bool(a), Column::Bool(b)) => a.extend_from_slice(&b[range]),
            (Column::Any(a), Column::Any(b)) => a.extend_from_slice(&b[range]),
            (Column::Map(a), Column::Map(b)) => a.extend(b, range),
            (Column::Sym(a), Column::Sym(b)) if Rc::ptr_eq(&a.strings, &b.strings) => {
                a.codes.extend_from_slice(&b.codes[range]);
            }
            (Column::Host(a), Column::Host(b)) if Rc::ptr_eq(&a.shape, &b.shape) => {
                a.ids.extend_from_slice(&b.ids[range.clone()]);
                for (field, more) in a.fields.iter_mut().zip(&b.fields) {
                    field.extend(more, range.clone());
                }
            }
            (_, other) => {
                let a = self.as_any();
                a.extend(range.map(|i| other.get(i)));
            }
        }
    }
    /// A part of it, as far as it goes.
    pub fn part(&self, range: Range<usize>) -> Column {
        let mut part = Column::default();
        let to = range.end.min(self.len());
        if range.start < to {
            part.extend(self, range.start..to);
        }
        part
    }
    /// Appends the events at some positions of another column.
    pub fn gather(&mut self, other: &Column, positions: &[u32]) {
        if self.is_empty() {
            let kept = std::mem::take(self);
            *self = kept.emptied_like(other);
        }
        match (&mut *self, other) {
            (Column::Num(a), Column::Num(b)) => a.extend(positions.iter().map(|&i| b[i as usize])),
            (Column::Bool(a), Column::Bool(b)) => a.extend(positions.iter().map(|&i| b[i as usize])),
            (Column::Any(a), Column::Any(b)) => {
                a.extend(positions.iter().map(|&i| b[i as usize].clone()));
            }
            (Column::Map(a), Column::Map(b)) => a.extend(b, positions.iter().map(|&i| i as usize)),
            (Column::Sym(a), Column::Sym(b)) if Rc::ptr_eq(&a.strings, &b.strings) => {
                a.codes.extend(positions.iter().map(|&i| b.codes[i as usize]));
            }
            (Column::Host(a), Column::Host(b)) if Rc::ptr_eq(&a.shape, &b.shape) => {
                a.ids.extend(positions.iter().map(|&i| b.ids[i as usize]));
                for (field, more) in a.fields.iter_mut().zip(&b.fields) {
                    field.gather(more, positions);
                }
            }
            (_, other) => {
                let a = self.as_any();
                a.extend(positions.iter().map(|&i| other.get(i as usize)));
            }
        }
    }
    /// Forgets the first events.
    pub fn drop_front(&mut self, n: usize) {
        match self {
            Column::Num(v) => drop(v.drain(..n)),
            Column::Bool(v) => drop(v.drain(..n)),
            Column::Any(v) => drop(v.drain(..n)),
            Column::Map(v) => v.keep(n..v.len()),
            Column::Sym(v) => drop(v.codes.drain(..n)),
            Column::Host(v) => {
                v.ids.drain(..n);
                v.fields.iter_mut().for_each(|field| field.drop_front(n));
            }
        }
    }
    /// Keeps the first events only.
    pub fn truncate(&mut self, n: usize) {
        match self {
            Column::Num(v) => v.truncate(n),
            Column::Bool(v) => v.truncate(n),
            Column::Any(v) => v.truncate(n),
            Column::Map(v) => v.keep(0..n),
            Column::Sym(v) => v.codes.truncate(n),
            Column::Host(v) => {
                v.ids.truncate(n);
                v.fields.iter_mut().for_each(|field| field.truncate(n));
            }
        }
    }
    /// Forgets all events; keeps the room.
    pub fn clear(&mut self) {
        self.truncate(0);
    }
    /// The numbers, if it is a column of numbers.
    pub fn nums(&self) -> Option<&[f64]> {
        match self {
            Column::Num(v) => Some(v),
            _ => None,
        }
    }
    /// The booleans, if it is a column of booleans.
    pub fn bools(&self) -> Option<&[bool]> {
        match self {
            Column::Bool(v) => Some(v),
            _ => None,
        }
    }

    /// An empty column of the other's type, in this one's room where the types agree.
    fn emptied_like(mut self, other: &Column) -> Column {
        self.clear();
        match (self, other) {
            (Column::Num(v), Column::Num(_)) => Column::Num(v),
            (Column::Bool(v), Column::Bool(_)) => Column::Bool(v),
            (Column::Any(v), Column::Any(_)) => Column::Any(v),
            (Column::Map(v), Column::Map(_)) => Column::Map(v),
            (_, Column::Num(_)) => Column::Num(Vec::new()),
            (_, Column::Bool(_)) => Column::Bool(Vec::new()),
            (_, Column::Any(_)) => Column::Any(Vec::new()),
            (_, Column::Map(_)) => Column::Map(Versions::default()),
            (_, Column::Sym(b)) => Column::Sym(SymColumn { codes: Vec::new(), strings: b.strings.clone() }),
            (_, Column::Host(b)) => Column::Host(HostColumn {
                ids: Vec::new(),
                shape: b.shape.clone(),
                fields: b.fields.iter().map(|_| Column::default()).collect(),
            }),
        }
    }
}

impl From<Vec<f64>> for Column {
    fn from(values: Vec<f64>) -> Column {
        Column::Num(values)
    }
}

impl FromIterator<Value> for Column {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Column {
        let mut column = Column::default();
        values.into_iter().for_each(|value| column.push(value));
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_takes_the_type_of_its_events() {
        let mut column = Column::default();
        column.push(Value::Bool(true));
        assert!(column.bools().is_some());
        column.push(Value::str("a"));
        assert_eq!(column.len(), 2);
        assert_eq!(column.get(0), Value::Bool(true));
        assert_eq!(column.get(1), Value::str("a"));
    }

    #[test]
    fn extending_across_types_keeps_every_event() {
        let mut column: Column = vec![1.0, 2.0].into();
        let more: Column = [Value::str("x"), Value::Null].into_iter().collect();
        column.extend(&more, 0..2);
        column.gather(&vec![7.0, 8.0].into(), &[1]);
        let got: Vec<Value> = (0..column.len()).map(|i| column.get(i)).collect();
        assert_eq!(got, [1.0.into(), 2.0.into(), "x".into(), Value::Null, 8.0.into()]);
    }
}
