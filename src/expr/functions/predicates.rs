//! Interpretations of predicates, for first-order properties: which facts hold.
//!
//! An interpretation is a map from a predicate's name to the set of the argument lists for which it holds.

use super::{Args, FunctionDef, MANY};
use crate::error::Result;
use crate::value::{Elements, Entries, StrKey, Value};

/// The argument that agrees with all others.
const ANYTHING: &str = "_";

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Predicates", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("holds", (2, MANY), "whether an interpretation has a predicate of that name and arguments ('_': any)", |a| {
        let rows = rows(a)?;
        let wanted = a.values_from(2)?;
        let found = rows.iter().any(|row| match row.opened() {
            Value::List(row) => row.len() == wanted.len() && row.iter().zip(&wanted).all(|(a, b)| agree(a, b)),
            _ => false,
        });
        Ok(Value::Bool(found))
    }),
    def("domain", (3, 3), "the set of the k-th arguments, from 0, of a predicate in an interpretation", |a| {
        let rows = rows(a)?;
        let k = a.index(2)?;
        let column = rows.iter().filter_map(|row| match row.opened() {
            Value::List(row) => row.get(k).cloned(),
            _ => None,
        });
        Ok(Value::set(column))
    }),
];

fn agree(a: &Value, b: &Value) -> bool {
    a == b || a.as_str() == Some(ANYTHING) || b.as_str() == Some(ANYTHING)
}

/// The argument lists for which the predicate holds; none if it is unknown.
fn rows(a: &mut Args) -> Result<Vec<Value>> {
    let (_, predicates) = a.entries(0)?;
    let name = a.text(1)?;
    match predicates.get(&StrKey(&name)) {
        None => Ok(Vec::new()),
        Some(rows) => rows.elements().ok_or_else(|| a.wrong("an interpretation", rows)),
    }
}

/// The interpretation in which one more fact holds.
pub fn assume(interpretation: &Value, name: &str, args: Vec<Value>) -> Value {
    let mut predicates: Entries = interpretation.as_entries().cloned().unwrap_or_default();
    let key = Value::str(name);
    let rows = predicates.get(&key).and_then(Value::elements).unwrap_or_default();
    let mut rows: Elements = rows.into_iter().collect();
    rows.insert(Value::list(args));
    predicates.insert(key, Value::set(rows));
    Value::map(predicates)
}

#[cfg(test)]
mod tests {
    use super::super::on;
    use super::*;

    #[test]
    fn facts_and_domains() {
        let mut facts = Value::Null;
        for (name, args) in [("likes", ["ann", "tea"]), ("likes", ["bob", "_"]), ("sells", ["joe", "tea"])] {
            facts = assume(&facts, name, args.map(Value::str).to_vec());
        }
        for (text, expected) in [
            ("holds(x, 'likes', 'ann', 'tea')", "true"),
            ("holds(x, 'likes', 'ann', 'milk')", "false"),
            ("holds(x, 'likes', 'bob', 'milk')", "true"),
            ("holds(x, 'likes', '_', 'tea')", "true"),
            ("holds(x, 'likes', 'ann')", "false"),
            ("holds(x, 'unknown')", "false"),
            ("domain(x, 'likes', 0)", "toSet('bob', 'ann')"),
            ("domain(x, 'likes', 5)", "toSet()"),
            ("all(domain(x, 'sells', 1), v => holds(x, 'likes', 'ann', v))", "true"),
        ] {
            assert_eq!(on(text, facts.clone()), on(expected, Value::Null), "{text}");
        }
    }
}
