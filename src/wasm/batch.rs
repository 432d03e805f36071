//! Whole batches: staged columns in, columns out, numbers without any conversion.

use super::machine::RawMachine;
use super::{errors, stage, values};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl RawMachine {
    /// The staged numbers are the events of an input. Inputs are loaded in order, all of them.
    pub fn load_numbers(&mut self) {
        self.columns.push(stage::numbers());
    }
    /// The staged events are those of the next input; objects among them have successive ids from `first` on.
    pub fn load(&mut self, n: usize, first: f64, objects: usize) {
        let input = self.columns.len();
        self.columns.push(stage::column(n, &self.shapes[input], first, objects));
    }
    /// Runs the n numbers that are staged at the fixed place, through a pipeline of one input; answers as all that push.
    pub fn run_few(&mut self, n: usize) -> i32 {
        let result = self.machine().run(&[stage::few(n)]);
        self.answer(result)
    }
    /// Runs what was loaded; false with an error. What came out until then can be asked for either way.
    pub fn run(&mut self) -> bool {
        let columns = std::mem::take(&mut self.columns);
        let result = self.machine().run(&columns);
        drop(columns);
        let results = self.machine().outs.iter_mut().map(std::mem::take).collect();
        self.results = results;
        self.results.iter().for_each(values::foresee);
        match result.err().or_else(errors::taken_host_failure) {
            None => true,
            Some(error) => {
                errors::keep(error);
                false
            }
        }
    }
    /// How many events came out of an output.
    pub fn result_len(&self, output: usize) -> usize {
        self.results[output].len()
    }
    /// Where the numbers lie, if all are numbers; else 0.
    pub fn result_numbers(&self, output: usize) -> u32 {
        self.results[output].nums().map_or(0, |numbers| numbers.as_ptr() as u32)
    }
    /// Where the booleans lie, if all are booleans; else 0.
    pub fn result_booleans(&self, output: usize) -> u32 {
        self.results[output].bools().map_or(0, |booleans| booleans.as_ptr() as u32)
    }
    /// Lets go of the results.
    pub fn drop_results(&mut self) {
        self.results.clear();
    }
    /// Lets go of what was loaded, since the rest of it cannot be.
    pub fn drop_loaded(&mut self) {
        self.columns.clear();
    }
}
