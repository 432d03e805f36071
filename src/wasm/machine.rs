//! A running pipeline for JS: small methods that take and give numbers. `js/pipeline.js` owns names and docs.

use super::mail::{self, deliver};
use super::{custom, errors, functions, members, settings, stage, thrown};
use crate::engine::{self, Lane, Machine, Reads, Told, Workshop};
use crate::error::{Code, Error, Result};
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
    /// For each input: objects can be fed by their members.
    by_members: Vec<bool>,
    /// Which members of the object that was fed last are texts, should it be needed itself.
    texts: u32,
    /// The answer of [`RawMachine::feed`] where its number does not tell.
    fed: i32,
}

/// What [`RawMachine::feed`] gives when nothing came out; the same number stands in js/boundary/feed.js. Any would do:
/// should it ever come out of a pipeline, it takes the mailbox.
const SILENCE: f64 = -1.5e-300;

/// What [`RawMachine::feed_object`] gives when the object itself came out, likewise.
const ITSELF: f64 = -2.5e-300;

/// Added to an answer when nothing more will come out. The same number stands in js/pipeline.js.
const DONE: i32 = 1 << 30;

/// The answer where an object that was fed by its members is needed itself: [`RawMachine::go_on`] with it. The same number
/// stands in js/boundary/feed.js.
const OBJECT_WANTED: i32 = i32::MIN;

type Thrown<T> = std::result::Result<T, JsValue>;

fn thrown(error: Error) -> JsValue {
    thrown::to_js(&error)
}

fn workshop(limits: JsValue, functions: &Array, processors: Array) -> Result<Workshop> {
    let mut shop = Workshop::new(processors::kind, settings::limits(limits)?);
    shop.functions = functions::all(functions);
    shop.processors = Some(custom::all(processors));
    Ok(shop)
}

impl RawMachine {
    fn wrap(mut machine: Machine) -> RawMachine {
        let shapes: Vec<Rc<Shape>> = (0..machine.inputs())
            .map(|input| {
                let paths = match machine.reads(input) {
                    Reads::Paths(paths) | Reads::Passes(paths) => paths,
                    Reads::Whole => Vec::new(),
                };
                Rc::new(Shape { paths })
            })
            .collect();
        let by_members = shapes.iter().map(|shape| machine.expect(&shape.paths)).collect();
        let (columns, results) = Default::default();
        RawMachine { machine, shapes, columns, results, by_members, texts: 0, fed: 0 }
    }

    fn checked(machine: Result<Machine>) -> Thrown<RawMachine> {
        let machine = machine.and_then(|machine| errors::taken_host_failure().map_or(Ok(machine), Err));
        machine.map(RawMachine::wrap).map_err(thrown)
    }

    /// The number of events in the mailbox, with [`DONE`] added if no more will come; with an error, the number counted
    /// down from -1.
    #[inline]
    pub(super) fn answer(&mut self, result: Result<()>) -> i32 {
        let n = deliver(&mut self.machine.outs);
        match result.err().or_else(errors::taken_host_failure) {
            None if self.machine.done() => n + DONE,
            None => n,
            Some(error) => {
                errors::keep(error);
                -1 - n
            }
        }
    }

    /// Follows a lane to its end; the answer as [`RawMachine::answer`].
    #[cold]
    #[inline(never)]
    fn told(&mut self, input: usize, lane: Lane) -> i32 {
        match lane.told() {
            Told::Emit(y) => mail::number(y),
            Told::Silent => 0,
            _ if self.machine.wants_object() => OBJECT_WANTED,
            _ => {
                let result = self.machine.off_lane(input);
                self.answer(result)
            }
        }
    }

    #[inline(always)]
    fn number_of(&mut self, lane: Lane) -> f64 {
        match lane.told() {
            Told::Silent => SILENCE,
            Told::Same => ITSELF,
            Told::Emit(y) if !y.is_nan() && y != SILENCE && y != ITSELF => y,
            _ => {
                self.fed = self.told(0, lane);
                f64::NAN
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
    /// Whether the objects of an input are needed themselves, besides those paths.
    pub fn whole(&self, input: usize) -> bool {
        !matches!(self.machine.reads(input), Reads::Paths(_))
    }
    /// Whether objects of an input can be fed by the members at those paths.
    pub fn by_members(&self, input: usize) -> bool {
        self.by_members[input]
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

    /// Feeds a number. All that push answer as [`RawMachine::answer`].
    pub fn push_num(&mut self, input: usize, x: f64) -> i32 {
        let lane = self.machine.lane(x);
        self.told(input, lane)
    }
    /// Feeds a number to input 0 and gives the number that came out, or [`SILENCE`]; NaN for all else, and then
    /// [`RawMachine::fed`] is the answer. Nothing goes through memory unless it must.
    pub fn feed(&mut self, x: f64) -> f64 {
        let lane = self.machine.lane(x);
        self.number_of(lane)
    }
    /// The same for an object, by its members at the fixed place; the bits of `texts` tell which of them are codes of
    /// texts. Gives [`ITSELF`] if the object came out.
    pub fn feed_object(&mut self, texts: u32) -> f64 {
        self.texts = texts;
        let machine = &mut self.machine;
        let lane = members::with(texts, |members| machine.lane_object(members));
        self.number_of(lane)
    }
    /// The same, with the answer of all that push; [`OBJECT_WANTED`] if the object is needed for more.
    pub fn push_object(&mut self, texts: u32) -> i32 {
        match self.feed_object(texts) {
            SILENCE => 0,
            ITSELF => {
                self.machine.leave_behind();
                OBJECT_WANTED
            }
            y if y.is_nan() => self.fed,
            y => mail::number(y),
        }
    }
    /// The object that is wanted after one of those two, by its id; its members are still at their place.
    pub fn go_on(&mut self, id: f64) -> i32 {
        let shape = &self.shapes[0];
        let object = members::with(self.texts, |members| stage::of_members(id, shape, members));
        let result = self.machine.off_object(0, object);
        self.answer(result)
    }
    /// The answer of the last feeding that gave NaN; [`OBJECT_WANTED`] if the object is needed for more.
    pub fn fed(&self) -> i32 {
        self.fed
    }
    /// Feeds a value by its tag.
    pub fn push_scalar(&mut self, input: usize, tag: u8, number: f64) -> i32 {
        self.push(input, stage::scalar(tag, number))
    }
    /// Feeds the object of an id, whose fields are staged at the fixed place.
    pub fn push_single(&mut self, input: usize, id: f64) -> i32 {
        let value = stage::single(id, &self.shapes[input]);
        self.push(input, value)
    }
    /// Feeds the object whose id and fields are staged.
    pub fn push_staged(&mut self, input: usize) -> i32 {
        let value = stage::event(&self.shapes[input]);
        self.push(input, value)
    }
    /// An event could not be handed over: the pipeline has failed, as on any other wrong event.
    pub fn fail(&mut self) {
        // The error itself is known on the JS side.
        let _ = self.machine.keep(Err(Error::new(Code::Type, "an event that cannot cross")));
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
