//! Wrong pipelines, each refused with a code, one line and a place.
#![cfg(not(target_arch = "wasm32"))]

use serde_json::{Value as Json, json};
use watertight::engine::{Workshop, compile};
use watertight::limits::Limits;
use watertight::processors::kind;
use watertight::value::Value;

fn refusal(text: &str) -> (String, String, String) {
    let error =
        compile(text, &Workshop::new(kind, Limits::default())).err().unwrap_or_else(|| panic!("accepted: {text}"));
    assert!(!error.message.contains('\n'), "{}", error.message);
    (error.code.name().to_string(), error.message, error.path.unwrap_or_default())
}

fn refused(json: Json, code: &str, path: &str, message: &str) {
    let (got_code, got_message, got_path) = refusal(&json.to_string());
    assert_eq!((got_code.as_str(), got_path.as_str()), (code, path), "{got_message}");
    assert!(got_message.contains(message), "{got_message:?} does not say {message:?}");
}

#[test]
fn unknown_types_and_parameters() {
    refused(
        json!({"processors": [{"type": "decimat"}]}),
        "E_SHAPE",
        "$.processors[0].type",
        "unknown processor type 'decimat'",
    );
    refused(
        json!({"processors": [{"type": "trim", "count": 1, "cuont": 2}]}),
        "E_SHAPE",
        "$.processors[0].cuont",
        "unknown parameter 'cuont'",
    );
    refused(json!({"processors": [{"type": "trim"}]}), "E_SHAPE", "$.processors[0].count", "missing");
    refused(json!({"processors": [{"type": "trim", "count": -1}]}), "E_SHAPE", "$.processors[0].count", "whole number");
    refused(
        json!({"processors": [{"type": "trim", "count": 1}], "autputs": []}),
        "E_SHAPE",
        "$.autputs",
        "unknown key",
    );
    refused(json!({"processors": []}), "E_SHAPE", "$.processors", "at least one processor");
    refused(json!([1]), "E_SHAPE", "$", "expected a processor or a pipeline");
}

#[test]
fn ports_and_arities() {
    refused(
        json!({"processors": [{"type": "passthrough", "from": "nowhere"}]}),
        "E_SHAPE",
        "$.processors[0].from",
        "unknown port 'nowhere'",
    );
    refused(
        json!({"processors": [{"id": "a", "type": "passthrough"}], "outputs": ["a.1"]}),
        "E_SHAPE",
        "$.outputs[0]",
        "1 output(s)",
    );
    refused(json!({"processors": [{"type": "filter", "from": "in"}]}), "E_SHAPE", "$.processors[0].from", "input");
    refused(
        json!({"inputs": ["a", "b"], "processors": [{"type": "freeze", "from": ["a", "b"]}]}),
        "E_SHAPE",
        "$.processors[0].from",
        "takes 1 input(s)",
    );
    refused(
        json!({"processors": [{"id": "a", "type": "freeze"}, {"id": "a", "type": "freeze"}]}),
        "E_SHAPE",
        "$.processors[1].id",
        "used twice",
    );
    refused(json!({"inputs": ["a", "a"], "processors": [{"type": "freeze"}]}), "E_SHAPE", "$.inputs[1]", "named twice");
}

#[test]
fn cycles() {
    let json = json!({"processors": [
        {"id": "a", "type": "apply", "fn": "x + y", "from": ["in", "b"]},
        {"id": "b", "type": "trim", "count": 1, "from": "a"}]});
    let (code, message, _) = refusal(&json.to_string());
    assert_eq!(code, "E_SHAPE");
    assert!(message.contains("cycle") && message.contains('a') && message.contains('b'), "{message}");
}

#[test]
fn expressions() {
    let with = |text: &str| json!({"processors": [{"type": "apply", "fn": text}]});
    refused(with("x +"), "E_SYNTAX", "$.processors[0].fn", "1:4: expected a value");
    refused(with("foo(x)"), "E_UNKNOWN_FN", "$.processors[0].fn", "1:1: unknown function 'foo'");
    refused(with("abs(x, x)"), "E_SYNTAX", "$.processors[0].fn", "takes 1 argument(s), got 2");
    refused(with("x.__proto__"), "E_SHAPE", "$.processors[0].fn", "__proto__");
    refused(with(&"(".repeat(500)), "E_LIMIT", "$.processors[0].fn", "nests deeper");
}

