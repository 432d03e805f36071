//! Tokens to expressions, by precedence climbing; errors say the place and what was expected.

use super::lexer::{Place, Token, tokens, wrong};
use super::{Binary, Expr, FunctionDef, Unary, named};
use crate::error::{Code, Error, Result};
use crate::value::Value;
use std::rc::Rc;

/// Expressions nest at most this deep, so that no text can exhaust the stack.
const DEPTH: usize = 64;
/// Operators and members in one expression: a chain of them is as deep as it is long.
const OPERATORS: usize = 1_000;

/// Parses an expression.
///
/// ```
/// let e = watertight::expr::parse("x.v * 2 + @bonus").unwrap();
/// assert_eq!(e.arity(), 1);
/// assert_eq!(watertight::expr::parse("x + ").unwrap_err().message, "1:5: expected a value, got the end");
/// ```
pub fn parse(text: &str) -> Result<Expr> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0, operators: 0, locals: Vec::new() };
    let expr = parser.expression()?;
    match parser.peek() {
        Token::End => Ok(expr),
        other => Err(parser.expected("an operator or the end", &other.clone())),
    }
}

struct Parser {
    tokens: Vec<(Token, Place)>,
    at: usize,
    depth: usize,
    operators: usize,
    locals: Vec<Rc<str>>,
}

