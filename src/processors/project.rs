//! `project`: keeps some members of each object, and nothing else.
//!
//! ```json
//! { "type": "project", "fields": ["id", "price"] }
//! ```
//! Members that an object does not have are left out.

use super::select::names;
use super::verdict::wanted;
use crate::engine::{Built, Emit, Flow, Kind, Params, Processor};
use crate::error::Result;
use crate::stateful;
use crate::value::{Entries, Value};

pub static KIND: Kind = Kind { name: "project", about: "Keeps some members of each object", symbol: "π", build };

fn build(p: &mut Params) -> Result<Built> {
    let fields = names(p)?.into_iter().map(Value::Str).collect();
    Built::new(Project { fields }, 1, 1)
}

#[derive(Clone)]
struct Project {
    fields: Vec<Value>,
}

impl Processor for Project {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let members = front[0].as_entries().ok_or_else(|| wanted("project", "an object", &front[0]))?;
        let kept: Entries =
            self.fields.iter().filter_map(|name| Some((name.clone(), members.get(name)?.clone()))).collect();
        out.one(Value::object(kept));
        Ok(Flow::More)
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails};
    use serde_json::json;

    #[test]
    fn other_members_are_left_out() {
        let project = json!({"type": "project", "fields": ["b", "a"]});
        check(
            project.clone(),
            json!([[{"a": 1, "b": 2, "c": 3}, {"a": 4}]]),
            json!([[{"b": 2, "a": 1}], [{"a": 4}]]),
            json!([]),
        );
        fails(project, json!([[7]]), "E_TYPE: project wants an object, got a number: 7");
    }
}
