//! Tokens to statements, by descent in the priorities of Table 5; errors say the place and what was expected.

use super::lexer::{Place, Token, tokens, wrong};
use super::{Arg, Atom, Definition, Event, Expr, Item, Pattern, Port, RELATIONS, Sort, Statement, Term, What};
use crate::error::{Error, Result};

/// Expressions nest at most this deep, so that no text can exhaust the stack.
const DEPTH: usize = 64;
/// Bytes of one text.
const BYTES: usize = 1_000_000;
const RESERVED: [&str; 5] = ["parameter", "where", "true", "false", "empty"];

/// The statements of a specification.
pub fn parse(text: &str) -> Result<Vec<Statement>> {
    let mut parser = Parser::new(text)?;
    let mut statements = Vec::new();
    loop {
        while parser.peek() == Token::Break {
            parser.next();
        }
        if parser.peek() == Token::End {
            return Ok(statements);
        }
        let Place { line, column } = parser.place();
        let sort = parser.statement()?;
        parser.end("an operator or the end of the statement")?;
        statements.push(Statement { sort, line, column });
    }
}

/// An antecedent or a partial order that stands alone.
pub fn expression(text: &str) -> Result<Expr> {
    let mut parser = Parser::new(text)?;
    let expr = parser.or()?;
    parser.whole("an operator or the end", expr)
}

/// An event that stands alone.
pub fn event(text: &str) -> Result<Event> {
    let mut parser = Parser::new(text)?;
    let event = parser.event()?;
    parser.whole("the end", event)
}

