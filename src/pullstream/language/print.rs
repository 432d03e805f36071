//! Statements to text: the ASCII notation, which parses back to the same, and the paper's typeset form.

use super::{Arg, Atom, Definition, Event, Expr, Port, RELATIONS, Sort, Statement, Term, What};

/// The two looks of the language.
#[derive(Clone, Copy, PartialEq)]
pub enum Style {
    Ascii,
    /// The paper's symbols as Unicode: bars over stream variables, subscripts, underlined functions.
    Typeset,
}

/// A specification, one statement a line.
pub fn print(statements: &[Statement], style: Style) -> String {
    let mut printer = Printer { out: String::new(), style };
    for statement in statements {
        printer.statement(&statement.sort);
        printer.out.push('\n');
    }
    printer.out
}

/// One statement, without its end of line.
pub fn print_statement(sort: &Sort, style: Style) -> String {
    let mut printer = Printer { out: String::new(), style };
    printer.statement(sort);
    printer.out
}

/// An antecedent or partial order.
pub fn print_expr(expr: &Expr, style: Style) -> String {
    let mut printer = Printer { out: String::new(), style };
    printer.expr(expr, 0);
    printer.out
}

/// An event.
pub fn print_event(event: &Event, style: Style) -> String {
    let mut printer = Printer { out: String::new(), style };
    printer.event(event);
    printer.out
}

/// ASCII and typeset of each operator, by pairs.
const OR: [&str; 2] = [" | ", " | "];
const AND: [&str; 2] = [" & ", " ∧ "];
const BEFORE: [&str; 2] = [" -> ", " → "];
const SYMBOLS: [&str; 6] = ["=", "≠", "<", "≤", ">", "≥"];
/// Letters that have a subscript of their own in Unicode.
const LETTERS: &str = "aeoxhklmnpstijruv";
const LOWERED: &str = "ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ";

