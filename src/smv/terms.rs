//! Terms and formulas as SMV expressions. What is used more than once gets a name of its own, in DEFINE.

use super::names::Names;
use super::symbols::Symbols;
use crate::model::{Formula, Node, One, Sort, Term, Terms, Two};
use rustc_hash::FxHashMap;

/// A printer of terms, with the names it gave.
pub struct Printer<'a> {
    pub terms: &'a Terms,
    pub names: Names,
    /// What a term is called, where it has a name.
    pub called: FxHashMap<Term, String>,
    /// Definitions, in an order in which each uses only those before it.
    pub defines: Vec<(String, String)>,
    /// How values look.
    pub symbols: Symbols,
    uses: FxHashMap<Term, u32>,
}

impl<'a> Printer<'a> {
    pub fn new(terms: &'a Terms) -> Printer<'a> {
        let mut names = Names::default();
        let symbols = terms
            .symbols()
            .iter()
            .map(|value| names.fresh(&format!("c_{}", value.to_string().chars().take(24).collect::<String>())))
            .collect();
        let symbols = Symbols(symbols);
        Printer { terms, names, called: FxHashMap::default(), defines: Vec::new(), symbols, uses: FxHashMap::default() }
    }
    /// Counts how often parts of these terms are used, so that the common ones get names.
    pub fn count(&mut self, roots: &[Term]) {
        let mut todo = roots.to_vec();
        while let Some(t) = todo.pop() {
            let uses = self.uses.entry(t).or_insert(0);
            *uses += 1;
            if *uses == 1 {
                todo.extend(self.terms.parts(t));
            }
        }
    }
    /// A term; first the definitions it needs.
    pub fn term(&mut self, t: Term) -> String {
        if let Some(name) = self.called.get(&t) {
            return name.clone();
        }
        let text = match self.terms.node(t) {
            Node::Const(sort, v) => return self.symbols.show(sort, v),
            Node::Var(v) => format!("v{v}"),
            Node::Not(a) => format!("!{}", self.term(a)),
            Node::And(a, b) => self.joined(a, "&", b),
            Node::Or(a, b) => self.joined(a, "|", b),
            Node::Equal(a, b) => {
                let sign = if self.terms.sort(a) == Sort::Bool { "<->" } else { "=" };
                self.joined(a, sign, b)
            }
            Node::Less(a, b) => self.joined(a, "<", b),
            Node::Add(a, b) => self.joined(a, "+", b),
            Node::Sub(a, b) => self.joined(a, "-", b),
            Node::Mul(a, b) => self.joined(a, "*", b),
            Node::Div(a, b) => self.joined(a, "/", b),
            Node::Mod(a, b) if self.terms.bounds(a).0 >= 0 => self.joined(a, "mod", b),
            // The tools differ on remainders of negative numbers: there are none in this form.
            Node::Mod(a, b) => {
                let (lo, _) = self.terms.bounds(a);
                let by = self.terms.bounds(b).0;
                let lift = (-lo).div_euclid(by) * by + by;
                format!("(({} + {lift}) mod {by})", self.term(a))
            }
            Node::If(c, a, b) => format!("({} ? {} : {})", self.term(c), self.term(a), self.term(b)),
        };
        if self.uses.get(&t).copied().unwrap_or(0) > 1 && !matches!(self.terms.node(t), Node::Not(_) | Node::Var(_)) {
            let name = self.names.fresh(&format!("t{}", t.0));
            self.defines.push((name.clone(), text));
            self.called.insert(t, name.clone());
            return name;
        }
        text
    }
    fn joined(&mut self, a: Term, sign: &str, b: Term) -> String {
        let (a, b) = (self.term(a), self.term(b));
        format!("({a} {sign} {b})")
    }
    /// A formula.
    pub fn formula(&mut self, formula: &Formula) -> String {
        match formula {
            Formula::Is(t) => self.term(*t),
            Formula::Not(f) => format!("!{}", self.formula(f)),
            Formula::And(a, b) => format!("({} & {})", self.formula(a), self.formula(b)),
            Formula::Or(a, b) => format!("({} | {})", self.formula(a), self.formula(b)),
            Formula::One(op, f) => {
                let op = match op {
                    One::Ex => "EX",
                    One::Ef => "EF",
                    One::Eg => "EG",
                    One::Ax => "AX",
                    One::Af => "AF",
                    One::Ag => "AG",
                    One::Next => "X",
                    One::Finally => "F",
                    One::Globally => "G",
                };
                format!("{op} ({})", self.formula(f))
            }
            Formula::Two(op, a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                match op {
                    Two::Eu => format!("E [{a} U {b}]"),
                    Two::Au => format!("A [{a} U {b}]"),
                    Two::Until => format!("({a} U {b})"),
                    Two::Release => format!("({a} V {b})"),
                }
            }
        }
    }
}
