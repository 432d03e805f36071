//! `slice`: a copy of a processor for each key; after each event a map of the last output of every copy comes out.
//!
//! A key of `null` is ignored, `everySlice()` feeds all copies there are. With `explode` a key that is a collection
//! stands for each of its members. A copy whose output satisfies `clean` is dropped.
//!
//! ```json
//! { "type": "slice", "key": "x.user", "of": { "type": "cumulate", "fn": "x + y.amount", "start": 0 } }
//! ```

use super::slices::{Slices, broadcasts};
use crate::engine::{Because, Built, Emit, Failure, Flow, Kind, Processor, Reads, Sketch, batch_by_steps};
use crate::error::Result;
use crate::term::{FALSE, TRUE, Term};
use crate::value::{Column, History, Reader, Strings, Value, Writer};
use std::rc::Rc;

pub static KIND: Kind = Kind {
    name: "slice",
    about: "Runs a copy of a processor for each key; emits the map of their last outputs",
    symbol: "⫽",
    build: |params| {
        let slices = Slices::new(params)?;
        let inputs = slices.template.inputs();
        Built::new(Slice { slices, map: History::default(), places: Places::default() }, inputs, 1)
    },
};

/// A whole number small enough to stand in a list. -0 is not among them, though it is the same key as 0.
fn small(key: f64) -> Option<usize> {
    let code = key as u16;
    (f64::from(code).to_bits() == key.to_bits()).then_some(usize::from(code))
}

/// Where a key's copy stands, and its entry in the map.
#[derive(Clone, Copy)]
struct Known {
    copy: usize,
    entry: usize,
}

const NOWHERE: usize = usize::MAX;

/// Where keys stand that have small numbers: whole numbers themselves, and strings that come with codes. Batches need
/// not look such keys up again.
#[derive(Clone, Default)]
struct Places {
    known: Vec<Known>,
    /// The list the codes are of; none for numbers.
    strings: Option<Rc<Strings>>,
}

impl Places {
    /// Gets ready for a column of keys: what is known of keys of another kind is of no use.
    fn turn_to(&mut self, keys: &Column) {
        let strings = if let Column::Sym(keys) = keys { Some(&keys.strings) } else { None };
        let same = match (&self.strings, strings) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if !same {
            *self = Places { known: Vec::new(), strings: strings.cloned() };
        }
    }
    /// The number of the i-th key, if it has one.
    #[inline]
    fn code(keys: &Column, i: usize) -> Option<usize> {
        match keys {
            Column::Sym(keys) => Some(keys.codes[i] as usize),
            Column::Num(keys) => small(keys[i]),
            _ => None,
        }
    }
    fn learn(&mut self, code: usize, known: Known) {
        if self.known.len() <= code {
            self.known.resize(code + 1, Known { copy: NOWHERE, entry: NOWHERE });
        }
        self.known[code] = known;
    }
}

/// The front of number i.
fn fill(front: &mut [Value], inputs: &[Column], i: usize) {
    front.iter_mut().zip(inputs).for_each(|(slot, column)| *slot = column.get(i));
}

#[derive(Clone)]
struct Slice {
    slices: Slices,
    map: History,
    places: Places,
}

impl Processor for Slice {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let map = &mut self.map;
        if self.slices.tidy() {
            self.places = Places::default();
        }
        self.slices.route(front, &mut |key, output| {
            map.insert(key.clone(), output);
        })?;
        out.put(0, self.map.version().table(), Because::All);
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
        if slices.tidy() {
            self.places = Places::default();
        }
        self.places.turn_to(&keys);
        let numbers = if slices.fold.is_some() { slices.template.column_to_fold(&inputs[0], n) } else { None };
        let mut front = vec![Value::Null; inputs.len()];
        for i in 0..n {
            let failed = |error| Failure { front: i, error };
            let code = Places::code(&keys, i);
            let known = code.and_then(|code| self.places.known.get(code));
            let found = known.filter(|known| slices.is_live(known.copy)).copied();
            let place = match found {
                Some(known) => known.copy,
                None => {
                    let key = keys.get(i);
                    if broadcasts(&key) {
                        let map = &mut self.map;
                        if !matches!(key, Value::Null) {
                            fill(&mut front, inputs, i);
                            let got = &mut |key: &Value, output| {
                                map.insert(key.clone(), output);
                            };
                            slices.route_one(key, &front, got).map_err(failed)?;
                        }
                        out[0].push_version(self.map.version());
                        continue;
                    }
                    slices.place(key).map_err(failed)?
                }
            };
            let output = match &numbers {
                Some(numbers) if slices.folds(place) => Some(slices.feed_number(place, numbers[i]).map_err(failed)?),
                _ => {
                    fill(&mut front, inputs, i);
                    slices.feed(place, &front).map_err(failed)?
                }
            };
            match (output, found) {
                (None, _) => {}
                (Some(output), Some(Known { entry, .. })) => self.map.set(entry, output),
                (Some(output), None) => {
                    let entry = self.map.insert(keys.get(i), output);
                    if let Some(code) = code {
                        self.places.learn(code, Known { copy: place, entry });
                    }
                }
            }
            out[0].push_version(self.map.version());
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
            out.put(0, self.map.version().table(), Because::All);
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
        self.places = Places::default();
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
        self.places = Places::default();
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
    fn a_fold_that_meets_a_text_goes_on_from_its_number() {
        let slice = json!({"type": "slice", "key": "x == 'c' ? 0 : x % 2", "of": {"type": "cumulate", "fn": "x + y"}});
        assert_eq!(
            steps(slice, json!([[1, 2, 4, "c", 6, 3]])).0,
            json!([
                [{"1": 1}], [{"1": 1, "0": 2}], [{"1": 1, "0": 6}], [{"1": 1, "0": "6c"}],
                [{"1": 1, "0": "6c6"}], [{"1": 4, "0": "6c6"}]
            ])
        );
    }

    #[test]
    fn places_of_keys_are_known_anew_after_many_were_dropped() {
        // Each key but 0 is dropped at once, so that the live places move together now and then.
        let slice = json!({"type": "slice", "key": "x", "of": {"type": "cumulate", "fn": "x + y"}, "clean": "x > 0"});
        let values: Vec<f64> = (0..2000).map(|k| if k % 3 == 0 { 0.0 } else { f64::from(k % 500) }).collect();
        let mut batch = machine_in(&slice, 1, &workshop()).unwrap();
        batch.run(&[values.clone().into()]).unwrap();
        let mut single = machine_in(&slice, 1, &workshop()).unwrap();
        values.iter().for_each(|x| single.push(0, (*x).into()).unwrap());
        assert_eq!(batch.take(0), single.take(0));
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
