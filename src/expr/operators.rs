//! The operators: how they are written, how tightly they bind, what they do to values.

use crate::error::{Error, Result};
use crate::limits::Room;
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
            Power => power(a, b),
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

/// JS `**`, which differs from IEEE in that 1 to an unknown or infinite power is not 1.
#[inline]
pub fn power(a: f64, b: f64) -> f64 {
    if b.is_nan() || (b.is_infinite() && a.abs() == 1.0) { f64::NAN } else { a.powf(b) }
}

/// JS `%`. Whole numbers take the fast way, since WASM has no instruction for it. All of it is exact below 2^53:
/// a quotient that is not whole is too far from the next whole number to be rounded to it.
#[inline]
pub fn remainder(a: f64, b: f64) -> f64 {
    const WHOLE: f64 = 9_007_199_254_740_991.0;
    if a.abs() <= WHOLE && (1.0..=WHOLE).contains(&b) && a.trunc() == a && b.trunc() == b {
        // Of a negative number, 0 included, the remainder is negative too.
        return (a - (a / b).trunc() * b).copysign(a);
    }
    a % b
}

/// A whole number to divide by, and whether it divides others: one multiplication tells (Lemire, Kaser and Kurz,
/// "Faster remainder by direct computation", 2019).
#[derive(Clone, Copy)]
pub struct Divisor {
    by: f64,
    magic: u64,
}

/// Numbers above it are whole, and it is so large that the last bits of a sum with it are those of the other number.
const LEVEL: f64 = (1u64 << 52) as f64;

/// A whole number that 32 bits hold, as such. By addition: WASM's own conversion takes several times as long.
#[inline(always)]
fn whole(x: f64) -> Option<u64> {
    let raised = x + LEVEL;
    ((0.0..4_294_967_296.0).contains(&x) && raised - LEVEL == x).then_some(raised.to_bits() & 0xffff_ffff)
}

impl Divisor {
    /// `None` unless it is a whole number from 1 on that 32 bits hold.
    pub fn new(by: f64) -> Option<Divisor> {
        let divisor = whole(by).filter(|by| *by > 0)?;
        Some(Divisor { by, magic: (u64::MAX / divisor).wrapping_add(1) })
    }
    /// Whether `x % by` is 0.
    #[inline(always)]
    pub fn divides(self, x: f64) -> bool {
        match whole(x) {
            Some(x) => self.magic.wrapping_mul(x) <= self.magic.wrapping_sub(1),
            None => self.divides_other(x),
        }
    }
    #[inline(never)]
    fn divides_other(self, x: f64) -> bool {
        remainder(x, self.by) == 0.0
    }
    /// Whether a number is whole and 32 bits hold it, so that one multiplication tells.
    #[inline(always)]
    pub fn is_for(self, x: f64) -> bool {
        ((x + LEVEL) - LEVEL == x) & (0.0..4_294_967_296.0).contains(&x)
    }
    /// The same as [`Divisor::divides`] for such a number.
    #[inline(always)]
    pub fn divides_whole(self, x: f64) -> bool {
        self.magic.wrapping_mul((x + LEVEL).to_bits() & 0xffff_ffff) <= self.magic.wrapping_sub(1)
    }
    /// The same for many, in loops without calls.
    pub fn divides_each(self, numbers: &[f64], wanted: bool) -> Vec<bool> {
        if numbers.iter().all(|x| self.is_for(*x)) {
            return numbers.iter().map(|x| self.divides_whole(*x) == wanted).collect();
        }
        numbers.iter().map(|x| (remainder(*x, self.by) == 0.0) == wanted).collect()
    }
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
pub fn binary(op: Binary, a: &Value, b: &Value, room: &Room) -> Result<Value> {
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
            _ => Ok(Value::str(&room.text(format_args!("{a}{b}"))?)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_js() {
        for (a, b) in [(1.0, f64::NAN), (-1.0, f64::INFINITY), (1.0, f64::NEG_INFINITY), (f64::NAN, 1.0)] {
            assert!(power(a, b).is_nan(), "{a} ** {b}");
        }
        for (a, b, expected) in [(f64::NAN, 0.0, 1.0), (2.0, f64::INFINITY, f64::INFINITY), (2.0, -1.0, 0.5)] {
            assert_eq!(power(a, b), expected, "{a} ** {b}");
        }
    }

    #[test]
    fn remainders_are_those_of_js() {
        let large = 9_007_199_254_740_991.0;
        let numbers =
            [0.0, 1.0, 2.0, 3.0, 7.0, 10.0, 999.0, 4_294_967_295.0, 4_294_967_296.0, large - 1.0, large, 1e17];
        let others = [-0.0, -1.0, -6.0, -999.0, -large, 0.5, 7.25, -2.5, f64::INFINITY, f64::NAN];
        for a in numbers.iter().chain(&others) {
            for b in numbers.iter().chain(&others) {
                let (found, wanted) = (remainder(*a, *b), a % b);
                assert!(found.to_bits() == wanted.to_bits() || (found.is_nan() && wanted.is_nan()), "{a} % {b}");
                if let Some(divisor) = Divisor::new(*b) {
                    assert_eq!(divisor.divides(*a), a % b == 0.0, "{b} divides {a}");
                    assert_eq!(divisor.divides_each(&[*a], false), [a % b != 0.0], "{b} divides {a}");
                }
            }
        }
    }
}
