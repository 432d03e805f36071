//! The event language of pull-streams: texts and JSON in, texts and JSON out.

use super::thrown::to_js;
use crate::error::{Error, Result};
use crate::pullstream::language::{Style, parse, print};
use crate::pullstream::{questions, specs};
use serde_json::Value as Json;
use wasm_bindgen::prelude::*;

fn answer(result: Result<String>) -> Result<String, JsValue> {
    result.map_err(|error| to_js(&error))
}

fn ask(question: &str, of: fn(&Json) -> Result<Json>) -> Result<String, JsValue> {
    let question = serde_json::from_str(question).map_err(|error| Error::shape(error.to_string()));
    answer(question.and_then(|question| of(&question)).map(|json| json.to_string()))
}

/// Names and texts of the specifications that come with the package, one after the other.
#[wasm_bindgen]
pub fn protocol_specs() -> Vec<String> {
    specs::SPECS.iter().flat_map(|(name, text)| [*name, *text]).map(String::from).collect()
}

/// The functions that every text may call.
#[wasm_bindgen]
pub fn protocol_prelude() -> String {
    specs::PRELUDE.into()
}

/// What a text says, as JSON.
#[wasm_bindgen]
pub fn protocol_parse(text: &str) -> Result<String, JsValue> {
    answer(questions::describe(text).map(|json| json.to_string()))
}

/// A text as the printer writes it.
#[wasm_bindgen]
pub fn protocol_print(text: &str, typeset: bool) -> Result<String, JsValue> {
    let style = if typeset { Style::Typeset } else { Style::Ascii };
    answer(parse(text).map(|statements| print(&statements, style)))
}

/// A text in normal form, with the values of some parameters as JSON.
#[wasm_bindgen]
pub fn protocol_normalise(text: &str, parameters: &str) -> Result<String, JsValue> {
    let parameters = serde_json::from_str(parameters).map_err(|error| Error::shape(error.to_string()));
    answer(parameters.and_then(|parameters| questions::normal_text(text, &parameters)))
}

/// The histories of specifications up to a bound.
#[wasm_bindgen]
pub fn protocol_histories(question: &str) -> Result<String, JsValue> {
    ask(question, questions::histories)
}

/// Whether a recorded history is allowed.
#[wasm_bindgen]
pub fn protocol_allows(question: &str) -> Result<String, JsValue> {
    ask(question, questions::membership)
}

/// Whether a history makes an antecedent true.
#[wasm_bindgen]
pub fn protocol_entails(question: &str) -> Result<String, JsValue> {
    ask(question, questions::entails)
}
