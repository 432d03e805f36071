//! The `width` of a window: a whole number of at least 1, within the limit.

use crate::engine::Params;
use crate::error::{Error, Result};

/// Reads `width`; without a default it must be there.
pub fn width(p: &mut Params, default: Option<usize>) -> Result<usize> {
    let width = match default {
        Some(default) => p.whole_or("width", 1, default)?,
        None => p.whole("width", 1)?,
    };
    let most = p.limits().width;
    if width > most {
        return Err(
            Error::limit(format!("'width' may be at most {most}, got {width}")).at(&format!("{}.width", p.path))
        );
    }
    Ok(width)
}
