//! Single numbers on the quick path: what a processor answers there, and the two kinds of processors that need not be
//! asked, short functions and folds.

use crate::expr::{Assoc, Binary, Divisor, Function, Quick};
use crate::value::Value;

/// What the quick path answers: a number, or one of the other things it may say.
///
/// It travels as a double, because that stays in a register where an enum goes through memory: the others are
/// NaNs with marks of their own, and a NaN that is emitted is always the unmarked one.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Lane(f64);

/// A [`Lane`] to match on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Told {
    Emit(f64),
    Silent,
    /// The event that came in goes on as it is: only where that is an object.
    Same,
    /// A map of that many entries comes out, which [`Processor::map`](super::Processor::map) gives.
    Map(usize),
    Off,
}

impl Lane {
    /// Nothing comes out.
    pub const SILENT: Lane = Lane(f64::from_bits(0x7ff8_0000_0000_0001));
    /// The object that came in goes on.
    pub const SAME: Lane = Lane(f64::from_bits(0x7ff8_0000_0000_0003));
    /// Not on this path: the engine calls [`Processor::step`](super::Processor::step) instead. The state must be as it was.
    pub const OFF: Lane = Lane(f64::from_bits(0x7ff8_0000_0000_0002));

    /// One number comes out.
    #[inline(always)]
    pub fn emit(x: f64) -> Lane {
        Lane(if x.is_nan() { f64::NAN } else { x })
    }
    /// A map of that many entries comes out.
    #[inline(always)]
    pub fn map(len: usize) -> Lane {
        Lane(f64::from_bits(0x7ff8_0000_0000_0004 | (len as u64) << 3))
    }
    /// A number where there is one; otherwise off.
    #[inline(always)]
    pub fn emit_some(x: Option<f64>) -> Lane {
        x.map_or(Lane::OFF, Lane::emit)
    }
    /// The number that comes out; NaN for that, and for all else that a lane may say.
    #[inline(always)]
    pub fn double(self) -> f64 {
        self.0
    }
    #[inline(always)]
    pub fn told(self) -> Told {
        if !self.0.is_nan() {
            return Told::Emit(self.0);
        }
        let mark = self.0.to_bits() as u32;
        match mark & 7 {
            1 => Told::Silent,
            2 => Told::Off,
            3 => Told::Same,
            4 => Told::Map((mark >> 3) as usize),
            _ => Told::Emit(self.0),
        }
    }
    #[inline(always)]
    pub fn is_off(self) -> bool {
        self.told() == Told::Off
    }
}

/// A processor on single numbers that is nothing but a short function of them, and has no state.
#[derive(Clone, Copy, Default)]
pub enum Simple {
    #[default]
    No,
    Add(f64),
    Multiply(f64),
    Divide(f64),
    /// Numbers go through that compare like this.
    Keep(Binary, f64),
    /// Numbers go through that the divisor divides, or those that it does not.
    KeepDivisible(Divisor, bool),
}

