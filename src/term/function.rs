//! Functions of processors as terms: operators become terms, what has no term of its own becomes a table.
//!
//! A table is made by calling the very function on all values its arguments can have, so that engine and model
//! cannot differ.

use super::{Domain, Sort, Term, Terms};
use crate::error::{Code, Error, Result};
use crate::expr::{Binary, Context, Expr, Function, Scope, Unary, evaluate};
use crate::value::Value;

/// Argument values a table may have.
const ENTRIES: usize = 4096;
/// Whole numbers beyond this are not exact in a term.
const LARGE: i32 = 1_000_000_000;

/// The value of a function on arguments, exact: nothing is reduced to the model's numbers yet.
pub fn call(terms: &mut Terms, function: &Function, args: &[Term], variables: &[(String, Term)]) -> Result<Term> {
    let Some(expr) = function.expr() else {
        return Err(refused("it holds a JS function, which only JS can look into"));
    };
    Translation { terms, args, variables, context: function.context() }.term(expr)
}

fn refused(reason: impl Into<String>) -> Error {
    Error::new(Code::Model, reason)
}

struct Translation<'a> {
    terms: &'a mut Terms,
    args: &'a [Term],
    /// Context variables that are part of the model's state.
    variables: &'a [(String, Term)],
    context: &'a Context,
}

