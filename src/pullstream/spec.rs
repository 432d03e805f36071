//! A specification ready to run: parts with their parameters, put together as rules or as one partial order.

use super::entail::{Asked, Scope};
use super::history::{History, Values, ground};
use super::language::{
    Arg, Definition, Event, Expander, Expr, Item, Literal, Normal, Port, Setting, Sort, Statement, Style, What,
    normalise, print_event, print_expr,
};
use super::progress::Rule;
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Alternatives that several partial orders together may have.
const CHOICES: usize = 100_000;
/// Events of one alternative.
const EVENTS: usize = 1_000;

/// Statements in the notation, and how they are used.
pub struct Part {
    pub statements: Vec<Statement>,
    pub parameters: BTreeMap<String, Setting>,
    /// Other names for its ports.
    pub ports: BTreeMap<String, String>,
    /// The number of primes of all its stream items, in place of their own.
    pub stage: Option<usize>,
}

/// One alternative of a partial order: its events, and for each the ones that come before it.
struct Choice {
    events: Vec<Rc<str>>,
    before: Vec<Vec<usize>>,
}

enum Behaviour {
    Rules(Vec<Rule>),
    Order(Normal, Scope, Vec<Choice>),
}

/// A specification with values for its parameters.
pub struct Spec {
    behaviour: Behaviour,
    /// Ports that the specification initiates events at.
    own: Vec<String>,
    /// Every port that it mentions, with the stage (primes) of its stream.
    stages: Vec<(String, usize)>,
}

/// The parameters that a text declares, in order; true for a number.
pub fn parameters(statements: &[Statement]) -> impl Iterator<Item = (&str, bool)> {
    statements.iter().filter_map(|statement| match &statement.sort {
        Sort::Parameter(name, condition) => Some((name.as_str(), condition.is_some())),
        _ => None,
    })
}

/// The expander of a text: its own functions first, then those that every text may call.
pub fn expander<'a>(
    statements: &'a [Statement],
    prelude: &'a [Statement],
    settings: Vec<(String, Setting)>,
) -> Expander<'a> {
    let functions = statements.iter().chain(prelude).filter_map(|statement| match &statement.sort {
        Sort::Definition(definition) => Some(definition),
        _ => None,
    });
    Expander { functions: functions.collect::<Vec<&Definition>>(), settings }
}

impl Spec {
    /// Checks the parameters, expands and normalises; the inner error is a condition that the values do not satisfy.
    pub fn assemble(parts: &[Part], prelude: &[Statement]) -> Result<Result<Spec, String>> {
        let mut rules = Vec::new();
        let mut orders = Vec::new();
        let mut stages = Stages::default();
        for part in parts {
            let statements = &part.statements;
            let settings = part.parameters.iter().map(|(name, setting)| (name.clone(), *setting)).collect();
            let known: Vec<(&str, bool)> = parameters(statements).collect();
            for (name, setting) in &part.parameters {
                let wanted = match known.iter().find(|(known, _)| known == name) {
                    Some((_, true)) => "a number",
                    Some((_, false)) => "true or false",
                    None => return Err(Error::shape(format!("there is no parameter {name}"))),
                };
                if (wanted == "a number") != matches!(setting, Setting::Number(_)) {
                    return Err(Error::of_type(format!("the parameter {name} is {wanted}")));
                }
            }
            if let Some((name, _)) = known.iter().find(|(name, _)| !part.parameters.contains_key(*name)) {
                return Err(Error::shape(format!("the parameter {name} has no value")));
            }
            let expander = expander(statements, prelude, settings);
            for statement in statements {
                let placed = |error: Error| error.by(&format!("{}:{}", statement.line, statement.column));
                match &statement.sort {
                    Sort::Parameter(_, Some(condition)) => {
                        if !expander.holds(condition).map_err(placed)? {
                            return Ok(Err(print_expr(condition, Style::Ascii)));
                        }
                    }
                    Sort::Parameter(..) | Sort::Definition(_) => {}
                    Sort::Rule(event, antecedent, _) => {
                        let mut event = expander.expand_event(event).map_err(placed)?;
                        let mut normal = normalise(&expander.expand(antecedent).map_err(placed)?).map_err(placed)?;
                        part.rename(&mut event);
                        each(&mut normal, &mut |event| part.rename(event));
                        stages.note(&event);
                        visit(&normal, &mut |event| stages.note(event));
                        rules.push(Rule::new(event, normal).map_err(placed)?);
                    }
                    Sort::Order(order) => {
                        let mut normal = normalise(&expander.expand(order).map_err(placed)?).map_err(placed)?;
                        each(&mut normal, &mut |event| part.rename(event));
                        visit(&normal, &mut |event| stages.note(event));
                        orders.push(normal);
                    }
                }
            }
        }
        if !rules.is_empty() && !orders.is_empty() {
            return Err(Error::shape("a specification has rules or partial orders, not both"));
        }
        Spec::new(rules, orders, stages).map(Ok)
    }

