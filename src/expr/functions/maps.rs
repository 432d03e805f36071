//! Maps, and objects as maps with strings for keys.

use super::{Args, FunctionDef, MANY, like, multisets};
use crate::error::Result;
use crate::value::{Entries, Value};

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Maps", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("mapOf", (0, MANY), "the map of a key, its value, a key, its value, ...", |a| {
        let values = a.values_from(0)?;
        if values.len() % 2 == 1 {
            return Err(a.error("wants pairs of a key and its value"));
        }
        Ok(Value::map(values.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()))
    }),
    def("keys", (1, 1), "the set of a map's keys", |a| Ok(Value::set(a.entries(0)?.1.into_keys()))),
    def("values", (1, 1), "the list of a map's values", |a| Ok(Value::list(a.entries(0)?.1.into_values().collect()))),
    def("multiValues", (1, 1), "the multiset of a map's values", |a| {
        Ok(multisets::counted(a.entries(0)?.1.into_values().collect()))
    }),
    def("get", (2, 3), "the value of a key; if there is none the third argument, or null", |a| {
        let (map, key) = (a.value(0)?, a.value(1)?);
        let found = match map.opened() {
            Value::Map(table) => table.get(&key),
            Value::Object(entries) => entries.get(&key).cloned(),
            _ => return Err(a.wrong("a map or an object", &map)),
        };
        match found {
            Some(value) => Ok(value),
            None if a.len() > 2 => a.value(2),
            None => Ok(Value::Null),
        }
    }),
    def("mapValues", (2, 2), "the map with a function's values on its values", |a| {
        let (map, entries) = a.entries(0)?;
        let mapped: Result<Entries> = entries.into_iter().map(|(k, v)| Ok((k, a.apply(1, &[v])?))).collect();
        Ok(like(&map, mapped?))
    }),
    def("filterMap", (2, 2), "the entries that fulfil a condition (k, v) => ...", |a| {
        let (map, entries) = a.entries(0)?;
        let mut kept = Entries::default();
        for (key, value) in entries {
            if a.test(1, &[key.clone(), value.clone()])? {
                kept.insert(key, value);
            }
        }
        Ok(like(&map, kept))
    }),
    def("mergeMaps", (1, MANY), "the entries of all its arguments; the later wins", |a| {
        let (map, mut entries) = a.entries(0)?;
        for i in 1..a.len() {
            entries.extend(a.entries(i)?.1);
        }
        Ok(like(&map, entries))
    }),
];

#[cfg(test)]
mod tests {
    use super::super::{on, same};
    use super::*;

    #[test]
    fn examples() {
        same(&[
            ("keys({a: 1, b: 2})", "toSet('b', 'a')"),
            ("values(mapOf(1, 'x', 2, 'y'))", "['x', 'y']"),
            ("multiValues({a: 1, b: 1})", "multiset(1, 1)"),
            (
                "[get({a: 1}, 'a'), get({a: 1}, 'b'), get(mapOf(1, 2), 3, 'none'), get({a: null}, 'a', 5)]",
                "[1, null, 'none', null]",
            ),
            ("mapValues(mapOf('a', 1, 'b', 2), isEven)", "mapOf('a', false, 'b', true)"),
            ("filterMap({a: 1, b: 2, c: 3}, (k, v) => v > 1 && k != 'c')", "{b: 2}"),
            ("mergeMaps({a: 1, b: 1}, {b: 2})", "{a: 1, b: 2}"),
        ]);
        assert!(on("keys([1])", Value::Null).is_err());
        assert!(on("mapOf(1)", Value::Null).is_err());
    }
}
