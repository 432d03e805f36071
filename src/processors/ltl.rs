//! `ltl`: a formula of linear temporal logic, as a processor.
//!
//! ```json
//! { "type": "ltl", "formula": "G (a -> F b)", "finite": true, "from": ["a", "b"] }
//! ```
//! Each name is an input of booleans, in the order of `atoms` or of first appearance. With expressions in braces,
//! `G ({x.type == 'ask'} -> F {x.type == 'answer'})`, there is one input, x. Verdicts come when they are known, one
//! for each event; with `finite`, the end of the trace decides the rest.

use super::ltl_formula::{Formula, parse};
use crate::engine::{Built, Emit, Failure, Flow, Kind, Machine, Params, Processor, Sketch, Type, batch_by_steps};
use crate::error::Result;
use crate::term::Term;
use crate::value::{Column, Reader, Value, Writer};
use serde_json::{Value as Json, json};

pub static KIND: Kind = Kind { name: "ltl", about: "A formula of linear temporal logic", symbol: "LTL", build };

fn build(p: &mut Params) -> Result<Built> {
    let formula = parse(p.text("formula")?).map_err(|e| e.at(&format!("{}.formula", p.path)))?;
    let finite = p.flag("finite")?;
    let mut draft = Draft { finite, atoms: Vec::new(), tests: false, fixed: false, processors: Vec::new() };
    if p.raw("atoms").is_some() {
        draft.fixed = true;
        for value in p.values("atoms")? {
            let name = value.as_str().ok_or_else(|| p.wrong("atoms", "'atoms' must be a list of names"))?;
            draft.atoms.push(name.to_string());
        }
    }
    draft.look(&formula).map_err(|message| p.wrong("formula", message))?;
    if draft.tests && !draft.atoms.is_empty() {
        return Err(p.wrong("formula", "a formula has either names or expressions in braces, not both"));
    }
    let inputs = draft.atoms.len().max(1);
    let root = draft.add(&formula);
    if draft.processors.is_empty() {
        draft.processors.push(json!({"id": "root", "type": "passthrough", "from": root}));
    }
    let names: Vec<String> = (0..inputs).map(input).collect();
    let machine = p.machine_of(&json!({"inputs": names, "processors": draft.processors}), "formula")?;
    Built::new(Ltl { machine }, inputs, 1)
}

fn input(k: usize) -> String {
    format!("in{k}")
}

/// The pipeline a formula becomes.
struct Draft {
    finite: bool,
    atoms: Vec<String>,
    /// There are expressions in braces.
    tests: bool,
    /// The atoms were given; no others may come.
    fixed: bool,
    processors: Vec<Json>,
}

impl Draft {
    /// Finds the atoms, in order of first appearance.
    fn look(&mut self, formula: &Formula) -> std::result::Result<(), String> {
        match formula {
            Formula::Atom(name) if self.atoms.contains(name) => Ok(()),
            Formula::Atom(name) if self.fixed => Err(format!("'{name}' is not one of the atoms")),
            Formula::Atom(name) => {
                self.atoms.push(name.clone());
                Ok(())
            }
            Formula::Test(_) => {
                self.tests = true;
                Ok(())
            }
            Formula::Constant(_) => Ok(()),
            Formula::Unary(_, inner) => self.look(inner),
            Formula::Binary(_, left, right) => self.look(left).and_then(|()| self.look(right)),
        }
    }
    /// Adds the processors of a formula; gives the port its verdicts come from.
    fn add(&mut self, formula: &Formula) -> String {
        let finite = self.finite;
        let processor = match formula {
            Formula::Atom(name) => return input(self.atoms.iter().position(|a| a == name).unwrap_or(0)),
            Formula::Constant(value) => json!({"type": "turnInto", "value": value, "from": input(0)}),
            Formula::Test(text) => json!({"type": "apply", "fn": text, "from": input(0)}),
            Formula::Unary(operator, inner) => {
                let from = self.add(inner);
                match operator {
                    'G' => json!({"type": "globally", "finite": finite, "from": from}),
                    'F' => json!({"type": "eventually", "finite": finite, "from": from}),
                    'X' => json!({"type": "next", "finite": finite, "from": from}),
                    _ => json!({"type": "apply", "fn": "!x", "from": from}),
                }
            }
            Formula::Binary(operator, left, right) => {
                let from = [self.add(left), self.add(right)];
                let function = match *operator {
                    "&" => "x && y",
                    "|" => "x || y",
                    "->" => "!x || y",
                    _ => "x == y",
                };
                match *operator {
                    "U" => json!({"type": "until", "finite": finite, "from": from}),
                    _ => json!({"type": "apply", "fn": function, "from": from}),
                }
            }
        };
        let id = format!("f{}", self.processors.len());
        let mut processor = processor;
        processor["id"] = json!(id);
        self.processors.push(processor);
        id
    }
}

