//! The copies of a processor by key, of which `slice` and `sliceLast` are made.

use crate::engine::{Fold, Lane, Machine, Params, Reads, Sketch, Told};
use crate::error::{Error, Result};
use crate::expr::{EVERY_SLICE, Function};
use crate::term::Term;
use crate::value::{Column, Reader, Value, Writer, damaged};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The copies, with what they are made from.
#[derive(Clone)]
pub struct Slices {
    pub key: Function,
    clean: Option<Function>,
    pub explode: bool,
    most: usize,
    pub template: Machine,
    /// They are chains of one input: numbers can go straight through.
    pub is_chain: bool,
    /// What the copies are, as long as they get numbers only.
    pub fold: Option<Fold>,
    /// In order of creation; a place is empty after `clean`.
    places: IndexMap<Value, Copy, FxBuildHasher>,
    live: usize,
}

/// The copy of a key.
#[derive(Clone, Default)]
enum Copy {
    /// Dropped by `clean`.
    #[default]
    Gone,
    Fresh,
    /// A fold that has put out this number last: all there is to know of it.
    Folded(f64),
    Whole(Box<Machine>),
}

impl Copy {
    /// The first number of a fold.
    #[inline(never)]
    fn begin(&mut self, fold: &Fold, x: f64) -> Lane {
        if !matches!(self, Copy::Fresh) {
            return Lane::OFF;
        }
        let reached = fold.first(x);
        *self = Copy::Folded(reached);
        Lane::emit(reached)
    }
}

