//! A function of an object as one of the members it reads, so that it need not see the object.

use super::{Binary, Expr, Function};
use crate::value::{Members, Value};
use std::rc::Rc;

/// What stands for a function that reads nothing but a few members of its one argument.
pub struct OfMembers {
    /// The paths of the members, one for each argument of `function`.
    paths: Vec<String>,
    function: Function,
    /// It is whether its member is that text, or the opposite.
    is_text: Option<(Rc<str>, bool)>,
}

impl OfMembers {
    /// None where it reads something else, and where it has context variables: those are bound in one place only.
    pub fn new(expr: &Expr) -> Option<OfMembers> {
        let mut paths = Vec::new();
        let mut variables = false;
        expr.visit(&mut |e| variables |= matches!(e, Expr::Variable(_)));
        let only = expr.arity() == 1 && reads(expr, 0, &mut paths) && !variables;
        let few = (1..=Members::MOST).contains(&paths.len());
        (only && few).then(|| {
            let of = substitute(expr, &paths);
            OfMembers { is_text: is_text(&of), function: Function::plain(of), paths }
        })
    }
    /// Where each of its members stands among some paths.
    pub fn places(&self, paths: &[String]) -> Option<[u8; Members::MOST]> {
        let mut places = [0; Members::MOST];
        for (place, path) in places.iter_mut().zip(&self.paths) {
            *place = paths.iter().position(|p| p == path).filter(|k| *k < Members::MOST)? as u8;
        }
        Some(places)
    }
    /// Whether it is a member and nothing more.
    pub fn is_member(&self) -> bool {
        matches!(self.function.expr(), Some(Expr::Arg(0)))
    }
    /// Its value, if that is a number for all numbers and its members are; they stand at `places`.
    #[inline(always)]
    pub fn call(&self, members: &Members, places: &[u8; Members::MOST]) -> Option<f64> {
        match self.paths.len() {
            1 => self.function.call_one(members.number(places[0].into())?),
            n => self.function.call_num(&self.numbers(members, places)?[..n]),
        }
    }
    /// Its truth, likewise.
    #[inline(always)]
    pub fn test(&self, members: &Members, places: &[u8; Members::MOST]) -> Option<bool> {
        match self.paths.len() {
            1 => match members.number(places[0].into()) {
                Some(x) => self.function.test_one(x),
                None => self.test_text(members, places[0].into()),
            },
            n => self.function.test_num(&self.numbers(members, places)?[..n]),
        }
    }
    #[inline(never)]
    fn test_text(&self, members: &Members, place: usize) -> Option<bool> {
        let (text, wanted) = self.is_text.as_ref()?;
        Some((*(members.text_of)(members.code_at(place) as u32) == **text) == *wanted)
    }
    #[inline(never)]
    fn numbers(&self, members: &Members, places: &[u8; Members::MOST]) -> Option<[f64; Members::MOST]> {
        let mut numbers = [0.0; Members::MOST];
        for (number, place) in numbers.iter_mut().zip(&places[..self.paths.len()]) {
            *number = members.number((*place).into())?;
        }
        Some(numbers)
    }
}

/// A comparison of the argument with a text: the text, and whether it should be the same.
fn is_text(expr: &Expr) -> Option<(Rc<str>, bool)> {
    let Expr::Binary(op @ (Binary::Equal | Binary::Unequal), a, b) = expr else { return None };
    match (&**a, &**b) {
        (Expr::Arg(0), Expr::Const(Value::Str(text))) | (Expr::Const(Value::Str(text)), Expr::Arg(0)) => {
            Some((text.clone(), *op == Binary::Equal))
        }
        _ => None,
    }
}

/// Collects the paths read of an input; false if the input itself is needed.
pub fn reads(expr: &Expr, arg: usize, paths: &mut Vec<String>) -> bool {
    if let Some((k, path)) = expr.path() {
        if k == arg && !paths.contains(&path) {
            paths.push(path);
        }
        return true;
    }
    if matches!(expr, Expr::Arg(k) if *k == arg) {
        return false;
    }
    let mut only_paths = true;
    expr.children(&mut |child| only_paths &= reads(child, arg, paths));
    only_paths
}

/// The expression with the k-th path as its k-th argument.
fn substitute(expr: &Expr, paths: &[String]) -> Expr {
    if let Some((_, path)) = expr.path() {
        return Expr::Arg(paths.iter().position(|p| *p == path).unwrap_or(0));
    }
    let shared = |e: &Rc<Expr>| Rc::new(substitute(e, paths));
    match expr {
        Expr::Unary(op, e) => Expr::Unary(*op, shared(e)),
        Expr::Binary(op, a, b) => Expr::Binary(*op, shared(a), shared(b)),
        Expr::If(c, a, b) => Expr::If(shared(c), shared(a), shared(b)),
        Expr::Call(def, args) => Expr::Call(def, args.iter().map(|e| substitute(e, paths)).collect()),
        // What is left is no number anyway.
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn function(text: &str, paths: &[&str]) -> Option<Function> {
        let mut function = Function::from(parse(text).unwrap());
        let paths: Vec<String> = paths.iter().map(|path| path.to_string()).collect();
        function.expect(&paths).then_some(function)
    }

    #[test]
    fn members_are_read_where_they_stand() {
        let numbers = [7.0, 2.0, 5.0, 0.0];
        let members = Members { numbers, texts: 4, list: 1, text_of: |code| format!("ada{code}").into() };
        let call = |text| function(text, &["v", "user.age", "name"]).unwrap().call_members(&members);
        assert_eq!(call("x.v"), Some(7.0));
        assert_eq!(call("x.user.age * 10 - x.v"), Some(13.0));
        assert_eq!(call("x.name"), None);
        assert_eq!(call("x.v > 1 ? x.v : x.name"), None);
        let test = |text| function(text, &["v", "user.age", "name"]).unwrap().test_members(&members);
        assert_eq!(test("x.v > x.user.age"), Some(true));
        assert_eq!(test("x.v % 7 != 0"), Some(false));
        assert_eq!(test("x.v"), None);
        assert_eq!(test("x.name == 'ada5'"), Some(true));
        assert_eq!(test("'ada' != x.name"), Some(true));
        assert_eq!(test("x.name > 'ada'"), None);
        assert_eq!(function("x.name", &["v", "name"]).unwrap().member(), Some(1));
        assert_eq!(function("x.v + 1", &["v"]).unwrap().member(), None);
        assert_eq!(members.value(2), "ada5".into());
    }

    #[test]
    fn what_reads_more_than_a_few_members_needs_the_object() {
        assert!(function("x.v", &["w"]).is_none());
        assert!(function("x", &["v"]).is_none());
        assert!(function("x.v + size(x)", &["v"]).is_none());
        assert!(function("x.v + @limit", &["v"]).is_none());
        assert!(function("x.a + x.b + x.c + x.d + x.e", &["a", "b", "c", "d", "e"]).is_none());
    }
}
