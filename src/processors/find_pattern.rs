//! `findPattern`: finds a regular expression in a text that comes in pieces.
//!
//! ```json
//! { "type": "findPattern", "pattern": "<(\\w+)>" }
//! ```
//! Emits each match, trimmed: its first group, or all of it where the pattern has no group. What is left after the
//! last match waits for the next piece.

use super::verdict::wanted;
use crate::engine::{Because, Built, Emit, Flow, Kind, Params, Processor};
use crate::error::{Code, Error, Result};
use crate::stateful;
use crate::value::Value;
use regex_lite::Regex;
use std::rc::Rc;

pub static KIND: Kind = Kind {
    name: "findPattern",
    about: "Finds a regular expression in a text that comes in pieces",
    symbol: ".*",
    build,
};

fn build(p: &mut Params) -> Result<Built> {
    let text = p.text("pattern")?;
    let pattern = Regex::new(text).map_err(|e| {
        let reason = e.to_string();
        Error::new(Code::Syntax, format!("the pattern is not a regular expression: {reason}"))
            .at(&format!("{}.pattern", p.path))
    })?;
    let most = p.limits().bytes;
    Built::new(FindPattern { pattern: Rc::new(pattern), most, rest: String::new(), pieces: 0 }, 1, 1)
}

#[derive(Clone)]
struct FindPattern {
    pattern: Rc<Regex>,
    most: usize,
    rest: String,
    /// How many pieces it may be part of.
    pieces: usize,
}

impl Processor for FindPattern {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let piece = front[0].as_str().ok_or_else(|| wanted("findPattern", "a string", &front[0]))?;
        self.rest.push_str(piece);
        self.pieces += 1;
        let mut end = 0;
        for found in self.pattern.captures_iter(&self.rest) {
            let Some(all) = found.get(0) else { continue };
            // A match of nothing would be found for ever.
            if all.end() == all.start() {
                continue;
            }
            end = all.end();
            let part = if found.len() > 1 { found.get(1) } else { Some(all) };
            if let Some(part) = part {
                out.put(0, Value::str(part.as_str().trim()), Because::Last(self.pieces));
            }
        }
        self.rest.drain(..end);
        if end > 0 {
            self.pieces = usize::from(!self.rest.is_empty());
        }
        if self.rest.len() > self.most {
            return Err(Error::limit(format!("findPattern has no match in more than {} bytes", self.most)));
        }
        Ok(Flow::More)
    }
    stateful!(rest, pieces);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, refused};
    use serde_json::json;

    #[test]
    fn a_match_may_lie_across_pieces() {
        check(
            json!({"type": "findPattern", "pattern": "<(\\w+)>"}),
            json!([["ab<x", "y>c<z>", "d<", "w> "]]),
            json!([[], ["xy", "z"], [], ["w"]]),
            json!([]),
        );
    }

    #[test]
    fn without_a_group_the_whole_match_counts() {
        check(
            json!({"type": "findPattern", "pattern": "\\d+;"}),
            json!([["1", "2;3", ";"]]),
            json!([[], ["12;"], ["3;"]]),
            json!([]),
        );
    }

    #[test]
    fn a_bad_pattern_is_refused() {
        assert_eq!(refused(json!({"type": "findPattern", "pattern": "("}), 1).code.name(), "E_SYNTAX");
    }
}
