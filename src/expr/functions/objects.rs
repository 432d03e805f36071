//! Objects, `null`, kinds of values, and the key that means every slice.

use super::{Args, FunctionDef, MANY};
use crate::error::Result;
use crate::value::{Entries, Value};

/// The key of an event that goes to every slice.
pub const EVERY_SLICE: &str = "\u{1}everySlice";

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Objects", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("isNull", (1, 1), "whether the value is null", |a| Ok(Value::Bool(matches!(a.value(0)?, Value::Null)))),
    def("coalesce", (1, MANY), "the first argument that is not null", |a| {
        for i in 0..a.len() {
            let value = a.value(i)?;
            if !matches!(value, Value::Null) {
                return Ok(value);
            }
        }
        Ok(Value::Null)
    }),
    def("typeOf", (1, 1), "null, boolean, number, string, list, set, multiset, map or object", |a| {
        let value = a.value(0)?;
        let kind = value.kind();
        Ok(Value::str(kind.rsplit(' ').next().unwrap_or(kind)))
    }),
    def("merge", (1, MANY), "the object with the members of all its arguments; the later wins", |a| {
        let mut entries = a.entries(0)?.1;
        for i in 1..a.len() {
            entries.extend(a.entries(i)?.1);
        }
        Ok(Value::object(entries))
    }),
    def("pick", (1, MANY), "the object with the members of those names only", |a| {
        let value = a.value(0)?;
        let mut picked = Entries::default();
        for i in 1..a.len() {
            let name = a.text(i)?;
            picked.insert(Value::Str(name.clone()), value.member(&name));
        }
        Ok(Value::object(picked))
    }),
    def("everySlice", (0, 0), "the slice key that means every slice", |_| Ok(Value::str(EVERY_SLICE))),
];

#[cfg(test)]
mod tests {
    use super::super::{on, same};
    use super::*;

    #[test]
    fn examples() {
        same(&[
            ("[isNull(null), isNull(0)]", "[true, false]"),
            ("[coalesce(null, 0, sqrt('not looked at')), coalesce(null)]", "[0, null]"),
            (
                "map([null, true, 1, 'a', [], toSet(), mapOf(), {}], typeOf)",
                "['null', 'boolean', 'number', 'string', 'list', 'set', 'map', 'object']",
            ),
            ("merge({a: 1, b: 1}, {b: 2, c: 3})", "{a: 1, b: 2, c: 3}"),
            ("pick({a: 1, b: 2}, 'b', 'c')", "{b: 2, c: null}"),
        ]);
        assert_eq!(on("everySlice()", Value::Null), Ok(Value::str(EVERY_SLICE)));
    }
}
