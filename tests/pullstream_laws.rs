//! Laws of the pull-stream judge and of the walk through orders.

use proptest::prelude::*;
use std::collections::BTreeSet;
use watertight::pullstream::{Explorer, FIELDS, Kind, Scenario, Step, events, judge, watch};

const KINDS: [Kind; 5] = [Kind::Source, Kind::Through, Kind::Sink, Kind::Multi, Kind::Duplex];

/// The orders visited when actors have so many steps each; `touches` says what each actor's steps touch.
fn orders(counts: &[usize], touches: &[u32]) -> Vec<Vec<usize>> {
    let mut explorer = Explorer::new(u32::MAX);
    let mut found = Vec::new();
    while explorer.begin() {
        let mut left = counts.to_vec();
        let mut order = Vec::new();
        loop {
            let open: Vec<usize> = (0..counts.len()).filter(|&a| left[a] > 0).collect();
            if open.is_empty() {
                found.push(order);
                break;
            }
            let steps: Vec<Step> = open.iter().map(|&a| Step { actor: a as u32, touches: touches[a] }).collect();
            let Some(choice) = explorer.choose(&steps) else { break };
            order.push(open[choice]);
            left[open[choice]] -= 1;
        }
    }
    assert!(explorer.is_complete());
    found
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
    fn dependent_steps_are_tried_in_every_order_exactly_once(counts in prop::collection::vec(0usize..3, 1..4)) {
        let found = orders(&counts, &vec![1; counts.len()]);
        let expected = factorial(counts.iter().sum()) / counts.iter().map(|&c| factorial(c)).product::<usize>();
        prop_assert_eq!(found.len(), expected);
        prop_assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), expected);
    }

    #[test]
    fn pruning_loses_no_order_up_to_commuting_steps(
        counts in prop::collection::vec(0usize..3, 1..4),
        touches in prop::collection::vec(0u32..4, 3),
    ) {
        let classes = |list: &[Vec<usize>]| list.iter().map(|order| normal(order, &touches)).collect::<BTreeSet<_>>();
        let pruned = orders(&counts, &touches[..counts.len()]);
        let all = orders(&counts, &vec![1; counts.len()]);
        prop_assert_eq!(classes(&pruned), classes(&all));
        prop_assert_eq!(classes(&pruned).len(), pruned.len(), "each class once");
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
