//! Laws of the engine on random pipelines: a batch is its events one by one, a snapshot loses nothing, a copy is on
//! its own, a reset is a fresh start, a window and a slice are what their definitions say.
#![cfg(not(target_arch = "wasm32"))]

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use watertight::engine::{Machine, Workshop, compile, restore, snapshot};
use watertight::expr::{Function, parse};
use watertight::limits::Limits;
use watertight::processors::kind;
use watertight::value::{Column, Entries, Value};

fn shop() -> Workshop {
    Workshop::new(kind, Limits::default())
}

fn machine(json: &Json) -> Machine {
    compile(&json.to_string(), &shop()).unwrap_or_else(|e| panic!("{e}\n{json}"))
}

/// Processors from numbers to numbers, of one input.
fn through() -> impl Strategy<Value = Json> {
    let simple = prop_oneof![
        Just(json!({"type": "passthrough"})),
        (0..4).prop_map(|n| json!({"type": "trim", "count": n})),
        (1..5).prop_map(|n| json!({"type": "decimate", "interval": n})),
        (1..5).prop_map(|n| json!({"type": "decimate", "interval": n, "last": true})),
        (0..3).prop_map(|n| json!({"type": "stutter", "count": n})),
        (0..30).prop_map(|n| json!({"type": "prefix", "count": n})),
        Just(json!({"type": "freeze"})),
        Just(json!({"type": "keepLast"})),
        Just(json!({"type": "insert", "count": 2, "value": 7})),
        Just(json!({"type": "turnInto", "value": 1})),
        Just(json!({"type": "apply", "fn": "x * 2 - 3"})),
        Just(json!({"type": "apply", "fn": "x > 5 ? x : abs(x) % 4"})),
        Just(json!({"type": "filterOn", "fn": "x % 2 == 0"})),
        Just(json!({"type": "cumulate", "fn": "x + y"})),
        Just(json!({"type": "cumulate", "fn": "max(x, y)"})),
        Just(json!({"type": "cumulate", "fn": "x - y", "start": 4})),
        Just(json!({"type": "endWhen", "fn": "x == 11"})),
        Just(json!({"type": "windowFn", "fn": "x - y"})),
    ];
    simple.clone().prop_recursive(2, 6, 2, move |inner| {
        prop_oneof![
            (1..6usize, inner.clone()).prop_map(|(w, of)| json!({"type": "window", "width": w, "of": of})),
            inner.clone().prop_map(|of| json!({"type": "group", "of": of})),
        ]
    })
}

/// Processors from two pipes of numbers to one.
fn join() -> impl Strategy<Value = Json> {
    prop_oneof![
        Just(json!({"type": "apply", "fn": "x + y"})),
        Just(json!({"type": "apply", "fn": "x * 3 - y"})),
        Just(json!({"type": "variableStutter"})),
        Just(json!({"type": "multiplex"})),
    ]
}

/// A random graph: each processor takes from ports made before it.
fn graph() -> impl Strategy<Value = Json> {
    let node = (through(), join(), any::<bool>(), any::<prop::sample::Index>(), any::<prop::sample::Index>());
    prop::collection::vec(node, 1..6).prop_map(|nodes| {
        let mut ports = vec!["in".to_string()];
        let mut processors = Vec::new();
        for (i, (one, two, joins, a, b)) in nodes.into_iter().enumerate() {
            let mut processor = if joins { two } else { one };
            let (a, b) = (a.get(&ports).clone(), b.get(&ports).clone());
            // A stutter count must not be large.
            let stutters = processor["type"] == "variableStutter";
            processor["id"] = json!(format!("p{i}"));
            if stutters {
                processors.push(json!({"id": format!("small{i}"), "type": "apply", "fn": "abs(x) % 3", "from": b}));
                processor["from"] = json!([a, format!("small{i}")]);
            } else if joins {
                processor["from"] = json!([a, b]);
            } else {
                processor["from"] = json!(a);
            }
            ports.push(format!("p{i}"));
            processors.push(processor);
        }
        let last = ports.len() - 1;
        json!({"processors": processors, "outputs": [ports[last], ports[last.div_ceil(2)]]})
    })
}

fn events() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((-8i32..16).prop_map(f64::from), 0..40)
}

/// Events of every output: while running, and all with those of the end.
fn one_by_one(machine: &mut Machine, events: &[f64]) -> Vec<Vec<Value>> {
    for x in events {
        machine.push(0, Value::Num(*x)).expect("numbers never fail here");
    }
    finish(machine)
}

