//! The sketch of a pipeline as a model: its step written in terms instead of run on events.
//!
//! A processor describes its step once, in [`Processor::model`], on the terms of one front; this file does for the
//! model what the machine does for a run: it follows the plan, joins the queues into fronts, and carries the end of
//! the trace. All of a push happens in one transition (Bedard & Halle, section 3.1), so what a step changes is kept
//! as "the value now", a term over the variables before the step.
//!
//! Fronts are formed as in the machine, but a node sees all that one step brings to its ports before the next node
//! does. For processors that take fronts the order in which ports are served makes no difference to what comes out
//! and to what waits when the step is over; those that mind the order of arrival are refused.

use super::machine::Machine;
use super::plan::{NodePlan, Source};
use super::processor::Processor;
use crate::error::{Code, Error, Result};
use crate::expr::Function;
use crate::limits::Policy;
use crate::term::{Domain, FALSE, Sort, TRUE, Term, Terms, call};
use crate::value::{Entries, Value};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

/// What happens to a number outside the model's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// It is reduced modulo the number of numbers.
    Wrap,
    /// It becomes the nearest number there is.
    Saturate,
    /// The model stops being faithful: nothing is proved beyond.
    Error,
}

/// The bounds that make a pipeline finite.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Whole numbers are 0 to one less than this.
    pub domain: i32,
    pub overflow: Overflow,
    /// Events an input queue holds.
    pub queue: usize,
    /// The same for single queues: `sum.queue[1]`, or all of a processor's: `sum`.
    pub queues: Vec<(String, usize)>,
    /// No queue holds fewer than this: a run is told with queues in which nothing of it is lost.
    pub least: usize,
}

/// An event that a pipe may carry in a step.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub there: Term,
    pub value: Term,
}

/// What a pipe carries in one step: events in order, each of them there or not.
#[derive(Clone, Debug)]
pub struct Signal {
    pub slots: Vec<Slot>,
    /// The trace has ended on this pipe by the end of the step.
    pub ended: Term,
}

/// A part of a processor's state.
#[derive(Clone, Debug)]
pub struct Cell {
    pub domain: Domain,
    pub first: Term,
    pub now: Term,
}

/// The state of a processor, or of a pipeline, by name.
pub type Cells = IndexMap<String, Cell>;

/// Where the model stops being the pipeline.
#[derive(Clone, Debug, PartialEq)]
pub enum Hazard {
    /// An event finds a queue full (its name), and is lost.
    Full(String),
    /// A number leaves the domain, in a function of that processor.
    Range(String),
}

/// A variable of the model's state.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub first: Term,
    pub var: Term,
}

/// One input queue: its name, capacity, contents and length at the end of the step.
#[derive(Clone, Debug)]
pub struct QueueSketch {
    pub name: String,
    pub size: usize,
    pub cells: Vec<Term>,
    pub length: Term,
}

/// A pipe's choice to lose what it carries.
#[derive(Clone, Debug)]
pub struct Loss {
    pub name: String,
    pub node: usize,
    pub port: usize,
    pub lost: Term,
}

/// How cells that were not there before come to be.
#[derive(Clone, Copy, PartialEq)]
enum Making {
    /// As variables of the model.
    Stored,
    /// As unknowns, to find out which cells a pipeline has and what they can hold.
    Unknown,
    /// In their first state.
    Fresh,
}

/// A pipeline's step, while it is being written.
pub struct Sketch {
    pub terms: Terms,
    pub bounds: Bounds,
    pub declared: Vec<Declared>,
    pub hazards: Vec<(Hazard, Term)>,
    pub ports: Vec<(String, Signal)>,
    pub queues: Vec<QueueSketch>,
    pub losses: Vec<Loss>,
    cells: Cells,
    making: Making,
    /// Names of the processors around, for names of variables.
    scope: String,
    /// The same without what is inside one processor, for messages and origins.
    who: Vec<String>,
    /// How many of them stand for the whole pipeline.
    base: usize,
    /// Context variables of functions that are part of the state, with their values now.
    pub variables: Vec<(String, Term)>,
    guard: Term,
    active: Term,
    out: Vec<Vec<Slot>>,
    finished: Term,
    domains: Vec<Domain>,
    /// What the inputs of each processor were seen to bring.
    met: FxHashMap<String, Domain>,
    /// No front ever comes: some input carries nothing.
    silent: bool,
}

/// Events a pipe may carry in one step.
const SLOTS: usize = 64;
/// Values a map of a model may have.
const MAPS: usize = 1024;

impl Sketch {
    /// An empty sheet.
    pub fn new(bounds: Bounds) -> Sketch {
        Sketch {
            terms: Terms::default(),
            bounds,
            declared: Vec::new(),
            hazards: Vec::new(),
            ports: Vec::new(),
            queues: Vec::new(),
            losses: Vec::new(),
            cells: Cells::default(),
            making: Making::Stored,
            scope: String::new(),
            who: Vec::new(),
            base: 0,
            variables: Vec::new(),
            guard: TRUE,
            active: TRUE,
            out: Vec::new(),
            finished: FALSE,
            domains: Vec::new(),
            met: FxHashMap::default(),
            silent: false,
        }
    }

    /// The state after the step, in terms of the state before.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    // What a processor's model is written with.

