//! Strings; positions count UTF-16 units, as in JS.

use super::numbers::number_of;
use super::{Args, FunctionDef, MANY};
use crate::error::{Code, Error, Result};
use crate::limits::Room;
use crate::value::Value;
use regex_lite::{Captures, Regex};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

const fn def(
    name: &'static str,
    arity: (usize, usize),
    about: &'static str,
    eval: fn(&mut Args) -> Result<Value>,
) -> FunctionDef {
    FunctionDef::new("Strings", name, arity, about, eval)
}

pub static TABLE: &[FunctionDef] = &[
    def("concat", (1, MANY), "the texts of its arguments, one after the other", |a| {
        let (room, mut text) = (a.room(), String::new());
        for value in a.values_from(0)? {
            room.append(&mut text, format_args!("{value}"))?;
        }
        Ok(Value::str(&text))
    }),
    def("contains", (2, 2), "whether a text contains another", |a| Ok(Value::Bool(a.text(0)?.contains(&*a.text(1)?)))),
    def("startsWith", (2, 2), "whether a text starts with another", |a| {
        Ok(Value::Bool(a.text(0)?.starts_with(&*a.text(1)?)))
    }),
    def("endsWith", (2, 2), "whether a text ends with another", |a| {
        Ok(Value::Bool(a.text(0)?.ends_with(&*a.text(1)?)))
    }),
    def("matches", (2, 2), "whether the whole of a text matches a regular expression", |a| {
        let (text, pattern) = (a.text(0)?, a.text(1)?);
        with_regex(&pattern, &format!(r"\A(?:{pattern})\z"), |regex| Ok(Value::Bool(regex.is_match(&text))))
    }),
    def(
        "split",
        (1, 2),
        "the parts of a text between matches of a separator (':'), trimmed, numbers as numbers",
        split,
    ),
    def("toString", (1, 1), "the value as text", |a| {
        let value = a.value(0)?;
        Ok(Value::str(&a.room().text(format_args!("{value}"))?))
    }),
    def("findRegex", (2, 2), "the set of what the first group of a regular expression matches", |a| {
        let (text, pattern) = (a.text(0)?, a.text(1)?);
        with_regex(&pattern, &pattern, |regex| Ok(Value::set(regex.captures_iter(&text).map(|found| group(&found)))))
    }),
    def("findRegexOnce", (2, 2), "what the first group matches first, or ''", |a| {
        let (text, pattern) = (a.text(0)?, a.text(1)?);
        with_regex(&pattern, &pattern, |regex| Ok(regex.captures(&text).map_or(Value::str(""), |found| group(&found))))
    }),
    def("substring", (2, 3), "the text from a position up to another, or up to the end", substring),
    def(
        "replaceAll",
        (3, MANY),
        "the text with matches replaced; pairs of pattern and replacement ($1: a group)",
        replace,
    ),
    def("length", (1, 1), "how long a text or list is", |a| match a.value(0)? {
        Value::Str(text) => Ok(Value::Num(text.encode_utf16().count() as f64)),
        other => match other.elements() {
            Some(elements) => Ok(Value::Num(elements.len() as f64)),
            None => Err(a.wrong("a string or a collection", &other)),
        },
    }),
    def("upper", (1, 1), "the text in capitals", |a| Ok(Value::str(&a.text(0)?.to_uppercase()))),
    def("lower", (1, 1), "the text in small letters", |a| Ok(Value::str(&a.text(0)?.to_lowercase()))),
    def("trim", (1, 1), "the text without blanks around it", |a| Ok(Value::str(a.text(0)?.trim()))),
];

/// Patterns kept compiled; patterns are constants nearly always, so few are ever needed.
const KEPT: usize = 256;

thread_local! {
    static REGEXES: RefCell<FxHashMap<String, Regex>> = RefCell::default();
}

/// Uses a regular expression, compiled the first time it is seen; `written` is the user's part of it.
fn with_regex<T>(written: &str, pattern: &str, run: impl FnOnce(&Regex) -> Result<T>) -> Result<T> {
    REGEXES.with(|cell| {
        let mut regexes = cell.borrow_mut();
        if !regexes.contains_key(pattern) {
            let regex = Regex::new(pattern)
                .map_err(|error| Error::new(Code::Syntax, format!("the regular expression {written:?}: {error}")))?;
            if regexes.len() >= KEPT {
                regexes.clear();
            }
            regexes.insert(pattern.to_string(), regex);
        }
        run(&regexes[pattern])
    })
}

/// The first group, or the whole match of a pattern without groups.
fn group(found: &Captures) -> Value {
    let i = usize::from(found.len() > 1);
    found.get(i).map_or(Value::Null, |m| Value::str(m.as_str()))
}

