//! The named functions of expressions: one table for each set, and what a function sees of its arguments.

mod bags;
mod booleans;
mod lists;
mod maps;
mod multisets;
mod numbers;
mod objects;
mod predicates;
mod sets;
mod strings;
mod trooleans;

pub use numbers::{SATURATE, WRAP, greatest, least};
pub use objects::EVERY_SLICE;
pub use predicates::assume;

use super::Expr;
use super::evaluate::{Scope, evaluate};
use super::operators::wanted;
#[cfg(test)]
use super::{Function, parse};
use crate::error::{Error, Result};
use crate::limits::Room;
use crate::value::{Entries, Value};
use std::fmt;
use std::rc::Rc;

/// A named function.
pub struct FunctionDef {
    pub name: &'static str,
    /// The set it belongs to, such as `Numbers`.
    pub set: &'static str,
    /// How many arguments it takes.
    pub least: usize,
    pub most: usize,
    /// One line for help.
    pub about: &'static str,
    pub eval: fn(&mut Args) -> Result<Value>,
    /// The same on one number, where the result is always a number.
    pub num1: Option<fn(f64) -> f64>,
    /// The same on two numbers, where the result is always a number.
    pub num2: Option<fn(f64, f64) -> f64>,
    /// The same on one number, where the result is always a boolean.
    pub test1: Option<fn(f64) -> bool>,
    /// The same on one value of any type, where the result is always a number; of a map it is how many keys there are.
    pub count: Option<fn(&Value) -> f64>,
}

/// Any number of arguments.
const MANY: usize = usize::MAX;

impl FunctionDef {
    const fn new(
        set: &'static str,
        name: &'static str,
        (least, most): (usize, usize),
        about: &'static str,
        eval: fn(&mut Args) -> Result<Value>,
    ) -> FunctionDef {
        FunctionDef { name, set, least, most, about, eval, num1: None, num2: None, test1: None, count: None }
    }
    const fn num1(mut self, f: fn(f64) -> f64) -> FunctionDef {
        self.num1 = Some(f);
        self
    }
    const fn num2(mut self, f: fn(f64, f64) -> f64) -> FunctionDef {
        self.num2 = Some(f);
        self
    }
    const fn test1(mut self, f: fn(f64) -> bool) -> FunctionDef {
        self.test1 = Some(f);
        self
    }
    const fn count(mut self, f: fn(&Value) -> f64) -> FunctionDef {
        self.count = Some(f);
        self
    }
}

impl fmt::Debug for FunctionDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

static TABLES: [&[FunctionDef]; 11] = [
    numbers::TABLE,
    booleans::TABLE,
    strings::TABLE,
    bags::TABLE,
    lists::TABLE,
    sets::TABLE,
    multisets::TABLE,
    maps::TABLE,
    trooleans::TABLE,
    objects::TABLE,
    predicates::TABLE,
];

/// All functions, set by set.
pub fn all_functions() -> impl Iterator<Item = &'static FunctionDef> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// The function of that name.
pub fn named(name: &str) -> Option<&'static FunctionDef> {
    all_functions().find(|def| def.name == name)
}

/// The arguments of a call; each is evaluated when it is asked for.
pub struct Args<'r, 'a> {
    def: &'static FunctionDef,
    exprs: &'r [Expr],
    scope: &'r mut Scope<'a>,
}

