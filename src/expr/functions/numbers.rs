//! Numbers: doubles throughout.

use super::{Args, FunctionDef, MANY};
use crate::error::Result;
use crate::value::Value;

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Numbers", name, arity, about, eval)
}

macro_rules! one {
    ($name:literal, $about:literal, $f:expr) => {
        def($name, (1, 1), $about, |a| Ok(Value::Num(($f as fn(f64) -> f64)(a.num(0)?)))).num1($f)
    };
}

pub static TABLE: &[FunctionDef] = &[
    one!("abs", "the absolute value", f64::abs),
    one!("ceil", "the least whole number that is not less", f64::ceil),
    one!("floor", "the greatest whole number that is not greater", f64::floor),
    one!("round", "the nearest whole number, halves upwards as in JS", round),
    one!("sqrt", "the square root", f64::sqrt),
    one!("square", "the number times itself", |n| n * n),
    one!("signum", "-1, 0 or 1", signum),
    def("pow", (2, 2), "the first to the power of the second", |a| Ok(Value::Num(a.num(0)?.powf(a.num(1)?))))
        .num2(f64::powf),
    def("min", (2, MANY), "the least of its arguments", |a| fold(a, least)).num2(least),
    def("max", (2, MANY), "the greatest of its arguments", |a| fold(a, greatest)).num2(greatest),
    def("mod", (2, 2), "the remainder of the arguments' whole parts", |a| {
        Ok(Value::Num(whole_remainder(a.num(0)?, a.num(1)?)))
    })
    .num2(whole_remainder),
    def("isEven", (1, 1), "whether a number is whole and even", |a| Ok(Value::Bool(is_even(a.num(0)?)))).test1(is_even),
    def("numberCast", (1, 1), "the number that a text stands for", |a| match a.value(0)? {
        Value::Num(n) => Ok(Value::Num(n)),
        other => match other.as_str().and_then(number_of) {
            Some(n) => Ok(Value::Num(n)),
            None => Err(a.wrong("a number or its text", &other)),
        },
    }),
];

/// What a model with few numbers makes of a value: numbers modulo the second argument, the rest as it is. In no
/// table: only replays of a model's runs use it.
pub static WRAP: FunctionDef = def("wrap", (2, 2), "modulo, never negative", |a| {
    let n = a.num(1)?;
    Ok(match a.value(0)? {
        Value::Num(x) => Value::Num(x.rem_euclid(n)),
        other => other,
    })
});
/// The same, with the nearest number there is.
pub static SATURATE: FunctionDef = def("saturate", (2, 2), "the nearest number from 0 on", |a| {
    let n = a.num(1)?;
    Ok(match a.value(0)? {
        Value::Num(x) => Value::Num(x.max(0.0).min(n - 1.0)),
        other => other,
    })
});

fn fold(a: &mut Args, f: fn(f64, f64) -> f64) -> Result<Value> {
    let mut result = a.num(0)?;
    for i in 1..a.len() {
        result = f(result, a.num(i)?);
    }
    Ok(Value::Num(result))
}

/// The lesser of two numbers; `NaN` if one of them is.
#[inline]
pub fn least(a: f64, b: f64) -> f64 {
    if a.is_nan() || a < b { a } else { b }
}

/// The greater of two numbers; `NaN` if one of them is.
#[inline]
pub fn greatest(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b { a } else { b }
}

/// Adding a half first would round 0.49999999999999994 up.
fn round(n: f64) -> f64 {
    let floor = n.floor();
    if n - floor >= 0.5 { floor + 1.0 } else { floor }
}

fn signum(n: f64) -> f64 {
    if n == 0.0 { 0.0 } else { n.signum() }
}

fn whole_remainder(a: f64, b: f64) -> f64 {
    super::super::operators::remainder(a.trunc(), b.trunc())
}

fn is_even(n: f64) -> bool {
    n % 2.0 == 0.0
}

/// The number that a text stands for, blanks around it ignored.
pub fn number_of(text: &str) -> Option<f64> {
    let text = text.trim();
    match text.trim_start_matches(['+', '-']) {
        "NaN" | "Infinity" => {}
        // Rust would also read `inf` and `nan` in any case.
        digits if digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {}
        _ => return None,
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::{on, same};
    use super::*;

    #[test]
    fn examples() {
        same(&[
            ("abs(-2)", "2"),
            ("ceil(1.2)", "2"),
            ("floor(-1.2)", "-2"),
            ("round(-2.5)", "-2"),
            ("round(0.49999999999999994)", "0"),
            ("sqrt(9) + square(3)", "12"),
            ("pow(2, 10)", "1024"),
            ("min(3, 1, 2)", "1"),
            ("max(-3, -1)", "-1"),
            ("mod(7.9, 3.9)", "1"),
            ("mod(-7, 3)", "-1"),
            ("[signum(-3), signum(0), signum(9)]", "[-1, 0, 1]"),
            ("map([0, 1, 2.5, -4], isEven)", "[true, false, false, true]"),
            ("numberCast(' 1e3 ') + numberCast('+5')", "1005"),
        ]);
        assert!(on("numberCast('inf')", Value::Null).is_err());
        assert!(on("numberCast(true)", Value::Null).is_err());
        assert!(on("max(NaN, 1) + max(1, NaN)", Value::Null).unwrap().as_num().unwrap().is_nan());
    }
}