// The kinds of copies in a snapshot.
const FRESH: u8 = 0;
const FOLDED: u8 = 1;
const WHOLE: u8 = 2;

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
        let (fold, is_chain) = (template.fold(), template.plan().chain);
        Ok(Slices { key, clean, explode, most, template, is_chain, fold, places: IndexMap::default(), live: 0 })
    }

    /// The place of a key, made if it is new.
    pub fn place(&mut self, key: Value) -> Result<usize> {
        let (place, known) = match self.places.get_full(&key) {
            Some((place, _, copy)) => (place, !matches!(copy, Copy::Gone)),
            None => (self.places.len(), false),
        };
        if !known {
            if self.live >= self.most {
                return Err(Error::limit(format!("there are {} slices already", self.most)));
            }
            self.live += 1;
            self.places.insert(key, Copy::Fresh);
        }
        Ok(place)
    }

    /// Whether there is a copy at a place.
    #[inline]
    pub fn is_live(&self, place: usize) -> bool {
        self.places.get_index(place).is_some_and(|(_, copy)| !matches!(copy, Copy::Gone))
    }

    /// Feeds a front to the copy at a place; gives the last output, if it made one.
    #[inline]
    pub fn feed(&mut self, place: usize, front: &[Value]) -> Result<Option<Value>> {
        if self.is_chain {
            if let Some(x) = self.template.past_head(&front[0]) {
                return self.feed_number(place, x);
            }
        }
        let Some(machine) = self.whole(place) else { return Ok(None) };
        machine.push_front(front)?;
        let output = last(machine);
        self.cleaned(place, output)
    }

    /// The same for a number that has come out of the template's head.
    #[inline]
    pub fn feed_number(&mut self, place: usize, x: f64) -> Result<Option<Value>> {
        if let Some(reached) = self.fold_on(place, x) {
            return self.cleaned(place, Some(Value::Num(reached)));
        }
        let Some(machine) = self.whole(place) else { return Ok(None) };
        let output = match machine.lane_past_head(x).told() {
            Told::Emit(y) => Some(Value::Num(y)),
            Told::Silent => None,
            Told::Off | Told::Same | Told::Map(_) => {
                machine.off_lane(0)?;
                last(machine)
            }
        };
        self.cleaned(place, output)
    }

    fn cleaned(&mut self, place: usize, output: Option<Value>) -> Result<Option<Value>> {
        if let Some(output) = &output {
            self.clean_up(place, output)?;
        }
        Ok(output)
    }

    /// Feeds the number that reaches its fold to the copy at a place; gives what it put out. Nothing where there is no copy,
    /// or it is more than a number. `clean` is left to the caller.
    #[inline(always)]
    pub fn fold_on(&mut self, place: usize, x: f64) -> Option<f64> {
        let fold = self.fold.as_ref()?;
        match self.places.get_index_mut(place)?.1 {
            Copy::Folded(reached) => {
                *reached = fold.next(*reached, x);
                Some(*reached)
            }
            copy => match copy.begin(fold, x).told() {
                Told::Emit(reached) => Some(reached),
                _ => None,
            },
        }
    }

    /// Single events can go the quick way: one key each, by an expression, and straight through a copy.
    pub fn is_quick(&self) -> bool {
        self.is_chain && !self.explode && self.key.expr().is_some()
    }

    /// The copy at a place as a machine that takes any event.
    fn whole(&mut self, place: usize) -> Option<&mut Machine> {
        let (_, copy) = self.places.get_index_mut(place)?;
        let reached = match copy {
            Copy::Gone => return None,
            Copy::Fresh => None,
            Copy::Folded(reached) => Some(*reached),
            Copy::Whole(machine) => return Some(machine),
        };
        let mut machine = Box::new(self.template.clone());
        if let Some(reached) = reached {
            machine.resume(reached);
        }
        *copy = Copy::Whole(machine);
        if let Copy::Whole(machine) = copy { Some(machine) } else { None }
    }

    /// Whether outputs may say that their copy is to be dropped.
    pub fn cleans(&self) -> bool {
        self.clean.is_some()
    }

    /// Drops the copy at a place if its output says so.
    #[inline]
    pub fn clean_up(&mut self, place: usize, output: &Value) -> Result<()> {
        if let Some(clean) = &self.clean {
            if clean.call_bool(std::slice::from_ref(output))? {
                self.places[place] = Copy::Gone;
                self.live -= 1;
            }
        }
        Ok(())
    }

    /// Feeds a front to the copies its key names, and calls `got` with each key and output.
    /// False if the key says to ignore it.
    pub fn route(&mut self, front: &[Value], got: &mut dyn FnMut(&Value, Value)) -> Result<bool> {
        let key = self.key.call(front)?;
        if matches!(key, Value::Null) {
            return Ok(false);
        }
        match if self.explode { key.elements() } else { None } {
            None => self.route_one(key, front, got)?,
            Some(keys) => keys.into_iter().try_for_each(|key| self.route_one(key, front, got))?,
        }
        Ok(true)
    }

    pub fn route_one(&mut self, key: Value, front: &[Value], got: &mut dyn FnMut(&Value, Value)) -> Result<()> {
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

    /// Moves the live places together once most are empty; whether it did.
    pub fn tidy(&mut self) -> bool {
        let moves = self.places.len() > 2 * self.live + SLACK;
        if moves {
            self.places.retain(|_, copy| !matches!(copy, Copy::Gone));
        }
        moves
    }

    /// Ends every copy, and calls `got` with the key and the last output of those that made one.
    pub fn end(&mut self, got: &mut dyn FnMut(&Value, Value)) -> Result<()> {
        for place in 0..self.places.len() {
            // A fold has nothing to say at the end.
            if self.fold.is_some() && !matches!(self.places[place], Copy::Whole(_)) {
                continue;
            }
            let Some(machine) = self.whole(place) else { continue };
            machine.end()?;
            if let Some(output) = last(machine) {
                got(&self.places.get_index(place).expect("it was just ended").0.clone(), output);
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
        for copy in self.places.values_mut() {
            if let Copy::Whole(machine) = copy {
                machine.bind(name, value);
            }
        }
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
        for (key, copy) in self.places.iter().filter(|(_, copy)| !matches!(copy, Copy::Gone)) {
            w.put(key);
            match copy {
                Copy::Gone | Copy::Fresh => w.put(&FRESH),
                Copy::Folded(reached) => {
                    w.put(&FOLDED);
                    w.put(reached);
                }
                Copy::Whole(machine) => {
                    w.put(&WHOLE);
                    machine.save(w);
                }
            }
        }
    }
    pub fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.reset();
        for _ in 0..r.len(1)? {
            let key: Value = r.get()?;
            let copy = match r.get::<u8>()? {
                FRESH => Copy::Fresh,
                FOLDED if self.fold.is_some() => Copy::Folded(r.get()?),
                WHOLE => {
                    let mut machine = Box::new(self.template.clone());
                    machine.load(r)?;
                    Copy::Whole(machine)
                }
                _ => return Err(damaged("an unknown kind of slice")),
            };
            self.places.insert(key, copy);
        }
        self.live = self.places.len();
        Ok(())
    }
}

/// Whether a key means all copies there are. `null` gets here only as a member of an exploded collection.
pub fn broadcasts(key: &Value) -> bool {
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