struct Printer {
    out: String,
    style: Style,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }
    fn pick(&mut self, pair: [&str; 2]) {
        self.put(pair[usize::from(self.style == Style::Typeset)]);
    }

    fn statement(&mut self, sort: &Sort) {
        match sort {
            Sort::Parameter(name, condition) => {
                self.put("parameter ");
                self.put(name);
                if let Some(condition) = condition {
                    self.put(": ");
                    self.expr(condition, 0);
                }
            }
            Sort::Definition(definition) => self.definition(definition),
            Sort::Rule(event, antecedent, reversed) => {
                if *reversed {
                    self.event(event);
                    self.pick([" <= ", " ⇐ "]);
                    self.expr(antecedent, 0);
                } else {
                    self.expr(antecedent, 0);
                    self.pick([" => ", " ⇒ "]);
                    self.event(event);
                }
            }
            Sort::Order(order) => self.expr(order, 0),
        }
    }

    fn definition(&mut self, definition: &Definition) {
        self.function(&definition.name);
        for (k, pattern) in definition.parameters.iter().enumerate() {
            self.put(if k == 0 { "(" } else { ", " });
            match &pattern.index {
                Some(index) => self.item(&pattern.name, 0, &Term::name(index)),
                None => self.put(&pattern.name),
            }
        }
        if !definition.parameters.is_empty() {
            self.put(")");
        }
        self.put(" ::= ");
        self.expr(&definition.body, 0);
        for inner in &definition.inner {
            self.put(" where ");
            self.definition(inner);
        }
    }

    /// `outer` is the priority of what is around: 0 `|`, 1 `&`, 2 `!` and quantifiers, 3 `->`, 4 its operands.
    fn expr(&mut self, expr: &Expr, outer: usize) {
        let own = match expr {
            Expr::Or(_) => 0,
            Expr::And(_) => 1,
            Expr::Not(_) | Expr::Quantified(..) => 2,
            Expr::Before(_) => 3,
            _ => 5,
        };
        if own < outer {
            self.put("(");
        }
        match expr {
            Expr::Or(all) => self.list(all, OR, 1),
            Expr::And(all) => self.list(all, AND, 2),
            Expr::Before(all) => self.list(all, BEFORE, 4),
            Expr::Not(inner) => {
                self.pick(["!", "¬"]);
                self.expr(inner, 2);
            }
            Expr::Quantified(all, variables, inner) => {
                self.pick(if *all { ["A ", "∀"] } else { ["E ", "∃"] });
                if self.style == Style::Ascii {
                    self.put(&variables.join(", "));
                    self.put(". ");
                } else {
                    for variable in variables {
                        self.below(variable);
                    }
                    self.put(" ");
                }
                self.expr(inner, 2);
            }
            Expr::Bool(true) => self.pick(["true", "⊤"]),
            Expr::Bool(false) => self.pick(["false", "⊥"]),
            Expr::Empty => self.put("empty"),
            Expr::Name(name) => self.put(name),
            Expr::Event(event) => self.event(event),
            Expr::At(port, inner) => {
                self.port(port);
                let group = !matches!(**inner, Expr::Call(..) | Expr::Empty);
                self.put(if group { "(" } else { "" });
                self.expr(inner, 0);
                self.put(if group { ")" } else { "" });
            }
            Expr::Relation(first, rest) => {
                self.term(first, " ");
                for (operator, term) in rest {
                    self.put(" ");
                    self.pick([RELATIONS[*operator], SYMBOLS[*operator]]);
                    self.put(" ");
                    self.term(term, " ");
                }
            }
            Expr::Call(name, arguments) => {
                self.function(name);
                self.put("(");
                for (k, argument) in arguments.iter().enumerate() {
                    self.put(if k == 0 { "" } else { ", " });
                    match argument {
                        // As an argument of a function `x[i]` is a stream variable, not a request named x.
                        Expr::Event(Event { port: None, what: What::Request(name, all) }) => match all.as_slice() {
                            [Arg::Term(index)] if name.bytes().all(|b| b.is_ascii_lowercase()) => {
                                self.item(name, 0, index);
                            }
                            _ => self.expr(argument, 0),
                        },
                        _ => self.expr(argument, 0),
                    }
                }
                self.put(")");
            }
            Expr::Term(term) => self.term(term, " "),
            Expr::Cases(cases) => {
                for (k, (condition, body)) in cases.iter().enumerate() {
                    self.put(if k == 0 { "{ " } else { " ; " });
                    self.expr(condition, 0);
                    self.put(" ? ");
                    self.expr(body, 0);
                }
                self.put(" }");
            }
        }
        if own < outer {
            self.put(")");
        }
    }

    fn list(&mut self, all: &[Expr], operator: [&str; 2], inner: usize) {
        for (k, expr) in all.iter().enumerate() {
            if k > 0 {
                self.pick(operator);
            }
            self.expr(expr, inner);
        }
    }

    fn port(&mut self, port: &Port) {
        self.put(&port.name);
        if let Some(index) = &port.index {
            self.index(index);
        }
        self.pick([": ", " : "]);
    }

    pub fn event(&mut self, event: &Event) {
        if let Some(port) = &event.port {
            self.port(port);
        }
        match &event.what {
            What::Request(name, arguments) => {
                // An empty name is a primed item that stands alone.
                self.put(name);
                self.arguments(arguments, if name.is_empty() { ["", ""] } else { ["[", "]"] });
            }
            What::Answer(variable, value) => {
                self.argument(variable);
                self.put(" := ");
                self.argument(value);
            }
            What::Method(name, index, arguments) => {
                self.put(name);
                match self.style {
                    Style::Ascii => {
                        self.put("#");
                        self.term(index, "");
                    }
                    Style::Typeset => self.index(index),
                }
                self.arguments(arguments, ["(", ")"]);
            }
        }
    }

    fn arguments(&mut self, all: &[Arg], [open, close]: [&str; 2]) {
        for (k, argument) in all.iter().enumerate() {
            self.put(if k == 0 { open } else { ", " });
            self.argument(argument);
        }
        self.put(if all.is_empty() { "" } else { close });
    }

    fn argument(&mut self, argument: &Arg) {
        match argument {
            Arg::Item(item) => self.item(&item.name, item.primes, &item.index),
            Arg::Term(term) => self.term(term, ""),
        }
    }

    fn item(&mut self, name: &str, primes: usize, index: &Term) {
        self.put(name);
        if self.style == Style::Typeset && name != "v" {
            self.put("\u{304}");
        }
        for _ in 0..primes {
            self.pick(["'", "′"]);
        }
        self.index(index);
    }

    fn index(&mut self, index: &Term) {
        if self.style == Style::Ascii {
            self.put("[");
            self.term(index, "");
            return self.put("]");
        }
        let mut plain = Printer { out: String::new(), style: Style::Ascii };
        plain.term(index, "");
        self.below(&plain.out);
    }

    /// A subscript, or `_{...}` where Unicode has no such letter.
    fn below(&mut self, text: &str) {
        let lower = |c: char| match c {
            '0'..='9' => char::from_u32(0x2080 + (c as u32 - '0' as u32)),
            '+' => Some('₊'),
            '-' => Some('₋'),
            _ => LETTERS.find(c).and_then(|k| LOWERED.chars().nth(k)),
        };
        match text.chars().map(lower).collect::<Option<String>>() {
            Some(lowered) => self.put(&lowered),
            None => {
                self.put("_{");
                self.put(text);
                self.put("}");
            }
        }
    }

    /// The paper underlines the names of functions.
    fn function(&mut self, name: &str) {
        for c in name.chars() {
            self.out.push(c);
            if self.style == Style::Typeset && c != '_' {
                self.put("\u{332}");
            }
        }
    }

    fn term(&mut self, term: &Term, space: &str) {
        for (k, (minus, atom)) in term.0.iter().enumerate() {
            if k > 0 {
                self.put(space);
                self.put(if *minus { "-" } else { "+" });
                self.put(space);
            }
            match atom {
                Atom::Name(name) => self.put(name),
                Atom::Number(n) => self.put(&n.to_string()),
            }
        }
    }
}
