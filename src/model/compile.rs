//! From pipelines to a transition system: one pipeline, two side by side on the same inputs, or a monitor that
//! watches a structure.

use super::system::{First, Mode, Origin, Rule, System, Var, VarKind};
use crate::engine::{Bounds, Hazard, Loss, Machine, Overflow, QueueSketch, Signal, Sketch, Slot, Workshop};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::term::{Domain, FALSE, TRUE, Term};
use crate::value::Value;
use indexmap::IndexMap;

/// When inputs bring events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// Each step brings one event on every input.
    EveryStep,
    /// An input may be silent in a step.
    Free,
}

/// What the events of an input are.
#[derive(Clone, Debug, PartialEq)]
pub enum InputDomain {
    /// Whole numbers from 0, this many.
    Numbers(i32),
    Bool,
    /// These values.
    Values(Vec<Value>),
}

/// The assumptions that make a pipeline a finite model.
#[derive(Clone, Debug)]
pub struct Settings {
    pub bounds: Bounds,
    pub inputs: Inputs,
    /// For inputs that are not plain numbers.
    pub domains: Vec<(String, InputDomain)>,
    /// Traces may end; otherwise they go on for ever.
    pub ends: bool,
}

/// The largest queue and domain a model may have.
const MOST_QUEUE: usize = 64;
const MOST_DOMAIN: i32 = 4096;

impl Default for Settings {
    fn default() -> Settings {
        let bounds = Bounds { domain: 4, overflow: Overflow::Wrap, queue: 2, queues: Vec::new(), least: 0 };
        Settings { bounds, inputs: Inputs::EveryStep, domains: Vec::new(), ends: false }
    }
}

impl Settings {
    /// Refuses sizes that make no model.
    pub fn check(&self) -> Result<()> {
        let queues = self.bounds.queues.iter().map(|(name, size)| (name.as_str(), *size));
        for (name, size) in [("queue", self.bounds.queue)].into_iter().chain(queues) {
            if !(1..=MOST_QUEUE).contains(&size) {
                let message = format!("a queue holds 1 to {MOST_QUEUE} events in a model, got {size} for '{name}'");
                return Err(Error::limit(message));
            }
        }
        let wrong = |n: i32| !(1..=MOST_DOMAIN).contains(&n);
        let mut sizes = vec![self.bounds.domain];
        for (name, domain) in &self.domains {
            match domain {
                InputDomain::Numbers(n) => sizes.push(*n),
                InputDomain::Values(list) if list.is_empty() => {
                    return Err(Error::shape(format!("the domain of '{name}' has no values")));
                }
                _ => {}
            }
        }
        match sizes.iter().find(|n| wrong(**n)) {
            Some(n) => Err(Error::limit(format!("a domain has 1 to {MOST_DOMAIN} numbers, got {n}"))),
            None => Ok(()),
        }
    }
}

/// An input of the pipeline, as terms.
#[derive(Clone, Debug)]
pub struct InputPort {
    pub name: String,
    pub there: Term,
    pub value: Term,
    /// This step is the input's last.
    pub last: Term,
}

/// One pipeline in the model.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Before its names: empty for the first pipeline.
    pub prefix: String,
    pub outputs: Vec<(String, Signal)>,
    pub ports: Vec<(String, Signal)>,
    pub queues: Vec<QueueSketch>,
    pub losses: Vec<Loss>,
}

/// A system that came from pipelines, and the way back.
pub struct Model {
    pub system: System,
    pub inputs: Vec<InputPort>,
    pub sides: Vec<Side>,
    /// Where two pipelines are compared as sequences: for each pair of outputs, when a pair of events is compared,
    /// and whether they are equal.
    pub compared: Vec<(Term, Term)>,
    /// How many of the variables, the first ones, are those of the structure that is watched.
    pub watched: usize,
    pub settings: Settings,
}

/// One pipeline.
pub fn compile(machine: &Machine, settings: &Settings) -> Result<Model> {
    Draft::new(settings)?.with_inputs(machine, None)?.side("", machine)?.finish(false)
}

