//! Functions of processors: an expression or a function of the host, with the context variables it sees.

use super::columns::evaluate_column;
use super::evaluate::{Scope, evaluate, partial};
use super::members::{OfMembers, reads};
use super::numeric::{Numeric, Quick, Slots};
use super::operators::remainder;
use super::operators::wanted;
use super::{Binary, Expr, FunctionDef, Type, Unary};
use crate::error::{Error, Result};
use crate::limits::Room;
use crate::trouble;
use crate::value::{Column, Members, Persist, Reader, Value, Writer};
use std::fmt;
use std::rc::Rc;

/// Context variables and their values, of which there are few; and how much a function may build.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    variables: Vec<(Rc<str>, Value)>,
    pub(super) room: Room,
}

impl Context {
    /// The value of a variable, if it has one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.variables.iter().find(|(n, _)| **n == *name).map(|(_, value)| value)
    }
    /// Gives a variable a value.
    pub fn set(&mut self, name: &str, value: Value) {
        match self.variables.iter_mut().find(|(n, _)| **n == *name) {
            Some((_, old)) => *old = value,
            None => self.variables.push((Rc::from(name), value)),
        }
    }
    /// All variables, in the order in which they were first set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.variables.iter().map(|(name, value)| (name.as_ref(), value))
    }
}

impl Persist for Context {
    fn save(&self, w: &mut Writer) {
        w.put(&self.variables);
    }
    fn load(r: &mut Reader) -> Result<Self> {
        Ok(Context { variables: r.get()?, room: Room::default() })
    }
}

/// A function of the host (JS), given in code.
pub trait HostFunction {
    fn call(&self, args: &[Value]) -> Result<Value>;
    fn arity(&self) -> usize;
}

#[derive(Clone)]
enum Body {
    Expr(Rc<Expr>),
    Host(Rc<dyn HostFunction>),
}

/// A function of some arguments. Clones share the expression and have contexts of their own.
#[derive(Clone)]
pub struct Function {
    body: Body,
    arity: usize,
    context: Context,
    numeric: Option<Rc<Numeric>>,
    quick: Quick,
    /// The same as a function of the members it reads of its argument, and where those stand.
    of_members: Option<Rc<OfMembers>>,
    places: Option<[u8; Members::MOST]>,
    slots: Slots,
}

/// Functions of two arguments that can be put together in any grouping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assoc {
    /// A sum of numbers (on strings `+` is associative too, but the order matters).
    Sum,
    Product,
    Min,
    Max,
    And,
    Or,
}

impl Assoc {
    /// On numbers; `None` for `And` and `Or`.
    #[inline]
    pub fn on_numbers(self, a: f64, b: f64) -> Option<f64> {
        Some(match self {
            Assoc::Sum => a + b,
            Assoc::Product => a * b,
            Assoc::Min => super::functions::least(a, b),
            Assoc::Max => super::functions::greatest(a, b),
            Assoc::And | Assoc::Or => return None,
        })
    }
}

impl From<Expr> for Function {
    fn from(expr: Expr) -> Function {
        let of_members = OfMembers::new(&expr).map(Rc::new);
        Function { of_members, ..Function::plain(expr) }
    }
}

