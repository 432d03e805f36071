//! `union`: the set of all elements of the collections so far.
//!
//! ```json
//! { "type": "union", "from": "in" }
//! ```

use super::verdict::wanted;
use crate::engine::{Because, Built, Emit, Flow, Kind, Processor};
use crate::error::Result;
use crate::limits::Room;
use crate::stateful;
use crate::value::{Elements, Growth, Value};

pub static KIND: Kind = Kind {
    name: "union",
    about: "The set of all elements of the collections so far",
    symbol: "∪",
    build: |p| Built::new(Union { room: p.limits().room(), so_far: Growth::default() }, 1, 1),
};

#[derive(Clone)]
struct Union {
    room: Room,
    so_far: Growth<Elements>,
}

impl Processor for Union {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let more = front[0].elements().ok_or_else(|| wanted("union", "a collection", &front[0]))?;
        self.so_far.grow(|set| set.extend(more));
        self.room.elements(self.so_far.len())?;
        out.put(0, Value::Set(self.so_far.version()), Because::All);
        Ok(Flow::More)
    }
    fn piles_up(&self) -> bool {
        true
    }
    stateful!(so_far);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn the_union_grows() {
        check(json!({"type": "union"}), json!([[[1, 2], [2, 3]]]), json!([[[1, 2]], [[1, 2, 3]]]), json!([]));
    }
}
