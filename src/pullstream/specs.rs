//! The specifications that come with the package, in the notation.

use super::language::{Statement, parse};
use crate::error::Result;
use std::cell::OnceCell;
use std::rc::Rc;

/// Name, text. Each text says in its first lines where it is from.
pub const SPECS: [(&str, &str); 13] = [
    ("ping-pong", include_str!("specs/ping-pong.events")),
    ("ping-pong-sequence", include_str!("specs/ping-pong-sequence.events")),
    ("protocol", include_str!("specs/protocol.events")),
    ("protocol-rules", include_str!("specs/protocol-rules.events")),
    ("protocol-in-order", include_str!("specs/protocol-in-order.events")),
    ("protocol-out-of-order", include_str!("specs/protocol-out-of-order.events")),
    ("source", include_str!("specs/source.events")),
    ("sink", include_str!("specs/sink.events")),
    ("transformer", include_str!("specs/transformer.events")),
    ("source-figure-12", include_str!("specs/source-figure-12.events")),
    ("transformer-figure-14", include_str!("specs/transformer-figure-14.events")),
    ("any-upstream", include_str!("specs/any-upstream.events")),
    ("any-downstream", include_str!("specs/any-downstream.events")),
];

/// The functions that every text may call: Figures 7 to 10 and appendix B.
pub const PRELUDE: &str = include_str!("specs/prelude.events");

/// The text of that name.
pub fn text(name: &str) -> Option<&'static str> {
    SPECS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

thread_local! {
    static PARSED: OnceCell<Rc<[Statement]>> = const { OnceCell::new() };
}

