//! Trooleans: three-valued verdicts true, false and `null` for "not known yet".

use super::booleans::{chain, implication, negation};
use super::{Args, FunctionDef, MANY};
use crate::error::Result;
use crate::value::Value;

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Trooleans", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("trooleanCast", (1, 1), "the verdict that a value stands for; null if none", |a| Ok(cast(&a.value(0)?))),
    def("hardCast", (1, 1), "null for true, else false: what may still go wrong", |a| {
        Ok(if a.truth(0)? == Some(true) { Value::Null } else { Value::Bool(false) })
    }),
    def("softCast", (1, 1), "null for false, else true: what may still come right", |a| {
        Ok(if a.truth(0)? == Some(false) { Value::Null } else { Value::Bool(true) })
    }),
    def("tAnd", (2, MANY), "whether all are true, as far as known", |a| chain(a, false)),
    def("tOr", (2, MANY), "whether one is true, as far as known", |a| chain(a, true)),
    def("tNot", (1, 1), "the opposite, if known", negation),
    def("tImplies", (2, 2), "whether the second is true if the first is, as far as known", implication),
    def("arrayAnd", (1, 1), "whether all verdicts of a collection are true; other elements do not count", |a| {
        let elements = a.elements(0)?;
        Ok(if elements.contains(&Value::Bool(false)) {
            Value::Bool(false)
        } else if elements.contains(&Value::Null) {
            Value::Null
        } else {
            Value::Bool(true)
        })
    }),
];

fn cast(value: &Value) -> Value {
    match value {
        Value::Bool(b) => Value::Bool(*b),
        Value::Num(n) => Value::Bool(*n != 0.0),
        Value::Str(text) => match text.to_lowercase().as_str() {
            "1" | "true" | "t" => Value::Bool(true),
            "0" | "false" | "f" => Value::Bool(false),
            _ => Value::Null,
        },
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::super::same;

    #[test]
    fn examples() {
        same(&[
            (
                "map([null, true, 'T', '0', 'maybe', 0, 0.1, []], trooleanCast)",
                "[null, true, true, false, null, false, true, null]",
            ),
            ("map([true, null, false], hardCast)", "[null, false, false]"),
            ("map([true, null, false], softCast)", "[true, true, null]"),
            ("[tAnd(true, null), tOr(null, true), tNot(null), tImplies(null, false)]", "[null, true, null, null]"),
            ("[tAnd(true, null, true), tOr(false, null, false)]", "[null, null]"),
            (
                "[arrayAnd([]), arrayAnd([true, 5]), arrayAnd([null, true]), arrayAnd([null, false])]",
                "[true, true, null, false]",
            ),
        ]);
    }
}
