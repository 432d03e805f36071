//! Values as text, as JS would show them: numbers without a trailing `.0`, strings bare, the rest as JSON.

use super::nesting::inside;
use super::{Entries, Value};
use std::fmt::{self, Write};

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Str(s) => f.write_str(s),
            Value::Num(n) => f.write_str(&number_text(*n)),
            other => json(other, f),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Str(s) => write!(f, "{s:?}"),
            other => write!(f, "{other}"),
        }
    }
}

/// The JSON of a value, as [`to_json`](super::to_json) makes it; written bit by bit, so that whoever takes it can stop.
fn json(value: &Value, out: &mut dyn Write) -> fmt::Result {
    match value.opened() {
        scalar @ (Value::Null | Value::Bool(_) | Value::Num(_) | Value::Str(_)) => {
            write!(out, "{}", super::to_json(scalar))
        }
        collection => inside(Ok(()), || json_of_collection(collection, out)),
    }
}

fn json_of_collection(collection: &Value, out: &mut dyn Write) -> fmt::Result {
    match collection {
        Value::List(items) => listed('[', &mut items.iter().map(|item| (None, item)), ']', out),
        Value::Set(items) => listed('[', &mut items.iter().map(|item| (None, item)), ']', out),
        Value::Multiset(counts) => {
            let counts: Entries = counts.iter().map(|(item, n)| (item.clone(), Value::Num(*n as f64))).collect();
            members(&counts, out)
        }
        Value::Map(table) => members(table.entries(), out),
        Value::Object(entries) => members(entries, out),
        _ => Ok(()),
    }
}

/// Keys as texts; of two keys with the same text the later one's value counts, at the place of the first.
fn members(entries: &Entries, out: &mut dyn Write) -> fmt::Result {
    let named: Entries = entries.iter().map(|(key, value)| (Value::str(&key.to_string()), value.clone())).collect();
    listed('{', &mut named.iter().map(|(name, value)| (name.as_str(), value)), '}', out)
}

fn listed<'a>(
    open: char,
    parts: &mut dyn Iterator<Item = (Option<&'a str>, &'a Value)>,
    close: char,
    out: &mut dyn Write,
) -> fmt::Result {
    out.write_char(open)?;
    for (k, (name, value)) in parts.enumerate() {
        if k > 0 {
            out.write_char(',')?;
        }
        if let Some(name) = name {
            write!(out, "{}:", serde_json::Value::from(name))?;
        }
        json(value, out)?;
    }
    out.write_char(close)
}

/// A number as JS prints it: exponents from 1e21 on and below 1e-6.
pub fn number_text(n: f64) -> String {
    if n.is_nan() {
        "NaN".into()
    } else if n.is_infinite() {
        if n > 0.0 { "Infinity".into() } else { "-Infinity".into() }
    } else if n == 0.0 {
        "0".into()
    } else if n.abs() >= 1e21 || n.abs() < 1e-6 {
        let text = format!("{n:e}");
        match text.split_once('e') {
            Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
            _ => text,
        }
    } else {
        even(n, format!("{n}"))
    }
}

/// Of two shortest texts that are as near to a number, JS takes the one whose last digit is even; Rust the larger one.
/// There are two only where the number lies halfway between them, which takes a fraction and many digits.
fn even(n: f64, mut text: String) -> String {
    let digits = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    if text.len() < MANY_DIGITS || !(1..=MANY_DIGITS).contains(&digits) {
        return text;
    }
    // Twice as many units of the last digit are odd, and so they are without the factors of 5.
    let halves = n * f64::from(2u32 << digits);
    match text.pop() {
        Some(last @ ('1' | '3' | '5' | '7' | '9')) if halves % 2.0 != 0.0 && halves.fract() == 0.0 => {
            text.push((last as u8 - 1) as char);
        }
        Some(last) => text.push(last),
        None => {}
    }
    text
}

/// Fewer digits name one number only.
const MANY_DIGITS: usize = 16;

#[cfg(test)]
mod tests {
    use super::super::{from_json, to_json};
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_print_as_js_does() {
        for (n, text) in [
            (1.0, "1"),
            (-0.0, "0"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (1.5e-7, "1.5e-7"),
            (123456789012345680000.0, "123456789012345680000"),
            (1328346438187921.0 + 0.25, "1328346438187921.2"),
            (-1328346438187921.0 - 0.75, "-1328346438187921.8"),
            (5e-324, "5e-324"),
            (2.0_f64.powi(-44), "5.684341886080802e-14"),
        ] {
            assert_eq!(number_text(n), text);
        }
    }

    #[test]
    fn values_print_as_their_json() {
        let event = from_json(&json!({"a\"": [1, -0.5, null, true, "b\n", {}, []], "c": {"d": 1e300}}));
        assert_eq!(event.to_string(), to_json(&event).to_string());
        let keys =
            [(Value::Num(1.0), Value::Num(f64::NAN)), (Value::str("1"), Value::Num(2.0)), (Value::Null, Value::Null)];
        let map = Value::map(Entries::from_iter(keys));
        assert_eq!(map.to_string(), r#"{"1":2,"null":null}"#);
        assert_eq!(map.to_string(), to_json(&map).to_string());
    }
}