/// The prelude's definitions, parsed once.
pub fn prelude() -> Result<Rc<[Statement]>> {
    PARSED.with(|cell| match cell.get() {
        Some(parsed) => Ok(parsed.clone()),
        None => {
            let parsed: Rc<[Statement]> = parse(PRELUDE)?.into();
            Ok(cell.get_or_init(|| parsed).clone())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::allows::{Reading, allows};
    use super::super::explore::{Found, histories};
    use super::super::language::{Setting, event};
    use super::super::spec::{Part, Spec};
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn n(value: i64) -> Setting {
        Setting::Number(value)
    }

    fn part(name: &str, settings: &[(&str, Setting)]) -> Part {
        let parameters = settings.iter().map(|(name, setting)| (name.to_string(), *setting)).collect();
        Part { statements: parse(text(name).expect(name)).unwrap(), parameters, ports: BTreeMap::new(), stage: None }
    }

    /// The sink without a transformer before it: "all '' should be removed" (section 6).
    fn direct(mut sink: Part) -> Part {
        sink.ports = BTreeMap::from([("DI".into(), "TI".into()), ("TO".into(), "UO".into())]);
        sink.stage = Some(0);
        sink
    }

    fn assemble(parts: &[Part]) -> Spec {
        Spec::assemble(parts, &prelude().unwrap()).unwrap().unwrap()
    }

    fn all(parts: &[Part], bound: usize) -> BTreeSet<String> {
        let spec = assemble(parts);
        let found = histories(&spec, bound, &[]).unwrap();
        let events = |found: &Found| found.events.iter().map(|e| event(e).unwrap()).collect::<Vec<_>>();
        // What is generated is a member; nothing is generated twice.
        for one in &found {
            assert!(one.complete, "cut at {bound}: {:?}", one.events);
            assert!(allows(&spec, &events(one), Reading::default()).unwrap().allowed);
        }
        let set: BTreeSet<String> = found.iter().map(|found| found.events.join("; ")).collect();
        assert_eq!(set.len(), found.len());
        set
    }

    fn settings<'a>(n: i64, r: i64, w: Option<bool>) -> Vec<(&'a str, Setting)> {
        let numbers = [("n", Setting::Number(n)), ("r", Setting::Number(r))];
        numbers.into_iter().chain(w.map(|w| ("w", Setting::Bool(w)))).collect()
    }

    /// All histories of Figures 9 and 10 for streams of up to `most` values.
    fn protocol(most: i64) -> BTreeSet<String> {
        let mut union = BTreeSet::new();
        for n in 0..=most {
            for r in 0..=n + 1 {
                for w in [false, true] {
                    union.extend(all(&[part("protocol", &settings(n, r, Some(w)))], 99));
                }
            }
        }
        union
    }

    #[test]
    fn every_text_parses_and_assembles() {
        for (name, text) in SPECS {
            let statements = parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let declared = super::super::spec::parameters(&statements);
            let values: Vec<(&str, Setting)> =
                declared.map(|(p, number)| (p, if number { n(1) } else { Setting::Bool(true) })).collect();
            assemble(&[part(name, &values)]);
        }
    }

    #[test]
    fn ping_pong_goes_on_as_section_4_2_4_tells() {
        let found = histories(&assemble(&[part("ping-pong", &[])]), 5, &[]).unwrap();
        assert_eq!(found.len(), 1);
        assert!(!found[0].complete, "it never ends");
        let told = ["C: ping[x[1]]", "S: x[1] := pong", "C: ping[x[2]]", "S: x[2] := pong", "C: ping[x[3]]"];
        assert!(found[0].events.iter().map(|e| &**e).eq(told));
        let sequence = all(&[part("ping-pong-sequence", &[("n", n(2))])], 9);
        assert_eq!(sequence, BTreeSet::from([told[..4].join("; ")]));
    }

    #[test]
    fn the_protocol_s_examples_are_those_of_section_5() {
        let normal = all(&[part("protocol", &settings(1, 2, Some(true)))], 9);
        let start = "I: ask[x[1]]; O: x[1] := v[1]; I: ask[x[2]]; O: x[2] :=";
        assert_eq!(normal, BTreeSet::from([format!("{start} done"), format!("{start} err")]));
        // Two requests to terminate, two answers each; without waiting the ask has two answers too.
        assert_eq!(all(&[part("protocol", &settings(2, 1, Some(true)))], 9).len(), 4);
        let early = all(&[part("protocol", &settings(2, 1, Some(false)))], 9);
        assert_eq!(early.len(), 8);
        assert!(early.contains("I: ask[x[1]]; I: abort[x[2]]; O: x[1] := done; O: x[2] := done"));
    }

    #[test]
    fn appendix_b_adds_two_and_then_two_sequences() {
        let count = |name, n, r| all(&[part(name, &settings(n, r, None))], 99).len();
        // Section 5.3: two asks and one value have six sequences in all.
        assert_eq!((count("protocol-in-order", 1, 2), count("protocol-out-of-order", 1, 2)), (4, 6));
        let all_of = |name| all(&[part(name, &settings(2, 2, None))], 99);
        let (ordered, any) = (all_of("protocol-in-order"), all_of("protocol-out-of-order"));
        assert!(ordered.is_subset(&any));
        let asked = "I: ask[x[1]]; I: ask[x[2]]; I: abort[x[3]]";
        assert!(ordered.contains(&format!("{asked}; O: x[1] := done; O: x[2] := done; O: x[3] := done")));
        let late = format!("{asked}; O: x[3] := done; O: x[1] := done; O: x[2] := done");
        assert!(any.contains(&late) && !ordered.contains(&late));
        for n in 0..3 {
            for r in 0..=n + 1 {
                let base: BTreeSet<String> = [false, true]
                    .into_iter()
                    .flat_map(|w| all(&[part("protocol", &settings(n, r, Some(w)))], 99))
                    .collect();
                let wide = all(&[part("protocol-in-order", &settings(n, r, None))], 99);
                assert!(base.is_subset(&wide), "co-routining is the special case (n = {n}, r = {r})");
            }
        }
    }

    #[test]
    fn the_protocol_as_rules_is_the_protocol_as_sequences() {
        for most in 0..4 {
            let rules = all(&[part("protocol-rules", &[("n", n(most))])], 99);
            assert_eq!(rules, protocol(most));
        }
    }

    #[test]
    fn any_upstream_and_downstream_together_are_the_protocol() {
        let downstream = direct(part("any-downstream", &[("r", n(3))]));
        let both = all(&[part("any-upstream", &[("n", n(2))]), downstream], 99);
        let renamed: BTreeSet<String> = both.iter().map(|h| h.replace("TI:", "I:").replace("UO:", "O:")).collect();
        // r = 3 asks can also be followed by a request to terminate: then three values could be produced.
        assert!(renamed.is_superset(&protocol(2)) && renamed.is_subset(&protocol(3)));
    }

    /// The histories of a source and sink, at their interface.
    fn source_and_sink(source: &str, most: i64) -> BTreeSet<String> {
        let mut union = BTreeSet::new();
        for bits in 0..16 {
            let bit = |k: i32| Setting::Bool(bits >> k & 1 == 1);
            for values in 0..=most {
                for r in 0..=most + 1 {
                    let mut own = vec![("n", n(values)), ("err", bit(0))];
                    if source == "source" {
                        own.push(("echo", bit(1)));
                    }
                    let sink = part("sink", &[("r", n(r)), ("err", bit(2)), ("w", bit(3))]);
                    union.extend(all(&[part(source, &own), direct(sink)], 99));
                }
            }
        }
        union.iter().map(|h| h.replace("TI:", "I:").replace("UO:", "O:")).collect()
    }

    #[test]
    fn the_reference_source_and_sink_follow_the_protocol() {
        let found = source_and_sink("source", 2);
        assert_eq!(found.difference(&protocol(3)).next(), None);
        // And the protocol's histories occur, but for those whose source ends a stream that is aborted with an error
        // of its own, or answers the last ask and the request to terminate differently.
        let plain = |history: &&String| {
            let (done, err) = (history.contains(":= done"), history.contains(":= err"));
            !err || !(history.contains("abort") || done)
        };
        let protocol = protocol(2);
        let missing: Vec<&String> = protocol.iter().filter(plain).filter(|h| !found.contains(*h)).collect();
        assert_eq!(missing, Vec::<&String>::new());
    }

    #[test]
    fn figure_12_to_the_letter_does_not() {
        let found = source_and_sink("source-figure-12", 2);
        assert!(found.contains("I: ask[x[1]]; I: abort[x[2]]; O: x[2] := done; O: x[1] := v[1]"));
        assert!(!found.is_subset(&protocol(3)));
    }

    /// Both interfaces of source, transformer and sink.
    fn pipeline(transformer: &str) -> (BTreeSet<String>, BTreeSet<String>) {
        let (mut above, mut below) = (BTreeSet::new(), BTreeSet::new());
        for bits in 0..16 {
            let bit = |k: i32| Setting::Bool(bits >> k & 1 == 1);
            for (values, through, r) in [(0, 1, 2), (1, 0, 1), (1, 0, 2), (1, 1, 2), (2, 1, 1), (1, 2, 1)] {
                let parts = [
                    part("source", &[("n", n(values)), ("err", bit(0)), ("echo", Setting::Bool(true))]),
                    part(transformer, &[("r", n(through)), ("err", bit(1))]),
                    part("sink", &[("r", n(r)), ("err", bit(2)), ("w", bit(3))]),
                ];
                for history in all(&parts, 99) {
                    let only = |ports: [&str; 2]| {
                        let side = history.split("; ").filter(|e| e.starts_with(ports[0]) || e.starts_with(ports[1]));
                        side.collect::<Vec<_>>()
                            .join("; ")
                            .replace(ports[0], "I")
                            .replace(ports[1], "O")
                            .replace('\'', "")
                    };
                    above.insert(only(["TI", "UO"]));
                    below.insert(only(["DI", "TO"]));
                }
            }
        }
        (above, below)
    }

    #[test]
    fn the_reference_transformer_follows_the_protocol_on_both_sides() {
        let (above, below) = pipeline("transformer");
        let protocol = protocol(3);
        assert_eq!(above.difference(&protocol).next(), None);
        assert_eq!(below.difference(&protocol).next(), None);
    }

    #[test]
    fn figure_14_to_the_letter_can_abort_twice() {
        let (above, _) = pipeline("transformer-figure-14");
        assert!(above.iter().any(|history| history.matches("abort").count() == 2));
    }
}