#[test]
fn limits_and_forbidden_keys() {
    let (code, _, path) = refusal(r#"{"processors": [{"type": "turnInto", "value": {"__proto__": 1}}]}"#);
    assert_eq!((code.as_str(), path.as_str()), ("E_SHAPE", "$.processors[0].value.__proto__"));
    let mut deep = json!({"type": "passthrough"});
    for _ in 0..40 {
        deep = json!({"type": "group", "of": deep});
    }
    assert!(
        compile(&json!({"processors": [deep.clone()]}).to_string(), &Workshop::new(kind, Limits::default())).is_ok()
    );
    for _ in 0..40 {
        deep = json!({"type": "group", "of": deep});
    }
    assert_eq!(refusal(&json!({"processors": [deep]}).to_string()).0, "E_LIMIT");
    let many: Vec<Json> = (0..1001).map(|_| json!({"type": "passthrough"})).collect();
    assert_eq!(refusal(&json!({"processors": many}).to_string()).0, "E_LIMIT");
    assert_eq!(refusal(&format!("{{\"processors\": [{}", "[".repeat(2000))).0, "E_LIMIT");
    assert_eq!(refusal(&" ".repeat(1_000_001)).0, "E_LIMIT");
    refused(
        json!({"processors": [{"type": "window", "width": 100001, "of": {"type": "passthrough"}}]}),
        "E_LIMIT",
        "$.processors[0].width",
        "100000",
    );
}

#[test]
fn not_json() {
    let (code, message, _) = refusal("{\"processors\":\n [}");
    assert_eq!(code, "E_SHAPE");
    assert!(message.contains("2:3"), "{message}");
}

#[test]
fn an_event_of_the_wrong_type_fails_and_a_reset_mends() {
    let json = json!({"processors": [{"id": "double", "type": "apply", "fn": "x * 2"}]});
    let mut machine = compile(&json.to_string(), &Workshop::new(kind, Limits::default())).unwrap();
    machine.push(0, Value::Num(1.0)).unwrap();
    let error = machine.push(0, Value::str("two")).unwrap_err();
    assert_eq!(error.code.name(), "E_TYPE");
    assert!(error.message.contains("processor 'double'"), "{}", error.message);
    assert_eq!(error.path.as_deref(), Some("$.processors[0]"));
    assert_eq!(machine.push(0, Value::Num(3.0)).unwrap_err().code.name(), "E_FAILED");
    assert_eq!(machine.take(0), [Value::Num(2.0)]);
    machine.reset();
    machine.push(0, Value::Num(3.0)).unwrap();
    assert_eq!(machine.take(0), [Value::Num(6.0)]);
}

#[test]
fn a_full_queue_names_the_processor_and_input() {
    let json = json!({"inputs": ["a", "b"], "processors": [{"id": "add", "type": "apply", "fn": "x + y", "from": ["a", "b"], "queue": {"limit": 3}}]});
    let mut machine = compile(&json.to_string(), &Workshop::new(kind, Limits::default())).unwrap();
    for _ in 0..3 {
        machine.push(0, Value::Num(1.0)).unwrap();
    }
    let error = machine.push(0, Value::Num(1.0)).unwrap_err();
    assert_eq!(error.code.name(), "E_LIMIT");
    assert!(error.message.contains("input 0 of processor 'add'"), "{}", error.message);
}

#[test]
fn a_queue_may_drop_its_oldest_event() {
    let json = json!({"inputs": ["a", "b"], "processors": [{"type": "apply", "fn": "x + y", "queue": {"limit": 2, "policy": "dropOldest"}}]});
    let mut machine = compile(&json.to_string(), &Workshop::new(kind, Limits::default())).unwrap();
    for x in [1.0, 2.0, 3.0] {
        machine.push(0, Value::Num(x)).unwrap();
    }
    machine.push(1, Value::Num(10.0)).unwrap();
    assert_eq!(machine.take(0), [Value::Num(12.0)]);
}
