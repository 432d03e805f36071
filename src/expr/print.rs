//! Expressions as text, with no more parentheses than needed; parsing the text gives the expression back.

use super::{Binary, Expr, Unary};
use crate::value::{Value, number_text};
use std::fmt::{self, Write};
use std::rc::Rc;

const IF: u8 = 0;
const UNARY: u8 = 8;
const POSTFIX: u8 = 9;

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer { out: f, locals: Vec::new() }.print(self, IF)
    }
}

struct Printer<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    /// Names of enclosing functions' parameters: they hide inputs of the same name.
    locals: Vec<Rc<str>>,
}

impl Printer<'_, '_> {
    /// Prints an expression where only what binds at least as tightly as `least` may stand bare.
    fn print(&mut self, expr: &Expr, least: u8) -> fmt::Result {
        let bare = binds(expr) >= least;
        if !bare {
            self.out.write_char('(')?;
        }
        self.bare(expr)?;
        if !bare {
            self.out.write_char(')')?;
        }
        Ok(())
    }

    fn bare(&mut self, expr: &Expr) -> fmt::Result {
        match expr {
            Expr::Const(value) => self.constant(value),
            Expr::Arg(k) => match ["x", "y", "z"].get(*k) {
                Some(name) if !self.locals.iter().any(|l| **l == **name) => self.out.write_str(name),
                _ => write!(self.out, "${k}"),
            },
            Expr::Local(_, name) => self.out.write_str(name),
            Expr::Variable(name) => write!(self.out, "@{name}"),
            Expr::Member(inner, name) => {
                self.print(inner, POSTFIX)?;
                if is_name(name) {
                    return write!(self.out, ".{name}");
                }
                self.out.write_char('[')?;
                self.text(name)?;
                self.out.write_char(']')
            }
            Expr::Index(inner, key) => {
                self.print(inner, POSTFIX)?;
                self.out.write_char('[')?;
                self.print(key, IF)?;
                self.out.write_char(']')
            }
            Expr::Unary(op, inner) => {
                self.out.write_char(match op {
                    Unary::Not => '!',
                    Unary::Minus => '-',
                    Unary::Plus => '+',
                })?;
                self.print(inner, UNARY)
            }
            Expr::Binary(op, left, right) => {
                let tight = op.precedence();
                let (l, r) = match (op, left.as_ref()) {
                    // No sign may stand bare before `**`.
                    (Binary::Power, Expr::Const(Value::Num(n))) if n.is_nan() || n.is_sign_positive() => (UNARY, tight),
                    (Binary::Power, _) => (POSTFIX, tight),
                    _ => (tight, tight + 1),
                };
                self.print(left, l)?;
                write!(self.out, " {} ", op.symbol())?;
                self.print(right, r)
            }
            Expr::If(condition, yes, no) => {
                self.print(condition, IF + 1)?;
                self.out.write_str(" ? ")?;
                self.print(yes, IF)?;
                self.out.write_str(" : ")?;
                self.print(no, IF)
            }
            Expr::List(items) => {
                self.out.write_char('[')?;
                self.items(items)?;
                self.out.write_char(']')
            }
            Expr::Object(members) => {
                self.out.write_char('{')?;
                for (i, (key, value)) in members.iter().enumerate() {
                    if i > 0 {
                        self.out.write_str(", ")?;
                    }
                    if is_name(key) {
                        self.out.write_str(key)?
                    } else {
                        self.text(key)?
                    }
                    self.out.write_str(": ")?;
                    self.print(value, IF)?;
                }
                self.out.write_char('}')
            }
            Expr::Call(def, args) => {
                write!(self.out, "{}(", def.name)?;
                self.items(args)?;
                self.out.write_char(')')
            }
            Expr::Lambda(first, body) => {
                let kept = self.locals.len();
                self.locals.push(first.clone());
                if let Expr::Lambda(second, body) = body.as_ref() {
                    self.locals.push(second.clone());
                    write!(self.out, "({first}, {second}) => ")?;
                    self.print(body, IF)?;
                } else {
                    write!(self.out, "{first} => ")?;
                    self.print(body, IF)?;
                }
                self.locals.truncate(kept);
                Ok(())
            }
        }
    }

    fn items(&mut self, items: &[Expr]) -> fmt::Result {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.out.write_str(", ")?;
            }
            self.print(item, IF)?;
        }
        Ok(())
    }

    fn constant(&mut self, value: &Value) -> fmt::Result {
        match value {
            Value::Num(n) if *n == 0.0 && n.is_sign_negative() => self.out.write_str("-0"),
            // `Infinity` could be hidden by a parameter of that name.
            Value::Num(n) if n.is_infinite() => self.out.write_str(if *n > 0.0 { "1e999" } else { "-1e999" }),
            Value::Num(n) => self.out.write_str(&number_text(*n)),
            Value::Str(text) => self.text(text),
            other => write!(self.out, "{other}"),
        }
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        self.out.write_char('\'')?;
        for c in text.chars() {
            match c {
                '\'' => self.out.write_str("\\'")?,
                '\\' => self.out.write_str("\\\\")?,
                '\n' => self.out.write_str("\\n")?,
                '\r' => self.out.write_str("\\r")?,
                '\t' => self.out.write_str("\\t")?,
                c if c.is_control() && (c as u32) < 0x10000 => write!(self.out, "\\u{:04x}", c as u32)?,
                c => self.out.write_char(c)?,
            }
        }
        self.out.write_char('\'')
    }
}

fn binds(expr: &Expr) -> u8 {
    match expr {
        Expr::If(..) => IF,
        Expr::Binary(op, ..) => op.precedence(),
        Expr::Unary(..) => UNARY,
        // A sign, and a point after a number, would be read otherwise.
        Expr::Const(Value::Num(_)) => UNARY,
        _ => POSTFIX,
    }
}

/// Whether the text can stand after a point.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn minimal_parentheses() {
        for (text, printed) in [
            ("((x) + (y * 2))", "x + y * 2"),
            ("(x + y) * 2", "(x + y) * 2"),
            ("x - (y - z)", "x - (y - z)"),
            ("(x ** y) ** z", "(x ** y) ** z"),
            ("x ** (y ** z)", "x ** y ** z"),
            ("(-x) ** (-2)", "(-x) ** -2"),
            ("(-2) ** 2 ** x", "(-2) ** 2 ** x"),
            ("-(x + 1)", "-(x + 1)"),
            ("(-x).v", "(-x).v"),
            ("(x ? y : z) ? 1 : (2)", "(x ? y : z) ? 1 : 2"),
            ("x[\"a b\"].c[0]", "x['a b'].c[0]"),
            ("{a: 1, 'b c': [x, $5]}", "{a: 1, 'b c': [x, $5]}"),
            ("map(x, isEven)", "map(x, v => isEven(v))"),
            ("map($0, x => x + $0)", "map(x, x => x + $0)"),
            ("filterMap(x, (k, v) => v > @least)", "filterMap(x, (k, v) => v > @least)"),
            ("'it\\'s'", "'it\\'s'"),
            ("-5 - -x", "-5 - -x"),
        ] {
            assert_eq!(parse(text).unwrap().to_string(), printed, "{text}");
        }
    }
}
