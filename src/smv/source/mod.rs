//! SMV files that describe a finite structure: read, modules put together, and made a system that a monitor can watch
//! (Bedard & Halle, section 4.3).
//!
//! The subset: modules with parameters, `VAR`, `IVAR`, `FROZENVAR`, `DEFINE`, `CONSTANTS`, `ASSIGN`, `INIT`, `INVAR`,
//! `TRANS`, `FAIRNESS` and `JUSTICE` over booleans, ranges and enumerations. Specifications are passed over; all else is
//! refused by name and place.

mod flatten;
mod lexer;
mod parser;
mod syntax;
mod translate;
mod values;

use crate::error::{Error, Result};
use crate::limits::SMV_BYTES;
use crate::model::System;

/// A structure that was read.
pub struct Structure {
    pub system: System,
    /// Specifications of the file, which are not checked.
    pub specifications: usize,
}

/// Reads a structure; each mistake with its line and column.
pub fn read_structure(text: &str) -> Result<Structure> {
    if text.len() > SMV_BYTES {
        return Err(Error::limit(format!("an SMV file has at most {SMV_BYTES} bytes, got {}", text.len())));
    }
    let program = parser::parse(text)?;
    let flat = flatten::flatten(&program)?;
    let system = translate::translate(&flat)?;
    Ok(Structure { system, specifications: program.specifications })
}

#[cfg(test)]
mod tests;
