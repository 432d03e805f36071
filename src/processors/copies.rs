//! Live copies of a nested pipeline, as temporal operators and quantifiers keep them.

use crate::engine::{Machine, Params};
use crate::error::{Error, Result};
use crate::value::{Reader, Value, Writer};
use rustc_hash::FxHashSet;
use serde_json::Value as Json;

/// One copy: its pipeline, the value it was made for, and its last output so far.
#[derive(Clone)]
pub struct LiveCopy {
    machine: Machine,
    value: Value,
    pub last: Option<Value>,
}

/// Copies of one template, oldest first.
///
/// Copies in the same state, made for the same value and with the same last output, have the same future: they
/// are merged now and then, so that what is held is bounded by the number of different states.
#[derive(Clone)]
pub struct Copies {
    template: Machine,
    variable: Option<String>,
    pub live: Vec<LiveCopy>,
    /// Copies that were decided, as good as new.
    spare: Vec<Machine>,
    merge_at: usize,
    most: usize,
}

/// Below this many copies, looking for equal ones costs more than it saves.
const FEW: usize = 4;

impl Copies {
    /// None yet; `variable` is set in each copy to the value it is made for.
    pub fn of(p: &mut Params, variable: Option<String>) -> Result<Copies> {
        let template = one_output(p, "of")?;
        let most = p.limits().slices;
        Ok(Copies { template, variable, live: Vec::new(), spare: Vec::new(), merge_at: FEW, most })
    }
    /// How many inputs a copy has.
    pub fn inputs(&self) -> usize {
        self.template.inputs()
    }
    /// Makes a copy for a value.
    pub fn add(&mut self, value: Value) -> Result<()> {
        if self.live.len() >= self.merge_at {
            self.merge();
        }
        if self.live.len() >= self.most {
            return Err(Error::limit(format!("more than {} copies are alive at once", self.most)));
        }
        let machine = match self.make_bound(&value) {
            Some(machine) => machine,
            None => self.spare.pop().unwrap_or_else(|| self.template.clone()),
        };
        self.live.push(LiveCopy { machine, value, last: None });
        Ok(())
    }
    fn make_bound(&self, value: &Value) -> Option<Machine> {
        let name = self.variable.as_ref()?;
        let mut machine = self.template.clone();
        machine.bind(name, value);
        Some(machine)
    }
    /// Feeds one front to every copy.
    pub fn feed(&mut self, front: &[Value]) -> Result<()> {
        for copy in &mut self.live {
            copy.machine.push_front(front)?;
            if let Some(value) = last_output(&mut copy.machine) {
                copy.last = Some(value);
            }
        }
        Ok(())
    }
    /// Lets go of the copies whose last output says so.
    pub fn drop_where(&mut self, gone: impl Fn(&Option<Value>) -> bool) {
        let gone = self.live.extract_if(.., |copy| gone(&copy.last));
        // One that was made for a value is of no use for another.
        if self.variable.is_none() {
            keep_some(&mut self.spare, gone);
        } else {
            gone.for_each(drop);
        }
    }
    fn merge(&mut self) {
        let mut seen = FxHashSet::default();
        self.live.retain(|copy| {
            let mut state = Writer::default();
            state.put(&copy.value);
            state.put(&copy.last);
            copy.machine.save(&mut state);
            seen.insert(state.bytes)
        });
        self.merge_at = (2 * self.live.len()).max(FEW);
    }
    /// No copies.
    pub fn reset(&mut self) {
        self.drop_where(|_| true);
        self.merge_at = FEW;
    }
    /// Sets a context variable in all copies, now and to come.
    pub fn bind(&mut self, name: &str, value: &Value) {
        if self.variable.as_deref() == Some(name) {
            return;
        }
        self.template.bind(name, value);
        self.spare.clear();
        self.live.iter_mut().for_each(|copy| copy.machine.bind(name, value));
    }
    /// Writes the state of all copies.
    pub fn save(&self, w: &mut Writer) {
        w.len(self.live.len());
        for copy in &self.live {
            w.put(&copy.value);
            w.put(&copy.last);
            copy.machine.save(w);
        }
    }
    /// Reads what `save` wrote.
    pub fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.reset();
        let n = r.len(2)?;
        for _ in 0..n {
            let value: Value = r.get()?;
            let last = r.get()?;
            let mut machine = self.make_bound(&value).unwrap_or_else(|| self.template.clone());
            machine.load(r)?;
            self.live.push(LiveCopy { machine, value, last });
        }
        self.merge_at = (2 * n).max(FEW);
        Ok(())
    }
}

/// Puts a few machines by, as good as new: making one costs more than resetting it.
fn keep_some(spare: &mut Vec<Machine>, gone: impl Iterator<Item = LiveCopy>) {
    for mut copy in gone {
        if spare.len() < FEW {
            copy.machine.reset();
            spare.push(copy.machine);
        }
    }
}

/// A nested pipeline that must have one output.
pub fn one_output(p: &mut Params, key: &str) -> Result<Machine> {
    let machine = p.machine(key)?;
    single(p, machine, key)
}

/// The same out of some JSON inside a parameter.
pub fn one_output_of(p: &Params, json: &Json, key: &str) -> Result<Machine> {
    single(p, p.machine_of(json, key)?, key)
}

fn single(p: &Params, machine: Machine, key: &str) -> Result<Machine> {
    match machine.outputs() {
        1 => Ok(machine),
        n => Err(p.wrong(key, format!("'{key}' must have one output, it has {n}"))),
    }
}

/// The last event a pipeline has put out since it was asked before, on its output 0.
pub fn last_output(machine: &mut Machine) -> Option<Value> {
    let column = machine.outs.first_mut()?;
    let n = column.len();
    let last = (n > 0).then(|| column.take(n - 1));
    machine.outs.iter_mut().for_each(|column| column.clear());
    last
}

/// The last complete front a pipeline has put out since it was asked before.
pub fn last_front(machine: &mut Machine) -> Option<Vec<Value>> {
    let complete = machine.outs.iter().map(|column| column.len()).min().unwrap_or(0);
    let front = (complete > 0).then(|| machine.outs.iter_mut().map(|c| c.take(complete - 1)).collect());
    machine.outs.iter_mut().for_each(|column| column.clear());
    front
}
