//! The values of an expression on many fronts at once: tight loops where the columns are typed, and nothing can
//! fail in them; front by front where not.

use super::evaluate::{Scope, evaluate};
use super::function::Context;
use super::operators::{power, remainder};
use super::{Binary, Expr, Unary, binary, unary};
use crate::error::{Error, Result};
use crate::trouble;
use crate::value::{Column, SymColumn, Value};
use std::borrow::Cow;
use std::rc::Rc;

/// The values on the first n fronts of some columns, or the front at which the expression fails and why.
pub fn evaluate_column(expr: &Expr, context: &Context, inputs: &[Column], n: usize) -> Result<Column, (usize, Error)> {
    // What is projected of host objects becomes an input of its own, so that no object need be touched.
    let mut columns: Vec<&Column> = inputs.iter().collect();
    let projected = project(expr, inputs, &mut columns, &mut Vec::new());
    let expr = projected.as_ref().unwrap_or(expr);
    let all = Columns { columns: &columns, context, n };
    match all.typed(expr) {
        Some(lot) => Ok(lot.into_column(n)),
        None => all.one_by_one(expr),
    }
}

/// The expression with each projected path of a host column as a new input; `None` where there is none.
fn project<'a>(
    expr: &Expr,
    inputs: &'a [Column],
    columns: &mut Vec<&'a Column>,
    seen: &mut Vec<(usize, String, usize)>,
) -> Option<Expr> {
    if !inputs.iter().any(|input| matches!(input, Column::Host(_))) {
        return None;
    }
    if let Some((k, path)) = expr.path() {
        if let Some((.., at)) = seen.iter().find(|(arg, p, _)| *arg == k && *p == path) {
            return Some(Expr::Arg(*at));
        }
        if let Some(Column::Host(host)) = inputs.get(k) {
            if let Some(i) = host.shape.position(&path) {
                columns.push(&host.fields[i]);
                seen.push((k, path, columns.len() - 1));
                return Some(Expr::Arg(columns.len() - 1));
            }
        }
    }
    let mut part = |e: &Expr| project(e, inputs, columns, seen).unwrap_or_else(|| e.clone());
    let mut shared = |e: &Rc<Expr>| Rc::new(part(e));
    Some(match expr {
        Expr::Const(_) | Expr::Arg(_) | Expr::Local(..) | Expr::Variable(_) => return None,
        Expr::Member(e, name) => Expr::Member(shared(e), name.clone()),
        Expr::Index(a, b) => Expr::Index(shared(a), shared(b)),
        Expr::Unary(op, e) => Expr::Unary(*op, shared(e)),
        Expr::Binary(op, a, b) => Expr::Binary(*op, shared(a), shared(b)),
        Expr::If(c, a, b) => Expr::If(shared(c), shared(a), shared(b)),
        Expr::List(items) => Expr::List(items.iter().map(part).collect()),
        Expr::Object(members) => Expr::Object(members.iter().map(|(k, e)| (k.clone(), part(e))).collect()),
        Expr::Call(def, args) => Expr::Call(def, args.iter().map(part).collect()),
        Expr::Lambda(name, body) => Expr::Lambda(name.clone(), shared(body)),
    })
}

/// The values of a part of an expression: typed and one for each front, or the same for all.
enum Lot<'a> {
    Nums(Cow<'a, [f64]>),
    Bools(Cow<'a, [bool]>),
    Syms(&'a SymColumn),
    Same(Value),
}

use Lot::{Bools, Nums, Same, Syms};

impl<'a> Lot<'a> {
    fn into_column(self, n: usize) -> Column {
        match self {
            Nums(v) => Column::Num(v.into_owned()),
            Bools(v) => Column::Bool(v.into_owned()),
            Syms(v) => Column::Sym(SymColumn { codes: v.codes[..n].to_vec(), strings: v.strings.clone() }),
            Same(Value::Num(c)) => Column::Num(vec![c; n]),
            Same(Value::Bool(b)) => Column::Bool(vec![b; n]),
            Same(value) => Column::Any(vec![value; n]),
        }
    }
    fn is_number(&self) -> bool {
        matches!(self, Nums(_) | Same(Value::Num(_)))
    }
    fn is_boolean(&self) -> bool {
        matches!(self, Bools(_) | Same(Value::Bool(_)))
    }
}

struct Columns<'a> {
    columns: &'a [&'a Column],
    context: &'a Context,
    n: usize,
}

