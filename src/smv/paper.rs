//! The paper's own style (Figure 3): a module for each processor, a triplet of variables for each pipe.
//!
//! `pc` is a pipe's event, `pb` says that there is one, `pl` that it is the last. A module takes the triplets of its
//! inputs and outputs and the reset flag: 3m + 3n + 1 parameters.

use super::names::Names;
use super::terms::Printer;
use crate::engine::{Machine, Signal, Sketch, Slot, Source};
use crate::error::{Code, Error, Result};
use crate::model::{Domain, Inputs, Model, Node, Property, Settings, Term};
use std::fmt::Write;

/// A pipe of the pipeline: where it comes from, and what it carries.
struct Pipe {
    source: Source,
    domain: Domain,
}

/// Prints pipelines side by side in the paper's style; the properties are those of the model, over `out` triplets.
pub fn print_paper(machine: &Machine, settings: &Settings, title: &str, specs: &[(&str, Spec)]) -> Result<String> {
    let plan = machine.plan();
    let mut pipes: Vec<Pipe> = Vec::new();
    let n = settings.bounds.domain;
    for _ in &plan.input_names {
        let source = Source::Input(pipes.len());
        pipes.push(Pipe { source, domain: Domain::Range(0, n - 1) });
    }
    let mut modules = String::new();
    let mut instances = String::new();
    let mut queues: Vec<String> = Vec::new();
    let mut names = Names::default();
    for (k, place) in plan.nodes.iter().enumerate() {
        let module = names.fresh(&format!("{}_{}", capital(place.kind.name), place.id));
        let inputs: Vec<usize> =
            place.sources.iter().map(|s| pipes.iter().position(|p| p.source == *s).unwrap_or(0)).collect();
        let domains: Vec<Domain> = inputs.iter().map(|p| pipes[*p].domain.clone()).collect();
        let made = module_of(machine, k, &module, settings, &domains)?;
        modules.push_str(&made.text);
        queues.extend(made.full.iter().map(|cell| format!("pi_{}.{cell}", k + 1)));
        let first = pipes.len();
        for (port, domain) in made.outputs.into_iter().enumerate() {
            pipes.push(Pipe { source: Source::Node(k, port), domain });
        }
        let args: Vec<String> =
            inputs.iter().copied().chain(first..pipes.len()).map(|p| triplet(p + 1)).chain(["prst".into()]).collect();
        let _ = writeln!(instances, "  pi_{} : {module}({});", k + 1, args.join(", "));
    }
    let mut out = String::new();
    for line in title.lines() {
        let _ = writeln!(out, "-- {line}");
    }
    out.push_str(&modules);
    out.push_str("MODULE main\nVAR\n");
    for (k, pipe) in pipes.iter().enumerate() {
        let k = k + 1;
        let domain = match &pipe.domain {
            Domain::Bool => "boolean".to_string(),
            Domain::Range(lo, hi) => format!("{lo}..{hi}"),
            Domain::Symbols(_) => return Err(plain("strings")),
        };
        let _ = writeln!(out, "  pc_{k} : {domain};\n  pb_{k} : boolean;\n  pl_{k} : boolean;");
    }
    let _ = write!(out, "  prst : boolean;\n{instances}");
    out.push_str("INVAR !prst;\n");
    for (k, name) in plan.input_names.iter().enumerate() {
        let k = k + 1;
        let there = if settings.inputs == Inputs::Free { format!("pb_{k} | pc_{k} = 0") } else { format!("pb_{k}") };
        let _ = writeln!(out, "INVAR {there};  -- {}\nINVAR !pl_{k};", name.replace('\n', " "));
    }
    let output = plan.outputs.iter().map(|s| pipes.iter().position(|p| p.source == *s).unwrap_or(0) + 1).next();
    let o = format!("pb_{}", output.unwrap_or(1));
    for (name, spec) in specs {
        let name = names.fresh(&format!("p_{name}"));
        let _ = match spec {
            Spec::Liveness => writeln!(out, "CTLSPEC NAME {name} := AG EF {o};"),
            Spec::BoundedLiveness(steps) => {
                let inner = (1..*steps).fold(o.clone(), |f, _| format!("{o} | X ({f})"));
                writeln!(out, "LTLSPEC NAME {name} := G ({inner});")
            }
            Spec::NoFullQueue => {
                let full = if queues.is_empty() { "FALSE".to_string() } else { queues.join(" | ") };
                writeln!(out, "CTLSPEC NAME {name} := !EF ({full});")
            }
        };
    }
    Ok(out)
}

/// A property the paper prints.
pub enum Spec {
    Liveness,
    BoundedLiveness(usize),
    NoFullQueue,
}

impl Spec {
    /// The property of that name, if the paper has it for one pipeline.
    pub fn named(name: &str) -> Option<Spec> {
        match name.split_once(':').unwrap_or((name, "3")) {
            ("liveness", _) => Some(Spec::Liveness),
            ("bounded-liveness", k) => k.parse().ok().map(Spec::BoundedLiveness),
            ("no-full-queue", _) => Some(Spec::NoFullQueue),
            _ => None,
        }
    }
}