    fn new(rules: Vec<Rule>, mut orders: Vec<Normal>, stages: Stages) -> Result<Spec> {
        if let Some(port) = stages.clash {
            return Err(Error::shape(format!("the port {port} has streams of two stages")));
        }
        let stages = stages.known;
        let behaviour = if orders.is_empty() {
            Behaviour::Rules(rules)
        } else {
            // All statements at once: the conjunction of what they say.
            let mut all = orders.remove(0);
            for order in orders {
                if all.len().saturating_mul(order.len()) > CHOICES {
                    return Err(Error::limit(format!("the partial orders together have more than {CHOICES} choices")));
                }
                all = all.iter().flat_map(|a| order.iter().map(move |b| [a.as_slice(), b].concat())).collect();
            }
            let choices = all.iter().map(|choice| Choice::new(choice)).collect::<Result<Vec<_>>>()?;
            let scope = Scope::of(&all)?;
            Behaviour::Order(all, scope, choices.into_iter().flatten().collect())
        };
        let own = match &behaviour {
            Behaviour::Rules(rules) => {
                rules.iter().filter_map(|rule| rule.event().port.as_ref()).map(port_name).collect()
            }
            Behaviour::Order(..) => stages.iter().map(|(name, _)| name.clone()).collect(),
        };
        Ok(Spec { behaviour, own, stages })
    }

    /// The stage (number of primes) of the stream that a port's events speak of; `None` for a port not mentioned.
    pub fn stage(&self, port: &str) -> Option<usize> {
        self.stages.iter().find(|(name, _)| name == port).map(|(_, stage)| *stage)
    }
    /// The ports that the specification mentions.
    pub fn ports(&self) -> impl Iterator<Item = &str> {
        self.stages.iter().map(|(name, _)| name.as_str())
    }
    /// Whether the specification decides when events at that port happen; the others are its surroundings' to decide.
    pub fn owns(&self, port: Option<&Port>) -> bool {
        port.is_none_or(|port| self.own.contains(&port_name(port)))
    }

    /// The events that may happen next.
    pub fn next(&self, history: &History) -> Result<Vec<Rc<str>>> {
        let mut found = Vec::new();
        match &self.behaviour {
            Behaviour::Rules(rules) => rules.iter().try_for_each(|rule| rule.enabled(history, &mut found))?,
            Behaviour::Order(_, _, choices) => {
                for choice in choices.iter().filter(|choice| choice.begins(history)) {
                    for (k, event) in choice.events.iter().enumerate() {
                        let ready = !history.contains(event)
                            && choice.before[k].iter().all(|earlier| history.contains(&choice.events[*earlier]));
                        if ready && !found.contains(event) {
                            found.push(event.clone());
                        }
                    }
                }
            }
        }
        found.sort();
        Ok(found)
    }

