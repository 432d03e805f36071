//! Text to tokens, each with its place.

use crate::error::{Code, Error, Result};

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Number(f64),
    Text(String),
    Name(String),
    Symbol(&'static str),
    End,
}

#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

/// An error of the text, with its place.
pub fn wrong(place: Place, message: impl std::fmt::Display) -> Error {
    Error::new(Code::Syntax, format!("{}:{}: {message}", place.line, place.column))
}

/// The longest first, so that `<=` is not read as `<`.
const SYMBOLS: [&str; 37] = [
    "===", "!==", "=>", "==", "!=", "<=", ">=", "&&", "||", "->", "<->", "**", "+", "-", "*", "/", "%", "<", ">", "!",
    "?", ":", "(", ")", "[", "]", "{", "}", ",", ".", "@", "$", "&", "|", "=", ";", "~",
];

/// All tokens of a text, the last one `End`.
pub fn tokens(text: &str) -> Result<Vec<(Token, Place)>> {
    let mut found = Vec::new();
    let mut place = Place { line: 1, column: 1 };
    let mut rest = text;
    let advance = |rest: &mut &str, place: &mut Place, n: usize| {
        for c in rest[..n].chars() {
            if c == '\n' {
                place.line += 1;
                place.column = 1;
            } else {
                place.column += 1;
            }
        }
        *rest = &rest[n..];
    };
    while let Some(c) = rest.chars().next() {
        let start = place;
        if c.is_whitespace() {
            advance(&mut rest, &mut place, c.len_utf8());
        } else if c.is_ascii_digit() || (c == '.' && rest[1..].starts_with(|d: char| d.is_ascii_digit())) {
            let n = number_length(rest);
            let number = rest[..n].parse().map_err(|_| wrong(start, "a malformed number"))?;
            found.push((Token::Number(number), start));
            advance(&mut rest, &mut place, n);
        } else if c.is_alphabetic() || c == '_' {
            let n = rest.find(|d: char| !d.is_alphanumeric() && d != '_').unwrap_or(rest.len());
            found.push((Token::Name(rest[..n].to_string()), start));
            advance(&mut rest, &mut place, n);
        } else if c == '\'' || c == '"' {
            let (string, n) = string_literal(rest, c, start)?;
            found.push((Token::Text(string), start));
            advance(&mut rest, &mut place, n);
        } else if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            found.push((Token::Symbol(symbol), start));
            advance(&mut rest, &mut place, symbol.len());
        } else {
            return Err(wrong(start, format!("unexpected character {c:?}")));
        }
    }
    found.push((Token::End, place));
    Ok(found)
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut n = 0;
    let digits = |n: &mut usize| {
        while *n < bytes.len() && bytes[*n].is_ascii_digit() {
            *n += 1;
        }
    };
    digits(&mut n);
    // A point without a digit after it is a member's: `$0.v`.
    if n + 1 < bytes.len() && bytes[n] == b'.' && bytes[n + 1].is_ascii_digit() {
        n += 1;
        digits(&mut n);
    }
    if n < bytes.len() && (bytes[n] | 32) == b'e' {
        let mut m = n + 1;
        if m < bytes.len() && (bytes[m] == b'+' || bytes[m] == b'-') {
            m += 1;
        }
        if m < bytes.len() && bytes[m].is_ascii_digit() {
            n = m;
            digits(&mut n);
        }
    }
    n
}

fn string_literal(text: &str, quote: char, start: Place) -> Result<(String, usize)> {
    let mut string = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((i, c)) = chars.next() {
        match c {
            c if c == quote => return Ok((string, i + 1)),
            '\n' => break,
            '\\' => match chars.next().map(|(_, e)| e) {
                Some('n') => string.push('\n'),
                Some('t') => string.push('\t'),
                Some('r') => string.push('\r'),
                Some('u') => {
                    let code: String = chars.by_ref().take(4).map(|(_, d)| d).collect();
                    let c = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                    string.push(c.ok_or_else(|| wrong(start, "\\u wants four hexadecimal digits"))?);
                }
                Some(other) => string.push(other),
                None => break,
            },
            c => string.push(c),
        }
    }
    Err(wrong(start, "a string that is not closed"))
}
