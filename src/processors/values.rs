//! `values`: a source of given events, once or over and over.
//!
//! ```json
//! { "type": "values", "values": [1, 2, 3], "loop": true }
//! ```

use crate::engine::{Built, Emit, Flow, Kind, Processor, Type};
use crate::error::Result;
use crate::stateful;
use crate::value::Value;
use std::rc::Rc;

pub static KIND: Kind = Kind {
    name: "values",
    about: "A source of the given events",
    symbol: "☰",
    build: |params| {
        let values = params.values("values")?;
        let endless = params.flag("loop")?;
        Built::new(Values::new(values, endless), 0, 1)
    },
};

#[derive(Clone)]
pub struct Values {
    values: Rc<Vec<Value>>,
    endless: bool,
    at: usize,
}

impl Values {
    pub fn new(values: Vec<Value>, endless: bool) -> Values {
        Values { values: Rc::new(values), endless, at: 0 }
    }
}

impl Values {
    fn sound(&self) -> bool {
        self.at <= self.values.len()
    }
}

impl Processor for Values {
    /// A source has no fronts.
    fn step(&mut self, _front: &mut [Value], _out: &mut Emit) -> Result<Flow> {
        Ok(Flow::More)
    }
    fn next(&mut self) -> Option<Value> {
        if self.at >= self.values.len() && self.endless {
            self.at = 0;
        }
        let value = self.values.get(self.at)?.clone();
        self.at += 1;
        Some(value)
    }
    fn types(&self, _inputs: &[Type]) -> Option<Vec<Type>> {
        let mut types = self.values.iter().map(super::support::type_of);
        let first = types.next().unwrap_or(Type::Any);
        Some(vec![if types.all(|t| t == first) { first } else { Type::Any }])
    }
    stateful!(at; sound);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(source: &mut dyn Processor, n: usize) -> Vec<Option<Value>> {
        (0..n).map(|_| source.next()).collect()
    }

    #[test]
    fn once_through() {
        let mut source = Values::new(vec![1.0.into(), "a".into()], false);
        assert_eq!(first(&mut source, 3), [Some(1.0.into()), Some("a".into()), None]);
        source.reset();
        assert_eq!(source.next(), Some(1.0.into()));
    }

    #[test]
    fn over_and_over() {
        let mut source = Values::new(vec![1.0.into(), 2.0.into()], true);
        assert_eq!(first(&mut source, 3), [Some(1.0.into()), Some(2.0.into()), Some(1.0.into())]);
        let mut copy = source.duplicate();
        assert_eq!(copy.next(), Some(2.0.into()));
        assert_eq!(Values::new(Vec::new(), true).next(), None);
    }
}
