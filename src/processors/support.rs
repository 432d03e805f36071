//! Small things several processors share: how many inputs they have, constants, booleans, runs of one value.

use crate::engine::{Params, Type};
use crate::error::{Error, Result};
use crate::expr::Function;
use crate::value::{Column, Value};

/// As many inputs as `from` names; inside another processor (where there is no `from`) the least that makes sense.
pub fn inputs(params: &Params, least: usize) -> usize {
    if params.given == 0 { least } else { params.given }
}

/// As many inputs as `from` names, and no fewer than the function reads.
pub fn inputs_of(params: &Params, key: &str, function: &Function) -> Result<usize> {
    let arity = function.arity();
    let count = inputs(params, arity.max(1));
    if arity > count {
        let message = format!("the function reads {arity} inputs, there {}", are(count));
        return Err(params.wrong(key, message));
    }
    Ok(count)
}

fn are(count: usize) -> String {
    if count == 1 { "is 1".into() } else { format!("are {count}") }
}

/// A function of at most that many inputs.
#[inline(never)]
pub fn function(params: &mut Params, key: &str, most: usize) -> Result<Function> {
    let function = params.function(key)?;
    within(params, key, function, most)
}

/// The function, if it reads at most that many inputs.
#[inline(never)]
pub fn within(params: &Params, key: &str, function: Function, most: usize) -> Result<Function> {
    if function.arity() > most {
        let message = format!("the function reads {} inputs, there {}", function.arity(), are(most));
        return Err(params.wrong(key, message));
    }
    Ok(function)
}

/// A count of events that are put out at once, within what a queue may hold.
pub fn count(params: &mut Params, key: &str) -> Result<usize> {
    let count = params.whole(key, 0)?;
    let most = params.limits().queue;
    if count > most {
        return Err(
            Error::limit(format!("'{key}' may be at most {most}, got {count}")).at(&format!("{}.{key}", params.path))
        );
    }
    Ok(count)
}

/// One constant front: `values`, or `value` for each of the outputs.
pub fn constants(params: &mut Params, ports: usize) -> Result<Vec<Value>> {
    if params.raw("values").is_some() {
        let values = params.values("values")?;
        if values.len() != ports {
            let message = format!("'values' must have {ports} value(s), one for each port, got {}", values.len());
            return Err(params.wrong("values", message));
        }
        return Ok(values);
    }
    if params.raw("value").is_none() {
        return Err(params.wrong("value", "the parameter 'value' (or 'values') is missing"));
    }
    Ok(vec![params.value("value"); ports])
}

/// The truth of a control event.
pub fn boolean(who: &str, value: &Value) -> Result<bool> {
    value.as_bool().ok_or_else(|| wanted(who, "a boolean", value))
}

/// The message for an event of the wrong type.
pub fn wanted(who: &str, what: &str, got: &Value) -> Error {
    match got {
        Value::Bool(_) | Value::Num(_) => Error::of_type(format!("{who} wants {what}, got {}: {got}", got.kind())),
        _ => Error::of_type(format!("{who} wants {what}, got {}", got.kind())),
    }
}

/// What is known of a constant.
pub fn type_of(value: &Value) -> Type {
    match value {
        Value::Num(_) => Type::Num,
        Value::Bool(_) => Type::Bool,
        Value::Str(_) => Type::Text,
        _ => Type::Any,
    }
}

/// Appends n times the same event.
pub fn repeat(out: &mut Column, value: &Value, n: usize) {
    if out.is_empty() {
        match value {
            Value::Num(_) if out.nums().is_none() => *out = Column::Num(Vec::new()),
            Value::Bool(_) if out.bools().is_none() => *out = Column::Bool(Vec::new()),
            _ => {}
        }
    }
    match (out, value) {
        (Column::Num(column), Value::Num(x)) => column.resize(column.len() + n, *x),
        (Column::Bool(column), Value::Bool(x)) => column.resize(column.len() + n, *x),
        (out, value) => (0..n).for_each(|_| out.push(value.clone())),
    }
}

/// Appends numbers, keeping the column typed.
pub fn numbers(out: &mut Column) -> &mut Vec<f64> {
    if out.is_empty() && out.nums().is_none() {
        *out = Column::Num(Vec::new());
    }
    match out {
        Column::Num(column) => column,
        _ => unreachable!("callers ask only where numbers fit"),
    }
}
