//! Event time: a number read from each event, which must not go back.

use super::verdict::wanted;
use crate::error::{Error, Result};
use crate::expr::Function;
use crate::value::Value;

/// The time of a front by a user's function. `last` is the time of the front before; it moves on.
pub fn time_of(who: &str, time: &Function, front: &[Value], last: &mut Option<f64>) -> Result<f64> {
    let value = time.call(front)?;
    let now = match value.as_num() {
        Some(now) if !now.is_nan() => now,
        _ => return Err(wanted(&format!("the time of {who}"), "a number", &value)),
    };
    if let Some(before) = *last {
        if now < before {
            return Err(Error::of_type(format!(
                "{who} wants times that do not go back, got {} after {}",
                Value::Num(now),
                Value::Num(before)
            )));
        }
    }
    *last = Some(now);
    Ok(now)
}