// Not inlined into each other: parsing is rare, and their messages are large.
impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }
    fn place(&self) -> Place {
        self.tokens[self.at].1
    }
    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }
    fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(s) if *s == symbol);
        if found {
            self.next();
        }
        found
    }
    fn expect(&mut self, symbol: &str) -> Result<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(self.expected(&format!("'{symbol}'"), &self.peek().clone()))
    }
    #[inline(never)]
    fn expected(&self, what: &str, got: &Token) -> Error {
        wrong(self.place(), format!("expected {what}, got {}", shown(got)))
    }

    /// A name and its place.
    #[inline(never)]
    fn word(&mut self, what: &str) -> Result<(String, Place)> {
        let place = self.place();
        match self.peek().clone() {
            Token::Name(name) => {
                self.next();
                Ok((name, place))
            }
            other => Err(self.expected(what, &other)),
        }
    }

    #[inline(never)]
    fn count_operator(&mut self) -> Result<()> {
        self.operators += 1;
        if self.operators > OPERATORS {
            return Err(Error::limit(format!("the expression has more than {OPERATORS} operators and members")));
        }
        Ok(())
    }

    #[inline(never)]
    fn expression(&mut self) -> Result<Expr> {
        self.deeper()?;
        let condition = self.binary(0)?;
        let expr = if self.eat("?") {
            let yes = self.expression()?;
            self.expect(":")?;
            let no = self.expression()?;
            Expr::If(Rc::new(condition), Rc::new(yes), Rc::new(no))
        } else {
            condition
        };
        self.depth -= 1;
        Ok(expr)
    }

    #[inline(never)]
    fn binary(&mut self, least: u8) -> Result<Expr> {
        let mut sign = match self.peek() {
            Token::Symbol(sign @ ("!" | "-" | "+")) => Some(*sign),
            _ => None,
        };
        let mut left = self.unary()?;
        while let Token::Symbol(symbol) = self.peek() {
            let Some(op) = Binary::written(symbol) else { break };
            if op.precedence() < least {
                break;
            }
            // As in JS: `-x ** 2` could mean two things, so it means none.
            if let (Binary::Power, Some(sign)) = (op, sign.take()) {
                return Err(wrong(self.place(), format!("'{sign}' before '**' needs parentheses")));
            }
            self.next();
            self.count_operator()?;
            // `**` groups to the right, all others to the left.
            let above = if op == Binary::Power { op.precedence() } else { op.precedence() + 1 };
            let right = self.binary(above)?;
            left = Expr::Binary(op, Rc::new(left), Rc::new(right));
        }
        Ok(left)
    }

    #[inline(never)]
    fn unary(&mut self) -> Result<Expr> {
        let op = if self.eat("!") {
            Unary::Not
        } else if self.eat("-") {
            Unary::Minus
        } else if self.eat("+") {
            Unary::Plus
        } else {
            return self.postfix();
        };
        self.deeper()?;
        let expr = match (op, self.unary()?) {
            (Unary::Minus, Expr::Const(Value::Num(n))) => Expr::Const(Value::Num(-n)),
            (op, e) => Expr::Unary(op, Rc::new(e)),
        };
        self.depth -= 1;
        Ok(expr)
    }

    /// One bracket, function or sign further in.
    #[inline(never)]
    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Error::limit(format!("the expression nests deeper than {DEPTH}")));
        }
        Ok(())
    }

    #[inline(never)]
    fn postfix(&mut self) -> Result<Expr> {
        let mut expr = self.primary()?;
        loop {
            if matches!(self.peek(), Token::Symbol("." | "[")) {
                self.count_operator()?;
            }
            if self.eat(".") {
                let name = self.word("a member's name after '.'")?;
                safe_key(&name.0, name.1)?;
                expr = Expr::Member(Rc::new(expr), Rc::from(name.0.as_str()));
            } else if self.eat("[") {
                let place = self.place();
                let index = self.expression()?;
                self.expect("]")?;
                expr = match index {
                    Expr::Const(Value::Str(name)) => {
                        safe_key(&name, place)?;
                        Expr::Member(Rc::new(expr), name)
                    }
                    index => Expr::Index(Rc::new(expr), Rc::new(index)),
                };
            } else {
                return Ok(expr);
            }
        }
    }

    #[inline(never)]
    fn primary(&mut self) -> Result<Expr> {
        let place = self.place();
        let token = self.peek().clone();
        let unexpected = self.expected("a value", &token);
        self.next();
        match token {
            Token::Number(n) => Ok(Expr::Const(Value::Num(n))),
            Token::Text(text) => Ok(Expr::Const(Value::str(&text))),
            Token::Name(name) => self.name(name, place),
            Token::Symbol("(") => {
                let expr = self.expression()?;
                self.expect(")")?;
                Ok(expr)
            }
            Token::Symbol("[") => Ok(Expr::List(self.list("]")?)),
            Token::Symbol("{") => self.object(),
            Token::Symbol("@") => {
                let (name, _) = self.word("a variable's name after '@'")?;
                Ok(Expr::Variable(Rc::from(name.as_str())))
            }
            Token::Symbol("$") => match self.peek().clone() {
                Token::Number(k) if k.fract() == 0.0 && k < 1000.0 => {
                    self.next();
                    Ok(Expr::Arg(k as usize))
                }
                other => Err(self.expected("an input's number after '$'", &other)),
            },
            _ => Err(unexpected),
        }
    }

    #[inline(never)]
    fn name(&mut self, name: String, place: Place) -> Result<Expr> {
        if let Some(k) = self.locals.iter().rev().position(|l| **l == *name) {
            return Ok(Expr::Local(k, Rc::from(name.as_str())));
        }
        match name.as_str() {
            "true" => return Ok(Expr::Const(Value::Bool(true))),
            "false" => return Ok(Expr::Const(Value::Bool(false))),
            "null" => return Ok(Expr::Const(Value::Null)),
            "NaN" => return Ok(Expr::Const(Value::Num(f64::NAN))),
            "Infinity" => return Ok(Expr::Const(Value::Num(f64::INFINITY))),
            _ => {}
        }
        if self.eat("(") {
            let def = lookup(&name, place)?;
            let args = self.list(")")?;
            return call(def, args, place);
        }
        match name.as_str() {
            "x" => Ok(Expr::Arg(0)),
            "y" => Ok(Expr::Arg(1)),
            "z" => Ok(Expr::Arg(2)),
            _ => Err(Error::new(
                Code::UnknownFn,
                format!(
                    "{}:{}: unknown name '{name}' (inputs are x, y, z or $0, $1, ...; context variables @{name}; functions are called)",
                    place.line, place.column
                ),
            )),
        }
    }

    /// Items up to a closing bracket. In a call an item may be a function: `v => ...`, or a function's name.
    fn list(&mut self, close: &str) -> Result<Vec<Expr>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(self.item(close == ")")?);
            if !self.eat(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    fn item(&mut self, functions: bool) -> Result<Expr> {
        if functions {
            if let Some(pair) = self.pair()? {
                return Ok(pair);
            }
            if let (Token::Name(name), (Token::Symbol(after), place)) =
                (self.peek().clone(), self.tokens[(self.at + 1).min(self.tokens.len() - 1)].clone())
            {
                if after == "=>" {
                    self.next();
                    self.next();
                    let name: Rc<str> = Rc::from(name.as_str());
                    self.locals.push(name.clone());
                    let body = self.expression()?;
                    self.locals.pop();
                    return Ok(Expr::Lambda(name, Rc::new(body)));
                }
                let bare = matches!(after, "," | ")") && !self.locals.iter().any(|l| **l == *name);
                if let (true, Some(def)) = (bare, named(&name)) {
                    self.next();
                    let v: Rc<str> = Rc::from("v");
                    let body = call(def, vec![Expr::Local(0, v.clone())], place)?;
                    return Ok(Expr::Lambda(v, Rc::new(body)));
                }
            }
        }
        self.expression()
    }

    /// `(k, v) => ...`, if that is what comes next.
    fn pair(&mut self) -> Result<Option<Expr>> {
        let ahead: Vec<Token> = self.tokens[self.at..].iter().take(6).map(|(token, _)| token.clone()).collect();
        let [
            Token::Symbol("("),
            Token::Name(first),
            Token::Symbol(","),
            Token::Name(second),
            Token::Symbol(")"),
            Token::Symbol("=>"),
        ] = ahead.as_slice()
        else {
            return Ok(None);
        };
        self.at += 6;
        let (first, second): (Rc<str>, Rc<str>) = (Rc::from(first.as_str()), Rc::from(second.as_str()));
        self.locals.extend([first.clone(), second.clone()]);
        let body = self.expression()?;
        self.locals.truncate(self.locals.len() - 2);
        Ok(Some(Expr::Lambda(first, Rc::new(Expr::Lambda(second, Rc::new(body))))))
    }

    fn object(&mut self) -> Result<Expr> {
        let mut members = Vec::new();
        while !self.eat("}") {
            let place = self.place();
            let key = match self.peek().clone() {
                Token::Name(name) | Token::Text(name) => name,
                other => return Err(self.expected("a member's name", &other)),
            };
            self.next();
            safe_key(&key, place)?;
            self.expect(":")?;
            members.push((Rc::from(key.as_str()), self.expression()?));
            if !self.eat(",") {
                self.expect("}")?;
                break;
            }
        }
        Ok(Expr::Object(members))
    }
}

