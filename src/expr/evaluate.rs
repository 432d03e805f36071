//! The value of an expression on one front of events, or on a front of which not all is known.

use super::function::Context;
use super::operators::wanted;
use super::{Args, Binary, Expr, Unary, binary, unary};
use crate::error::{Error, Result};
use crate::value::{Entries, Value};

/// What names in an expression stand for.
pub struct Scope<'a> {
    pub args: &'a [Value],
    /// Parameters of the enclosing `v => ...`, the innermost last.
    pub locals: &'a mut Vec<Value>,
    pub context: &'a Context,
}

/// Three-valued truth: `null`, and all that is no boolean, is unknown.
pub fn truth(value: &Value) -> Option<bool> {
    value.as_bool()
}

/// The value of an expression. `&&`, `||` and `?:` look at no more than they need, as in JS.
pub fn evaluate(expr: &Expr, scope: &mut Scope) -> Result<Value> {
    match expr {
        Expr::Const(value) => Ok(value.clone()),
        Expr::Arg(k) => match scope.args.get(*k) {
            Some(value) => Ok(value.clone()),
            None => Err(Error::of_type(format!("the expression reads input ${k}, but there is none"))),
        },
        Expr::Local(k, name) => match scope.locals.len().checked_sub(k + 1) {
            Some(i) => Ok(scope.locals[i].clone()),
            None => Err(Error::of_type(format!("'{name}' has no value here"))),
        },
        Expr::Variable(name) => Ok(scope.context.get(name).cloned().unwrap_or_default()),
        Expr::Member(inner, name) => member(expr, inner, name, scope),
        Expr::Index(inner, key) => {
            let inner = evaluate(inner, scope)?;
            let key = evaluate(key, scope)?;
            Ok(inner.at(&key))
        }
        Expr::Unary(op, inner) => unary(*op, &evaluate(inner, scope)?),
        Expr::Binary(op, left, right) => {
            let left = evaluate(left, scope)?;
            match (op, &left) {
                (Binary::And, Value::Bool(false)) | (Binary::Or, Value::Bool(true)) => return Ok(left),
                (Binary::And | Binary::Or, Value::Bool(_) | Value::Null) => {}
                (Binary::And | Binary::Or, other) => return Err(wanted(op.symbol(), "a boolean", other)),
                _ => {}
            }
            binary(*op, &left, &evaluate(right, scope)?, &scope.context.room)
        }
        Expr::If(condition, yes, no) => match evaluate(condition, scope)? {
            Value::Bool(true) => evaluate(yes, scope),
            Value::Bool(false) => evaluate(no, scope),
            other => Err(wanted("?:", "a boolean", &other)),
        },
        Expr::List(items) => {
            let items: Result<Vec<Value>> = items.iter().map(|item| evaluate(item, scope)).collect();
            Ok(Value::list(items?))
        }
        Expr::Object(members) => {
            let mut entries = Entries::default();
            for (key, value) in members {
                entries.insert(Value::Str(key.clone()), evaluate(value, scope)?);
            }
            Ok(Value::object(entries))
        }
        Expr::Call(def, args) => (def.eval)(&mut Args::new(def, args, scope)),
        Expr::Lambda(..) => Err(Error::of_type("a function is no value: it can only be given to map, filter, ...")),
    }
}

/// `x.user.id`: of a host object the whole path at once, if it was projected.
fn member(whole: &Expr, inner: &Expr, name: &str, scope: &mut Scope) -> Result<Value> {
    if let Expr::Member(..) = inner {
        if let Some((k, path)) = whole.path() {
            if let Some(Value::Host(host)) = scope.args.get(k) {
                if let Some(value) = host.field(&path) {
                    return Ok(value.clone());
                }
            }
        }
    }
    // An input is looked into where it stands.
    if let Expr::Arg(k) = inner {
        if let Some(value) = scope.args.get(*k) {
            return Ok(value.member(name));
        }
    }
    Ok(evaluate(inner, scope)?.member(name))
}

/// The value of an expression when some inputs are not known yet (`None`); `None` where that leaves it open.
pub fn partial(expr: &Expr, args: &[Option<Value>], context: &Context) -> Result<Option<Value>> {
    let known = |e: &Expr| partial(e, args, context);
    match expr {
        Expr::Arg(k) => Ok(args.get(*k).cloned().flatten()),
        Expr::Member(inner, name) => {
            if let (Some((k, path)), Expr::Member(..)) = (expr.path(), inner.as_ref()) {
                if let Some(Some(Value::Host(host))) = args.get(k) {
                    if let Some(value) = host.field(&path) {
                        return Ok(Some(value.clone()));
                    }
                }
            }
            Ok(known(inner)?.map(|value| value.member(name)))
        }
        Expr::Unary(Unary::Not, inner) => known(inner)?.map(|value| unary(Unary::Not, &value)).transpose(),
        Expr::Binary(op, left, right) => {
            let (left, right) = (known(left)?, known(right)?);
            let decides = |value: &Option<Value>| match (op, value) {
                (Binary::And, Some(Value::Bool(b))) => !*b,
                (Binary::Or, Some(Value::Bool(b))) => *b,
                (Binary::Multiply, Some(Value::Num(n))) => *n == 0.0,
                _ => false,
            };
            match (&left, &right) {
                (Some(a), Some(b)) => binary(*op, a, b, &context.room).map(Some),
                _ if decides(&left) => Ok(left),
                _ if decides(&right) => Ok(right),
                _ => Ok(None),
            }
        }
        Expr::If(condition, yes, no) => match known(condition)? {
            Some(Value::Bool(true)) => known(yes),
            Some(Value::Bool(false)) => known(no),
            Some(other) => Err(wanted("?:", "a boolean", &other)),
            None => Ok(None),
        },
        Expr::Call(def, items) => {
            // Each argument as far as it is known; a function given as an argument is known if all it reads is.
            let mut found = Vec::with_capacity(items.len());
            for item in items {
                found.push(match item {
                    Expr::Lambda(..) if all_known(item, args) => item.clone(),
                    Expr::Lambda(..) => return Ok(None),
                    item => match known(item)? {
                        Some(value) => Expr::Const(value),
                        None => return Ok(None),
                    },
                });
            }
            on_known(&Expr::Call(def, found), args, context).map(Some)
        }
        other if all_known(other, args) => on_known(other, args, context).map(Some),
        _ => Ok(None),
    }
}

