//! JS functions inside a pipeline.

use super::{errors, host, values};
use crate::error::Result;
use crate::expr::HostFunction;
use crate::value::Value;
use js_sys::{Array, Function};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

struct JsFunction {
    function: Function,
    arity: usize,
}

/// The functions of a pipeline, by number: `[function, arity, function, arity, ...]`.
pub fn all(pairs: &Array) -> Rc<Vec<Rc<dyn HostFunction>>> {
    let mut functions: Vec<Rc<dyn HostFunction>> = Vec::new();
    for k in (0..pairs.length()).step_by(2) {
        let function: Function = pairs.get(k).unchecked_into();
        let arity = pairs.get(k + 1).as_f64().unwrap_or(1.0) as usize;
        functions.push(Rc::new(JsFunction { function, arity }));
    }
    Rc::new(functions)
}

impl JsFunction {
    fn result(&self, result: JsValue) -> Result<Value> {
        if result.is_undefined() {
            return Err(errors::host_failure("a JS function"));
        }
        values::from_js(&result).map_err(|error| error.by("result of a JS function"))
    }
    /// Numbers cross without becoming JS values; `NaN` says that the answer may be something else.
    fn numeric(&self, answer: f64) -> Result<Value> {
        if answer.is_nan() {
            return self.result(host::this().last());
        }
        Ok(Value::Num(answer))
    }
}

impl HostFunction for JsFunction {
    fn call(&self, args: &[Value]) -> Result<Value> {
        let host = host::this();
        match args {
            [Value::Num(x)] => self.numeric(host.call1(&self.function, *x)),
            [Value::Num(x), Value::Num(y)] => self.numeric(host.call2(&self.function, *x, *y)),
            args => {
                let args: Array = args.iter().map(values::to_js).collect();
                self.result(host.call(&self.function, &args))
            }
        }
    }
    fn arity(&self) -> usize {
        self.arity
    }
}
