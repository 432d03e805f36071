//! `slice`: a copy of a processor for each key; after each event a map of the last output of every copy comes out.
//!
//! A key of `null` is ignored, `everySlice()` feeds all copies there are. With `explode` a key that is a collection
//! stands for each of its members. A copy whose output satisfies `clean` is dropped.
//!
//! ```json
//! { "type": "slice", "key": "x.user", "of": { "type": "cumulate", "fn": "x + y.amount", "start": 0 } }
//! ```

use super::slices::{Slices, broadcasts};
use crate::engine::{Because, Built, Emit, Failure, Flow, Kind, Lane, Processor, Reads, Sketch, batch_by_steps};
use crate::error::{Error, Result};
use crate::term::{FALSE, TRUE, Term};
use crate::value::{Column, History, Members, Reader, Value, Writer};

pub static KIND: Kind = Kind {
    name: "slice",
    about: "Runs a copy of a processor for each key; emits the map of their last outputs",
    symbol: "⫽",
    build: |params| {
        let slices = Slices::new(params)?;
        let inputs = slices.template.inputs();
        let quick = slices.is_quick();
        let (map, places) = Default::default();
        Built::new(
            Slice { slices, map, places, quick, expects: false, key: None, pair: None, failure: None },
            inputs,
            1,
        )
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

const UNKNOWN: Known = Known { copy: usize::MAX, entry: usize::MAX };

/// Where keys stand that have small numbers: whole numbers themselves, and strings that come with codes. They need not
/// be looked up again.
#[derive(Clone, Default)]
struct Places {
    known: Vec<Known>,
    /// The list the codes are of ([`Strings::id`](crate::value::Strings::id)), or [`NUMBERS`].
    list: u32,
}

/// No list has that number.
const NUMBERS: u32 = 0;

impl Places {
    /// Gets ready for keys that are texts of a list, or numbers: what is known of keys of another kind is of no use.
    #[inline]
    fn turn_to(&mut self, list: u32) {
        if self.list != list {
            *self = Places { known: Vec::new(), list };
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
    /// What is known of the text of a code.
    #[inline(always)]
    fn of_text(&self, list: u32, code: usize) -> Known {
        let known = if self.list == list { self.known.get(code) } else { None };
        known.copied().unwrap_or(UNKNOWN)
    }
    #[inline]
    fn find(&self, code: Option<usize>) -> Known {
        code.and_then(|code| self.known.get(code)).copied().unwrap_or(UNKNOWN)
    }
    fn learn(&mut self, code: usize, known: Known) {
        if self.known.len() <= code {
            self.known.resize(code + 1, UNKNOWN);
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
    /// Single events can go the quick way; objects, too.
    quick: bool,
    expects: bool,
    /// Which member of objects is the key, where it is one.
    key: Option<usize>,
    pair: Option<Pair>,
    /// How a copy failed on the quick way, which cannot say so: the step that follows does.
    failure: Option<Error>,
}

/// Which members of an object are its key and the number that reaches the fold, where both are members; and a mask of the two.
#[derive(Clone, Copy)]
struct Pair {
    key: usize,
    value: usize,
    mask: u32,
    /// The mask of the key alone.
    is_text: u32,
}

impl Slice {
    /// A number that has come out of the head goes to the copy of a key, which may have a small number.
    #[inline]
    fn feed(&mut self, code: Option<usize>, key: impl FnOnce() -> Value, x: f64) -> Lane {
        let known = self.places.find(code);
        if !self.slices.cleans() {
            if let Some(reached) = self.slices.fold_on(known.copy, x) {
                return Lane::map(self.map.set_number(known.entry, reached));
            }
        }
        self.feed_any(code, known, key(), x)
    }
    /// The same where the copy is new, or more than a fold.
    #[inline(never)]
    fn feed_any(&mut self, code: Option<usize>, mut known: Known, key: Value, x: f64) -> Lane {
        if self.slices.tidy() {
            self.places.known.clear();
            known = UNKNOWN;
        }
        if !self.slices.is_live(known.copy) {
            if broadcasts(&key) {
                return Lane::OFF;
            }
            let Ok(copy) = self.slices.place(key.clone()) else { return Lane::OFF };
            known = Known { copy, ..UNKNOWN };
        }
        match self.slices.feed_number(known.copy, x) {
            Ok(None) => {}
            Ok(Some(output)) if known.entry != UNKNOWN.entry => self.map.set(known.entry, output),
            Ok(Some(output)) => {
                known.entry = self.map.insert(key, output);
                if let Some(code) = code {
                    self.places.learn(code, known);
                }
            }
            Err(error) => {
                self.failure = Some(error);
                return Lane::OFF;
            }
        }
        Lane::map(self.map.len())
    }
    /// The keys of many fronts, where each is an expression that does not fail on any of them, and stands for one slice.
    fn keys(&self, inputs: &[Column], n: usize) -> Option<Column> {
        let slices = &self.slices;
        if slices.explode || slices.key.expr().is_none() {
            return None;
        }
        slices.key.column(inputs, n).ok()
    }
    /// Feeds many fronts to the copies of their keys, and shows the map after each.
    fn route_column(
        &mut self,
        keys: &Column,
        inputs: &[Column],
        n: usize,
        mut show: impl FnMut(&History),
    ) -> Result<(usize, Flow), Failure> {
        let slices = &mut self.slices;
        if slices.tidy() {
            self.places = Places::default();
        }
        self.places.turn_to(if let Column::Sym(keys) = keys { keys.strings.id() } else { NUMBERS });
        let numbers = if slices.is_chain { slices.template.column_past_head(&inputs[0], n) } else { None };
        let cleans = slices.cleans();
        let mut front = vec![Value::Null; inputs.len()];
        for i in 0..n {
            let failed = |error| Failure { front: i, error };
            let code = Places::code(keys, i);
            let known = self.places.find(code);
            if let Some(numbers) = &numbers {
                if let Some(reached) = slices.fold_on(known.copy, numbers[i]) {
                    if cleans {
                        slices.clean_up(known.copy, &Value::Num(reached)).map_err(failed)?;
                    }
                    self.map.set_number(known.entry, reached);
                    show(&self.map);
                    continue;
                }
            }
            let found = Some(known).filter(|known| slices.is_live(known.copy));
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
                        show(&self.map);
                        continue;
                    }
                    slices.place(key).map_err(failed)?
                }
            };
            let output = match &numbers {
                Some(numbers) => slices.feed_number(place, numbers[i]),
                None => {
                    fill(&mut front, inputs, i);
                    slices.feed(place, &front)
                }
            };
            let output = output.map_err(failed)?;
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
            show(&self.map);
        }
        Ok((n, Flow::More))
    }
    /// An object of any kind that can go the quick way.
    #[inline(never)]
    fn feed_object(&mut self, members: &Members) -> Lane {
        if !self.expects || self.failure.is_some() {
            return Lane::OFF;
        }
        let Some(x) = self.slices.template.members_past_head(members) else { return Lane::OFF };
        if let Some((k, code)) = self.key.and_then(|k| members.text(k).map(|code| (k, code))) {
            self.places.turn_to(members.list);
            return self.feed(Some(code), || members.value(k), x);
        }
        match self.slices.key.call_members(members) {
            Some(key) => self.feed_keyed(key, x),
            None => Lane::OFF,
        }
    }
    #[inline]
    fn feed_keyed(&mut self, key: f64, x: f64) -> Lane {
        self.places.turn_to(NUMBERS);
        self.feed(small(key), || Value::Num(key), x)
    }
}

impl Processor for Slice {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
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
        match self.keys(inputs, n) {
            Some(keys) => self.route_column(&keys, inputs, n, |map| out[0].push_map(map)),
            None => batch_by_steps(self, inputs, n, out),
        }
    }
    fn batch_sizes(
        &mut self,
        inputs: &[Column],
        n: usize,
        sizes: &mut Column,
    ) -> Option<Result<(usize, Flow), Failure>> {
        let keys = self.keys(inputs, n)?;
        Some(self.route_column(&keys, inputs, n, |map| sizes.push_num(map.len() as f64)))
    }
    #[inline]
    fn lane(&mut self, x: f64) -> Lane {
        match (self.quick && self.failure.is_none(), self.slices.key.call_one(x)) {
            (true, Some(key)) => match self.slices.template.past_head(&Value::Num(x)) {
                Some(x) => self.feed_keyed(key, x),
                None => Lane::OFF,
            },
            _ => Lane::OFF,
        }
    }
    fn expect(&mut self, paths: &[String]) -> bool {
        let (key, head) = (self.slices.key.expect(paths), self.slices.template.expect(paths));
        self.expects = self.quick && key && head && self.slices.template.head() > 0;
        self.key = self.slices.key.member();
        self.pair = match (self.key, self.slices.template.member_past_head()) {
            (Some(key), Some(value)) if self.expects && !self.slices.cleans() => {
                Some(Pair { key, value, mask: 1 << key | 1 << value, is_text: 1 << key })
            }
            _ => None,
        };
        self.expects
    }
    #[inline]
    fn lane_object(&mut self, members: &Members) -> Lane {
        // The commonest case, kept as short as can be: the key is a text that was met before, the value a number.
        if let Some(Pair { key, value, mask, is_text }) = self.pair {
            if members.texts & mask == is_text {
                let Known { copy, entry } = self.places.of_text(members.list, members.code_at(key));
                if let Some(reached) = self.slices.fold_on(copy, members.number_at(value)) {
                    return Lane::map(self.map.set_number(entry, reached));
                }
            }
        }
        self.feed_object(members)
    }
    fn map(&self) -> Option<&History> {
        Some(&self.map)
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
