//! A flat structure as a transition system.
//!
//! What a state leaves open is not chosen one step ahead, which would make the choice part of the state and change what
//! EX means: such a variable is an input, and a condition ties it to the values of the step before, which are kept. A
//! variable whose next value follows from the state is state, and costs nothing in a step.

mod expressions;

use super::super::trace::wrong;
use super::flatten::{Flat, Meaning, Placed};
use super::syntax::*;
use super::values::possible;
use crate::error::{Error, Result};
use crate::model::{Domain, FALSE, First, Mode, Origin, Rule, Sort, System, TRUE, Term, Terms, VarKind};
use crate::value::Value as Event;
use rustc_hash::{FxHashMap, FxHashSet};

/// Values of one variable.
const MOST_VALUES: i32 = 4096;
/// Values that an expression leaves open.
const MOST_ALTERNATIVES: usize = 4096;
/// The largest number that may come up in an expression.
const LARGEST: i64 = 1_000_000_000;

/// What an expression gives: one value, or any of several, each under a condition.
#[derive(Clone)]
enum Value {
    One(Term),
    Any(Vec<(Term, Term)>),
}

/// Which step the variables of an expression are read in.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum View {
    Now,
    /// The step before; `next(x)` is now.
    Before,
}

/// What becomes of a variable.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    /// Its next value follows.
    State,
    /// It has any value that the conditions allow.
    Open,
    /// It has the value of an expression in every step.
    Defined,
    /// It belongs to the way from one state to the next (IVAR).
    Edge,
}

/// Makes a system of a structure.
pub fn translate(flat: &Flat) -> Result<System> {
    let mut translator = Translator {
        flat,
        system: System::new(Terms::default(), Mode::Synchronous),
        roles: Vec::new(),
        domains: Vec::new(),
        terms: Vec::new(),
        before: FxHashMap::default(),
        known: FxHashMap::default(),
        open: FxHashSet::default(),
        updates: Vec::new(),
        started: None,
    };
    translator.declare()?;
    translator.assign()?;
    translator.constrain()?;
    translator.label()?;
    let Translator { mut system, updates, .. } = translator;
    let updates = updates.into_iter().filter_map(|(var, next)| Some((system.number(var)?, next))).collect();
    system.rules.push(Rule { label: "structure".into(), guard: TRUE, updates, just: false });
    Ok(system)
}

/// Things that have a value of their own: definitions, and parameters of instances.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Named {
    Define(usize),
    Variable(usize),
    Parameter(*const Expr, usize),
}

struct Translator<'a> {
    flat: &'a Flat<'a>,
    system: System,
    roles: Vec<Role>,
    domains: Vec<Domain>,
    terms: Vec<Option<Term>>,
    before: FxHashMap<usize, Term>,
    known: FxHashMap<(Named, View), Value>,
    open: FxHashSet<(Named, View)>,
    updates: Vec<(Term, Term)>,
    started: Option<Term>,
}

impl<'a> Translator<'a> {
    // Variables.

    fn declare(&mut self) -> Result<()> {
        for (name, variable) in &self.flat.variables {
            let domain = self.domain(variable.declaration)?;
            let follows =
                |placed: Option<Placed<'a>>| placed.map(|placed| self.follows(placed, &mut FxHashSet::default()));
            let role = match variable.declaration.class {
                Class::Input => Role::Edge,
                Class::Frozen => Role::State,
                Class::State => match (follows(variable.always), follows(variable.next)) {
                    (Some(true), _) => Role::Defined,
                    (_, Some(true)) => Role::State,
                    _ => Role::Open,
                },
            };
            let kind = if role == Role::State { VarKind::State(First::Any) } else { VarKind::Input };
            let origin = Origin { place: name.clone(), part: String::new() };
            let term = (role != Role::Defined).then(|| self.system.add(name, domain.clone(), kind, origin));
            if let (Some(term), Type::Enumeration(list), Domain::Range(lo, hi)) =
                (term, &variable.declaration.kind, &domain)
            {
                if list.len() < (hi - lo + 1) as usize {
                    let inside = self.inside(term, variable.declaration);
                    self.system.invariants.push(inside);
                }
            }
            self.roles.push(role);
            self.domains.push(domain);
            self.terms.push(term);
        }
        Ok(())
    }

