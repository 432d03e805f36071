//! The bindings inside WebAssembly, under Node and in a browser, below the JS API: calls answer with counts, events lie
//! in the mailbox by tag, errors are fetched with their code and place.

use super::machine::RawMachine;
use super::{errors, host, mail, stage, texts};
use js_sys::{Array, Float64Array, Function, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

// The other half of the border, as small as it can be.
#[wasm_bindgen(inline_js = "
const held = []
let thrown, last
const call = (f, ...args) => { try { last = f(...args); return last ?? null } catch (error) { thrown = error; last = undefined } }
export const testHost = () => ({
  open: (id) => ['object', ...Object.entries(held[id]).flat()],
  hold: (object) => held.push(object) - 1,
  held: (id) => held[id],
  learn() {},
  long: () => '',
  call: (f, args) => call(f, ...args),
  call1: (f, x) => { const y = call(f, x); return typeof y === 'number' ? y : NaN },
  call2: (f, x, y) => { const z = call(f, x, y); return typeof z === 'number' ? z : NaN },
  last: () => last,
  complaint: () => String(thrown?.message),
  panicked() {},
})
export const double = (x) => x * 2
export const refuse = () => { throw new Error('not today') }
")]
extern "C" {
    #[wasm_bindgen(js_name = testHost)]
    fn test_host() -> host::Host;
    #[wasm_bindgen(thread_local_v2, js_name = double)]
    static DOUBLE: Function;
    #[wasm_bindgen(thread_local_v2, js_name = refuse)]
    static REFUSE: Function;
}

fn compiled(json: &str, functions: &Array) -> Result<RawMachine, JsValue> {
    host::install(test_host());
    RawMachine::compile(json, Object::new().into(), functions, Array::new())
}

fn machine(json: &str) -> RawMachine {
    compiled(json, &Array::new()).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The tag and the number of the i-th event in the mailbox.
fn letter(i: u32) -> (u8, f64) {
    let at = mail::mail_layout();
    let memory = Reflect::get(&host::engine_memory(), &"buffer".into()).unwrap();
    (Uint8Array::new(&memory).get_index(at[1] + i), Float64Array::new(&memory).get_index(at[3] / 8 + i))
}

fn member(error: &JsValue, name: &str) -> String {
    Reflect::get(error, &name.into()).unwrap().as_string().unwrap_or_default()
}

const SUM: &str = r#"{"processors": [{"id": "sum", "type": "cumulate", "fn": "x + y"}]}"#;

#[wasm_bindgen_test]
fn a_number_in_a_number_out() {
    let mut sum = machine(SUM);
    assert_eq!((sum.push_num(0, 2.0), letter(0)), (1, (mail::NUMBER, 2.0)));
    assert_eq!((sum.push_num(0, 3.0), letter(0)), (1, (mail::NUMBER, 5.0)));
    assert_eq!(sum.input_names(), ["in"]);
    assert_eq!(sum.end(), 1 << 30);
    assert!(sum.done());
}

#[wasm_bindgen_test]
fn tags_of_other_values() {
    let mut pass = machine(r#"{"processors": [{"type": "passthrough"}]}"#);
    for tag in [mail::NULL, mail::TRUE, mail::FALSE] {
        assert_eq!((pass.push_scalar(0, tag, 0.0), letter(0).0), (1, tag));
    }
    let code = f64::from(texts::intern("ada"));
    assert_eq!((pass.push_scalar(0, mail::TEXT, code), letter(0)), (1, (mail::TEXT, code)));
}

#[wasm_bindgen_test]
fn errors_are_fetched_with_code_and_place() {
    let mut sum = machine(r#"{"processors": [{"id": "d", "type": "apply", "fn": "x * 2"}]}"#);
    assert_eq!(sum.push_scalar(0, mail::TRUE, 0.0), -1);
    let error = errors::take_error();
    assert_eq!((member(&error, "code"), member(&error, "path")), ("E_TYPE".into(), "$.processors[0]".into()));
    assert!(errors::take_error().is_undefined());

    let error = compiled(r#"{"processors": [{"type": "fly"}]}"#, &Array::new()).err().unwrap();
    assert_eq!((member(&error, "code"), member(&error, "path")), ("E_SHAPE".into(), "$.processors[0].type".into()));
}

#[wasm_bindgen_test]
fn limits_come_as_a_plain_object() {
    host::install(test_host());
    let limits = Object::new();
    Reflect::set(&limits, &"width".into(), &2.into()).unwrap();
    let json = r#"{"processors": [{"type": "window", "width": 3, "of": {"type": "freeze"}}]}"#;
    let error = RawMachine::compile(json, limits.into(), &Array::new(), Array::new()).err().unwrap();
    assert_eq!(member(&error, "code"), "E_LIMIT");
    let error = RawMachine::compile(SUM, JsValue::from(7), &Array::new(), Array::new()).err().unwrap();
    assert_eq!(member(&error, "path"), "limits");
}

#[wasm_bindgen_test]
fn a_batch_of_numbers_is_read_where_it_lies() {
    let mut sum = machine(SUM);
    let at = stage::stage_numbers(3);
    let memory = Reflect::get(&host::engine_memory(), &"buffer".into()).unwrap();
    Float64Array::new(&memory).set(&Float64Array::from(&[1.0, 2.0, 3.0][..]), at / 8);
    sum.load_numbers();
    assert!(sum.run());
    assert_eq!(sum.result_len(0), 3);
    let memory = Reflect::get(&host::engine_memory(), &"buffer".into()).unwrap();
    let at = sum.result_numbers(0) / 8;
    assert_eq!(Float64Array::new(&memory).subarray(at, at + 3).to_vec(), [1.0, 3.0, 6.0]);
}

#[wasm_bindgen_test]
fn functions_of_the_host_are_called_and_may_throw() {
    let with = |f: &Function| {
        compiled(r#"{"processors": [{"type": "apply", "fn": {"$host": 0}}]}"#, &Array::of2(f, &1.into()))
    };
    let mut doubles = DOUBLE.with(with).unwrap();
    assert_eq!((doubles.push_num(0, 4.0), letter(0)), (1, (mail::NUMBER, 8.0)));
    let mut refuses = REFUSE.with(with).unwrap();
    assert_eq!(refuses.push_num(0, 4.0), -1);
    let error = errors::take_error();
    assert_eq!(member(&error, "code"), "E_HOST");
    assert!(member(&error, "message").contains("not today"));
}

#[wasm_bindgen_test]
fn a_snapshot_is_bytes_that_restore() {
    let mut sum = machine(SUM);
    sum.push_num(0, 2.0);
    let bytes = sum.snapshot().unwrap();
    let mut again = RawMachine::restore(&bytes, Object::new().into(), &Array::new(), Array::new()).ok().unwrap();
    assert_eq!((again.push_num(0, 3.0), letter(0)), (1, (mail::NUMBER, 5.0)));
    let error = RawMachine::restore(&bytes[1..], Object::new().into(), &Array::new(), Array::new()).err().unwrap();
    assert_eq!(member(&error, "code"), "E_SNAPSHOT");
}
