//! The event language of the paper's section 4: its syntax tree, and one file for each thing done with it.
//!
//! ```
//! use watertight::pullstream::language::{Style, expression, parse, print};
//!
//! let source = parse("UO: x[i] := v[i] <= TI: ask[x[i]] & i <= n").unwrap();
//! assert_eq!(print(&source, Style::Typeset), "UO : x\u{304}ᵢ := vᵢ ⇐ TI : ask[x\u{304}ᵢ] ∧ i ≤ n\n");
//! assert_eq!(expression("a -> ").unwrap_err().message, "1:6: expected an event, a relation or (, got the end");
//! ```

mod expand;
mod lexer;
mod normal;
mod parse;
mod print;
#[cfg(all(test, not(target_arch = "wasm32")))]
pub mod sample;

pub use expand::{Expander, Setting, compare};
pub use normal::{Literal, Normal, normalise, unfold};
pub use parse::{event, expression, parse};
pub use print::{Style, print, print_event, print_expr, print_statement};

/// A name or a number in an index.
#[derive(Clone, Debug, PartialEq)]
pub enum Atom {
    Name(String),
    Number(i64),
}

/// An index: a name or number, and what is added to it or (`true`) taken from it: `i`, `3`, `i-1`, `n + 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Term(pub Vec<(bool, Atom)>);

/// A stream variable or value with its stage and index: `x'[i]`, `v[1]` (Tables 1 and 2).
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: String,
    pub primes: usize,
    pub index: Term,
}

/// What stands between brackets: an item, or a bare name such as `err`.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Item(Item),
    Term(Term),
}

/// Where an event is initiated: `TI`, `U[1]` (Table 3).
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    pub name: String,
    pub index: Option<Term>,
}

/// The three sorts of events of Table 3.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// `ask[x[i]]`
    Request(String, Vec<Arg>),
    /// `x[i] := v[i]`
    Answer(Arg, Arg),
    /// `lendStream#1(v[1])`
    Method(String, Term, Vec<Arg>),
}

/// An event, with the port that initiates it.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub port: Option<Port>,
    pub what: What,
}

/// The operators of relations, as they are written.
pub const RELATIONS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

/// An antecedent or a partial order (Tables 4 and 5), with the functions and cases of Figures 8 to 10.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Bool(bool),
    Empty,
    /// A bare name: a boolean parameter, a function's parameter, or an event without port and arguments.
    Name(String),
    Event(Event),
    /// A port before a group or a call belongs to each event in it.
    At(Port, Box<Expr>),
    /// `r < i <= n`: a chain, each operator an index into [`RELATIONS`].
    Relation(Term, Vec<(usize, Term)>),
    Before(Vec<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Box<Expr>),
    /// `A i, j. a` (true) or `E i, j. a`.
    Quantified(bool, Vec<String>, Box<Expr>),
    Call(String, Vec<Expr>),
    /// An index as the argument of a call.
    Term(Term),
    /// `{ condition ? expression ; ... }`: the first whose condition holds.
    Cases(Vec<(Expr, Expr)>),
}

/// A parameter of a function: a name, or the pattern `x[i]` that names a stream variable and its index.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    pub name: String,
    pub index: Option<String>,
}

/// `name(parameters) ::= body where ...`
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    pub name: String,
    pub parameters: Vec<Pattern>,
    pub body: Expr,
    pub inner: Vec<Definition>,
}

/// One statement of a specification.
#[derive(Clone, Debug, PartialEq)]
pub enum Sort {
    /// `parameter w` (a boolean) or `parameter n: n >= 0` (a number that satisfies the relation).
    Parameter(String, Option<Expr>),
    Definition(Definition),
    /// `event <= antecedent` (true) or `antecedent => event`.
    Rule(Event, Expr, bool),
    /// A partial order that histories follow.
    Order(Expr),
}

/// A statement and where it starts.
#[derive(Clone, Debug)]
pub struct Statement {
    pub sort: Sort,
    pub line: usize,
    pub column: usize,
}

impl Term {
    /// The index that is that number.
    pub fn number(n: i64) -> Term {
        Term(vec![(false, Atom::Number(n))])
    }
    /// The index that is that name.
    pub fn name(name: &str) -> Term {
        Term(vec![(false, Atom::Name(name.to_string()))])
    }
    /// The name, when the index is nothing else.
    pub fn bare(&self) -> Option<&str> {
        match self.0.as_slice() {
            [(false, Atom::Name(name))] => Some(name),
            _ => None,
        }
    }
    /// The one variable of an expanded index, if any, and the number added to it.
    pub fn linear(&self) -> (Option<&str>, i64) {
        let mut variable = None;
        let mut sum = 0i64;
        for (minus, atom) in &self.0 {
            match atom {
                Atom::Name(name) => variable = Some(name.as_str()),
                Atom::Number(n) => sum = sum.saturating_add(if *minus { -n } else { *n }),
            }
        }
        (variable, sum)
    }
}
