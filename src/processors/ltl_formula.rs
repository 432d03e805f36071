//! The text of an LTL formula, parsed.
//!
//! From the loosest to the tightest: `<->`, `->` (to the right), `|`, `&`, `U` (to the right), then `!`, `G`, `F`, `X`.
//! An atom is a name, `true`, `false`, or an expression over `x` in braces: `{x.v > 3}`.

use crate::error::{Code, Error, Result};

#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    Atom(String),
    Test(String),
    Constant(bool),
    Unary(char, Box<Formula>),
    Binary(&'static str, Box<Formula>, Box<Formula>),
}

/// Formulas nest at most this deep, so that no text can exhaust the stack.
const DEPTH: usize = 64;

/// Binary operators, loosest first, and whether they group to the right.
const LEVELS: [(&str, bool); 5] = [("<->", false), ("->", true), ("|", false), ("&", false), ("U", true)];

/// Parses a formula.
pub fn parse(text: &str) -> Result<Formula> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let formula = parser.binary(0)?;
    parser.space();
    if parser.at < text.len() { Err(parser.expected("an operator or the end")) } else { Ok(formula) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }
    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }
    fn expected(&self, what: &str) -> Error {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let got = self.rest().chars().next().map_or("the end".to_string(), |c| format!("'{c}'"));
        Error::new(Code::Syntax, format!("{line}:{column}: expected {what}, got {got}"))
    }
    fn name(&self) -> &'a str {
        let rest = self.rest();
        &rest[..rest.find(|c| !in_name(c)).unwrap_or(rest.len())]
    }
    fn eat(&mut self, symbol: &str) -> bool {
        self.space();
        let found = if symbol == "U" { self.name() == "U" } else { self.rest().starts_with(symbol) };
        if found {
            self.at += symbol.len();
            // `&&` and `||` are as good as `&` and `|`.
            if matches!(symbol, "&" | "|") && self.rest().starts_with(symbol) {
                self.at += 1;
            }
        }
        found
    }
    fn binary(&mut self, level: usize) -> Result<Formula> {
        let Some((symbol, to_the_right)) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while self.eat(symbol) {
            self.deeper()?;
            let right = self.binary(if *to_the_right { level } else { level + 1 })?;
            self.depth -= 1;
            left = Formula::Binary(symbol, Box::new(left), Box::new(right));
        }
        Ok(left)
    }
    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Error::limit(format!("the formula nests deeper than {DEPTH}")));
        }
        Ok(())
    }
    fn unary(&mut self) -> Result<Formula> {
        self.deeper()?;
        self.space();
        let name = self.name();
        let formula = match (self.rest().chars().next(), name) {
            (Some('!'), _) | (_, "G" | "F" | "X") => {
                let operator = self.rest().chars().next().unwrap_or('!');
                self.at += 1;
                Formula::Unary(operator, Box::new(self.unary()?))
            }
            (Some('('), _) => {
                self.at += 1;
                let inner = self.binary(0)?;
                if !self.eat(")") {
                    return Err(self.expected("')'"));
                }
                inner
            }
            (Some('{'), _) => self.test()?,
            (_, "" | "U") => return Err(self.expected("a formula")),
            (_, name) => {
                self.at += name.len();
                match name {
                    "true" => Formula::Constant(true),
                    "false" => Formula::Constant(false),
                    _ => Formula::Atom(name.to_string()),
                }
            }
        };
        self.depth -= 1;
        Ok(formula)
    }
    /// An expression in braces, which may hold braces of its own.
    fn test(&mut self) -> Result<Formula> {
        let mut open = 0;
        for (k, c) in self.rest().char_indices() {
            match c {
                '{' => open += 1,
                '}' => open -= 1,
                _ => {}
            }
            if open == 0 {
                let text = self.rest()[1..k].to_string();
                self.at += k + 1;
                return Ok(Formula::Test(text));
            }
        }
        self.at = self.text.len();
        Err(self.expected("'}'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_they_should() {
        for (text, explicit) in [
            ("G a -> F b", "(G a) -> (F b)"),
            ("a U b & c", "(a U b) & c"),
            ("a -> b -> c", "a -> (b -> c)"),
            ("!a | b <-> c", "((!a) | b) <-> c"),
            ("a && b || true", "(a & b) | true"),
        ] {
            assert_eq!(parse(text).unwrap(), parse(explicit).unwrap(), "{text}");
        }
        assert_eq!(parse("{x.v > {a: 3}.a}").unwrap(), Formula::Test("x.v > {a: 3}.a".into()));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(parse("G (a -> ").unwrap_err().message, "1:9: expected a formula, got the end");
        assert_eq!(parse("a b").unwrap_err().message, "1:3: expected an operator or the end, got 'b'");
        assert_eq!(parse(&"!".repeat(100)).unwrap_err().code, Code::Limit);
    }
}
