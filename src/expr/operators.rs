//! The operators: how they are written, how tightly they bind, what they do to values.

use crate::error::{Error, Result};
use crate::value::{Value, equals};
use std::cmp::Ordering;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Not,
    Minus,
    Plus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

use Binary::*;

impl Binary {
    /// The operator of that spelling.
    pub fn written(symbol: &str) -> Option<Binary> {
        Some(match symbol {
            "||" => Or,
            "&&" => And,
            "==" | "===" => Equal,
            "!=" | "!==" => Unequal,
            "<" => Less,
            "<=" => LessEqual,
            ">" => Greater,
            ">=" => GreaterEqual,
            "+" => Add,
            "-" => Subtract,
            "*" => Multiply,
            "/" => Divide,
            "%" => Remainder,
            "**" => Power,
            _ => return None,
        })
    }
    /// How it is printed.
    pub fn symbol(self) -> &'static str {
        match self {
            Or => "||",
            And => "&&",
            Equal => "==",
            Unequal => "!=",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "/",
            Remainder => "%",
            Power => "**",
        }
    }
    /// JS precedence, higher binds tighter.
    pub fn precedence(self) -> u8 {
        match self {
            Or => 1,
            And => 2,
            Equal | Unequal => 3,
            Less | LessEqual | Greater | GreaterEqual => 4,
            Add | Subtract => 5,
            Multiply | Divide | Remainder => 6,
            Power => 7,
        }
    }
    /// On two numbers, where the result is a number.
    #[inline]
    pub fn on_numbers(self, a: f64, b: f64) -> Option<f64> {
        Some(match self {
            Add => a + b,
            Subtract => a - b,
            Multiply => a * b,
            Divide => a / b,
            Remainder => remainder(a, b),
            Power => a.powf(b),
            _ => return None,
        })
    }
    /// On two numbers, where the result is a truth value.
    #[inline]
    pub fn compare(self, a: f64, b: f64) -> Option<bool> {
        Some(match self {
            Equal => a == b,
            Unequal => a != b,
            Less => a < b,
            LessEqual => a <= b,
            Greater => a > b,
            GreaterEqual => a >= b,
            _ => return None,
        })
    }
}

/// JS `%`. Whole numbers take the fast way: WASM has no instruction for it.
#[inline]
pub fn remainder(a: f64, b: f64) -> f64 {
    const WHOLE: f64 = 2_147_483_647.0;
    if (0.0..=WHOLE).contains(&a) && (1.0..=WHOLE).contains(&b) {
        let (m, n) = (a as u32, b as u32);
        if m as f64 == a && n as f64 == b {
            return (m % n) as f64;
        }
    }
    a % b
}

/// Applies an operator to a value. `!` is Kleene's: the unknown (`null`) stays unknown.
pub fn unary(op: Unary, a: &Value) -> Result<Value> {
    match (op, a) {
        (Unary::Not, Value::Bool(b)) => Ok(Value::Bool(!b)),
        (Unary::Not, Value::Null) => Ok(Value::Null),
        (Unary::Minus, Value::Num(n)) => Ok(Value::Num(-n)),
        (Unary::Plus, Value::Num(n)) => Ok(Value::Num(*n)),
        (Unary::Not, a) => Err(wanted("!", "a boolean", a)),
        (Unary::Minus, a) => Err(wanted("-", "a number", a)),
        (Unary::Plus, a) => Err(wanted("+", "a number", a)),
    }
}

/// Applies an operator to two values. `&&` and `||` are Kleene's, with `null` for the unknown.
pub fn binary(op: Binary, a: &Value, b: &Value) -> Result<Value> {
    if let (Value::Num(x), Value::Num(y)) = (a, b) {
        if let Some(n) = op.on_numbers(*x, *y) {
            return Ok(Value::Num(n));
        }
        if let Some(t) = op.compare(*x, *y) {
            return Ok(Value::Bool(t));
        }
    }
    match op {
        And => kleene(a, b, false, "&&"),
        Or => kleene(a, b, true, "||"),
        Equal => Ok(Value::Bool(!is_nan(a) && equals(a, b))),
        Unequal => Ok(Value::Bool(is_nan(a) || !equals(a, b))),
        Less | LessEqual | Greater | GreaterEqual => match (a, b) {
            (Value::Str(x), Value::Str(y)) => {
                let order = text_order(x, y);
                Ok(Value::Bool(match op {
                    Less => order == Ordering::Less,
                    LessEqual => order != Ordering::Greater,
                    Greater => order == Ordering::Greater,
                    _ => order != Ordering::Less,
                }))
            }
            (Value::Num(_), other) | (other, Value::Num(_)) => Err(wanted(op.symbol(), "a number", other)),
            (Value::Str(_), other) | (other, _) => Err(wanted(op.symbol(), "two numbers or two strings", other)),
        },
        Add if matches!(a, Value::Str(_)) || matches!(b, Value::Str(_)) => match (a, b) {
            (Value::Null, _) | (_, Value::Null) => Err(wanted("+", "a string", &Value::Null)),
            _ => Ok(Value::str(&format!("{a}{b}"))),
        },
        _ => Err(wanted(op.symbol(), "a number", if a.as_num().is_some() { b } else { a })),
    }
}

/// The order of texts in JS: by UTF-16 units.
#[inline(never)]
pub fn text_order(a: &str, b: &str) -> Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

fn is_nan(a: &Value) -> bool {
    matches!(a, Value::Num(n) if n.is_nan())
}

/// `and` when the absorbing value is false, `or` when it is true.
fn kleene(a: &Value, b: &Value, absorbing: bool, symbol: &str) -> Result<Value> {
    for v in [a, b] {
        if !matches!(v, Value::Bool(_) | Value::Null) {
            return Err(wanted(symbol, "a boolean", v));
        }
    }
    Ok(match (a, b) {
        (Value::Bool(t), _) | (_, Value::Bool(t)) if *t == absorbing => Value::Bool(absorbing),
        (_, Value::Bool(t)) if *t == absorbing => Value::Bool(absorbing),
        (Value::Null, _) | (_, Value::Null) => Value::Null,
        _ => Value::Bool(!absorbing),
    })
}

/// The message for an operand of the wrong type.
pub fn wanted(who: &str, what: &str, got: &Value) -> Error {
    let kind = got.kind();
    match got {
        Value::Null => Error::of_type(format!("{who} wants {what}, got null")),
        Value::Str(s) if s.len() > 40 => Error::of_type(format!("{who} wants {what}, got {kind}")),
        Value::Str(_) | Value::Bool(_) | Value::Num(_) => {
            Error::of_type(format!("{who} wants {what}, got {kind}: {got:?}"))
        }
        _ => Error::of_type(format!("{who} wants {what}, got {kind}")),
    }
}
