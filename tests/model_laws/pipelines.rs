//! Random pipelines of all processors that have a model.

use proptest::prelude::*;
use serde_json::{Value as Json, json};

/// A processor of one input that takes and gives numbers.
pub fn numeric(depth: u32) -> BoxedStrategy<Json> {
    let leaf = prop_oneof![
        Just(json!({"type": "passthrough"})),
        (0..3u32).prop_map(|n| json!({"type": "trim", "count": n})),
        (1..4u32, any::<bool>()).prop_map(|(n, last)| json!({"type": "decimate", "interval": n, "last": last})),
        (0..4u32).prop_map(|v| json!({"type": "turnInto", "value": v})),
        Just(json!({"type": "cumulate", "fn": "min(x + y, 4)", "start": 0})),
        Just(json!({"type": "cumulate", "fn": "max(x, y)"})),
        Just(json!({"type": "cumulate", "fn": "x % 2 == 0 ? y : x"})),
        Just(json!({"type": "apply", "fn": "x > 2 ? 4 - x : x + 1"})),
        Just(json!({"type": "apply", "fn": "abs(2 - x)"})),
        Just(json!({"type": "filterOn", "fn": "x % 2 == 0"})),
        Just(json!({"type": "freeze"})),
        (0..3u32).prop_map(|n| json!({"type": "insert", "count": n, "value": 3})),
        (0..3u32).prop_map(|n| json!({"type": "stutter", "count": n})),
        (0..4u32).prop_map(|n| json!({"type": "prefix", "count": n})),
        Just(json!({"type": "endWhen", "fn": "x == 4"})),
        Just(json!({"type": "windowFn", "fn": "max(x, y) - min(x, y)"})),
        Just(json!({"type": "keepLast"})),
        (0..3u32).prop_map(|n| json!({"type": "limit", "count": n})),
        (0..4u32).prop_map(|n| json!({"type": "threshold", "value": n})),
        (0..3u32).prop_map(|n| json!({"type": "persist", "count": n})),
        Just(json!({"type": "moore", "init": {"c": 0}, "transitions": [
            {"from": 0, "to": 0, "when": "x == 1", "assign": {"c": "@c < 3 ? @c + 1 : 0"}},
            {"from": 0, "to": 1, "when": "x == 2"},
            {"from": 1, "to": 0, "when": "otherwise"}], "symbols": {"1": "@c", "0": "x"}})),
        Just(json!({"type": "group", "of": {"processors": [
            {"type": "slice", "key": "x % 2", "of": {"type": "cumulate", "fn": "max(x, y)"}},
            {"type": "apply", "fn": "x[0] == null ? 4 : x[0]"}]}})),
        Just(json!({"type": "group", "of": {"processors": [
            {"type": "slice", "key": "x > 3 ? null : x % 2 == 0 ? 'even' : 'odd'", "of": {"type": "keepLast"}},
            {"type": "apply", "fn": "x.odd == null ? 0 : x.odd"}]}})),
        Just(json!({"type": "group", "of": {"processors": [
            {"type": "sliceLast", "key": "x % 2", "of": {"type": "decimate", "interval": 2}},
            {"type": "apply", "fn": "x[0]"}]}})),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = pipeline(depth - 1);
    prop_oneof![
        6 => leaf,
        1 => (1..4u32, inner.clone()).prop_map(|(k, of)| json!({"type": "window", "width": k, "of": of})),
        1 => inner.prop_map(|of| json!({"type": "group", "of": of})),
    ]
    .boxed()
}

/// A pipeline of one input and one output.
pub fn pipeline(depth: u32) -> BoxedStrategy<Json> {
    let join = prop_oneof![
        Just(json!({"type": "apply", "fn": "min(x + y, 4)"})),
        Just(json!({"type": "passthrough"})),
        Just(json!({"type": "filterJoin"})),
        Just(json!({"type": "variableStutter"})),
        Just(json!({"type": "resetLast"})),
        Just(json!({"type": "ltl"})),
    ];
    (
        proptest::collection::vec((numeric(depth), any::<prop::sample::Index>()), 1..4),
        proptest::option::weighted(0.5, (join, any::<prop::sample::Index>(), any::<prop::sample::Index>())),
    )
        .prop_map(|(steps, join)| {
            let mut ports = vec!["in".to_string()];
            let mut list = Vec::new();
            for (k, (mut processor, from)) in steps.into_iter().enumerate() {
                processor["id"] = json!(format!("n{k}"));
                processor["from"] = json!(from.get(&ports));
                ports.push(format!("n{k}"));
                list.push(processor);
            }
            if let Some((mut join, a, b)) = join {
                let (a, b) = (a.get(&ports).clone(), b.get(&ports).clone());
                let test = |name: &str, from: &str| json!({"id": name, "type": "apply", "fn": "x >= 2", "from": from});
                join["from"] = json!([a, b]);
                match join["type"].as_str() {
                    Some("filterJoin") => {
                        list.push(test("test", &b));
                        join = json!({"type": "filter", "from": [a, "test"]});
                    }
                    Some("resetLast") => {
                        list.push(test("test", &b));
                        join = json!({"type": "resetLast", "from": [a, "test"], "of": {"type": "cumulate", "fn": "max(x, y)"}});
                    }
                    Some("ltl") => {
                        list.push(test("p", &a));
                        list.push(test("q", &b));
                        list.push(json!({"id": "ltl", "type": "ltl", "formula": "G (p -> F q) & X p", "finite": true, "from": ["p", "q"]}));
                        join = json!({"type": "apply", "fn": "x ? 1 : 0", "from": "ltl"});
                    }
                    _ => {}
                }
                join["id"] = json!("join");
                list.push(join);
                return json!({"processors": list, "outputs": ["join"]});
            }
            let last = ports.last().unwrap().clone();
            json!({"processors": list, "outputs": [last]})
        })
        .boxed()
}

/// A processor whose numbers leave the domain.
fn wild() -> BoxedStrategy<Json> {
    prop_oneof![
        Just(json!({"type": "cumulate", "fn": "x + y", "start": 0})),
        Just(json!({"type": "cumulate", "fn": "x * y", "start": 1})),
        Just(json!({"type": "apply", "fn": "x + 1"})),
        Just(json!({"type": "apply", "fn": "3 - x"})),
        Just(json!({"type": "apply", "fn": "x * x - 2"})),
        Just(json!({"type": "windowFn", "fn": "x - y"})),
        (1..4u32).prop_map(|k| json!({"type": "window", "width": k, "of": {"type": "cumulate", "fn": "x + y", "start": 0}})),
        (1..3u32).prop_map(|k| json!({"type": "window", "width": k, "of": {"type": "window", "width": 2, "of": {"type": "cumulate", "fn": "x * y"}}})),
    ]
    .boxed()
}

/// What a branch ends with: events of two outputs, or verdicts.
fn tail() -> BoxedStrategy<(Json, usize)> {
    prop_oneof![
        Just((json!({"type": "fork", "outputs": 2}), 2)),
        Just((json!({"type": "divert", "fn": "x % 2 == 0 ? 1 : 0", "outputs": 2}), 2)),
        Just((json!({"type": "globally"}), 1)),
        any::<bool>().prop_map(|finite| (json!({"type": "eventually", "finite": finite}), 1)),
        Just((json!({"type": "next"}), 1)),
        any::<bool>().prop_map(|finite| (json!({"type": "until", "finite": finite}), 1)),
        Just((json!({"type": "ltl", "formula": "G (p -> (q U p))", "finite": true}), 1)),
    ]
    .boxed()
}

/// A pipeline of one or two inputs and one or more outputs, some of its pipes lossy, with numbers that leave the domain
/// if `tame` does not forbid it.
pub fn wide(tame: bool) -> BoxedStrategy<Json> {
    let step = if tame { numeric(1) } else { prop_oneof![numeric(1), wild()].boxed() };
    let place = any::<prop::sample::Index>;
    (
        1..3usize,
        proptest::collection::vec((step, place(), proptest::bool::weighted(0.2)), 1..4),
        proptest::option::weighted(0.5, (tail(), place(), place())),
        proptest::option::weighted(0.5, (place(), place(), proptest::bool::weighted(0.2))),
    )
        .prop_map(move |(inputs, steps, tail, join)| {
            let names: Vec<String> = ["a", "b"][..inputs].iter().map(|name| name.to_string()).collect();
            let mut ports = names.clone();
            let mut list = Vec::new();
            for (k, (mut processor, from, lossy)) in steps.into_iter().enumerate() {
                processor["id"] = json!(format!("n{k}"));
                processor["from"] = json!(from.get(&ports));
                processor["lossy"] = json!(lossy);
                ports.push(format!("n{k}"));
                list.push(processor);
            }
            let mut outputs = vec![ports.last().unwrap().clone()];
            if let Some((x, y, lossy)) = join {
                let sum = if tame { "min(x + y, 4)" } else { "x + y" };
                list.push(json!({"id": "join", "type": "apply", "fn": sum, "from": [x.get(&ports), y.get(&ports)], "lossy": lossy}));
                outputs.push("join".into());
                ports.push("join".into());
            }
            if let Some(((mut tail, count), x, y)) = tail {
                let from = |k: usize, from: &String| json!({"id": format!("t{k}"), "type": "apply", "fn": "x >= 2", "from": from});
                tail["id"] = json!("tail");
                tail["from"] = match tail["type"].as_str() {
                    Some("fork" | "divert") => json!(x.get(&ports)),
                    Some("until" | "ltl") => {
                        list.extend([from(0, x.get(&ports)), from(1, y.get(&ports))]);
                        json!(["t0", "t1"])
                    }
                    _ => {
                        list.push(from(0, x.get(&ports)));
                        json!("t0")
                    }
                };
                if tail["type"] == "ltl" {
                    list.extend([json!({"id": "p", "type": "passthrough", "from": "t0"}), json!({"id": "q", "type": "passthrough", "from": "t1"})]);
                    tail["from"] = json!(["p", "q"]);
                }
                list.push(tail);
                outputs.extend((0..count).map(|k| if count == 1 { "tail".into() } else { format!("tail.{k}") }));
            }
            json!({"inputs": names, "processors": list, "outputs": outputs})
        })
        .boxed()
}
