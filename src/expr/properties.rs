//! Laws of expressions, on random ones: printing and parsing, columns and single fronts, numbers and values.

use super::{Binary, Expr, Function, Unary, named, parse};
use crate::value::{Column, Strings, SymColumn, Value};
use proptest::prelude::*;
use std::rc::Rc;

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![(-9i32..9).prop_map(f64::from), any::<f64>(), Just(-0.0), Just(f64::INFINITY), Just(f64::NAN)]
}

fn operator() -> impl Strategy<Value = Binary> {
    use Binary::*;
    prop::sample::select(vec![
        Or,
        And,
        Equal,
        Unequal,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Add,
        Subtract,
        Multiply,
        Divide,
        Remainder,
        Power,
    ])
}

/// What the parser makes of an operator in front of a part.
fn prefixed(op: Unary, inner: Expr) -> Expr {
    match (op, inner) {
        (Unary::Minus, Expr::Const(Value::Num(n))) => Expr::Const(Value::Num(-n)),
        (op, inner) => Expr::Unary(op, Rc::new(inner)),
    }
}

/// What the parser makes of `inner[key]`.
fn indexed(inner: Expr, key: Expr) -> Expr {
    match key {
        Expr::Const(Value::Str(name)) => Expr::Member(Rc::new(inner), name),
        key => Expr::Index(Rc::new(inner), Rc::new(key)),
    }
}

fn name() -> impl Strategy<Value = Rc<str>> {
    prop::sample::select(vec!["v", "user", "a b", "it's", "", "é", "line\nbreak"]).prop_map(Rc::from)
}

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        number().prop_map(|n| Expr::Const(Value::Num(n))),
        any::<bool>().prop_map(|b| Expr::Const(Value::Bool(b))),
        Just(Expr::Const(Value::Null)),
        "[a-c'\\\\\n\t\u{1}é]{0,4}".prop_map(|text| Expr::Const(Value::str(&text))),
        (0usize..5).prop_map(Expr::Arg),
        Just(Expr::Variable(Rc::from("bonus"))),
    ]
}

/// Any expression that a text can stand for.
fn expression() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(4, 40, 3, |part| {
        let shared = part.clone().prop_map(Rc::new);
        prop_oneof![
            1 => (prop::sample::select(vec![Unary::Not, Unary::Minus, Unary::Plus]), part.clone())
                .prop_map(|(op, e)| prefixed(op, e)),
            // Operators inside each other are where parentheses matter; those that group to the right are few.
            6 => (prop_oneof![operator(), Just(Binary::Power)], shared.clone(), shared.clone())
                .prop_map(|(op, a, b)| Expr::Binary(op, a, b)),
            1 => (shared.clone(), shared.clone(), shared.clone()).prop_map(|(c, a, b)| Expr::If(c, a, b)),
            1 => (shared.clone(), name()).prop_map(|(e, name)| Expr::Member(e, name)),
            1 => (part.clone(), part.clone()).prop_map(|(e, key)| indexed(e, key)),
            1 => prop::collection::vec(part.clone(), 0..3).prop_map(Expr::List),
            1 => prop::collection::vec((name(), part.clone()), 0..3).prop_map(Expr::Object),
            1 => part.clone().prop_map(|e| Expr::Call(named("abs").unwrap(), vec![e])),
            1 => (part.clone(), part.clone()).prop_map(|(a, b)| Expr::Call(named("max").unwrap(), vec![a, b])),
            // The parameter is used, and hides an input.
            1 => (part.clone(), shared.clone()).prop_map(|(list, body)| {
                let name: Rc<str> = Rc::from("x");
                let body = Expr::Binary(Binary::Equal, Rc::new(Expr::Local(0, name.clone())), body);
                Expr::Call(named("all").unwrap(), vec![list, Expr::Lambda(name, Rc::new(body))])
            }),
            1 => (part, shared).prop_map(|(map, body)| {
                let (k, v): (Rc<str>, Rc<str>) = (Rc::from("k"), Rc::from("v"));
                let used = Expr::List(vec![Expr::Local(1, k.clone()), Expr::Local(0, v.clone())]);
                let body = Expr::Binary(Binary::Unequal, body, Rc::new(used));
                let function = Expr::Lambda(k, Rc::new(Expr::Lambda(v, Rc::new(body))));
                Expr::Call(named("filterMap").unwrap(), vec![map, function])
            }),
        ]
    })
}

