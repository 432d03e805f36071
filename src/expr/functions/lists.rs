//! Lists: what depends on the order of elements.

use super::{Args, FunctionDef, MANY, bags};
use crate::error::Result;
use crate::value::Value;
use std::cmp::Ordering;

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Lists", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("sort", (1, 1), "the elements in order: all numbers, or all strings", |a| {
        let keyed = a.elements(0)?.into_iter().map(|v| (v.clone(), v)).collect();
        sorted(a, keyed)
    }),
    def("sortOn", (2, 2), "the elements in the order of a function's values on them", |a| {
        let elements = a.elements(0)?;
        let keyed: Result<Vec<_>> =
            elements.into_iter().map(|v| Ok((a.apply(1, std::slice::from_ref(&v))?, v))).collect();
        sorted(a, keyed?)
    }),
    def("listProduct", (2, MANY), "the set of all lists with one element of each list", bags::product),
    def("sum", (1, MANY), "the sum of a list of numbers, or of its arguments", |a| {
        if a.len() == 1 {
            return match a.value(0)? {
                Value::Num(n) => Ok(Value::Num(n)),
                _ => Ok(Value::Num(a.numbers(0)?.iter().sum::<f64>() + 0.0)),
            };
        }
        let mut sum = a.num(0)?;
        for i in 1..a.len() {
            sum += a.num(i)?;
        }
        Ok(Value::Num(sum))
    })
    .num2(|a, b| a + b),
];

/// Elements by their keys; equal keys keep their order. `NaN` comes last.
fn sorted(a: &Args, mut keyed: Vec<(Value, Value)>) -> Result<Value> {
    let numbers = matches!(keyed.first(), Some((Value::Num(_), _)));
    for (key, _) in &keyed {
        match key {
            Value::Num(_) if numbers => {}
            Value::Str(_) if !numbers => {}
            other => return Err(a.wrong("numbers only or strings only", other)),
        }
    }
    keyed.sort_by(|(a, _), (b, _)| match (a, b) {
        (Value::Num(a), Value::Num(b)) => a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan())),
        (Value::Str(a), Value::Str(b)) => super::super::operators::text_order(a, b),
        _ => Ordering::Equal,
    });
    Ok(Value::list(keyed.into_iter().map(|(_, v)| v).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::{on, same};
    use super::*;

    #[test]
    fn examples() {
        same(&[
            ("sort([3, 1, 2])", "[1, 2, 3]"),
            ("sort(['b', 'a'])", "['a', 'b']"),
            ("sort([NaN, 2, -1])", "[-1, 2, NaN]"),
            ("sort([])", "[]"),
            ("sortOn(['ccc', 'a', 'bb', 'd'], length)", "['a', 'd', 'bb', 'ccc']"),
            ("listProduct([1, 1], [2])", "toSet([1, 2])"),
            ("[sum([1, 2]), sum(1, 2, 3), sum(5), sum([])]", "[3, 6, 5, 0]"),
        ]);
        assert!(on("sort([1, 'a'])", Value::Null).is_err());
        assert!(on("sort([null])", Value::Null).is_err());
    }
}
