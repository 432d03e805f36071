//! Terms compiled to straight-line code over registers, and states packed into a few words.
//!
//! Only the cone of influence is compiled: the variables that the asked terms depend on, through any number of steps.
//! What depends on the state alone runs once for a state, the rest once for each input.

use super::cone::{Cone, on_inputs_alone};
use crate::model::{First, Mode, Node, System, Term, VarKind};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy)]
enum Code {
    Not,
    And,
    Or,
    Equal,
    Less,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    If,
}

#[derive(Clone, Copy)]
struct Op {
    code: Code,
    to: u32,
    a: u32,
    b: u32,
    c: u32,
}

/// Where a variable lies in a packed state.
#[derive(Clone, Copy)]
struct Field {
    var: u32,
    register: u32,
    word: u32,
    shift: u32,
    mask: u64,
    lo: i32,
}

/// One way a step can go: what it asks for, and the new values in the order of the fields.
struct Choice {
    guard: u32,
    next: Vec<u32>,
}

/// A system, ready to be stepped.
pub struct Program {
    registers: Vec<i32>,
    of_state: Vec<Op>,
    of_edge: Vec<Op>,
    fields: Vec<Field>,
    /// Words of a packed state.
    pub words: usize,
    inputs: Vec<(u32, u32)>,
    /// All variables of the cone, with their registers.
    reads: Vec<(u32, u32)>,
    /// Values of the inputs, one row for each way a step can come.
    rows: Vec<i32>,
    pub row_count: usize,
    choices: Vec<Choice>,
    idle: bool,
    invariants: Vec<u32>,
    places: FxHashMap<Term, u32>,
    /// First values: by field, or all of them.
    pub first: Vec<Vec<i32>>,
    pub just: Vec<usize>,
}

/// Ways a step can come that are tried one by one.
const ROWS: usize = 1 << 20;
/// First states that are tried one by one.
const FIRSTS: usize = 1 << 22;

/// What kept a system from being compiled.
pub enum Trouble {
    Inputs,
    /// No state satisfies the condition on first states.
    NoFirst,
}

impl Program {
    /// Compiles what the asked terms need.
    pub fn new(system: &mut System, asked: &[Term]) -> Result<Program, Trouble> {
        let (mut program, vars) = Program::bare(system, asked);
        program.list_inputs(system, &vars)?;
        program.list_firsts(system)?;
        Ok(program)
    }

    /// The same without the lists of inputs and first states, and the variables of the cone.
    fn bare(system: &mut System, asked: &[Term]) -> (Program, Vec<u32>) {
        let synchronous = system.mode == Mode::Synchronous;
        let Cone { vars, next, terms: needed, invariants: whole_invariants } = Cone::new(system, asked);
        let mut program = Program {
            registers: Vec::new(),
            of_state: Vec::new(),
            of_edge: Vec::new(),
            fields: Vec::new(),
            words: 0,
            inputs: Vec::new(),
            reads: Vec::new(),
            rows: Vec::new(),
            row_count: 0,
            choices: Vec::new(),
            idle: matches!(system.mode, Mode::Interleaving { idle: true }),
            invariants: Vec::new(),
            places: FxHashMap::default(),
            first: Vec::new(),
            just: Vec::new(),
        };
        program.compile(system, &needed);
        program.lay_out(system, &vars);
        program.reads = vars.iter().map(|v| (*v, program.places[&system.terms.var_term(*v)])).collect();
        let place = |t: &Term| program.places[t];
        let choices: Vec<Choice> = if synchronous {
            let next = program.fields.iter().map(|f| program.places[&next[&f.var]]).collect();
            vec![Choice { guard: u32::MAX, next }]
        } else {
            let fields = &program.fields;
            system
                .rules
                .iter()
                .map(|rule| Choice {
                    guard: place(&rule.guard),
                    next: fields
                        .iter()
                        .map(|f| {
                            let update = rule.updates.iter().find(|(v, _)| *v == f.var);
                            update.map_or(f.register, |(_, t)| program.places[t])
                        })
                        .collect(),
                })
                .collect()
        };
        program.just =
            system.rules.iter().enumerate().filter(|(_, r)| r.just && !synchronous).map(|(k, _)| k).collect();
        program.invariants = whole_invariants.iter().map(place).collect();
        program.choices = choices;
        (program, vars)
    }

