//! Expressions of a structure as terms, with a place for each mistake.

use super::super::super::trace::wrong;
use super::super::flatten::{Meaning, Placed};
use super::super::syntax::*;
use super::super::values::possible;
use super::{LARGEST, MOST_ALTERNATIVES, MOST_VALUES, Named, Translator, Value, View, alternatives, constant};
use crate::error::{Error, Result};
use crate::model::{Sort, TRUE, Term, Terms};

impl<'a> Translator<'a> {
    /// A definition's or a parameter's value, found once.
    pub(super) fn named(&mut self, who: Named, placed: Placed<'a>, view: View) -> Result<Value> {
        if let Some(value) = self.known.get(&(who, view)) {
            return Ok(value.clone());
        }
        if !self.open.insert((who, view)) {
            return Err(wrong(placed.expr.place, "this depends on itself"));
        }
        let value = self.value(placed, view)?;
        self.open.remove(&(who, view));
        self.known.insert((who, view), value.clone());
        Ok(value)
    }

    pub(super) fn value(&mut self, placed: Placed<'a>, view: View) -> Result<Value> {
        let (place, scope) = (placed.expr.place, placed.scope);
        let at = |expr: &'a Expr| Placed { expr, scope };
        Ok(match &placed.expr.node {
            Node::Constant(value) => Value::One(constant(&mut self.system.terms, value)),
            Node::Name(name) => match self.flat.meaning(name, scope, place)? {
                Meaning::Variable(v) => Value::One(self.variable(v, view, place)?),
                Meaning::Define(d) => self.named(Named::Define(d), self.flat.defines[d], view)?,
                Meaning::Parameter(given) => self.named(Named::Parameter(given.expr, given.scope), given, view)?,
                Meaning::Constant(name) => {
                    Value::One(constant(&mut self.system.terms, &Constant::Symbol(name.to_string())))
                }
            },
            Node::Next(inner) => match view {
                View::Before => self.value(at(inner), View::Now)?,
                View::Now => return Err(wrong(place, "'next' is not for this place")),
            },
            Node::Not(a) => {
                let a = self.condition(at(a), view)?;
                Value::One(self.system.terms.not(a))
            }
            Node::Minus(a) => {
                let a = self.number(at(a), view)?;
                let zero = self.system.terms.int(0);
                Value::One(self.system.terms.sub(zero, a))
            }
            Node::Set(list) => {
                let mut all = Vec::new();
                for item in list {
                    let value = self.value(at(item), view)?;
                    all.extend(alternatives(&value));
                }
                few(all, place)?
            }
            Node::Range(lo, hi) => {
                if lo > hi || hi - lo >= MOST_VALUES {
                    let message = format!("expected a range from low to high of at most {MOST_VALUES} numbers");
                    return Err(wrong(place, message));
                }
                few((*lo..=*hi).map(|n| (TRUE, self.system.terms.int(n))).collect(), place)?
            }
            Node::If(c, a, b) => {
                let condition = self.condition(at(c), view)?;
                let (a, b) = (self.value(at(a), view)?, self.value(at(b), view)?);
                self.either(condition, a, b, place)?
            }
            Node::Case(branches) => self.case(branches, scope, view, place)?,
            Node::Two(operator, a, b) => self.two(operator, at(a), at(b), view, place)?,
        })
    }

    fn case(&mut self, branches: &'a [(Expr, Expr)], scope: usize, view: View, place: Place) -> Result<Value> {
        let mut conditions = Vec::new();
        let mut values = Vec::new();
        for (condition, value) in branches {
            conditions.push(self.condition(Placed { expr: condition, scope }, view)?);
            values.push(self.value(Placed { expr: value, scope }, view)?);
        }
        let covered = self.system.terms.any(conditions.clone());
        let none = self.system.terms.not(covered);
        if possible(&self.system.terms, none) != Some(false) {
            return Err(wrong(place, "expected a case that covers everything: end it with 'TRUE : ...;'"));
        }
        let mut whole = values.pop().expect("a branch");
        conditions.pop();
        for (condition, value) in conditions.into_iter().zip(values).rev() {
            whole = self.either(condition, value, whole, place)?;
        }
        Ok(whole)
    }

    fn either(&mut self, condition: Term, a: Value, b: Value, place: Place) -> Result<Value> {
        let t = &mut self.system.terms;
        if let (Value::One(a), Value::One(b)) = (&a, &b) {
            let (a, b) = if (t.sort(*a) == Sort::Bool) == (t.sort(*b) == Sort::Bool) {
                t.alike(*a, *b)
            } else {
                return Err(wrong(place, "expected values of one kind in all cases"));
            };
            return Ok(Value::One(t.choose(condition, a, b)));
        }
        let denied = t.not(condition);
        let mut all = Vec::new();
        for (holds, value) in [(condition, &a), (denied, &b)] {
            for (guard, term) in alternatives(value) {
                all.push((t.and(holds, guard), term));
            }
        }
        few(all, place)
    }

