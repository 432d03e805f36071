//! The model is the pipeline: random pipelines on random runs, step by step, engine and model side by side.

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use watertight::check::{Answer, Cut, Engine, Outcome, Reach, Simulator, Steady, check, wait};
use watertight::engine::{Machine, Workshop, compile as build};
use watertight::limits::Limits;
use watertight::model::{
    First, Hazard, Inputs, Logic, Model, Property, Settings, Term, VarKind, compile, compile_pair, named, parse_ctl,
    parse_ltl,
};
use watertight::processors::kind;
use watertight::value::Value;

const DOMAIN: i32 = 5;

/// A processor of one input that takes and gives numbers.
fn numeric(depth: u32) -> BoxedStrategy<Json> {
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
fn pipeline(depth: u32) -> BoxedStrategy<Json> {
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

fn machine(json: &Json) -> Machine {
    build(&json.to_string(), &Workshop::new(kind, Limits::default())).unwrap()
}

/// The model's state, and what it says of a step.
struct Run {
    model: Model,
    asked: Vec<Term>,
    simulator: Simulator,
    values: Vec<i32>,
}

impl Run {
    fn new(mut model: Model) -> Run {
        let mut asked: Vec<Term> = Vec::new();
        for (_, signal) in &model.sides[0].outputs {
            asked.extend(signal.slots.iter().flat_map(|s| [s.there, s.value]));
        }
        asked.extend(model.sides[0].queues.iter().map(|q| q.length));
        asked.extend(model.system.hazards.iter().map(|(_, t)| *t));
        let simulator = Simulator::new(&mut model.system, &asked);
        let values = model
            .system
            .vars
            .iter()
            .map(|var| if let VarKind::State(First::Value(v)) = var.kind { v } else { 0 })
            .collect();
        Run { model, asked, simulator, values }
    }
    /// One step: events out and lengths of queues, or the hazard that was met.
    fn step(&mut self, event: Option<i32>, last: bool) -> Result<(Vec<Value>, Vec<usize>), Hazard> {
        let set = |run: &mut Run, name: &str, value: i32| {
            if let Some(v) = run.model.system.vars.iter().position(|var| var.name == name) {
                run.values[v] = value;
            }
        };
        set(self, "in.b", event.is_some() as i32);
        set(self, "in.c", event.unwrap_or(0));
        set(self, "in.l", last as i32);
        let mut values = std::mem::take(&mut self.values);
        let told = self.simulator.step(&mut values, &self.asked);
        self.values = values;
        let slots = &self.model.sides[0].outputs[0].1.slots;
        let mut events = Vec::new();
        for k in 0..slots.len() {
            if told[2 * k] != 0 {
                let terms = &self.model.system.terms;
                events.push(terms.event(terms.sort(slots[k].value), told[2 * k + 1]));
            }
        }
        let queues = self.model.sides[0].queues.len();
        let lengths = told[2 * slots.len()..2 * slots.len() + queues].iter().map(|n| *n as usize).collect();
        for (k, (hazard, _)) in self.model.system.hazards.iter().enumerate() {
            if told[2 * slots.len() + queues + k] != 0 {
                return Err(hazard.clone());
            }
        }
        Ok((events, lengths))
    }
}

fn agree(json: &Json, events: &[Option<i32>], end: usize) -> Result<usize, TestCaseError> {
    let mut engine = machine(json);
    let mut settings = Settings { inputs: Inputs::Free, ends: true, ..Settings::default() };
    settings.bounds.domain = DOMAIN;
    settings.bounds.queue = 3;
    let model = match compile(&engine, &settings) {
        Ok(model) => model,
        Err(e) if e.message.contains("in one step") => return Ok(0),
        Err(e) => return Err(TestCaseError::fail(format!("{e} of {json}"))),
    };
    let mut run = Run::new(model);
    for (k, event) in events.iter().enumerate() {
        let told = run.step(*event, k == end);
        if let Some(event) = event {
            engine.push(0, Value::Num(*event as f64)).unwrap();
        }
        if k == end {
            engine.end().unwrap();
        }
        let out = engine.take(0);
        let (events_out, lengths) = match told {
            Ok(told) => told,
            Err(Hazard::Full(_)) => return Ok(k),
            Err(hazard) => return Err(TestCaseError::fail(format!("{hazard:?} in {json}"))),
        };
        prop_assert_eq!(&out, &events_out, "step {} of {:?} in {}", k, events, json);
        for (queue, length) in run.model.sides[0].queues.iter().zip(lengths) {
            if let Some(real) = engine.waiting(&queue.name).map(|q| q.len()) {
                prop_assert_eq!(real, length, "{} at step {} of {:?} in {}", queue.name, k, events, json);
            }
        }
        if k == end {
            return Ok(k);
        }
    }
    Ok(events.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn what_the_engine_does_the_model_does(
        json in pipeline(2),
        events in proptest::collection::vec(proptest::option::weighted(0.85, 0..DOMAIN), 1..12),
        end in 0..14usize,
    ) {
        agree(&json, &events, end)?;
    }
}

/// Questions of every kind; those with a name, and formulas.
const ASKED: [&str; 14] = [
    "no-full-queue",
    "liveness",
    "bounded-liveness",
    "stepwise-equivalence",
    "sequence-equivalence",
    "AG (out.b -> out.c < 2)",
    "EF (out.b & out.c = 2)",
    "AG (out.b -> AX AF out.b)",
    "A [!out.b U out.b] | EG !out.b",
    "G F out.b",
    "G (out.b -> X F out.b)",
    "F G !out.b",
    "(!out.b U out.b) | G !out.b",
    "G (in.c = 0) -> G (out.b -> out.c < 2)",
];

fn question(model: &mut Model, asked: usize) -> Property {
    let text = ASKED[asked];
    let (logic, formula) = match asked {
        0..5 => return named(text, model).unwrap(),
        5..9 => (Logic::Ctl, parse_ctl(text, &mut model.system).unwrap()),
        _ => (Logic::Ltl, parse_ltl(text, &mut model.system).unwrap()),
    };
    Property { name: text.into(), logic, formula }
}

fn ask(model: &Model, property: &Property, engine: Engine) -> Outcome {
    // What either cannot answer at once is no matter of this law.
    let reach = Reach { engine, states: 30_000, nodes: 300_000, ..Reach::default() };
    wait(check(&mut model.system.clone(), property, &reach, &Steady)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn both_checkers_say_the_same(
        first in pipeline(1),
        second in pipeline(1),
        asked in 0..ASKED.len(),
        (free, ends, queue) in (any::<bool>(), any::<bool>(), 1..3usize),
    ) {
        let inputs = if free { Inputs::Free } else { Inputs::EveryStep };
        let mut settings = Settings { inputs, ends, ..Settings::default() };
        settings.bounds.domain = DOMAIN;
        settings.bounds.queue = queue;
        let made = match asked {
            3 | 4 => compile_pair(&machine(&first), &machine(&second), &settings, asked == 4),
            _ => compile(&machine(&first), &settings),
        };
        let mut model = match made {
            Ok(model) => model,
            Err(e) if e.message.contains("in one step") => return Ok(()),
            Err(e) => return Err(TestCaseError::fail(format!("{e} of {first} and {second}"))),
        };
        let property = question(&mut model, asked);
        let (explicit, symbolic) = (ask(&model, &property, Engine::Explicit), ask(&model, &property, Engine::Symbolic));
        let told = || format!("{} of {first} and {second}, {settings:?}", property.name);
        match (explicit.answer, symbolic.answer) {
            (Answer::Fails(a), Answer::Fails(b)) => {
                if property.formula.invariant().is_some() {
                    prop_assert_eq!(a.steps.len(), b.steps.len(), "{}", told());
                }
            }
            (Answer::Unknown(Cut::States(_)), _) | (_, Answer::Unknown(Cut::Nodes(_))) => {}
            (a, b) => {
                prop_assert_eq!(&a, &b, "{}", told());
                // Before an answer is found, the two have not met the same.
                prop_assert!(a != Answer::Holds || explicit.hazards == symbolic.hazards, "{}", told());
            }
        }
    }
}