#[derive(Clone)]
struct Ltl {
    machine: Machine,
}

impl Processor for Ltl {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        self.machine.follow(out);
        self.machine.push_front(front)?;
        self.machine.hand_on(out);
        Ok(Flow::More)
    }
    fn batch(
        &mut self,
        inputs: &[Column],
        n: usize,
        out: &mut [Column],
    ) -> std::result::Result<(usize, Flow), Failure> {
        // Where nothing can fail, no place of failure is lost.
        if !self.machine.never_fails(inputs) {
            return batch_by_steps(self, inputs, n, out);
        }
        self.machine.run(inputs).map_err(|error| Failure { front: 0, error })?;
        let verdicts = &mut self.machine.outs[0];
        out[0].extend(verdicts, 0..verdicts.len());
        verdicts.clear();
        Ok((n, Flow::More))
    }
    fn end(&mut self, out: &mut Emit) -> Result<()> {
        self.machine.end()?;
        self.machine.hand_on(out);
        Ok(())
    }
    fn reset(&mut self) {
        self.machine.reset();
    }
    fn types(&self, inputs: &[Type]) -> Option<Vec<Type>> {
        self.machine.types(inputs)
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.machine.bind(name, value);
    }
    #[cfg(feature = "prove")]
    fn model(&self, m: &mut Sketch, front: &[Term]) -> Result<()> {
        m.embed("formula", &self.machine, front)
    }
    #[cfg(feature = "prove")]
    fn model_end(&self, m: &mut Sketch) -> Result<()> {
        m.embed_end("formula", &self.machine)
    }
    fn save(&self, w: &mut Writer) {
        self.machine.save(w);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.machine.load(r)
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::processors::examples::{check, refused};
    use serde_json::json;

    #[test]
    fn each_request_is_answered() {
        let inputs = json!([[true, false, false, true, false], [false, false, true, false, false]]);
        let silent = json!([[], [], [], [], []]);
        check(json!({"type": "ltl", "formula": "G (a -> F b)"}), inputs.clone(), silent.clone(), json!([]));
        let end = json!([false, false, false, false, true]);
        check(json!({"type": "ltl", "formula": "G (a -> F b)", "finite": true}), inputs, silent, end);
    }

    #[test]
    fn a_broken_promise_is_told_as_soon_as_it_is_known() {
        check(
            json!({"type": "ltl", "formula": "G (a -> X b)"}),
            json!([[true, false, true, false, true], [false, true, false, false, true]]),
            json!([[], [], [], [false, false, false], []]),
            json!([]),
        );
    }

    #[test]
    fn expressions_in_braces_read_one_input() {
        check(
            json!({"type": "ltl", "formula": "{x > 0} U {x == 9}"}),
            json!([[1, 9, 0, 2]]),
            json!([[], [true, true], [false], []]),
            json!([]),
        );
    }

    #[test]
    fn mistakes_are_named() {
        let both = json!({"type": "ltl", "formula": "a & {x > 0}"});
        assert!(refused(both, 1).message.starts_with("a formula has either names or expressions"));
        let other = json!({"type": "ltl", "formula": "a & b", "atoms": ["a"]});
        assert_eq!(refused(other, 1).message, "'b' is not one of the atoms");
    }
}