    /// The value now of a part of this processor's state, which is made if it is new.
    pub fn cell(&mut self, name: &str, domain: Domain, first: Term) -> Term {
        let key = format!("{}{name}", self.scope);
        if let Some(cell) = self.cells.get(&key) {
            return cell.now;
        }
        let now = match self.making {
            Making::Fresh => first,
            // With one value there is nothing to remember.
            _ if domain.size() == 1 => first,
            Making::Unknown => self.terms.variable(domain.clone()),
            Making::Stored => {
                let var = self.terms.variable(domain.clone());
                self.declared.push(Declared { name: key.clone(), first, var });
                var
            }
        };
        self.cells.insert(key, Cell { domain, first, now });
        now
    }
    /// A counter that starts at 0.
    pub fn counter(&mut self, name: &str, most: usize) -> Term {
        let zero = self.terms.int(0);
        self.cell(name, Domain::Range(0, most as i32), zero)
    }
    /// A flag that starts false.
    pub fn flag(&mut self, name: &str) -> Term {
        self.cell(name, Domain::Bool, FALSE)
    }
    /// An event of some domain; what it is at first does not matter.
    pub fn event(&mut self, name: &str, domain: Domain) -> Term {
        let first = self.terms.constant(domain.sort(), domain.bounds().0);
        self.cell(name, domain, first)
    }
    /// Changes a part of the state, if this front is there.
    pub fn set(&mut self, name: &str, value: Term) {
        let key = format!("{}{name}", self.scope);
        let now = self.cells[&key].now;
        let value = if self.terms.sort(now) == Sort::Symbol { self.terms.as_symbol(value) } else { value };
        let next = self.terms.choose(self.guard, value, now);
        self.cells[&key].now = next;
    }
    /// Emits an event on a port, where a condition holds.
    pub fn emit(&mut self, port: usize, when: Term, value: Term) {
        let there = self.terms.and(self.guard, when);
        if there != FALSE {
            self.out[port].push(Slot { there, value });
        }
    }
    /// The stream ends after this front, where a condition holds.
    pub fn finish(&mut self, when: Term) {
        let when = self.terms.and(self.guard, when);
        self.finished = self.terms.or(self.finished, when);
    }
    /// What an input's events can be.
    pub fn domain(&self, port: usize) -> Domain {
        self.domains[port].clone()
    }
    /// A constant event.
    pub fn value(&mut self, value: &Value) -> Result<Term> {
        let Some(term) = self.terms.value(value) else {
            return Err(self.refuse(&format!(
                "{} is not a value a model can hold (whole numbers, booleans, strings, null)",
                value.kind()
            )));
        };
        Ok(self.fit(term))
    }
    /// The value of a function, as an event.
    pub fn call(&mut self, function: &Function, args: &[Term]) -> Result<Term> {
        let term = call(&mut self.terms, function, args, &self.variables).map_err(|e| self.refuse(&e.message))?;
        Ok(self.fit(term))
    }
    /// The value of a function that must be a boolean.
    pub fn test(&mut self, function: &Function, args: &[Term]) -> Result<Term> {
        let term = call(&mut self.terms, function, args, &self.variables).map_err(|e| self.refuse(&e.message))?;
        self.boolean(term)
    }
    /// An event that must be a boolean.
    pub fn boolean(&mut self, term: Term) -> Result<Term> {
        match self.terms.sort(term) {
            Sort::Bool => Ok(term),
            _ => Err(self.refuse("it wants booleans here; an input of booleans is declared with the domain 'bool'")),
        }
    }
    /// An event that must be a number.
    pub fn number(&mut self, term: Term) -> Result<Term> {
        match self.terms.sort(term) {
            Sort::Int => Ok(term),
            _ => Err(self.refuse("it wants numbers here")),
        }
    }
    /// The value of a function before it is brought into the model's domain.
    pub fn exact(&mut self, function: &Function, args: &[Term]) -> Result<Term> {
        call(&mut self.terms, function, args, &self.variables).map_err(|e| self.refuse(&e.message))
    }
    /// How many inputs this processor has.
    pub fn inputs(&self) -> usize {
        self.domains.len()
    }
    /// Counts one more, up to a bound; gives the new count.
    pub fn count_up(&mut self, name: &str, most: usize) -> Term {
        let now = self.counter(name, most);
        let (one, full) = (self.terms.int(1), self.terms.is(now, most as i32));
        let more = self.terms.add(now, one);
        let next = self.terms.choose(full, now, more);
        let next = self.terms.assume(next, 0, most as i32);
        self.set(name, next);
        next
    }
    /// Keeps a front, in place of the one before.
    pub fn hold(&mut self, front: &[Term]) {
        self.flag("held");
        self.set("held", TRUE);
        for (port, value) in front.iter().enumerate() {
            self.event(&format!("held[{port}]"), self.domain(port));
            self.set(&format!("held[{port}]"), *value);
        }
    }
    /// Emits the front that was kept, if there is one, and lets go of it.
    pub fn emit_held(&mut self, ports: usize) {
        let held = self.flag("held");
        for port in 0..ports {
            let value = self.event(&format!("held[{port}]"), self.domain(port));
            self.emit(port, held, value);
        }
        self.set("held", FALSE);
    }
    /// Refuses more events at once than a pipe carries in a step.
    pub fn several(&self, count: usize) -> Result<()> {
        if count < SLOTS { Ok(()) } else { Err(self.refuse(&format!("it puts out {count} events in one step"))) }
    }
    /// What variables can be that start in some domains and take new values by functions of all of them.
    pub fn variable_domains(
        &mut self,
        names: &[String],
        first: Vec<Domain>,
        assignments: &[(usize, &Function)],
    ) -> Result<Vec<Domain>> {
        let mut domains = first;
        let front: Vec<Term> = self.domains.clone().into_iter().map(|domain| self.terms.variable(domain)).collect();
        let making = std::mem::replace(&mut self.making, Making::Unknown);
        let outer = std::mem::take(&mut self.variables);
        let found = loop {
            let unknown: Vec<Term> = domains.iter().map(|domain| self.terms.variable(domain.clone())).collect();
            self.variables = names.iter().cloned().zip(unknown).collect();
            let before = domains.clone();
            let mut failed = None;
            for (variable, function) in assignments {
                let reached = match self.call(function, &front) {
                    Ok(term) => self.terms.domain_of(term),
                    Err(error) => {
                        failed = Some(error);
                        break;
                    }
                };
                let mut more = join(&mut self.terms, domains[*variable].clone(), reached);
                if let (Domain::Range(..), true) = (&more, more != domains[*variable]) {
                    more = join(&mut self.terms, more, Domain::Range(0, self.bounds.domain - 1));
                }
                domains[*variable] = more;
            }
            if let Some(error) = failed {
                break Err(error);
            }
            if domains == before {
                break Ok(domains);
            }
        };
        (self.making, self.variables) = (making, outer);
        found
    }
    /// What a fold can reach, from a start or from the first event on.
    pub fn fold_domain(&mut self, function: &Function, start: Option<Term>) -> Result<Domain> {
        let events = self.domain(0);
        let mut domain = match start {
            Some(start) => self.terms.domain_of(start),
            None => events.clone(),
        };
        let making = std::mem::replace(&mut self.making, Making::Unknown);
        let found = loop {
            let args = [self.terms.variable(domain.clone()), self.terms.variable(events.clone())];
            let reached = match self.call(function, &args) {
                Ok(term) => self.terms.domain_of(term),
                Err(error) => break Err(error),
            };
            let mut more = join(&mut self.terms, domain.clone(), reached);
            if more == domain {
                break Ok(domain);
            }
            // Numbers are let loose at once: they would come to it one by one.
            if let Domain::Range(..) = more {
                more = join(&mut self.terms, more, Domain::Range(0, self.bounds.domain - 1));
            }
            domain = more;
        };
        self.making = making;
        found
    }
    /// A value in the kind of a domain.
    pub fn into_domain(&mut self, value: Term, domain: &Domain) -> Term {
        if domain.sort() == Sort::Symbol { self.terms.as_symbol(value) } else { value }
    }
    /// One more verdict waits; where it is decided, all that wait come out. More than a queue holds cannot wait.
    pub fn decide(&mut self, when: Term, verdict: Term) -> Result<()> {
        let most = self.bounds.queue;
        self.several(most)?;
        let waiting = self.counter("waiting", most);
        self.emit(0, when, verdict);
        self.emit_waiting(waiting, when, verdict);
        let full = self.terms.is(waiting, most as i32);
        let later = self.terms.not(when);
        let lost = self.terms.and(full, later);
        self.too_many("waiting", lost);
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let more = self.terms.add(waiting, one);
        let more = self.terms.choose(full, waiting, more);
        let next = self.terms.choose(when, zero, more);
        let next = self.terms.assume(next, 0, most as i32);
        self.set("waiting", next);
        Ok(())
    }
    /// At the end, what still waits gets a verdict.
    pub fn give_up(&mut self, verdict: Term) -> Result<()> {
        let waiting = self.counter("waiting", self.bounds.queue);
        self.emit_waiting(waiting, TRUE, verdict);
        let zero = self.terms.int(0);
        self.set("waiting", zero);
        Ok(())
    }
    fn emit_waiting(&mut self, waiting: Term, when: Term, verdict: Term) {
        for k in 0..self.bounds.queue as i32 {
            let k = self.terms.int(k);
            let one_of = self.terms.less(k, waiting);
            let when = self.terms.and(when, one_of);
            self.emit(0, when, verdict);
        }
    }
    /// A number brought into the model's domain.
    pub fn fit(&mut self, term: Term) -> Term {
        if self.terms.sort(term) != Sort::Int {
            return term;
        }
        let (lo, hi) = self.terms.bounds(term);
        let n = self.bounds.domain;
        if lo >= 0 && hi < n {
            return term;
        }
        let (zero, most) = (self.terms.int(0), self.terms.int(n - 1));
        let (below, above) = (self.terms.less(term, zero), self.terms.less(most, term));
        let outside = self.terms.or(below, above);
        let outside = self.terms.and(outside, self.active);
        let who = self.who.join(".");
        self.hazard(Hazard::Range(who), outside);
        match self.bounds.overflow {
            Overflow::Wrap => self.terms.modulo(term, n),
            Overflow::Saturate | Overflow::Error => {
                let low = self.terms.choose(below, zero, term);
                let fitted = self.terms.choose(above, most, low);
                self.terms.assume(fitted, 0, n - 1)
            }
        }
    }
    /// Notes where the model stops being the pipeline.
    pub fn hazard(&mut self, hazard: Hazard, when: Term) {
        if when == FALSE || self.making == Making::Unknown {
            return;
        }
        match self.hazards.iter_mut().find(|(h, _)| *h == hazard) {
            Some((_, term)) => *term = self.terms.or(*term, when),
            None => self.hazards.push((hazard, when)),
        }
    }
    /// More events wait than the model keeps count of.
    pub fn too_many(&mut self, what: &str, when: Term) {
        let when = self.terms.and(self.active, when);
        let name = format!("{}{what}", self.path());
        self.hazard(Hazard::Full(name), when);
    }
    fn path(&self) -> String {
        self.who.iter().map(|id| format!("{id}.")).collect()
    }
    /// Why this processor has no model.
    pub fn refuse(&self, reason: &str) -> Error {
        Error::new(Code::Model, reason)
    }