impl<'a> Columns<'a> {
    fn one_by_one(&self, expr: &Expr) -> Result<Column, (usize, Error)> {
        let mut used = vec![false; self.columns.len()];
        expr.visit(&mut |e| {
            if let Expr::Arg(k) = e {
                if let Some(used) = used.get_mut(*k) {
                    *used = true;
                }
            }
        });
        let mut front = vec![Value::Null; self.columns.len()];
        let mut locals = Vec::new();
        let mut values = Column::default();
        for i in 0..self.n {
            for (k, column) in self.columns.iter().enumerate() {
                if used[k] {
                    front[k] = column.get(i);
                }
            }
            locals.clear();
            let mut scope = Scope { args: &front, locals: &mut locals, context: self.context };
            values.push(trouble::checked(evaluate(expr, &mut scope)).map_err(|error| (i, error))?);
        }
        Ok(values)
    }

    /// The values, if all parts are typed so that no front can fail; looking at parts that a single front would
    /// skip then changes nothing.
    fn typed(&self, expr: &Expr) -> Option<Lot<'a>> {
        match expr {
            Expr::Const(value) => scalar(value),
            Expr::Variable(name) => scalar(self.context.get(name).unwrap_or(&Value::Null)),
            Expr::Arg(k) => match self.columns.get(*k)? {
                Column::Num(v) => Some(Nums(Cow::Borrowed(&v[..self.n]))),
                Column::Bool(v) => Some(Bools(Cow::Borrowed(&v[..self.n]))),
                Column::Sym(v) => Some(Syms(v)),
                _ => None,
            },
            Expr::Unary(op, e) => match (op, self.typed(e)?) {
                (Unary::Not, Bools(v)) => Some(Bools(map_bools(v, |b| !b))),
                (Unary::Minus, Nums(v)) => Some(Nums(map_nums(v, |n| -n))),
                (Unary::Plus, Nums(v)) => Some(Nums(v)),
                (op, Same(value)) => unary(*op, &value).ok().map(Same),
                _ => None,
            },
            Expr::Binary(op, a, b) => self.operator(*op, self.typed(a)?, self.typed(b)?),
            Expr::If(c, a, b) => match self.typed(c)? {
                Same(Value::Bool(c)) => self.typed(if c { a } else { b }),
                Bools(c) => self.choose(&c, self.typed(a)?, self.typed(b)?),
                _ => None,
            },
            Expr::Call(def, args) => match args.as_slice() {
                [Expr::Arg(k)] if def.count.is_some() => match self.columns.get(*k)? {
                    Column::Any(v) => counts(&v[..self.n], def.count?).map(|counts| Nums(counts.into())),
                    Column::Map(v) => Some(Nums(v.sizes(self.n).map(|size| size as f64).collect())),
                    _ => None,
                },
                [a] => match (def.num1, def.test1, self.typed(a)?) {
                    (Some(f), _, Nums(v)) => Some(Nums(map_nums(v, f))),
                    (_, Some(f), Nums(v)) => Some(Bools(v.iter().map(|n| f(*n)).collect())),
                    _ => None,
                },
                [a, b] => self.numbers(self.typed(a)?, self.typed(b)?, def.num2?),
                _ => None,
            },
            _ => None,
        }
    }

    fn operator(&self, op: Binary, a: Lot<'a>, b: Lot<'a>) -> Option<Lot<'a>> {
        if let (Same(a), Same(b)) = (&a, &b) {
            return binary(op, a, b, &self.context.room).ok().map(Same);
        }
        match op {
            Binary::Add => self.numbers(a, b, |x, y| x + y),
            Binary::Subtract => self.numbers(a, b, |x, y| x - y),
            Binary::Multiply => self.numbers(a, b, |x, y| x * y),
            Binary::Divide => self.numbers(a, b, |x, y| x / y),
            Binary::Remainder => self.numbers(a, b, remainder),
            // By a pointer, as named functions are: another loop of its own is not worth its size.
            Binary::Power => self.numbers(a, b, power as fn(f64, f64) -> f64),
            Binary::Less => self.less(a, b),
            Binary::LessEqual => self.less_equal(a, b),
            Binary::Greater => self.less(b, a),
            Binary::GreaterEqual => self.less_equal(b, a),
            Binary::And => self.booleans(a, b, |x, y| x && y),
            Binary::Or => self.booleans(a, b, |x, y| x || y),
            Binary::Equal | Binary::Unequal => self.equal(a, b, op == Binary::Unequal),
        }
    }

    fn numbers(&self, a: Lot<'a>, b: Lot<'a>, f: impl Fn(f64, f64) -> f64) -> Option<Lot<'a>> {
        Some(match (a, b) {
            (Nums(a), Same(Value::Num(c))) => Nums(map_nums(a, |x| f(x, c))),
            (Same(Value::Num(c)), Nums(b)) => Nums(map_nums(b, |y| f(c, y))),
            (Nums(Cow::Owned(mut a)), Nums(b)) => {
                a.iter_mut().zip(b.iter()).for_each(|(x, y)| *x = f(*x, *y));
                Nums(Cow::Owned(a))
            }
            (Nums(a), Nums(Cow::Owned(mut b))) => {
                a.iter().zip(b.iter_mut()).for_each(|(x, y)| *y = f(*x, *y));
                Nums(Cow::Owned(b))
            }
            (Nums(a), Nums(b)) => Nums(a.iter().zip(b.iter()).map(|(x, y)| f(*x, *y)).collect()),
            (Same(Value::Num(a)), Same(Value::Num(b))) => Same(Value::Num(f(a, b))),
            _ => return None,
        })
    }

    fn less(&self, a: Lot<'a>, b: Lot<'a>) -> Option<Lot<'a>> {
        self.compare(a, b, |x, y| x < y)
    }

    fn less_equal(&self, a: Lot<'a>, b: Lot<'a>) -> Option<Lot<'a>> {
        self.compare(a, b, |x, y| x <= y)
    }

    fn compare(&self, a: Lot<'a>, b: Lot<'a>, f: impl Fn(f64, f64) -> bool) -> Option<Lot<'a>> {
        Some(Bools(match (a, b) {
            (Nums(a), Same(Value::Num(c))) => a.iter().map(|x| f(*x, c)).collect(),
            (Same(Value::Num(c)), Nums(b)) => b.iter().map(|y| f(c, *y)).collect(),
            (Nums(a), Nums(b)) => a.iter().zip(b.iter()).map(|(x, y)| f(*x, *y)).collect(),
            _ => return None,
        }))
    }

    fn booleans(&self, a: Lot<'a>, b: Lot<'a>, f: impl Fn(bool, bool) -> bool) -> Option<Lot<'a>> {
        Some(Bools(match (a, b) {
            (Bools(a), Same(Value::Bool(c))) => map_bools(a, |x| f(x, c)),
            (Same(Value::Bool(c)), Bools(b)) => map_bools(b, |y| f(c, y)),
            (Bools(a), Bools(b)) => a.iter().zip(b.iter()).map(|(x, y)| f(*x, *y)).collect(),
            _ => return None,
        }))
    }

    /// Values of different types are not equal. Strings are compared by their codes.
    fn equal(&self, a: Lot<'a>, b: Lot<'a>, negated: bool) -> Option<Lot<'a>> {
        let n = self.n;
        Some(match (a, b) {
            (a, b) if a.is_number() && b.is_number() => {
                return if negated { self.compare(a, b, |x, y| x != y) } else { self.compare(a, b, |x, y| x == y) };
            }
            (a, b) if a.is_boolean() && b.is_boolean() => {
                return self.booleans(a, b, |x, y| (x == y) != negated);
            }
            (Syms(v), Same(Value::Str(text))) | (Same(Value::Str(text)), Syms(v)) => {
                let code = v.strings.code(&text);
                Bools(v.codes[..n].iter().map(|c| (*c == code) != negated).collect())
            }
            (Syms(a), Syms(b)) if Rc::ptr_eq(&a.strings, &b.strings) => {
                Bools(a.codes[..n].iter().zip(&b.codes[..n]).map(|(x, y)| (x == y) != negated).collect())
            }
            (Syms(_), Syms(_)) => return None,
            _ => Same(Value::Bool(negated)),
        })
    }

    fn choose(&self, condition: &[bool], a: Lot<'a>, b: Lot<'a>) -> Option<Lot<'a>> {
        fn pick<T: Copy>(condition: &[bool], a: impl Fn(usize) -> T, b: impl Fn(usize) -> T) -> Vec<T> {
            condition.iter().enumerate().map(|(i, c)| if *c { a(i) } else { b(i) }).collect()
        }
        Some(match (a, b) {
            (Nums(a), Nums(b)) => Nums(pick(condition, |i| a[i], |i| b[i]).into()),
            (Nums(a), Same(Value::Num(b))) => Nums(pick(condition, |i| a[i], |_| b).into()),
            (Same(Value::Num(a)), Nums(b)) => Nums(pick(condition, |_| a, |i| b[i]).into()),
            (Same(Value::Num(a)), Same(Value::Num(b))) => Nums(pick(condition, |_| a, |_| b).into()),
            (Bools(a), Bools(b)) => Bools(pick(condition, |i| a[i], |i| b[i]).into()),
            (Bools(a), Same(Value::Bool(b))) => Bools(pick(condition, |i| a[i], |_| b).into()),
            (Same(Value::Bool(a)), Bools(b)) => Bools(pick(condition, |_| a, |i| b[i]).into()),
            (Same(Value::Bool(a)), Same(Value::Bool(b))) => Bools(pick(condition, |_| a, |_| b).into()),
            _ => return None,
        })
    }
}