    fn domain(&mut self, declaration: &Declaration) -> Result<Domain> {
        let (lo, hi) = match &declaration.kind {
            Type::Boolean | Type::Instance(..) => return Ok(Domain::Bool),
            Type::Range(lo, hi) => (*lo, *hi),
            Type::Enumeration(list) => {
                let numbers: Option<Vec<i32>> =
                    list.iter().map(|value| if let Constant::Number(n) = value { Some(*n) } else { None }).collect();
                match numbers {
                    Some(numbers) => {
                        (numbers.iter().copied().min().unwrap_or(0), numbers.iter().copied().max().unwrap_or(0))
                    }
                    None if list.iter().all(|value| matches!(value, Constant::Bool(_))) => return Ok(Domain::Bool),
                    None => {
                        let mut symbols: Vec<i32> = Vec::new();
                        for value in list {
                            let event = match value {
                                Constant::Symbol(name) => Event::str(name),
                                Constant::Number(n) => Event::Num(*n as f64),
                                Constant::Bool(_) => {
                                    let message = "an enumeration has names and numbers, or TRUE and FALSE, not both";
                                    return Err(wrong(declaration.place, message));
                                }
                            };
                            symbols.push(self.system.terms.symbol(&event));
                        }
                        symbols.sort_unstable();
                        symbols.dedup();
                        return Ok(Domain::Symbols(symbols.into()));
                    }
                }
            }
        };
        if hi - lo >= MOST_VALUES {
            let (line, column) = declaration.place;
            return Err(Error::limit(format!("{line}:{column}: a variable has at most {MOST_VALUES} values")));
        }
        Ok(Domain::Range(lo, hi))
    }

    /// Whether an expression has one value that follows from the state: no sets, no `next`, no IVAR.
    fn follows(&self, placed: Placed<'a>, seen: &mut FxHashSet<(*const Expr, usize)>) -> bool {
        if !seen.insert((placed.expr, placed.scope)) {
            return true;
        }
        let mut of = |expr: &'a Expr| self.follows(Placed { expr, scope: placed.scope }, seen);
        match &placed.expr.node {
            Node::Constant(_) => true,
            Node::Set(list) => list.len() == 1 && of(&list[0]),
            Node::Next(_) | Node::Range(..) => false,
            Node::Not(a) | Node::Minus(a) => of(a),
            // Whatever is asked of a set, the answer is one.
            Node::Two("in", a, _) => of(a),
            Node::Two(operator, a, b) => *operator != "union" && of(a) && of(b),
            Node::If(c, a, b) => of(c) && of(a) && of(b),
            Node::Case(branches) => branches.iter().all(|(c, value)| of(c) && of(value)),
            Node::Name(name) => match self.flat.meaning(name, placed.scope, placed.expr.place) {
                Ok(Meaning::Variable(v)) => self.flat.variables[v].declaration.class != Class::Input,
                Ok(Meaning::Define(d)) => self.follows(self.flat.defines[d], seen),
                Ok(Meaning::Parameter(given)) => self.follows(given, seen),
                Ok(Meaning::Constant(_)) | Err(_) => true,
            },
        }
    }