    // Pipelines inside processors.

    /// The cells a nested pipeline has, in their first state, and what its outputs can be.
    pub fn template(&mut self, machine: &Machine) -> Result<(Cells, Vec<Domain>)> {
        // Any front that its inputs, the first ones of this processor, can bring.
        let domains: Vec<Domain> = self.domains[..machine.inputs()].to_vec();
        let signals: Vec<Signal> = domains.into_iter().map(|d| Signal::one(self.terms.variable(d))).collect();
        let (mut cells, out) = self.run(machine, Cells::default(), &signals, Making::Unknown)?;
        cells.values_mut().for_each(|cell| cell.now = cell.first);
        let domains = out.iter().map(|signal| self.domain_of(&signal.slots).unwrap_or(Domain::Range(0, 0))).collect();
        Ok((cells, domains))
    }
    /// One front through a nested pipeline in a given state: the state after, and what came out.
    pub fn inside(
        &mut self,
        machine: &Machine,
        cells: Cells,
        front: &[Term],
        end: bool,
    ) -> Result<(Cells, Vec<Signal>)> {
        let ended = self.terms.bool(end);
        let signals: Vec<Signal> = front.iter().map(|value| Signal { ended, ..Signal::one(*value) }).collect();
        self.run(machine, cells, &signals, Making::Fresh)
    }
    fn run(
        &mut self,
        machine: &Machine,
        cells: Cells,
        signals: &[Signal],
        making: Making,
    ) -> Result<(Cells, Vec<Signal>)> {
        let making = if self.making == Making::Unknown { Making::Unknown } else { making };
        let outer = (
            std::mem::replace(&mut self.cells, cells),
            std::mem::replace(&mut self.making, making),
            std::mem::take(&mut self.scope),
            std::mem::replace(&mut self.guard, TRUE),
            std::mem::take(&mut self.out),
            std::mem::replace(&mut self.finished, FALSE),
            std::mem::take(&mut self.domains),
            self.silent,
        );
        let out = self.pipeline(machine, signals);
        let cells = std::mem::replace(&mut self.cells, outer.0);
        (_, self.making, self.scope, self.guard, self.out, self.finished, self.domains, self.silent) =
            ((), outer.1, outer.2, outer.3, outer.4, outer.5, outer.6, outer.7);
        Ok((cells, out?))
    }
    /// The cells of a nested pipeline, and its last output front since it started.
    pub fn template_with_last(&mut self, machine: &Machine) -> Result<Cells> {
        let (mut cells, domains) = self.template(machine)?;
        let mut add = |name: String, domain: Domain, first: Term| {
            cells.insert(name, Cell { domain, first, now: first });
        };
        add("last".into(), Domain::Bool, FALSE);
        for (port, domain) in domains.into_iter().enumerate() {
            let first = self.terms.constant(domain.sort(), domain.bounds().0);
            add(format!("last[{port}]"), domain, first);
        }
        Ok(cells)
    }
    /// The same as [`Sketch::inside`], with the last output front among the cells.
    pub fn inside_with_last(&mut self, machine: &Machine, cells: Cells, front: &[Term], end: bool) -> Result<Cells> {
        let (mut cells, out) = self.inside(machine, cells, front, end)?;
        let together = out.iter().all(|signal| {
            signal.slots.len() == out[0].slots.len()
                && signal.slots.iter().zip(&out[0].slots).all(|(a, b)| a.there == b.there)
        });
        if !together {
            return Err(self.refuse("the outputs of the processor inside do not come together"));
        }
        for (k, slot) in out[0].slots.iter().enumerate() {
            cells["last"].now = self.terms.or(cells["last"].now, slot.there);
            for (port, signal) in out.iter().enumerate() {
                let cell = &mut cells[format!("last[{port}]").as_str()];
                let value = if cell.domain.sort() == Sort::Symbol {
                    self.terms.as_symbol(signal.slots[k].value)
                } else {
                    signal.slots[k].value
                };
                cell.now = self.terms.choose(slot.there, value, cell.now);
            }
        }
        Ok(cells)
    }
    /// The end of a nested pipeline's trace: its state with the last output, and whether it put out anything at all.
    pub fn end_with_last(&mut self, machine: &Machine, cells: Cells) -> Result<(Cells, Term)> {
        let silent = vec![Signal { slots: Vec::new(), ended: TRUE }; machine.inputs()];
        let (mut cells, out) = self.run(machine, cells, &silent, Making::Fresh)?;
        let mut spoke = FALSE;
        for slot in &out[0].slots {
            spoke = self.terms.or(spoke, slot.there);
            let (new, old) = self.terms.alike(slot.value, cells["last[0]"].now);
            cells["last[0]"].now = self.terms.choose(slot.there, new, old);
        }
        cells["last"].now = self.terms.or(cells["last"].now, spoke);
        Ok((cells, spoke))
    }
    /// Unknown events, one for each input of this processor.
    pub fn any_front(&mut self) -> Vec<Term> {
        self.domains.clone().into_iter().map(|domain| self.terms.variable(domain)).collect()
    }
    /// What a function of this processor's inputs can give.
    pub fn domain_of_call(&mut self, function: &Function) -> Result<Domain> {
        let front = self.any_front();
        let making = std::mem::replace(&mut self.making, Making::Unknown);
        let value = self.call(function, &front);
        self.making = making;
        Ok(self.terms.domain_of(value?))
    }
    /// A map with these entries, those that are there, as one of finitely many values.
    pub fn map_of(&mut self, entries: &[(Value, (Term, Term))]) -> Result<Term> {
        let sizes = entries.iter().map(|(_, (_, value))| 1 + self.terms.domain_of(*value).size());
        if sizes.fold(1, usize::saturating_mul) > MAPS {
            return Err(self.refuse(&format!("its maps can have more than {MAPS} values")));
        }
        Ok(self.map_from(entries, Entries::default()))
    }
    fn map_from(&mut self, entries: &[(Value, (Term, Term))], made: Entries) -> Term {
        let Some(((key, (there, value)), rest)) = entries.split_first() else {
            let symbol = self.terms.symbol(&Value::map(made));
            return self.terms.constant(Sort::Symbol, symbol);
        };
        let mut whole = self.map_from(rest, made.clone());
        let (domain, without) = (self.terms.domain_of(*value), whole);
        for v in domain.values() {
            let mut with = made.clone();
            with.insert(key.clone(), self.terms.event(domain.sort(), v));
            let (with, hit) = (self.map_from(rest, with), self.terms.is(*value, v));
            whole = self.terms.choose(hit, with, whole);
        }
        self.terms.choose(*there, whole, without)
    }
    /// A list of one event.
    pub fn list_of(&mut self, value: Term) -> Term {
        let domain = self.terms.domain_of(value);
        let mut whole: Option<Term> = None;
        for v in domain.values() {
            let event = self.terms.event(domain.sort(), v);
            let symbol = self.terms.symbol(&Value::list(vec![event]));
            let list = self.terms.constant(Sort::Symbol, symbol);
            let hit = self.terms.is(value, v);
            whole = Some(whole.map_or(list, |others| self.terms.choose(hit, list, others)));
        }
        whole.unwrap_or(FALSE)
    }
    /// Whether there is a last output front, and its event on a port.
    pub fn last(cells: &Cells, port: usize) -> (Term, Term) {
        (cells["last"].now, cells[format!("last[{port}]").as_str()].now)
    }
    /// A nested pipeline as part of this processor: one front goes in, what comes out is emitted.
    pub fn embed(&mut self, name: &str, machine: &Machine, front: &[Term]) -> Result<()> {
        let (template, _) = self.template(machine)?;
        let cells = self.load(name, &template);
        let (after, out) = self.inside(machine, cells, front, false)?;
        self.store(name, &after);
        self.emit_all(&out);
        Ok(())
    }
    /// The end of a nested pipeline's trace.
    pub fn embed_end(&mut self, name: &str, machine: &Machine) -> Result<()> {
        if self.silent {
            return Ok(());
        }
        let (template, _) = self.template(machine)?;
        let cells = self.load(name, &template);
        let silent = vec![Signal { slots: Vec::new(), ended: TRUE }; machine.inputs()];
        let (after, out) = self.run(machine, cells, &silent, Making::Fresh)?;
        self.store(name, &after);
        self.emit_all(&out);
        Ok(())
    }
    /// A nested pipeline asked for a truth value where that is wanted: its last output, false without one.
    pub fn guard_of(&mut self, name: &str, machine: &Machine, front: &[Term], when: Term) -> Result<Term> {
        let template = self.template_with_last(machine)?;
        let mut before = self.load(name, &template);
        before["last"].now = FALSE;
        let after = self.inside_with_last(machine, before.clone(), front, false)?;
        let kept = self.choose_cells(when, &after, &before);
        self.store(name, &kept);
        let (there, value) = Sketch::last(&after, 0);
        let value = self.boolean(value)?;
        Ok(self.terms.and(there, value))
    }
    fn emit_all(&mut self, out: &[Signal]) {
        for (port, signal) in out.iter().enumerate() {
            signal.slots.iter().for_each(|slot| self.emit(port, slot.there, slot.value));
        }
    }
    /// The state of an instance of a nested pipeline, kept among this processor's own.
    pub fn load(&mut self, name: &str, template: &Cells) -> Cells {
        let mut cells = template.clone();
        for (key, cell) in &mut cells {
            cell.now = self.cell(&format!("{name}.{key}"), cell.domain.clone(), cell.first);
        }
        cells
    }
    /// Keeps the state of an instance, if this front is there.
    pub fn store(&mut self, name: &str, cells: &Cells) {
        for (key, cell) in cells {
            let key = format!("{name}.{key}");
            // What came to be only in its last step, such as that it is over, nobody asks for again.
            if cell.domain.size() > 1 && self.cells.contains_key(&format!("{}{key}", self.scope)) {
                self.set(&key, cell.now);
            }
        }
    }
    /// One state or another.
    pub fn choose_cells(&mut self, when: Term, yes: &Cells, no: &Cells) -> Cells {
        let mut cells = no.clone();
        for (key, cell) in &mut cells {
            if let Some(other) = yes.get(key) {
                cell.now = self.terms.choose(when, other.now, cell.now);
            }
        }
        cells
    }

