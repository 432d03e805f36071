//! Values as text, as JS would show them: numbers without a trailing `.0`, strings bare, the rest as JSON.

use super::nesting::inside;
use super::{Entries, Value};
use indexmap::IndexMap;
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
    let list = |items: &mut dyn Iterator<Item = &Value>, out: &mut dyn Write| {
        inside(Ok(()), || listed('[', items.map(|item| (None, item)), ']', out))
    };
    match value.opened() {
        Value::List(items) => list(&mut items.iter(), out),
        Value::Set(items) => list(&mut items.iter(), out),
        Value::Multiset(counts) => inside(Ok(()), || {
            let counts: Entries = counts.iter().map(|(item, n)| (item.clone(), Value::Num(*n as f64))).collect();
            members(&counts, out)
        }),
        Value::Map(table) => inside(Ok(()), || members(table.entries(), out)),
        Value::Object(entries) => inside(Ok(()), || members(entries, out)),
        Value::Num(n) if !n.is_finite() => out.write_str("null"),
        Value::Str(text) => write!(out, "{}", serde_json::Value::from(&**text)),
        scalar => write!(out, "{}", super::to_json(scalar)),
    }
}

/// Keys as texts; of two keys with the same text the later one's value counts, at the place of the first.
fn members(entries: &Entries, out: &mut dyn Write) -> fmt::Result {
    let named: IndexMap<String, &Value> = entries.iter().map(|(key, value)| (key.to_string(), value)).collect();
    listed('{', named.iter().map(|(name, value)| (Some(name.as_str()), *value)), '}', out)
}

fn listed<'a>(
    open: char,
    parts: impl Iterator<Item = (Option<&'a str>, &'a Value)>,
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
        let text = scientific(n);
        match text.split_once('e') {
            Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
            _ => text,
        }
    } else {
        let text = format!("{n}");
        if text.len() < MANY_DIGITS { text } else { even_fraction(n, text) }
    }
}

/// Only with so many digits can two texts of the same length be as near to a number, and both mean it.
const MANY_DIGITS: usize = 16;

/// Of two shortest texts that are as near to a number, JS takes the one whose last digit is even.
fn even_fraction(n: f64, text: String) -> String {
    let Some((_, fraction)) = text.split_once('.') else { return text };
    let even = format!("{n:.*}", fraction.len());
    if even.parse() == Ok(n) { even } else { text }
}

/// The same for digits and an exponent.
fn scientific(n: f64) -> String {
    let text = format!("{n:e}");
    let digits = text.bytes().take_while(|c| *c != b'e').filter(u8::is_ascii_digit).count();
    if digits < MANY_DIGITS {
        return text;
    }
    let even = format!("{n:.*e}", digits - 1);
    if even.parse() == Ok(n) { even } else { text }
}

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
            (1328346438187921.25, "1328346438187921.2"),
            (-1328346438187921.75, "-1328346438187921.8"),
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