    /// A variable's value in a step.
    fn variable(&mut self, v: usize, view: View, place: Place) -> Result<Term> {
        match (self.roles[v], view, self.terms[v]) {
            (Role::Edge, View::Now, _) => {
                let name = &self.flat.variables.get_index(v).expect("a variable").0;
                Err(wrong(place, format!("'{name}' is an IVAR: only TRANS and next values may speak of it")))
            }
            (Role::Edge, View::Before, Some(term)) | (_, View::Now, Some(term)) => Ok(term),
            (_, View::Before, Some(term)) => {
                if let Some(before) = self.before.get(&v) {
                    return Ok(*before);
                }
                let name = self.flat.variables.get_index(v).expect("a variable").0.clone();
                let first = VarKind::State(First::Value(self.domains[v].bounds().0));
                let origin = Origin { place: name.clone(), part: "before".into() };
                let before = self.system.add(&format!("before({name})"), self.domains[v].clone(), first, origin);
                self.updates.push((before, term));
                self.before.insert(v, before);
                Ok(before)
            }
            (_, _, None) => {
                let Some(given) = self.flat.variables[v].always else {
                    return Err(wrong(place, "a variable without a value"));
                };
                let value = self.named(Named::Variable(v), given, view)?;
                self.single(value, place)
            }
        }
    }

    fn started(&mut self) -> Term {
        if let Some(term) = self.started {
            return term;
        }
        let origin = Origin { place: String::new(), part: "started".into() };
        let term = self.system.add("started()", Domain::Bool, VarKind::State(First::Value(0)), origin);
        self.updates.push((term, TRUE));
        self.started = Some(term);
        term
    }
    /// A condition on first states, or on all steps but the first.
    fn when(&mut self, first: bool, condition: Term) {
        let started = self.started();
        let t = &mut self.system.terms;
        let applies = if first { t.not(started) } else { started };
        let term = t.implies(applies, condition);
        self.system.invariants.push(term);
    }

    // Assignments and conditions.

    fn assign(&mut self) -> Result<()> {
        for v in 0..self.flat.variables.len() {
            let (name, variable) = self.flat.variables.get_index(v).expect("a variable");
            let declaration = variable.declaration;
            if let Some(given) = variable.always {
                let value = self.value(given, View::Now)?;
                self.fits(&value, declaration, name, given.expr.place)?;
                if let Some(term) = self.terms[v] {
                    let condition = self.is_one_of(term, &value, given.expr.place)?;
                    self.system.invariants.push(condition);
                }
                continue;
            }
            let Some(term) = self.terms[v] else { continue };
            if let Some(given) = variable.first {
                let value = self.value(given, View::Now)?;
                self.fits(&value, declaration, name, given.expr.place)?;
                let constant = match &value {
                    Value::One(t) => self.system.terms.known(*t),
                    Value::Any(_) => None,
                };
                match (constant, self.roles[v], self.system.number(term)) {
                    (Some(first), Role::State, Some(number)) => {
                        self.system.vars[number as usize].kind = VarKind::State(First::Value(first));
                    }
                    _ => {
                        let condition = self.is_one_of(term, &value, given.expr.place)?;
                        self.when(true, condition);
                    }
                }
            }
            if let Some(given) = variable.next {
                let view = if self.roles[v] == Role::State { View::Now } else { View::Before };
                let value = self.value(given, view)?;
                self.fits(&value, declaration, name, given.expr.place)?;
                if self.roles[v] == Role::State {
                    let value = self.single(value, given.expr.place)?;
                    let value = self.of_sort(value, self.domains[v].sort(), given.expr.place)?;
                    let (lo, hi) = self.domains[v].bounds();
                    let value = if self.domains[v].sort() == Sort::Int { self.held(value, lo, hi) } else { value };
                    self.updates.push((term, value));
                } else {
                    let condition = self.is_one_of(term, &value, given.expr.place)?;
                    self.when(false, condition);
                }
            }
        }
        Ok(())
    }

    fn constrain(&mut self) -> Result<()> {
        for (kind, placed) in &self.flat.constraints {
            let view = if *kind == Constraint::Trans { View::Before } else { View::Now };
            let condition = self.condition(*placed, view)?;
            match kind {
                Constraint::Init => self.when(true, condition),
                Constraint::Trans => self.when(false, condition),
                Constraint::Invar => self.system.invariants.push(condition),
                Constraint::Justice => self.system.justice.push(condition),
            }
        }
        Ok(())
    }

