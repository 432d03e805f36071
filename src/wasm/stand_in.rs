//! Stand-ins for the JS code of a pipeline: the prover never runs it, it only says which processor holds it.

use crate::engine::{Built, Emit, Flow, HostProcessors, Processor};
use crate::error::{Code, Error, Result};
use crate::expr::HostFunction;
use crate::stateful;
use crate::value::Value;
use std::rc::Rc;

fn refused() -> Error {
    Error::new(Code::Host, "JS code is not run where things are proved")
}

struct StandInFunction {
    arity: usize,
}

impl HostFunction for StandInFunction {
    fn call(&self, _args: &[Value]) -> Result<Value> {
        Err(refused())
    }
    fn arity(&self) -> usize {
        self.arity
    }
}

/// Functions of these arities, by number.
pub fn functions(arities: &[u32]) -> Rc<Vec<Rc<dyn HostFunction>>> {
    let one = |arity: &u32| Rc::new(StandInFunction { arity: *arity as usize }) as Rc<dyn HostFunction>;
    Rc::new(arities.iter().map(one).collect())
}

#[derive(Clone)]
struct StandInProcessor;

impl Processor for StandInProcessor {
    fn step(&mut self, _front: &mut [Value], _out: &mut Emit) -> Result<Flow> {
        Err(refused())
    }
    stateful!();
}

/// Processors of these numbers of inputs and outputs, in turn.
pub fn processors(arities: Vec<u32>) -> HostProcessors {
    Rc::new(move |k| {
        let pair = arities.get(2 * k as usize..2 * k as usize + 2)?;
        Built::new(StandInProcessor, pair[0] as usize, pair[1] as usize).ok()
    })
}
