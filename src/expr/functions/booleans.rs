//! Booleans: Kleene's three-valued logic, where `null` is the unknown, and casts.

use super::{Args, FunctionDef, MANY};
use crate::error::Result;
use crate::value::{Value, same_elements};

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Booleans", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("and", (2, MANY), "whether all are true", |a| chain(a, false)),
    def("or", (2, MANY), "whether one is true", |a| chain(a, true)),
    def("not", (1, 1), "the opposite", negation),
    def("implies", (2, 2), "whether the second is true if the first is", implication),
    def("if", (3, 3), "the second if the first is true, else the third", |a| match a.value(0)? {
        Value::Bool(true) => a.value(1),
        Value::Bool(false) => a.value(2),
        other => Err(a.wrong("a boolean", &other)),
    }),
    def("booleanCast", (1, 1), "true for true, 'true', 't', '1' and numbers but 0", |a| {
        Ok(Value::Bool(boolean_cast(&a.value(0)?)))
    }),
    def("bagAnd", (1, 1), "whether all elements are true, cast to booleans", |a| {
        Ok(Value::Bool(a.elements(0)?.iter().all(boolean_cast)))
    }),
    def("bagOr", (1, 1), "whether one element is true, cast to booleans", |a| {
        Ok(Value::Bool(a.elements(0)?.iter().any(boolean_cast)))
    }),
    def("equals", (2, 2), "whether both are the same; lists and sets whatever the order of their elements", |a| {
        Ok(Value::Bool(same_elements(&a.value(0)?, &a.value(1)?)))
    }),
];

/// `or` if the truth value that decides is true, else `and`. What comes after it is not looked at.
pub fn chain(a: &mut Args, deciding: bool) -> Result<Value> {
    let mut unknown = false;
    for i in 0..a.len() {
        match a.truth(i)? {
            Some(b) if b == deciding => return Ok(Value::Bool(b)),
            Some(_) => {}
            None => unknown = true,
        }
    }
    Ok(if unknown { Value::Null } else { Value::Bool(!deciding) })
}

pub fn negation(a: &mut Args) -> Result<Value> {
    Ok(a.truth(0)?.map_or(Value::Null, |b| Value::Bool(!b)))
}

pub fn implication(a: &mut Args) -> Result<Value> {
    let left = a.truth(0)?;
    if left == Some(false) {
        return Ok(Value::Bool(true));
    }
    Ok(match (left, a.truth(1)?) {
        (_, Some(true)) => Value::Bool(true),
        (Some(true), Some(false)) => Value::Bool(false),
        _ => Value::Null,
    })
}

/// Numbers nearer to 0 than this count as 0, as in BeepBeep.
const NEAR_ZERO: f64 = 0.00001;

fn boolean_cast(value: &Value) -> bool {
    match value {
        Value::Bool(b) => *b,
        Value::Num(n) => n.abs() >= NEAR_ZERO,
        Value::Str(text) => matches!(text.to_lowercase().as_str(), "true" | "t" | "1"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{on, same};
    use super::*;

    #[test]
    fn kleene() {
        same(&[
            ("and(true, null, false)", "false"),
            ("and(true, null, true)", "null"),
            ("or(false, null, true)", "true"),
            ("or(false, null, false)", "null"),
            ("not(null)", "null"),
            ("implies(null, true)", "true"),
            ("implies(true, null)", "null"),
            ("implies(false, 'not looked at')", "true"),
            ("and(true, false, 'not looked at')", "false"),
        ]);
        assert!(on("and(true, 1, true)", Value::Null).is_err());
    }

    #[test]
    fn casts_and_choices() {
        same(&[
            (
                "map([true, 'T', '1', 'yes', 0, 0.5, null], booleanCast)",
                "[true, true, true, false, false, true, false]",
            ),
            ("[bagAnd([]), bagAnd([1, 'true']), bagOr([]), bagOr([0, 1])]", "[true, true, false, true]"),
            ("if(1 < 2, 'yes', sqrt('no'))", "'yes'"),
            ("equals([1, 2, 2], [2, 1, 2])", "true"),
            ("equals([1, 1, 2], [1, 2, 2])", "false"),
            ("equals([2, 1], toSet(1, 2)) && equals(toSet(1, 2), [2, 1])", "true"),
            ("equals({a: 1, b: 2}, {b: 2, a: 1})", "true"),
        ]);
    }
}