    /// Names for the monitor's inputs and for formulas.
    fn label(&mut self) -> Result<()> {
        for v in 0..self.flat.variables.len() {
            if self.roles[v] != Role::Edge {
                let (name, variable) = self.flat.variables.get_index(v).expect("a variable");
                let term = self.variable(v, View::Now, variable.declaration.place)?;
                self.system.labels.insert(name.clone(), term);
            }
        }
        for d in 0..self.flat.defines.len() {
            let (name, placed) = self.flat.defines.get_index(d).map(|(n, p)| (n.clone(), *p)).expect("a definition");
            if self.follows(placed, &mut FxHashSet::default()) {
                let value = self.named(Named::Define(d), placed, View::Now)?;
                let term = self.single(value, placed.expr.place)?;
                self.system.labels.insert(name, term);
            }
        }
        Ok(())
    }

    /// Refuses a value that a variable does not have, as NuSMV does.
    fn fits(&mut self, value: &Value, declaration: &Declaration, name: &str, place: Place) -> Result<()> {
        for (guard, term) in alternatives(value) {
            let inside = self.inside(term, declaration);
            let t = &mut self.system.terms;
            let outside = t.not(inside);
            let wrongly = t.and(guard, outside);
            match possible(&self.system.terms, wrongly) {
                Some(false) => {}
                Some(true) => return Err(wrong(place, format!("expected values of '{name}', this can be another"))),
                None => {
                    return Err(Error::limit(format!(
                        "{}:{}: cannot tell whether this stays among the values of '{name}': it reads too many variables",
                        place.0, place.1
                    )));
                }
            }
        }
        Ok(())
    }
    /// A term is one of the values of a declared type.
    fn inside(&mut self, term: Term, declaration: &Declaration) -> Term {
        let t = &mut self.system.terms;
        match (&declaration.kind, t.sort(term)) {
            (Type::Boolean, Sort::Bool) => TRUE,
            (Type::Range(lo, hi), Sort::Int) => {
                let (lo, hi) = (t.int(*lo), t.int(*hi));
                let (above, below) = (t.at_most(lo, term), t.at_most(term, hi));
                t.and(above, below)
            }
            (Type::Enumeration(list), _) => {
                let mut same = Vec::new();
                for value in list {
                    let constant = constant(t, value);
                    if (t.sort(constant) == Sort::Bool) == (t.sort(term) == Sort::Bool) {
                        let (a, b) = t.alike(term, constant);
                        same.push(t.equal(a, b));
                    }
                }
                t.any(same)
            }
            _ => FALSE,
        }
    }
    fn held(&mut self, term: Term, lo: i32, hi: i32) -> Term {
        let (least, most) = self.system.terms.bounds(term);
        if least >= lo && most <= hi {
            return term;
        }
        // It cannot leave them, as `fits` has seen; the ends are for the bounds alone.
        let t = &mut self.system.terms;
        let (low, high) = (t.int(lo), t.int(hi));
        let (below, above) = (t.less(term, low), t.less(high, term));
        let raised = t.choose(below, low, term);
        let kept = t.choose(above, high, raised);
        t.assume(kept, lo, hi)
    }
    fn is_one_of(&mut self, term: Term, value: &Value, place: Place) -> Result<Term> {
        let mut any = Vec::new();
        for (guard, other) in alternatives(value) {
            let same = self.same(term, other, place)?;
            any.push(self.system.terms.and(guard, same));
        }
        Ok(self.system.terms.any(any))
    }
}

fn constant(terms: &mut Terms, value: &Constant) -> Term {
    match value {
        Constant::Bool(b) => terms.bool(*b),
        Constant::Number(n) => terms.int(*n),
        Constant::Symbol(name) => {
            let k = terms.symbol(&Event::str(name));
            terms.constant(Sort::Symbol, k)
        }
    }
}

fn alternatives(value: &Value) -> Vec<(Term, Term)> {
    match value {
        Value::One(term) => vec![(TRUE, *term)],
        Value::Any(list) => list.clone(),
    }
}
