//! A running pipeline for JS: small methods that take and give numbers. `js/pipeline.js` owns names and docs.

use super::mail::{self, deliver};
use super::single::{self, ITSELF, SILENCE, Single};
use super::{custom, errors, functions, settings, stage, thrown};
use crate::engine::{self, Lane, Machine, Reads, Told, Workshop};
use crate::error::{Code, Error, Result};
use crate::processors;
use crate::value::{Column, Shape, Value};
use js_sys::Array;
use std::cell::{RefCell, RefMut};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A pipeline and its state.
#[wasm_bindgen]
pub struct RawMachine {
    single: Rc<RefCell<Single>>,
    place: usize,
    pub(super) shapes: Vec<Rc<Shape>>,
    /// What a batch brings in, and what came of it.
    pub(super) columns: Vec<Column>,
    pub(super) results: Vec<Column>,
    /// For each input: objects can be fed by their members.
    by_members: Vec<bool>,
}

/// Added to an answer when nothing more will come out. The same number stands in js/pipeline.js.
const DONE: i32 = 1 << 30;

/// The answer where an object that was fed by its members is needed itself: [`RawMachine::go_on`] with it. The same number
/// stands in js/boundary/single.js.
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
        let single = Rc::new(RefCell::new(Single::new(machine)));
        RawMachine { place: single::open(&single), single, shapes, columns, results, by_members }
    }

    pub(super) fn machine(&self) -> RefMut<'_, Machine> {
        RefMut::map(self.single.borrow_mut(), |single| &mut single.machine)
    }

    fn checked(machine: Result<Machine>) -> Thrown<RawMachine> {
        let machine = machine.and_then(|machine| errors::taken_host_failure().map_or(Ok(machine), Err));
        machine.map(RawMachine::wrap).map_err(thrown)
    }

    /// The number of events in the mailbox, with [`DONE`] added if no more will come; with an error, the number counted
    /// down from -1.
    #[inline]
    pub(super) fn answer(&self, result: Result<()>) -> i32 {
        let mut machine = self.machine();
        let n = deliver(&mut machine.outs);
        match result.err().or_else(errors::taken_host_failure) {
            None if machine.done() => n + DONE,
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
    fn told(&self, input: usize, lane: Lane) -> i32 {
        match lane.told() {
            Told::Emit(y) => mail::number(y),
            Told::Silent => 0,
            _ if self.machine().wants_object() => OBJECT_WANTED,
            _ => {
                let result = self.machine().off_lane(input);
                self.answer(result)
            }
        }
    }

    fn push(&mut self, input: usize, value: Value) -> i32 {
        let result = self.machine().push(input, value);
        self.answer(result)
    }
}

impl Drop for RawMachine {
    fn drop(&mut self) {
        single::close(self.place);
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
        RawMachine::checked(Ok(self.machine().clone()))
    }
    /// An independent copy in its first state.
    pub fn fresh(&self) -> Thrown<RawMachine> {
        let mut machine = self.machine().clone();
        machine.reset();
        RawMachine::checked(Ok(machine))
    }
    pub fn snapshot(&self) -> Thrown<Vec<u8>> {
        let bytes = engine::snapshot(&self.machine());
        errors::taken_host_failure().map_or(Ok(bytes), |error| Err(thrown(error)))
    }
    pub fn reset(&mut self) -> Thrown<()> {
        self.machine().reset();
        errors::taken_host_failure().map_or(Ok(()), |error| Err(thrown(error)))
    }

    pub fn input_names(&self) -> Vec<String> {
        self.machine().input_names().to_vec()
    }
    pub fn output_names(&self) -> Vec<String> {
        self.machine().output_names().to_vec()
    }
    pub fn warnings(&self) -> Vec<String> {
        self.machine().warnings()
    }
    pub fn to_json(&self) -> String {
        self.machine().to_json().to_string()
    }
    /// The member paths to project of the objects of an input.
    pub fn paths(&self, input: usize) -> Vec<String> {
        self.shapes[input].paths.clone()
    }
    /// Whether the objects of an input are needed themselves, besides those paths.
    pub fn whole(&self, input: usize) -> bool {
        !matches!(self.machine().reads(input), Reads::Paths(_))
    }
    /// Whether objects of an input can be fed by the members at those paths.
    pub fn by_members(&self, input: usize) -> bool {
        self.by_members[input]
    }
    pub fn done(&self) -> bool {
        self.machine().done()
    }
    pub fn output_done(&self, output: usize) -> bool {
        self.machine().output_done(output)
    }
    pub fn has_sources(&self) -> bool {
        self.machine().plan().has_sources
    }

    /// Where [`feed`](single::feed) and [`feed_object`](single::feed_object) find it.
    pub fn place(&self) -> usize {
        self.place
    }
    /// What came of the event that was fed there last and gave `out`, with the answer of all that push; [`OBJECT_WANTED`]
    /// if the object is needed for more.
    pub fn came(&mut self, out: f64) -> i32 {
        match out {
            SILENCE => 0,
            ITSELF => {
                self.machine().leave_behind();
                OBJECT_WANTED
            }
            y if y.is_nan() => {
                let lane = self.single.borrow().lane;
                self.told(0, lane)
            }
            y => mail::number(y),
        }
    }
    /// Feeds a number. All that push answer as [`RawMachine::answer`].
    pub fn push_num(&mut self, input: usize, x: f64) -> i32 {
        let lane = self.machine().lane(x);
        self.told(input, lane)
    }
    /// The object that is wanted then, by its id; its members are still known.
    pub fn go_on(&mut self, id: f64) -> i32 {
        let object = stage::of_members(id, &self.shapes[0], &self.single.borrow().members);
        let result = self.machine().off_object(0, object);
        self.answer(result)
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
        let _ = self.machine().keep(Err(Error::new(Code::Type, "an event that cannot cross")));
    }
    /// Ends one input.
    pub fn end_input(&mut self, input: usize) -> i32 {
        let result = self.machine().end_input(input);
        self.answer(result)
    }
    /// Ends all inputs.
    pub fn end(&mut self) -> i32 {
        let result = self.machine().end();
        self.answer(result)
    }
    /// The inputs to read so that an output can get an event; sources inside are drawn from, so events may be out
    /// already: [`RawMachine::collect`] them.
    pub fn demand(&mut self, output: usize) -> Thrown<Vec<u32>> {
        let inputs = self.machine().demand(output).map_err(thrown)?;
        Ok(inputs.into_iter().map(|input| input as u32).collect())
    }
    /// What is out and was not taken yet.
    pub fn collect(&mut self) -> i32 {
        self.answer(Ok(()))
    }

    pub fn record_lineage(&mut self) {
        self.machine().record_lineage();
    }
    /// The input events that made an output event: input and index in turn.
    pub fn explain(&self, output: usize, k: usize) -> Thrown<Vec<f64>> {
        let origins = self.machine().explain(output, k).map_err(thrown)?;
        Ok(origins.into_iter().flat_map(|(input, index)| [input as f64, index as f64]).collect())
    }

    /// Puts a part of a batch's result into the mailbox.
    pub fn result_part(&self, output: usize, from: usize) -> i32 {
        mail::deliver_part(&self.results[output], from)
    }
}