    // The plan, in terms.

    /// A pipeline of its own beside others, its names led by a prefix such as `other.`.
    pub fn pipeline_as(&mut self, prefix: &str, machine: &Machine, inputs: &[Signal]) -> Result<Vec<Signal>> {
        self.scope = prefix.to_string();
        self.who = prefix.strip_suffix('.').map(str::to_string).into_iter().collect();
        self.base = self.who.len();
        self.pipeline(machine, inputs)
    }

    /// One step of a whole pipeline on what its inputs carry; gives what its outputs carry.
    pub fn pipeline(&mut self, machine: &Machine, inputs: &[Signal]) -> Result<Vec<Signal>> {
        let plan = machine.plan();
        let mut made: Vec<Vec<Signal>> = Vec::new();
        let outermost = self.who.len() == self.base && self.making == Making::Stored;
        for (n, place) in plan.nodes.iter().enumerate() {
            let mut signals: Vec<Signal> = place.sources.iter().map(|s| carried(inputs, &made, *s)).collect();
            if outermost {
                self.lose(n, place, &mut signals);
            }
            let length = self.scope.len();
            self.scope.push_str(&place.id);
            self.scope.push('.');
            self.who.push(place.id.clone());
            let out = self.node(machine.processor(n), place, signals);
            self.who.pop();
            self.scope.truncate(length);
            let out = out.map_err(|e| name(e, place))?;
            if self.making == Making::Stored {
                for (k, signal) in out.iter().enumerate() {
                    let id = format!("{}{}", self.path(), place.id);
                    let name = if out.len() == 1 { id } else { format!("{id}.{k}") };
                    self.ports.push((name, signal.clone()));
                }
            }
            made.push(out);
        }
        Ok(plan.outputs.iter().map(|source| carried(inputs, &made, *source)).collect())
    }