impl Translation<'_> {
    fn term(&mut self, expr: &Expr) -> Result<Term> {
        let term = match self.direct(expr)? {
            Some(term) => term,
            None => self.table(expr)?,
        };
        let (lo, hi) = self.terms.bounds(term);
        if self.terms.sort(term) == Sort::Int && (lo < -LARGE || hi > LARGE) {
            return Err(refused(format!("the values of '{expr}' grow beyond {LARGE}: choose a smaller domain")));
        }
        Ok(term)
    }

    /// The term of an operator on arguments of the kinds it is meant for; `None` elsewhere.
    fn direct(&mut self, expr: &Expr) -> Result<Option<Term>> {
        Ok(match expr {
            Expr::Const(value) => self.terms.value(value),
            Expr::Arg(k) => self.args.get(*k).copied(),
            Expr::Variable(name) => match self.variables.iter().find(|(v, _)| **v == **name) {
                Some((_, term)) => Some(*term),
                None => self.terms.value(self.context.get(name).unwrap_or(&Value::Null)),
            },
            Expr::Unary(op, inner) => {
                let a = self.term(inner)?;
                match (op, self.terms.sort(a)) {
                    (Unary::Not, Sort::Bool) => Some(self.terms.not(a)),
                    (Unary::Minus, Sort::Int) => {
                        let zero = self.terms.int(0);
                        Some(self.terms.sub(zero, a))
                    }
                    (Unary::Plus, Sort::Int) => Some(a),
                    _ => None,
                }
            }
            Expr::Binary(op, left, right) => {
                if matches!(op, Binary::Divide | Binary::Power) {
                    return Ok(None);
                }
                let (Ok(a), Ok(b)) = (self.term(left), self.term(right)) else { return Ok(None) };
                self.operator(*op, a, b)
            }
            Expr::If(condition, yes, no) => {
                let c = self.term(condition)?;
                if self.terms.sort(c) != Sort::Bool {
                    return Ok(None);
                }
                let (Ok(a), Ok(b)) = (self.term(yes), self.term(no)) else { return Ok(None) };
                // A table knows more: what a branch cannot give under its condition.
                if self.terms.sort(a) != self.terms.sort(b) {
                    if let Ok(table) = self.table(expr) {
                        return Ok(Some(table));
                    }
                }
                let (a, b) = self.terms.alike(a, b);
                Some(self.terms.choose(c, a, b))
            }
            Expr::Call(def, items) if matches!(def.name, "min" | "max") && items.len() == 2 => {
                let (a, b) = (self.term(&items[0])?, self.term(&items[1])?);
                if self.terms.sort(a) != Sort::Int || self.terms.sort(b) != Sort::Int {
                    return Ok(None);
                }
                let less = self.terms.less(a, b);
                Some(if def.name == "min" { self.terms.choose(less, a, b) } else { self.terms.choose(less, b, a) })
            }
            Expr::Call(def, items) if matches!(def.name, "isEven" | "isOdd") && items.len() == 1 => {
                let a = self.term(&items[0])?;
                if self.terms.sort(a) != Sort::Int {
                    return Ok(None);
                }
                let rest = self.terms.modulo(a, 2);
                Some(self.terms.is(rest, (def.name == "isOdd") as i32))
            }
            _ => None,
        })
    }

    fn operator(&mut self, op: Binary, a: Term, b: Term) -> Option<Term> {
        let t = &mut *self.terms;
        match (op, t.sort(a), t.sort(b)) {
            (Binary::Equal | Binary::Unequal, ..) => {
                let (a, b) = t.alike(a, b);
                let same = t.equal(a, b);
                Some(if op == Binary::Equal { same } else { t.not(same) })
            }
            (Binary::And, Sort::Bool, Sort::Bool) => Some(t.and(a, b)),
            (Binary::Or, Sort::Bool, Sort::Bool) => Some(t.or(a, b)),
            (op, Sort::Int, Sort::Int) => match op {
                Binary::Add => Some(t.add(a, b)),
                Binary::Subtract => Some(t.sub(a, b)),
                Binary::Multiply => Some(t.mul(a, b)),
                Binary::Less => Some(t.less(a, b)),
                Binary::Greater => Some(t.less(b, a)),
                Binary::LessEqual => Some(t.at_most(a, b)),
                Binary::GreaterEqual => Some(t.at_most(b, a)),
                Binary::Remainder => match t.known(b) {
                    Some(by) if by > 0 && t.bounds(a).0 >= 0 => Some(t.modulo(a, by)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The function's values on all arguments, as a tree of choices.
    fn table(&mut self, expr: &Expr) -> Result<Term> {
        let mut used = Vec::new();
        let mut unknown = false;
        expr.visit(&mut |e| {
            unknown |= matches!(e, Expr::Variable(name) if self.variables.iter().any(|(v, _)| **v == **name));
            if let Expr::Arg(k) = e {
                if !used.contains(k) {
                    used.push(*k);
                }
            }
        });
        if unknown {
            return Err(refused(format!("'{expr}' has no operator of a model and reads variables of the machine")));
        }
        if let Some(k) = used.iter().find(|k| **k >= self.args.len()) {
            return Err(refused(format!("'{expr}' reads input ${k}, which is not there")));
        }
        let domains: Vec<Domain> = used.iter().map(|k| self.terms.domain_of(self.args[*k])).collect();
        if domains.iter().map(Domain::size).try_fold(1, |a: usize, b| a.checked_mul(b)).is_none_or(|n| n > ENTRIES) {
            return Err(refused(format!("'{expr}' has no operator of a model and too many arguments for a table")));
        }
        let mut values = vec![Value::Null; self.args.len()];
        self.rows(expr, &used, &domains, &mut values)
    }

    fn rows(&mut self, expr: &Expr, used: &[usize], domains: &[Domain], values: &mut Vec<Value>) -> Result<Term> {
        let Some((k, rest)) = used.split_first() else {
            let mut scope = Scope { args: values, locals: &mut Vec::new(), context: self.context };
            let value = evaluate(expr, &mut scope).map_err(|e| refused(format!("'{expr}': {}", e.message)))?;
            let shown = || values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
            return self.terms.value(&value).ok_or_else(|| {
                refused(format!(
                    "'{expr}' on {} gives {value}: a model holds whole numbers, booleans and strings",
                    shown()
                ))
            });
        };
        let arg = self.args[*k];
        let sort = self.terms.sort(arg);
        let mut whole: Option<Term> = None;
        for v in domains[0].values().collect::<Vec<_>>().into_iter().rev() {
            values[*k] = self.terms.event(sort, v);
            let row = self.rows(expr, rest, &domains[1..], values)?;
            whole = Some(match whole {
                None => row,
                Some(others) => {
                    let hit = self.terms.is(arg, v);
                    let (row, others) = self.terms.alike(row, others);
                    self.terms.choose(hit, row, others)
                }
            });
        }
        whole.ok_or_else(|| refused(format!("'{expr}' reads an input that has no values")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::parse;

    fn value(text: &str, x: i32, y: i32) -> std::result::Result<Value, String> {
        let mut terms = Terms::default();
        let args = [terms.variable(Domain::Range(0, 7)), terms.variable(Domain::Range(0, 7))];
        let term = call(&mut terms, &Function::from(parse(text).unwrap()), &args, &[]).map_err(|e| e.message)?;
        let value = terms.evaluate(term, &[x, y]);
        Ok(terms.event(terms.sort(term), value))
    }

    #[test]
    fn terms_compute_what_the_engine_computes() {
        for text in [
            "x + y * 2 - 3",
            "x % 3",
            "x % (y + 1)",
            "(x - 4) % 3",
            "x > y && !(x == 3)",
            "max(x, y) - min(x, y)",
            "isEven(x) || x >= y",
            "x < y ? 'less' : 'more'",
            "abs(x - y)",
            "x == y ? null : x > y",
            "x ** 2",
        ] {
            let function = Function::from(parse(text).unwrap());
            for x in 0..8 {
                for y in 0..8 {
                    let engine = function.call(&[Value::Num(x as f64), Value::Num(y as f64)]).unwrap();
                    assert_eq!(value(text, x, y), Ok(engine), "{text} on {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn what_no_model_holds_is_refused() {
        assert_eq!(
            value("x / 2", 0, 0).unwrap_err(),
            "'x / 2' on 7, null gives 3.5: a model holds whole numbers, booleans and strings"
        );
        assert_eq!(value("!x", 0, 0).unwrap_err(), "'!x': ! wants a boolean, got a number: 7");
        assert!(value("x * x * x * x * x * x * x * x * x * x * x", 0, 0).unwrap_err().contains("grow beyond"));
    }
}
