//! The syntax of a structure: modules, their parts, expressions; each with its place.

/// Line and column, from 1.
pub type Place = (usize, usize);

/// A file.
pub struct Program {
    pub modules: Vec<Module>,
    pub specifications: usize,
}

/// One module.
pub struct Module {
    pub name: String,
    pub place: Place,
    pub parameters: Vec<String>,
    pub variables: Vec<Declaration>,
    pub defines: Vec<(String, Expr)>,
    /// Symbolic constants that are only named.
    pub constants: Vec<String>,
    pub assigns: Vec<Assign>,
    pub constraints: Vec<(Constraint, Expr)>,
}

/// How a variable behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    State,
    Input,
    Frozen,
}

pub struct Declaration {
    pub name: String,
    pub place: Place,
    pub class: Class,
    pub kind: Type,
}

pub enum Type {
    Boolean,
    Range(i32, i32),
    Enumeration(Vec<Constant>),
    Instance(String, Vec<Expr>),
}

/// A value of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    Bool(bool),
    Number(i32),
    Symbol(String),
}

/// What an assignment gives a value to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    First,
    Next,
    Always,
}

pub struct Assign {
    pub when: When,
    pub name: String,
    pub place: Place,
    pub value: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    Init,
    Invar,
    Trans,
    Justice,
}

/// An expression.
pub struct Expr {
    pub place: Place,
    /// Expressions inside one another, so that none is deeper than a stack.
    pub height: usize,
    pub node: Node,
}

pub enum Node {
    Constant(Constant),
    /// A name, with dots.
    Name(String),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Next(Box<Expr>),
    Two(&'static str, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Case(Vec<(Expr, Expr)>),
    Set(Vec<Expr>),
    Range(i32, i32),
}