fn finish(machine: &mut Machine) -> Vec<Vec<Value>> {
    machine.end().expect("the end never fails here");
    (0..machine.outputs()).map(|k| machine.take(k)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_batch_is_its_events_one_by_one(json in graph(), events in events(), cuts in prop::collection::vec(0..40usize, 0..4)) {
        let expected = one_by_one(&mut machine(&json), &events);
        let mut batched = machine(&json);
        let mut cuts: Vec<usize> = cuts.into_iter().map(|c| c.min(events.len())).chain([0, events.len()]).collect();
        cuts.sort_unstable();
        for pair in cuts.windows(2) {
            batched.run(&[Column::from(events[pair[0]..pair[1]].to_vec())]).unwrap();
        }
        prop_assert_eq!(finish(&mut batched), expected, "{}", json);
    }

    #[test]
    fn the_number_lane_is_the_general_way(json in graph(), events in events()) {
        let expected = one_by_one(&mut machine(&json), &events);
        let mut quick = machine(&json);
        for x in &events {
            quick.push_num(0, *x).unwrap();
        }
        prop_assert_eq!(finish(&mut quick), expected, "{}", json);
    }

    #[test]
    fn a_snapshot_loses_nothing(json in graph(), events in events(), cut in 0..40usize) {
        let cut = cut.min(events.len());
        let expected = one_by_one(&mut machine(&json), &events);
        let mut first = machine(&json);
        for x in &events[..cut] {
            first.push(0, Value::Num(*x)).unwrap();
        }
        let mut second = restore(&snapshot(&first), &shop()).unwrap();
        prop_assert_eq!(one_by_one(&mut second, &events[cut..]), expected, "{}", json);
    }

    #[test]
    fn a_copy_is_on_its_own(json in graph(), events in events(), cut in 0..40usize) {
        let cut = cut.min(events.len());
        let expected = one_by_one(&mut machine(&json), &events);
        let mut original = machine(&json);
        for x in &events[..cut] {
            original.push(0, Value::Num(*x)).unwrap();
        }
        let mut copy = original.clone();
        one_by_one(&mut original, &[3.0, 1.0, 4.0]);
        prop_assert_eq!(one_by_one(&mut copy, &events[cut..]), expected, "{}", json);
    }

    #[test]
    fn a_reset_is_a_fresh_start(json in graph(), before in events(), events in events()) {
        let expected = one_by_one(&mut machine(&json), &events);
        let mut used = machine(&json);
        one_by_one(&mut used, &before);
        used.reset();
        prop_assert_eq!(one_by_one(&mut used, &events), expected, "{}", json);
    }

    #[test]
    fn a_window_is_what_its_definition_says(of in through(), width in 1..6usize, events in events()) {
        let json = json!({"processors": [{"type": "window", "width": width, "of": of}]});
        let got = one_by_one(&mut machine(&json), &events).remove(0);
        let inner = json!({"processors": [of]});
        let expected: Vec<Value> = events
            .windows(width)
            .filter_map(|window| one_by_one(&mut machine(&inner), window).remove(0).pop())
            .collect();
        prop_assert_eq!(got, expected, "{}", json);
    }

    #[test]
    fn a_slice_is_what_its_definition_says(
        before in prop::option::of(Just(json!({"type": "apply", "fn": "x + 1"}))),
        of in through(),
        key in prop::sample::select(vec!["x % 3", "x", "x > 4 ? null : x % 2", "x % 2 == 0 ? 'even' : 'odd'"]),
        events in events(),
        cut in 0..40usize,
    ) {
        let inner = json!({"processors": before.into_iter().chain([of]).collect::<Vec<Json>>()});
        let json = json!({"processors": [{"type": "slice", "key": key, "of": inner}]});
        // One copy for each key; after each event the last output of every copy.
        let mut copies: Vec<(Value, Machine)> = Vec::new();
        let (mut map, mut expected) = (Entries::default(), Vec::new());
        let key = Function::from(parse(key).unwrap());
        for x in &events {
            let key = key.call(&[Value::Num(*x)]).unwrap();
            if key != Value::Null {
                let place = copies.iter().position(|(k, _)| *k == key).unwrap_or_else(|| {
                    copies.push((key.clone(), machine(&inner)));
                    copies.len() - 1
                });
                let copy = &mut copies[place].1;
                copy.push(0, Value::Num(*x)).unwrap();
                if let Some(last) = copy.take(0).pop() {
                    map.insert(key, last);
                }
            }
            expected.push(Value::map(map.clone()));
        }
        let mut spoke = false;
        for (key, mut copy) in copies {
            if let Some(last) = finish(&mut copy).remove(0).pop() {
                map.insert(key, last);
                spoke = true;
            }
        }
        expected.extend(spoke.then(|| Value::map(map)));
        prop_assert_eq!(&one_by_one(&mut machine(&json), &events)[0], &expected, "{}", json);
        let cut = cut.min(events.len());
        let mut batched = machine(&json);
        batched.run(&[Column::from(events[..cut].to_vec())]).unwrap();
        let mut batched = restore(&snapshot(&batched), &shop()).unwrap();
        batched.run(&[Column::from(events[cut..].to_vec())]).unwrap();
        prop_assert_eq!(&finish(&mut batched)[0], &expected, "in batches: {}", json);
    }

    #[test]
    fn damaged_snapshots_are_refused(json in graph(), events in events(), at in any::<prop::sample::Index>(), bit in 0..8u8) {
        let mut first = machine(&json);
        first.run(&[Column::from(events)]).unwrap();
        let mut bytes = snapshot(&first);
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        prop_assert!(restore(&bytes, &shop()).is_err());
        prop_assert!(restore(&bytes[..at], &shop()).is_err());
    }
}
