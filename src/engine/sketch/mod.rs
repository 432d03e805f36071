//! The sketch of a pipeline as a model: its step written in terms instead of run on events.
//!
//! A processor describes its step once, in [`Processor::model`](super::Processor::model), on the terms of one front;
//! here is done for the model what the machine does for a run: the plan is followed (`walk`), queues are joined into
//! fronts (`queues`), pipelines inside processors have their turn (`nested`), and the end of the trace is carried. All
//! of a push happens in one transition (Bedard & Halle, section 3.1), so what a step changes is kept as "the value
//! now", a term over the variables before the step.
//!
//! Fronts are formed as in the machine, but a node sees all that one step brings to its ports before the next node
//! does. For processors that take fronts the order in which ports are served makes no difference to what comes out
//! and to what waits when the step is over; those that mind the order of arrival are refused.

mod nested;
mod queues;
mod walk;

use crate::error::{Code, Error, Result};
use crate::expr::Function;
use crate::term::{Domain, FALSE, Sort, TRUE, Term, Terms, call};
use crate::value::Value;
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
