//! Reading a processor's parameters out of its JSON: each with its type and place, none left over.

use super::machine::Machine;
use crate::error::{Code, Error, Result};
use crate::expr::{Expr, Function, FunctionDef, HostFunction, parse};
use crate::limits::Limits;
use crate::value::{Value, from_json};
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Keys that belong to the graph, not to the processor.
const GRAPH_KEYS: [&str; 6] = ["id", "type", "from", "parallel", "queue", "lossy"];

/// Makes a processor kind known to the engine by its name.
pub type Registry = fn(&str) -> Option<&'static super::Kind>;

/// A processor implemented by the host, made by the number the host gave it.
pub type HostProcessors = Rc<dyn Fn(u32) -> Option<super::Built>>;

/// What building a pipeline needs besides its JSON.
#[derive(Clone)]
pub struct Workshop {
    pub registry: Registry,
    pub limits: Rc<Limits>,
    /// JS functions by number (`{"$host": 3}` in place of an expression); never part of a user's JSON.
    pub functions: Rc<Vec<Rc<dyn HostFunction>>>,
    pub processors: Option<HostProcessors>,
    pub depth: usize,
    /// Processors built so far, over all nested pipelines.
    pub count: Rc<std::cell::Cell<usize>>,
    /// A function of each result and this many numbers: how a model with few numbers counts, for replaying its runs.
    pub fold: Option<(&'static FunctionDef, i32)>,
}

impl Workshop {
    /// A workshop without anything of the host.
    pub fn new(registry: Registry, limits: Limits) -> Workshop {
        Workshop {
            registry,
            limits: Rc::new(limits),
            functions: Rc::default(),
            processors: None,
            depth: 0,
            count: Rc::default(),
            fold: None,
        }
    }
}

/// The parameters of one processor.
pub struct Params<'a> {
    json: &'a Map<String, Json>,
    /// JSON path of this processor.
    pub path: String,
    /// How many ports `from` names.
    pub given: usize,
    pub shop: &'a Workshop,
    used: BTreeSet<String>,
}