/// As in Java, empty parts at the end are dropped, and those at the start are not.
fn split(a: &mut Args) -> Result<Value> {
    let text = a.text(0)?;
    let separator = if a.len() > 1 { a.text(1)? } else { ":".into() };
    with_regex(&separator, &separator, |regex| {
        let mut parts: Vec<&str> = regex.split(&text).collect();
        while parts.len() > 1 && parts.last().is_some_and(|part| part.is_empty()) {
            parts.pop();
        }
        let typed = |part: &str| number_of(part).map_or_else(|| Value::str(part.trim()), Value::Num);
        Ok(Value::list(parts.into_iter().map(typed).collect()))
    })
}

fn substring(a: &mut Args) -> Result<Value> {
    let text = a.text(0)?;
    let units: Vec<u16> = text.encode_utf16().collect();
    let start = a.index(1)?;
    let end = if a.len() > 2 { a.index(2)? } else { units.len() };
    match units.get(start..end) {
        Some(part) => Ok(Value::str(&String::from_utf16_lossy(part))),
        None => Err(a.error(format!("wants {start} to {end} of a text of length {}", units.len()))),
    }
}

fn replace(a: &mut Args) -> Result<Value> {
    let mut text = a.text(0)?.to_string();
    if a.len().is_multiple_of(2) {
        return Err(a.error("wants pairs of a pattern and its replacement"));
    }
    for i in (1..a.len()).step_by(2) {
        let (pattern, by) = (a.text(i)?, a.text(i + 1)?);
        let room = a.room();
        text = with_regex(&pattern, &pattern, |regex| replaced(regex, &text, &by, &room))?;
    }
    Ok(Value::str(&text))
}

fn replaced(regex: &Regex, text: &str, by: &str, room: &Room) -> Result<String> {
    let (mut made, mut end) = (String::new(), 0);
    for found in regex.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        room.append(&mut made, format_args!("{}{}", &text[end..whole.start()], filled(by, &found)))?;
        end = whole.end();
    }
    room.append(&mut made, format_args!("{}", &text[end..]))?;
    Ok(made)
}

/// A replacement with its groups filled in: `$1`, `$&` for the whole match, `$$` for a dollar.
fn filled(by: &str, found: &Captures) -> String {
    let mut text = String::new();
    let mut chars = by.chars().peekable();
    while let Some(c) = chars.next() {
        let special = if c == '$' { chars.peek().copied() } else { None };
        let whole_or_group = match special {
            Some('&') => Some(0),
            Some(d) => d.to_digit(10).map(|d| d as usize),
            None => None,
        };
        match (special, whole_or_group) {
            (Some('$'), _) => text.push('$'),
            (_, Some(i)) => text.push_str(found.get(i).map_or("", |m| m.as_str())),
            _ => {
                text.push(c);
                continue;
            }
        }
        chars.next();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{on, same};
    use super::*;

    #[test]
    fn examples() {
        same(&[
            ("concat('a', 1, true)", "'a1true'"),
            ("[contains('abc', 'b'), startsWith('abc', 'b'), endsWith('abc', 'c')]", "[true, false, true]"),
            ("[matches('abc', 'a.c'), matches('abcd', 'a.c'), matches('b', 'a|b')]", "[true, false, true]"),
            ("toString(1.5)", "'1.5'"),
            ("substring('abcdef', 1, 3) + substring('abc', 2)", "'bcc'"),
            ("replaceAll('a1b2', '(\\\\d)', '<$1>', 'a', '$$')", "'$<1>b<2>'"),
            ("length('abc') + length([1, 2])", "5"),
            ("upper('a') + lower('B') + trim(' c ')", "'Abc'"),
        ]);
        assert!(on("substring('abc', 2, 9)", Value::Null).is_err());
        assert!(on("substring('abc', 2, 1)", Value::Null).is_err());
    }

    #[test]
    fn parts_are_trimmed_and_typed() {
        same(&[
            ("split('a,1,2.5', ',')", "['a', 1, 2.5]"),
            ("split('b , c', ',')", "['b', 'c']"),
            ("split('1:2')", "[1, 2]"),
            ("split(',a,,', ',')", "['', 'a']"),
            ("split('', ',')", "['']"),
        ]);
    }

    #[test]
    fn regular_expressions() {
        let text = Value::str("a1b22c1");
        let expected = Value::set([Value::str("1"), Value::str("22")]);
        assert_eq!(on("findRegex(x, '(\\\\d+)')", text.clone()), Ok(expected));
        assert_eq!(on("findRegexOnce(x, 'b(\\\\d+)')", text.clone()), Ok(Value::str("22")));
        assert_eq!(on("findRegexOnce(x, 'z(.)')", text.clone()), Ok(Value::str("")));
        let error = on("matches(x, '(')", text).unwrap_err();
        assert_eq!(error.code, Code::Syntax);
        assert!(error.message.starts_with("the regular expression \"(\": "), "{error}");
    }
}
