//! Functions, cases and parameters away: what is left holds events, relations and operators alone (Figures 8 to 10).

use super::{Arg, Atom, Definition, Event, Expr, Item, Port, Style, Term, What, print_expr};
use crate::error::{Code, Error, Result};
use std::cell::Cell;

/// Calls within calls: a function that never ends must not exhaust the stack.
const CALLS: usize = 150;
/// Events, relations and operators that one expression may grow to.
const NODES: usize = 200_000;

/// The value of a parameter of a specification.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    Number(i64),
    Bool(bool),
}

/// The functions that may be called (the first of a name counts) and the values of the parameters.
pub struct Expander<'a> {
    pub functions: Vec<&'a Definition>,
    pub settings: Vec<(String, Setting)>,
}

#[derive(Clone)]
enum Bound {
    Term(Term),
    Bool(bool),
    Port(Port),
    Item(Item),
    /// The name of the stream that the pattern `x[i]` was given.
    Stream(String),
    Expr(Expr),
}

/// What names mean within one call; `up` is where the called function was defined, not where it was called.
struct Env<'e> {
    up: Option<&'e Env<'e>>,
    bound: Vec<(String, Bound)>,
    inner: &'e [Definition],
    /// A function written for stage 0 serves any stage: the primes of its argument are added to its items.
    primes: usize,
}

impl Env<'_> {
    fn find(&self, name: &str) -> Option<&Bound> {
        let own = self.bound.iter().rev().find(|(n, _)| n == name).map(|(_, bound)| bound);
        own.or_else(|| self.up.and_then(|up| up.find(name)))
    }
    fn mentions(&self, variable: &str) -> bool {
        let used = |t: &Term| t.linear().0 == Some(variable);
        self.bound.iter().any(|(_, bound)| match bound {
            Bound::Term(term) => used(term),
            Bound::Item(item) => used(&item.index),
            Bound::Expr(_) => true,
            _ => false,
        }) || self.up.is_some_and(|up| up.mentions(variable))
    }
}

impl Expander<'_> {
    /// The expression without calls, cases, parameters and grouped ports.
    pub fn expand(&self, expr: &Expr) -> Result<Expr> {
        let bound = |setting: &Setting| match setting {
            Setting::Number(n) => Bound::Term(Term::number(*n)),
            Setting::Bool(truth) => Bound::Bool(*truth),
        };
        let bound = self.settings.iter().map(|(name, setting)| (name.clone(), bound(setting))).collect();
        let root = Env { up: None, bound, inner: &[], primes: 0 };
        let work = Work { functions: &self.functions, root: &root, calls: Cell::new(0), nodes: Cell::new(0) };
        work.expr(expr, &root)
    }

    /// A rule's event.
    pub fn expand_event(&self, event: &Event) -> Result<Event> {
        match self.expand(&Expr::Event(event.clone()))? {
            Expr::Event(event) => Ok(event),
            _ => Err(Error::shape("a rule's consequent is one event")),
        }
    }

    /// Whether a condition on the parameters holds.
    pub fn holds(&self, condition: &Expr) -> Result<bool> {
        decide(&self.expand(condition)?)
    }
}

/// The truth of an expression without events and variables.
fn decide(expr: &Expr) -> Result<bool> {
    let number = |term: &Term| match term.linear() {
        (None, n) => Ok(n),
        (Some(name), _) => {
            Err(Error::shape(format!("\"{}\" depends on {name}, which has no value", print_expr(expr, Style::Ascii))))
        }
    };
    Ok(match expr {
        Expr::Bool(truth) => *truth,
        Expr::Relation(first, rest) => {
            let mut left = number(first)?;
            let mut all = true;
            for (operator, term) in rest {
                let right = number(term)?;
                all &= compare(*operator, left, right);
                left = right;
            }
            all
        }
        Expr::Not(inner) => !decide(inner)?,
        Expr::And(all) => all.iter().try_fold(true, |truth, a| Ok::<_, Error>(truth & decide(a)?))?,
        Expr::Or(all) => all.iter().try_fold(false, |truth, a| Ok::<_, Error>(truth ^ decide(a)?))?,
        _ => {
            let text = print_expr(expr, Style::Ascii);
            return Err(Error::shape(format!("\"{text}\" is not a condition on parameters")));
        }
    })
}

