//! Expressions on numbers alone, as small trees over `f64`: no values are made, nothing can fail.

use super::operators::Divisor;
use super::{Binary, Expr, Unary};
use crate::value::Value;
use std::rc::Rc;

/// A numeric expression or comparison, with the context variables it reads.
pub enum Numeric {
    Number(Num, Vec<Rc<str>>),
    Truth(Test, Vec<Rc<str>>),
}

/// The values of the context variables that a numeric expression reads.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    values: Vec<f64>,
    known: Vec<bool>,
    missing: usize,
}

impl Slots {
    /// Whether all variables are numbers.
    #[inline]
    pub fn ready(&self) -> bool {
        self.missing == 0
    }
    /// The values, one for each variable.
    #[inline]
    pub fn values(&self) -> &[f64] {
        &self.values
    }
    /// Gives a variable a value, if it is one of those read.
    pub fn set(&mut self, variables: &[Rc<str>], name: &str, value: &Value) {
        if let Some(i) = variables.iter().position(|v| **v == *name) {
            let known = value.as_num();
            self.values[i] = known.unwrap_or_default();
            self.known[i] = known.is_some();
            self.missing = self.known.iter().filter(|known| !**known).count();
        }
    }
}

pub enum Num {
    Const(f64),
    Arg(usize),
    Slot(usize),
    /// An operator on an argument and a constant: the commonest of all.
    ArgConst(Binary, usize, f64),
    Args(Binary, usize, usize),
    Op(Binary, Box<Num>, Box<Num>),
    Minus(Box<Num>),
    Call1(fn(f64) -> f64, Box<Num>),
    Call2(fn(f64, f64) -> f64, Box<Num>, Box<Num>),
    If(Box<Test>, Box<Num>, Box<Num>),
}

pub enum Test {
    Const(bool),
    Compare(Binary, Num, Num),
    Call(fn(f64) -> bool, Num),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
    If(Box<Test>, Box<Test>, Box<Test>),
}

/// The commonest functions of one number, without a tree: an operator and a constant.
#[derive(Clone, Copy, Default)]
pub enum Quick {
    #[default]
    No,
    /// The number as it is.
    Itself,
    Number(Binary, f64),
    Test(Binary, f64),
    RemainderTest(f64, Binary, f64),
    /// Whether a divisor leaves nothing, or the opposite.
    Divides(Divisor, bool),
}

impl Quick {
    /// The short form of a tree, if it has one.
    pub fn of(numeric: &Numeric) -> Quick {
        match numeric {
            Numeric::Number(Num::Arg(0), _) => Quick::Itself,
            Numeric::Number(Num::ArgConst(op, 0, c), _) => Quick::Number(*op, *c),
            Numeric::Truth(Test::Compare(op, Num::Arg(0), Num::Const(c)), _) => Quick::Test(*op, *c),
            Numeric::Truth(Test::Compare(op, Num::ArgConst(Binary::Remainder, 0, m), Num::Const(c)), _) => {
                match Divisor::new(*m) {
                    Some(divisor) if *c == 0.0 && *op == Binary::Equal => Quick::Divides(divisor, true),
                    Some(divisor) if *c == 0.0 && *op == Binary::Unequal => Quick::Divides(divisor, false),
                    _ => Quick::RemainderTest(*m, *op, *c),
                }
            }
            _ => Quick::No,
        }
    }
}

impl Numeric {
    /// The tree of an expression that is a number, or a boolean, whatever numbers it is given.
    pub fn of(expr: &Expr) -> Option<Numeric> {
        let mut variables = Vec::new();
        if let Some(n) = number(expr, &mut variables) {
            return Some(Numeric::Number(n, variables));
        }
        variables.clear();
        test(expr, &mut variables).map(|t| Numeric::Truth(t, variables))
    }
    /// The context variables it reads.
    pub fn variables(&self) -> &[Rc<str>] {
        match self {
            Numeric::Number(_, variables) | Numeric::Truth(_, variables) => variables,
        }
    }
    /// Room for its variables, none of them known.
    pub fn slots(&self) -> Slots {
        let n = self.variables().len();
        Slots { values: vec![0.0; n], known: vec![false; n], missing: n }
    }
}