    fn compile(&mut self, system: &System, needed: &[Term]) {
        let terms = &system.terms;
        let mut by_input: FxHashMap<Term, bool> = FxHashMap::default();
        for t in needed {
            let register = self.registers.len() as u32;
            self.registers.push(0);
            self.places.insert(*t, register);
            let at = |t: Term| self.places[&t];
            let (code, a, b, c) = match terms.node(*t) {
                Node::Const(_, v) => {
                    self.registers[register as usize] = v;
                    by_input.insert(*t, false);
                    continue;
                }
                Node::Var(v) => {
                    by_input.insert(*t, system.vars[v as usize].kind == VarKind::Input);
                    continue;
                }
                Node::Not(a) => (Code::Not, at(a), 0, 0),
                Node::And(a, b) => (Code::And, at(a), at(b), 0),
                Node::Or(a, b) => (Code::Or, at(a), at(b), 0),
                Node::Equal(a, b) => (Code::Equal, at(a), at(b), 0),
                Node::Less(a, b) => (Code::Less, at(a), at(b), 0),
                Node::Add(a, b) => (Code::Add, at(a), at(b), 0),
                Node::Sub(a, b) => (Code::Sub, at(a), at(b), 0),
                Node::Mul(a, b) => (Code::Mul, at(a), at(b), 0),
                Node::Div(a, b) => (Code::Div, at(a), at(b), 0),
                Node::Mod(a, b) => (Code::Mod, at(a), at(b), 0),
                Node::If(c, a, b) => (Code::If, at(a), at(b), at(c)),
            };
            let edge = terms.parts(*t).any(|part| by_input[&part]);
            by_input.insert(*t, edge);
            let op = Op { code, to: register, a, b, c };
            if edge { self.of_edge.push(op) } else { self.of_state.push(op) }
        }
    }

    fn lay_out(&mut self, system: &System, vars: &[u32]) {
        let mut used = 0;
        for v in vars {
            if !matches!(system.vars[*v as usize].kind, VarKind::State(_)) {
                continue;
            }
            let (lo, hi) = system.terms.domain(*v).bounds();
            let bits = u64::BITS - ((hi - lo) as u64).leading_zeros();
            if used / 64 != (used + bits.max(1) - 1) / 64 {
                used = used.div_ceil(64) * 64;
            }
            let term = system.terms.var_term(*v);
            self.fields.push(Field {
                var: *v,
                register: self.places[&term],
                word: used / 64,
                shift: used % 64,
                mask: (1u64 << bits).wrapping_sub(1),
                lo,
            });
            used += bits;
        }
        self.words = used.div_ceil(64).max(1) as usize;
    }

    /// Room for a few more bits in a packed state: their word and shift.
    pub fn room(&mut self, bits: u32) -> (usize, u32) {
        let used = self.fields.iter().map(|f| f.word * 64 + f.shift + f.mask.count_ones()).max().unwrap_or(0);
        let at = if used / 64 != (used + bits.max(1) - 1) / 64 { used.div_ceil(64) * 64 } else { used };
        self.words = self.words.max((at + bits).div_ceil(64).max(1) as usize);
        ((at / 64) as usize, at % 64)
    }

