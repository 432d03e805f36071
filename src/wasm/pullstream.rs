//! The protocol across the border: traces in as typed arrays, verdicts out as a mask, and words only when asked for.

use super::thrown;
use crate::pullstream::{
    Explorer, Kind, RuleText, Scenario, Violation, events, judge, promised, rules_of, scenarios, watch,
};
use serde_json::{Value as Json, json};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    static FOUND: RefCell<Vec<Violation>> = const { RefCell::new(Vec::new()) };
}

/// The kinds in the order in which JS numbers them.
const KINDS: [Kind; 9] = [
    Kind::Source,
    Kind::Through,
    Kind::Sink,
    Kind::Multi,
    Kind::Duplex,
    Kind::AsyncIterable,
    Kind::WebStream,
    Kind::AsyncIterableSink,
    Kind::WebStreamSink,
];

/// The rules of a kind as JSON: `[{ id, bit, statement, origin, codes }]`, with the bit that the rule has in a mask.
#[wasm_bindgen]
pub fn protocol_rules(kind: usize) -> String {
    let row = |line: &RuleText| json!({ "id": line.id, "bit": line.rule.bit(), "statement": line.statement, "origin": line.origin, "codes": line.codes });
    Json::Array(rules_of(KINDS[kind]).map(row).collect()).to_string()
}

/// The scenarios of a kind, seven numbers each: n, r, and the five flags in the order of [`Scenario`].
#[wasm_bindgen]
pub fn protocol_scenarios(kind: usize, max_n: u8) -> Vec<u8> {
    scenarios(KINDS[kind], max_n).iter().flat_map(numbers).collect()
}

fn numbers(s: &Scenario) -> [u8; 7] {
    [s.n, s.r, s.wait.into(), s.source_error.into(), s.sink_error.into(), s.source_sync.into(), s.sink_sync.into()]
}

fn scenario(row: &[u8]) -> Scenario {
    let flag = |k: usize| row.get(k).is_some_and(|&x| x != 0);
    Scenario {
        n: row.first().copied().unwrap_or(0),
        r: row.get(1).copied().unwrap_or(0),
        wait: flag(2),
        source_error: flag(3),
        sink_error: flag(4),
        source_sync: flag(5),
        sink_sync: flag(6),
    }
}

/// The word that calls up a run again.
#[wasm_bindgen]
pub fn protocol_token(row: &[u8], choices: &[u8]) -> String {
    scenario(row).token(choices)
}

/// The seven numbers of a token's scenario, then its choices; throws for a wrong one.
#[wasm_bindgen]
pub fn protocol_from_token(token: &str) -> Result<Vec<u8>, JsValue> {
    let (scenario, choices) = Scenario::from_token(token).map_err(|error| thrown::to_js(&error))?;
    Ok(numbers(&scenario).into_iter().chain(choices).collect())
}

/// Judges a recording; answers with the mask of the rules it breaks, and keeps the rest for [`protocol_violations`].
#[wasm_bindgen]
pub fn protocol_judge(kind: usize, inputs: u32, rows: &[i32]) -> u32 {
    keep(judge(KINDS[kind], inputs as usize, events(rows)))
}

/// The same for async iterables and Web Streams.
#[wasm_bindgen]
pub fn protocol_judge_promised(kind: usize, inputs: u32, high_water: u32, rows: &[i32]) -> u32 {
    keep(promised::judge(KINDS[kind], inputs as usize, high_water as usize, events(rows)))
}

/// The same for one interface of a stream that still goes on.
#[wasm_bindgen]
pub fn protocol_watch(rows: &[i32]) -> u32 {
    keep(watch(events(rows)))
}

fn keep(found: Vec<Violation>) -> u32 {
    let mask = found.iter().fold(0, |mask, one| mask | one.rule.bit());
    FOUND.with(|cell| *cell.borrow_mut() = found);
    mask
}

/// What the last judgement found, as JSON: `[{ rule, code, interface, request, event }]`.
#[wasm_bindgen]
pub fn protocol_violations() -> String {
    let row = |one: &Violation| json!({ "rule": one.rule.text().id, "code": one.code, "interface": one.interface, "request": one.request, "event": one.event });
    FOUND.with(|cell| Json::Array(cell.borrow().iter().map(row).collect()).to_string())
}

/// The walk through the orders of a scenario.
#[wasm_bindgen]
pub struct ScheduleExplorer(Explorer);

#[wasm_bindgen]
impl ScheduleExplorer {
    #[wasm_bindgen(constructor)]
    pub fn new(most: u32) -> ScheduleExplorer {
        ScheduleExplorer(Explorer::new(most))
    }
    pub fn begin(&mut self) -> bool {
        self.0.begin()
    }
    pub fn is_new(&self) -> bool {
        self.0.is_new()
    }
    /// -1 when there is no need to go on.
    pub fn choose(&mut self, actors: &[u32], state: &[i32]) -> i32 {
        self.0.choose(actors, state).map_or(-1, |choice| choice as i32)
    }
    pub fn end(&mut self, state: &[i32]) -> bool {
        self.0.end(state)
    }
    pub fn choices(&self) -> Vec<u8> {
        self.0.choices()
    }
    pub fn left_out(&self) -> f64 {
        self.0.left_out() as f64
    }
    pub fn is_complete(&self) -> bool {
        self.0.is_complete()
    }
    pub fn is_steady(&self) -> bool {
        self.0.is_steady()
    }
}
