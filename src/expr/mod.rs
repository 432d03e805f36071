//! The expression language of pipelines: parse, evaluate on single values and on columns, print.
//!
//! `x`, `y`, `z` are the first three inputs, `$0`, `$1`, ... all of them, `@name` a context variable; operators and
//! precedence are those of JS.

mod columns;
mod evaluate;
mod function;
mod functions;
mod lexer;
mod members;
mod numeric;
mod operators;
mod parse;
mod print;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties;

pub use columns::evaluate_column;
pub use evaluate::{Scope, evaluate, partial, truth};
pub use function::{Assoc, Context, Function, HostFunction};
pub use functions::{Args, EVERY_SLICE, FunctionDef, SATURATE, WRAP, all_functions, assume, named};
pub use numeric::Quick;
pub use operators::{Binary, Divisor, Unary, binary, unary};
pub use parse::parse;

use crate::value::Value;
use std::rc::Rc;

/// What is known of a pipe's events before they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Num,
    Bool,
    Text,
    Any,
}

/// An expression as parsed. Children are shared, so that copies of a pipeline share their functions.
#[derive(Clone, Debug)]
pub enum Expr {
    Const(Value),
    /// The k-th input.
    Arg(usize),
    /// The parameter of an enclosing `v => ...`, counted from the innermost.
    Local(usize, Rc<str>),
    /// A context variable.
    Variable(Rc<str>),
    Member(Rc<Expr>, Rc<str>),
    Index(Rc<Expr>, Rc<Expr>),
    Unary(Unary, Rc<Expr>),
    Binary(Binary, Rc<Expr>, Rc<Expr>),
    If(Rc<Expr>, Rc<Expr>, Rc<Expr>),
    List(Vec<Expr>),
    Object(Vec<(Rc<str>, Expr)>),
    Call(&'static FunctionDef, Vec<Expr>),
    /// A function as an argument: `v => v + 1`; `(k, v) => ...` is one inside the other.
    Lambda(Rc<str>, Rc<Expr>),
}

impl Expr {
    /// How many inputs the expression needs: one more than the largest it names.
    pub fn arity(&self) -> usize {
        let mut arity = 0;
        self.visit(&mut |e| {
            if let Expr::Arg(k) = e {
                arity = arity.max(k + 1);
            }
        });
        arity
    }

    /// Calls `see` on the expression and all parts of it.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        see(self);
        self.children(&mut |child| child.visit(see));
    }

    /// Calls `see` on each direct part.
    pub fn children(&self, see: &mut dyn FnMut(&Expr)) {
        match self {
            Expr::Const(_) | Expr::Arg(_) | Expr::Local(..) | Expr::Variable(_) => {}
            Expr::Member(e, _) | Expr::Unary(_, e) | Expr::Lambda(_, e) => see(e),
            Expr::Index(a, b) | Expr::Binary(_, a, b) => {
                see(a);
                see(b);
            }
            Expr::If(a, b, c) => {
                see(a);
                see(b);
                see(c);
            }
            Expr::List(items) | Expr::Call(_, items) => items.iter().for_each(see),
            Expr::Object(members) => members.iter().for_each(|(_, e)| see(e)),
        }
    }

    /// A call, in its simplest form: `if`, `not`, `and`, `or`, `implies` and `pow` are other ways to write operators.
    pub fn call(def: &'static FunctionDef, mut args: Vec<Expr>) -> Expr {
        let operator = match (def.name, args.len()) {
            ("if", 3) => {
                let no = Rc::new(args.remove(2));
                let yes = Rc::new(args.remove(1));
                return Expr::If(Rc::new(args.remove(0)), yes, no);
            }
            ("not" | "tNot", 1) => return Expr::Unary(Unary::Not, Rc::new(args.remove(0))),
            ("implies" | "tImplies", 2) => {
                args[0] = Expr::Unary(Unary::Not, Rc::new(args[0].clone()));
                Binary::Or
            }
            ("and" | "tAnd", 2) => Binary::And,
            ("or" | "tOr", 2) => Binary::Or,
            ("pow", 2) => Binary::Power,
            _ => return Expr::Call(def, args),
        };
        let right = Rc::new(args.remove(1));
        Expr::Binary(operator, Rc::new(args.remove(0)), right)
    }

    /// `x.user.id` as the path `user.id` of input 0: what can be projected before an object crosses over.
    pub fn path(&self) -> Option<(usize, String)> {
        match self {
            Expr::Member(inner, name) => match inner.as_ref() {
                Expr::Arg(k) => Some((*k, name.to_string())),
                inner => inner.path().map(|(k, path)| (k, format!("{path}.{name}"))),
            },
            _ => None,
        }
    }
}