    fn list_inputs(&mut self, system: &System, vars: &[u32]) -> Result<(), Trouble> {
        let inputs: Vec<u32> =
            vars.iter().copied().filter(|v| system.vars[*v as usize].kind == VarKind::Input).collect();
        let sizes: Vec<usize> = inputs.iter().map(|v| system.terms.domain(*v).size()).collect();
        let count = sizes.iter().try_fold(1usize, |a, b| a.checked_mul(*b)).filter(|n| *n <= ROWS);
        let count = count.ok_or(Trouble::Inputs)?;
        self.inputs = inputs.iter().map(|v| (*v, self.places[&system.terms.var_term(*v)])).collect();
        let rules: Vec<u32> = system
            .invariants
            .iter()
            .filter(|t| on_inputs_alone(system, **t))
            .filter_map(|t| self.places.get(t).copied())
            .collect();
        for k in 0..count {
            let mut rest = k;
            let mut row = Vec::new();
            for (i, v) in inputs.iter().enumerate() {
                row.push(system.terms.domain(*v).value(rest % sizes[i]));
                rest /= sizes[i];
            }
            for ((_, register), value) in self.inputs.iter().zip(&row) {
                self.registers[*register as usize] = *value;
            }
            if !rules.is_empty() {
                run(&self.of_edge, &mut self.registers);
                if rules.iter().any(|r| self.registers[*r as usize] == 0) {
                    continue;
                }
            }
            self.rows.extend(row);
            self.row_count += 1;
        }
        Ok(())
    }

    fn list_firsts(&mut self, system: &System) -> Result<(), Trouble> {
        let mut found: Vec<Vec<i32>> = vec![Vec::new()];
        for f in &self.fields {
            let values: Vec<i32> = match system.vars[f.var as usize].kind {
                VarKind::State(First::Value(v)) => vec![v],
                _ => system.terms.domain(f.var).values().collect(),
            };
            if found.len().saturating_mul(values.len()) > FIRSTS {
                return Err(Trouble::Inputs);
            }
            found = found
                .into_iter()
                .flat_map(|row| values.iter().map(move |v| row.iter().copied().chain([*v]).collect()))
                .collect();
        }
        if let Some(init) = self.places.get(&system.init).copied() {
            found.retain(|row| {
                for (f, v) in self.fields.iter().zip(row) {
                    self.registers[f.register as usize] = *v;
                }
                run(&self.of_state, &mut self.registers);
                self.registers[init as usize] != 0
            });
        }
        if found.is_empty() || system.init == crate::model::FALSE {
            return Err(Trouble::NoFirst);
        }
        self.first = found;
        Ok(())
    }