/// `left operator right`, the operator by its place in [`super::RELATIONS`].
pub fn compare(operator: usize, left: i64, right: i64) -> bool {
    match operator {
        0 => left == right,
        1 => left != right,
        2 => left < right,
        3 => left <= right,
        4 => left > right,
        _ => left >= right,
    }
}

struct Work<'w> {
    functions: &'w [&'w Definition],
    root: &'w Env<'w>,
    calls: Cell<usize>,
    nodes: Cell<usize>,
}

impl Work<'_> {
    fn expr(&self, expr: &Expr, env: &Env) -> Result<Expr> {
        self.nodes.set(self.nodes.get() + 1);
        if self.nodes.get() > NODES {
            return Err(Error::limit(format!("the expression grows beyond {NODES} events and operators")));
        }
        Ok(match expr {
            Expr::Bool(_) | Expr::Empty => expr.clone(),
            Expr::Name(name) => match env.find(name) {
                None => bare(name),
                // A bare name that was given to a function, used there as an event.
                Some(Bound::Term(term)) if term.bare().is_some() => bare(term.bare().unwrap_or_default()),
                Some(Bound::Bool(truth)) => Expr::Bool(*truth),
                Some(Bound::Expr(inner)) => inner.clone(),
                Some(_) => {
                    return Err(Error::shape(format!("{name} stands where an event or a condition is expected")));
                }
            },
            Expr::Event(event) => match (&event.what, event.port.as_ref()) {
                (What::Request(name, arguments), Some(port)) if arguments.is_empty() => match env.find(name) {
                    Some(Bound::Expr(inner)) => at(&self.port(port, env)?, inner.clone()),
                    _ => Expr::Event(self.event(event, env)?),
                },
                _ => Expr::Event(self.event(event, env)?),
            },
            Expr::At(port, inner) => at(&self.port(port, env)?, self.expr(inner, env)?),
            Expr::Relation(first, rest) => {
                let rest = rest.iter().map(|(o, t)| Ok((*o, self.term(t, env)?))).collect::<Result<_>>()?;
                Expr::Relation(self.term(first, env)?, rest)
            }
            // Associative operators (Tables 4 and 5): a list within a list is one list.
            Expr::Before(all) => Expr::Before(self.all(all, env, 0)?),
            Expr::And(all) => Expr::And(self.all(all, env, 1)?),
            Expr::Or(all) => Expr::Or(self.all(all, env, 2)?),
            Expr::Not(inner) => Expr::Not(Box::new(self.expr(inner, env)?)),
            Expr::Quantified(all, variables, inner) => {
                // A variable that the call's arguments mention gets another name, so that it does not catch them.
                let fresh: Vec<String> = variables
                    .iter()
                    .map(|variable| {
                        let mut name = variable.clone();
                        while env.mentions(&name) {
                            name.push('_');
                        }
                        name
                    })
                    .collect();
                let terms = fresh.iter().map(|name| Bound::Term(Term::name(name)));
                let bound = variables.iter().cloned().zip(terms).collect();
                let env = Env { up: Some(env), bound, inner: &[], primes: env.primes };
                Expr::Quantified(*all, fresh, Box::new(self.expr(inner, &env)?))
            }
            Expr::Call(name, arguments) => self.call(name, arguments, env)?,
            Expr::Term(_) => {
                let text = print_expr(expr, Style::Ascii);
                return Err(Error::shape(format!("\"{text}\" stands where an event or a condition is expected")));
            }
            Expr::Cases(cases) => {
                for (condition, body) in cases {
                    if decide(&self.expr(condition, env)?)? {
                        return self.expr(body, env);
                    }
                }
                return Err(Error::shape(format!("no case of \"{}\" applies", print_expr(expr, Style::Ascii))));
            }
        })
    }

    /// The operands of operator 0 `->`, 1 `&` or 2 `|`.
    fn all(&self, all: &[Expr], env: &Env, operator: usize) -> Result<Vec<Expr>> {
        let mut flat = Vec::with_capacity(all.len());
        for expr in all {
            match (operator, self.expr(expr, env)?) {
                (0, Expr::Before(inner)) | (1, Expr::And(inner)) | (2, Expr::Or(inner)) => flat.extend(inner),
                (_, other) => flat.push(other),
            }
        }
        Ok(flat)
    }

    fn call(&self, name: &str, arguments: &[Expr], env: &Env) -> Result<Expr> {
        let mut scope = Some(env);
        let found = loop {
            match scope {
                Some(here) => match here.inner.iter().find(|d| d.name == name) {
                    Some(definition) => break Some((definition, here)),
                    None => scope = here.up,
                },
                None => break self.functions.iter().find(|d| d.name == name).map(|d| (*d, self.root)),
            }
        };
        let Some((definition, home)) = found else {
            return Err(Error::new(Code::UnknownFn, format!("there is no function {name}")));
        };
        if arguments.len() != definition.parameters.len() {
            let (wants, got) = (definition.parameters.len(), arguments.len());
            return Err(Error::shape(format!("{name} takes {wants} arguments, got {got}")));
        }
        if self.calls.get() == CALLS {
            return Err(Error::limit(format!("calls of {name} nest deeper than {CALLS}")));
        }
        let mut called = Env { up: Some(home), bound: Vec::new(), inner: &definition.inner, primes: 0 };
        for (pattern, argument) in definition.parameters.iter().zip(arguments) {
            let bound = self.bound(argument, env)?;
            match (&pattern.index, bound) {
                (None, bound) => called.bound.push((pattern.name.clone(), bound)),
                (Some(index), Bound::Item(item)) => {
                    called.primes = called.primes.max(item.primes);
                    called.bound.push((pattern.name.clone(), Bound::Stream(item.name)));
                    called.bound.push((index.clone(), Bound::Term(item.index)));
                }
                (Some(index), _) => {
                    let pattern = &pattern.name;
                    return Err(Error::shape(format!("{name} wants a stream variable for {pattern}[{index}]")));
                }
            }
        }
        self.calls.set(self.calls.get() + 1);
        let result = self.expr(&definition.body, &called);
        self.calls.set(self.calls.get() - 1);
        result
    }

    fn bound(&self, argument: &Expr, env: &Env) -> Result<Bound> {
        Ok(match argument {
            Expr::Term(term) => Bound::Term(self.term(term, env)?),
            Expr::Name(name) => match env.find(name) {
                Some(bound) => bound.clone(),
                None if name.bytes().all(|b| b.is_ascii_uppercase()) => {
                    Bound::Port(Port { name: name.clone(), index: None })
                }
                None => Bound::Term(Term::name(name)),
            },
            Expr::Event(Event { port: None, what: What::Request(name, arguments) }) => match arguments.as_slice() {
                [Arg::Item(item)] if name.is_empty() => Bound::Item(self.item(item, env)?),
                [Arg::Term(index)] if !matches!(index.bare().and_then(|n| env.find(n)), Some(Bound::Item(_))) => {
                    if name.bytes().all(|b| b.is_ascii_uppercase()) {
                        Bound::Port(Port { name: name.clone(), index: Some(self.term(index, env)?) })
                    } else {
                        let item = Item { name: name.clone(), primes: 0, index: index.clone() };
                        Bound::Item(self.item(&item, env)?)
                    }
                }
                _ => Bound::Expr(self.expr(argument, env)?),
            },
            other => match self.expr(other, env)? {
                Expr::Bool(truth) => Bound::Bool(truth),
                expr => Bound::Expr(expr),
            },
        })
    }

    fn event(&self, event: &Event, env: &Env) -> Result<Event> {
        let port = event.port.as_ref().map(|port| self.port(port, env)).transpose()?;
        let what = match &event.what {
            What::Request(name, arguments) if !name.is_empty() => {
                What::Request(name.clone(), self.arguments(arguments, env)?)
            }
            What::Request(..) => return Err(Error::shape("a stream variable stands where an event is expected")),
            What::Answer(variable, value) => match self.argument(variable, env)? {
                variable @ Arg::Item(_) => What::Answer(variable, self.argument(value, env)?),
                Arg::Term(_) => return Err(Error::shape("an answer wants a stream variable such as x[i] before :=")),
            },
            What::Method(name, index, arguments) => {
                What::Method(name.clone(), self.term(index, env)?, self.arguments(arguments, env)?)
            }
        };
        Ok(Event { port, what })
    }

    fn port(&self, port: &Port, env: &Env) -> Result<Port> {
        match (env.find(&port.name), &port.index) {
            (Some(Bound::Port(bound)), None) => Ok(bound.clone()),
            (_, Some(index)) => Ok(Port { name: port.name.clone(), index: Some(self.term(index, env)?) }),
            _ => Ok(port.clone()),
        }
    }

    fn arguments(&self, all: &[Arg], env: &Env) -> Result<Vec<Arg>> {
        all.iter().map(|argument| self.argument(argument, env)).collect()
    }

    fn argument(&self, argument: &Arg, env: &Env) -> Result<Arg> {
        match argument {
            Arg::Item(item) => Ok(Arg::Item(self.item(item, env)?)),
            Arg::Term(term) => match term.bare().map(|name| env.find(name)) {
                Some(Some(Bound::Item(item))) => Ok(Arg::Item(item.clone())),
                // `err` the symbol is not `err` the boolean parameter of Figure 12.
                Some(Some(Bound::Bool(_)) | None) => Ok(argument.clone()),
                _ => Ok(Arg::Term(self.term(term, env)?)),
            },
        }
    }

    fn item(&self, item: &Item, env: &Env) -> Result<Item> {
        let name = match env.find(&item.name) {
            Some(Bound::Stream(name)) => name,
            _ => &item.name,
        };
        Ok(Item { name: name.clone(), primes: item.primes + env.primes, index: self.term(&item.index, env)? })
    }

    /// One variable at most, plus or minus a number.
    fn term(&self, term: &Term, env: &Env) -> Result<Term> {
        let mut variable: Option<Atom> = None;
        let mut sum = 0i64;
        for (minus, atom) in &term.0 {
            let known;
            let parts = match atom {
                Atom::Number(_) => std::slice::from_ref(atom),
                Atom::Name(name) => match env.find(name) {
                    None => std::slice::from_ref(atom),
                    Some(Bound::Term(bound)) => {
                        let (name, n) = bound.linear();
                        sum = sum.saturating_add(if *minus { -n } else { n });
                        known = name.map(|name| Atom::Name(name.to_string()));
                        known.as_slice()
                    }
                    Some(_) => return Err(Error::shape(format!("{name} is not a number"))),
                },
            };
            for part in parts {
                match part {
                    Atom::Number(n) => sum = sum.saturating_add(if *minus { -n } else { *n }),
                    Atom::Name(_) if variable.is_none() && !minus => variable = Some(part.clone()),
                    Atom::Name(name) => {
                        let why = "an index is at most one variable plus or minus a number";
                        return Err(Error::shape(format!("{why}: {name} is one too many")));
                    }
                }
            }
        }
        let number = |sum: i64| (sum < 0, Atom::Number(sum.abs()));
        Ok(match variable {
            Some(variable) if sum == 0 => Term(vec![(false, variable)]),
            Some(variable) => Term(vec![(false, variable), number(sum)]),
            None => Term(vec![(false, Atom::Number(sum))]),
        })
    }
}

/// An event that is a name alone.
fn bare(name: &str) -> Expr {
    Expr::Event(Event { port: None, what: What::Request(name.to_string(), Vec::new()) })
}

/// The port on every event that has none.
fn at(port: &Port, expr: Expr) -> Expr {
    let all = |list: Vec<Expr>| list.into_iter().map(|e| at(port, e)).collect();
    match expr {
        Expr::Event(Event { port: None, what }) => Expr::Event(Event { port: Some(port.clone()), what }),
        Expr::Before(list) => Expr::Before(all(list)),
        Expr::And(list) => Expr::And(all(list)),
        Expr::Or(list) => Expr::Or(all(list)),
        Expr::Not(inner) => Expr::Not(Box::new(at(port, *inner))),
        Expr::Quantified(forall, variables, inner) => Expr::Quantified(forall, variables, Box::new(at(port, *inner))),
        other => other,
    }
}
