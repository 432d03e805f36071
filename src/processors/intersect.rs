//! `intersect`: the set of the elements that all collections so far have in common.
//!
//! ```json
//! { "type": "intersect", "from": "in" }
//! ```

use super::verdict::wanted;
use crate::engine::{Because, Built, Emit, Flow, Kind, Processor};
use crate::error::Result;
use crate::stateful;
use crate::value::{Elements, Value};

pub static KIND: Kind = Kind {
    name: "intersect",
    about: "The set of the elements that all collections so far have in common",
    symbol: "∩",
    build: |_| Built::new(Intersect::default(), 1, 1),
};

#[derive(Clone, Default)]
struct Intersect {
    /// `null` before the first event.
    so_far: Value,
}

impl Processor for Intersect {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let elements = front[0].elements().ok_or_else(|| wanted("intersect", "a collection", &front[0]))?;
        let next: Elements = elements.into_iter().collect();
        self.so_far = match &self.so_far {
            Value::Set(set) => Value::set(set.iter().filter(|e| next.contains(*e)).cloned()),
            _ => Value::set(next),
        };
        out.put(0, self.so_far.clone(), Because::All);
        Ok(Flow::More)
    }
    stateful!(so_far);
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::check;
    use serde_json::json;

    #[test]
    fn the_intersection_shrinks() {
        check(
            json!({"type": "intersect"}),
            json!([[[1, 2, 3], [2, 3], [3, 4]]]),
            json!([[[1, 2, 3]], [[2, 3]], [[3]]]),
            json!([]),
        );
    }
}
