//! Bags: what works on collections of any kind.

use super::{Args, FunctionDef, MANY, like};
use crate::error::Result;
use crate::value::{Counts, Elements, Entries, Value};

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Bags", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("size", (1, 1), "how many elements, or how long a text; of a number its whole part; else 0", |a| {
        Ok(Value::Num(size(&a.value(0)?)))
    })
    .count(size),
    def("nth", (2, 2), "the element of a list at a position, from 0", |a| {
        let (list, k) = (a.value(0)?, a.index(1)?);
        let Value::List(items) = list.opened() else { return Err(a.wrong("a list", &list)) };
        items.get(k).cloned().ok_or_else(|| a.error(format!("wants element {k} of a list of {}", items.len())))
    }),
    def("bagContains", (2, 2), "whether a collection has an element", |a| {
        let (bag, element) = (a.value(0)?, a.value(1)?);
        holds(a, &bag, &element)
    }),
    def("isElement", (2, 2), "whether a value is an element of a collection", |a| {
        let (element, bag) = (a.value(0)?, a.value(1)?);
        holds(a, &bag, &element)
    }),
    def("product", (2, MANY), "the set of all lists with one element of each collection", product),
    def("anyElement", (1, 1), "the first element, or null", |a| {
        Ok(a.elements(0)?.into_iter().next().unwrap_or_default())
    }),
    def("bagMax", (1, 1), "the greatest number of a collection, or 0", |a| extreme(a, super::greatest)),
    def("bagMin", (1, 1), "the least number of a collection, or 0", |a| extreme(a, super::least)),
    def("bagSum", (1, 1), "the sum of a collection of numbers", |a| {
        Ok(Value::Num(a.numbers(0)?.iter().sum::<f64>() + 0.0))
    }),
    def("filter", (2, 2), "the elements that fulfil a condition; of a map the entries whose values do", filter),
    def("map", (2, 2), "a function's values on all elements: a list of a list, else a set", |a| {
        let bag = a.value(0)?;
        let elements = match bag.opened() {
            Value::Map(_) => return Err(a.error("works on elements; mapValues works on maps")),
            other => other.elements().ok_or_else(|| a.wrong("a collection", &bag))?,
        };
        let mapped: Result<Vec<Value>> = elements.into_iter().map(|v| a.apply(1, &[v])).collect();
        Ok(if matches!(bag.opened(), Value::List(_)) { Value::list(mapped?) } else { Value::set(mapped?) })
    }),
    def("toArray", (0, MANY), "the list of its arguments", |a| Ok(Value::list(a.values_from(0)?))),
    def("toList", (0, MANY), "the list of its arguments", |a| Ok(Value::list(a.values_from(0)?))),
    def("toSet", (0, MANY), "the set of its arguments", |a| Ok(Value::set(a.values_from(0)?))),
    def("elements", (1, 1), "the list of a collection's elements", |a| Ok(Value::list(a.elements(0)?))),
    def("distinct", (1, 1), "the set of a collection's elements", |a| Ok(Value::set(a.elements(0)?))),
    def("explode", (2, 2), "the element of a list at a position, from 0; null if it is shorter", |a| {
        let (list, k) = (a.value(0)?, a.index(1)?);
        match list.opened() {
            Value::List(items) => Ok(items.get(k).cloned().unwrap_or_default()),
            _ => Err(a.wrong("a list", &list)),
        }
    }),
    def("all", (2, 2), "whether all elements fulfil a condition", |a| quantified(a, false)),
    def("any", (2, 2), "whether an element fulfils a condition", |a| quantified(a, true)),
];

fn size(value: &Value) -> f64 {
    match value.opened() {
        Value::Num(n) => n.trunc(),
        Value::Str(text) => text.encode_utf16().count() as f64,
        Value::List(items) => items.len() as f64,
        Value::Set(items) => items.len() as f64,
        Value::Multiset(counts) => counts.values().sum::<u64>() as f64,
        Value::Map(table) => table.len() as f64,
        Value::Object(entries) => entries.len() as f64,
        Value::Null | Value::Bool(_) | Value::Host(_) => 0.0,
    }
}

fn holds(a: &Args, bag: &Value, element: &Value) -> Result<Value> {
    Ok(Value::Bool(match bag.opened() {
        Value::Null => false,
        Value::Set(items) => items.contains(element),
        Value::Multiset(counts) => counts.contains_key(element),
        other => other.elements().ok_or_else(|| a.wrong("a collection", bag))?.contains(element),
    }))
}