impl<'a> Params<'a> {
    pub fn new(json: &'a Map<String, Json>, path: String, given: usize, shop: &'a Workshop) -> Params<'a> {
        Params { json, path, given, shop, used: BTreeSet::new() }
    }
    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        &self.shop.limits
    }
    /// An error at a parameter.
    pub fn wrong(&self, key: &str, message: impl Into<String>) -> Error {
        Error::shape(message).at(&format!("{}.{key}", self.path))
    }
    /// The raw JSON of a parameter.
    pub fn raw(&mut self, key: &str) -> Option<&'a Json> {
        self.used.insert(key.to_string());
        self.json.get(key)
    }
    fn required(&mut self, key: &str) -> Result<&'a Json> {
        let missing = self.wrong(key, format!("the parameter '{key}' is missing"));
        self.raw(key).ok_or(missing)
    }
    /// A whole number, at least `least`.
    pub fn whole(&mut self, key: &str, least: u64) -> Result<usize> {
        let json = self.required(key)?;
        let n = json.as_f64().filter(|n| n.fract() == 0.0 && *n >= least as f64 && *n <= 9e15);
        n.map(|n| n as usize)
            .ok_or_else(|| self.wrong(key, format!("'{key}' must be a whole number of at least {least}, got {json}")))
    }
    /// A whole number, or a default where it is absent.
    pub fn whole_or(&mut self, key: &str, least: u64, default: usize) -> Result<usize> {
        if self.raw(key).is_some() { self.whole(key, least) } else { Ok(default) }
    }
    /// A number.
    pub fn number(&mut self, key: &str) -> Result<f64> {
        let json = self.required(key)?;
        json.as_f64().ok_or_else(|| self.wrong(key, format!("'{key}' must be a number, got {json}")))
    }
    /// A number, or a default where it is absent.
    pub fn number_or(&mut self, key: &str, default: f64) -> Result<f64> {
        if self.raw(key).is_some() { self.number(key) } else { Ok(default) }
    }
    /// A boolean that is false where it is absent.
    pub fn flag(&mut self, key: &str) -> Result<bool> {
        match self.raw(key) {
            None => Ok(false),
            Some(Json::Bool(b)) => Ok(*b),
            Some(other) => Err(self.wrong(key, format!("'{key}' must be true or false, got {other}"))),
        }
    }
    /// A text.
    pub fn text(&mut self, key: &str) -> Result<&'a str> {
        let json = self.required(key)?;
        json.as_str().ok_or_else(|| self.wrong(key, format!("'{key}' must be a string, got {json}")))
    }
    /// A text, or a default where it is absent.
    pub fn text_or(&mut self, key: &str, default: &'static str) -> Result<&'a str> {
        if self.raw(key).is_some() { self.text(key) } else { Ok(default) }
    }
    /// Any value; `null` where it is absent.
    pub fn value(&mut self, key: &str) -> Value {
        let value = self.raw(key).map(from_json).unwrap_or_default();
        match (self.shop.fold, value) {
            (Some((fold, n)), value @ Value::Num(_)) => {
                let call = Expr::Call(fold, vec![Expr::Const(value), Expr::Const(Value::Num(n as f64))]);
                Function::from(call).call(&[]).unwrap_or_default()
            }
            (_, value) => value,
        }
    }
    fn folded(&self, expr: Expr) -> Expr {
        match self.shop.fold {
            None => expr,
            Some((fold, n)) => Expr::Call(fold, vec![expr, Expr::Const(Value::Num(n as f64))]),
        }
    }
    /// A list of values.
    pub fn values(&mut self, key: &str) -> Result<Vec<Value>> {
        match self.required(key)? {
            Json::Array(items) => Ok(items.iter().map(from_json).collect()),
            other => Err(self.wrong(key, format!("'{key}' must be a list, got {other}"))),
        }
    }
    /// A function: an expression, or a JS function by number.
    pub fn function(&mut self, key: &str) -> Result<Function> {
        let json = self.required(key)?;
        self.function_of(json, key)
    }
    /// A function out of some JSON inside a parameter; `key` says where (`transitions[0].when`).
    pub fn function_of(&self, json: &Json, key: &str) -> Result<Function> {
        let at = format!("{}.{key}", self.path);
        match json {
            Json::String(text) => {
                let expr = parse(text).map_err(|e| e.at(&at))?;
                Ok(Function::from(self.folded(expr)).within(self.limits().room()))
            }
            Json::Number(_) | Json::Bool(_) | Json::Null => {
                Ok(Function::from(self.folded(Expr::Const(from_json(json)))))
            }
            Json::Object(o) => match o.get("$host").and_then(Json::as_u64) {
                Some(k) if (k as usize) < self.shop.functions.len() => {
                    Ok(Function::host(self.shop.functions[k as usize].clone()))
                }
                _ => Err(Error::shape("expected an expression (a string)").at(&at)),
            },
            other => Err(Error::shape(format!("expected an expression (a string), got {other}")).at(&at)),
        }
    }
    /// A nested processor or pipeline, compiled, in its first state.
    pub fn machine(&mut self, key: &str) -> Result<Machine> {
        let json = self.required(key)?;
        self.machine_of(json, key)
    }
    /// A nested pipeline out of some JSON inside a parameter.
    pub fn machine_of(&self, json: &Json, key: &str) -> Result<Machine> {
        let path = format!("{}.{key}", self.path);
        super::graph::nested(json, &path, self.shop)
    }
    /// A processor made by the host, by its number.
    pub fn host_processor(&mut self, key: &str) -> Result<super::Built> {
        let k = self.whole(key, 0)? as u32;
        let made = self.shop.processors.as_ref().and_then(|make| make(k));
        made.ok_or_else(|| self.wrong(key, "custom processors exist only in code, not in JSON"))
    }
    /// Checks that no parameter is left over.
    pub fn finish(self) -> Result<()> {
        for key in self.json.keys() {
            if !self.used.contains(key) && !GRAPH_KEYS.contains(&key.as_str()) {
                let known: Vec<&str> = self.used.iter().map(String::as_str).collect();
                let known = if known.is_empty() { "none".into() } else { known.join(", ") };
                return Err(Error::new(Code::Shape, format!("unknown parameter '{key}' (known: {known})"))
                    .at(&format!("{}.{key}", self.path)));
            }
        }
        Ok(())
    }
}
