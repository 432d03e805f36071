//! What `globally` and `eventually` share: verdicts wait for the one event that decides them.

use super::verdict::boolean;
use crate::engine::{Because, Built, Emit, Failure, Flow, Params, Processor, Sketch, Type, batch_by_steps};
use crate::error::{Error, Result};
use crate::stateful;
use crate::term::Term;
use crate::value::{Column, Value};

/// Builds the operator that a boolean event of value `deciding` decides.
pub fn build(p: &mut Params, who: &'static str, deciding: bool) -> Result<Built> {
    let finite = p.flag("finite")?;
    let most = p.limits().queue;
    Built::new(Delayed { who, deciding, finite, most, waiting: 0 }, 1, 1)
}

#[derive(Clone)]
struct Delayed {
    who: &'static str,
    deciding: bool,
    finite: bool,
    /// Verdicts that may be open at once.
    most: usize,
    /// Events whose verdict is not known yet.
    waiting: usize,
}

impl Delayed {
    fn sound(&self) -> bool {
        self.waiting <= self.most
    }
}

impl Processor for Delayed {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        self.waiting += 1;
        if boolean(self.who, &front[0])? == self.deciding {
            // Each verdict is about the fronts from its own on.
            for n in (1..=std::mem::take(&mut self.waiting)).rev() {
                out.put(0, Value::Bool(self.deciding), Because::Last(n));
            }
        }
        open(self.waiting, self.most)?;
        Ok(Flow::More)
    }
    fn batch(
        &mut self,
        inputs: &[Column],
        n: usize,
        out: &mut [Column],
    ) -> std::result::Result<(usize, Flow), Failure> {
        let Some(events) = inputs[0].bools() else { return batch_by_steps(self, inputs, n, out) };
        // Near the limit, events go one by one so that it holds exactly.
        if self.waiting + n > self.most {
            return batch_by_steps(self, inputs, n, out);
        }
        // All verdicts up to the last deciding event are known, and they are all the same.
        match events.iter().rposition(|b| *b == self.deciding) {
            Some(last) => {
                repeat(&mut out[0], self.deciding, self.waiting + last + 1);
                self.waiting = n - last - 1;
            }
            None => self.waiting += n,
        }
        Ok((n, Flow::More))
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        if self.finite {
            for n in (1..=std::mem::take(&mut self.waiting)).rev() {
                out.put(0, Value::Bool(!self.deciding), Because::Last(n));
            }
        }
        Ok(())
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        (inputs == [Type::Bool] && roomy(self.waiting, self.most)).then(|| vec![Type::Bool])
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        let event = m.boolean(front[0])?;
        let decided = m.terms.bool(self.deciding);
        let decides = m.terms.equal(event, decided);
        m.decide(decides, decided)
    }
    #[cfg(feature = "prove")]
    fn model_end(&self, m: &mut Sketch) -> Result<()> {
        if self.finite {
            let rest = m.terms.bool(!self.deciding);
            m.give_up(rest)?;
        }
        Ok(())
    }
    stateful!(waiting; sound);
}

/// An error if more verdicts are open than may be.
pub fn open(waiting: usize, most: usize) -> Result<()> {
    if waiting <= most {
        return Ok(());
    }
    Err(Error::limit(format!("more than {most} verdicts are open (limits.queue)")))
}

/// Whether a part of a batch, however many events it has, leaves fewer verdicts open than may be.
pub fn roomy(waiting: usize, most: usize) -> bool {
    waiting < most / 2
}

/// Appends a boolean n times.
pub fn repeat(out: &mut Column, value: bool, n: usize) {
    if out.is_empty() && out.bools().is_none() {
        *out = Column::Bool(Vec::new());
    }
    match out {
        Column::Bool(column) => column.resize(column.len() + n, value),
        other => (0..n).for_each(|_| other.push(Value::Bool(value))),
    }
}
