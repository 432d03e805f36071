//! What the names of a printed model mean: the way back from a trace to the system.

use super::names::Names;
use super::symbols::Symbols;
use super::terms::Printer;
use crate::model::{System, Term, VarKind};
use indexmap::IndexMap;

/// A named value of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    pub term: Term,
    /// It means something only while this holds.
    pub only: Option<Term>,
}

/// The names of a printed model.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// How values look.
    pub symbols: Symbols,
    /// Variables, by number.
    pub variables: IndexMap<String, u32>,
    /// What else has a name: ports, queues.
    pub labels: IndexMap<String, Meaning>,
    /// Names of parts that mean nothing outside the printed text.
    pub others: Vec<String>,
}

impl Lexicon {
    /// The names of a system that is printed as one module.
    pub fn of(system: &System) -> Lexicon {
        Lexicon::with(system, &mut Printer::new(&system.terms))
    }
    /// The same, while it is printed: variables are named first, so that nothing else changes their names.
    pub fn with(system: &System, printer: &mut Printer) -> Lexicon {
        let mut lexicon = Lexicon::bare(printer);
        let names: &mut Names = &mut printer.names;
        for (v, var) in system.vars.iter().enumerate().filter(|(_, var)| var.kind != VarKind::Scratch) {
            lexicon.variables.insert(names.fresh(&var.name), v as u32);
        }
        for (label, term) in &system.labels {
            if system.number(*term).is_none() {
                lexicon.labels.insert(names.fresh(label), Meaning { term: *term, only: None });
            }
        }
        lexicon
    }
    /// No names yet.
    pub fn bare(printer: &Printer) -> Lexicon {
        Lexicon { symbols: printer.symbols.clone(), ..Lexicon::default() }
    }
    /// Whether a name is that of a common part of terms, which differs from question to question.
    pub fn is_part(name: &str) -> bool {
        let last = name.rsplit('.').next().unwrap_or(name);
        last.strip_prefix('t').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_digit() || c == '_')
        })
    }
}