    /// One processor of a pipeline alone, on pipes that are given.
    pub fn single(&mut self, machine: &Machine, n: usize, signals: Vec<Signal>) -> Result<Vec<Signal>> {
        let place = &machine.plan().nodes[n];
        self.scope = format!("{}.", place.id);
        self.who = vec![place.id.clone()];
        self.node(machine.processor(n), place, signals).map_err(|e| name(e, place))
    }

    /// Events on a lossy pipe are there only if the pipe does not lose them.
    fn lose(&mut self, n: usize, place: &NodePlan, signals: &mut [Signal]) {
        for (port, signal) in signals.iter_mut().enumerate() {
            if !place.lossy.get(port).copied().unwrap_or(false) {
                continue;
            }
            let lost = self.terms.variable(Domain::Bool);
            self.losses.push(Loss { name: format!("{}.lost[{port}]", place.id), node: n, port, lost });
            let kept = self.terms.not(lost);
            for slot in &mut signal.slots {
                slot.there = self.terms.and(slot.there, kept);
            }
        }
    }

    fn node(&mut self, processor: &dyn Processor, place: &NodePlan, mut signals: Vec<Signal>) -> Result<Vec<Signal>> {
        if let Some(out) = processor.model_pipes(self, &signals) {
            return out;
        }
        if processor.by_arrival() {
            return Err(self.refuse("it minds the order in which events arrive on its inputs within one step"));
        }
        if signals.is_empty() {
            return Err(self.refuse("it is a source of its own: a model takes its events from the inputs"));
        }
        self.domains.clear();
        self.silent = signals.iter().any(|signal| signal.slots.is_empty());
        for (port, signal) in signals.iter_mut().enumerate() {
            // What one instance meets in its first step may be less than what an input can ever bring.
            let key = format!("{}{port}", self.path());
            let domain = match (self.met.get(&key).cloned(), self.domain_of(&signal.slots)) {
                (Some(met), Some(domain)) => join(&mut self.terms, met, domain),
                (met, domain) => met.or(domain).unwrap_or(Domain::Range(0, 0)),
            };
            if !signal.slots.is_empty() {
                self.met.insert(key, domain.clone());
            }
            if domain.sort() == Sort::Symbol {
                for slot in &mut signal.slots {
                    slot.value = self.terms.as_symbol(slot.value);
                }
            }
            self.domains.push(domain);
        }
        self.out = vec![Vec::new(); place.targets.len()];
        let ends = processor.model_finishes() || signals.iter().any(|s| s.ended != FALSE);
        let mut done = if ends { self.flag("done") } else { FALSE };
        let mut open = self.terms.not(done);
        let mut empty = Vec::new();
        if let [signal] = signals.as_slice() {
            for slot in signal.slots.clone() {
                let guard = self.terms.and(slot.there, open);
                let finished = self.front(processor, guard, &[slot.value])?;
                done = self.terms.or(done, finished);
                open = self.terms.not(done);
            }
            empty.push(TRUE);
        } else {
            let mut queues = Vec::new();
            for (port, signal) in signals.iter().enumerate() {
                let known = self.cells.contains_key(&format!("{}queue[{port}][0]", self.scope));
                let silent = signal.slots.is_empty() && !known;
                queues.push(self.open_queue(place, port, silent)?);
            }
            let rounds = signals.iter().map(|s| s.slots.len()).max().unwrap_or(0);
            for round in 0..rounds {
                let arrivals: Vec<Option<Slot>> = signals.iter().map(|s| s.slots.get(round).copied()).collect();
                let (fired, front) = self.join(&mut queues, &arrivals, open);
                let finished = self.front(processor, fired, &front)?;
                done = self.terms.or(done, finished);
                open = self.terms.not(done);
            }
            for queue in queues {
                empty.push(self.close_queue(queue));
            }
        }
        if ends {
            let over: Vec<Term> =
                signals.iter().zip(&empty).map(|(s, empty)| self.terms.and(s.ended, *empty)).collect();
            let over = self.terms.any(over);
            let last = self.terms.and(over, open);
            if last != FALSE {
                let outer = (self.guard, self.active);
                self.guard = last;
                self.active = self.terms.and(self.active, last);
                let ending = processor.model_end(self);
                (self.guard, self.active) = outer;
                ending?;
            }
            done = self.terms.or(done, last);
            self.set_anyway("done", done);
        }
        let out = std::mem::take(&mut self.out);
        if out.iter().any(|slots| slots.len() > SLOTS) {
            return Err(self.refuse(&format!("it puts out more than {SLOTS} events in one step")));
        }
        Ok(out.into_iter().map(|slots| Signal { slots, ended: done }).collect())
    }

