//! Formulas from text: CTL and LTL over the names of a system, errors with their place and what was expected.
//!
//! From the loosest to the tightest: `<->`, `->` (to the right), `|`, `&`, `U` `R` `W` (LTL), comparisons, `+ -`,
//! `* %`, then `!`, `-` and the temporal operators. `&&`, `||`, `==`, `mod` and `V` (for `R`) are taken too. A name
//! is a label of the system, such as `out.b` or `sum.queue[1].length`; one with other signs in it goes between
//! backquotes.

use super::formula::{Formula, One, Two};
use super::system::System;
use crate::error::{Code, Error, Result};
use crate::term::{Sort, Term, Terms};
use crate::value::Value;
use indexmap::IndexMap;

/// Formulas nest at most this deep, so that no text can exhaust the stack.
const DEPTH: usize = 64;

/// Parses a formula of CTL.
pub fn parse_ctl(text: &str, system: &mut System) -> Result<Formula> {
    Parser::new(text, &mut system.terms, &system.labels, Some(true))?.whole()
}

/// Parses a formula of LTL.
pub fn parse_ltl(text: &str, system: &mut System) -> Result<Formula> {
    Parser::new(text, &mut system.terms, &system.labels, Some(false))?.whole()
}

/// Parses an expression without temporal operators.
pub fn parse_term(text: &str, terms: &mut Terms, labels: &IndexMap<String, Term>) -> Result<Term> {
    match Parser::new(text, terms, labels, None)?.parse()? {
        Item::Term(t) | Item::Formula(Formula::Is(t)) => Ok(t),
        Item::Formula(_) => Err(Error::new(Code::Syntax, "1:1: expected an expression, got a formula")),
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Number(i32),
    Text(String),
    Sign(&'static str),
    End,
}

/// Signs, longest first.
const SIGNS: [&str; 24] = [
    "<->", "->", "<=", ">=", "!=", "==", "&&", "||", "&", "|", "!", "=", "<", ">", "(", ")", "[", "]", "+", "-", "*",
    "%", "?", ":",
];

fn wrong(text: &str, at: usize, message: String) -> Error {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    Error::new(Code::Syntax, format!("{line}:{column}: {message}"))
}

fn tokens(text: &str) -> Result<Vec<(Token, usize)>> {
    let mut list = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let c = rest.chars().next().unwrap_or(' ');
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (token, length) = if c.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let n = rest[..length].parse().map_err(|_| wrong(text, at, "expected a smaller number".into()))?;
            (Token::Number(n), length)
        } else if c == '\'' || c == '"' {
            let Some(end) = rest[1..].find(c) else {
                return Err(wrong(text, text.len(), format!("expected {c}, got the end")));
            };
            (Token::Text(rest[1..=end].to_string()), end + 2)
        } else if c.is_alphabetic() || c == '_' || c == '`' {
            name(text, at)?
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Token::Sign(sign), sign.len())
        } else {
            return Err(wrong(text, at, format!("expected a formula, got '{c}'")));
        };
        list.push((token, at));
        at += length;
    }
    list.push((Token::End, text.len()));
    Ok(list)
}

/// A name: letters, digits, `_`, `.`, `[3]`, and anything between backquotes.
fn name(text: &str, start: usize) -> Result<(Token, usize)> {
    let mut found = String::new();
    let mut at = start;
    while let Some(c) = text[at..].chars().next() {
        if c == '`' {
            let Some(end) = text[at + 1..].find('`') else {
                return Err(wrong(text, text.len(), "expected `, got the end".into()));
            };
            found.push_str(&text[at + 1..at + 1 + end]);
            at += end + 2;
        } else if c.is_alphanumeric() || c == '_' || (c == '.' && !found.is_empty()) {
            found.push(c);
            at += c.len_utf8();
        } else if c == '[' {
            // `E [p U q]` and `E[p U q]` are operators; a place in a queue is a number.
            let inner = &text[at + 1..];
            let end = inner.find(']').unwrap_or(0);
            if end == 0 || !inner[..end].chars().all(|c| c.is_ascii_digit()) {
                break;
            }
            found.push_str(&text[at..at + end + 2]);
            at += end + 2;
        } else {
            break;
        }
    }
    Ok((Token::Name(found), at - start))
}

enum Item {
    Term(Term),
    Formula(Formula),
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: usize,
    terms: &'a mut Terms,
    labels: &'a IndexMap<String, Term>,
    /// CTL, LTL, or no temporal operators at all.
    branching: Option<bool>,
}

