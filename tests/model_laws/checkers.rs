//! Both checkers say the same of random pipelines.

use crate::beside::DOMAIN;
use crate::pipelines::pipeline;
use proptest::prelude::*;
use serde_json::Value as Json;
use watertight::check::{Answer, Cut, Engine, Outcome, Reach, Steady, check, wait};
use watertight::engine::{Machine, Workshop, compile as build};
use watertight::limits::Limits;
use watertight::model::{Inputs, Logic, Model, Property, Settings, compile, compile_pair, named, parse_ctl, parse_ltl};
use watertight::processors::kind;

fn machine(json: &Json) -> Machine {
    build(&json.to_string(), &Workshop::new(kind, Limits::default())).unwrap()
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
