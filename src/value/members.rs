//! An object of the host on the quick path: the few members that a pipeline reads of it, and nothing else.

use super::Value;
use std::rc::Rc;

/// The members of an object at the paths that are read of it, in the order of its [`Shape`](super::Shape): numbers, and
/// texts by their codes.
#[derive(Clone, Copy)]
pub struct Members {
    /// The numbers, and the codes.
    pub numbers: [f64; Members::MOST],
    /// Bit k is set where the k-th member is a text.
    pub texts: u32,
    /// Which list the codes are of: see [`Strings::id`](super::Strings::id).
    pub list: u32,
    /// The text of a code.
    pub text_of: fn(u32) -> Rc<str>,
}

impl Members {
    /// As many as there may be.
    pub const MOST: usize = 4;

    /// The k-th member, if it is a number.
    #[inline(always)]
    pub fn number(&self, k: usize) -> Option<f64> {
        (self.texts >> k & 1 == 0).then(|| self.number_at(k))
    }
    /// The code of the k-th member, if it is a text.
    #[inline(always)]
    pub fn text(&self, k: usize) -> Option<usize> {
        (self.texts >> k & 1 == 1).then(|| self.code_at(k))
    }
    /// The k-th member, which is a number.
    #[inline(always)]
    pub fn number_at(&self, k: usize) -> f64 {
        self.numbers[k % Members::MOST]
    }
    /// The code of the k-th member, which is a text.
    #[inline(always)]
    pub fn code_at(&self, k: usize) -> usize {
        // What `as usize` gives for a whole number of 32 bits, but quicker: added to 2^52, it is the lower half of the double.
        (self.number_at(k) + 4_503_599_627_370_496.0).to_bits() as u32 as usize
    }
    /// The k-th member as a value.
    pub fn value(&self, k: usize) -> Value {
        match self.text(k) {
            Some(code) => Value::Str((self.text_of)(code as u32)),
            None => Value::Num(self.number_at(k)),
        }
    }
}