impl<'r, 'a> Args<'r, 'a> {
    pub fn new(def: &'static FunctionDef, exprs: &'r [Expr], scope: &'r mut Scope<'a>) -> Args<'r, 'a> {
        Args { def, exprs, scope }
    }
    /// How much the function may build.
    pub fn room(&self) -> Room {
        self.scope.context.room
    }
    /// How many were given.
    pub fn len(&self) -> usize {
        self.exprs.len()
    }
    /// Whether none was given.
    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }
    /// An argument's value.
    pub fn value(&mut self, i: usize) -> Result<Value> {
        match self.exprs.get(i) {
            Some(expr) => evaluate(expr, self.scope),
            None => Err(Error::of_type(format!("{}() lacks an argument", self.def.name))),
        }
    }
    /// The values from the i-th on.
    pub fn values_from(&mut self, i: usize) -> Result<Vec<Value>> {
        (i..self.len()).map(|k| self.value(k)).collect()
    }
    /// The error for a value of the wrong type.
    pub fn wrong(&self, what: &str, got: &Value) -> Error {
        wanted(&format!("{}()", self.def.name), what, got)
    }
    /// An error of this function.
    pub fn error(&self, message: impl fmt::Display) -> Error {
        Error::of_type(format!("{}() {message}", self.def.name))
    }
    /// A number.
    pub fn num(&mut self, i: usize) -> Result<f64> {
        match self.value(i)? {
            Value::Num(n) => Ok(n),
            other => Err(self.wrong("a number", &other)),
        }
    }
    /// A whole number of at least 0.
    pub fn index(&mut self, i: usize) -> Result<usize> {
        let n = self.num(i)?;
        if n >= 0.0 && n.fract() == 0.0 && n <= u32::MAX as f64 {
            return Ok(n as usize);
        }
        Err(self.wrong("a whole number of at least 0", &Value::Num(n)))
    }
    /// A string.
    pub fn text(&mut self, i: usize) -> Result<Rc<str>> {
        match self.value(i)? {
            Value::Str(text) => Ok(text),
            other => Err(self.wrong("a string", &other)),
        }
    }
    /// A truth value; `None` is the unknown.
    pub fn truth(&mut self, i: usize) -> Result<Option<bool>> {
        let value = self.value(i)?;
        self.truth_of(&value)
    }
    /// The truth value that a value is.
    pub fn truth_of(&self, value: &Value) -> Result<Option<bool>> {
        match value {
            Value::Bool(b) => Ok(Some(*b)),
            Value::Null => Ok(None),
            other => Err(self.wrong("a boolean", other)),
        }
    }
    /// The elements of a collection.
    pub fn elements(&mut self, i: usize) -> Result<Vec<Value>> {
        let value = self.value(i)?;
        value.elements().ok_or_else(|| self.wrong("a collection", &value))
    }
    /// The numbers of a collection.
    pub fn numbers(&mut self, i: usize) -> Result<Vec<f64>> {
        let elements = self.elements(i)?;
        elements.iter().map(|v| v.as_num().ok_or_else(|| self.wrong("numbers only", v))).collect()
    }
    /// A map or object, and its keys and values.
    pub fn entries(&mut self, i: usize) -> Result<(Value, Entries)> {
        let value = self.value(i)?;
        match value.as_entries() {
            Some(entries) => {
                let entries = entries.clone();
                Ok((value, entries))
            }
            None => Err(self.wrong("a map or an object", &value)),
        }
    }
    /// Applies the function given as an argument.
    pub fn apply(&mut self, i: usize, values: &[Value]) -> Result<Value> {
        let exprs = self.exprs;
        let mut body = exprs.get(i).ok_or_else(|| self.error("lacks an argument"))?;
        for _ in values {
            match body {
                Expr::Lambda(_, inner) => body = inner,
                _ if values.len() == 1 => return Err(self.error("wants a function such as v => v + 1")),
                _ => return Err(self.error("wants a function such as (k, v) => v > 1")),
            }
        }
        let kept = self.scope.locals.len();
        self.scope.locals.extend_from_slice(values);
        let result = evaluate(body, self.scope);
        self.scope.locals.truncate(kept);
        result
    }
    /// Applies a condition given as an argument.
    pub fn test(&mut self, i: usize, values: &[Value]) -> Result<bool> {
        match self.apply(i, values)? {
            Value::Bool(b) => Ok(b),
            other => Err(self.wrong("a condition that gives a boolean", &other)),
        }
    }
}

/// A map of the same kind (map or object) with other entries.
fn like(original: &Value, entries: Entries) -> Value {
    match original.opened() {
        Value::Object(_) => Value::object(entries),
        _ => Value::map(entries),
    }
}

/// The value of an expression on one input, for the tests of the sets.
#[cfg(test)]
fn on(text: &str, x: Value) -> Result<Value> {
    Function::from(parse(text)?).call(&[x])
}

/// Checks expressions without inputs, each against one that gives its value.
#[cfg(test)]
fn same(pairs: &[(&str, &str)]) {
    for (text, expected) in pairs {
        let (got, expected) = (on(text, Value::Null), on(expected, Value::Null).unwrap());
        assert_eq!(got, Ok(expected), "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = all_functions().map(|def| def.name).collect();
        let n = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n);
    }

    #[test]
    fn errors_name_the_function_and_what_it_wants() {
        for (text, message) in [
            ("sqrt('a')", "sqrt() wants a number, got a string: \"a\""),
            ("map([1], 2)", "map() wants a function such as v => v + 1"),
            ("filterMap(mapOf(), v => true)", ""),
            ("filterMap({a: 1}, v => true)", "filterMap() wants a function such as (k, v) => v > 1"),
            ("size(v => v)", "a function is no value: it can only be given to map, filter, ..."),
        ] {
            match on(text, Value::Null) {
                Ok(value) => assert!(message.is_empty() && value == Value::map(Entries::default())),
                Err(error) => assert_eq!(error.message, message),
            }
        }
    }

    #[test]
    fn short_ways_agree_with_the_long() {
        let samples = [-7.5, -2.0, -0.5, 0.0, 0.5, 1.0, 2.5, 3.0, 1e9, f64::INFINITY, f64::NAN];
        let call = |def: &'static FunctionDef, args: &[f64]| {
            let args = args.iter().map(|n| Expr::Const(Value::Num(*n))).collect();
            Function::from(Expr::Call(def, args)).expr().map(|e| {
                let context = Default::default();
                evaluate(e, &mut Scope { args: &[], locals: &mut Vec::new(), context: &context })
            })
        };
        for def in all_functions() {
            for a in samples {
                if let Some(f) = def.num1 {
                    assert_eq!(call(def, &[a]), Some(Ok(Value::Num(f(a)))), "{}({a})", def.name);
                }
                if let Some(f) = def.test1 {
                    assert_eq!(call(def, &[a]), Some(Ok(Value::Bool(f(a)))), "{}({a})", def.name);
                }
                for b in samples {
                    if let Some(f) = def.num2 {
                        assert_eq!(call(def, &[a, b]), Some(Ok(Value::Num(f(a, b)))), "{}({a}, {b})", def.name);
                    }
                }
            }
        }
    }
}
