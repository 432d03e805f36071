//! Terms: expressions over finite variables. Transitions, ports and properties of a model are made of them.
//!
//! They stand below the engine because each processor says in its own file what it is as a model
//! ([`crate::engine::Processor::model`]), and must not know more of models than the terms it is made of.
//!
//! Terms live in one arena and are shared: equal terms are the same term, and what can be computed at once is
//! (constants, `a & a`, comparisons that the ranges decide), so that parts of a model nobody needs fall away.

mod function;

pub use function::call;

use crate::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A term, by its place in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub u32);

/// What kind of values a term has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    Bool,
    Int,
    /// Strings, `null` and mixed values: places in the table of symbols.
    Symbol,
}

/// The values a variable may have.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    Bool,
    /// Both ends are in it.
    Range(i32, i32),
    /// Symbols, by their place in the table, in increasing order.
    Symbols(Rc<[i32]>),
}

impl Domain {
    /// What kind of values these are.
    pub fn sort(&self) -> Sort {
        match self {
            Domain::Bool => Sort::Bool,
            Domain::Range(..) => Sort::Int,
            Domain::Symbols(_) => Sort::Symbol,
        }
    }
    /// The smallest and the largest value.
    pub fn bounds(&self) -> (i32, i32) {
        match self {
            Domain::Bool => (0, 1),
            Domain::Range(lo, hi) => (*lo, *hi),
            Domain::Symbols(list) => (list.first().copied().unwrap_or(0), list.last().copied().unwrap_or(0)),
        }
    }
    /// How many values there are.
    pub fn size(&self) -> usize {
        match self {
            Domain::Bool => 2,
            Domain::Range(lo, hi) => (hi - lo + 1).max(0) as usize,
            Domain::Symbols(list) => list.len(),
        }
    }
    /// The k-th value.
    pub fn value(&self, k: usize) -> i32 {
        match self {
            Domain::Symbols(list) => list[k],
            other => other.bounds().0 + k as i32,
        }
    }
    /// All values, in increasing order.
    pub fn values(&self) -> impl Iterator<Item = i32> + '_ {
        (0..self.size()).map(|k| self.value(k))
    }
}

/// How a term is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Const(Sort, i32),
    Var(u32),
    Not(Term),
    And(Term, Term),
    Or(Term, Term),
    Equal(Term, Term),
    Less(Term, Term),
    Add(Term, Term),
    Sub(Term, Term),
    Mul(Term, Term),
    /// Division and remainder round down; the divisor is a positive constant.
    Div(Term, Term),
    Mod(Term, Term),
    If(Term, Term, Term),
}

/// The arena of terms, with the variables and symbols they speak of.
#[derive(Clone)]
pub struct Terms {
    nodes: Vec<Node>,
    /// The kind of each term, and bounds of its values.
    facts: Vec<(Sort, i32, i32)>,
    found: FxHashMap<Node, Term>,
    domains: Vec<Domain>,
    symbols: Vec<Value>,
}

/// The term `true`.
pub const TRUE: Term = Term(1);
/// The term `false`.
pub const FALSE: Term = Term(0);

impl Default for Terms {
    fn default() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            facts: Vec::new(),
            found: FxHashMap::default(),
            domains: Vec::new(),
            symbols: Vec::new(),
        };
        terms.bool(false);
        terms.bool(true);
        terms
    }
}

