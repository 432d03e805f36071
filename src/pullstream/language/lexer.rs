//! Text to tokens, each with its place; a line that starts at the margin begins a statement.

use crate::error::{Code, Error, Result};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token<'a> {
    Number(i64),
    Name(&'a str),
    Symbol(&'static str),
    /// Ends a statement: `;` or a new line at the margin.
    Break,
    End,
}

#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

/// An error of the text, with its place.
pub fn wrong(place: Place, message: &str) -> Error {
    Error::new(Code::Syntax, format!("{}:{}: {message}", place.line, place.column))
}

/// The longest first, so that `::=` is not read as `:`.
const SYMBOLS: [&str; 25] = [
    "::=", ":=", "->", "=>", "<=", ">=", "!=", ":", "=", "<", ">", "&", "|", "!", "+", "-", "(", ")", "[", "]", "{",
    "}", ",", ".", "?",
];

/// All tokens of a text, the last one `End`. Comments run from `//` to the end of the line.
pub fn tokens(text: &str) -> Result<Vec<(Token<'_>, Place)>> {
    let mut found: Vec<(Token, Place)> = Vec::new();
    // The column of the first token: lines further right continue the statement above them.
    let mut margin = None;
    let mut braces = 0usize;
    let mut end = Place { line: 1, column: 1 };
    for (number, line) in text.split('\n').enumerate() {
        let mut rest = line;
        let mut column = 1;
        let mut fresh = true;
        while let Some(c) = rest.chars().next() {
            let place = Place { line: number + 1, column };
            let n = if c.is_whitespace() {
                c.len_utf8()
            } else if rest.starts_with("//") {
                rest.len()
            } else {
                let margin = *margin.get_or_insert(column);
                if fresh && column <= margin && !found.is_empty() {
                    found.push((Token::Break, place));
                }
                fresh = false;
                let (token, n) = token(rest, c, place)?;
                match token {
                    Token::Symbol("{") => braces += 1,
                    Token::Symbol("}") => braces = braces.saturating_sub(1),
                    _ => {}
                }
                // Between braces `;` separates cases.
                found.push((if token == Token::Break && braces > 0 { Token::Symbol(";") } else { token }, place));
                n
            };
            column += rest[..n].chars().count();
            rest = &rest[n..];
        }
        end = Place { line: number + 1, column };
    }
    found.push((Token::End, end));
    Ok(found)
}

fn token(rest: &str, c: char, place: Place) -> Result<(Token<'_>, usize)> {
    let run = |test: fn(char) -> bool| rest.find(|d: char| !test(d)).unwrap_or(rest.len());
    if c.is_ascii_digit() {
        let n = run(|d| d.is_ascii_digit());
        let number = rest[..n].parse::<u32>().map_err(|_| wrong(place, "a number is at most 4294967295"))?;
        return Ok((Token::Number(i64::from(number)), n));
    }
    if c.is_ascii_alphabetic() {
        let n = run(|d| d.is_ascii_alphanumeric() || d == '_');
        return Ok((Token::Name(&rest[..n]), n));
    }
    match c {
        ';' => Ok((Token::Break, 1)),
        '\'' => Ok((Token::Symbol("'"), 1)),
        '#' => Ok((Token::Symbol("#"), 1)),
        _ => match SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            Some(symbol) => Ok((Token::Symbol(symbol), symbol.len())),
            None => Err(wrong(place, &format!("unexpected character {c:?}"))),
        },
    }
}