    /// Changes a part of the state whether or not a front is there.
    fn set_anyway(&mut self, name: &str, value: Term) {
        let key = format!("{}{name}", self.scope);
        if let Some(cell) = self.cells.get_mut(&key) {
            cell.now = value;
        }
    }

    /// One front, if it is there, through the processor; gives when that ends its stream.
    fn front(&mut self, processor: &dyn Processor, guard: Term, front: &[Term]) -> Result<Term> {
        if guard == FALSE {
            return Ok(FALSE);
        }
        let outer = (self.guard, self.active);
        self.guard = guard;
        self.active = self.terms.and(self.active, guard);
        self.finished = FALSE;
        let result = processor.model(self, front);
        (self.guard, self.active) = outer;
        result.map(|()| self.finished)
    }

    fn open_queue(&mut self, place: &NodePlan, port: usize, silent: bool) -> Result<OpenQueue> {
        if place.policy == Policy::DropOldest {
            return Err(self.refuse("its queue forgets the oldest event, which depends on the order of arrival"));
        }
        let name = format!("{}queue[{port}]", self.path());
        let of = |wanted: &str| self.bounds.queues.iter().find(|(q, _)| q == wanted).map(|(_, size)| *size);
        let own = (place.limit < crate::limits::Limits::default().queue).then_some(place.limit);
        let size =
            of(&name).or_else(|| of(&self.who.join("."))).or(own).unwrap_or(self.bounds.queue).max(self.bounds.least);
        let domain = self.domain(port);
        // Where nothing ever comes, nothing waits.
        if silent {
            let length = self.terms.int(0);
            return Ok(OpenQueue { name, port, size, length, cells: Vec::new(), domain, silent });
        }
        let length = self.counter(&format!("queue[{port}].length"), size);
        let cells = (0..size).map(|i| self.event(&format!("queue[{port}][{i}]"), domain.clone())).collect();
        Ok(OpenQueue { name, port, size, length, cells, domain, silent })
    }