/// Two pipelines on the same inputs. With `sequence`, their outputs meet in an equality processor with queues
/// (Figure 4b of the paper).
pub fn compile_pair(first: &Machine, second: &Machine, settings: &Settings, sequence: bool) -> Result<Model> {
    for (what, a, b) in [("inputs", first.inputs(), second.inputs()), ("outputs", first.outputs(), second.outputs())] {
        if a != b {
            return Err(Error::shape(format!("the pipelines cannot be compared: one has {a} {what}, the other {b}")));
        }
    }
    let mut draft = Draft::new(settings)?.with_inputs(first, Some(second))?.side("", first)?.side("other.", second)?;
    if sequence {
        draft.compare()?;
    }
    draft.finish(false)
}

/// A pipeline that watches a structure: its inputs are variables of the structure, by name.
pub fn compile_monitor(structure: System, machine: &Machine, settings: &Settings) -> Result<Model> {
    let mut draft = Draft::new(settings)?;
    for name in machine.input_names() {
        let Some(value) = structure.labels.get(name) else {
            let known: Vec<&str> = structure.labels.keys().map(String::as_str).take(12).collect();
            return Err(Error::shape(format!(
                "the structure has no '{name}' for the monitor's input of that name (known: {})",
                known.join(", ")
            )));
        };
        draft.inputs.push(InputPort { name: name.clone(), there: TRUE, value: *value, last: FALSE });
    }
    draft.sketch.terms = structure.terms;
    draft.watched = structure.vars.len();
    draft.vars = structure.vars.clone();
    draft.sketch.hazards = structure.hazards;
    draft.invariants = structure.invariants;
    draft.justice = structure.justice;
    draft.base = Some((structure.init, structure.rules, structure.labels));
    draft.side("", machine)?.finish(true)
}

struct Draft {
    settings: Settings,
    sketch: Sketch,
    vars: Vec<Var>,
    watched: usize,
    inputs: Vec<InputPort>,
    sides: Vec<Side>,
    compared: Vec<(Term, Term)>,
    base: Option<(Term, Vec<Rule>, IndexMap<String, Term>)>,
    updates: Vec<(Term, Term)>,
    invariants: Vec<Term>,
    justice: Vec<Term>,
}

impl Draft {
    fn new(settings: &Settings) -> Result<Draft> {
        settings.check()?;
        Ok(Draft {
            settings: settings.clone(),
            sketch: Sketch::new(settings.bounds.clone()),
            vars: Vec::new(),
            watched: 0,
            inputs: Vec::new(),
            sides: Vec::new(),
            compared: Vec::new(),
            base: None,
            updates: Vec::new(),
            invariants: Vec::new(),
            justice: Vec::new(),
        })
    }

    /// A name for a variable that was just made.
    fn name(&mut self, term: Term, name: String, kind: VarKind, origin: Origin) {
        let crate::term::Node::Var(v) = self.sketch.terms.node(term) else { return };
        self.fill(v as usize);
        self.vars[v as usize] = Var { name, kind, origin };
    }
    fn fill(&mut self, upto: usize) {
        while self.vars.len() <= upto {
            self.vars.push(Var { name: String::new(), kind: VarKind::Scratch, origin: Origin::default() });
        }
    }

