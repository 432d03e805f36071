//! SMV text as words and signs, comments left out.

use super::super::trace::wrong;
use super::syntax::Place;
use crate::error::Result;

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Word(String),
    Number(i32),
    Sign(&'static str),
    End,
}

/// Signs, longer ones before those they start with.
const SIGNS: [&str; 30] = [
    "<->", ":=", "->", "<=", ">=", "!=", "..", "<<", ">>", "::", "&", "|", "!", "=", "<", ">", "+", "-", "*", "/", "?",
    ":", ";", ",", "(", ")", "{", "}", "[", "]",
];

/// Numbers a structure may speak of are smaller than this.
const MOST: i32 = 1_000_000;

/// The tokens with their places; the last is the end.
pub fn tokens(text: &str) -> Result<Vec<(Token, Place)>> {
    let mut list = Vec::new();
    let mut rest = text;
    let mut place = (1, 1);
    while let Some(c) = rest.chars().next() {
        let length = if c.is_whitespace() {
            c.len_utf8()
        } else if rest.starts_with("/--") {
            let end = rest.find("--/").ok_or_else(|| wrong(place, "expected '--/' at the end of this comment"))?;
            end + 3
        } else if rest.starts_with("--") {
            rest.find('\n').unwrap_or(rest.len())
        } else if c.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..length].parse().ok().filter(|n| *n < MOST);
            let number = number.ok_or_else(|| wrong(place, format!("expected a number below {MOST}")))?;
            list.push((Token::Number(number), place));
            length
        } else if c.is_ascii_alphabetic() || c == '_' {
            let length = word(rest);
            list.push((Token::Word(rest[..length].to_string()), place));
            length
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            list.push((Token::Sign(sign), place));
            sign.len()
        } else {
            return Err(wrong(place, format!("expected SMV, got '{c}'")));
        };
        for c in rest[..length].chars() {
            place = if c == '\n' { (place.0 + 1, 1) } else { (place.0, place.1 + 1) };
        }
        rest = &rest[length..];
    }
    list.push((Token::End, place));
    Ok(list)
}

/// Letters, digits and `_ $ #`; `-` and `.` between such, as in `my-state` and `m.x`.
fn word(text: &str) -> usize {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '#');
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    let mut end = 0;
    loop {
        end += text[end..].find(|c| !part(c)).unwrap_or(text.len() - end);
        let mut after = text[end..].chars();
        let goes_on = match (after.next(), after.next()) {
            (Some('-'), Some(c)) => part(c),
            (Some('.'), Some(c)) => starts(c),
            _ => false,
        };
        if !goes_on {
            return end;
        }
        end += 1;
    }
}