    /// Whether that event, written `text`, may happen next.
    pub fn extends(&self, history: &History, event: &Event, text: &str) -> Result<bool> {
        match &self.behaviour {
            Behaviour::Rules(rules) => {
                for rule in rules {
                    if rule.extends(history, event)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Behaviour::Order(..) => Ok(self.next(history)?.iter().any(|next| **next == *text)),
        }
    }

    /// Whether the history may end here, `next` being what may happen next: of rules nothing is left that should
    /// happen (4.2.3); a partial order is followed and nothing more happened (5.5).
    pub fn complete(&self, history: &History, next: &[Rc<str>]) -> Result<bool> {
        match &self.behaviour {
            Behaviour::Rules(_) => Ok(next.is_empty()),
            Behaviour::Order(normal, scope, choices) => {
                let whole = |choice: &Choice| choice.events.len() == history.events().len() && choice.begins(history);
                Ok(choices.iter().any(whole)
                    && Asked::new(history, scope).entails(normal, scope, &mut Values::new())?)
            }
        }
    }
}

/// The ports that are mentioned and the stages of their streams.
#[derive(Default)]
struct Stages {
    known: Vec<(String, usize)>,
    clash: Option<String>,
}

impl Stages {
    fn note(&mut self, event: &Event) {
        let Some(port) = &event.port else { return };
        let name = port_name(port);
        match (self.known.iter().find(|(known, _)| *known == name), stage(event)) {
            (None, found) => self.known.push((name, found.unwrap_or(0))),
            (Some((_, known)), Some(found)) if *known != found => self.clash = Some(name),
            _ => {}
        }
    }
}

impl Part {
    fn rename(&self, event: &mut Event) {
        if let Some(port) = &mut event.port {
            if let Some(name) = self.ports.get(&port.name) {
                port.name = name.clone();
            }
        }
        let Some(stage) = self.stage else { return };
        let restage = |arg: &mut Arg| {
            if let Arg::Item(item) = arg {
                item.primes = stage;
            }
        };
        match &mut event.what {
            What::Request(_, all) | What::Method(_, _, all) => all.iter_mut().for_each(restage),
            What::Answer(variable, value) => {
                restage(variable);
                restage(value);
            }
        }
    }
}

impl Choice {
    /// `None` if the sequences contradict each other or a condition in it is false, so that no history follows them.
    fn new(literals: &[Literal]) -> Result<Option<Choice>> {
        let mut choice = Choice { events: Vec::new(), before: Vec::new() };
        for literal in literals {
            let Literal::Sequence(events) = literal else {
                return Err(Error::shape("a partial order holds events alone; conditions belong in cases or rules"));
            };
            let mut last = None;
            for event in events {
                let mut text = String::new();
                if ground(event, &Values::new(), &mut text).is_none() {
                    let event = print_event(event, Style::Ascii);
                    return Err(Error::shape(format!("a partial order's events have numbers as indexes: {event}")));
                }
                let k = choice.events.iter().position(|known| **known == *text).unwrap_or_else(|| {
                    choice.events.push(text.as_str().into());
                    choice.before.push(Vec::new());
                    choice.events.len() - 1
                });
                choice.before[k].extend(last);
                last = Some(k);
                if choice.events.len() > EVENTS {
                    return Err(Error::limit(format!("a partial order has at most {EVENTS} events")));
                }
            }
        }
        Ok(choice.orderable().then_some(choice))
    }

    /// Whether no event comes before itself.
    fn orderable(&self) -> bool {
        let mut done = vec![false; self.events.len()];
        let mut left = self.events.len();
        loop {
            let before = left;
            for k in 0..done.len() {
                if !done[k] && self.before[k].iter().all(|earlier| done[*earlier]) {
                    done[k] = true;
                    left -= 1;
                }
            }
            if left == 0 || left == before {
                return left == 0;
            }
        }
    }

    /// Whether the history is one that this choice may begin with.
    fn begins(&self, history: &History) -> bool {
        history.events().iter().all(|event| {
            let place = self.events.iter().position(|known| known == event);
            place.is_some_and(|k| self.before[k].iter().all(|b| history.before(&self.events[*b], event)))
        })
    }
}

/// A port as it is written.
pub fn port_name(port: &Port) -> String {
    match &port.index {
        None => port.name.clone(),
        Some(index) => format!("{}[{}]", port.name, print_expr(&Expr::Term(index.clone()), Style::Ascii)),
    }
}

fn stage(event: &Event) -> Option<usize> {
    let primes = |arg: &Arg| match arg {
        Arg::Item(Item { primes, .. }) => Some(*primes),
        Arg::Term(_) => None,
    };
    match &event.what {
        What::Request(_, all) | What::Method(_, _, all) => all.iter().find_map(primes),
        What::Answer(variable, _) => primes(variable),
    }
}

fn each(normal: &mut Normal, change: &mut dyn FnMut(&mut Event)) {
    for literal in normal.iter_mut().flatten() {
        match literal {
            Literal::Sequence(events) => events.iter_mut().for_each(&mut *change),
            Literal::Not(inner) | Literal::Quantified(_, _, inner) => each(inner, change),
            Literal::Bool(_) | Literal::Relation(..) => {}
        }
    }
}

fn visit(normal: &Normal, see: &mut dyn FnMut(&Event)) {
    for literal in normal.iter().flatten() {
        match literal {
            Literal::Sequence(events) => events.iter().for_each(&mut *see),
            Literal::Not(inner) | Literal::Quantified(_, _, inner) => visit(inner, see),
            Literal::Bool(_) | Literal::Relation(..) => {}
        }
    }
}
