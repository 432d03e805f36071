//! An error met where there is no way to pass it on: in `==`, in hashing, in a look into an object of the host.
//!
//! It is noted here, and the step or call under way fails with it.

use crate::error::{Error, Result};
use std::cell::{Cell, RefCell};

thread_local! {
    /// Apart from the error itself, so that asking costs next to nothing.
    static NOTED: Cell<bool> = const { Cell::new(false) };
    static ERROR: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Notes an error; the first one counts.
#[cold]
pub fn note(error: Error) {
    NOTED.set(true);
    ERROR.with_borrow_mut(|kept| {
        kept.get_or_insert(error);
    });
}

/// Whether an error waits to be taken.
#[inline]
pub fn is_noted() -> bool {
    NOTED.get()
}

/// Takes the error that was noted.
#[inline]
pub fn taken() -> Option<Error> {
    if NOTED.replace(false) { ERROR.take() } else { None }
}

/// The result, unless it came about with an error noted.
#[inline]
pub fn checked<T>(result: Result<T>) -> Result<T> {
    match taken() {
        None => result,
        // An error of the step itself was the first.
        Some(error) => result.and(Err(error)),
    }
}
