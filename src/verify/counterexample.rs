//! Counterexamples in the form of the report, as runs of a model again.

use crate::check::Run;
use crate::error::{Error, Result};
use crate::limits::TRACE_STATES;
use crate::model::{Domain, First, Model, Sort, VarKind};
use crate::value::{Value, from_json};
use serde_json::{Map, Value as Json};

/// The counterexamples of a text: one, or all of a report, each with what it shows.
pub fn read(text: &str) -> Result<Vec<(String, Json)>> {
    let json: Json = serde_json::from_str(text).map_err(|e| {
        let message = e.to_string();
        let first = message.split(" at line ").next().unwrap_or_default();
        Error::new(crate::error::Code::Syntax, format!("{}:{}: not JSON: {first}", e.line(), e.column().max(1)))
    })?;
    let Some(results) = json.get("results") else { return Ok(vec![(String::new(), json)]) };
    let list = results.as_array().ok_or_else(|| Error::shape("1:1: 'results' is a list"))?;
    let shown = |result: &Json| {
        let property = result.get("property").and_then(Json::as_str).unwrap_or_default().to_string();
        result.get("counterexample").map(|counterexample| (property, counterexample.clone()))
    };
    let found: Vec<_> = list.iter().filter_map(shown).collect();
    if found.is_empty() {
        return Err(Error::shape("1:1: expected a report with a counterexample, got one without"));
    }
    Ok(found)
}

/// The run of a model that a counterexample tells.
pub fn run(model: &Model, json: &Json) -> Result<Run> {
    let list = json.get("steps").or_else(|| json.get("inputs")).and_then(Json::as_array);
    let steps = list.filter(|steps| !steps.is_empty()).ok_or_else(|| {
        Error::shape("a counterexample has a list of 'steps', or of 'inputs', with at least one step").at("$.steps")
    })?;
    if steps.len() > TRACE_STATES {
        return Err(Error::limit(format!("a run has at most {TRACE_STATES} steps, got {}", steps.len())).at("$.steps"));
    }
    let back = match json.get("loop") {
        None | Some(Json::Null) => None,
        Some(n) => Some(n.as_u64().map(|n| n as usize).filter(|n| *n < steps.len()).ok_or_else(|| {
            Error::shape(format!("'loop' is the number of a step, 0 to {}, or null, got {n}", steps.len() - 1))
                .at("$.loop")
        })?),
    };
    let mut over = vec![false; model.inputs.len()];
    let mut told = Vec::new();
    for (k, step) in steps.iter().enumerate() {
        let at = format!("$.steps[{k}]");
        let Json::Object(step) = step else {
            return Err(Error::shape(format!("a step is an object, got {step}")).at(&at));
        };
        told.push(one(model, step, k, &mut over).map_err(|e| e.at(&at))?);
    }
    Ok(Run { steps: told, back })
}

/// The values of the variables in a step: those that are free in it; the others follow.
fn one(model: &Model, step: &Map<String, Json>, k: usize, over: &mut [bool]) -> Result<Vec<i32>> {
    let empty = Map::new();
    let object = |key: &str| step.get(key).map(|json| json.as_object());
    // A list of inputs has steps that are nothing else.
    let inputs = match object("inputs") {
        Some(Some(inputs)) => inputs,
        Some(None) => return Err(Error::shape("'inputs' is an object")),
        None => step,
    };
    let structure = object("structure").flatten().unwrap_or(&empty);
    let texts = |key: &str| -> Vec<&str> {
        step.get(key).and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect()
    };
    let (ends, lost) = (texts("ends"), texts("lost"));
    let known = |name: &str| model.inputs.iter().any(|port| port.name == name);
    if let Some(name) = inputs.keys().find(|name| !known(name)) {
        let names: Vec<&str> = model.inputs.iter().map(|port| port.name.as_str()).collect();
        return Err(Error::shape(format!("'{name}' is not an input: they are {}", names.join(", "))));
    }
    let mut values = vec![0; model.system.vars.len()];
    for (v, var) in model.system.vars.iter().enumerate() {
        let domain = model.system.terms.domain(v as u32);
        let lowest = domain.bounds().0;
        values[v] = match var.kind {
            VarKind::Scratch => 0,
            VarKind::State(First::Value(first)) => first,
            _ if v < model.watched => match structure.get(&var.name) {
                Some(json) => number(model, domain, json, &var.name)?,
                None if var.kind == VarKind::Input || k == 0 => {
                    return Err(Error::shape(format!("the step says nothing of '{}' of the structure", var.name)));
                }
                None => lowest,
            },
            _ => {
                let (name, ended) = match model.inputs.iter().position(|port| port.name == var.origin.place) {
                    Some(i) => (model.inputs[i].name.as_str(), over[i]),
                    None => ("", false),
                };
                match (var.origin.part.as_str(), inputs.get(name)) {
                    ("c", Some(json)) => number(model, domain, json, name)?,
                    ("c", None) => lowest,
                    ("b", json) => json.is_some() as i32,
                    ("l", _) => (ends.contains(&name) && !ended) as i32,
                    _ => lost.contains(&var.name.as_str()) as i32,
                }
            }
        };
    }
    for (i, port) in model.inputs.iter().enumerate().filter(|_| model.watched == 0) {
        let silent = model.settings.inputs == crate::model::Inputs::EveryStep && !over[i];
        if silent && !inputs.contains_key(&port.name) {
            return Err(Error::shape(format!("no event on '{}', but each step brings one on every input", port.name)));
        }
        over[i] |= ends.contains(&port.name.as_str());
    }
    Ok(values)
}

fn number(model: &Model, domain: &Domain, json: &Json, name: &str) -> Result<i32> {
    let value = from_json(json);
    let terms = &model.system.terms;
    let found = match (domain.sort(), &value) {
        (Sort::Bool, Value::Bool(b)) => Some(*b as i32),
        (Sort::Int, Value::Num(n)) if n.fract() == 0.0 && n.abs() < 1e9 => Some(*n as i32),
        (Sort::Symbol, _) => terms.symbols().iter().position(|symbol| *symbol == value).map(|k| k as i32),
        _ => None,
    };
    found.filter(|n| domain.values().any(|v| v == *n)).ok_or_else(|| {
        let list: Vec<String> = domain.values().take(12).map(|v| terms.event(domain.sort(), v).to_string()).collect();
        Error::shape(format!("{json} is not a value of '{name}', which has {}", list.join(", ")))
    })
}