    fn with_inputs(mut self, machine: &Machine, other: Option<&Machine>) -> Result<Draft> {
        for (name, _) in &self.settings.domains {
            let known = machine.input_names();
            if !known.contains(name) && !other.is_some_and(|m| m.input_names().contains(name)) {
                return Err(Error::shape(format!(
                    "a domain is given for '{name}', the inputs are {}",
                    known.join(", ")
                )));
            }
        }
        for (k, name) in machine.input_names().iter().enumerate() {
            let named = |n: &str| self.settings.domains.iter().find(|(d, _)| d == n).map(|(_, d)| d.clone());
            let given = named(name).or_else(|| other.and_then(|m| named(&m.input_names()[k])));
            let domain = match given.unwrap_or(InputDomain::Numbers(self.settings.bounds.domain)) {
                InputDomain::Bool => Domain::Bool,
                InputDomain::Numbers(n) => Domain::Range(0, n - 1),
                InputDomain::Values(list) => self.values(name, &list)?,
            };
            let origin = |part: &str| Origin { place: name.clone(), part: part.to_string() };
            let value = self.sketch.terms.variable(domain);
            self.name(value, format!("{name}.c"), VarKind::Input, origin("c"));
            let mut there = TRUE;
            if self.settings.inputs == Inputs::Free {
                there = self.sketch.terms.variable(Domain::Bool);
                self.name(there, format!("{name}.b"), VarKind::Input, origin("b"));
                // Where no event is, its value is no choice.
                let blank = self.sketch.terms.bounds(value).0;
                let blank = self.sketch.terms.is(value, blank);
                let silent = self.sketch.terms.or(there, blank);
                self.invariants.push(silent);
            }
            let mut last = FALSE;
            if self.settings.ends {
                last = self.sketch.terms.variable(Domain::Bool);
                self.name(last, format!("{name}.l"), VarKind::Input, origin("l"));
                let ended = self.sketch.terms.variable(Domain::Bool);
                let kind = VarKind::State(First::Value(0));
                self.name(ended, format!("{name}.ended"), kind, origin("ended"));
                let open = self.sketch.terms.not(ended);
                there = self.sketch.terms.and(there, open);
                let over = self.sketch.terms.or(ended, last);
                self.updates.push((ended, over));
                last = over;
            }
            self.inputs.push(InputPort { name: name.clone(), there, value, last });
        }
        Ok(self)
    }

    /// A domain of given values: booleans, a range, or symbols.
    fn values(&mut self, name: &str, list: &[Value]) -> Result<Domain> {
        let mut symbols = Vec::new();
        for value in list {
            if self.sketch.terms.value(value).is_none() {
                return Err(Error::shape(format!(
                    "the domain of '{name}' may have whole numbers, booleans, strings and null, got {}",
                    value.kind()
                )));
            }
            symbols.push(self.sketch.terms.symbol(value));
        }
        symbols.sort_unstable();
        symbols.dedup();
        Ok(Domain::Symbols(symbols.into()))
    }

    fn side(mut self, prefix: &str, machine: &Machine) -> Result<Draft> {
        let signals: Vec<Signal> = self
            .inputs
            .iter()
            .map(|port| Signal { slots: vec![Slot { there: port.there, value: port.value }], ended: port.last })
            .collect();
        let outputs = self.sketch.pipeline_as(prefix, machine, &signals)?;
        let names = machine.output_names().iter().map(|name| format!("{prefix}{name}"));
        self.sides.push(Side {
            prefix: prefix.to_string(),
            outputs: names.zip(outputs).collect(),
            ports: std::mem::take(&mut self.sketch.ports),
            queues: std::mem::take(&mut self.sketch.queues),
            losses: std::mem::take(&mut self.sketch.losses),
        });
        Ok(self)
    }

    /// The outputs of both sides, pairwise, into an equality processor of two queues.
    fn compare(&mut self) -> Result<()> {
        let shop = Workshop::new(crate::processors::kind, Limits::default());
        let text = r#"{"inputs": ["left", "right"], "processors": [{"id": "same", "type": "apply", "fn": "x == y", "from": ["left", "right"]}]}"#;
        let equality = crate::engine::compile(text, &shop)?;
        for k in 0..self.sides[0].outputs.len() {
            let pair = [self.sides[0].outputs[k].1.clone(), self.sides[1].outputs[k].1.clone()];
            let prefix = if k == 0 { "compare.".to_string() } else { format!("compare{k}.") };
            let out = self.sketch.pipeline_as(&prefix, &equality, &pair)?;
            for slot in &out[0].slots {
                self.compared.push((slot.there, slot.value));
            }
            let queues = std::mem::take(&mut self.sketch.queues);
            self.sides[0].queues.extend(queues);
            self.sketch.ports.clear();
        }
        Ok(())
    }

