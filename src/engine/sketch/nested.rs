//! Pipelines inside processors: their state as cells of the processor around them.

use super::{Cell, Cells, MAPS, Making, Signal, Sketch};
use crate::engine::machine::Machine;
use crate::error::Result;
use crate::expr::Function;
use crate::term::{Domain, FALSE, Sort, TRUE, Term};
use crate::value::{Entries, Value};

impl Sketch {
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
}