impl<'a> Parser<'a> {
    fn new(
        text: &'a str,
        terms: &'a mut Terms,
        labels: &'a IndexMap<String, Term>,
        branching: Option<bool>,
    ) -> Result<Parser<'a>> {
        Ok(Parser { text, tokens: tokens(text)?, at: 0, depth: 0, terms, labels, branching })
    }
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }
    fn place(&self) -> usize {
        self.tokens[self.at].1
    }
    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }
    fn eat(&mut self, signs: &[&str]) -> Option<&'static str> {
        match self.peek() {
            Token::Sign(sign) if signs.contains(sign) => {
                let sign = *sign;
                self.next();
                Some(sign)
            }
            _ => None,
        }
    }
    fn eat_name(&mut self, names: &[&str]) -> Option<String> {
        match self.peek() {
            Token::Name(name) if names.contains(&name.as_str()) => {
                let name = name.clone();
                self.next();
                Some(name)
            }
            _ => None,
        }
    }
    fn wrong(&self, message: String) -> Error {
        wrong(self.text, self.place(), message)
    }
    fn expected(&self, what: &str) -> Error {
        let got = match self.peek() {
            Token::Name(name) => format!("'{name}'"),
            Token::Number(n) => n.to_string(),
            Token::Text(text) => format!("'{text}'"),
            Token::Sign(sign) => format!("'{sign}'"),
            Token::End => "the end".into(),
        };
        self.wrong(format!("expected {what}, got {got}"))
    }
    fn expect(&mut self, sign: &'static str) -> Result<()> {
        self.eat(&[sign]).map(|_| ()).ok_or_else(|| self.expected(&format!("'{sign}'")))
    }
    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Error::limit(format!("the formula nests deeper than {DEPTH}")));
        }
        Ok(())
    }

    fn whole(mut self) -> Result<Formula> {
        let item = self.parse()?;
        self.formula(item)
    }
    fn parse(&mut self) -> Result<Item> {
        let item = self.choice()?;
        if *self.peek() != Token::End {
            return Err(self.expected("an operator or the end"));
        }
        Ok(item)
    }

    fn formula(&mut self, item: Item) -> Result<Formula> {
        match item {
            Item::Formula(f) => Ok(f),
            Item::Term(t) if self.terms.sort(t) == Sort::Bool => Ok(Formula::Is(t)),
            Item::Term(_) => Err(self.wrong("expected something true or false before this, got a value".into())),
        }
    }
    fn number(&mut self, item: Item) -> Result<Term> {
        match item {
            Item::Term(t) if self.terms.sort(t) == Sort::Int => Ok(t),
            _ => Err(self.wrong("expected a number before this".into())),
        }
    }

    fn choice(&mut self) -> Result<Item> {
        self.deeper()?;
        let condition = self.equivalence()?;
        let item = if self.eat(&["?"]).is_some() {
            let condition = self.formula(condition)?;
            let Formula::Is(c) = condition else { return Err(self.expected("a condition without temporal operators")) };
            let yes = self.choice()?;
            self.expect(":")?;
            let no = self.choice()?;
            match (yes, no) {
                (Item::Term(a), Item::Term(b)) => {
                    let (a, b) = self.terms.alike(a, b);
                    Item::Term(self.terms.choose(c, a, b))
                }
                _ => return Err(self.expected("values on both sides of ':'")),
            }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(item)
    }
    fn equivalence(&mut self) -> Result<Item> {
        let mut left = self.implication()?;
        while self.eat(&["<->"]).is_some() {
            let right = self.implication()?;
            let (a, b) = (self.formula(left)?, self.formula(right)?);
            let t = &mut *self.terms;
            let both = a.clone().and(b.clone(), t);
            let neither = a.not(t).and(b.not(t), t);
            left = Item::Formula(both.or(neither, t));
        }
        Ok(left)
    }
    fn implication(&mut self) -> Result<Item> {
        let left = self.disjunction()?;
        if self.eat(&["->"]).is_none() {
            return Ok(left);
        }
        self.deeper()?;
        let right = self.implication()?;
        self.depth -= 1;
        let (a, b) = (self.formula(left)?, self.formula(right)?);
        let denied = a.not(self.terms);
        Ok(Item::Formula(denied.or(b, self.terms)))
    }
    fn disjunction(&mut self) -> Result<Item> {
        let mut left = self.conjunction()?;
        while self.eat(&["|", "||"]).is_some() {
            let right = self.conjunction()?;
            let (a, b) = (self.formula(left)?, self.formula(right)?);
            left = Item::Formula(a.or(b, self.terms));
        }
        Ok(left)
    }
    fn conjunction(&mut self) -> Result<Item> {
        let mut left = self.until()?;
        while self.eat(&["&", "&&"]).is_some() {
            let right = self.until()?;
            let (a, b) = (self.formula(left)?, self.formula(right)?);
            left = Item::Formula(a.and(b, self.terms));
        }
        Ok(left)
    }
    fn until(&mut self) -> Result<Item> {
        let left = self.comparison()?;
        if self.branching != Some(false) {
            return Ok(left);
        }
        let Some(op) = self.eat_name(&["U", "R", "V", "W"]) else { return Ok(left) };
        self.deeper()?;
        let right = self.until()?;
        self.depth -= 1;
        let (a, b) = (self.formula(left)?, self.formula(right)?);
        Ok(Item::Formula(match op.as_str() {
            "U" => a.with(Two::Until, b),
            // a W b is b R (a | b).
            "W" => b.clone().with(Two::Release, a.or(b, self.terms)),
            _ => a.with(Two::Release, b),
        }))
    }
    fn comparison(&mut self) -> Result<Item> {
        let left = self.sum()?;
        let Some(op) = self.eat(&["=", "==", "!=", "<", "<=", ">", ">="]) else { return Ok(left) };
        let right = self.sum()?;
        if matches!(op, "=" | "==" | "!=") {
            let (a, b) = match (left, right) {
                (Item::Term(a), Item::Term(b)) => self.terms.alike(a, b),
                (Item::Formula(Formula::Is(a)), Item::Term(b)) | (Item::Term(a), Item::Formula(Formula::Is(b))) => {
                    self.terms.alike(a, b)
                }
                (Item::Formula(Formula::Is(a)), Item::Formula(Formula::Is(b))) => (a, b),
                _ => return Err(self.expected("values without temporal operators on both sides")),
            };
            let same = self.terms.equal(a, b);
            return Ok(Item::Term(if op == "!=" { self.terms.not(same) } else { same }));
        }
        let (a, b) = (self.number(left)?, self.number(right)?);
        let t = &mut *self.terms;
        Ok(Item::Term(match op {
            "<" => t.less(a, b),
            ">" => t.less(b, a),
            "<=" => t.at_most(a, b),
            _ => t.at_most(b, a),
        }))
    }
    fn sum(&mut self) -> Result<Item> {
        let mut left = self.product()?;
        while let Some(op) = self.eat(&["+", "-"]) {
            let right = self.product()?;
            let (a, b) = (self.number(left)?, self.number(right)?);
            left = Item::Term(if op == "+" { self.terms.add(a, b) } else { self.terms.sub(a, b) });
        }
        Ok(left)
    }
    fn product(&mut self) -> Result<Item> {
        let mut left = self.unary()?;
        loop {
            if self.eat(&["*"]).is_some() {
                let right = self.unary()?;
                let (a, b) = (self.number(left)?, self.number(right)?);
                left = Item::Term(self.terms.mul(a, b));
            } else if self.eat(&["%"]).is_some() || self.eat_name(&["mod"]).is_some() {
                let Token::Number(by @ 1..) = self.peek().clone() else {
                    return Err(self.expected("a positive number"));
                };
                self.next();
                let a = self.number(left)?;
                left = Item::Term(self.terms.modulo(a, by));
            } else {
                return Ok(left);
            }
        }
    }
    fn unary(&mut self) -> Result<Item> {
        self.deeper()?;
        let item = self.unary_inner()?;
        self.depth -= 1;
        Ok(item)
    }
    fn unary_inner(&mut self) -> Result<Item> {
        if self.eat(&["!"]).is_some() {
            let inner = self.unary()?;
            let inner = self.formula(inner)?;
            return Ok(Item::Formula(inner.not(self.terms)));
        }
        if self.eat(&["-"]).is_some() {
            let inner = self.unary()?;
            let (zero, a) = (self.terms.int(0), self.number(inner)?);
            return Ok(Item::Term(self.terms.sub(zero, a)));
        }
        let place = self.place();
        if let Token::Name(name) = self.peek().clone() {
            if let Some(op) = temporal(&name) {
                let branching = !matches!(op, One::Next | One::Finally | One::Globally);
                self.allowed(branching, &name, place)?;
                self.next();
                // As in SMV: `EF out.c = 9` is about the comparison.
                let inner = self.comparison()?;
                return Ok(Item::Formula(self.formula(inner)?.under(op)));
            }
            if matches!(name.as_str(), "A" | "E") && self.tokens[self.at + 1].0 == Token::Sign("[") {
                self.allowed(true, &name, place)?;
                self.next();
                self.next();
                let left = self.choice()?;
                let left = self.formula(left)?;
                if self.eat_name(&["U"]).is_none() {
                    return Err(self.expected("'U'"));
                }
                let right = self.choice()?;
                let right = self.formula(right)?;
                self.expect("]")?;
                return Ok(Item::Formula(left.with(if name == "A" { Two::Au } else { Two::Eu }, right)));
            }
        }
        self.primary()
    }
    fn allowed(&self, branching: bool, name: &str, place: usize) -> Result<()> {
        match self.branching {
            Some(b) if b == branching => Ok(()),
            Some(true) => Err(wrong(
                self.text,
                place,
                format!("expected an operator of CTL (AG, EF, A[p U q], ...), got '{name}' of LTL"),
            )),
            Some(false) => Err(wrong(
                self.text,
                place,
                format!("expected an operator of LTL (G, F, X, U, R), got '{name}' of CTL"),
            )),
            None => Err(wrong(self.text, place, format!("expected a value, got '{name}'"))),
        }
    }
    fn primary(&mut self) -> Result<Item> {
        let place = self.place();
        match self.peek().clone() {
            Token::Number(n) => {
                self.next();
                Ok(Item::Term(self.terms.int(n)))
            }
            Token::Text(text) => {
                self.next();
                let term = self.terms.value(&Value::str(&text));
                term.map(Item::Term).ok_or_else(|| self.expected("a value"))
            }
            Token::Sign("(") => {
                self.next();
                let item = self.choice()?;
                self.expect(")")?;
                Ok(item)
            }
            Token::Name(name) => {
                self.next();
                match name.as_str() {
                    "true" | "TRUE" => Ok(Item::Term(crate::term::TRUE)),
                    "false" | "FALSE" => Ok(Item::Term(crate::term::FALSE)),
                    "null" => {
                        let term = self.terms.value(&Value::Null);
                        term.map(Item::Term).ok_or_else(|| self.expected("a value"))
                    }
                    name => match self.labels.get(name) {
                        Some(term) => Ok(Item::Term(*term)),
                        None => Err(wrong(self.text, place, self.unknown(name))),
                    },
                }
            }
            _ => Err(self.expected("a formula")),
        }
    }
    /// An unknown name, with those that may have been meant.
    fn unknown(&self, name: &str) -> String {
        let head = name.split('.').next().unwrap_or(name);
        let near: Vec<&str> =
            self.labels.keys().map(String::as_str).filter(|l| l.split('.').next() == Some(head)).take(8).collect();
        let known: Vec<&str> =
            if near.is_empty() { self.labels.keys().map(String::as_str).take(12).collect() } else { near };
        format!("unknown name '{name}', expected one of {}", known.join(", "))
    }
}

