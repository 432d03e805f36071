//! How values look in SMV: truth values, numbers, and the names that symbols have there.

use crate::model::{Domain, Sort};

/// The names of a model's symbols, by their place in its table.
#[derive(Clone, Debug, Default)]
pub struct Symbols(pub Vec<String>);

impl Symbols {
    /// A value of some kind as it is printed.
    pub fn show(&self, sort: Sort, value: i32) -> String {
        match sort {
            Sort::Bool => if value != 0 { "TRUE" } else { "FALSE" }.to_string(),
            Sort::Int => value.to_string(),
            Sort::Symbol => self.0[value as usize].clone(),
        }
    }
    /// What a value of that kind is in a model; nothing if it is of another kind.
    pub fn read(&self, sort: Sort, text: &str) -> Option<i32> {
        match (sort, text) {
            (Sort::Bool, "TRUE") => Some(1),
            (Sort::Bool, "FALSE") => Some(0),
            (Sort::Bool, _) => None,
            (Sort::Int, _) => text.parse().ok(),
            (Sort::Symbol, _) => self.0.iter().position(|name| name == text).map(|k| k as i32),
        }
    }
    /// The values of a domain as they are printed: the type of a variable.
    pub fn domain(&self, domain: &Domain) -> String {
        match domain {
            Domain::Bool => "boolean".to_string(),
            Domain::Range(lo, hi) => format!("{lo}..{hi}"),
            Domain::Symbols(list) => {
                let list: Vec<&str> = list.iter().map(|k| self.0[*k as usize].as_str()).collect();
                format!("{{{}}}", list.join(", "))
            }
        }
    }
}