    fn finish(mut self, monitor: bool) -> Result<Model> {
        let declared = std::mem::take(&mut self.sketch.declared);
        let cells = self.sketch.cells().clone();
        for part in declared {
            let next = cells[&part.name].now;
            let first = self.sketch.terms.known(part.first).unwrap_or(0);
            let (place, piece) = part.name.split_once('.').unwrap_or(("", &part.name));
            let origin = Origin { place: place.to_string(), part: piece.to_string() };
            self.updates.push((part.var, next));
            self.name(part.var, part.name, VarKind::State(First::Value(first)), origin);
        }
        for side in &self.sides.clone() {
            for loss in &side.losses {
                let origin = Origin { place: loss.name.clone(), part: "lost".to_string() };
                self.name(loss.lost, format!("{}{}", side.prefix, loss.name), VarKind::Input, origin);
            }
        }
        let count = self.sketch.terms.variables();
        if count > 0 {
            self.fill(count - 1);
        }
        let mut system = System::new(self.sketch.terms, Mode::Synchronous);
        system.vars = self.vars;
        system.hazards = self.sketch.hazards;
        system.invariants = self.invariants;
        system.justice = self.justice;
        system.folds = self.settings.bounds.overflow != Overflow::Error;
        let watched = self.watched;
        if let Some((init, rules, labels)) = self.base {
            system.init = init;
            system.rules = rules;
            system.labels = labels;
        }
        let updates = self.updates.iter().filter_map(|(var, next)| Some((system.number(*var)?, *next))).collect();
        system.rules.push(Rule { label: "step".to_string(), guard: TRUE, updates, just: false });
        let mut model = Model {
            system,
            inputs: self.inputs,
            sides: self.sides,
            compared: self.compared,
            watched,
            settings: self.settings,
        };
        model.label(monitor);
        Ok(model)
    }
}

impl Model {
    /// Names for what formulas speak of.
    fn label(&mut self, monitor: bool) {
        let system = &mut self.system;
        let mut labels = std::mem::take(&mut system.labels);
        let t = &mut system.terms;
        if !monitor {
            for port in &self.inputs {
                labels.insert(format!("{}.b", port.name), port.there);
                labels.insert(format!("{}.c", port.name), port.value);
                labels.insert(format!("{}.l", port.name), port.last);
            }
        }
        for side in &self.sides {
            let mut pipes: Vec<(String, &Signal)> = side.ports.iter().map(|(n, s)| (n.clone(), s)).collect();
            for (k, (_, signal)) in side.outputs.iter().enumerate() {
                let prefix = &side.prefix;
                if k == 0 && !pipes.iter().any(|(n, _)| *n == format!("{prefix}out")) {
                    pipes.push((format!("{prefix}out"), signal));
                }
                pipes.push((format!("{prefix}out[{k}]"), signal));
            }
            for (name, signal) in pipes {
                labels.insert(format!("{name}.b"), signal.there(t));
                // A pipe that never carries anything has a value all the same, which nothing depends on.
                let value = signal.value(t).unwrap_or_else(|| t.int(0));
                labels.insert(format!("{name}.c"), value);
                labels.insert(format!("{name}.l"), signal.ended);
                labels.insert(format!("{name}.count"), signal.count(t));
            }
            for queue in &side.queues {
                labels.insert(format!("{}.length", queue.name), queue.length);
                for (i, cell) in queue.cells.iter().enumerate() {
                    labels.insert(format!("{}[{i}]", queue.name), *cell);
                }
            }
        }
        let full = system.hazards.iter().filter(|(h, _)| matches!(h, Hazard::Full(_))).map(|(_, t)| *t);
        let full: Vec<Term> = full.collect();
        let wrap = system.hazards.iter().filter(|(h, _)| matches!(h, Hazard::Range(_))).map(|(_, t)| *t);
        let wrap: Vec<Term> = wrap.collect();
        labels.insert("overflow".into(), t.any(full));
        labels.insert("wrap".into(), t.any(wrap));
        system.labels = labels;
    }
}