    /// The register of a term.
    pub fn register(&self, t: Term) -> usize {
        self.places[&t] as usize
    }
    /// A register's value.
    #[inline]
    pub fn get(&self, register: usize) -> i32 {
        self.registers[register]
    }
    /// A state's values, unpacked, and all that follows from them alone.
    #[inline]
    pub fn load(&mut self, state: &[u64]) {
        for f in &self.fields {
            let value = (state[f.word as usize] >> f.shift) & f.mask;
            self.registers[f.register as usize] = value as i32 + f.lo;
        }
        run(&self.of_state, &mut self.registers);
    }
    /// The inputs of one row, and all that follows. False if an invariant forbids it.
    #[inline]
    pub fn edge(&mut self, row: usize) -> bool {
        let width = self.inputs.len();
        let values = &self.rows[row * width..(row + 1) * width];
        for ((_, register), value) in self.inputs.iter().zip(values) {
            self.registers[*register as usize] = *value;
        }
        run(&self.of_edge, &mut self.registers);
        self.invariants.iter().all(|r| self.registers[*r as usize] != 0)
    }
    /// How many ways there are to go on, idling included.
    pub fn ways(&self) -> usize {
        if self.choices.len() == 1 && self.choices[0].guard == u32::MAX { 1 } else { self.choices.len() + 1 }
    }
    /// Whether a way can be gone. The last one is to stay, where that is allowed or nothing else can be done.
    #[inline]
    pub fn open(&self, way: usize) -> bool {
        match self.choices.get(way) {
            Some(choice) => self.enabled(choice),
            None => self.idle || !self.choices.iter().any(|choice| self.enabled(choice)),
        }
    }
    #[inline]
    fn enabled(&self, choice: &Choice) -> bool {
        choice.guard == u32::MAX || self.registers[choice.guard as usize] != 0
    }
    /// A rule can happen now.
    pub fn can(&self, rule: usize) -> bool {
        self.enabled(&self.choices[rule])
    }
    /// The packed state a way leads to.
    #[inline]
    pub fn next(&self, way: usize, into: &mut [u64]) {
        into.fill(0);
        match self.choices.get(way) {
            Some(choice) => {
                for (f, r) in self.fields.iter().zip(&choice.next) {
                    let value = self.registers[*r as usize].wrapping_sub(f.lo) as u64 & f.mask;
                    into[f.word as usize] |= value << f.shift;
                }
            }
            None => {
                for f in &self.fields {
                    let value = self.registers[f.register as usize].wrapping_sub(f.lo) as u64 & f.mask;
                    into[f.word as usize] |= value << f.shift;
                }
            }
        }
    }
    /// A first state, packed.
    pub fn pack(&self, values: &[i32], into: &mut [u64]) {
        into.fill(0);
        for (f, v) in self.fields.iter().zip(values) {
            into[f.word as usize] |= (v.wrapping_sub(f.lo) as u64 & f.mask) << f.shift;
        }
    }
    /// The variables' values in a state and a row; those outside the cone are as at first.
    pub fn values(&self, system: &System, state: &[u64], row: usize) -> Vec<i32> {
        let mut values: Vec<i32> = system
            .vars
            .iter()
            .enumerate()
            .map(|(v, var)| match var.kind {
                VarKind::State(First::Value(value)) => value,
                _ => system.terms.domain(v as u32).bounds().0,
            })
            .collect();
        for f in &self.fields {
            values[f.var as usize] = ((state[f.word as usize] >> f.shift) & f.mask) as i32 + f.lo;
        }
        let width = self.inputs.len();
        for (k, (v, _)) in self.inputs.iter().enumerate() {
            values[*v as usize] = self.rows[row * width + k];
        }
        values
    }
    /// Whether all variables of a term are in the cone.
    pub fn knows(&self, system: &System, t: Term) -> bool {
        let mut todo = vec![t];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(t) = todo.pop() {
            if !seen.insert(t) || self.places.contains_key(&t) {
                continue;
            }
            if let Node::Var(_) = system.terms.node(t) {
                return false;
            }
            todo.extend(system.terms.parts(t));
        }
        true
    }
}

#[inline]
fn run(ops: &[Op], registers: &mut [i32]) {
    for op in ops {
        let a = registers[op.a as usize];
        let b = registers[op.b as usize];
        registers[op.to as usize] = match op.code {
            Code::Not => a ^ 1,
            Code::And => a & b,
            Code::Or => a | b,
            Code::Equal => (a == b) as i32,
            Code::Less => (a < b) as i32,
            Code::Add => a.wrapping_add(b),
            Code::Sub => a.wrapping_sub(b),
            Code::Mul => a.wrapping_mul(b),
            Code::Div => a.div_euclid(b),
            Code::Mod => a.rem_euclid(b),
            Code::If => {
                if registers[op.c as usize] != 0 {
                    a
                } else {
                    b
                }
            }
        };
    }
}

/// A system stepped by hand: for tests and for telling a run.
pub struct Simulator {
    program: Program,
}

impl Simulator {
    /// A simulator of a synchronous system that can tell the values of the asked terms.
    pub fn new(system: &mut System, asked: &[Term]) -> Simulator {
        Simulator { program: Program::bare(system, asked).0 }
    }
    /// The values of some terms where the variables have those values; they become those of the next state.
    pub fn step(&mut self, values: &mut [i32], asked: &[Term]) -> Vec<i32> {
        for (v, register) in &self.program.reads {
            self.program.registers[*register as usize] = values[*v as usize];
        }
        run(&self.program.of_state, &mut self.program.registers);
        run(&self.program.of_edge, &mut self.program.registers);
        let told = asked.iter().map(|t| self.program.get(self.program.register(*t))).collect();
        if let Some(choice) = self.program.choices.first() {
            for (f, r) in self.program.fields.iter().zip(&choice.next) {
                values[f.var as usize] = self.program.registers[*r as usize];
            }
        }
        told
    }
}