impl Function {
    pub(super) fn plain(expr: Expr) -> Function {
        let numeric = Numeric::of(&expr).map(Rc::new);
        let slots = numeric.as_ref().map(|n| n.slots()).unwrap_or_default();
        let quick = numeric.as_deref().map(Quick::of).unwrap_or_default();
        Function {
            arity: expr.arity(),
            of_members: None,
            places: None,
            body: Body::Expr(Rc::new(expr)),
            context: Context::default(),
            numeric,
            quick,
            slots,
        }
    }
    /// A function of the host.
    pub fn host(function: Rc<dyn HostFunction>) -> Function {
        Function {
            arity: function.arity(),
            body: Body::Host(function),
            context: Context::default(),
            numeric: None,
            quick: Quick::No,
            of_members: None,
            places: None,
            slots: Slots::default(),
        }
    }
    /// How many arguments it needs.
    pub fn arity(&self) -> usize {
        self.arity
    }
    /// The expression, if it is not the host's.
    pub fn expr(&self) -> Option<&Expr> {
        match &self.body {
            Body::Expr(expr) => Some(expr),
            Body::Host(_) => None,
        }
    }
    /// Its value.
    pub fn call(&self, args: &[Value]) -> Result<Value> {
        let quick = match args {
            _ if self.numeric.is_none() => None,
            [Value::Num(x)] => self.call_one(*x).map(Value::Num).or_else(|| self.test_one(*x).map(Value::Bool)),
            [Value::Num(x), Value::Num(y)] => {
                let numbers = &[*x, *y];
                self.call_num(numbers).map(Value::Num).or_else(|| self.test_num(numbers).map(Value::Bool))
            }
            _ => None,
        };
        if let Some(value) = quick {
            return Ok(value);
        }
        self.call_in(args, &self.context)
    }
    /// Its value in another context than its own.
    pub fn call_in(&self, args: &[Value], context: &Context) -> Result<Value> {
        trouble::checked(match &self.body {
            Body::Expr(expr) => evaluate(expr, &mut Scope { args, locals: &mut Vec::new(), context }),
            Body::Host(function) => function.call(args),
        })
    }
    /// Its value, which must be a boolean.
    pub fn call_bool(&self, args: &[Value]) -> Result<bool> {
        match self.call(args)? {
            Value::Bool(b) => Ok(b),
            other => Err(wanted("a condition", "a boolean", &other)),
        }
    }
    /// Its value if that can be told from what is known; see [`partial`].
    pub fn call_partial(&self, args: &[Option<Value>]) -> Result<Option<Value>> {
        trouble::checked(match &self.body {
            Body::Expr(expr) => partial(expr, args, &self.context),
            Body::Host(function) => {
                let known: Option<Vec<Value>> = args.iter().cloned().collect();
                known.map(|args| function.call(&args)).transpose()
            }
        })
    }
    /// Its value on numbers, if it is a number for all numbers; never fails.
    #[inline]
    pub fn call_num(&self, args: &[f64]) -> Option<f64> {
        match self.numeric.as_deref() {
            Some(Numeric::Number(n, _)) if args.len() >= self.arity && self.slots.ready() => {
                Some(n.value(args, self.slots.values()))
            }
            _ => None,
        }
    }
    /// It gives a number for that many numbers, whatever they are and whatever the context.
    pub fn is_of_numbers(&self, arguments: usize) -> bool {
        let is_number = matches!(self.numeric.as_deref(), Some(Numeric::Number(_, variables)) if variables.is_empty());
        is_number && self.arity <= arguments
    }
    /// Its short form on one number.
    pub fn quick(&self) -> Quick {
        self.quick
    }
    /// Its value on one number, as [`Function::call_num`].
    #[inline(always)]
    pub fn call_one(&self, x: f64) -> Option<f64> {
        match self.quick {
            Quick::Itself => Some(x),
            Quick::Number(Binary::Add, c) => Some(x + c),
            Quick::Number(Binary::Subtract, c) => Some(x - c),
            Quick::Number(Binary::Multiply, c) => Some(x * c),
            Quick::Number(Binary::Divide, c) => Some(x / c),
            _ => self.call_alone(x),
        }
    }
    /// Apart, so that the quick way needs no memory for arguments.
    #[inline(never)]
    fn call_alone(&self, x: f64) -> Option<f64> {
        self.call_num(&[x])
    }
    /// Objects will come by their members at these paths: whether it can be called on such.
    pub fn expect(&mut self, paths: &[String]) -> bool {
        self.places = self.of_members.as_ref().and_then(|of| of.places(paths));
        self.places.is_some()
    }
    /// Which of those members it is, where it is one and nothing more.
    pub fn member(&self) -> Option<usize> {
        let of = self.of_members.as_ref()?;
        of.is_member().then_some(self.places?[0].into())
    }
    /// Its value on an object by its members, as [`Function::call_num`]; [`Function::expect`] comes before.
    #[inline(always)]
    pub fn call_members(&self, members: &Members) -> Option<f64> {
        self.of_members.as_ref()?.call(members, self.places.as_ref()?)
    }
    /// Its truth on such an object, as [`Function::test_num`].
    #[inline(always)]
    pub fn test_members(&self, members: &Members) -> Option<bool> {
        self.of_members.as_ref()?.test(members, self.places.as_ref()?)
    }
    /// It is how many elements its argument has.
    pub fn is_count(&self) -> bool {
        let counts = |def: &FunctionDef, args: &[Expr]| def.count.is_some() && matches!(args, [Expr::Arg(0)]);
        matches!(self.expr(), Some(Expr::Call(def, args)) if counts(def, args))
    }
    /// Its truth on one number, as [`Function::test_num`].
    #[inline(always)]
    pub fn test_one(&self, x: f64) -> Option<bool> {
        match self.quick {
            Quick::Test(op, c) => op.compare(x, c),
            Quick::Divides(divisor, wanted) => Some(divisor.divides(x) == wanted),
            _ => self.test_alone(x),
        }
    }
    /// Apart, so that the quick way needs no memory for arguments.
    #[inline(never)]
    fn test_alone(&self, x: f64) -> Option<bool> {
        match self.quick {
            Quick::RemainderTest(m, op, c) => op.compare(remainder(x, m), c),
            _ => self.test_num(&[x]),
        }
    }
    /// Its value on numbers, if it is a boolean for all numbers; never fails.
    #[inline]
    pub fn test_num(&self, args: &[f64]) -> Option<bool> {
        match self.numeric.as_deref() {
            Some(Numeric::Truth(t, _)) if args.len() >= self.arity && self.slots.ready() => {
                Some(t.value(args, self.slots.values()))
            }
            _ => None,
        }
    }
    /// Its values on the first n fronts of some columns, or the front at which it fails and why.
    pub fn column(&self, inputs: &[Column], n: usize) -> Result<Column, (usize, Error)> {
        match &self.body {
            Body::Expr(expr) => match (self.quick, inputs) {
                (Quick::Divides(divisor, wanted), [Column::Num(v)]) => {
                    Ok(Column::Bool(divisor.divides_each(&v[..n], wanted)))
                }
                _ => evaluate_column(expr, &self.context, inputs, n),
            },
            Body::Host(function) => {
                let mut column = Column::default();
                let mut front = vec![Value::Null; inputs.len()];
                for i in 0..n {
                    for (slot, input) in front.iter_mut().zip(inputs) {
                        *slot = input.get(i);
                    }
                    column.push(trouble::checked(function.call(&front)).map_err(|error| (i, error))?);
                }
                Ok(column)
            }
        }
    }
    /// The type of its values on arguments of those types, if none of them can make it fail.
    pub fn types(&self, inputs: &[Type]) -> Option<Type> {
        type_of(self.expr()?, inputs)
    }
    /// Gives a context variable a value.
    pub fn bind(&mut self, name: &str, value: &Value) {
        self.context.set(name, value.clone());
        if let Some(numeric) = &self.numeric {
            self.slots.set(numeric.variables(), name, value);
        }
    }
    /// The same function, which may build as much as that.
    pub fn within(mut self, room: Room) -> Function {
        self.context.room = room;
        self
    }
    /// The context variables.
    pub fn context(&self) -> &Context {
        &self.context
    }
    /// Replaces all context variables.
    pub fn set_context(&mut self, context: Context) {
        self.slots = self.numeric.as_ref().map(|n| n.slots()).unwrap_or_default();
        if let Some(numeric) = &self.numeric {
            for (name, value) in context.iter() {
                self.slots.set(numeric.variables(), name, value);
            }
        }
        self.context.variables = context.variables;
    }
    /// The member paths it reads of an argument, or `None` if it needs the whole of it.
    pub fn reads(&self, arg: usize) -> Option<Vec<String>> {
        let mut paths = Vec::new();
        reads(self.expr()?, arg, &mut paths).then_some(paths)
    }
    /// The associative function it is, if it is one of `x` and `y` in either order.
    pub fn associative(&self) -> Option<Assoc> {
        let both = |a: &Expr, b: &Expr| matches!((a, b), (Expr::Arg(0), Expr::Arg(1)) | (Expr::Arg(1), Expr::Arg(0)));
        match self.expr()? {
            Expr::Binary(op, a, b) if both(a, b) => match op {
                Binary::Add => Some(Assoc::Sum),
                Binary::Multiply => Some(Assoc::Product),
                Binary::And => Some(Assoc::And),
                Binary::Or => Some(Assoc::Or),
                _ => None,
            },
            Expr::Call(def, args) if args.len() == 2 && both(&args[0], &args[1]) => match def.name {
                "min" => Some(Assoc::Min),
                "max" => Some(Assoc::Max),
                "sum" => Some(Assoc::Sum),
                _ => None,
            },
            _ => None,
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.body {
            Body::Expr(expr) => write!(f, "{expr}"),
            Body::Host(_) => f.write_str("[JS function]"),
        }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The type of an expression that cannot fail on inputs of those types.
fn type_of(expr: &Expr, inputs: &[Type]) -> Option<Type> {
    let of = |e: &Expr| type_of(e, inputs);
    match expr {
        Expr::Const(Value::Num(_)) => Some(Type::Num),
        Expr::Const(Value::Bool(_)) => Some(Type::Bool),
        Expr::Const(Value::Str(_)) => Some(Type::Text),
        Expr::Const(_) => Some(Type::Any),
        Expr::Arg(k) => inputs.get(*k).copied(),
        Expr::Member(inner, _) => of(inner).map(|_| Type::Any),
        Expr::Index(inner, key) => of(inner).and(of(key)).map(|_| Type::Any),
        Expr::Unary(Unary::Not, e) => of(e).filter(|t| *t == Type::Bool),
        Expr::Unary(_, e) => of(e).filter(|t| *t == Type::Num),
        Expr::Binary(op, a, b) => match (op, of(a)?, of(b)?) {
            (Binary::And | Binary::Or, Type::Bool, Type::Bool) => Some(Type::Bool),
            (Binary::And | Binary::Or, ..) => None,
            (Binary::Equal | Binary::Unequal, ..) => Some(Type::Bool),
            (op, Type::Num, Type::Num) => Some(if op.on_numbers(1.0, 1.0).is_some() { Type::Num } else { Type::Bool }),
            (Binary::Add, Type::Text, Type::Text | Type::Num | Type::Bool) => Some(Type::Text),
            (Binary::Add, Type::Num | Type::Bool, Type::Text) => Some(Type::Text),
            (Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual, Type::Text, Type::Text) => {
                Some(Type::Bool)
            }
            _ => None,
        },
        Expr::If(c, a, b) => match (of(c)?, of(a)?, of(b)?) {
            (Type::Bool, a, b) if a == b => Some(a),
            (Type::Bool, ..) => Some(Type::Any),
            _ => None,
        },
        Expr::List(items) => items.iter().all(|e| of(e).is_some()).then_some(Type::Any),
        Expr::Object(members) => members.iter().all(|(_, e)| of(e).is_some()).then_some(Type::Any),
        Expr::Call(def, args) => {
            let numbers = args.iter().all(|arg| of(arg) == Some(Type::Num));
            match (numbers, args.len()) {
                (true, 1) if def.num1.is_some() => Some(Type::Num),
                (true, 1) if def.test1.is_some() => Some(Type::Bool),
                (true, 2) if def.num2.is_some() => Some(Type::Num),
                _ => None,
            }
        }
        Expr::Variable(_) | Expr::Local(..) | Expr::Lambda(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn function(text: &str) -> Function {
        Function::from(parse(text).unwrap())
    }

    #[test]
    fn numbers_take_the_short_way() {
        let mut f = function("x * 2 + @bonus");
        assert_eq!(f.call_num(&[3.0]), None, "@bonus is null");
        f.bind("bonus", &Value::Num(1.0));
        assert_eq!(f.call_num(&[3.0]), Some(7.0));
        assert_eq!(f.call_num(&[]), None);
        f.bind("bonus", &Value::str("!"));
        assert_eq!(f.call_num(&[3.0]), None);
        assert_eq!(f.call(&[Value::Num(3.0)]), Ok(Value::str("6!")));
        assert_eq!(function("x > y").test_num(&[2.0, 1.0]), Some(true));
        assert_eq!(function("x.v + 1").call_num(&[2.0]), None);
    }

    #[test]
    fn a_new_context_replaces_the_old() {
        let mut f = function("x + @k");
        f.bind("k", &Value::Num(1.0));
        let saved = f.context().clone();
        f.bind("k", &Value::Num(5.0));
        f.set_context(saved);
        assert_eq!(f.call_num(&[1.0]), Some(2.0));
        f.set_context(Context::default());
        assert_eq!(f.call_num(&[1.0]), None);
    }

    #[test]
    fn a_context_comes_back_from_its_bytes() {
        let mut context = Context::default();
        context.set("a", Value::Num(1.0));
        context.set("b", Value::str("two"));
        let mut w = Writer::default();
        w.put(&context);
        assert_eq!(Reader::new(&w.bytes).get::<Context>(), Ok(context));
    }

    #[test]
    fn what_is_read_of_an_argument() {
        let f = function("x.v > 1 && x.user.id == y");
        assert_eq!(f.reads(0), Some(vec!["v".into(), "user.id".into()]));
        assert_eq!(f.reads(1), None);
        assert_eq!(f.reads(2), Some(vec![]));
        assert_eq!(function("x[0]").reads(0), None);
        assert_eq!(function("map(y, v => x.a)").reads(0), Some(vec!["a".into()]));
    }

    #[test]
    fn associative_functions() {
        for (text, expected) in [
            ("x + y", Some(Assoc::Sum)),
            ("y + x", Some(Assoc::Sum)),
            ("max(y, x)", Some(Assoc::Max)),
            ("min(x, y)", Some(Assoc::Min)),
            ("and(x, y)", Some(Assoc::And)),
            ("x || y", Some(Assoc::Or)),
            ("x * y", Some(Assoc::Product)),
            ("x - y", None),
            ("x + x", None),
            ("x + y.v", None),
        ] {
            assert_eq!(function(text).associative(), expected, "{text}");
        }
    }

    #[test]
    fn types_of_what_cannot_fail() {
        let numbers = [Type::Num, Type::Num];
        assert_eq!(function("x + y * 2").types(&numbers), Some(Type::Num));
        assert_eq!(function("x > y && isEven(x)").types(&numbers), Some(Type::Bool));
        assert_eq!(function("x.v").types(&[Type::Any]), Some(Type::Any));
        assert_eq!(function("x.v + 1").types(&[Type::Any]), None);
        assert_eq!(function("x + @k").types(&numbers), None);
        assert_eq!(function("sqrt(x)").types(&[Type::Text]), None);
        assert_eq!(function("!x").types(&[Type::Any]), None);
    }

    #[test]
    fn a_condition_must_be_a_boolean() {
        let error = function("x + 1").call_bool(&[Value::Num(1.0)]).unwrap_err();
        assert_eq!(error.message, "a condition wants a boolean, got a number: 2");
    }

    #[test]
    fn functions_of_the_host() {
        struct Double;
        impl HostFunction for Double {
            fn call(&self, args: &[Value]) -> Result<Value> {
                super::super::binary(Binary::Multiply, &args[0], &Value::Num(2.0), &Room::default())
            }
            fn arity(&self) -> usize {
                1
            }
        }
        let f = Function::host(Rc::new(Double));
        assert_eq!((f.arity(), f.reads(0), f.types(&[Type::Num])), (1, None, None));
        let column = f.column(&[vec![1.0, 2.0].into()], 2).ok().unwrap();
        assert_eq!(column.nums(), Some(&[2.0, 4.0][..]));
        let mixed: Column = [Value::Num(1.0), Value::Null].into_iter().collect();
        assert_eq!(f.column(&[mixed], 2).err().unwrap().0, 1);
    }
}