fn temporal(name: &str) -> Option<One> {
    Some(match name {
        "EX" => One::Ex,
        "EF" => One::Ef,
        "EG" => One::Eg,
        "AX" => One::Ax,
        "AF" => One::Af,
        "AG" => One::Ag,
        "X" => One::Next,
        "F" => One::Finally,
        "G" => One::Globally,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Mode, Origin, VarKind};
    use crate::term::Domain;

    fn system() -> System {
        let mut system = System::new(Terms::default(), Mode::Synchronous);
        for (name, domain) in
            [("out.b", Domain::Bool), ("out.c", Domain::Range(0, 3)), ("sum.queue[1].length", Domain::Range(0, 2))]
        {
            let term = system.add(name, domain, VarKind::Input, Origin::default());
            system.labels.insert(name.to_string(), term);
        }
        system
    }

    #[test]
    fn both_logics_over_ports_and_queues() {
        for text in [
            "AG EF out.b",
            "A[out.b U sum.queue[1].length = 2]",
            "AG (out.b -> AX (out.c + 1 < 3))",
            "E [!out.b U out.c mod 2 = 1]",
        ] {
            assert!(parse_ctl(text, &mut system()).is_ok(), "{text}");
        }
        for text in ["G(out.b | X(out.b | X out.b))", "F G out.c = 1 U out.b", "out.b W out.c >= 2 & `out.b`"] {
            assert!(parse_ltl(text, &mut system()).is_ok(), "{text}");
        }
    }

    #[test]
    fn mistakes_have_a_place_and_say_what_was_expected() {
        for (text, message) in [
            ("AG EF", "1:6: expected a formula, got the end"),
            ("AG out.d", "1:4: unknown name 'out.d', expected one of out.b, out.c"),
            ("AG (out.b", "1:10: expected ')', got the end"),
            ("G out.b", "1:1: expected an operator of CTL (AG, EF, A[p U q], ...), got 'G' of LTL"),
            ("AG out.c", "1:9: expected something true or false before this, got a value"),
            ("AG out.b\n out.c", "2:2: expected an operator or the end, got 'out.c'"),
            ("AG # out.b", "1:4: expected a formula, got '#'"),
        ] {
            assert_eq!(parse_ctl(text, &mut system()).unwrap_err().message, message, "{text}");
        }
        let deep = "(".repeat(1000);
        assert_eq!(parse_ctl(&deep, &mut system()).unwrap_err().code.name(), "E_LIMIT");
    }
}
