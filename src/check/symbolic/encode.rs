//! A system as diagrams: each variable is a few bits, coded as in the packed states of the explicit checker; each bit
//! of the state has one for the next state right below.

use super::diagram::{Diagram, Diagrams, Halt, Op};
use super::order::order;
use super::session::Session;
use crate::check::cone::{Cone, on_inputs_alone};
use crate::check::{Cut, Pulse, Reach};
use crate::error::{Error, Result};
use crate::model::{FALSE, First, Hazard, Mode, Node, System, Term, VarKind};
use rustc_hash::FxHashMap;

/// A variable of the system.
pub struct Field {
    pub var: u32,
    lo: i32,
    /// Its bits as variables of diagrams, the highest first; for the next state, the one after each.
    pub bits: Vec<u32>,
    pub state: bool,
}

/// One way a step can go: when, and the relation of each variable it changes.
pub struct Move {
    pub guard: Option<Diagram>,
    pub changes: Vec<(Vec<u32>, Diagram)>,
}

/// A system as diagrams.
pub struct Encoded {
    pub fields: Vec<Field>,
    /// Bits that are no variable's: a place in an automaton.
    pub extra: Vec<u32>,
    pub first: Diagram,
    /// What the steps that come satisfy, beyond what the state says: inputs are in their domains, invariants hold.
    pub allowed: Vec<Diagram>,
    /// Steps in which the model stops being what it is a model of; whether nothing is proved beyond.
    pub hazards: Vec<(Hazard, Diagram, bool)>,
    pub moves: Vec<Move>,
    /// By rule that is not put off for ever: it cannot happen.
    pub just: Vec<(usize, Diagram)>,
    terms: FxHashMap<Term, Diagram>,
}

/// Bits of a state and of the inputs. Operations recurse once for each, and for each bit of the next state.
const MOST_BITS: usize = 1500;

/// A session on a system, with what the asked terms need, and the system in it.
pub async fn encode<'a>(
    system: &mut System,
    asked: &[Term],
    extra: usize,
    reach: &'a Reach,
    pulse: &'a dyn Pulse,
) -> Result<std::result::Result<(Session<'a>, Encoded), Cut>> {
    let cone = Cone::new(system, asked);
    let hazards = known_hazards(system, &cone);
    let asked: Vec<Term> = asked.iter().chain(hazards.iter().map(|(_, t)| t)).copied().collect();
    let cone = Cone::new(system, &asked);
    let mut tied = Vec::new();
    let bit = |tied: &mut Vec<bool>, state: bool| {
        tied.push(false);
        if state {
            tied.push(true);
        }
        tied.len() as u32 - 1 - state as u32
    };
    let extra: Vec<u32> = (0..extra).map(|_| bit(&mut tied, true)).collect();
    let mut fields = Vec::new();
    for var in order(system, &cone) {
        let kind = system.vars[var as usize].kind;
        if kind == VarKind::Scratch {
            continue;
        }
        let state = kind != VarKind::Input;
        let (lo, hi) = system.terms.domain(var).bounds();
        let count = u32::BITS - ((hi - lo) as u32).leading_zeros();
        fields.push(Field { var, lo, bits: (0..count).map(|_| bit(&mut tied, state)).collect(), state });
    }
    let bits = fields.iter().map(|field| field.bits.len()).sum();
    if bits > MOST_BITS {
        return Ok(Err(Cut::Bits(bits)));
    }
    let mut session = Session::new(tied, reach, pulse);
    let whole = session.diagrams.truth(true);
    let mut encoded = Encoded {
        fields,
        extra,
        first: whole,
        allowed: Vec::new(),
        hazards: Vec::new(),
        moves: Vec::new(),
        just: Vec::new(),
        terms: FxHashMap::default(),
    };
    if let Err(cut) = encoded.fill(&mut session, system, &cone, &asked, &hazards).await {
        return Ok(Err(cut));
    }
    if encoded.first.is_false() {
        return Err(Error::shape("no state satisfies the condition on first states: everything would hold vacuously"));
    }
    Ok(Ok((session, encoded)))
}

/// The hazards that can be told in a cone.
fn known_hazards(system: &System, cone: &Cone) -> Vec<(Hazard, Term)> {
    let known = |t: Term| {
        let mut todo = vec![t];
        let mut seen = vec![false; system.terms.len()];
        while let Some(t) = todo.pop() {
            if std::mem::replace(&mut seen[t.0 as usize], true) {
                continue;
            }
            match system.terms.node(t) {
                Node::Var(v) if cone.vars.binary_search(&v).is_err() => return false,
                _ => todo.extend(system.terms.parts(t)),
            }
        }
        true
    };
    system.hazards.iter().filter(|(_, t)| known(*t)).cloned().collect()
}