    /// What arrives in one round, at most one event on each port, meets what waits. Some queue is always empty
    /// between rounds, so at most one front comes of it.
    fn join(&mut self, queues: &mut [OpenQueue], arrivals: &[Option<Slot>], open: Term) -> (Term, Vec<Term>) {
        let t = &mut self.terms;
        let zero = t.int(0);
        let arrives: Vec<Term> = arrivals.iter().map(|slot| slot.map_or(FALSE, |s| t.and(s.there, open))).collect();
        let waits: Vec<Term> = queues.iter().map(|q| if q.silent { FALSE } else { t.less(zero, q.length) }).collect();
        let ready: Vec<Term> = waits.iter().zip(&arrives).map(|(w, a)| t.or(*w, *a)).collect();
        let fired = t.all(ready);
        let mut front = Vec::new();
        for (port, queue) in queues.iter_mut().enumerate() {
            let blank = t.constant(queue.domain.sort(), queue.domain.bounds().0);
            let value = arrivals[port].map_or(blank, |slot| slot.value);
            let head = queue.cells.first().copied().unwrap_or(blank);
            front.push(t.choose(waits[port], head, value));
            // One more cell than before holds whatever this round can leave.
            let old = queue.cells.clone();
            let at = |i: usize| old.get(i).copied().unwrap_or(blank);
            let mut cells = Vec::new();
            for i in 0..=old.len() {
                // Where the arrival lands: behind those that wait, one place nearer when a front left.
                let here = t.is(queue.length, i as i32);
                let one_on = t.is(queue.length, i as i32 + 1);
                let stay_arrival = t.and(here, arrives[port]);
                let stay = t.choose(stay_arrival, value, at(i));
                let shift_arrival = t.and(one_on, arrives[port]);
                let shift = t.choose(shift_arrival, value, at(i + 1));
                cells.push(t.choose(fired, shift, stay));
            }
            let most = old.len() as i32 + 1;
            let one = t.int(1);
            let more = t.choose(arrives[port], one, zero);
            let grown = t.add(queue.length, more);
            // A front left: either one that waited, or the arrival went straight on.
            let shrunk = t.sub(grown, one);
            let left = t.choose(waits[port], shrunk, zero);
            let left = t.assume(left, 0, most);
            let length = t.choose(fired, left, grown);
            queue.length = t.assume(length, 0, most);
            queue.cells = cells;
        }
        (fired, front)
    }

