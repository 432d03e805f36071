//! Limits as the user set them, out of a plain JS object.

use crate::error::{Error, Result};
use crate::limits::{Limits, Policy};
use serde_json::{Map, Value as Json};
use wasm_bindgen::JsValue;

/// The defaults, with what the object sets.
pub fn limits(given: JsValue) -> Result<Limits> {
    let mut limits = Limits::default();
    let json: Map<String, Json> = serde_wasm_bindgen::from_value(given)
        .map_err(|_| Error::shape("limits must be a plain object of numbers").at("limits"))?;
    for (key, value) in &json {
        let at = format!("limits.{key}");
        if key == "policy" {
            limits.policy = value.as_str().and_then(Policy::named).ok_or_else(|| {
                Error::shape(format!("policy must be 'error', 'block' or 'dropOldest', got {value}")).at(&at)
            })?;
            continue;
        }
        let place = match key.as_str() {
            "bytes" => &mut limits.bytes,
            "depth" => &mut limits.depth,
            "processors" => &mut limits.processors,
            "queue" => &mut limits.queue,
            "slices" => &mut limits.slices,
            "width" => &mut limits.width,
            "burst" => &mut limits.burst,
            "text" => &mut limits.text,
            "elements" => &mut limits.elements,
            _ => return Err(Error::shape(format!("unknown limit '{key}'")).at(&at)),
        };
        *place =
            value.as_f64().filter(|n| *n >= 1.0 && n.fract() == 0.0 && *n <= f64::from(u32::MAX)).ok_or_else(|| {
                Error::shape(format!("'{key}' must be a whole number of at least 1, got {value}")).at(&at)
            })? as usize;
    }
    // Deeper nesting than this would exhaust the stack of WebAssembly, whatever the user wishes.
    limits.depth = limits.depth.min(100);
    Ok(limits)
}
