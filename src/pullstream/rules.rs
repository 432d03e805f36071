//! The rules of the protocol: their ids, what they say, where they come from, and the ways each is broken.

/// One rule; the order is that of reports and of the bits in a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    NoRequestAfterTermination,
    AnswerHappens,
    AnswerOnce,
    AnswersInOrder,
    NoConcurrentAsks,
    Terminates,
    NoValueAfterTermination,
    NoDataWithEnd,
    AbortHasCallback,
    NoThrow,
    SourceErrorArrives,
    AbortErrorArrives,
    DoneOnce,
    NoStackOverflow,
    /// Web Streams alone: see [`super::promised`].
    KeepsHighWaterMark,
}

/// What users read about a rule.
pub struct RuleText {
    pub rule: Rule,
    pub id: &'static str,
    pub statement: &'static str,
    pub origin: &'static str,
    /// The ways to break it, as they stand in `code` of a violation.
    pub codes: &'static [&'static str],
}

/// Every rule, in order; [`super::rules_of`] gives those of one kind of module.
pub const RULES: [RuleText; 15] = [
    RuleText {
        rule: Rule::NoRequestAfterTermination,
        id: "PS-1",
        statement: "no request after a terminate request or a terminated answer",
        origin: "Lavoie and Hendren, section 5.5, invariant 1",
        codes: &["ask-after-end", "ask-after-abort", "abort-after-abort", "abort-after-end"],
    },
    RuleText {
        rule: Rule::AnswerHappens,
        id: "PS-2",
        statement: "every expected answer eventually happens",
        origin: "Lavoie and Hendren, section 5.5, invariant 2",
        codes: &["no-answer"],
    },
    RuleText {
        rule: Rule::AnswerOnce,
        id: "PS-3",
        statement: "every expected answer happens only once",
        origin: "Lavoie and Hendren, section 5.5, invariant 3",
        codes: &["answered-twice"],
    },
    RuleText {
        rule: Rule::AnswersInOrder,
        id: "PS-4",
        statement: "answers happen in the order of their requests",
        origin: "Lavoie and Hendren, section 5.5, invariant 4",
        codes: &["out-of-order"],
    },
    RuleText {
        rule: Rule::NoConcurrentAsks,
        id: "PS-5",
        statement: "no ask while another ask waits for its answer",
        origin: "Lavoie and Hendren, section 5.5, invariant 5",
        codes: &["concurrent-asks"],
    },
    RuleText {
        rule: Rule::Terminates,
        id: "PS-6",
        statement: "a finite stream is eventually terminated, on every interface",
        origin: "Lavoie and Hendren, section 5.5, invariant 6",
        codes: &["left-open"],
    },
    RuleText {
        rule: Rule::NoValueAfterTermination,
        id: "PS-V",
        statement: "no value after a terminate request or a terminated answer",
        origin: "pull-stream README; pull-stream-protocol-checker, invariant 5",
        codes: &["value-after-abort", "value-after-end", "abort-answered-without-end"],
    },
    RuleText {
        rule: Rule::NoDataWithEnd,
        id: "PS-D",
        statement: "no data together with an end",
        origin: "pull-stream README",
        codes: &["data-with-end"],
    },
    RuleText {
        rule: Rule::AbortHasCallback,
        id: "PS-N",
        statement: "every request carries a callback, an abort too",
        origin: "pull-stream issues 76 and 101",
        codes: &["abort-without-callback", "ask-without-callback"],
    },
    RuleText {
        rule: Rule::NoThrow,
        id: "PS-T",
        statement: "a module does not throw into its neighbour",
        origin: "pull-stream issue 126",
        codes: &["thrown"],
    },
    RuleText {
        rule: Rule::SourceErrorArrives,
        id: "PS-EL",
        statement: "an error of the source reaches the sink",
        origin: "pull-stream spec.md",
        codes: &["source-error-lost", "close-error-lost"],
    },
    RuleText {
        rule: Rule::AbortErrorArrives,
        id: "PS-AL",
        statement: "the error a sink aborts with reaches the source",
        origin: "pull-stream README",
        codes: &["abort-error-lost", "thrown-error-lost"],
    },
    RuleText {
        rule: Rule::DoneOnce,
        id: "PS-DC",
        statement: "a sink says exactly once that it is done",
        origin: "pull-stream sinks",
        codes: &["done-twice", "done-never", "never-settled"],
    },
    RuleText {
        rule: Rule::NoStackOverflow,
        id: "PS-S",
        statement: "a synchronous stream of 100 000 items does not overflow the stack",
        origin: "pull-stream issue 14",
        codes: &["stack-overflow"],
    },
    RuleText {
        rule: Rule::KeepsHighWaterMark,
        id: "PS-B",
        statement: "while the reader waits for nothing, the source is not pulled beyond the high-water mark",
        origin: "Streams Standard, backpressure",
        codes: &["read-ahead"],
    },
];

impl Rule {
    /// The rule's line in [`RULES`].
    pub fn text(self) -> &'static RuleText {
        &RULES[self as usize]
    }
    /// The rule's bit in a mask of broken rules.
    pub fn bit(self) -> u32 {
        1 << self as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_rules() {
        for (k, line) in RULES.iter().enumerate() {
            assert_eq!(line.rule as usize, k);
            assert!(line.id.starts_with("PS-") && !line.codes.is_empty());
        }
    }
}