impl Simple {
    /// Each number becomes another.
    pub fn map(function: &Function) -> Simple {
        match function.quick() {
            Quick::Number(Binary::Add, c) => Simple::Add(c),
            Quick::Number(Binary::Subtract, c) => Simple::Add(-c),
            Quick::Number(Binary::Multiply, c) => Simple::Multiply(c),
            Quick::Number(Binary::Divide, c) => Simple::Divide(c),
            _ => Simple::No,
        }
    }
    /// A number goes through if it passes.
    pub fn keep(function: &Function) -> Simple {
        match function.quick() {
            Quick::Test(op, c) => Simple::Keep(op, c),
            Quick::Divides(divisor, wanted) => Simple::KeepDivisible(divisor, wanted),
            _ => Simple::No,
        }
    }
    /// What [`Processor::lane`](super::Processor::lane) would answer; off where it has to be asked.
    #[inline(always)]
    pub fn lane(self, x: f64) -> Lane {
        let passes = match self {
            Simple::No => return Lane::OFF,
            Simple::Add(c) => return Lane::emit(x + c),
            Simple::Multiply(c) => return Lane::emit(x * c),
            Simple::Divide(c) => return Lane::emit(x / c),
            Simple::Keep(op, c) => op.compare(x, c).unwrap_or(false),
            Simple::KeepDivisible(divisor, wanted) => divisor.divides(x) == wanted,
        };
        if passes { Lane::emit(x) } else { Lane::SILENT }
    }
    /// The same on many numbers, in loops without calls or branches.
    pub fn column(self, input: &[f64], out: &mut Vec<f64>) {
        match self {
            Simple::No => {}
            Simple::Add(c) => out.extend(input.iter().map(|x| x + c)),
            Simple::Multiply(c) => out.extend(input.iter().map(|x| x * c)),
            Simple::Divide(c) => out.extend(input.iter().map(|x| x / c)),
            Simple::Keep(op, c) => match op {
                Binary::Equal => kept(input, out, |x| x == c),
                Binary::Unequal => kept(input, out, |x| x != c),
                Binary::Less => kept(input, out, |x| x < c),
                Binary::LessEqual => kept(input, out, |x| x <= c),
                Binary::Greater => kept(input, out, |x| x > c),
                _ => kept(input, out, |x| x >= c),
            },
            Simple::KeepDivisible(divisor, wanted) if input.iter().all(|x| divisor.is_for(*x)) => {
                kept(input, out, |x| divisor.divides_whole(x) == wanted);
            }
            Simple::KeepDivisible(divisor, wanted) => kept(input, out, |x| divisor.divides(x) == wanted),
        }
    }
}

/// Appends the numbers that pass. Without a branch: write each, step on where it is kept.
#[inline(always)]
fn kept(input: &[f64], out: &mut Vec<f64>, passes: impl Fn(f64) -> bool) {
    let mut at = out.len();
    out.resize(at + input.len(), 0.0);
    for x in input {
        out[at] = *x;
        at += passes(*x) as usize;
    }
    out.truncate(at);
}

/// A processor that puts out, for each number, a function of what it put out before and of that number.
#[derive(Clone)]
pub struct Fold {
    function: Function,
    is_sum: bool,
    start: Option<f64>,
}

impl Fold {
    /// The fold by a function; nothing where it is not one of numbers alone, or its start value is not a number.
    pub fn new(function: &Function, start: Option<&Value>) -> Option<Fold> {
        let start = match start {
            Some(value) => Some(value.as_num()?),
            None => None,
        };
        let is_sum = function.associative() == Some(Assoc::Sum);
        function.is_of_numbers(2).then(|| Fold { function: function.clone(), is_sum, start })
    }
    /// What comes out for the first number.
    #[inline]
    pub fn first(&self, x: f64) -> f64 {
        self.start.map_or(x, |start| self.next(start, x))
    }
    /// What comes out for a number after that.
    #[inline(always)]
    pub fn next(&self, reached: f64, x: f64) -> f64 {
        // A function of numbers always has a value.
        if self.is_sum { reached + x } else { self.call(reached, x) }
    }
    /// Apart, so that a sum needs no memory for arguments.
    #[inline(never)]
    fn call(&self, reached: f64, x: f64) -> f64 {
        self.function.call_num(&[reached, x]).unwrap_or(f64::NAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_taken_for_one_of_the_other_answers() {
        assert_eq!(Lane::SILENT.told(), Told::Silent);
        assert_eq!(Lane::OFF.told(), Told::Off);
        assert_eq!(Lane::SAME.told(), Told::Same);
        assert_eq!(Lane::map(0).told(), Told::Map(0));
        assert_eq!(Lane::map(100_000).told(), Told::Map(100_000));
        assert_eq!(Lane::emit(-0.0).told(), Told::Emit(-0.0));
        for mark in 0..8 {
            for sign in [0, 1 << 63] {
                let nan = f64::from_bits(sign | 0x7ff8_0000_0000_0000 | mark);
                assert!(matches!(Lane::emit(nan).told(), Told::Emit(x) if x.is_nan()), "{mark}");
            }
        }
    }
}