fn all_known(expr: &Expr, args: &[Option<Value>]) -> bool {
    let mut all = true;
    expr.visit(&mut |e| {
        if let Expr::Arg(k) = e {
            all &= matches!(args.get(*k), Some(Some(_)));
        }
    });
    all
}

fn on_known(expr: &Expr, args: &[Option<Value>], context: &Context) -> Result<Value> {
    let args: Vec<Value> = args.iter().map(|arg| arg.clone().unwrap_or_default()).collect();
    evaluate(expr, &mut Scope { args: &args, locals: &mut Vec::new(), context })
}

#[cfg(test)]
mod tests {
    use super::super::{Function, parse};
    use super::*;
    use crate::value::from_json;
    use serde_json::json;

    fn value(text: &str, args: &[Value]) -> Result<Value> {
        Function::from(parse(text).unwrap()).call(args)
    }

    #[test]
    fn operators_members_and_functions() {
        let event = from_json(&json!({"user": {"id": 7, "name": "Ann"}, "tags": ["a", "b"]}));
        for (text, expected) in [
            ("x.user.id * 2 + 1", json!(15)),
            ("x.user.name + '!'", json!("Ann!")),
            ("x.tags[1]", json!("b")),
            ("x['user'].id == 7 ? 'yes' : 'no'", json!("yes")),
            ("x.nothing.at.all", json!(null)),
            ("'a' < 'b' && '\u{1f600}' < '\u{ff5e}'", json!(true)),
            ("[x.user.id, {n: x.tags.length}]", json!([7, {"n": 2}])),
            ("map(x.tags, t => t + x.user.id)", json!(["a7", "b7"])),
            ("map([1, 2], a => map([10, 20], b => a + b))", json!([[11, 21], [12, 22]])),
        ] {
            assert_eq!(value(text, std::slice::from_ref(&event)).unwrap(), from_json(&expected), "{text}");
        }
    }

    #[test]
    fn unneeded_parts_are_not_looked_at() {
        let wrong = Value::str("no number");
        assert_eq!(value("false && x > 1", std::slice::from_ref(&wrong)), Ok(Value::Bool(false)));
        assert_eq!(value("true || x > 1", std::slice::from_ref(&wrong)), Ok(Value::Bool(true)));
        assert_eq!(value("true ? 1 : x - 1", std::slice::from_ref(&wrong)), Ok(Value::Num(1.0)));
        assert!(value("true && x > 1", &[wrong]).is_err());
    }

    #[test]
    fn the_unknown_is_null() {
        let null = [Value::Null];
        assert_eq!(value("x && false", &null), Ok(Value::Bool(false)));
        assert_eq!(value("x && true", &null), Ok(Value::Null));
        assert_eq!(value("x || true", &null), Ok(Value::Bool(true)));
        assert_eq!(value("!x", &null), Ok(Value::Null));
        assert_eq!(value("implies(x, true)", &null), Ok(Value::Bool(true)));
    }

    #[test]
    fn answers_before_all_is_known() {
        let context = Context::default();
        let check = |text: &str, args: &[Option<Value>], expected: Option<Value>| {
            assert_eq!(partial(&parse(text).unwrap(), args, &context).unwrap(), expected, "{text}");
        };
        let (no, yes, zero) = (Some(Value::Bool(false)), Some(Value::Bool(true)), Some(Value::Num(0.0)));
        check("x && y", &[no.clone(), None], no.clone());
        check("x && y", &[None, no.clone()], no.clone());
        check("x && y", &[yes.clone(), None], None);
        check("x || y", &[None, yes.clone()], yes.clone());
        check("implies(x, y)", &[no.clone(), None], yes.clone());
        check("x * y", &[None, zero.clone()], zero.clone());
        check("x + y", &[None, zero.clone()], None);
        check("x ? 1 : y", &[yes.clone(), None], Some(Value::Num(1.0)));
        check("x ? 1 : y", &[no.clone(), None], None);
        check("abs(x * y)", &[zero.clone(), None], zero.clone());
        check("all([1], v => y)", &[None, None], None);
        check("all([1], v => x)", &[yes.clone(), None], yes);
        check("[x, y]", &[zero, None], None);
    }
}
