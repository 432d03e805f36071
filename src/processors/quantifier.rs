//! What the first-order quantifiers share: a copy of the inner pipeline for each value of a domain, which sees the
//! value as a context variable.

use super::copies::{Copies, LiveCopy};
use super::verdict::{shown, verdict, wanted};
use crate::engine::{Because, Built, Emit, Flow, Params, Processor};
use crate::error::Result;
use crate::expr::Function;
use crate::value::{Reader, Value, Writer};

/// A quantifier's way with domain and verdicts.
#[derive(Clone, Copy)]
pub struct Rule {
    pub name: &'static str,
    pub domain: Domain,
    /// What to emit, given the copies' verdicts so far.
    pub conclude: fn(&Verdicts) -> Option<Value>,
    /// Whether a copy with that verdict has had its say.
    pub leave: fn(Option<bool>) -> bool,
}

/// When the domain is looked at.
#[derive(Clone, Copy, PartialEq)]
pub enum Domain {
    EachEvent,
    FirstEvent,
}

/// How many copies say what; those that have said nothing do not count.
#[derive(Default)]
pub struct Verdicts {
    pub truths: usize,
    pub falsehoods: usize,
    pub unknowns: usize,
}

impl Verdicts {
    /// Kleene's and.
    pub fn all(&self) -> Value {
        shown(if self.falsehoods > 0 { Some(false) } else { (self.unknowns == 0).then_some(true) })
    }
    /// Kleene's or.
    pub fn any(&self) -> Value {
        shown(if self.truths > 0 { Some(true) } else { (self.unknowns == 0).then_some(false) })
    }
}

/// Builds a quantifier out of `var`, `domain` and `of`.
pub fn build(p: &mut Params, rule: Rule) -> Result<Built> {
    let variable = p.text("var")?.trim_start_matches('@').to_string();
    let domain = p.function("domain")?;
    let copies = Copies::of(p, Some(variable))?;
    let inputs = copies.inputs();
    if domain.arity() > inputs {
        return Err(p.wrong("domain", format!("the domain reads {} inputs, 'of' has {inputs}", domain.arity())));
    }
    Built::new(Quantifier { rule, domain, copies, begun: false }, inputs, 1)
}

#[derive(Clone)]
struct Quantifier {
    rule: Rule,
    domain: Function,
    copies: Copies,
    begun: bool,
}

impl Processor for Quantifier {
    fn step(&mut self, front: &mut [Value], out: &mut Emit) -> Result<Flow> {
        let rule = self.rule;
        if rule.domain == Domain::EachEvent || !self.begun {
            let domain = self.domain.call(front)?;
            let who = format!("the domain of {}", rule.name);
            let values = domain.elements().ok_or_else(|| wanted(&who, "a collection", &domain))?;
            values.into_iter().try_for_each(|value| self.copies.add(value))?;
        }
        self.begun = true;
        self.copies.feed(front)?;
        let mut verdicts = Verdicts::default();
        for LiveCopy { last, .. } in &self.copies.live {
            let Some(last) = last else { continue };
            match verdict(rule.name, last)? {
                Some(true) => verdicts.truths += 1,
                Some(false) => verdicts.falsehoods += 1,
                None => verdicts.unknowns += 1,
            }
        }
        if let Some(value) = (rule.conclude)(&verdicts) {
            out.put(0, value, Because::All);
        }
        self.copies.drop_where(|last| last.as_ref().is_some_and(|last| (rule.leave)(last.as_bool())));
        Ok(Flow::More)
    }
    fn reset(&mut self) {
        self.copies.reset();
        self.begun = false;
    }
    fn bind(&mut self, name: &str, value: &Value) {
        self.domain.bind(name, value);
        self.copies.bind(name, value);
    }
    fn save(&self, w: &mut Writer) {
        w.put(&self.begun);
        self.copies.save(w);
    }
    fn load(&mut self, r: &mut Reader) -> Result<()> {
        self.begun = r.get()?;
        self.copies.load(r)
    }
    fn duplicate(&self) -> Box<dyn Processor> {
        Box::new(self.clone())
    }
}
