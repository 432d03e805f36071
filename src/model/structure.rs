//! Structures that monitors watch, as JSON: variables, where they start, and how they go on.
//!
//! ```json
//! { "vars": { "a": "bool", "b": [0, 3] }, "init": { "b": 0 }, "next": { "b": "a & b < 3 ? b + 1 : b" } }
//! ```
//! A variable is `"bool"`, a range `[lo, hi]` or a list of names; without `init` it starts anywhere, without `next` it
//! is free in every step. `next` may be a list of expressions: one of them. `where` is a condition on first states.

use super::parse::parse_term;
use super::system::{First, Mode, Origin, Rule, System, VarKind};
use crate::engine::Overflow;
use crate::error::{Error, Result};
use crate::term::{Domain, Sort, TRUE, Term, Terms};
use crate::value::{Value, from_json};
use serde_json::{Map, Value as Json};

/// Variables a structure may have.
const MOST: usize = 1000;

/// Reads a structure.
pub fn structure(text: &str) -> Result<System> {
    let json: Json = serde_json::from_str(text).map_err(|e| {
        let message = e.to_string();
        let first = message.split(" at line ").next().unwrap_or("").to_string();
        Error::shape(format!("not JSON: {}:{}: {first}", e.line(), e.column())).at("$")
    })?;
    let Json::Object(members) = &json else { return Err(Error::shape("a structure is an object").at("$")) };
    if let Some(key) = members.keys().find(|k| !matches!(k.as_str(), "vars" | "init" | "next" | "where")) {
        return Err(Error::shape(format!("unknown key '{key}' (a structure has vars, init, next, where)"))
            .at(&format!("$.{key}")));
    }
    let empty = Map::new();
    let object = |key: &str| match members.get(key) {
        None => Ok(&empty),
        Some(Json::Object(map)) => Ok(map),
        Some(other) => Err(Error::shape(format!("'{key}' must be an object, got {other}")).at(&format!("$.{key}"))),
    };
    let (vars, init, next) = (object("vars")?, object("init")?, object("next")?);
    if vars.is_empty() || vars.len() > MOST {
        return Err(Error::shape(format!("a structure has 1 to {MOST} variables, got {}", vars.len())).at("$.vars"));
    }
    for (key, map) in [("init", init), ("next", next)] {
        if let Some(name) = map.keys().find(|name| !vars.contains_key(*name)) {
            return Err(
                Error::shape(format!("'{name}' is not a variable of the structure")).at(&format!("$.{key}.{name}"))
            );
        }
    }
    let mut system = System::new(Terms::default(), Mode::Synchronous);
    let mut domains = Vec::new();
    for (name, json) in vars {
        let domain = domain(&mut system.terms, json).ok_or_else(|| {
            Error::shape(format!("a variable is \"bool\", a range [lo, hi] or a list of names, got {json}"))
                .at(&format!("$.vars.{name}"))
        })?;
        // What is free in every step, and at the start, is an input.
        let free = !next.contains_key(name) && !init.contains_key(name) && !members.contains_key("where");
        let kind = if free { VarKind::Input } else { VarKind::State(First::Any) };
        let origin = Origin { place: name.clone(), part: String::new() };
        let term = system.add(name, domain.clone(), kind, origin);
        system.labels.insert(name.clone(), term);
        domains.push((name.clone(), domain, term, kind));
    }
    let mut conditions = Vec::new();
    for (name, json) in init {
        let (_, domain, term, _) = domains.iter().find(|(n, ..)| n == name).cloned().expect("checked above");
        let at = format!("$.init.{name}");
        let value = expression(&mut system, json, &at)?;
        let value = same_kind(&mut system, value, &domain, &at)?;
        conditions.push(system.terms.equal(term, value));
    }
    if let Some(json) = members.get("where") {
        let term = expression(&mut system, json, "$.where")?;
        if system.terms.sort(term) != Sort::Bool {
            return Err(Error::shape("'where' must be a condition").at("$.where"));
        }
        conditions.push(term);
    }
    system.init = system.terms.all(conditions);
    let mut updates = Vec::new();
    for (name, domain, term, kind) in &domains {
        if *kind == VarKind::Input {
            continue;
        }
        let value = match next.get(name) {
            // Free from the second step on.
            None => {
                let origin = Origin { place: name.clone(), part: "choice".into() };
                system.add(&format!("{name}.choice"), domain.clone(), VarKind::Input, origin)
            }
            Some(json) => choice(&mut system, name, json, domain)?,
        };
        let (fitted, outside) = system.fit(value, domain, Overflow::Error);
        if outside != crate::term::FALSE {
            system.hazards.push((crate::engine::Hazard::Range(name.clone()), outside));
        }
        updates.push((system.number(*term).expect("a variable"), fitted));
    }
    system.rules.push(Rule { label: "structure".into(), guard: TRUE, updates, just: false });
    Ok(system)
}

