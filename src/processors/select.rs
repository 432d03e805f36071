//! `select`: makes an object out of each front, one member for each named expression.
//!
//! ```json
//! { "type": "select", "fields": { "who": "x.user.name", "cents": "x.price * 100" } }
//! ```
//! `fields` may also be a list of member names: `["id", "price"]`; a missing one is `null`.

use super::support::inputs;
use crate::engine::{Built, Emit, Flow, Kind, Params, Processor, Reads};
use crate::error::Result;
use crate::expr::{Expr, Function};
use crate::stateful;
use crate::value::{Entries, Value};
use serde_json::Value as Json;
use std::rc::Rc;

pub static KIND: Kind = Kind {
    name: "select",
    about: "Makes an object out of each front, one member for each named expression",
    symbol: "SEL",
    build,
};

fn build(p: &mut Params) -> Result<Built> {
    let fields: Vec<(Value, Function)> = match p.raw("fields") {
        Some(Json::Object(members)) => members
            .iter()
            .map(|(name, f)| Ok((Value::str(name), p.function_of(f, &format!("fields.{name}"))?)))
            .collect::<Result<_>>()?,
        Some(Json::Array(_)) => names(p)?
            .into_iter()
            .map(|name| (Value::Str(name.clone()), Function::from(Expr::Member(Rc::new(Expr::Arg(0)), name))))
            .collect(),
        _ => return Err(p.wrong("fields", "'fields' must be an object of expressions or a list of names")),
    };
    let arity = fields.iter().map(|(_, f)| f.arity()).max().unwrap_or(1).max(1);
    let ports = inputs(p, arity);
    if arity > ports {
        return Err(p.wrong("fields", format!("the expressions read {arity} inputs, there are {ports}")));
    }
    Built::new(Select { fields }, ports, 1)
}

/// The parameter `fields` as a list of names.
pub fn names(p: &mut Params) -> Result<Vec<Rc<str>>> {
    let wrong = p.wrong("fields", "'fields' must be a list of names");
    p.values("fields")?
        .into_iter()
        .map(|name| match name {
            Value::Str(name) => Ok(name),
            _ => Err(wrong.clone()),
        })
        .collect()
}

#[derive(Clone)]
struct Select {
    fields: Vec<(Value, Function)>,
}

impl Processor for Select {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let members: Result<Entries> = self.fields.iter().map(|(name, f)| Ok((name.clone(), f.call(front)?))).collect();
        out.one(Value::object(members?));
        Ok(Flow::More)
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.fields.iter_mut().for_each(|(_, f)| f.bind(name, value));
    }
    fn reads(&self, input: usize) -> Reads {
        let paths: Option<Vec<Vec<String>>> = self.fields.iter().map(|(_, f)| f.reads(input)).collect();
        paths.map_or(Reads::Whole, |paths| Reads::Paths(paths.concat()))
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, refused};
    use serde_json::json;

    #[test]
    fn expressions_make_members() {
        check(
            json!({"type": "select", "fields": {"who": "x.user.name", "cents": "x.price * 100"}}),
            json!([[{"user": {"name": "Ada"}, "price": 2}]]),
            json!([[{"who": "Ada", "cents": 200}]]),
            json!([]),
        );
    }

    #[test]
    fn names_alone_pick_members() {
        check(
            json!({"type": "select", "fields": ["a", "b"]}),
            json!([[{"a": 1, "c": 3}]]),
            json!([[{"a": 1, "b": null}]]),
            json!([]),
        );
        assert_eq!(refused(json!({"type": "select", "fields": [1]}), 1).message, "'fields' must be a list of names");
    }
}
