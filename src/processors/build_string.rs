//! `buildString`: the text of all events so far, one after the other.
//!
//! ```json
//! { "type": "buildString", "separator": "-" }
//! ```

use crate::engine::{Because, Built, Emit, Flow, Kind, Params, Processor};
use crate::error::Result;
use crate::limits::Room;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind =
    Kind { name: "buildString", about: "The text of all events so far, one after the other", symbol: "abc", build };

fn build(p: &mut Params) -> Result<Built> {
    let separator = p.text_or("separator", "")?.to_string();
    let room = p.limits().room();
    Built::new(BuildString { separator, room, text: None }, 1, 1)
}

#[derive(Clone)]
struct BuildString {
    separator: String,
    room: Room,
    text: Option<String>,
}

impl Processor for BuildString {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let text = match &mut self.text {
            Some(text) => {
                text.push_str(&self.separator);
                text
            }
            none => none.insert(String::new()),
        };
        self.room.append(text, format_args!("{}", front[0]))?;
        out.put(0, Value::str(text), Because::All);
        Ok(Flow::More)
    }
    fn piles_up(&self) -> bool {
        true
    }
    stateful!(text);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn separators_stand_between_events() {
        check(
            json!({"type": "buildString", "separator": "-"}),
            json!([["a", "b", 1]]),
            json!([["a"], ["a-b"], ["a-b-1"]]),
            json!([]),
        );
    }

    #[test]
    fn an_empty_first_event_counts() {
        check(json!({"type": "buildString", "separator": ","}), json!([["", "b"]]), json!([[""], [",b"]]), json!([]));
    }
}
