//! The paper's own style (Figure 3): a module for each processor, a triplet of variables for each pipe.
//!
//! `pc` is a pipe's event, `pb` says that there is one, `pl` that it is the last. A module takes the triplets of its
//! inputs and outputs and the reset flag: 3m + 3n + 1 parameters.

use super::lexicon::{Lexicon, Meaning};
use super::names::Names;
use super::terms::Printer;
use crate::engine::{Machine, Signal, Sketch, Slot, Source};
use crate::error::{Code, Error, Result};
use crate::model::{Domain, InputDomain, Inputs, Model, Node, Property, Settings, System, Term, VarKind};
use std::fmt::Write;

/// A pipe of the pipeline: where it comes from, what formulas call it, and what it carries.
struct Pipe {
    source: Source,
    name: String,
    domain: Domain,
}

/// A pipeline in the paper's style.
pub struct Paper<'a> {
    machine: &'a Machine,
    settings: &'a Settings,
    pipes: Vec<Pipe>,
    modules: Vec<Module>,
    /// The pipes of each processor: its inputs, then its outputs.
    wires: Vec<Vec<usize>>,
    names: Names,
}

impl Paper<'_> {
    /// A module for each processor of a pipeline.
    pub fn new<'a>(machine: &'a Machine, settings: &'a Settings) -> Result<Paper<'a>> {
        let plan = machine.plan();
        let (pipes, names) = (Vec::new(), Names::default());
        let mut paper = Paper { machine, settings, pipes, modules: Vec::new(), wires: Vec::new(), names };
        for (k, name) in plan.input_names.iter().enumerate() {
            let domain = match settings.domains.iter().find(|(n, _)| n == name).map(|(_, domain)| domain) {
                None => Domain::Range(0, settings.bounds.domain - 1),
                Some(InputDomain::Numbers(n)) => Domain::Range(0, n - 1),
                Some(InputDomain::Bool) => Domain::Bool,
                Some(InputDomain::Values(_)) => return Err(plain("inputs with a list of values")),
            };
            paper.pipes.push(Pipe { source: Source::Input(k), name: name.clone(), domain });
        }
        for (k, place) in plan.nodes.iter().enumerate() {
            if place.lossy.contains(&true) {
                return Err(plain("lossy pipes"));
            }
            let name = paper.names.fresh(&format!("{}_{}", capital(place.kind.name), place.id));
            let mut wires: Vec<usize> = place.sources.iter().map(|source| paper.pipe(source)).collect();
            let domains: Vec<Domain> = wires.iter().map(|p| paper.pipes[*p].domain.clone()).collect();
            let module = module_of(machine, k, &name, settings, &domains)?;
            let single = module.outputs.len() == 1;
            for (port, domain) in module.outputs.iter().enumerate() {
                if matches!(domain, Domain::Symbols(_)) {
                    return Err(plain("strings"));
                }
                let name = if single { place.id.clone() } else { format!("{}.{port}", place.id) };
                wires.push(paper.pipes.len());
                paper.pipes.push(Pipe { source: Source::Node(k, port), name, domain: domain.clone() });
            }
            paper.modules.push(module);
            paper.wires.push(wires);
        }
        Ok(paper)
    }

    fn pipe(&self, source: &Source) -> usize {
        self.pipes.iter().position(|pipe| pipe.source == *source).unwrap_or(0)
    }

    /// The text; the properties are over the triplet of the first output.
    pub fn print(mut self, title: &str, specs: &[(&str, Spec)]) -> String {
        let mut out = String::new();
        for line in title.lines() {
            let _ = writeln!(out, "-- {line}");
        }
        self.modules.iter().for_each(|module| out.push_str(&module.text));
        out.push_str("MODULE main\nVAR\n");
        for (k, pipe) in self.pipes.iter().enumerate() {
            let k = k + 1;
            let domain = match &pipe.domain {
                Domain::Range(lo, hi) => format!("{lo}..{hi}"),
                _ => "boolean".to_string(),
            };
            let _ = writeln!(out, "  pc_{k} : {domain};\n  pb_{k} : boolean;\n  pl_{k} : boolean;");
        }
        out.push_str("  prst : boolean;\n");
        for (k, (module, wires)) in self.modules.iter().zip(&self.wires).enumerate() {
            let args: Vec<String> = wires.iter().map(|p| triplet(p + 1)).chain(["prst".into()]).collect();
            let _ = writeln!(out, "  pi_{} : {}({});", k + 1, module.name, args.join(", "));
        }
        out.push_str("INVAR !prst;\n");
        for (k, name) in self.machine.input_names().iter().enumerate() {
            self.input(k + 1, name, &mut out);
        }
        let output = self.machine.plan().outputs.first().map_or(0, |source| self.pipe(source));
        let o = format!("pb_{}", output + 1);
        let full = |(k, module): (usize, &Module)| -> Vec<String> {
            module.full.iter().map(|cell| format!("pi_{}.{cell}", k + 1)).collect()
        };
        let full: Vec<String> = self.modules.iter().enumerate().flat_map(full).collect();
        for (name, spec) in specs {
            let name = self.names.fresh(&format!("p_{name}"));
            let _ = match spec {
                Spec::Liveness => writeln!(out, "CTLSPEC NAME {name} := AG EF {o};"),
                Spec::BoundedLiveness(steps) => {
                    let inner = (1..*steps).fold(o.clone(), |f, _| format!("{o} | X ({f})"));
                    writeln!(out, "LTLSPEC NAME {name} := G ({inner});")
                }
                Spec::NoFullQueue => {
                    let full = if full.is_empty() { "FALSE".to_string() } else { full.join(" | ") };
                    writeln!(out, "CTLSPEC NAME {name} := !EF ({full});")
                }
            };
        }
        out
    }

    /// What an input may bring: `pl` says that the trace has ended, and nothing comes after that.
    fn input(&self, k: usize, name: &str, out: &mut String) {
        let free = self.settings.inputs == Inputs::Free;
        let blank = if self.pipes[k - 1].domain == Domain::Bool { format!("!pc_{k}") } else { format!("pc_{k} = 0") };
        let _ = writeln!(out, "-- {}", name.replace('\n', " "));
        let _ = match (free, self.settings.ends) {
            (true, false) => writeln!(out, "INVAR pb_{k} | {blank};\nINVAR !pl_{k};"),
            (false, false) => writeln!(out, "INVAR pb_{k};\nINVAR !pl_{k};"),
            (true, true) => writeln!(out, "INVAR pb_{k} | {blank};\nTRANS pl_{k} -> next(pl_{k} & !pb_{k});"),
            (false, true) => writeln!(
                out,
                "INVAR pb_{k} | {blank};\nINIT pb_{k};\nTRANS next(pb_{k}) <-> !pl_{k};\nTRANS pl_{k} -> next(pl_{k});"
            ),
        };
    }

    /// The names, as they are to be read in a model of the same pipeline.
    pub fn lexicon(&self, system: &System) -> Lexicon {
        let mut lexicon = Lexicon::bare(&Printer::new(&system.terms));
        let variable = |name: &str| {
            let v = system.vars.iter().position(|var| var.name == name && var.kind != VarKind::Scratch)?;
            Some(v as u32)
        };
        for (k, pipe) in self.pipes.iter().enumerate() {
            let there = system.label(&format!("{}.b", pipe.name));
            for letter in ["c", "b", "l"] {
                let (short, long) = (format!("p{letter}_{}", k + 1), format!("{}.{letter}", pipe.name));
                let is_input = matches!(pipe.source, Source::Input(_));
                if let Some(v) = variable(&long).filter(|_| is_input) {
                    lexicon.variables.insert(short.clone(), v);
                }
                match system.label(&long) {
                    Some(term) => {
                        let only = there.filter(|_| letter == "c");
                        lexicon.labels.insert(short, Meaning { term, only });
                    }
                    None => lexicon.others.push(short),
                }
            }
        }
        lexicon.others.push("prst".to_string());
        for (k, module) in self.modules.iter().enumerate() {
            for (short, long) in &module.parts {
                let name = format!("pi_{}.{short}", k + 1);
                match variable(long) {
                    Some(v) => drop(lexicon.variables.insert(name, v)),
                    None => lexicon.others.push(name),
                }
            }
            lexicon.others.extend(module.full.iter().map(|cell| format!("pi_{}.{cell}", k + 1)));
        }
        lexicon
    }
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
    name: String,
    text: String,
    /// What the parts of its state are called inside, and in a model of the whole pipeline.
    parts: Vec<(String, String)>,
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
    let mut parts = Vec::new();
    for part in &declared {
        let name = printer.names.fresh(part.name.split_once('.').map_or(part.name.as_str(), |(_, rest)| rest));
        let Node::Var(v) = terms.node(part.var) else { continue };
        let _ = writeln!(vars, "  {name} : {};", printer.symbols.domain(terms.domain(v)));
        parts.push((name.clone(), part.name.clone()));
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
        let (name, first) = (printer.term(part.var), printer.symbols.show(sort, terms.known(part.first).unwrap_or(0)));
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
                let blank = printer.symbols.show(terms.sort(slot.value), blank);
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
    Ok(Module { name: name.to_string(), text, parts, outputs, full })
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