    fn two(&mut self, operator: &str, a: Placed<'a>, b: Placed<'a>, view: View, place: Place) -> Result<Value> {
        match operator {
            "&" | "|" | "xor" | "xnor" | "->" | "<->" => {
                let (a, b) = (self.condition(a, view)?, self.condition(b, view)?);
                let t = &mut self.system.terms;
                return Ok(Value::One(match operator {
                    "&" => t.and(a, b),
                    "|" => t.or(a, b),
                    "->" => t.implies(a, b),
                    "xor" => {
                        let same = t.equal(a, b);
                        t.not(same)
                    }
                    _ => t.equal(a, b),
                }));
            }
            "in" => {
                let left = self.value(a, view)?;
                let left = self.single(left, a.expr.place)?;
                let right = self.value(b, view)?;
                return Ok(Value::One(self.is_one_of(left, &right, place)?));
            }
            "union" => {
                let (a, b) = (self.value(a, view)?, self.value(b, view)?);
                return few(alternatives(&a).into_iter().chain(alternatives(&b)).collect(), place);
            }
            "=" | "!=" => {
                let (left, right) = (self.value(a, view)?, self.value(b, view)?);
                let (left, right) = (self.single(left, a.expr.place)?, self.single(right, b.expr.place)?);
                let same = self.same(left, right, place)?;
                return Ok(Value::One(if operator == "=" { same } else { self.system.terms.not(same) }));
            }
            _ => {}
        }
        let (a, b) = (self.number(a, view)?, self.number(b, view)?);
        let t = &mut self.system.terms;
        let ((alo, ahi), (blo, bhi)) = (t.bounds(a), t.bounds(b));
        let largest = |n: i32| (n as i64).abs();
        let (x, y) = (largest(alo).max(largest(ahi)), largest(blo).max(largest(bhi)));
        if x + y > LARGEST || (operator == "*" && x * y > LARGEST) {
            return Err(Error::limit(format!("{}:{}: this may be more than {LARGEST}", place.0, place.1)));
        }
        Ok(Value::One(match operator {
            "<" => t.less(a, b),
            ">" => t.less(b, a),
            "<=" => t.at_most(a, b),
            ">=" => t.at_most(b, a),
            "+" => t.add(a, b),
            "-" => t.sub(a, b),
            "*" => t.mul(a, b),
            // The tools differ on quotients of negative numbers.
            "/" | "mod" if alo < 0 || blo < 1 || bhi - blo >= MOST_VALUES => {
                let message = format!("'{operator}' is for numbers from 0, by numbers from 1");
                return Err(wrong(place, message));
            }
            _ => {
                let by = |t: &mut Terms, n: i32| if operator == "/" { t.div(a, n) } else { t.modulo(a, n) };
                let mut whole = by(t, bhi);
                for n in (blo..bhi).rev() {
                    let (hit, value) = (t.is(b, n), by(t, n));
                    whole = t.choose(hit, value, whole);
                }
                whole
            }
        }))
    }

    pub(super) fn same(&mut self, a: Term, b: Term, place: Place) -> Result<Term> {
        let t = &mut self.system.terms;
        if (t.sort(a) == Sort::Bool) != (t.sort(b) == Sort::Bool) {
            return Err(wrong(place, "expected two values of one kind, got a boolean and another"));
        }
        let (a, b) = t.alike(a, b);
        Ok(t.equal(a, b))
    }
    pub(super) fn single(&mut self, value: Value, place: Place) -> Result<Term> {
        match value {
            Value::One(term) => Ok(term),
            Value::Any(_) => Err(wrong(place, "expected one value, got a set: 'in' asks whether it has a value")),
        }
    }
    pub(super) fn of_sort(&mut self, term: Term, sort: Sort, place: Place) -> Result<Term> {
        let found = self.system.terms.sort(term);
        if found == sort {
            return Ok(term);
        }
        if sort == Sort::Symbol && found == Sort::Int {
            return Ok(self.system.terms.as_symbol(term));
        }
        let word = |sort: Sort| match sort {
            Sort::Bool => "a boolean",
            Sort::Int => "a number",
            Sort::Symbol => "a name",
        };
        Err(wrong(place, format!("expected {}, got {}", word(sort), word(found))))
    }
    pub(super) fn condition(&mut self, placed: Placed<'a>, view: View) -> Result<Term> {
        let value = self.value(placed, view)?;
        let term = self.single(value, placed.expr.place)?;
        self.of_sort(term, Sort::Bool, placed.expr.place)
    }
    fn number(&mut self, placed: Placed<'a>, view: View) -> Result<Term> {
        let value = self.value(placed, view)?;
        let term = self.single(value, placed.expr.place)?;
        self.of_sort(term, Sort::Int, placed.expr.place)
    }
}

fn few(list: Vec<(Term, Term)>, place: Place) -> Result<Value> {
    match list.as_slice() {
        [(TRUE, term)] => Ok(Value::One(*term)),
        list if list.len() > MOST_ALTERNATIVES => {
            Err(Error::limit(format!("{}:{}: a set has at most {MOST_ALTERNATIVES} values", place.0, place.1)))
        }
        _ => Ok(Value::Any(list)),
    }
}
