//! A running pipeline for JS: small methods that take and give numbers. `js/pipeline.js` owns names and docs.

use super::mail::{self, deliver};
use super::{custom, errors, functions, settings, stage};
use crate::engine::{self, Machine, Reads, Workshop};
use crate::error::{Error, Result};
use crate::processors;
use crate::value::{Column, Shape, Value};
use js_sys::Array;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A pipeline and its state.
#[wasm_bindgen]
pub struct RawMachine {
    pub(super) machine: Machine,
    pub(super) shapes: Vec<Rc<Shape>>,
    /// What a batch brings in, and what came of it.
    pub(super) columns: Vec<Column>,
    pub(super) results: Vec<Column>,
}

type Thrown<T> = std::result::Result<T, JsValue>;

fn thrown(error: Error) -> JsValue {
    errors::to_js(&error)
}

fn workshop(limits: JsValue, functions: &Array, processors: Array) -> Result<Workshop> {
    let mut shop = Workshop::new(processors::kind, settings::limits(limits)?);
    shop.functions = functions::all(functions);
    shop.processors = Some(custom::all(processors));
    Ok(shop)
}

impl RawMachine {
    fn wrap(machine: Machine) -> RawMachine {
        let shapes = (0..machine.inputs())
            .map(|input| {
                let paths = match machine.reads(input) {
                    Reads::Paths(paths) | Reads::Passes(paths) => paths,
                    Reads::Whole => Vec::new(),
                };
                Rc::new(Shape { paths })
            })
            .collect();
        RawMachine { machine, shapes, columns: Vec::new(), results: Vec::new() }
    }

    fn checked(machine: Result<Machine>) -> Thrown<RawMachine> {
        let machine = machine.and_then(|machine| errors::taken_host_failure().map_or(Ok(machine), Err));
        machine.map(RawMachine::wrap).map_err(thrown)
    }

    /// The number of events in the mailbox; with an error, that number counted down from -1.
    #[inline]
    pub(super) fn answer(&mut self, result: Result<()>) -> i32 {
        let done = self.machine.done();
        let n = deliver(&mut self.machine.outs, done);
        match result.err().or_else(errors::taken_host_failure) {
            None => n,
            Some(error) => {
                errors::keep(error);
                -1 - n
            }
        }
    }

    fn push(&mut self, input: usize, value: Value) -> i32 {
        let result = self.machine.push(input, value);
        self.answer(result)
    }
}

#[wasm_bindgen]
impl RawMachine {
    /// Compiles a pipeline's JSON.
    pub fn compile(json: &str, limits: JsValue, functions: &Array, processors: Array) -> Thrown<RawMachine> {
        let shop = workshop(limits, functions, processors).map_err(thrown)?;
        RawMachine::checked(engine::compile(json, &shop))
    }
    /// The machine a snapshot was taken of.
    pub fn restore(bytes: &[u8], limits: JsValue, functions: &Array, processors: Array) -> Thrown<RawMachine> {
        let shop = workshop(limits, functions, processors).map_err(thrown)?;
        RawMachine::checked(engine::restore(bytes, &shop))
    }
    /// An independent copy in the same state.
    pub fn duplicate(&self) -> Thrown<RawMachine> {
        RawMachine::checked(Ok(self.machine.clone()))
    }
    /// An independent copy in its first state.
    pub fn fresh(&self) -> Thrown<RawMachine> {
        let mut machine = self.machine.clone();
        machine.reset();
        RawMachine::checked(Ok(machine))
    }
    pub fn snapshot(&self) -> Thrown<Vec<u8>> {
        let bytes = engine::snapshot(&self.machine);
        errors::taken_host_failure().map_or(Ok(bytes), |error| Err(thrown(error)))
    }
    pub fn reset(&mut self) -> Thrown<()> {
        self.machine.reset();
        errors::taken_host_failure().map_or(Ok(()), |error| Err(thrown(error)))
    }

    pub fn input_names(&self) -> Vec<String> {
        self.machine.input_names().to_vec()
    }
    pub fn output_names(&self) -> Vec<String> {
        self.machine.output_names().to_vec()
    }
    pub fn warnings(&self) -> Vec<String> {
        self.machine.warnings()
    }
    pub fn to_json(&self) -> String {
        self.machine.to_json().to_string()
    }
    /// The member paths to project of the objects of an input.
    pub fn paths(&self, input: usize) -> Vec<String> {
        self.shapes[input].paths.clone()
    }
    pub fn done(&self) -> bool {
        self.machine.done()
    }
    pub fn output_done(&self, output: usize) -> bool {
        self.machine.output_done(output)
    }
    pub fn has_sources(&self) -> bool {
        self.machine.plan().has_sources
    }

    /// Feeds a number. All that feed answer as [`RawMachine::answer`].
    pub fn push_num(&mut self, input: usize, x: f64) -> i32 {
        let result = self.machine.push_num(input, x);
        self.answer(result)
    }
    /// Feeds a value by its tag.
    pub fn push_scalar(&mut self, input: usize, tag: u8, number: f64) -> i32 {
        self.push(input, stage::scalar(tag, number))
    }
    /// Feeds the object whose id and fields are staged.
    pub fn push_staged(&mut self, input: usize) -> i32 {
        let value = stage::event(&self.shapes[input]);
        self.push(input, value)
    }
    /// Ends one input.
    pub fn end_input(&mut self, input: usize) -> i32 {
        let result = self.machine.end_input(input);
        self.answer(result)
    }
    /// Ends all inputs.
    pub fn end(&mut self) -> i32 {
        let result = self.machine.end();
        self.answer(result)
    }
    /// The inputs to read so that an output can get an event; sources inside are drawn from, so events may be out
    /// already: [`RawMachine::collect`] them.
    pub fn demand(&mut self, output: usize) -> Thrown<Vec<u32>> {
        let inputs = self.machine.demand(output).map_err(thrown)?;
        Ok(inputs.into_iter().map(|input| input as u32).collect())
    }
    /// What is out and was not taken yet.
    pub fn collect(&mut self) -> i32 {
        self.answer(Ok(()))
    }

    pub fn record_lineage(&mut self) {
        self.machine.record_lineage();
    }
    /// The input events that made an output event: input and index in turn.
    pub fn explain(&self, output: usize, k: usize) -> Thrown<Vec<f64>> {
        let origins = self.machine.explain(output, k).map_err(thrown)?;
        Ok(origins.into_iter().flat_map(|(input, index)| [input as f64, index as f64]).collect())
    }

    /// Puts a part of a batch's result into the mailbox.
    pub fn result_part(&self, output: usize, from: usize) -> i32 {
        mail::deliver_part(&self.results[output], from)
    }
}
