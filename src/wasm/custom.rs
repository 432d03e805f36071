//! Processors written in JS: `js/define.js` wraps the user's definition into one function for every need.

use super::{errors, host, values};
use crate::engine::{Because, Built, Emit, Flow, HostProcessors, Processor};
use crate::error::Result;
use crate::trouble;
use crate::value::{Reader, Value, Writer, damaged};
use js_sys::{Array, Function};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A processor with its state, which is a JS value. `act` is called with what to do, the state, and a front or text:
/// - `init`: gives the first state;
/// - `step`, `end`: gives `[done, port, value, port, value, ...]`;
/// - `copy`: gives a copy of the state; `save`: gives it as text; `load`: gives the state of a text.
struct JsProcessor {
    act: Function,
    state: JsValue,
}

/// The makers of a pipeline's custom processors, by number: `[act, inputs, outputs, ...]`.
pub fn all(triples: Array) -> HostProcessors {
    Rc::new(move |k| {
        let at = 3 * k;
        let act: Function = triples.get(at).dyn_into().ok()?;
        let (inputs, outputs) = (triples.get(at + 1).as_f64()?, triples.get(at + 2).as_f64()?);
        let mut processor = JsProcessor { act, state: JsValue::NULL };
        processor.reset();
        Built::new(processor, inputs as usize, outputs as usize).ok()
    })
}

impl JsProcessor {
    fn act(&self, what: &str, with: &JsValue) -> Option<JsValue> {
        let answer = host::this().call(&self.act, &Array::of3(&what.into(), &self.state, with));
        (!answer.is_undefined()).then_some(answer)
    }
    /// Where the engine has no way to take an error, it is kept for the end of the call.
    fn act_or_note(&self, what: &str) -> JsValue {
        self.act(what, &JsValue::NULL).unwrap_or_else(|| {
            trouble::note(errors::host_failure("a custom processor"));
            JsValue::NULL
        })
    }
    fn emitting(&self, what: &str, with: &JsValue, out: &mut Emit) -> Result<Flow> {
        let answer = self.act(what, with).ok_or_else(|| errors::host_failure("a custom processor"))?;
        let parts: Array = answer.unchecked_into();
        for k in (1..parts.length()).step_by(2) {
            let port = parts.get(k).as_f64().unwrap_or_default() as usize;
            out.put(port, values::from_js(&parts.get(k + 1))?, Because::All);
        }
        Ok(if parts.get(0).is_truthy() { Flow::Done } else { Flow::More })
    }
}

impl Processor for JsProcessor {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let front: Array = front.iter().map(values::to_js).collect();
        self.emitting("step", &front, out)
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        self.emitting("end", &JsValue::NULL, out).map(drop)
    }
    fn reset(&mut self) {
        self.state = self.act_or_note("init");
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.act_or_note("save").as_string().unwrap_or_default());
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        let text: String = r.get()?;
        self.state =
            self.act("load", &text.into()).ok_or_else(|| damaged("the state of a custom processor is not JSON"))?;
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(JsProcessor { act: self.act.clone(), state: self.act_or_note("copy") })
    }
}