    /// Cuts a queue to its size; gives whether it is empty.
    fn close_queue(&mut self, mut queue: OpenQueue) -> Term {
        if queue.silent {
            let zero = self.terms.int(0);
            queue.cells = vec![zero; queue.size];
            self.note_queue(queue, zero);
            return TRUE;
        }
        let size = self.terms.int(queue.size as i32);
        let over = self.terms.less(size, queue.length);
        let lost = self.terms.and(over, self.active);
        self.hazard(Hazard::Full(queue.name.clone()), lost);
        let length = self.terms.choose(over, size, queue.length);
        let length = self.terms.assume(length, 0, queue.size as i32);
        let port = queue.port;
        self.set(&format!("queue[{port}].length"), length);
        for (i, cell) in queue.cells.iter().take(queue.size).enumerate() {
            if queue.domain.size() > 1 {
                self.set(&format!("queue[{port}][{i}]"), *cell);
            }
        }
        self.note_queue(queue, length);
        self.terms.is(length, 0)
    }

    /// Of the instances of one queue inside a window, the longest counts.
    fn note_queue(&mut self, queue: OpenQueue, length: Term) {
        let zero = self.terms.int(0);
        let seen = self.terms.choose(self.active, length, zero);
        match self.making {
            Making::Unknown => {}
            Making::Stored => {
                let cells = queue.cells[..queue.size].to_vec();
                self.queues.push(QueueSketch { name: queue.name, size: queue.size, cells, length });
            }
            Making::Fresh => match self.queues.iter_mut().find(|q| q.name == queue.name) {
                Some(known) => {
                    let less = self.terms.less(known.length, seen);
                    known.length = self.terms.choose(less, seen, known.length);
                }
                None => {
                    let (name, size) = (queue.name, queue.size);
                    self.queues.push(QueueSketch { name, size, cells: Vec::new(), length: seen });
                }
            },
        }
    }

    /// The values of some slots.
    fn domain_of(&mut self, slots: &[Slot]) -> Option<Domain> {
        let mut whole: Option<Domain> = None;
        for slot in slots {
            let domain = self.terms.domain_of(slot.value);
            whole = Some(match whole {
                None => domain,
                Some(other) => join(&mut self.terms, other, domain),
            });
        }
        whole
    }
    /// The values of either of two terms.
    pub fn either(&mut self, a: &Domain, b: &Domain) -> Domain {
        join(&mut self.terms, a.clone(), b.clone())
    }
}

/// A queue while the events of one step pass through it.
struct OpenQueue {
    name: String,
    port: usize,
    size: usize,
    length: Term,
    cells: Vec<Term>,
    domain: Domain,
    silent: bool,
}

/// A domain that holds both.
fn join(terms: &mut Terms, a: Domain, b: Domain) -> Domain {
    match (&a, &b) {
        (Domain::Bool, Domain::Bool) => Domain::Bool,
        (Domain::Range(p, q), Domain::Range(r, s)) => Domain::Range(*p.min(r), *q.max(s)),
        _ => {
            let mut all = Vec::new();
            for domain in [&a, &b] {
                for v in domain.values().collect::<Vec<_>>() {
                    let event = terms.event(domain.sort(), v);
                    all.push(terms.symbol(&event));
                }
            }
            all.sort_unstable();
            all.dedup();
            Domain::Symbols(all.into())
        }
    }
}

impl Signal {
    /// One event that is there.
    pub fn one(value: Term) -> Signal {
        Signal { slots: vec![Slot { there: TRUE, value }], ended: FALSE }
    }
    /// Some event is there.
    pub fn there(&self, terms: &mut Terms) -> Term {
        let list: Vec<Term> = self.slots.iter().map(|slot| slot.there).collect();
        terms.any(list)
    }
    /// The last event that is there (any value where there is none).
    pub fn value(&self, terms: &mut Terms) -> Option<Term> {
        let (first, rest) = self.slots.split_first()?;
        let mut value = first.value;
        for slot in rest {
            let (new, old) = terms.alike(slot.value, value);
            value = terms.choose(slot.there, new, old);
        }
        Some(value)
    }
    /// How many events are there.
    pub fn count(&self, terms: &mut Terms) -> Term {
        let (one, zero) = (terms.int(1), terms.int(0));
        let mut count = zero;
        for slot in &self.slots {
            let more = terms.choose(slot.there, one, zero);
            count = terms.add(count, more);
        }
        count
    }
}

fn carried(inputs: &[Signal], made: &[Vec<Signal>], source: Source) -> Signal {
    match source {
        Source::Input(i) => inputs[i].clone(),
        Source::Node(n, k) => made[n][k].clone(),
    }
}

/// The error of a processor, led by its name; the innermost one is named.
fn name(error: Error, place: &NodePlan) -> Error {
    if error.path.is_some() {
        return error;
    }
    let message = format!("processor '{}' ({}) has no model: {}", place.id, place.kind.name, error.message);
    Error::new(error.code, message).at(&place.path)
}