/// The combinations of one element of each argument, as lists.
pub fn product(a: &mut Args) -> Result<Value> {
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for i in 0..a.len() {
        let elements = a.elements(i)?;
        a.room().elements(rows.len().saturating_mul(elements.len()))?;
        rows = rows
            .iter()
            .flat_map(|row| elements.iter().map(move |v| row.iter().chain([v]).cloned().collect()))
            .collect();
    }
    Ok(Value::set(rows.into_iter().map(Value::list)))
}

fn extreme(a: &mut Args, f: fn(f64, f64) -> f64) -> Result<Value> {
    let numbers = a.elements(0)?;
    Ok(Value::Num(numbers.iter().filter_map(Value::as_num).reduce(f).unwrap_or(0.0)))
}

fn filter(a: &mut Args) -> Result<Value> {
    let bag = a.value(0)?;
    Ok(match bag.opened() {
        Value::List(items) => {
            let mut kept = Vec::new();
            for item in items.iter() {
                if a.test(1, std::slice::from_ref(item))? {
                    kept.push(item.clone());
                }
            }
            Value::list(kept)
        }
        Value::Set(items) => {
            let mut kept = Elements::default();
            for item in items.iter() {
                if a.test(1, std::slice::from_ref(item))? {
                    kept.insert(item.clone());
                }
            }
            Value::set(kept)
        }
        Value::Multiset(counts) => {
            let mut kept = Counts::default();
            for (item, n) in counts.iter() {
                if a.test(1, std::slice::from_ref(item))? {
                    kept.insert(item.clone(), *n);
                }
            }
            Value::multiset(kept)
        }
        other => {
            let Some(entries) = other.as_entries() else { return Err(a.wrong("a collection", &bag)) };
            let mut kept = Entries::default();
            for (key, value) in entries {
                if a.test(1, std::slice::from_ref(value))? {
                    kept.insert(key.clone(), value.clone());
                }
            }
            like(&bag, kept)
        }
    })
}

/// `any` if the truth value that decides is true, else `all`; an unknown condition may leave it unknown.
fn quantified(a: &mut Args, deciding: bool) -> Result<Value> {
    let mut unknown = false;
    for element in a.elements(0)? {
        let value = a.apply(1, &[element])?;
        match a.truth_of(&value)? {
            Some(b) if b == deciding => return Ok(Value::Bool(b)),
            Some(_) => {}
            None => unknown = true,
        }
    }
    Ok(if unknown { Value::Null } else { Value::Bool(!deciding) })
}

#[cfg(test)]
mod tests {
    use super::super::{on, same};
    use super::*;

    #[test]
    fn examples() {
        same(&[
            (
                "[size([1, 2]), size('abc'), size(2.9), size(null), size({a: 1}), size(multiset(1, 1))]",
                "[2, 3, 2, 0, 1, 2]",
            ),
            ("nth(['a', 'b'], 1)", "'b'"),
            (
                "[bagContains([1], 1), bagContains(toSet(1), 2), bagContains(null, 1), isElement(1, [1])]",
                "[true, false, false, true]",
            ),
            ("product([1, 2], ['a'])", "toSet([2, 'a'], [1, 'a'])"),
            ("[anyElement([7, 8]), anyElement([])]", "[7, null]"),
            ("[bagMax([-3, 'a', -1]), bagMin([2, 1]), bagMax([]), bagSum([1, 2]), bagSum([])]", "[-1, 1, 0, 3, 0]"),
            ("map([1, 2], v => v * 2)", "[2, 4]"),
            ("map(toSet(1, -1), abs)", "toSet(1)"),
            ("toArray(1, 'a')", "[1, 'a']"),
            ("elements(toSet(1))", "[1]"),
            ("distinct([1, 1])", "toSet(1)"),
            ("[explode([1], 0), explode([1], 1)]", "[1, null]"),
            (
                "[all([1, 2], v => v > 0), all([], v => false), any([1, 2], v => v > 1), any([], v => true)]",
                "[true, true, true, false]",
            ),
            ("[all([1, 0], v => v > 0 ? null : true), any([1, 0], v => v > 0 ? null : true)]", "[null, true]"),
        ]);
        assert!(on("nth([1], 1)", Value::Null).is_err());
        assert!(on("bagSum(['a'])", Value::Null).is_err());
    }

    #[test]
    fn filtering_keeps_the_kind() {
        same(&[
            ("filter([1, 2, 3, 4], isEven)", "[2, 4]"),
            ("filter(toSet(1, 2), isEven)", "toSet(2)"),
            ("filter(multiset(1, 2, 2), isEven)", "multiset(2, 2)"),
            ("filter({a: 1, b: 2}, isEven)", "{b: 2}"),
            ("filter(mapOf(5, 1, 6, 2), isEven)", "mapOf(6, 2)"),
        ]);
        assert!(on("filter([1], v => 1)", Value::Null).is_err());
    }
}