fn lookup(name: &str, place: Place) -> Result<&'static FunctionDef> {
    named(name).ok_or_else(|| {
        Error::new(Code::UnknownFn, format!("{}:{}: unknown function '{name}'", place.line, place.column))
    })
}

fn call(def: &'static FunctionDef, args: Vec<Expr>, place: Place) -> Result<Expr> {
    if args.len() < def.least || args.len() > def.most {
        let wanted = if def.least == def.most {
            format!("{}", def.least)
        } else if def.most == usize::MAX {
            format!("at least {}", def.least)
        } else {
            format!("{} to {}", def.least, def.most)
        };
        return Err(wrong(place, format!("{}() takes {wanted} argument(s), got {}", def.name, args.len())));
    }
    Ok(Expr::call(def, args))
}

/// Keys that would reach an object's prototype on the JS side.
fn safe_key(key: &str, place: Place) -> Result<()> {
    if matches!(key, "__proto__" | "constructor" | "prototype") {
        return Err(Error::shape(format!("{}:{}: the key '{key}' is not allowed", place.line, place.column)));
    }
    Ok(())
}

fn shown(token: &Token) -> String {
    match token {
        Token::Number(n) => format!("{n}"),
        Token::Text(text) => format!("{text:?}"),
        Token::Name(name) => format!("'{name}'"),
        Token::Symbol(symbol) => format!("'{symbol}'"),
        Token::End => "the end".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_numbered_inputs() {
        assert_eq!(parse("$0.v").unwrap().path(), Some((0, "v".to_string())));
        assert_eq!(parse("$1.e1.id").unwrap().path(), Some((1, "e1.id".to_string())));
    }

    #[test]
    fn precedence_is_that_of_js() {
        for (text, same) in [
            ("x + y * z", "x + (y * z)"),
            ("x - y - z", "(x - y) - z"),
            ("x ** y ** z", "x ** (y ** z)"),
            ("x < y == y < z", "(x < y) == (y < z)"),
            ("x || y && !z", "x || (y && (!z))"),
            ("x ? y : z ? 1 : 2", "x ? y : (z ? 1 : 2)"),
            ("and(x, not(y))", "x && !y"),
            ("if(x, y, z)", "x ? y : z"),
        ] {
            assert_eq!(format!("{:?}", parse(text).unwrap()), format!("{:?}", parse(same).unwrap()), "{text}");
        }
    }

    #[test]
    fn errors_say_the_place_and_what_was_expected() {
        for (text, message) in [
            ("x +\n * 2", "2:2: expected a value, got '*'"),
            ("(x", "1:3: expected ')', got the end"),
            ("abs()", "1:1: abs() takes 1 argument(s), got 0"),
            ("nope(x)", "1:1: unknown function 'nope'"),
            ("'a", "1:1: a string that is not closed"),
            ("1 + x.(y)", "1:7: expected a member's name after '.', got '('"),
            ("x + @5", "1:6: expected a variable's name after '@', got 5"),
            ("$x", "1:2: expected an input's number after '$', got 'x'"),
            ("{5: x}", "1:2: expected a member's name, got 5"),
            ("x + y.constructor", "1:7: the key 'constructor' is not allowed"),
            ("x['constructor']", "1:3: the key 'constructor' is not allowed"),
            ("-x ** 2", "1:4: '-' before '**' needs parentheses"),
            ("2 ** !x ** 2", "1:9: '!' before '**' needs parentheses"),
        ] {
            assert_eq!(parse(text).unwrap_err().message, message);
        }
    }

    #[test]
    fn neither_nesting_nor_length_can_exhaust_the_stack() {
        for text in ["(".repeat(100_000), "x+".repeat(100_000) + "x", "x".to_string() + &".a".repeat(100_000)] {
            assert_eq!(parse(&text).unwrap_err().code, Code::Limit);
        }
    }

    #[test]
    fn as_deep_as_the_message_says() {
        // The expression itself is the first level.
        let nested = |n: usize| "(".repeat(n) + "x" + &")".repeat(n);
        assert!(parse(&nested(DEPTH - 1)).is_ok());
        assert_eq!(parse(&nested(DEPTH)).unwrap_err().message, "the expression nests deeper than 64");
    }

    #[test]
    fn keys_of_a_prototype_are_refused() {
        for text in ["x.__proto__", "x['constructor']", "{prototype: 1}"] {
            assert_eq!(parse(text).unwrap_err().code, Code::Shape);
        }
    }
}
