//! An object of the host on the quick path: the few members that a pipeline reads of it, and nothing else.

use super::Value;
use std::cell::Cell;
use std::rc::Rc;

/// The members of an object at the paths that are read of it, in the order of its [`Shape`](super::Shape): numbers, and
/// texts by their codes.
#[derive(Clone, Copy)]
pub struct Members<'a> {
    /// The numbers, or the codes in their lower halves; cells, because the host writes them where they are read.
    pub places: &'a [Cell<u64>; Members::MOST],
    /// Bit k is set where the k-th member is a text.
    pub texts: u32,
    /// Which list the codes are of: see [`Strings::id`](super::Strings::id).
    pub list: u32,
    /// The text of a code.
    pub text_of: fn(u32) -> Rc<str>,
}

impl Members<'_> {
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
        f64::from_bits(self.places[k % Members::MOST].get())
    }
    /// The code of the k-th member, which is a text.
    #[inline(always)]
    pub fn code_at(&self, k: usize) -> usize {
        self.places[k % Members::MOST].get() as u32 as usize
    }
    /// The k-th member as a value.
    pub fn value(&self, k: usize) -> Value {
        match self.text(k) {
            Some(code) => Value::Str((self.text_of)(code as u32)),
            None => Value::Num(self.number_at(k)),
        }
    }
}
