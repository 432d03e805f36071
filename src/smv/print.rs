//! A synchronous system as one SMV module: pipes are DEFINEs, so that only what is state takes part in the search.

use super::lexicon::Lexicon;
use super::terms::Printer;
use crate::model::{First, Logic, Node, Property, System, Term, VarKind};
use std::fmt::Write;

/// Prints a system with what is asked of it.
pub fn print(system: &mut System, properties: &[Property], title: &str) -> String {
    let states: Vec<u32> = system.states().collect();
    let next: Vec<(u32, Term)> = states.iter().map(|v| (*v, system.next(*v))).collect();
    let mut roots: Vec<Term> = next.iter().map(|(_, t)| *t).collect();
    roots.extend(system.labels.values());
    roots.extend(&system.invariants);
    roots.extend(&system.justice);
    roots.push(system.init);
    for property in properties {
        property.formula.terms(&mut |t| roots.push(t));
    }
    let system = &*system;
    let mut printer = Printer::new(&system.terms);
    let mut out = String::new();
    for line in title.lines() {
        let _ = writeln!(out, "-- {line}");
    }
    let _ = writeln!(out, "MODULE main\nVAR");
    let lexicon = Lexicon::with(system, &mut printer);
    for (name, v) in &lexicon.variables {
        let known_as = system.vars[*v as usize].name.replace('\n', " ");
        let _ = writeln!(out, "  {name} : {};  -- {known_as}", printer.symbols.domain(system.terms.domain(*v)));
        printer.called.insert(system.terms.var_term(*v), name.clone());
    }
    printer.count(&roots);
    let mut assigns = String::new();
    for (v, term) in &next {
        let name = printer.called[&system.terms.var_term(*v)].clone();
        if let VarKind::State(First::Value(first)) = system.vars[*v as usize].kind {
            let sort = system.terms.domain(*v).sort();
            let _ = writeln!(assigns, "  init({name}) := {};", printer.symbols.show(sort, first));
        }
        let text = printer.term(*term);
        let _ = writeln!(assigns, "  next({name}) := {text};");
    }
    // Labels, for people and for formulas of their own.
    let mut labels = Vec::new();
    for (name, meaning) in &lexicon.labels {
        labels.push((name.clone(), printer.term(meaning.term)));
    }
    let mut rules = String::new();
    if !matches!(system.terms.node(system.init), Node::Const(..)) {
        let text = printer.term(system.init);
        let _ = writeln!(rules, "INIT {text};");
    }
    for term in &system.invariants {
        let text = printer.term(*term);
        let _ = writeln!(rules, "INVAR {text};");
    }
    for term in &system.justice {
        let text = printer.term(*term);
        let _ = writeln!(rules, "JUSTICE {text};");
    }
    let mut specs = String::new();
    for (k, property) in properties.iter().enumerate() {
        let name = printer.names.fresh(&format!("p{}_{}", k + 1, property.name.chars().take(40).collect::<String>()));
        let text = printer.formula(&property.formula);
        let word = if property.logic == Logic::Ctl { "CTLSPEC" } else { "LTLSPEC" };
        let _ = writeln!(specs, "{word} NAME {name} := {text};");
    }
    printer.defines.extend(labels);
    if !printer.defines.is_empty() {
        out.push_str("DEFINE\n");
        for (name, text) in &printer.defines {
            let _ = writeln!(out, "  {name} := {text};");
        }
    }
    if !assigns.is_empty() {
        let _ = write!(out, "ASSIGN\n{assigns}");
    }
    out.push_str(&rules);
    out.push_str(&specs);
    out
}
