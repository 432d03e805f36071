//! What `always` and `sometime` share: each event starts a copy of the inner pipeline, decided copies are dropped.

use super::copies::Copies;
use super::verdict::{shown, verdict};
use crate::engine::{Because, Built, Emit, Flow, Params, Processor};
use crate::error::Result;
use crate::value::{Reader, Value, Writer};

/// Builds the operator that one copy with the verdict `deciding` decides for good.
pub fn build(p: &mut Params, who: &'static str, deciding: bool) -> Result<Built> {
    let copies = Copies::of(p, None)?;
    let inputs = copies.inputs();
    Built::new(Spawning { who, deciding, copies, decided: false }, inputs, 1)
}

#[derive(Clone)]
struct Spawning {
    who: &'static str,
    deciding: bool,
    copies: Copies,
    decided: bool,
}

impl Processor for Spawning {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        if !self.decided {
            self.copies.add(Value::Null)?;
            self.copies.feed(front)?;
            for copy in &self.copies.live {
                if let Some(last) = &copy.last {
                    self.decided |= verdict(self.who, last)? == Some(self.deciding);
                }
            }
            if self.decided {
                self.copies.reset();
            } else {
                self.copies.drop_where(|last| matches!(last, Some(Value::Bool(_))));
            }
        }
        out.put(0, shown(self.decided.then_some(self.deciding)), Because::All);
        Ok(Flow::More)
    }
    fn reset(&mut self) {
        self.copies.reset();
        self.decided = false;
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.copies.bind(name, value);
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.decided);
        self.copies.save(w);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.decided = r.get()?;
        self.copies.load(r)
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}
