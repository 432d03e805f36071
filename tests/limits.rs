//! Events and pipelines without bound: an error of the pipeline that names the processor, never the end of the process.
#![cfg(not(target_arch = "wasm32"))]

use serde_json::{Value as Json, json};
use watertight::engine::{Machine, Workshop, compile, restore, snapshot};
use watertight::error::Code;
use watertight::limits::{Limits, VALUE_DEPTH};
use watertight::processors::kind;
use watertight::trouble;
use watertight::value::{Column, Value};

fn shop(limits: Limits) -> Workshop {
    Workshop::new(kind, limits)
}

fn pipeline(processors: Json, limits: Limits) -> Machine {
    compile(&json!({"processors": processors}).to_string(), &shop(limits)).unwrap()
}

/// How many times an event can be pushed, and the error that comes next.
fn pushes(processors: Json, limits: Limits, event: Value) -> (usize, String) {
    let mut machine = pipeline(processors, limits);
    for n in 0..10_000 {
        if let Err(error) = machine.push(0, event.clone()) {
            assert_eq!(error.code, Code::Limit);
            return (n, error.to_string());
        }
        machine.take(0);
    }
    panic!("no limit");
}

#[test]
fn texts_do_not_grow_without_bound() {
    let limits = || Limits { text: 1000, ..Limits::default() };
    for (fold, lengths) in [("x + x", 9), ("concat(x, x)", 9), ("toString([x, x])", 4), ("replaceAll(x, 'a', 'aa')", 9)]
    {
        let (n, error) = pushes(json!([{"type": "cumulate", "fn": fold, "start": "a"}]), limits(), Value::Null);
        assert_eq!(n, lengths, "{fold}: {error}");
        assert!(error.contains("processor 'p0' (cumulate): a text would be longer than 1000 characters"), "{error}");
    }
    let (n, _) = pushes(json!([{"type": "buildString"}]), limits(), Value::str("\u{fc}\u{fc}"));
    assert_eq!(n, 500, "characters are counted, not bytes");
}

#[test]
fn collections_do_not_grow_without_bound() {
    let limits = || Limits { elements: 100, ..Limits::default() };
    for (processor, times) in [
        (json!({"type": "putInto", "into": "list"}), 100),
        (json!({"type": "cumulate", "fn": "insert(x, y)", "start": []}), 100),
        (json!({"type": "cumulate", "fn": "product(x, x)", "start": [1, 2, 3]}), 2),
    ] {
        let (n, error) = pushes(json!([processor]), limits(), Value::Num(1.0));
        assert_eq!(n, times, "{processor}: {error}");
    }
}

#[test]
fn one_event_does_not_become_a_flood() {
    let limits = || Limits { burst: 100, ..Limits::default() };
    let stutters = json!([{"type": "stutter", "count": 20}, {"id": "more", "type": "stutter", "count": 20}]);
    let (_, error) = pushes(stutters, limits(), Value::Num(1.0));
    assert!(error.contains("processor 'more' (stutter): more than 100 events come out"), "{error}");
    let mut few = pipeline(json!([{"type": "stutter", "count": 100}]), limits());
    (0..5).for_each(|_| few.push(0, Value::Num(1.0)).unwrap());
    assert_eq!(few.take(0).len(), 500, "each event is counted alone");

    let many = json!([{"type": "stutter", "count": 1_000_000}, {"id": "more", "type": "stutter", "count": 1000}]);
    let error = pipeline(many, Limits::default()).run(&[vec![1.0].into()]).unwrap_err();
    assert!(error.to_string().contains("processor 'more' (stutter)"), "{error}");
}

#[test]
fn open_verdicts_are_a_queue() {
    let limits = || Limits { queue: 5000, ..Limits::default() };
    for (kind, open) in [("globally", true), ("eventually", false)] {
        let (n, error) = pushes(json!([{"type": kind}]), limits(), Value::Bool(open));
        assert_eq!(n, 5000, "{error}");
        let mut machine = pipeline(json!([{"type": kind}]), limits());
        let column: Column = (0..5000).map(|_| Value::Bool(open)).collect();
        machine.run(std::slice::from_ref(&column)).unwrap();
        assert_eq!(machine.run(&[column]).unwrap_err().to_string(), error);
    }
}

#[test]
fn a_fold_may_nest_as_long_as_nobody_looks() {
    let mut machine =
        pipeline(json!([{"type": "cumulate", "fn": "[x, y]", "start": 0}, {"type": "keepLast"}]), Limits::default());
    (0..20_000).for_each(|i| machine.push(0, Value::Num(f64::from(i))).unwrap());
    snapshot(&machine);
    assert_eq!(trouble::taken().map(|error| error.code), Some(Code::Limit));
    drop(machine.clone());
    machine.reset();
    machine.push(0, Value::Null).unwrap();
}

#[test]
fn what_a_snapshot_takes_it_gives_back() {
    for (levels, fits) in [(VALUE_DEPTH, true), (VALUE_DEPTH + 1, false)] {
        let event = (0..levels).fold(Value::Null, |inner, _| Value::list(vec![inner]));
        let mut machine = pipeline(json!([{"type": "keepLast"}]), Limits::default());
        machine.push(0, event).unwrap();
        let bytes = snapshot(&machine);
        assert_eq!(trouble::taken().is_none(), fits);
        assert_eq!(restore(&bytes, &shop(Limits::default())).is_ok(), fits);
    }
}

#[test]
fn many_versions_of_a_list_need_no_more_room_than_the_list() {
    let mut machine = pipeline(json!([{"type": "putInto", "into": "list"}, {"type": "keepLast"}]), Limits::default());
    let numbers: Vec<f64> = (0..200_000).map(f64::from).collect();
    machine.run(&[numbers.into()]).unwrap();
    machine.end().unwrap();
    assert_eq!(machine.take(0)[0].elements().unwrap().len(), 200_000);
}