/// Expressions that are about numbers, so that many of them succeed.
fn arithmetic() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        3 => (0usize..2).prop_map(Expr::Arg),
        2 => number().prop_map(|n| Expr::Const(Value::Num(n))),
        1 => Just(Expr::Variable(Rc::from("bonus"))),
    ];
    leaf.prop_recursive(4, 30, 3, |part| {
        let shared = part.clone().prop_map(Rc::new);
        let call1 = prop::sample::select(vec!["abs", "round", "signum", "square", "isEven"]);
        let call2 = prop::sample::select(vec!["min", "max", "mod", "sum"]);
        prop_oneof![
            4 => (operator(), shared.clone(), shared.clone()).prop_map(|(op, a, b)| Expr::Binary(op, a, b)),
            1 => (prop::sample::select(vec![Unary::Not, Unary::Minus, Unary::Plus]), part.clone())
                .prop_map(|(op, e)| prefixed(op, e)),
            1 => (call1, part.clone()).prop_map(|(f, a)| Expr::Call(named(f).unwrap(), vec![a])),
            1 => (call2, part.clone(), part).prop_map(|(f, a, b)| Expr::Call(named(f).unwrap(), vec![a, b])),
            2 => (operator(), shared.clone(), shared.clone(), shared.clone(), shared).prop_map(|(op, a, b, yes, no)| {
                Expr::If(Rc::new(Expr::Binary(op, a, b)), yes, no)
            }),
        ]
    })
}

/// The events of a column of one type, or of several.
#[derive(Clone, Debug)]
enum Events {
    Numbers(Vec<f64>),
    Booleans(Vec<bool>),
    Texts(Vec<String>),
    Mixed(Vec<Value>),
}

impl Events {
    fn column(self) -> Column {
        match self {
            Events::Numbers(v) => Column::Num(v),
            Events::Booleans(v) => Column::Bool(v),
            Events::Texts(v) => {
                let strings = Rc::new(Strings::default());
                Column::Sym(SymColumn { codes: v.iter().map(|t| strings.code(t)).collect(), strings })
            }
            Events::Mixed(v) => Column::Any(v),
        }
    }
}

fn events() -> impl Strategy<Value = Events> {
    const N: usize = 6;
    let mixed = prop_oneof![
        number().prop_map(Value::Num),
        any::<bool>().prop_map(Value::Bool),
        "[ab]".prop_map(|text| Value::str(&text)),
        Just(Value::Null),
    ];
    prop_oneof![
        3 => prop::collection::vec(number(), N).prop_map(Events::Numbers),
        1 => prop::collection::vec(any::<bool>(), N).prop_map(Events::Booleans),
        1 => prop::collection::vec("[ab]", N).prop_map(Events::Texts),
        1 => prop::collection::vec(mixed, N).prop_map(Events::Mixed),
    ]
}

fn with_bonus(expr: Expr, bonus: &Value) -> Function {
    let mut function = Function::from(expr);
    function.bind("bonus", bonus);
    function
}

/// The same to the bit, but for the kind of `NaN`: -0 and 0 are different here.
fn identical(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Num(a), Value::Num(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
        (a, b) => a == b,
    }
}

fn agree_on_columns(expr: Expr, inputs: &[Column], bonus: &Value) -> Result<(), TestCaseError> {
    let text = expr.to_string();
    let function = with_bonus(expr, bonus);
    let n = inputs[0].len();
    let front = |i: usize| inputs.iter().map(|column| column.get(i)).collect::<Vec<_>>();
    match function.column(inputs, n) {
        Ok(column) => {
            prop_assert_eq!(column.len(), n);
            for i in 0..n {
                let one = function.call(&front(i));
                prop_assert!(matches!(&one, Ok(v) if identical(v, &column.get(i))), "{}: {:?}", text, one);
            }
        }
        Err((failed, error)) => {
            for i in 0..failed {
                prop_assert!(function.call(&front(i)).is_ok(), "{} at {}", text, i);
            }
            prop_assert_eq!(function.call(&front(failed)), Err(error), "{}", text);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn parsing_what_was_printed_gives_the_same(expr in expression()) {
        let text = expr.to_string();
        let again = parse(&text).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        prop_assert_eq!(format!("{:?}", again), format!("{:?}", expr), "{}", text);
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[xyv0-9 .,:?!&|()\\[\\]{}@$'+*/<>=a-]{0,40}") {
        if let Ok(expr) = parse(&text) {
            prop_assert!(parse(&expr.to_string()).is_ok(), "{}", expr);
        }
    }

    #[test]
    fn a_column_is_its_fronts_one_by_one(expr in arithmetic(), x in events(), y in events(), bonus in number()) {
        agree_on_columns(expr, &[x.column(), y.column()], &Value::Num(bonus))?;
    }

    #[test]
    fn any_expression_on_columns(expr in expression(), x in events(), y in events()) {
        agree_on_columns(expr, &[x.column(), y.column()], &Value::Null)?;
    }

    #[test]
    fn the_numeric_way_is_the_general_way(expr in arithmetic(), x in number(), y in number(), bonus in number()) {
        let text = expr.to_string();
        let function = with_bonus(expr, &Value::Num(bonus));
        let general = function.call(&[Value::Num(x), Value::Num(y)]);
        if let Some(n) = function.call_num(&[x, y]) {
            prop_assert!(matches!(&general, Ok(v) if identical(v, &Value::Num(n))), "{}: {:?}", text, general);
        }
        if let Some(b) = function.test_num(&[x, y]) {
            prop_assert_eq!(general, Ok(Value::Bool(b)), "{}", text);
        }
    }
}
