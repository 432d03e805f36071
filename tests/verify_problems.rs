//! The 162 problems of Bedard & Halle: every verdict as NuSMV's.

use watertight::check::{Answer, Engine, Reach, Steady, check, wait};
use watertight::engine::{Machine, Workshop, compile as build};
use watertight::limits::Limits;
use watertight::model::{Inputs, Model, Settings, compile, compile_pair, named};
use watertight::processors::kind;

const PROBLEMS: &str = include_str!("verify/data/problems.csv");
const PIPELINES: &str = include_str!("verify/pipelines.json");

fn machine(name: &str, k: &str) -> Option<Machine> {
    let all: serde_json::Value = serde_json::from_str(PIPELINES).unwrap();
    let text = all.get(name)?.to_string().replace("\"$k\"", k);
    Some(build(&text, &Workshop::new(kind, Limits::default())).unwrap())
}

fn model(query: &str, property: &str, settings: &Settings, k: &str) -> (Model, &'static str) {
    let property = match property {
        "No full queues" => "no-full-queue",
        "Liveness" => "liveness",
        "Bounded liveness" => "bounded-liveness",
        "Stepwise equivalence" => "stepwise-equivalence",
        _ => "sequence-equivalence",
    };
    let first = machine(query, k).unwrap();
    if !property.ends_with("equivalence") {
        return (compile(&first, settings).unwrap(), property);
    }
    let second = machine(&format!("{query} (other)"), k).unwrap_or_else(|| first.clone());
    (compile_pair(&first, &second, settings, property == "sequence-equivalence").unwrap(), property)
}

#[test]
fn every_verdict_is_that_of_nusmv() {
    every_verdict_is_right(Engine::Auto);
}

#[test]
fn and_so_are_those_of_the_symbolic_checker() {
    every_verdict_is_right(Engine::Symbolic);
}

fn every_verdict_is_right(engine: Engine) {
    let reach = Reach { engine, ..Reach::default() };
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in PROBLEMS.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [query, property, q, n, k, verdict, ..] = cells.as_slice() else { panic!("{line}") };
        let mut settings = Settings { inputs: Inputs::Free, ..Settings::default() };
        settings.bounds.queue = q.parse().unwrap();
        settings.bounds.domain = n.parse().unwrap();
        let (mut model, name) = model(query, property, &settings, k);
        let property = named(name, &mut model).unwrap();
        let outcome = wait(check(&mut model.system, &property, &reach, &Steady)).unwrap();
        let holds = outcome.answer == Answer::Holds;
        count += 1;
        if holds != (*verdict == "true") || matches!(outcome.answer, Answer::Unknown(_)) {
            wrong.push(format!("{line}: {:?}", outcome.answer));
        }
    }
    assert_eq!(count, 162);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
