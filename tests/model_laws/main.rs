//! The model is the pipeline: random pipelines on random runs, step by step, engine and model side by side. Runs of the
//! engine are runs of the model, and runs of the model are runs of the engine.

mod beside;
mod checkers;
mod pipelines;

use beside::{Beside, Brought, DOMAIN};
use pipelines::{pipeline, wide};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use watertight::model::{Hazard, Overflow};
use watertight::value::Value;

/// What some steps bring: for each input an event or none; the inputs end in these steps.
type Events = (Vec<[Option<i32>; 2]>, [usize; 2]);

fn events() -> BoxedStrategy<Events> {
    let event = || proptest::option::weighted(0.85, 0..DOMAIN);
    (proptest::collection::vec([event(), event()], 1..12), [0..14usize, 0..14usize]).boxed()
}

/// From here on the model is no longer the pipeline, and says so.
fn ends_the_likeness(hazard: &Hazard, overflow: Overflow) -> bool {
    match hazard {
        Hazard::Full(_) => true,
        Hazard::Range(_) => overflow == Overflow::Error,
    }
}

/// Events pushed into the engine: the model has that run. The number of steps until a queue of the model overflowed.
fn engine_runs_are_model_runs(
    json: &Json,
    (events, ends): &Events,
    overflow: Overflow,
) -> Result<usize, TestCaseError> {
    let Some(mut both) = Beside::new(json, overflow, true)? else { return Ok(0) };
    let names: Vec<String> = both.model.inputs.iter().map(|port| port.name.clone()).collect();
    for (k, step) in events.iter().enumerate() {
        let mut brought = Brought::default();
        for (i, name) in names.iter().enumerate() {
            let event = step[i].filter(|_| k <= ends[i]);
            brought.events.push(event.map(|n| Value::Num(n as f64)));
            brought.ends.push(k >= ends[i]);
            both.set(&format!("{name}.b"), event.is_some() as i32);
            both.set(&format!("{name}.c"), event.unwrap_or(0));
            both.set(&format!("{name}.l"), (k == ends[i]) as i32);
        }
        let (_, mut said, met) = both.model_step();
        if met.iter().any(|hazard| ends_the_likeness(hazard, overflow)) {
            return Ok(k);
        }
        let did = both.engine_step(&brought, &mut said)?;
        prop_assert_eq!(&said, &did, "the model (left) and the engine at step {} of {:?} in {}", k, events, json);
    }
    Ok(events.len())
}

/// The model with inputs at will, silent steps, ends and losses among them: the engine has that run.
fn model_runs_are_engine_runs(
    json: &Json,
    luck: &[Vec<u32>],
    overflow: Overflow,
    free: bool,
) -> Result<usize, TestCaseError> {
    let Some(mut both) = Beside::new(json, overflow, free)? else { return Ok(0) };
    for (k, luck) in luck.iter().enumerate() {
        both.choose(luck);
        let (brought, mut said, met) = both.model_step();
        if met.iter().any(|hazard| ends_the_likeness(hazard, overflow)) {
            return Ok(k);
        }
        let did = both.engine_step(&brought, &mut said)?;
        prop_assert_eq!(&said, &did, "the model (left) and the engine at step {}, {:?}, of {}", k, brought, json);
    }
    Ok(luck.len())
}

fn overflow() -> BoxedStrategy<Overflow> {
    prop_oneof![Just(Overflow::Wrap), Just(Overflow::Saturate), Just(Overflow::Error)].boxed()
}

fn luck() -> BoxedStrategy<Vec<Vec<u32>>> {
    proptest::collection::vec(proptest::collection::vec(0..1000u32, 12), 1..14).boxed()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(2000))]
    #[test]
    fn what_the_engine_does_the_model_does(json in pipeline(2), events in events()) {
        engine_runs_are_model_runs(&json, &events, Overflow::Error)?;
    }
    #[test]
    fn what_the_engine_does_with_several_inputs_the_model_does(json in wide(false), events in events(), overflow in overflow()) {
        engine_runs_are_model_runs(&json, &events, overflow)?;
    }
    #[test]
    fn what_the_model_does_the_engine_does(json in pipeline(2), luck in luck(), free: bool) {
        model_runs_are_engine_runs(&json, &luck, Overflow::Error, free)?;
    }
    #[test]
    fn what_the_model_does_with_losses_and_ends_the_engine_does(
        json in wide(false), luck in luck(), overflow in overflow(), free: bool,
    ) {
        model_runs_are_engine_runs(&json, &luck, overflow, free)?;
    }
}

/// The laws would not hold of a model that is another pipeline's: what is compared can differ.
#[test]
fn the_laws_can_fail() {
    let lossy =
        json!({"inputs": ["a"], "processors": [{"id": "n0", "type": "passthrough", "from": "a", "lossy": true}]});
    let mut both = Beside::new(&lossy, Overflow::Wrap, true).unwrap().unwrap();
    for (name, value) in [("a.b", 1), ("a.c", 3), ("n0.lost[0]", 1)] {
        both.set(name, value);
    }
    let (mut brought, mut said, _) = both.model_step();
    assert_eq!(brought.lost, [(0, 0)]);
    brought.lost.clear();
    let did = both.engine_step(&brought, &mut said).unwrap();
    assert_ne!(said, did);
}

/// The runs go deep enough to mean something: most do not stop at the first overflow.
#[test]
fn runs_are_long() {
    use proptest::strategy::{Strategy, ValueTree};
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut steps = 0;
    for _ in 0..200 {
        let json = wide(true).new_tree(&mut runner).unwrap().current();
        let luck = luck().new_tree(&mut runner).unwrap().current();
        steps += model_runs_are_engine_runs(&json, &luck, Overflow::Wrap, true).unwrap();
    }
    assert!(steps > 800, "{steps} steps");
}