impl Encoded {
    async fn fill(
        &mut self,
        session: &mut Session<'_>,
        system: &System,
        cone: &Cone,
        asked: &[Term],
        hazards: &[(Hazard, Term)],
    ) -> std::result::Result<(), Cut> {
        let places: FxHashMap<u32, usize> = self.fields.iter().enumerate().map(|(k, f)| (f.var, k)).collect();
        for t in &cone.terms {
            let diagram = session.work(&|d| self.term(d, system, *t, &places)).await?;
            self.terms.insert(*t, diagram);
        }
        self.start(session, system).await?;
        for k in (0..self.fields.len()).filter(|k| !self.fields[*k].state) {
            let set = session.work(&|d| self.in_domain(d, system, &self.fields[k])).await?;
            self.allowed.push(set);
        }
        let invariants =
            cone.invariants.iter().chain(system.invariants.iter().filter(|t| on_inputs_alone(system, **t)));
        self.allowed.extend(invariants.map(|t| self.terms[t].clone()));
        let whole = session.diagrams.truth(true);
        self.allowed.retain(|set| *set != whole);
        for (hazard, t) in hazards {
            self.hazards.push((hazard.clone(), self.terms[t].clone(), system.cuts(hazard)));
        }
        self.fill_moves(session, system, cone, &places).await?;
        // What is not asked for any more may go.
        self.terms.retain(|t, _| asked.contains(t));
        Ok(())
    }

    /// The diagram of a term whose parts have theirs.
    fn term(
        &self,
        d: &mut Diagrams,
        system: &System,
        t: Term,
        places: &FxHashMap<u32, usize>,
    ) -> std::result::Result<Diagram, Halt> {
        let of = |t: Term| &self.terms[&t];
        let (op, a, b) = match system.terms.node(t) {
            Node::Const(_, value) => return d.number(value),
            Node::Var(v) => {
                return match places.get(&v) {
                    Some(k) => value(d, &self.fields[*k]),
                    None => d.number(0),
                };
            }
            Node::Not(a) => return d.not(of(a)),
            Node::If(c, a, b) => return d.choose(of(c), of(a), of(b)),
            Node::And(a, b) => (Op::And, a, b),
            Node::Or(a, b) => (Op::Or, a, b),
            Node::Equal(a, b) => (Op::Equal, a, b),
            Node::Less(a, b) => (Op::Less, a, b),
            Node::Add(a, b) => (Op::Add, a, b),
            Node::Sub(a, b) => (Op::Sub, a, b),
            Node::Mul(a, b) => (Op::Mul, a, b),
            Node::Div(a, b) => (Op::Div, a, b),
            Node::Mod(a, b) => (Op::Mod, a, b),
        };
        d.apply(op, of(a), of(b))
    }

    fn in_domain(&self, d: &mut Diagrams, system: &System, field: &Field) -> std::result::Result<Diagram, Halt> {
        let domain = system.terms.domain(field.var);
        if domain.size() == 1 << field.bits.len() {
            return Ok(d.truth(true));
        }
        let now = value(d, field)?;
        let mut all = d.truth(false);
        if let crate::model::Domain::Symbols(list) = domain {
            for k in list.iter() {
                let number = d.number(*k)?;
                let one = d.apply(Op::Equal, &now, &number)?;
                all = d.or(&all, &one)?;
            }
            return Ok(all);
        }
        let beyond = d.number(domain.bounds().1 + 1)?;
        d.apply(Op::Less, &now, &beyond)
    }

    async fn start(&mut self, session: &mut Session<'_>, system: &System) -> std::result::Result<(), Cut> {
        let places: Vec<(u32, bool)> = self.extra.iter().map(|bit| (*bit, false)).collect();
        let mut first = session.work(&|d| d.point(&places)).await?;
        for field in self.fields.iter().filter(|field| field.state) {
            let own = match system.vars[field.var as usize].kind {
                VarKind::State(First::Value(v)) => session.work(&|d| d.point(&field.code(v))).await?,
                _ => session.work(&|d| self.in_domain(d, system, field)).await?,
            };
            first = session.and(&first, &own).await?;
        }
        if system.init == FALSE {
            first = session.diagrams.truth(false);
        } else if let Some(init) = self.terms.get(&system.init) {
            first = session.and(&first, init).await?;
        }
        self.first = first;
        Ok(())
    }

