//! `unpack`: each element of a collection becomes an event of its own.
//!
//! ```json
//! { "type": "unpack", "from": "in" }
//! ```

use super::verdict::wanted;
use crate::engine::{Built, Emit, Flow, Kind, Processor};
use crate::error::Result;
use crate::stateful;
use crate::value::Value;

pub static KIND: Kind = Kind {
    name: "unpack",
    about: "Each element of a collection becomes an event of its own",
    symbol: "] [",
    build: |_| Built::new(Unpack, 1, 1),
};

#[derive(Clone)]
struct Unpack;

impl Processor for Unpack {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let elements = front[0].elements().ok_or_else(|| wanted("unpack", "a collection", &front[0]))?;
        elements.into_iter().for_each(|element| out.one(element));
        Ok(Flow::More)
    }
    stateful!();
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, fails};
    use serde_json::json;

    #[test]
    fn elements_come_in_their_order_and_an_empty_list_is_silent() {
        check(json!({"type": "unpack"}), json!([[[1, 2, 3], [], [4]]]), json!([[1, 2, 3], [], [4]]), json!([]));
    }

    #[test]
    fn a_number_is_no_collection() {
        fails(json!({"type": "unpack"}), json!([[7]]), "E_TYPE: unpack wants a collection, got a number: 7");
    }
}
