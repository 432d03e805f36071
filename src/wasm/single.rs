//! Single events the quickest way: a machine by its place in a list, doubles in and a double out.
//!
//! What a stream costs is made of these calls. Methods of [`RawMachine`](super::machine::RawMachine) cost more, since the
//! bindings count at each call who holds it.

use super::texts;
use crate::engine::{Lane, Machine, Told};
use crate::value::Members;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A machine, and where the event that was fed last left the quick way.
pub struct Single {
    pub machine: Machine,
    pub lane: Lane,
    pub members: Members,
}

impl Single {
    pub fn new(machine: Machine) -> Single {
        Single { machine, lane: Lane::SILENT, members: members(0, [0.0; Members::MOST]) }
    }
    /// The double that tells what came of an event; NaN where no double does.
    #[expect(
        clippy::manual_range_contains,
        reason = "NaN, which every other lane is, lies in no range and is no number"
    )]
    #[inline(always)]
    fn answer(&mut self, lane: Lane) -> f64 {
        let y = lane.double();
        if y > -1e-300 || y < -4e-300 { y } else { self.signal(lane) }
    }
    #[inline(never)]
    fn signal(&mut self, lane: Lane) -> f64 {
        self.lane = lane;
        match lane.told() {
            Told::Silent => SILENCE,
            Told::Same => ITSELF,
            _ => f64::NAN,
        }
    }
}

type Shared = Rc<RefCell<Single>>;

thread_local! {
    static OPEN: RefCell<Vec<Option<Shared>>> = const { RefCell::new(Vec::new()) };
    /// Places that are free again.
    static FREE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// What these give when nothing came out. This, and what stands beside it, are the same in js/boundary/single.js. Any doubles
/// near them would do: should one of them ever come out of a pipeline, it takes the mailbox.
pub const SILENCE: f64 = -1.5e-300;

/// What they give when the object came out that was fed.
pub const ITSELF: f64 = -2.5e-300;

/// Makes a machine known by a place.
pub fn open(machine: &Shared) -> usize {
    OPEN.with_borrow_mut(|open| {
        let place = FREE.with_borrow_mut(Vec::pop).unwrap_or_else(|| {
            open.push(None);
            open.len() - 1
        });
        open[place] = Some(machine.clone());
        place
    })
}

/// The place is free for others. Not where the engine trapped while it fed one: it is refused then, but what it holds can
/// still be let go.
pub fn close(place: usize) {
    let taken = OPEN.with(|open| open.try_borrow_mut().ok().and_then(|mut open| open[place].take()));
    if taken.is_some() {
        FREE.with_borrow_mut(|free| free.push(place));
    }
}

/// The members of an object; the bits of `texts` tell which of them are codes of texts.
fn members(texts: u32, numbers: [f64; Members::MOST]) -> Members {
    Members { numbers, texts, list: texts::list(), text_of: texts::text }
}

/// NaN where nobody is at that place any more.
#[inline(always)]
fn with(place: usize, act: impl FnOnce(&mut Single) -> f64) -> f64 {
    OPEN.with_borrow(|open| match open.get(place) {
        Some(Some(single)) => act(&mut single.borrow_mut()),
        _ => f64::NAN,
    })
}

/// Feeds a number to input 0 and gives the number that came out, [`SILENCE`], or NaN for all else; then
/// [`RawMachine::came`](super::machine::RawMachine::came) tells.
#[wasm_bindgen]
pub fn feed(place: usize, x: f64) -> f64 {
    with(place, |single| {
        let lane = single.machine.lane(x);
        single.answer(lane)
    })
}

/// The same for an object, by its members; the bits of `texts` tell which of them are codes of texts. Gives [`ITSELF`] if
/// the object came out.
#[wasm_bindgen]
pub fn feed_object(place: usize, texts: u32, a: f64, b: f64, c: f64, d: f64) -> f64 {
    let members = members(texts, [a, b, c, d]);
    with(place, |single| {
        let lane = single.machine.lane_object(&members);
        let answer = single.answer(lane);
        if answer.is_nan() {
            single.members = members;
        }
        answer
    })
}