struct Parser<'a> {
    tokens: Vec<(Token<'a>, Place)>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>> {
        if text.len() > BYTES {
            return Err(Error::limit(format!("a text of {} bytes: at most {BYTES}", text.len())));
        }
        Ok(Parser { tokens: tokens(text)?, at: 0, depth: 0 })
    }
    fn peek(&self) -> Token<'a> {
        self.tokens[self.at].0
    }
    fn ahead(&self, n: usize) -> Token<'a> {
        self.tokens.get(self.at + n).map_or(Token::End, |t| t.0)
    }
    fn place(&self) -> Place {
        self.tokens[self.at].1
    }
    fn next(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }
    fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(s) if s == symbol);
        if found {
            self.next();
        }
        found
    }
    fn expect(&mut self, symbol: &str) -> Result<()> {
        if self.eat(symbol) { Ok(()) } else { Err(self.expected(symbol)) }
    }
    fn expected(&self, what: &str) -> Error {
        let got = match self.peek() {
            Token::Number(n) => n.to_string(),
            Token::Name(name) => name.to_string(),
            Token::Symbol(symbol) => symbol.to_string(),
            Token::Break if matches!(self.ahead(1), Token::End) => "the end".into(),
            Token::Break => "the end of the statement".into(),
            Token::End => "the end".into(),
        };
        wrong(self.place(), &format!("expected {what}, got {got}"))
    }
    fn end(&self, what: &str) -> Result<()> {
        if matches!(self.peek(), Token::Break | Token::End) { Ok(()) } else { Err(self.expected(what)) }
    }
    fn whole<T>(&mut self, what: &str, found: T) -> Result<T> {
        while self.peek() == Token::Break {
            self.next();
        }
        if self.peek() == Token::End { Ok(found) } else { Err(self.expected(what)) }
    }
    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Error::limit(format!(
                "{}:{}: nests deeper than {DEPTH}",
                self.place().line,
                self.place().column
            )));
        }
        Ok(())
    }

    fn statement(&mut self) -> Result<Sort> {
        if self.peek() == Token::Name("parameter") {
            self.next();
            let name = self.name("a parameter's name")?;
            let condition = if self.eat(":") { Some(self.or()?) } else { None };
            return Ok(Sort::Parameter(name, condition));
        }
        if self.defines() {
            return Ok(Sort::Definition(self.definition()?));
        }
        let place = self.place();
        let left = self.or()?;
        if self.eat("=>") {
            return Ok(Sort::Rule(self.event()?, left, false));
        }
        if self.eat("<=") {
            let Expr::Event(event) = left else {
                return Err(wrong(place, "expected one event before <="));
            };
            return Ok(Sort::Rule(event, self.or()?, true));
        }
        Ok(Sort::Order(left))
    }

    /// Whether `name ::=` or `name(...) ::=` comes next.
    fn defines(&self) -> bool {
        let mut n = 1;
        if self.ahead(n) == Token::Symbol("(") {
            while !matches!(self.ahead(n), Token::Symbol(")") | Token::Break | Token::End) {
                n += 1;
            }
            n += 1;
        }
        matches!(self.peek(), Token::Name(_)) && self.ahead(n) == Token::Symbol("::=")
    }

    fn definition(&mut self) -> Result<Definition> {
        self.deeper()?;
        let name = self.name("a function's name")?;
        let mut parameters = Vec::new();
        if self.eat("(") {
            loop {
                let name = self.name("a parameter")?;
                let index = if self.eat("[") {
                    let index = self.name("an index variable")?;
                    self.expect("]")?;
                    Some(index)
                } else {
                    None
                };
                parameters.push(Pattern { name, index });
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        self.expect("::=")?;
        let body = self.or()?;
        let mut inner = Vec::new();
        // Only the outermost definition takes the `where`s, so that a list of them reads as one list.
        while self.depth == 1 && self.peek() == Token::Name("where") {
            self.next();
            inner.push(self.definition()?);
        }
        self.depth -= 1;
        Ok(Definition { name, parameters, body, inner })
    }

    fn name(&mut self, what: &str) -> Result<String> {
        match self.peek() {
            Token::Name(name) if !RESERVED.contains(&name) => {
                self.next();
                Ok(name.to_string())
            }
            _ => Err(self.expected(what)),
        }
    }

    fn or(&mut self) -> Result<Expr> {
        self.deeper()?;
        let expr = self.list("|", Expr::Or, Self::and)?;
        self.depth -= 1;
        Ok(expr)
    }
    fn and(&mut self) -> Result<Expr> {
        self.list("&", Expr::And, Self::prefix)
    }
    fn list(
        &mut self,
        symbol: &str,
        join: fn(Vec<Expr>) -> Expr,
        operand: fn(&mut Self) -> Result<Expr>,
    ) -> Result<Expr> {
        let first = operand(self)?;
        let mut all = vec![first];
        while self.eat(symbol) {
            all.push(operand(self)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { join(all) })
    }

    /// `!` and quantifiers bind less than `->` and more than `&` (Table 5).
    fn prefix(&mut self) -> Result<Expr> {
        self.deeper()?;
        let expr = if self.eat("!") {
            Expr::Not(Box::new(self.prefix()?))
        } else if let (Token::Name(letter @ ("E" | "A")), Token::Name(_)) = (self.peek(), self.ahead(1)) {
            self.next();
            let mut variables = vec![self.name("a variable")?];
            while self.eat(",") {
                variables.push(self.name("a variable")?);
            }
            self.expect(".")?;
            Expr::Quantified(letter == "A", variables, Box::new(self.prefix()?))
        } else {
            self.list("->", Expr::Before, Self::primary)?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn primary(&mut self) -> Result<Expr> {
        if self.eat("(") {
            let inner = self.or()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.eat("{") {
            let mut cases = Vec::new();
            loop {
                let condition = self.or()?;
                self.expect("?")?;
                cases.push((condition, self.or()?));
                if !self.eat(";") {
                    break;
                }
            }
            self.expect("}")?;
            return Ok(Expr::Cases(cases));
        }
        match self.peek() {
            Token::Number(_) => self.relation(),
            Token::Name("true" | "false") => {
                let truth = self.peek() == Token::Name("true");
                self.next();
                Ok(Expr::Bool(truth))
            }
            Token::Name("empty") => {
                self.next();
                Ok(Expr::Empty)
            }
            Token::Name(name) if !RESERVED.contains(&name) => match self.port()? {
                Some(port) => self.ported(port),
                None => self.named(name),
            },
            _ => Err(self.expected("an event, a relation or (")),
        }
    }

    /// `TI:` or `U[1]:`, if that comes next.
    fn port(&mut self) -> Result<Option<Port>> {
        let Token::Name(name) = self.peek() else { return Ok(None) };
        if !name.bytes().all(|b| b.is_ascii_uppercase()) {
            return Ok(None);
        }
        let start = self.at;
        self.next();
        let index = if self.eat("[") {
            let index = self.term()?;
            if !self.eat("]") {
                self.at = start;
                return Ok(None);
            }
            Some(index)
        } else {
            None
        };
        if self.eat(":") {
            return Ok(Some(Port { name: name.to_string(), index }));
        }
        self.at = start;
        Ok(None)
    }

    fn ported(&mut self, port: Port) -> Result<Expr> {
        if self.eat("(") {
            let inner = self.or()?;
            self.expect(")")?;
            return Ok(Expr::At(port, Box::new(inner)));
        }
        match (self.peek(), self.ahead(1)) {
            (Token::Name("empty"), _) => {
                self.next();
                Ok(Expr::At(port, Box::new(Expr::Empty)))
            }
            (Token::Name(name), Token::Symbol("(")) if !RESERVED.contains(&name) => {
                Ok(Expr::At(port, Box::new(self.call(name)?)))
            }
            _ => Ok(Expr::Event(Event { port: Some(port), what: self.what()? })),
        }
    }

    /// What starts with a name and has no port.
    fn named(&mut self, name: &str) -> Result<Expr> {
        match self.ahead(1) {
            Token::Symbol("(") => self.call(name),
            Token::Symbol("[" | "'" | "#" | ":=") => Ok(Expr::Event(Event { port: None, what: self.what()? })),
            Token::Symbol(s) if s == "+" || s == "-" || RELATIONS.contains(&s) => self.relation(),
            _ => {
                self.next();
                Ok(Expr::Name(name.to_string()))
            }
        }
    }

    fn call(&mut self, name: &str) -> Result<Expr> {
        self.next();
        self.next();
        let mut arguments = vec![self.or()?];
        while self.eat(",") {
            arguments.push(self.or()?);
        }
        self.expect(")")?;
        Ok(Expr::Call(name.to_string(), arguments))
    }

    fn relation(&mut self) -> Result<Expr> {
        let first = self.term()?;
        let mut rest = Vec::new();
        while let Some(operator) = RELATIONS.iter().position(|r| self.eat(r)) {
            rest.push((operator, self.term()?));
        }
        Ok(if rest.is_empty() { Expr::Term(first) } else { Expr::Relation(first, rest) })
    }

    fn term(&mut self) -> Result<Term> {
        let mut parts = vec![(false, self.atom()?)];
        loop {
            let minus = self.eat("-");
            if !minus && !self.eat("+") {
                return Ok(Term(parts));
            }
            parts.push((minus, self.atom()?));
        }
    }
    fn atom(&mut self) -> Result<Atom> {
        if let Token::Number(n) = self.peek() {
            self.next();
            return Ok(Atom::Number(n));
        }
        Ok(Atom::Name(self.name("a number or a variable")?))
    }

    fn event(&mut self) -> Result<Event> {
        let port = self.port()?;
        Ok(Event { port, what: self.what()? })
    }

    fn what(&mut self) -> Result<What> {
        let place = self.place();
        let name = self.name("an event")?;
        if self.eat("#") {
            let index = Term(vec![(false, self.atom()?)]);
            let arguments = if self.eat("(") { self.arguments(")")? } else { Vec::new() };
            return Ok(What::Method(name, index, arguments));
        }
        let primes = self.primes();
        let arguments = if self.eat("[") { self.arguments("]")? } else { Vec::new() };
        if self.eat(":=") {
            let variable = match (arguments.as_slice(), primes) {
                ([], 0) => Arg::Term(Term(vec![(false, Atom::Name(name))])),
                ([Arg::Term(index)], _) => Arg::Item(Item { name, primes, index: index.clone() }),
                _ => return Err(wrong(place, "expected a stream variable such as x[i] before :=")),
            };
            return Ok(What::Answer(variable, self.argument()?));
        }
        match (primes, arguments.as_slice()) {
            (0, _) => Ok(What::Request(name, arguments)),
            // A primed item alone is the argument of a call: it keeps its shape in one argument.
            (_, [Arg::Term(index)]) => {
                Ok(What::Request(String::new(), vec![Arg::Item(Item { name, primes, index: index.clone() })]))
            }
            _ => Err(wrong(place, "expected an event; a primed name is a stream variable such as x'[i]")),
        }
    }

    fn primes(&mut self) -> usize {
        let mut n = 0;
        while self.eat("'") {
            n += 1;
        }
        n
    }

    fn arguments(&mut self, close: &str) -> Result<Vec<Arg>> {
        let mut all = vec![self.argument()?];
        while self.eat(",") {
            all.push(self.argument()?);
        }
        self.expect(close)?;
        Ok(all)
    }

    fn argument(&mut self) -> Result<Arg> {
        if let (Token::Name(name), Token::Symbol("[" | "'")) = (self.peek(), self.ahead(1)) {
            let name = name.to_string();
            self.next();
            let primes = self.primes();
            self.expect("[")?;
            let index = self.term()?;
            self.expect("]")?;
            return Ok(Arg::Item(Item { name, primes, index }));
        }
        Ok(Arg::Term(self.term()?))
    }
}