fn triplet(k: usize) -> String {
    format!("pc_{k}, pb_{k}, pl_{k}")
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|c| c.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

fn plain(what: &str) -> Error {
    Error::new(Code::Model, format!("the paper's style has no {what}: print without --paper-style"))
}

struct Module {
    text: String,
    outputs: Vec<Domain>,
    /// Conditions under which one of its queues is full.
    full: Vec<String>,
}

/// One processor as a module of its own, on pipes that are its parameters.
fn module_of(machine: &Machine, n: usize, name: &str, settings: &Settings, domains: &[Domain]) -> Result<Module> {
    let mut sketch = Sketch::new(settings.bounds.clone());
    let mut parameters = Vec::new();
    let mut called: Vec<(Term, String)> = Vec::new();
    let mut signals = Vec::new();
    for (k, domain) in domains.iter().enumerate() {
        let value = sketch.terms.variable(domain.clone());
        let there = sketch.terms.variable(Domain::Bool);
        let last = sketch.terms.variable(Domain::Bool);
        for (term, letter) in [(value, "c"), (there, "b"), (last, "l")] {
            let name = format!("in_{letter}_{}", k + 1);
            parameters.push(name.clone());
            called.push((term, name));
        }
        signals.push(Signal { slots: vec![Slot { there, value }], ended: last });
    }
    let out = sketch.single(machine, n, signals)?;
    let declared = std::mem::take(&mut sketch.declared);
    let cells = sketch.cells().clone();
    let queues = std::mem::take(&mut sketch.queues);
    let terms = &sketch.terms;
    let mut printer = Printer::new(terms);
    for (term, name) in called {
        printer.names.fresh(&name);
        printer.called.insert(term, name);
    }
    let mut vars = String::new();
    for part in &declared {
        let name = printer.names.fresh(part.name.split_once('.').map_or(part.name.as_str(), |(_, rest)| rest));
        let Node::Var(v) = terms.node(part.var) else { continue };
        let _ = writeln!(vars, "  {name} : {};", printer.domain(terms.domain(v)));
        printer.called.insert(part.var, name);
    }
    let mut roots: Vec<Term> = declared.iter().map(|part| cells[&part.name].now).collect();
    let mut outputs = Vec::new();
    for signal in &out {
        if signal.slots.len() > 1 {
            return Err(plain("pipes with several events in a step"));
        }
        roots.extend(signal.slots.iter().flat_map(|slot| [slot.there, slot.value]));
        roots.push(signal.ended);
        outputs.push(signal.slots.first().map_or(Domain::Range(0, 0), |slot| terms.domain_of(slot.value)));
    }
    printer.count(&roots);
    let mut assigns = String::new();
    for part in &declared {
        let sort = terms.sort(part.first);
        let (name, first) = (printer.term(part.var), printer.value(sort, terms.known(part.first).unwrap_or(0)));
        let next = printer.term(cells[&part.name].now);
        let _ = writeln!(assigns, "  init({name}) := {first};\n  next({name}) := prst ? {first} : {next};");
    }
    let mut rules = String::new();
    for (k, signal) in out.iter().enumerate() {
        let k = k + 1;
        for letter in ["c", "b", "l"] {
            parameters.push(format!("out_{letter}_{k}"));
        }
        let ended = printer.term(signal.ended);
        let _ = writeln!(rules, "INVAR out_l_{k} <-> {ended};");
        match signal.slots.first() {
            None => rules.push_str(&format!("INVAR !out_b_{k};\n")),
            Some(slot) => {
                let there = printer.term(slot.there);
                let (value, blank) = (printer.term(slot.value), terms.bounds(slot.value).0);
                let blank = printer.value(terms.sort(slot.value), blank);
                let _ = writeln!(rules, "INVAR out_b_{k} <-> {there};");
                let _ = writeln!(rules, "INVAR out_c_{k} = (out_b_{k} ? {value} : {blank});");
            }
        }
    }
    let mut full = Vec::new();
    for (k, queue) in queues.iter().enumerate() {
        let cell = printer.names.fresh(&format!("full_{}", k + 1));
        let length = declared.iter().find(|part| part.name.ends_with(&format!("queue[{k}].length")));
        if let Some(part) = length {
            let name = printer.term(part.var);
            printer.defines.push((cell.clone(), format!("({name} = {})", queue.size)));
            full.push(cell);
        }
    }
    let mut text = String::new();
    parameters.push("prst".into());
    let _ = writeln!(text, "MODULE {name}({})", parameters.join(", "));
    if !vars.is_empty() {
        let _ = write!(text, "VAR\n{vars}");
    }
    if !printer.defines.is_empty() {
        text.push_str("DEFINE\n");
        for (name, body) in &printer.defines {
            let _ = writeln!(text, "  {name} := {body};");
        }
    }
    if !assigns.is_empty() {
        let _ = write!(text, "ASSIGN\n{assigns}");
    }
    text.push_str(&rules);
    text.push('\n');
    Ok(Module { text, outputs, full })
}

/// The title of a printed model: what it assumes.
pub fn title(model: &Model, properties: &[Property]) -> String {
    let bounds = &model.settings.bounds;
    let list: Vec<&str> = properties.iter().map(|p| p.name.as_str()).collect();
    format!(
        "A pipeline as watertight sees it: queues of {}, numbers 0 to {}.\nAsked: {}",
        bounds.queue,
        bounds.domain - 1,
        list.join("; ")
    )
}
