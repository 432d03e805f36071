//! The laws of the event language on random expressions and short histories.

use super::entail::{Asked, Scope};
use super::history::{History, Values, ground, value};
use super::language::{
    Expr, Statement, Style, compare, expression, normalise, parse, print, print_expr, sample, unfold,
};
use proptest::prelude::*;

/// First and last place of what made an alternative true; conditions have none.
type Span = Option<(usize, usize)>;

/// The alternatives of an expression that a history makes true, without normalising: `|` collects them, `&` joins
/// each with each, `->` those where the left ends before the right starts. `None` is `empty`.
fn alternatives(expr: &Expr, history: &History, values: &mut Values, range: i64) -> Option<Vec<Span>> {
    let one = |truth: bool| Some(if truth { vec![None] } else { Vec::new() });
    match expr {
        Expr::Empty => None,
        Expr::Bool(truth) => one(*truth),
        Expr::Relation(first, rest) => {
            let terms: Vec<Option<i64>> =
                std::iter::once(first).chain(rest.iter().map(|(_, t)| t)).map(|t| value(t, values)).collect();
            one(rest.iter().enumerate().all(|(k, (o, _))| compare(*o, terms[k].unwrap(), terms[k + 1].unwrap())))
        }
        Expr::Event(event) => {
            let mut text = String::new();
            let found = ground(event, values, &mut text).and_then(|()| history.depth(&text));
            Some(found.map(|depth| history.events().len() - 1 - depth).map(|at| Some((at, at))).into_iter().collect())
        }
        Expr::Not(inner) => one(!holds(inner, history, values, range)),
        Expr::Quantified(all, variables, inner) => {
            let mut truths = (1..=range).map(|n| {
                values.push((variables[0].clone(), n));
                let truth = holds(inner, history, values, range);
                values.pop();
                truth
            });
            one(if *all { truths.all(|t| t) } else { truths.any(|t| t) })
        }
        Expr::Or(list) => {
            let known: Vec<_> = list.iter().filter_map(|e| alternatives(e, history, values, range)).collect();
            (!known.is_empty()).then(|| known.concat())
        }
        Expr::And(list) | Expr::Before(list) => {
            let ordered = matches!(expr, Expr::Before(_));
            let known: Vec<_> = list.iter().filter_map(|e| alternatives(e, history, values, range)).collect();
            known.into_iter().reduce(|left, right| {
                let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (*a, *b)));
                let fits = |(a, b): &(Span, Span)| !ordered || a.unwrap().1 < b.unwrap().0;
                pairs
                    .filter(fits)
                    .map(|(a, b)| match (a, b) {
                        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
                        (a, b) => a.or(b),
                    })
                    .collect()
            })
        }
        other => panic!("{}", print_expr(other, Style::Ascii)),
    }
}

/// Exclusive choice: an odd number of alternatives.
fn holds(expr: &Expr, history: &History, values: &mut Values, range: i64) -> bool {
    alternatives(expr, history, values, range).is_none_or(|found| found.len() % 2 == 1)
}

fn history(events: &[usize]) -> History {
    let mut history = History::default();
    for k in events {
        history.push(&format!("{}[x[{}]]", ["ask", "abort"][k % 2], k / 2 + 1));
    }
    history
}

fn statement(sort: super::language::Sort) -> Statement {
    Statement { sort, line: 1, column: 1 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_printed_parses_to_the_same(sorts in prop::collection::vec(sample::statement(), 0..4)) {
        let statements: Vec<Statement> = sorts.into_iter().map(statement).collect();
        let text = print(&statements, Style::Ascii);
        let again = parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        prop_assert!(statements.iter().map(|s| &s.sort).eq(again.iter().map(|s| &s.sort)), "{}", text);
    }

    #[test]
    fn a_normal_form_is_its_own(expr in sample::small()) {
        let normal = normalise(&expr).unwrap();
        let unfolded = unfold(&normal);
        prop_assert_eq!(&normalise(&unfolded).unwrap(), &normal);
        let text = print_expr(&unfolded, Style::Ascii);
        prop_assert_eq!(print_expr(&unfold(&normalise(&expression(&text).unwrap()).unwrap()), Style::Ascii), text);
    }

    /// The oracle knows neither Figure 6 nor the bound on variables: it looks further than `Scope::range`.
    #[test]
    fn a_normal_form_means_the_same(expr in sample::small(), events in Just((0..6).collect::<Vec<usize>>()).prop_shuffle(), n in 0..7usize) {
        let history = history(&events[..n]);
        let normal = normalise(&expr).unwrap();
        let scope = Scope::of(&normal).unwrap();
        let asked = Asked::new(&history, &scope);
        let found = asked.entails(&normal, &scope, &mut Values::new()).unwrap();
        let far = scope.free.iter().rev().cloned().collect::<Vec<_>>();
        let range = 14;
        let closed = far.into_iter().fold(expr.clone(), |e, v| Expr::Quantified(false, vec![v], Box::new(e)));
        prop_assert_eq!(found, holds(&closed, &history, &mut Values::new(), range), "{}", print_expr(&expr, Style::Ascii));
    }

    #[test]
    fn any_text_is_parsed_or_refused(text in "\\PC{0,60}") {
        let _ = parse(&text);
    }

    #[test]
    fn any_tokens_are_parsed_or_refused(words in prop::collection::vec(prop::sample::select(&[
        "I", "O", "E", "A", "x", "v", "i", "n", "ask", "err", "empty", "true", "parameter", "where", "events", "1", "0",
        "::=", ":=", ":", "->", "=>", "<=", ">=", "=", "!=", "&", "|", "!", "+", "-", "(", ")", "[", "]", "{", "}", ",",
        ".", "?", ";", "'", "#", "\n", " ", "//",
    ][..]), 0..40)) {
        if let Ok(statements) = parse(&words.concat()) {
            let text = print(&statements, Style::Ascii);
            let again = parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
            prop_assert!(statements.iter().map(|s| &s.sort).eq(again.iter().map(|s| &s.sort)), "{}", text);
        }
    }
}
