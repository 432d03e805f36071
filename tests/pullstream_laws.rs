//! Laws of the pull-stream judge and of the walk through orders.

use proptest::prelude::*;
use std::collections::BTreeSet;
use watertight::pullstream::{Explorer, FIELDS, Kind, Scenario, events, judge, watch};

const KINDS: [Kind; 5] = [Kind::Source, Kind::Through, Kind::Sink, Kind::Multi, Kind::Duplex];

/// The orders run when actors have so many steps each, and how many were left out. `state` says of the steps so far all that
/// matters for what comes next; if it says nothing, every order is run.
fn orders(counts: &[usize], state: impl Fn(&[usize]) -> Vec<i32>) -> (Vec<Vec<usize>>, u64) {
    let mut explorer = Explorer::new(u32::MAX);
    let mut found = Vec::new();
    while explorer.begin() {
        let mut left = counts.to_vec();
        let mut order = Vec::new();
        loop {
            let open: Vec<u32> = (0u32..).zip(&left).filter(|(_, n)| **n > 0).map(|(actor, _)| actor).collect();
            if open.is_empty() {
                found.extend(explorer.end(&state(&order)).then_some(order));
                break;
            }
            let Some(choice) = explorer.choose(&open, &state(&order)) else { break };
            let actor = open[choice] as usize;
            order.push(actor);
            left[actor] -= 1;
        }
    }
    assert!(explorer.is_complete());
    (found, explorer.left_out())
}

/// The normal form of an order: the first actor whose step no earlier one holds back, again and again.
fn normal(order: &[usize], touches: &[u32]) -> Vec<usize> {
    let mut rest = order.to_vec();
    let mut sorted = Vec::new();
    while !rest.is_empty() {
        let is_free = |k: usize| rest[..k].iter().all(|&a| a != rest[k] && touches[a] & touches[rest[k]] == 0);
        let next = (0..rest.len()).filter(|&k| is_free(k)).min_by_key(|&k| rest[k]).unwrap();
        sorted.push(rest.remove(next));
    }
    sorted
}

fn factorial(n: usize) -> usize {
    (1..=n).product()
}

proptest! {
    #[test]
    fn without_states_every_order_is_run_exactly_once(counts in prop::collection::vec(0usize..3, 1..4)) {
        let (found, _) = orders(&counts, |_| Vec::new());
        let expected = factorial(counts.iter().sum()) / counts.iter().map(|&c| factorial(c)).product::<usize>();
        prop_assert_eq!(found.len(), expected);
        prop_assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), expected);
    }

    #[test]
    fn pruning_loses_no_order_up_to_commuting_steps(
        counts in prop::collection::vec(0usize..3, 1..4),
        touches in prop::collection::vec(0u32..4, 3),
    ) {
        let state = |order: &[usize]| normal(order, &touches).into_iter().map(|a| a as i32).chain([-1]).collect();
        let (some, left_out) = orders(&counts, state);
        let (all, _) = orders(&counts, |_| Vec::new());
        let classes = |list: &[Vec<usize>]| list.iter().map(|order| normal(order, &touches)).collect::<BTreeSet<_>>();
        prop_assert_eq!(classes(&some), classes(&all));
        prop_assert_eq!(classes(&some).len(), some.len(), "each class once");
        prop_assert_eq!(some.len() as u64 + left_out, all.len() as u64, "what is left out is counted");
    }

    #[test]
    fn any_numbers_can_be_judged(rows in prop::collection::vec(-2i32..9, 0..20 * FIELDS), kind in 0usize..5, inputs in 0usize..3) {
        let found = judge(KINDS[kind], inputs.max(usize::from(kind != 0)), events(&rows));
        let count = events(&rows).count();
        prop_assert!(found.iter().all(|one| one.event <= count && one.rule.text().codes.contains(&one.code)));
        prop_assert!(watch(events(&rows)).len() <= 4 * count);
    }

    #[test]
    fn what_was_broken_stays_broken(rows in prop::collection::vec(0i32..5, 0..12 * FIELDS)) {
        let all: Vec<_> = events(&rows).collect();
        let whole = watch(all.iter().copied());
        for k in 0..all.len() {
            let part = watch(all[..k].iter().copied());
            prop_assert_eq!(&whole[..part.len()], &part[..]);
        }
    }

    #[test]
    fn tokens_come_back(n in 0u8..100, r in 0u8..100, flags in prop::collection::vec(any::<bool>(), 5), choices in prop::collection::vec(0u8..36, 0..12)) {
        let scenario = Scenario { n, r, wait: flags[0], source_error: flags[1], sink_error: flags[2], source_sync: flags[3], sink_sync: flags[4] };
        let (back, mut chosen) = Scenario::from_token(&scenario.token(&choices)).unwrap();
        chosen.resize(choices.len(), 0);
        prop_assert_eq!((back, chosen), (scenario, choices));
    }

    #[test]
    fn any_text_is_a_token_or_refused(text in "\\PC{0,12}") {
        if let Ok((scenario, choices)) = Scenario::from_token(&text) {
            prop_assert_eq!(Scenario::from_token(&scenario.token(&choices)).unwrap().0, scenario);
        }
    }
}
