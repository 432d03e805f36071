//! `slice`: a copy of a processor for each key; after each event a map of the last output of every copy comes out.
//!
//! A key of `null` is ignored, `everySlice()` feeds all copies there are. With `explode` a key that is a collection
//! stands for each of its members. A copy whose output satisfies `clean` is dropped.
//!
//! ```json
//! { "type": "slice", "key": "x.user", "of": { "type": "cumulate", "fn": "x + y.amount", "start": 0 } }
//! ```

use crate::engine::{
    Because, Built, Emit, Failure, Flow, Kind, Machine, Params, Processor, Reads, Sketch, Told, batch_by_steps,
};
use crate::error::{Error, Result};
use crate::expr::{EVERY_SLICE, Function};
use crate::term::{FALSE, TRUE, Term};
use crate::value::{Column, History, Reader, Value, Writer};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

pub static KIND: Kind = Kind {
    name: "slice",
    about: "Runs a copy of a processor for each key; emits the map of their last outputs",
    symbol: "⫽",
    build: |params| {
        let slices = Slices::new(params)?;
        let inputs = slices.template.inputs();
        Built::new(Slice { slices, map: History::default() }, inputs, 1)
    },
};

/// The copies of a processor by key; shared by `slice` and `sliceLast`.
#[derive(Clone)]
pub struct Slices {
    key: Function,
    clean: Option<Function>,
    explode: bool,
    most: usize,
    pub template: Machine,
    /// In order of creation; a place is empty after `clean`.
    places: IndexMap<Value, Option<Machine>, FxBuildHasher>,
    live: usize,
}

/// Empty places that are kept before the live ones move together.
const SLACK: usize = 64;

impl Slices {
    pub fn new(params: &mut Params) -> Result<Slices> {
        let template = params.machine("of")?;
        if template.inputs() == 0 {
            return Err(params.wrong("of", "a slice feeds its copies: 'of' must have an input"));
        }
        let key = super::support::function(params, "key", template.inputs())?;
        let clean = match params.raw("clean") {
            Some(_) => Some(super::support::function(params, "clean", 1)?),
            None => None,
        };
        let explode = params.flag("explode")?;
        let most = params.limits().slices;
        Ok(Slices { key, clean, explode, most, template, places: IndexMap::default(), live: 0 })
    }

    /// The place of a key, made if it is new.
    fn place(&mut self, key: Value) -> Result<usize> {
        let (place, known) = match self.places.get_full(&key) {
            Some((place, _, machine)) => (place, machine.is_some()),
            None => (self.places.len(), false),
        };
        if !known {
            if self.live >= self.most {
                return Err(Error::limit(format!("there are {} slices already", self.most)));
            }
            self.live += 1;
            self.places.insert(key, Some(self.template.clone()));
        }
        Ok(place)
    }

    /// Whether there is a copy at a place.
    #[inline]
    fn is_live(&self, place: usize) -> bool {
        self.places.get_index(place).is_some_and(|(_, machine)| machine.is_some())
    }

    /// Feeds a front to the copy at a place; gives the last output, if it made one.
    #[inline]
    fn feed(&mut self, place: usize, front: &[Value]) -> Result<Option<Value>> {
        let Some(machine) = &mut self.places[place] else { return Ok(None) };
        let output = match front {
            [Value::Num(x)] => match machine.lane(0, *x).told() {
                Told::Emit(y) => Some(Value::Num(y)),
                Told::Silent => None,
                Told::Off => {
                    machine.off_lane(0)?;
                    last(machine)
                }
            },
            front => {
                machine.push_front(front)?;
                last(machine)
            }
        };
        if let (Some(clean), Some(output)) = (&self.clean, &output) {
            if clean.call_bool(std::slice::from_ref(output))? {
                self.places[place] = None;
                self.live -= 1;
            }
        }
        Ok(output)
    }

    /// Feeds a front to the copies its key names, and calls `got` with each key and output.
    /// False if the key says to ignore it.
    pub fn route(&mut self, front: &[Value], got: &mut dyn FnMut(&Value, Value)) -> Result<bool> {
        let key = self.key.call(front)?;
        if matches!(key, Value::Null) {
            return Ok(false);
        }
        self.tidy();
        match if self.explode { key.elements() } else { None } {
            None => self.route_one(key, front, got)?,
            Some(keys) => keys.into_iter().try_for_each(|key| self.route_one(key, front, got))?,
        }
        Ok(true)
    }

