//! Lineage: for each output, the input events it was made of.
#![cfg(not(target_arch = "wasm32"))]

use serde_json::{Value as Json, json};
use watertight::engine::{Machine, Workshop, compile};
use watertight::limits::Limits;
use watertight::processors::kind;
use watertight::value::from_json;

/// A pipeline that records, fed front by front (an input that has run out gets nothing), then ended.
fn fed(pipeline: &Json, inputs: &Json) -> Machine {
    let mut machine = compile(&pipeline.to_string(), &Workshop::new(kind, Limits::default())).unwrap();
    machine.record_lineage();
    let inputs: Vec<&Vec<Json>> = inputs.as_array().unwrap().iter().map(|column| column.as_array().unwrap()).collect();
    for k in 0..inputs.iter().map(|column| column.len()).max().unwrap_or(0) {
        for (input, column) in inputs.iter().enumerate() {
            if let Some(event) = column.get(k) {
                machine.push(input, from_json(event)).unwrap();
            }
        }
    }
    machine.end().unwrap();
    machine
}

/// For each event of output 0, the events that made it: `2` of the one input, `a2` of several.
fn made_by(pipeline: Json, inputs: Json) -> Vec<String> {
    let mut machine = fed(&pipeline, &inputs);
    let names: Vec<String> = match machine.input_names() {
        [_] => vec![String::new()],
        names => names.to_vec(),
    };
    let named = |(input, i): (usize, u64)| format!("{}{i}", names[input]);
    let events = machine.take(0).len();
    (0..events).map(|k| machine.explain(0, k).unwrap().into_iter().map(named).collect::<Vec<_>>().join(" ")).collect()
}

/// The same for a single processor.
fn check(processor: Json, inputs: Json, expected: &[&str]) {
    assert_eq!(made_by(processor.clone(), inputs), expected, "{processor}");
}

fn sum() -> Json {
    json!({"type": "cumulate", "fn": "x + y"})
}

#[test]
fn windows_name_what_is_in_them() {
    check(json!({"type": "window", "width": 2, "of": sum()}), json!([[1, 2, 3]]), &["0 1", "1 2"]);
    check(json!({"type": "windowFn", "fn": "y - x"}), json!([[1, 2, 3]]), &["0 1", "1 2"]);
    check(json!({"type": "smooth", "width": 2}), json!([[1, 2, 3]]), &["0 1", "1 2"]);
    check(json!({"type": "plateau", "width": 2, "range": 1}), json!([[4, 4, 9]]), &["0 1", "1 2"]);
    check(json!({"type": "travelRise", "width": 2}), json!([[5, 1, 2]]), &["0", "0 1", "1 2"]);
    check(json!({"type": "localMaximum", "width": 2}), json!([[1, 5, 2, 1]]), &["0 1 2 3", "0 1 2 3"]);
    let time = json!({"type": "timeWindow", "duration": 2, "time": "x", "of": sum()});
    check(time, json!([[1, 2, 3, 9]]), &["0", "0 1", "1 2", "3"]);
    let session = json!({"type": "sessionWindow", "gap": 2, "time": "x", "of": sum()});
    check(session, json!([[1, 2, 9, 20]]), &["0 1", "2", "3"]);
}

#[test]
fn lists_name_their_elements() {
    let pack = json!({"inputs": ["a", "b"], "processors": [{"type": "pack"}]});
    check(pack, json!([[1, 2, 3], [false, false, true]]), &["a0 a1 b0 b1", "a2 b2"]);
    check(json!({"type": "timePack", "interval": 5, "time": "x"}), json!([[1, 2, 9]]), &["0 1", "2"]);
    check(json!({"type": "putInto", "into": "set"}), json!([[1, 2]]), &["0", "0 1"]);
    check(json!({"type": "putInto", "into": "map"}), json!([[1, 2], [3, 4]]), &["in00 in10", "in00 in01 in10 in11"]);
    for kind in ["union", "intersect"] {
        check(json!({"type": kind}), json!([[[1], [2]]]), &["0", "0 1"]);
    }
    check(json!({"type": "mergeMaps"}), json!([[{"a": 1}, {"a": 2}]]), &["0", "0 1"]);
    check(json!({"type": "interpret"}), json!([[["p", 1], ["q", 2]]]), &["0", "0 1"]);
    check(json!({"type": "buildString"}), json!([["a", "b"]]), &["0", "0 1"]);
    check(json!({"type": "findPattern", "pattern": "ab"}), json!([["xab", "a", "b"]]), &["0", "1 2"]);
}

