//! Multisets: elements with how often each occurs.

use super::{Args, FunctionDef, MANY};
use crate::error::Result;
use crate::value::{Counts, Entries, Nest, Value};
use std::rc::Rc;

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Multisets", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("multiset", (0, MANY), "the multiset of its arguments", |a| Ok(counted(a.values_from(0)?))),
    def("insert", (2, 2), "the multiset, set or list with one element more", |a| {
        let (bag, element) = (a.value(0)?, a.value(1)?);
        let room = a.room();
        match bag.opened() {
            Value::Multiset(counts) => {
                room.elements(counts.len() + 1)?;
                let mut counts = Counts::clone(counts);
                *counts.entry(element).or_insert(0) += 1;
                Ok(Value::multiset(counts))
            }
            Value::Set(items) => {
                room.elements(items.len() + 1)?;
                Ok(Value::set(items.iter().cloned().chain([element])))
            }
            Value::List(items) => {
                room.elements(items.len() + 1)?;
                Ok(Value::list(items.iter().cloned().chain([element]).collect()))
            }
            _ => Err(a.wrong("a multiset, set or list", &bag)),
        }
    }),
    def("cardinality", (1, 2), "how often an element occurs in a collection; without one, a map for all", |a| {
        let bag = a.value(0)?;
        let counts = counts_of(a, &bag)?;
        if a.len() == 2 {
            let element = a.value(1)?;
            return Ok(Value::Num(counts.get(&element).map_or(0.0, |n| *n as f64)));
        }
        let entries: Entries = counts.iter().map(|(v, n)| (v.clone(), Value::Num(*n as f64))).collect();
        Ok(Value::map(entries))
    }),
];

/// The multiset of some values.
pub fn counted(values: Vec<Value>) -> Value {
    let mut counts = Counts::default();
    for value in values {
        *counts.entry(value).or_insert(0) += 1;
    }
    Value::multiset(counts)
}

fn counts_of(a: &Args, bag: &Value) -> Result<Rc<Nest<Counts>>> {
    match bag.opened() {
        Value::Multiset(counts) => Ok(counts.clone()),
        other => match other.elements().map(counted) {
            Some(Value::Multiset(counts)) => Ok(counts),
            _ => Err(a.wrong("a collection", bag)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::same;

    #[test]
    fn examples() {
        same(&[
            ("insert(multiset(1), 1)", "multiset(1, 1)"),
            ("insert(toSet(1), 1)", "toSet(1)"),
            ("insert([1], 1)", "[1, 1]"),
            ("cardinality(multiset('a', 'b', 'a'))", "mapOf('a', 2, 'b', 1)"),
            ("[cardinality([1, 1, 2], 1), cardinality(multiset(), 1)]", "[2, 0]"),
        ]);
    }
}