impl Terms {
    /// How many terms there are; their numbers grow from the parts to the whole.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// There is always `true`, and `false`.
    pub fn is_empty(&self) -> bool {
        false
    }
    /// How a term is made.
    pub fn node(&self, t: Term) -> Node {
        self.nodes[t.0 as usize]
    }
    /// What kind of values it has.
    pub fn sort(&self, t: Term) -> Sort {
        self.facts[t.0 as usize].0
    }
    /// Bounds of its values.
    pub fn bounds(&self, t: Term) -> (i32, i32) {
        let (_, lo, hi) = self.facts[t.0 as usize];
        (lo, hi)
    }
    /// The domain of a variable.
    pub fn domain(&self, var: u32) -> &Domain {
        &self.domains[var as usize]
    }
    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.domains.len()
    }
    /// The value behind a symbol.
    pub fn symbol_value(&self, k: i32) -> &Value {
        &self.symbols[k as usize]
    }
    /// All symbols so far.
    pub fn symbols(&self) -> &[Value] {
        &self.symbols
    }

    fn add_node(&mut self, node: Node, sort: Sort, lo: i32, hi: i32) -> Term {
        if let Some(t) = self.found.get(&node) {
            return *t;
        }
        let t = Term(self.nodes.len() as u32);
        self.nodes.push(node);
        self.facts.push((sort, lo, hi));
        self.found.insert(node, t);
        t
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> Term {
        self.constant(Sort::Bool, value as i32)
    }
    /// A whole number.
    pub fn int(&mut self, value: i32) -> Term {
        self.constant(Sort::Int, value)
    }
    /// A constant of some kind.
    pub fn constant(&mut self, sort: Sort, value: i32) -> Term {
        self.add_node(Node::Const(sort, value), sort, value, value)
    }
    /// The place of a symbol in the table, made if it is new.
    pub fn symbol(&mut self, value: &Value) -> i32 {
        let known = self.symbols.iter().position(|s| s == value && s.kind() == value.kind());
        known.unwrap_or_else(|| {
            self.symbols.push(value.clone());
            self.symbols.len() - 1
        }) as i32
    }
    /// A new variable.
    pub fn variable(&mut self, domain: Domain) -> Term {
        let (sort, (lo, hi)) = (domain.sort(), domain.bounds());
        let var = self.domains.len() as u32;
        self.domains.push(domain);
        self.add_node(Node::Var(var), sort, lo, hi)
    }
    /// The term of a variable.
    pub fn var(&mut self, var: u32) -> Term {
        let (sort, (lo, hi)) = (self.domains[var as usize].sort(), self.domains[var as usize].bounds());
        self.add_node(Node::Var(var), sort, lo, hi)
    }
    /// The term of a variable that is in use.
    pub fn var_term(&self, var: u32) -> Term {
        self.found[&Node::Var(var)]
    }
    /// A constant's value.
    pub fn known(&self, t: Term) -> Option<i32> {
        let (_, lo, hi) = self.facts[t.0 as usize];
        (lo == hi).then_some(lo)
    }

    /// An event as a term, if it is one a model can hold.
    pub fn value(&mut self, value: &Value) -> Option<Term> {
        match value {
            Value::Bool(b) => Some(self.bool(*b)),
            Value::Num(n) if n.fract() == 0.0 && n.abs() < 1e9 => Some(self.int(*n as i32)),
            Value::Str(_) | Value::Null => {
                let k = self.symbol(value);
                Some(self.constant(Sort::Symbol, k))
            }
            _ => None,
        }
    }
    /// The event that a value of some kind stands for.
    pub fn event(&self, sort: Sort, value: i32) -> Value {
        match sort {
            Sort::Bool => Value::Bool(value != 0),
            Sort::Int => Value::Num(value as f64),
            Sort::Symbol => self.symbols[value as usize].clone(),
        }
    }

    pub fn not(&mut self, a: Term) -> Term {
        match self.node(a) {
            Node::Const(_, v) => self.bool(v == 0),
            Node::Not(b) => b,
            _ => self.add_node(Node::Not(a), Sort::Bool, 0, 1),
        }
    }
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || b == TRUE {
            return a;
        }
        if a == TRUE {
            return b;
        }
        if a == FALSE || b == FALSE || self.opposite(a, b) {
            return FALSE;
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.node(y) {
                // x & (x & z), x & (x | z)
                Node::And(p, q) if p == x || q == x => return y,
                Node::Or(p, q) if p == x || q == x => return x,
                Node::And(p, q) if self.opposite(p, x) || self.opposite(q, x) => return FALSE,
                Node::Or(p, q) if self.opposite(p, x) => return self.and(x, q),
                Node::Or(p, q) if self.opposite(q, x) => return self.and(x, p),
                _ => {}
            }
        }
        self.add_node(Node::And(a, b), Sort::Bool, 0, 1)
    }
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || b == FALSE {
            return a;
        }
        if a == FALSE {
            return b;
        }
        if a == TRUE || b == TRUE || self.opposite(a, b) {
            return TRUE;
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.node(y) {
                Node::Or(p, q) if p == x || q == x => return y,
                Node::And(p, q) if p == x || q == x => return x,
                Node::Or(p, q) if self.opposite(p, x) || self.opposite(q, x) => return TRUE,
                Node::And(p, q) if self.opposite(p, x) => return self.or(x, q),
                Node::And(p, q) if self.opposite(q, x) => return self.or(x, p),
                _ => {}
            }
        }
        self.add_node(Node::Or(a, b), Sort::Bool, 0, 1)
    }
    fn opposite(&self, a: Term, b: Term) -> bool {
        self.node(a) == Node::Not(b) || self.node(b) == Node::Not(a)
    }
    /// All of them.
    pub fn all(&mut self, list: impl IntoIterator<Item = Term>) -> Term {
        list.into_iter().fold(TRUE, |a, b| self.and(a, b))
    }
    /// Any of them.
    pub fn any(&mut self, list: impl IntoIterator<Item = Term>) -> Term {
        list.into_iter().fold(FALSE, |a, b| self.or(a, b))
    }
    /// a implies b.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let a = self.not(a);
        self.or(a, b)
    }
    /// Equality of two terms of the same kind.
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return TRUE;
        }
        let ((alo, ahi), (blo, bhi)) = (self.bounds(a), self.bounds(b));
        if ahi < blo || bhi < alo {
            return FALSE;
        }
        if alo == ahi && blo == bhi {
            return self.bool(alo == blo);
        }
        if self.sort(a) == Sort::Bool {
            for (x, y) in [(a, b), (b, a)] {
                match self.known(x) {
                    Some(0) => return self.not(y),
                    Some(_) => return y,
                    None => {}
                }
            }
        }
        // (c ? 2 : 3) = 2 is c.
        for (x, y) in [(a, b), (b, a)] {
            if let (Node::If(c, p, q), Some(_)) = (self.node(x), self.known(y)) {
                if self.known(p).is_some() || self.known(q).is_some() {
                    let (p, q) = (self.equal(p, y), self.equal(q, y));
                    return self.choose(c, p, q);
                }
            }
        }
        let (a, b) = (a.min(b), a.max(b));
        self.add_node(Node::Equal(a, b), Sort::Bool, 0, 1)
    }
    /// Equality with a constant.
    pub fn is(&mut self, a: Term, value: i32) -> Term {
        let sort = self.sort(a);
        let value = self.constant(sort, value);
        self.equal(a, value)
    }
    pub fn less(&mut self, a: Term, b: Term) -> Term {
        let ((alo, ahi), (blo, bhi)) = (self.bounds(a), self.bounds(b));
        if ahi < blo {
            return TRUE;
        }
        if alo >= bhi || a == b {
            return FALSE;
        }
        self.add_node(Node::Less(a, b), Sort::Bool, 0, 1)
    }
    /// a <= b.
    pub fn at_most(&mut self, a: Term, b: Term) -> Term {
        let more = self.less(b, a);
        self.not(more)
    }
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        let ((alo, ahi), (blo, bhi)) = (self.bounds(a), self.bounds(b));
        if (alo, ahi) == (0, 0) {
            return b;
        }
        if (blo, bhi) == (0, 0) {
            return a;
        }
        let (lo, hi) = (alo.saturating_add(blo), ahi.saturating_add(bhi));
        if lo == hi {
            return self.int(lo);
        }
        self.add_node(Node::Add(a, b), Sort::Int, lo, hi)
    }
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let ((alo, ahi), (blo, bhi)) = (self.bounds(a), self.bounds(b));
        if (blo, bhi) == (0, 0) {
            return a;
        }
        let (lo, hi) = (alo.saturating_sub(bhi), ahi.saturating_sub(blo));
        if lo == hi || a == b {
            return self.int(if a == b { 0 } else { lo });
        }
        self.add_node(Node::Sub(a, b), Sort::Int, lo, hi)
    }
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (a.min(b), a.max(b));
        let ((alo, ahi), (blo, bhi)) = (self.bounds(a), self.bounds(b));
        if (alo, ahi) == (1, 1) {
            return b;
        }
        if (blo, bhi) == (1, 1) {
            return a;
        }
        let ends = [alo.saturating_mul(blo), alo.saturating_mul(bhi), ahi.saturating_mul(blo), ahi.saturating_mul(bhi)];
        let (lo, hi) = (ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0));
        if lo == hi {
            return self.int(lo);
        }
        self.add_node(Node::Mul(a, b), Sort::Int, lo, hi)
    }
    /// The quotient by a positive constant, rounded down.
    pub fn div(&mut self, a: Term, by: i32) -> Term {
        let (lo, hi) = self.bounds(a);
        if by == 1 {
            return a;
        }
        let (lo, hi) = (lo.div_euclid(by), hi.div_euclid(by));
        if lo == hi {
            return self.int(lo);
        }
        let by = self.int(by);
        self.add_node(Node::Div(a, by), Sort::Int, lo, hi)
    }
    /// The remainder by a positive constant; never negative.
    pub fn modulo(&mut self, a: Term, by: i32) -> Term {
        let (lo, hi) = self.bounds(a);
        if lo >= 0 && hi < by {
            return a;
        }
        if lo == hi {
            return self.int(lo.rem_euclid(by));
        }
        let by_term = self.int(by);
        self.add_node(Node::Mod(a, by_term), Sort::Int, 0, by - 1)
    }
    /// Notes bounds of a term that its maker knows to hold whatever the variables are.
    pub fn assume(&mut self, t: Term, lo: i32, hi: i32) -> Term {
        let (_, old_lo, old_hi) = &mut self.facts[t.0 as usize];
        (*old_lo, *old_hi) = ((*old_lo).max(lo), (*old_hi).min(hi));
        t
    }
    /// `c ? a : b`; a and b are of the same kind.
    pub fn choose(&mut self, c: Term, a: Term, b: Term) -> Term {
        match self.known(c) {
            Some(0) => return b,
            Some(_) => return a,
            None => {}
        }
        if a == b {
            return a;
        }
        if let Node::Not(c) = self.node(c) {
            return self.choose(c, b, a);
        }
        // What the branches ask of the same condition is known there.
        let a = match self.node(a) {
            Node::If(d, p, _) if d == c => p,
            _ => a,
        };
        let b = match self.node(b) {
            Node::If(d, _, q) if d == c => q,
            _ => b,
        };
        if a == b {
            return a;
        }
        if self.sort(a) == Sort::Bool {
            if a == TRUE || a == c {
                return self.or(c, b);
            }
            if b == FALSE || b == c {
                return self.and(c, a);
            }
            if a == FALSE {
                let not = self.not(c);
                return self.and(not, b);
            }
            if b == TRUE {
                let not = self.not(c);
                return self.or(not, a);
            }
        }
        let ((alo, ahi), (blo, bhi)) = (self.bounds(a), self.bounds(b));
        self.add_node(Node::If(c, a, b), self.sort(a), alo.min(blo), ahi.max(bhi))
    }
    /// The same value as a symbol, so that values of different kinds can share a pipe.
    pub fn as_symbol(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        if sort == Sort::Symbol {
            return a;
        }
        let (lo, hi) = self.bounds(a);
        let last = self.event(sort, hi);
        let last = self.symbol(&last);
        let mut term = self.constant(Sort::Symbol, last);
        for v in (lo..hi).rev() {
            let event = self.event(sort, v);
            let (symbol, hit) = (self.symbol(&event), self.is(a, v));
            let symbol = self.constant(Sort::Symbol, symbol);
            term = self.choose(hit, symbol, term);
        }
        term
    }
    /// Two terms as terms of one kind.
    pub fn alike(&mut self, a: Term, b: Term) -> (Term, Term) {
        if self.sort(a) == self.sort(b) { (a, b) } else { (self.as_symbol(a), self.as_symbol(b)) }
    }
    /// The symbols a term may have for its value, in increasing order.
    pub fn symbols_of(&self, t: Term) -> Vec<i32> {
        let mut found = Vec::new();
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            match self.node(t) {
                Node::Const(_, k) => found.push(k),
                Node::Var(v) => found.extend(self.domains[v as usize].values()),
                Node::If(_, a, b) => todo.extend([a, b]),
                _ => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
    /// The smallest domain that holds a term's values.
    pub fn domain_of(&self, t: Term) -> Domain {
        match self.sort(t) {
            Sort::Bool => Domain::Bool,
            Sort::Int => Domain::Range(self.bounds(t).0, self.bounds(t).1),
            Sort::Symbol => Domain::Symbols(self.symbols_of(t).into()),
        }
    }
    /// The parts of a term.
    pub fn parts(&self, t: Term) -> impl Iterator<Item = Term> {
        let list = match self.node(t) {
            Node::Const(..) | Node::Var(_) => [None; 3],
            Node::Not(a) => [Some(a), None, None],
            Node::If(a, b, c) => [Some(a), Some(b), Some(c)],
            Node::And(a, b)
            | Node::Or(a, b)
            | Node::Equal(a, b)
            | Node::Less(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Div(a, b)
            | Node::Mod(a, b) => [Some(a), Some(b), None],
        };
        list.into_iter().flatten()
    }
    /// The value of a term where the variables have those values.
    pub fn evaluate(&self, t: Term, values: &[i32]) -> i32 {
        let of = |t: Term| self.evaluate(t, values);
        match self.node(t) {
            Node::Const(_, v) => v,
            Node::Var(v) => values[v as usize],
            Node::Not(a) => (of(a) == 0) as i32,
            Node::And(a, b) => (of(a) != 0 && of(b) != 0) as i32,
            Node::Or(a, b) => (of(a) != 0 || of(b) != 0) as i32,
            Node::Equal(a, b) => (of(a) == of(b)) as i32,
            Node::Less(a, b) => (of(a) < of(b)) as i32,
            Node::Add(a, b) => of(a) + of(b),
            Node::Sub(a, b) => of(a) - of(b),
            Node::Mul(a, b) => of(a) * of(b),
            Node::Div(a, b) => of(a).div_euclid(of(b)),
            Node::Mod(a, b) => of(a).rem_euclid(of(b)),
            Node::If(c, a, b) => of(if of(c) != 0 { a } else { b }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_the_same_term() {
        let mut t = Terms::default();
        let (x, y) = (t.variable(Domain::Range(0, 3)), t.variable(Domain::Range(0, 3)));
        assert_eq!(t.add(x, y), t.add(y, x));
        assert_ne!(t.sub(x, y), t.sub(y, x));
    }

    #[test]
    fn what_ranges_decide_is_decided() {
        let mut t = Terms::default();
        let x = t.variable(Domain::Range(0, 3));
        let (four, three) = (t.int(4), t.int(3));
        assert_eq!(t.less(x, four), TRUE);
        assert_eq!(t.equal(x, four), FALSE);
        assert_eq!(t.modulo(x, 4), x);
        let sum = t.add(x, three);
        assert_eq!(t.bounds(sum), (3, 6));
    }

    #[test]
    fn conditions_are_not_asked_twice() {
        let mut t = Terms::default();
        let (c, a, b) = (t.variable(Domain::Bool), t.variable(Domain::Bool), t.variable(Domain::Bool));
        let inner = t.choose(c, a, b);
        assert_eq!(t.choose(c, inner, b), inner);
        let not = t.not(c);
        assert_eq!(t.choose(not, b, a), inner);
        assert_eq!(t.and(c, not), FALSE);
        assert_eq!(t.choose(c, TRUE, FALSE), c);
    }

    #[test]
    fn kinds_meet_as_symbols() {
        let mut t = Terms::default();
        let b = t.variable(Domain::Bool);
        let null = t.value(&Value::Null).unwrap();
        let (b, null) = t.alike(b, null);
        let c = t.variable(Domain::Bool);
        let both = t.choose(c, b, null);
        assert_eq!(t.symbols_of(both).len(), 3);
        let value = t.evaluate(both, &[1, 1]);
        assert_eq!(t.event(Sort::Symbol, value), Value::Bool(true));
    }
}
