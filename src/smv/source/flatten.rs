//! Modules put together: every variable, definition and condition of the structure under its full name.

use super::super::trace::wrong;
use super::syntax::*;
use crate::error::{Code, Error, Result};
use crate::limits::STRUCTURE_PARTS;
use indexmap::{IndexMap, IndexSet};

/// An expression with the instance it stands in.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    pub expr: &'a Expr,
    pub scope: usize,
}

/// One instance of a module.
pub struct Scope<'a> {
    module: &'a Module,
    prefix: String,
    parameters: IndexMap<&'a str, Placed<'a>>,
}

/// A variable under its full name.
pub struct Variable<'a> {
    pub declaration: &'a Declaration,
    pub first: Option<Placed<'a>>,
    pub next: Option<Placed<'a>>,
    pub always: Option<Placed<'a>>,
}

/// A structure without modules.
#[derive(Default)]
pub struct Flat<'a> {
    pub scopes: Vec<Scope<'a>>,
    pub variables: IndexMap<String, Variable<'a>>,
    pub defines: IndexMap<String, Placed<'a>>,
    pub constants: IndexSet<&'a str>,
    pub constraints: Vec<(Constraint, Placed<'a>)>,
}

/// What a name stands for.
pub enum Meaning<'a> {
    Variable(usize),
    Define(usize),
    Parameter(Placed<'a>),
    Constant(&'a str),
}

/// Puts the instances of `main` together.
pub fn flatten(program: &Program) -> Result<Flat<'_>> {
    let main = program.modules.iter().find(|module| module.name == "main");
    let main = main.ok_or_else(|| wrong((1, 1), "expected a module 'main', found none"))?;
    if !main.parameters.is_empty() {
        return Err(wrong(main.place, "the module 'main' takes no parameters"));
    }
    let mut flat = Flat::default();
    flat.instance(program, main, String::new(), IndexMap::new(), &mut Vec::new())?;
    flat.assignments()?;
    Ok(flat)
}

impl<'a> Flat<'a> {
    fn instance(
        &mut self,
        program: &'a Program,
        module: &'a Module,
        prefix: String,
        parameters: IndexMap<&'a str, Placed<'a>>,
        around: &mut Vec<&'a str>,
    ) -> Result<()> {
        if around.contains(&module.name.as_str()) {
            return Err(wrong(module.place, format!("the module '{}' has an instance of itself inside", module.name)));
        }
        let scope = self.scopes.len();
        self.scopes.push(Scope { module, prefix: prefix.clone(), parameters });
        around.push(&module.name);
        for declaration in &module.variables {
            if self.scopes.len().max(self.variables.len()) > STRUCTURE_PARTS {
                return Err(Error::limit(format!(
                    "{}:{}: a structure has at most {STRUCTURE_PARTS} variables and instances of modules",
                    declaration.place.0, declaration.place.1
                )));
            }
            let name = format!("{prefix}{}", declaration.name);
            match &declaration.kind {
                Type::Instance(kind, arguments) => {
                    let inner = program.modules.iter().find(|module| module.name == *kind).ok_or_else(|| {
                        wrong(declaration.place, format!("expected a type or a module, '{kind}' is neither"))
                    })?;
                    if inner.parameters.len() != arguments.len() {
                        let (wants, got) = (inner.parameters.len(), arguments.len());
                        return Err(wrong(declaration.place, format!("'{kind}' takes {wants} parameters, got {got}")));
                    }
                    let arguments = arguments.iter().map(|expr| Placed { expr, scope });
                    let parameters = inner.parameters.iter().map(String::as_str).zip(arguments).collect();
                    self.instance(program, inner, format!("{name}."), parameters, around)?;
                }
                kind => {
                    if let Type::Enumeration(values) = kind {
                        self.constants.extend(values.iter().filter_map(|value| match value {
                            Constant::Symbol(name) => Some(name.as_str()),
                            _ => None,
                        }));
                    }
                    let variable = Variable { declaration, first: None, next: None, always: None };
                    if self.variables.insert(name, variable).is_some() {
                        return Err(wrong(declaration.place, format!("'{}' is declared twice", declaration.name)));
                    }
                }
            }
        }
        for (name, expr) in &module.defines {
            let full = format!("{prefix}{name}");
            let taken = self.variables.contains_key(&full) || self.defines.contains_key(&full);
            if taken || self.defines.insert(full, Placed { expr, scope }).is_some() {
                return Err(wrong(expr.place, format!("'{name}' is declared twice")));
            }
        }
        self.constants.extend(module.constants.iter().map(String::as_str));
        let constraints = module.constraints.iter();
        self.constraints.extend(constraints.map(|(kind, expr)| (*kind, Placed { expr, scope })));
        around.pop();
        Ok(())
    }

    /// Assignments, once all variables are known: a module may assign to those of another.
    fn assignments(&mut self) -> Result<()> {
        for scope in 0..self.scopes.len() {
            let module = self.scopes[scope].module;
            for assign in &module.assigns {
                let v = self.assigned(&assign.name, scope, assign.place)?;
                let variable = &mut self.variables[v];
                let place = match assign.when {
                    When::First => &mut variable.first,
                    When::Next => &mut variable.next,
                    When::Always => &mut variable.always,
                };
                let again = place.replace(Placed { expr: &assign.value, scope }).is_some();
                let mixed = variable.always.is_some() && (variable.first.is_some() || variable.next.is_some());
                if again || mixed {
                    return Err(wrong(assign.place, format!("'{}' is assigned twice", assign.name)));
                }
                let class = variable.declaration.class;
                if class == Class::Input || (class == Class::Frozen && assign.when != When::First) {
                    return Err(wrong(assign.place, format!("'{}' cannot be assigned to: it is no VAR", assign.name)));
                }
            }
        }
        Ok(())
    }
    fn assigned(&self, name: &str, scope: usize, place: Place) -> Result<usize> {
        match self.meaning(name, scope, place)? {
            Meaning::Variable(v) => Ok(v),
            Meaning::Parameter(Placed { expr: Expr { node: Node::Name(name), .. }, scope }) => {
                self.assigned(name, scope, place)
            }
            _ => Err(wrong(place, format!("expected a variable, '{name}' is none"))),
        }
    }

    /// The full name of a path, parameters that stand for instances resolved.
    fn full(&self, path: &str, scope: usize, depth: usize) -> String {
        let head = path.split('.').next().unwrap_or(path);
        let at = &self.scopes[scope];
        match at.parameters.get(head) {
            Some(Placed { expr: Expr { node: Node::Name(name), .. }, scope }) if depth > 0 => {
                format!("{}{}", self.full(name, *scope, depth - 1), &path[head.len()..])
            }
            _ => format!("{}{path}", at.prefix),
        }
    }

    /// What a name stands for in an instance.
    pub fn meaning(&self, path: &str, scope: usize, place: Place) -> Result<Meaning<'a>> {
        if let Some(given) = self.scopes[scope].parameters.get(path) {
            return Ok(Meaning::Parameter(*given));
        }
        let full = self.full(path, scope, self.scopes.len());
        if let Some(v) = self.variables.get_index_of(&full) {
            return Ok(Meaning::Variable(v));
        }
        if let Some(d) = self.defines.get_index_of(&full) {
            return Ok(Meaning::Define(d));
        }
        if let Some(name) = self.constants.get(path) {
            return Ok(Meaning::Constant(name));
        }
        let known: Vec<&str> = self.variables.keys().map(String::as_str).take(8).collect();
        let message = format!("unknown name '{path}' (variables: {})", known.join(", "));
        Err(Error { code: Code::Syntax, ..wrong(place, message) })
    }
}
