//! What the names of a printed model mean: the way back from a trace to the system.

use super::names::Names;
use super::terms::Printer;
use crate::model::{Domain, Sort, System, Term, VarKind};
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
    symbols: Vec<String>,
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
    /// What a value of that kind is in a model; nothing if it is of another kind.
    pub fn read(&self, sort: Sort, text: &str) -> Option<i32> {
        match (sort, text) {
            (Sort::Bool, "TRUE") => Some(1),
            (Sort::Bool, "FALSE") => Some(0),
            (Sort::Bool, _) => None,
            (Sort::Int, _) => text.parse().ok(),
            (Sort::Symbol, _) => self.symbols.iter().position(|name| name == text).map(|k| k as i32),
        }
    }
    /// A value as it is printed.
    pub fn show(&self, sort: Sort, value: i32) -> String {
        match sort {
            Sort::Bool => if value != 0 { "TRUE" } else { "FALSE" }.to_string(),
            Sort::Int => value.to_string(),
            Sort::Symbol => self.symbols[value as usize].clone(),
        }
    }
    /// The values of a domain as they are printed.
    pub fn domain(&self, domain: &Domain) -> String {
        match domain {
            Domain::Bool => "boolean".to_string(),
            Domain::Range(lo, hi) => format!("{lo}..{hi}"),
            Domain::Symbols(list) => {
                let list: Vec<&str> = list.iter().map(|k| self.symbols[*k as usize].as_str()).collect();
                format!("{{{}}}", list.join(", "))
            }
        }
    }
    /// Whether a name is that of a common part of terms, which differs from question to question.
    pub fn is_part(name: &str) -> bool {
        let last = name.rsplit('.').next().unwrap_or(name);
        last.strip_prefix('t').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_digit() || c == '_')
        })
    }
}