    async fn fill_moves(
        &mut self,
        session: &mut Session<'_>,
        system: &System,
        cone: &Cone,
        places: &FxHashMap<u32, usize>,
    ) -> std::result::Result<(), Cut> {
        let Mode::Interleaving { idle } = system.mode else {
            let mut changes = Vec::new();
            for field in self.fields.iter().filter(|field| field.state) {
                let next = self.terms[&cone.next[&field.var]].clone();
                changes.push(change(session, field, &next).await?);
            }
            self.moves.push(Move { guard: None, changes });
            return Ok(());
        };
        let mut none = session.diagrams.truth(true);
        for (k, rule) in system.rules.iter().enumerate() {
            let guard = self.terms[&rule.guard].clone();
            let cannot = session.not(&guard).await?;
            none = session.and(&none, &cannot).await?;
            if rule.just {
                self.just.push((k, cannot));
            }
            let mut changes = Vec::new();
            // As the explicit checker does, of two updates of one variable the first counts.
            let mut seen = Vec::new();
            for (var, t) in &rule.updates {
                if let (Some(k), false) = (places.get(var), seen.contains(var)) {
                    seen.push(*var);
                    changes.push(change(session, &self.fields[*k], &self.terms[t].clone()).await?);
                }
            }
            self.moves.push(Move { guard: Some(guard), changes });
        }
        self.moves.push(Move { guard: (!idle).then_some(none), changes: Vec::new() });
        Ok(())
    }

    /// The set of an asked term.
    pub fn set(&self, t: Term) -> &Diagram {
        &self.terms[&t]
    }
    /// The bits of the state, those of an automaton included.
    pub fn state_bits(&self) -> Vec<u32> {
        let own = self.fields.iter().filter(|field| field.state).flat_map(|field| &field.bits);
        self.extra.iter().chain(own).copied().collect()
    }
    /// The bits of the inputs.
    pub fn input_bits(&self) -> Vec<u32> {
        self.fields.iter().filter(|field| !field.state).flat_map(|field| &field.bits).copied().collect()
    }
    /// The variables' values where the bits have these; those outside the cone are as at first.
    pub fn values(&self, system: &System, bits: &[bool]) -> Vec<i32> {
        let outside = system.vars.iter().enumerate().map(|(v, var)| match var.kind {
            VarKind::State(First::Value(value)) => value,
            _ => system.terms.domain(v as u32).bounds().0,
        });
        let mut values: Vec<i32> = outside.collect();
        for field in &self.fields {
            let code = field.bits.iter().fold(0, |code, bit| code << 1 | bits[*bit as usize] as i32);
            values[field.var as usize] = field.lo + code;
        }
        values
    }
}

impl Field {
    fn code(&self, value: i32) -> Vec<(u32, bool)> {
        let code = value.wrapping_sub(self.lo);
        let top = self.bits.len();
        self.bits.iter().enumerate().map(|(k, bit)| (*bit, code >> (top - 1 - k) & 1 != 0)).collect()
    }
}

/// A variable's value, as a function of its bits.
fn value(d: &mut Diagrams, field: &Field) -> std::result::Result<Diagram, Halt> {
    let mut sum = d.number(field.lo)?;
    let top = field.bits.len();
    for (k, bit) in field.bits.iter().enumerate().rev() {
        let (zero, weight) = (d.number(0)?, d.number(1 << (top - 1 - k))?);
        let set = d.variable(*bit)?;
        let part = d.choose(&set, &weight, &zero)?;
        sum = d.apply(Op::Add, &sum, &part)?;
    }
    Ok(sum)
}

/// The bits of a variable, and that the next ones are those of a value.
async fn change(
    session: &mut Session<'_>,
    field: &Field,
    next: &Diagram,
) -> std::result::Result<(Vec<u32>, Diagram), Cut> {
    let mut relation = session.diagrams.truth(true);
    let top = field.bits.len() as u32;
    for (k, bit) in field.bits.iter().enumerate() {
        let same = session
            .work(&|d| {
                let new = d.variable(*bit + 1)?;
                let said = d.bit(next, top - 1 - k as u32, field.lo)?;
                d.apply(Op::Equal, &new, &said)
            })
            .await?;
        relation = session.and(&relation, &same).await?;
    }
    Ok((field.bits.clone(), relation))
}