#[test]
fn pairs_name_both() {
    let join = json!({"inputs": ["a", "b"], "processors": [{"type": "join", "left": "x", "right": "x"}]});
    check(join, json!([[1, 2], [2, 1]]), &["a1 b0", "a0 b1"]);
    let partial = json!({"inputs": ["a", "b"], "processors": [{"type": "applyPartial", "fn": "x && y"}]});
    check(partial, json!([[false, true], [true, true]]), &["a0", "a1 b1"]);
}

#[test]
fn verdicts_name_the_events_from_their_own_on() {
    check(json!({"type": "globally", "finite": true}), json!([[true, false, true]]), &["0 1", "1", "2"]);
    check(json!({"type": "eventually"}), json!([[false, true]]), &["0 1", "1"]);
    let until = json!({"inputs": ["a", "b"], "processors": [{"type": "until", "finite": true}]});
    check(until, json!([[true, true, true], [false, true, false]]), &["a0 a1 b0 b1", "a1 b1", "a2 b2"]);
    check(json!({"type": "next", "finite": true}), json!([[true, true]]), &["1", "1"]);
    check(json!({"type": "ltl", "formula": "F a", "finite": true}), json!([[false, true, false]]), &["0 1", "1", "2"]);
    check(json!({"type": "always", "of": {"type": "passthrough"}}), json!([[true, false]]), &["0", "0 1"]);
}

#[test]
fn state_names_all_that_made_it() {
    let moore = json!({"type": "moore", "transitions": [{"from": 0, "to": 0, "when": true}], "symbols": {"0": "x"}});
    check(moore, json!([[1, 2]]), &["0", "0 1"]);
    check(json!({"type": "persist", "count": 2}), json!([[5, 1, 7, 1, 1, 1]]), &["0", "0 1", "2", "2 3", "2 3 4", "5"]);
    let range = json!({"type": "rangeCep", "range": {"type": "apply", "fn": "x > 0"}, "data": [sum()], "fn": "x",
        "restarts": true});
    check(range, json!([[0, 1, 2, 0, 3, 0]]), &["1 2", "4"]);
}

#[test]
fn a_group_is_transparent() {
    let group = json!({"type": "group", "of": {"type": "window", "width": 2, "of": sum()}});
    check(group, json!([[1, 2, 3]]), &["0 1", "1 2"]);
    let two = json!({"inputs": ["a", "b"], "processors": [{"type": "group",
        "of": {"inputs": ["p", "q"], "processors": [{"type": "trim", "count": 1, "from": "q"},
            {"type": "apply", "fn": "x + y", "from": ["p", "p0"]}]}}]});
    check(two, json!([[1, 2, 3], [10, 20, 30]]), &["a0 b1", "a1 b2"]);
    let pad = json!({"type": "pad", "count": 1, "value": 0, "of": {"type": "trim", "count": 1}});
    check(pad, json!([[1, 2, 3]]), &["0", "1", "2"]);
}

#[test]
fn branches_do_not_mix() {
    let freeze = json!({"processors": [
        {"id": "first", "type": "freeze"}, {"type": "apply", "fn": "x + y", "from": ["first", "in"]}]});
    check(freeze, json!([[1, 2, 3]]), &["0", "0 1", "0 2"]);
    // The other order of branches.
    let last = json!({"processors": [
        {"id": "total", "type": "cumulate", "fn": "x + y"}, {"id": "same", "type": "passthrough", "from": "in"}],
        "outputs": ["same"]});
    check(last, json!([[1, 2]]), &["0", "1"]);
}

#[test]
fn a_reset_starts_to_count_again() {
    let mut machine = fed(&json!({"type": "group", "of": {"type": "smooth", "width": 2}}), &json!([[1, 2, 3]]));
    machine.reset();
    [4.0, 5.0].into_iter().for_each(|x| machine.push(0, x.into()).unwrap());
    assert_eq!(machine.explain(0, 0).unwrap(), [(0, 0), (0, 1)]);
}