fn choice(system: &mut System, name: &str, json: &Json, domain: &Domain) -> Result<Term> {
    let at = format!("$.next.{name}");
    let Json::Array(list) = json else {
        let value = expression(system, json, &at)?;
        return same_kind(system, value, domain, &at);
    };
    if list.is_empty() {
        return Err(Error::shape("a list of next values needs at least one").at(&at));
    }
    let mut values = Vec::new();
    for (k, item) in list.iter().enumerate() {
        let at = format!("{at}[{k}]");
        let value = expression(system, item, &at)?;
        values.push(same_kind(system, value, domain, &at)?);
    }
    let origin = Origin { place: name.to_string(), part: "choice".into() };
    let range = Domain::Range(0, values.len() as i32 - 1);
    let which = system.add(&format!("{name}.choice"), range, VarKind::Input, origin);
    let mut term = values[values.len() - 1];
    for (k, value) in values.iter().enumerate().rev().skip(1) {
        let hit = system.terms.is(which, k as i32);
        term = system.terms.choose(hit, *value, term);
    }
    Ok(term)
}

fn same_kind(system: &mut System, value: Term, domain: &Domain, at: &str) -> Result<Term> {
    if domain.sort() == Sort::Symbol && system.terms.sort(value) == Sort::Symbol {
        return Ok(value);
    }
    if system.terms.sort(value) != domain.sort() {
        return Err(Error::shape("the value is not of the variable's kind").at(at));
    }
    Ok(value)
}

fn expression(system: &mut System, json: &Json, at: &str) -> Result<Term> {
    match json {
        Json::String(text) => {
            let labels = system.labels.clone();
            parse_term(text, &mut system.terms, &labels).map_err(|e| e.at(at))
        }
        Json::Number(_) | Json::Bool(_) => {
            system.terms.value(&from_json(json)).ok_or_else(|| Error::shape("expected a whole number").at(at))
        }
        other => Err(Error::shape(format!("expected an expression, got {other}")).at(at)),
    }
}

fn domain(terms: &mut Terms, json: &Json) -> Option<Domain> {
    match json {
        Json::String(s) if s == "bool" || s == "boolean" => Some(Domain::Bool),
        Json::Array(list) => match list.as_slice() {
            [Json::Number(lo), Json::Number(hi)] => {
                let (lo, hi) = (i32::try_from(lo.as_i64()?).ok()?, i32::try_from(hi.as_i64()?).ok()?);
                (lo <= hi && hi.checked_sub(lo)? < 4096 && lo > -100_000 && hi < 100_000)
                    .then_some(Domain::Range(lo, hi))
            }
            [] => None,
            names => {
                let mut symbols = Vec::new();
                for name in names {
                    symbols.push(terms.symbol(&Value::str(name.as_str()?)));
                }
                symbols.sort_unstable();
                symbols.dedup();
                Some(Domain::Symbols(symbols.into()))
            }
        },
        _ => None,
    }
}
