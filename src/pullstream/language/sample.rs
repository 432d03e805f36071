//! Random expressions and statements for the laws.

use super::{Arg, Atom, Definition, Event, Expr, Item, Pattern, Port, Sort, Term, What};
use proptest::prelude::*;

fn word(all: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(all).prop_map(String::from)
}

fn term() -> impl Strategy<Value = Term> {
    let atom = prop_oneof![word(&["i", "j", "n"]).prop_map(Atom::Name), (0..5i64).prop_map(Atom::Number)];
    prop::collection::vec((any::<bool>(), atom), 1..3).prop_map(|mut parts| {
        parts[0].0 = false;
        Term(parts)
    })
}

fn item() -> impl Strategy<Value = Item> {
    (word(&["x", "y", "v"]), 0..3usize, term()).prop_map(|(name, primes, index)| Item { name, primes, index })
}

fn arg() -> impl Strategy<Value = Arg> {
    prop_oneof![item().prop_map(Arg::Item), word(&["err", "err_1", "done"]).prop_map(|n| Arg::Term(Term::name(&n)))]
}

/// A port, with an index or without.
pub fn port() -> impl Strategy<Value = Port> {
    (word(&["I", "O", "TI", "E", "A"]), prop::option::of(term())).prop_map(|(name, index)| Port { name, index })
}

fn what() -> impl Strategy<Value = What> {
    let all = || prop::collection::vec(arg(), 1..3);
    prop_oneof![
        (word(&["ask", "abort"]), all()).prop_map(|(name, all)| What::Request(name, all)),
        (item().prop_map(Arg::Item), arg()).prop_map(|(variable, value)| What::Answer(variable, value)),
        (word(&["lend", "stop"]), 0..9i64, prop::collection::vec(arg(), 0..2)).prop_map(|(name, n, all)| What::Method(
            name,
            Term::number(n),
            all
        )),
    ]
}

/// An event of any sort.
pub fn event() -> impl Strategy<Value = Event> {
    (prop::option::of(port()), what()).prop_map(|(port, what)| Event { port, what })
}

fn relation() -> impl Strategy<Value = Expr> {
    (term(), prop::collection::vec((0..6usize, term()), 1..3)).prop_map(|(first, rest)| Expr::Relation(first, rest))
}

/// Any expression that the parser can produce.
pub fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Expr::Bool),
        Just(Expr::Empty),
        word(&["err", "w", "abort", "I"]).prop_map(Expr::Name),
        event().prop_map(Expr::Event),
        relation(),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let list = || prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            list().prop_map(Expr::Before),
            list().prop_map(Expr::And),
            list().prop_map(Expr::Or),
            inner.clone().prop_map(|e| Expr::Not(Box::new(e))),
            (any::<bool>(), prop::collection::vec(word(&["i", "j"]), 1..3), inner.clone())
                .prop_map(|(all, variables, e)| Expr::Quantified(all, variables, Box::new(e))),
            (word(&["events", "terminate"]), prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(name, all)| Expr::Call(name, all)),
            // A port before a single event is the event's.
            (port(), inner.clone()).prop_map(|(port, e)| match e {
                Expr::Call(..) | Expr::Empty | Expr::Or(_) | Expr::And(_) => Expr::At(port, Box::new(e)),
                other => other,
            }),
            prop::collection::vec((inner.clone(), inner), 1..3).prop_map(Expr::Cases),
        ]
    })
}

/// Any statement that the parser can produce.
pub fn statement() -> impl Strategy<Value = Sort> {
    let pattern = || {
        let pattern = (word(&["x", "n", "I"]), prop::option::of(word(&["i"])));
        prop::collection::vec(pattern.prop_map(|(name, index)| Pattern { name, index }), 0..3)
    };
    let plain = || {
        let parts = (word(&["events", "open"]), pattern(), expr());
        parts.prop_map(|(name, parameters, body)| Definition { name, parameters, body, inner: Vec::new() })
    };
    let inner = prop::collection::vec(plain(), 0..2);
    prop_oneof![
        (word(&["n", "w"]), prop::option::of(relation()))
            .prop_map(|(name, condition)| Sort::Parameter(name, condition)),
        (plain(), inner).prop_map(|(definition, inner)| Sort::Definition(Definition { inner, ..definition })),
        (event(), expr(), any::<bool>()).prop_map(|(event, expr, reversed)| Sort::Rule(event, expr, reversed)),
        expr().prop_map(Sort::Order),
    ]
}

/// Expressions of a few events of one stream, small enough to ask short histories about; no `->` over conditions.
pub fn small() -> impl Strategy<Value = Expr> {
    let index = prop_oneof![
        3 => (1..3i64).prop_map(Term::number),
        1 => Just(Term::name("i")),
        1 => Just(Term(vec![(false, Atom::Name("i".into())), (true, Atom::Number(1))])),
    ];
    let event = (word(&["ask", "abort"]), index).prop_map(|(name, index)| {
        let item = Item { name: "x".into(), primes: 0, index };
        Expr::Event(Event { port: None, what: What::Request(name, vec![Arg::Item(item)]) })
    });
    let order = prop_oneof![5 => event, 1 => Just(Expr::Empty)].prop_recursive(3, 12, 3, |inner| {
        let list = || prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![list().prop_map(Expr::Before), list().prop_map(Expr::And), list().prop_map(Expr::Or)]
    });
    let number = || prop_oneof![Just(Term::name("i")), Just(Term::name("j")), (0..4i64).prop_map(Term::number)];
    let relation = (number(), 0..6usize, number()).prop_map(|(a, o, b)| Expr::Relation(a, vec![(o, b)]));
    prop_oneof![4 => order, 1 => relation, 1 => any::<bool>().prop_map(Expr::Bool)].prop_recursive(2, 12, 2, |inner| {
        let list = || prop::collection::vec(inner.clone(), 2..3);
        prop_oneof![
            list().prop_map(Expr::And),
            list().prop_map(Expr::Or),
            inner.clone().prop_map(|e| Expr::Not(Box::new(e))),
            (any::<bool>(), word(&["i", "j"]), inner).prop_map(|(all, variable, e)| Expr::Quantified(
                all,
                vec![variable],
                Box::new(e)
            )),
        ]
    })
}