    fn route_one(&mut self, key: Value, front: &[Value], got: &mut dyn FnMut(&Value, Value)) -> Result<()> {
        let places = if broadcasts(&key) {
            0..self.places.len()
        } else {
            let place = self.place(key)?;
            place..place + 1
        };
        for place in places {
            if let Some(output) = self.feed(place, front)? {
                got(&self.places.get_index(place).expect("it was just fed").0.clone(), output);
            }
        }
        Ok(())
    }

    /// Moves the live places together once most are empty.
    fn tidy(&mut self) {
        if self.places.len() > 2 * self.live + SLACK {
            self.places.retain(|_, machine| machine.is_some());
        }
    }

    /// Ends every copy, and calls `got` with the key and the last output of those that made one.
    pub fn end(&mut self, got: &mut dyn FnMut(&Value, Value)) -> Result<()> {
        for (key, machine) in &mut self.places {
            if let Some(machine) = machine {
                machine.end()?;
                if let Some(output) = last(machine) {
                    got(key, output);
                }
            }
        }
        Ok(())
    }

    /// The keys there can be, and when a front has each. A front without a key goes nowhere.
    pub fn model_keys(&self, m: &mut Sketch, front: &[Term]) -> Result<Vec<(Value, Term)>> {
        if self.clean.is_some() || self.explode {
            return Err(m.refuse("'clean' and 'explode' have no translation"));
        }
        let domain = m.domain_of_call(&self.key)?;
        let key = m.call(&self.key, front)?;
        let mut keys = Vec::new();
        for v in domain.values() {
            let value = m.terms.event(domain.sort(), v);
            if value.as_str() == Some(EVERY_SLICE) {
                return Err(m.refuse("its key may mean all slices at once"));
            }
            if matches!(value, Value::Null) {
                continue;
            }
            let wanted = m.terms.constant(domain.sort(), v);
            let (a, b) = m.terms.alike(key, wanted);
            let hit = m.terms.equal(a, b);
            keys.push((value, hit));
        }
        Ok(keys)
    }
    pub fn reset(&mut self) {
        self.places.clear();
        self.live = 0;
    }
    pub fn bind(&mut self, name: &str, value: &Value) {
        self.key.bind(name, value);
        if let Some(clean) = &mut self.clean {
            clean.bind(name, value);
        }
        self.template.bind(name, value);
        self.places.values_mut().flatten().for_each(|machine| machine.bind(name, value));
    }
    pub fn reads(&self, input: usize) -> Reads {
        match (self.key.reads(input), self.template.reads(input)) {
            (Some(mut paths), Reads::Paths(more)) => {
                paths.extend(more);
                Reads::Paths(paths)
            }
            _ => Reads::Whole,
        }
    }
    pub fn save(&self, w: &mut Writer) {
        w.len(self.live);
        for (key, machine) in &self.places {
            if let Some(machine) = machine {
                w.put(key);
                machine.save(w);
            }
        }
    }
    pub fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.reset();
        for _ in 0..r.len(1)? {
            let key: Value = r.get()?;
            let mut machine = self.template.clone();
            machine.load(r)?;
            self.places.insert(key, Some(machine));
        }
        self.live = self.places.len();
        Ok(())
    }
}

/// A whole number small enough to stand in a list. -0 is not among them, though it is the same key as 0.
fn small(key: f64) -> Option<usize> {
    let code = key as u16;
    (f64::from(code).to_bits() == key.to_bits()).then_some(usize::from(code))
}

/// Whether a key means all copies there are. `null` gets here only as a member of an exploded collection.
fn broadcasts(key: &Value) -> bool {
    matches!(key, Value::Null) || key.as_str() == Some(EVERY_SLICE)
}

/// Takes what a machine put out; gives the last event of output 0.
#[inline]
fn last(machine: &mut Machine) -> Option<Value> {
    let out = &mut machine.outs[0];
    let output = out.len().checked_sub(1).map(|i| out.take(i));
    machine.outs.iter_mut().for_each(Column::clear);
    output
}

/// Where a key's copy stands, and its entry in the map.
#[derive(Clone, Copy)]
struct Known {
    copy: usize,
    entry: usize,
}

const NOWHERE: usize = usize::MAX;