/// A count of each value; none of host objects, since looking into one that a single front would skip may fail.
fn counts(values: &[Value], count: fn(&Value) -> f64) -> Option<Vec<f64>> {
    values.iter().map(|value| (!matches!(value, Value::Host(_))).then(|| count(value))).collect()
}

fn scalar<'a>(value: &Value) -> Option<Lot<'a>> {
    match value {
        Value::Null | Value::Bool(_) | Value::Num(_) | Value::Str(_) => Some(Same(value.clone())),
        _ => None,
    }
}

fn map_nums<'a>(v: Cow<'a, [f64]>, f: impl Fn(f64) -> f64) -> Cow<'a, [f64]> {
    match v {
        Cow::Owned(mut v) => {
            v.iter_mut().for_each(|n| *n = f(*n));
            Cow::Owned(v)
        }
        Cow::Borrowed(v) => v.iter().map(|n| f(*n)).collect(),
    }
}

fn map_bools<'a>(v: Cow<'a, [bool]>, f: impl Fn(bool) -> bool) -> Cow<'a, [bool]> {
    v.iter().map(|b| f(*b)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Function, parse};
    use super::*;
    use crate::value::{HostColumn, Realm, Shape, Strings, install_realm};

    fn column(text: &str, inputs: &[Column]) -> Result<Column, (usize, Error)> {
        let n = inputs[0].len();
        Function::from(parse(text).unwrap()).column(inputs, n)
    }
    fn syms(texts: &[&str]) -> Column {
        let strings = Rc::new(Strings::default());
        let codes = texts.iter().map(|t| strings.code(t)).collect();
        Column::Sym(SymColumn { codes, strings })
    }

    #[test]
    fn typed_columns_stay_typed() {
        let x: Column = vec![1.0, 2.0, 3.0].into();
        assert_eq!(column("x * 2 + 1", std::slice::from_ref(&x)).ok().unwrap().nums(), Some(&[3.0, 5.0, 7.0][..]));
        let tests = column("x % 2 == 0 || x > 2", std::slice::from_ref(&x)).ok().unwrap();
        assert_eq!(tests.bools(), Some(&[false, true, true][..]));
        assert_eq!(
            column("x > 1 ? -x : 0", std::slice::from_ref(&x)).ok().unwrap().nums(),
            Some(&[0.0, -2.0, -3.0][..])
        );
        assert_eq!(column("x == null", std::slice::from_ref(&x)).ok().unwrap().bools(), Some(&[false; 3][..]));
        let powers = column("x ** (0 / 0)", std::slice::from_ref(&x)).ok().unwrap();
        assert!(powers.nums().unwrap().iter().all(|power| power.is_nan()), "1 to an unknown power is not 1");
        let order = [("x > 2", [false, false, true]), ("x >= 2", [false, true, true]), ("x <= 2", [true, true, false])];
        for (text, expected) in order {
            assert_eq!(column(text, std::slice::from_ref(&x)).ok().unwrap().bools(), Some(&expected[..]), "{text}");
        }
    }

    #[test]
    fn strings_are_compared_by_code() {
        let names = syms(&["a", "b", "a"]);
        let same = column("x == 'a'", std::slice::from_ref(&names)).ok().unwrap();
        assert_eq!(same.bools(), Some(&[true, false, true][..]));
        let other = column("'zzz' != x", std::slice::from_ref(&names)).ok().unwrap();
        assert_eq!(other.bools(), Some(&[true; 3][..]));
        assert!(matches!(column("x", std::slice::from_ref(&names)), Ok(Column::Sym(_))));
        assert_eq!(column("upper(x)", &[names]).ok().unwrap().get(1), Value::str("B"));
    }

    #[test]
    fn projected_fields_are_read_without_the_objects() {
        struct Untouched;
        impl Realm for Untouched {
            fn open(&self, _: f64) -> Result<Value> {
                panic!("the object was opened")
            }
            fn pin(&self, _: f64) {
                panic!("the object was taken")
            }
            fn release(&self, _: f64) {}
        }
        install_realm(Rc::new(Untouched));
        let shape = Rc::new(Shape { paths: vec!["v".into(), "user.name".into()] });
        let fields = vec![vec![1.0, 5.0].into(), syms(&["ann", "bob"])];
        let x = Column::Host(HostColumn { ids: vec![1.0, 2.0], shape, fields });
        assert_eq!(column("x.v + x.v", std::slice::from_ref(&x)).ok().unwrap().nums(), Some(&[2.0, 10.0][..]));
        let both = column("x.user.name == 'bob' && x.v > 2", std::slice::from_ref(&x)).ok().unwrap();
        assert_eq!(both.bools(), Some(&[false, true][..]));
        assert_eq!(column("concat(x.user.name, x.v)", &[x]).ok().unwrap().get(0), Value::str("ann1"));
    }

    #[test]
    fn the_failing_front_is_named() {
        let mixed: Column = [Value::Num(1.0), Value::Num(2.0), Value::Null].into_iter().collect();
        let (front, error) = column("x + 1", std::slice::from_ref(&mixed)).err().unwrap();
        assert_eq!((front, error.message.as_str()), (2, "+ wants a number, got null"));
        let guarded = column("isNull(x) ? 0 : x + 1", &[mixed]).ok().unwrap();
        assert_eq!(guarded.nums(), Some(&[2.0, 3.0, 0.0][..]));
    }
}
