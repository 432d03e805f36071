//! Sets.

use super::{Args, FunctionDef, MANY};
use crate::error::Result;
use crate::value::{Elements, Value};

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Sets", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("union", (1, MANY), "the set of all elements of its arguments", |a| {
        let mut union = elements(a, 0)?;
        for i in 1..a.len() {
            union.extend(a.elements(i)?);
        }
        Ok(Value::set(union))
    }),
    def("intersection", (1, MANY), "the set of the elements that all its arguments have", |a| {
        let mut common = elements(a, 0)?;
        for i in 1..a.len() {
            let other = elements(a, i)?;
            common.retain(|v| other.contains(v));
        }
        Ok(Value::set(common))
    }),
    def("subset", (2, 2), "whether the first has no element that the second lacks", |a| {
        Ok(Value::Bool(elements(a, 0)?.is_subset(&elements(a, 1)?)))
    }),
    def("superset", (2, 2), "whether the second has no element that the first lacks", |a| {
        Ok(Value::Bool(elements(a, 0)?.is_superset(&elements(a, 1)?)))
    }),
];

fn elements(a: &mut Args, i: usize) -> Result<Elements> {
    Ok(a.elements(i)?.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::super::same;

    #[test]
    fn examples() {
        same(&[
            ("union([1, 2], toSet(2, 3))", "toSet(3, 2, 1)"),
            ("intersection([1, 2, 3], [2, 3], [3, 4])", "toSet(3)"),
            ("[subset([1], [1, 2]), subset([3], [1]), subset([], [])]", "[true, false, true]"),
            ("[superset([1, 2], [1]), superset([1], [2])]", "[true, false]"),
        ]);
    }
}