#[derive(Clone)]
struct Slice {
    slices: Slices,
    map: History,
}

impl Processor for Slice {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let map = &mut self.map;
        self.slices.route(front, &mut |key, output| {
            map.insert(key.clone(), output);
        })?;
        out.put(0, self.map.version(), Because::All);
        Ok(Flow::More)
    }
    fn batch(&mut self, inputs: &[Column], n: usize, out: &mut [Column]) -> Result<(usize, Flow), Failure> {
        let slices = &mut self.slices;
        if slices.explode || slices.key.expr().is_none() {
            return batch_by_steps(self, inputs, n, out);
        }
        let Ok(keys) = slices.key.column(inputs, n) else {
            return batch_by_steps(self, inputs, n, out);
        };
        slices.tidy();
        // Where keys are strings with codes or small whole numbers, the places of each are looked up once in a batch.
        let mut known: Vec<Known> = Vec::new();
        let mut front = vec![Value::Null; inputs.len()];
        for i in 0..n {
            for (slot, column) in front.iter_mut().zip(inputs) {
                *slot = column.get(i);
            }
            let failed = |error| Failure { front: i, error };
            let code = match &keys {
                Column::Sym(keys) => Some(keys.codes[i] as usize),
                Column::Num(keys) => small(keys[i]),
                _ => None,
            };
            let found = code.and_then(|code| known.get(code)).filter(|known| slices.is_live(known.copy));
            let known_as = match found {
                Some(known) => *known,
                None => {
                    let key = keys.get(i);
                    if broadcasts(&key) {
                        let map = &mut self.map;
                        if !matches!(key, Value::Null) {
                            let got = &mut |key: &Value, output| {
                                map.insert(key.clone(), output);
                            };
                            slices.route_one(key, &front, got).map_err(failed)?;
                        }
                        out[0].push(self.map.version());
                        continue;
                    }
                    Known { copy: slices.place(key).map_err(failed)?, entry: NOWHERE }
                }
            };
            if let Some(output) = slices.feed(known_as.copy, &front).map_err(failed)? {
                if known_as.entry == NOWHERE {
                    let entry = self.map.insert(keys.get(i), output);
                    if let Some(code) = code {
                        if known.len() <= code {
                            known.resize(code + 1, Known { copy: NOWHERE, entry: NOWHERE });
                        }
                        known[code] = Known { copy: known_as.copy, entry };
                    }
                } else {
                    self.map.set(known_as.entry, output);
                }
            }
            out[0].push(self.map.version());
        }
        Ok((n, Flow::More))
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        let (map, mut new) = (&mut self.map, false);
        self.slices.end(&mut |key, output| {
            map.insert(key.clone(), output);
            new = true;
        })?;
        if new {
            out.put(0, self.map.version(), Because::All);
        }
        Ok(())
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let keys = self.slices.model_keys(m, front)?;
        let template = m.template_with_last(&self.slices.template)?;
        let mut entries = Vec::new();
        for (k, (key, hit)) in keys.into_iter().enumerate() {
            let before = m.load(&format!("slice[{k}]"), &template);
            let after = m.inside_with_last(&self.slices.template, before.clone(), front, false)?;
            let after = m.choose_cells(hit, &after, &before);
            m.store(&format!("slice[{k}]"), &after);
            let fed = m.flag(&format!("fed[{k}]"));
            let fed = m.terms.or(fed, hit);
            m.set(&format!("fed[{k}]"), fed);
            entries.push((key, Sketch::last(&after, 0)));
        }
        let map = m.map_of(&entries)?;
        m.emit(0, TRUE, map);
        Ok(())
    }
    #[cfg(feature = "prove")]
    fn model_end(&self, m: &mut Sketch) -> Result<()> {
        let front = m.any_front();
        let keys = self.slices.model_keys(m, &front)?;
        let template = m.template_with_last(&self.slices.template)?;
        let (mut entries, mut new) = (Vec::new(), FALSE);
        for (k, (key, _)) in keys.into_iter().enumerate() {
            let before = m.load(&format!("slice[{k}]"), &template);
            let fed = m.flag(&format!("fed[{k}]"));
            let (after, spoke) = m.end_with_last(&self.slices.template, before.clone())?;
            let spoke = m.terms.and(fed, spoke);
            let after = m.choose_cells(spoke, &after, &before);
            entries.push((key, Sketch::last(&after, 0)));
            new = m.terms.or(new, spoke);
        }
        let map = m.map_of(&entries)?;
        m.emit(0, new, map);
        Ok(())
    }
    fn reset(&mut self) {
        self.slices.reset();
        self.map = History::default();
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.slices.bind(name, value);
    }
    fn reads(&self, input: usize) -> Reads {
        self.slices.reads(input)
    }
    fn save(&self, w: &mut Writer) {
        self.slices.save(w);
        w.put(&self.map);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.slices.load(r)?;
        self.map = r.get()?;
        Ok(())
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;
    use crate::processors::testing::{events, machine_in, steps, workshop};
    use serde_json::{Value as Json, json};
    use std::rc::Rc;

    fn count() -> Json {
        json!({"processors": [{"type": "turnInto", "value": 1}, {"type": "cumulate", "fn": "x + y"}]})
    }

    #[test]
    fn how_often_each_event_came() {
        assert_eq!(
            steps(json!({"type": "slice", "key": "x", "of": count()}), json!([["a", "b", "a", "c"]])),
            (json!([[{"a": 1}], [{"a": 1, "b": 1}], [{"a": 2, "b": 1}], [{"a": 2, "b": 1, "c": 1}]]), json!([]))
        );
    }

    #[test]
    fn sums_by_a_number() {
        assert_eq!(
            steps(
                json!({"type": "slice", "key": "x % 2", "of": {"type": "cumulate", "fn": "x + y"}}),
                json!([[1, 2, 3, 4]])
            )
            .0,
            json!([[{"1": 1}], [{"1": 1, "0": 2}], [{"1": 4, "0": 2}], [{"1": 4, "0": 6}]])
        );
    }

    #[test]
    fn a_cleaned_slice_starts_afresh_and_its_value_stays() {
        let slice = json!({
            "type": "slice", "key": "x % 2 == 0", "of": {"type": "cumulate", "fn": "x + y"}, "clean": "x > 5"
        });
        assert_eq!(
            steps(slice, json!([[1, 2, 3, 4, 5, 6, 7]])).0,
            json!([
                [{"false": 1}], [{"false": 1, "true": 2}], [{"false": 4, "true": 2}], [{"false": 4, "true": 6}],
                [{"false": 9, "true": 6}], [{"false": 9, "true": 6}], [{"false": 7, "true": 6}]
            ])
        );
    }

    #[test]
    fn one_event_for_every_slice() {
        assert_eq!(
            steps(
                json!({"type": "slice", "key": "x == '*' ? everySlice() : x", "of": count()}),
                json!([["*", "a", "b", "*", "a"]])
            )
            .0,
            json!([[{}], [{"a": 1}], [{"a": 1, "b": 1}], [{"a": 2, "b": 2}], [{"a": 3, "b": 2}]])
        );
    }

    #[test]
    fn collections_as_keys() {
        assert_eq!(
            steps(
                json!({"type": "slice", "key": "x", "of": count(), "explode": true}),
                json!([[["a"], ["b", "a"], [null], []]])
            )
            .0,
            json!([[{"a": 1}], [{"a": 2, "b": 1}], [{"a": 3, "b": 2}], [{"a": 3, "b": 2}]])
        );
    }

    #[test]
    fn no_key_no_change() {
        assert_eq!(
            steps(json!({"type": "slice", "key": "x.k", "of": count()}), json!([[{"k": "a"}, {}]])).0,
            json!([[{"a": 1}], [{"a": 1}]])
        );
    }

    #[test]
    fn the_end_reaches_every_slice() {
        assert_eq!(
            steps(json!({"type": "slice", "key": "x", "of": {"type": "keepLast"}}), json!([["a", "b"]])),
            (json!([[{}], [{}]]), json!([{"a": "a", "b": "b"}]))
        );
    }

    #[test]
    fn slices_have_a_limit() {
        let mut shop = workshop();
        shop.limits = Rc::new(Limits { slices: 2, ..Limits::default() });
        let mut slice = machine_in(&json!({"type": "slice", "key": "x", "of": count()}), 1, &shop).unwrap();
        for event in events(json!([1, 2, 1])) {
            slice.push(0, event).unwrap();
        }
        assert_eq!(slice.push(0, 3.0.into()).unwrap_err().code.name(), "E_LIMIT");
    }
}