fn number(expr: &Expr, variables: &mut Vec<Rc<str>>) -> Option<Num> {
    Some(match expr {
        Expr::Const(Value::Num(n)) => Num::Const(*n),
        Expr::Arg(k) => Num::Arg(*k),
        Expr::Variable(name) => match variables.iter().position(|v| v == name) {
            Some(i) => Num::Slot(i),
            None => {
                variables.push(name.clone());
                Num::Slot(variables.len() - 1)
            }
        },
        Expr::Unary(Unary::Minus, e) => Num::Minus(Box::new(number(e, variables)?)),
        Expr::Unary(Unary::Plus, e) => number(e, variables)?,
        Expr::Binary(op, a, b) if op.on_numbers(1.0, 1.0).is_some() => {
            match (number(a, variables)?, number(b, variables)?) {
                (Num::Arg(k), Num::Const(c)) => Num::ArgConst(*op, k, c),
                (Num::Arg(i), Num::Arg(j)) => Num::Args(*op, i, j),
                (a, b) => Num::Op(*op, Box::new(a), Box::new(b)),
            }
        }
        Expr::If(c, a, b) => {
            Num::If(Box::new(test(c, variables)?), Box::new(number(a, variables)?), Box::new(number(b, variables)?))
        }
        Expr::Call(def, args) => match (def.num1, def.num2, args.as_slice()) {
            (Some(f), _, [a]) => Num::Call1(f, Box::new(number(a, variables)?)),
            (_, Some(f), [a, b]) => Num::Call2(f, Box::new(number(a, variables)?), Box::new(number(b, variables)?)),
            _ => return None,
        },
        _ => return None,
    })
}

fn test(expr: &Expr, variables: &mut Vec<Rc<str>>) -> Option<Test> {
    Some(match expr {
        Expr::Const(Value::Bool(b)) => Test::Const(*b),
        Expr::Unary(Unary::Not, e) => Test::Not(Box::new(test(e, variables)?)),
        Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => {
            let (a, b) = (Box::new(test(a, variables)?), Box::new(test(b, variables)?));
            if *op == Binary::And { Test::And(a, b) } else { Test::Or(a, b) }
        }
        Expr::Binary(op, a, b) if op.compare(1.0, 1.0).is_some() => {
            Test::Compare(*op, number(a, variables)?, number(b, variables)?)
        }
        Expr::If(c, a, b) => {
            Test::If(Box::new(test(c, variables)?), Box::new(test(a, variables)?), Box::new(test(b, variables)?))
        }
        Expr::Call(def, args) => match (def.test1, args.as_slice()) {
            (Some(f), [a]) => Test::Call(f, number(a, variables)?),
            _ => return None,
        },
        _ => return None,
    })
}

/// The operator is known to give a number, so the default is never taken.
#[inline(always)]
fn operate(op: Binary, a: f64, b: f64) -> f64 {
    op.on_numbers(a, b).unwrap_or(f64::NAN)
}

impl Num {
    /// The value; there are as many arguments and variables as the expression names.
    #[inline]
    pub fn value(&self, args: &[f64], slots: &[f64]) -> f64 {
        match self {
            Num::ArgConst(op, k, c) => operate(*op, args[*k], *c),
            Num::Args(op, i, j) => operate(*op, args[*i], args[*j]),
            Num::Const(n) => *n,
            Num::Arg(k) => args[*k],
            other => other.deep(args, slots),
        }
    }

    fn deep(&self, args: &[f64], slots: &[f64]) -> f64 {
        match self {
            Num::Slot(i) => slots[*i],
            Num::Op(op, a, b) => operate(*op, a.value(args, slots), b.value(args, slots)),
            Num::Minus(e) => -e.value(args, slots),
            Num::Call1(f, a) => f(a.value(args, slots)),
            Num::Call2(f, a, b) => f(a.value(args, slots), b.value(args, slots)),
            Num::If(c, a, b) => if c.value(args, slots) { a } else { b }.value(args, slots),
            shallow => shallow.value(args, slots),
        }
    }
}

impl Test {
    /// The truth value; there are as many arguments and variables as the expression names.
    #[inline]
    pub fn value(&self, args: &[f64], slots: &[f64]) -> bool {
        match self {
            Test::Compare(op, a, b) => op.compare(a.value(args, slots), b.value(args, slots)).unwrap_or(false),
            Test::Const(b) => *b,
            Test::Call(f, a) => f(a.value(args, slots)),
            Test::Not(e) => !e.value(args, slots),
            Test::And(a, b) => a.value(args, slots) && b.value(args, slots),
            Test::Or(a, b) => a.value(args, slots) || b.value(args, slots),
            Test::If(c, a, b) => if c.value(args, slots) { a } else { b }.value(args, slots),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn only_what_is_numeric_whatever_the_numbers() {
        for (text, numeric) in [
            ("x + 1", true),
            ("max(x, y) * -z", true),
            ("x > 1 ? x : 1", true),
            ("x > 1 && !(y < 2)", true),
            ("isEven(x)", true),
            ("x && y", false),
            ("x.v + 1", false),
            ("x + 'a'", false),
            ("max(x, y, z)", false),
            ("x > 1 ? 1 : 'a'", false),
        ] {
            assert_eq!(Numeric::of(&parse(text).unwrap()).is_some(), numeric, "{text}");
        }
    }
}
