//! Judges recorded runs of async iterables and Web Streams by the same rules, as far as they make sense there. Promises
//! are settled once and in order by themselves; a value may still answer an ask that was made before the abort.
//!
//! The events are those of pull-streams. Async iterables: `next()` is an ask, `return()` an abort, `throw(error)` an
//! abort with an error. Web Streams: a read or a pull is an ask, `cancel(reason)` an abort. A sink is done when the
//! promise it returned is settled.

use super::judge::Violation;
use super::rules::{RULES, Rule, RuleText};
use super::scenario::Kind;
use super::trace::{End, Event};

/// The rules that hold for a kind, in the order of reports.
pub fn rules_of(kind: Kind) -> impl Iterator<Item = &'static RuleText> {
    RULES.iter().filter(move |line| applies(kind, line.rule))
}

fn applies(kind: Kind, rule: Rule) -> bool {
    use Rule::*;
    let shared = matches!(
        rule,
        NoRequestAfterTermination
            | AnswerHappens
            | Terminates
            | NoValueAfterTermination
            | NoThrow
            | SourceErrorArrives
            | AbortErrorArrives
    );
    let for_sinks = matches!(rule, NoRequestAfterTermination | Terminates | NoThrow | SourceErrorArrives | DoneOnce);
    match kind {
        Kind::AsyncIterable => shared,
        Kind::WebStream => shared || rule == KeepsHighWaterMark,
        Kind::AsyncIterableSink => for_sinks || rule == NoConcurrentAsks,
        Kind::WebStreamSink => for_sinks,
        _ => rule != KeepsHighWaterMark,
    }
}

#[derive(Default)]
struct Interface {
    /// Requests that wait for their answer; true for asks.
    pending: Vec<(usize, bool)>,
    /// Asks made before the stream was closing: a value may answer them at any time.
    early_asks: Vec<usize>,
    aborts: Vec<(usize, End)>,
    /// Asked while the sink still had something to expect.
    is_opened: bool,
    end: Option<End>,
    /// Asks since the sink had its last answer.
    ahead: usize,
}

impl Interface {
    fn is_closing(&self) -> bool {
        !self.aborts.is_empty() || self.end.is_some()
    }
}

/// Every violation of a whole run. `high_water` is how much a Web Stream may ask for while its reader waits for nothing.
pub fn judge(kind: Kind, inputs: usize, high_water: usize, events: impl Iterator<Item = Event>) -> Vec<Violation> {
    let mut run = Run {
        kind,
        high_water,
        interfaces: (0..=inputs).map(|_| Interface::default()).collect(),
        found: Vec::new(),
        at: 0,
        source_error: false,
        close_error: false,
        sink_error: false,
        error_arrived: false,
        abort_error_arrived: None,
        settled: None,
        broken_off: false,
    };
    for event in events {
        run.take(event);
        run.at += 1;
    }
    match run.broken_off {
        true => {}
        false if kind.is_promised_sink() => run.finish_sink(),
        false => run.finish(),
    }
    run.found
}

struct Run {
    kind: Kind,
    high_water: usize,
    /// The output, then the inputs.
    interfaces: Vec<Interface>,
    found: Vec<Violation>,
    at: usize,
    /// A source answered an ask with an error while the sink was still listening.
    source_error: bool,
    /// A source failed while it was closed.
    close_error: bool,
    sink_error: bool,
    /// The sink was told of an error.
    error_arrived: bool,
    /// What the first source was cancelled with after the sink had cancelled with an error.
    abort_error_arrived: Option<bool>,
    /// How the promise of a sink was settled.
    settled: Option<End>,
    broken_off: bool,
}

impl Run {
    fn note(&mut self, rule: Rule, code: &'static str, interface: usize, request: usize) {
        self.found.push(Violation { rule, code, interface, request, event: self.at });
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Request { interface, request, abort, .. } if interface < self.interfaces.len() => {
                self.request(interface, request, abort)
            }
            Event::Answer { interface, request, end, .. } if interface < self.interfaces.len() => {
                self.answer(interface, request, end)
            }
            Event::Throw { interface, request } => {
                self.broken_off = true;
                self.note(Rule::NoThrow, "thrown", interface, request);
            }
            Event::Done { end } => self.settled = self.settled.or(Some(end)),
            _ => {}
        }
    }

    fn request(&mut self, k: usize, request: usize, abort: End) {
        let is_idle = self.interfaces[0].pending.is_empty();
        let is_open = self.interfaces[0].end.is_none();
        let state = &mut self.interfaces[k];
        let (ended, aborted) = (state.end.is_some(), !state.aborts.is_empty());
        let is_ask = abort == End::No;
        let asking = state.pending.iter().any(|&(_, is_ask)| is_ask);
        state.pending.push((request, is_ask));
        if !is_ask {
            state.aborts.push((request, abort));
            if k == 0 && !ended && !aborted {
                self.sink_error = abort == End::Error;
            }
            if k > 0 && self.sink_error && self.abort_error_arrived.is_none() {
                self.abort_error_arrived = Some(abort == End::Error);
            }
            return;
        }
        state.is_opened |= is_open;
        if !ended && !aborted {
            state.early_asks.push(request);
        }
        if k == 0 {
            return;
        }
        if is_idle {
            state.ahead += 1;
        }
        // Our own sink asks once more on purpose; no source may notice.
        let ahead = state.ahead;
        if ended || aborted {
            let code = if ended { "ask-after-end" } else { "ask-after-abort" };
            self.note(Rule::NoRequestAfterTermination, code, k, request);
        } else if self.kind == Kind::WebStream && is_idle && ahead > self.high_water {
            self.note(Rule::KeepsHighWaterMark, "read-ahead", k, request);
        } else if self.kind == Kind::AsyncIterableSink && asking {
            self.note(Rule::NoConcurrentAsks, "concurrent-asks", k, request);
        }
    }

    fn answer(&mut self, k: usize, request: usize, end: End) {
        // Who asks for the source's values, and would be told of its error: the reader, or the sink itself.
        let reader = &self.interfaces[if self.kind.is_promised_sink() { k } else { 0 }];
        let listens = !reader.is_closing();
        let state = &mut self.interfaces[k];
        state.pending.retain(|&(waiting, _)| waiting != request);
        let answers_abort = state.aborts.iter().any(|&(abort, _)| abort == request);
        let was_early = state.early_asks.contains(&request);
        let ended = state.end.is_some();
        if end != End::No {
            state.end.get_or_insert(end);
        }
        if k > 0 {
            if end == End::Error && answers_abort {
                self.close_error = true;
            } else if end == End::Error && listens {
                self.source_error = true;
            }
            return;
        }
        self.interfaces.iter_mut().for_each(|input| input.ahead = 0);
        self.error_arrived |= end == End::Error;
        if end == End::No && !was_early {
            let code = match (answers_abort, ended) {
                (true, _) => "abort-answered-without-end",
                (false, true) => "value-after-end",
                (false, false) => "value-after-abort",
            };
            self.note(Rule::NoValueAfterTermination, code, 0, request);
        }
    }

    fn finish(&mut self) {
        let output = &self.interfaces[0];
        let owed = output.pending.first().map(|&(request, _)| request);
        let is_closing = output.is_closing();
        let ended_well = output.aborts.is_empty() && output.end == Some(End::Done);
        if let Some(request) = owed {
            self.note(Rule::AnswerHappens, "no-answer", 0, request);
        }
        for k in 1..self.interfaces.len() {
            // A source that was never asked was never opened; one that our last ask opened is a value after the end.
            let state = &self.interfaces[k];
            if is_closing && state.is_opened && state.pending.is_empty() && !state.is_closing() {
                self.note(Rule::Terminates, "left-open", k, 0);
            }
        }
        if self.source_error && ended_well {
            self.note(Rule::SourceErrorArrives, "source-error-lost", 0, 0);
        }
        // A cancelled Web Stream need not tell how its source took it; whoever leaves a loop is told.
        if self.kind == Kind::AsyncIterable && self.close_error && !self.error_arrived && owed.is_none() {
            self.note(Rule::SourceErrorArrives, "close-error-lost", 0, 0);
        }
        self.finish_sink_error(owed.is_some());
    }

    fn finish_sink(&mut self) {
        let Some(end) = self.settled else { return self.note(Rule::DoneOnce, "never-settled", 0, 0) };
        for k in 1..self.interfaces.len() {
            let state = &self.interfaces[k];
            if state.is_opened && !state.is_closing() {
                self.note(Rule::Terminates, "left-open", k, 0);
            }
        }
        if end != End::Error && self.source_error {
            self.note(Rule::SourceErrorArrives, "source-error-lost", 0, 0);
        } else if end != End::Error && self.close_error {
            self.note(Rule::SourceErrorArrives, "close-error-lost", 0, 0);
        }
    }

    /// An error thrown into an async iterable comes back out of it; the reason of a cancel goes on to the source.
    fn finish_sink_error(&mut self, is_owed: bool) {
        if !self.sink_error {
            return;
        }
        if self.kind == Kind::WebStream && self.abort_error_arrived == Some(false) {
            self.note(Rule::AbortErrorArrives, "abort-error-lost", 1, 0);
        }
        if self.kind == Kind::AsyncIterable && !self.error_arrived && !is_owed {
            let request = self.interfaces[0].aborts[0].0;
            self.note(Rule::AbortErrorArrives, "thrown-error-lost", 0, request);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `D?1` asks on the output, `U!2` closes the input, `U!2e` with an error, `U=1v` a value, `U=1.` the end, `U=1e` an error.
    fn codes(kind: Kind, text: &str) -> Vec<&'static str> {
        let read = |word: &str| {
            let bytes = word.as_bytes();
            match word {
                "T" => return Event::Throw { interface: 0, request: 0 },
                "done" => return Event::Done { end: End::No },
                "failed" => return Event::Done { end: End::Error },
                _ => {}
            }
            let (interface, request) = (usize::from(bytes[0] == b'U'), usize::from(bytes[2] - b'0'));
            let end = match bytes.get(3) {
                Some(b'v') => End::No,
                Some(b'e') => End::Error,
                _ => End::Done,
            };
            match bytes[1] {
                b'?' => Event::Request { interface, request, abort: End::No, has_callback: true },
                b'!' => Event::Request { interface, request, abort: end, has_callback: true },
                _ => Event::Answer { interface, request, end, has_data: end == End::No },
            }
        };
        judge(kind, 1, 1, text.split_whitespace().map(read)).iter().map(|found| found.code).collect()
    }

    const NOTHING: [&str; 0] = [];

    #[test]
    fn correct_runs() {
        for kind in [Kind::AsyncIterable, Kind::WebStream] {
            assert_eq!(codes(kind, "D?1 U?1 U=1v D=1v D?2 U?2 U=2. D=2. D?3 D=3."), NOTHING);
            assert_eq!(codes(kind, "D?1 U?1 U=1v D=1v D!2 U!2 U=2. D=2. D?3 D=3."), NOTHING);
            // The ask was made before the loop was left: it may have its value.
            assert_eq!(codes(kind, "D?1 U?1 D!2 U=1v D=1v U!2 U=2. D=2."), NOTHING);
            // In which order two promises settle depends on how often each was awaited on its way.
            assert_eq!(codes(kind, "D?1 U?1 U=1v D!2 U!2 U=2. D=2. D=1v"), NOTHING);
            // Never asked, never opened.
            assert_eq!(codes(kind, "D!1 D=1."), NOTHING);
        }
    }

    #[test]
    fn an_early_exit_closes_the_source() {
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 U=1v D=1v D!2 D=2."), ["left-open"]);
        assert_eq!(codes(Kind::WebStream, "D?1 U?1 U=1v D=1v D!2 D=2."), ["left-open"]);
    }

    #[test]
    fn asks_after_the_end_do_not_reach_the_source() {
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 U=1. D=1. D?2 U?2 U=2. D=2."), ["ask-after-end"]);
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 U=1v D=1v D!2 U!2 U?3 U=2. U=3. D=2."), ["ask-after-abort"]);
    }

    #[test]
    fn no_value_after_the_end() {
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 U=1. D=1. D?2 D=2v"), ["value-after-end"]);
        assert_eq!(codes(Kind::AsyncIterable, "D!1 D?2 D=2v D=1."), ["value-after-abort"]);
        assert_eq!(codes(Kind::AsyncIterable, "D!1 D=1v"), ["abort-answered-without-end"]);
        assert_eq!(codes(Kind::AsyncIterable, "D!1 D=1. D?2 U?1 U=1v D=2v"), ["value-after-end"]);
    }

    #[test]
    fn answers_and_throws() {
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 D!2 U=1v D=1v U!2 U=2."), ["no-answer"]);
        assert_eq!(codes(Kind::AsyncIterable, "D?1 T"), ["thrown"]);
    }

    #[test]
    fn errors_have_to_arrive() {
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 U=1e D=1."), ["source-error-lost"]);
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 U=1v D=1v D!2 U!2 U=2e D=2."), ["close-error-lost"]);
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 U=1v D=1v D!2 U!2 U=2e D=2e"), NOTHING);
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 U=1v D=1v D!2e U!2 U=2. D=2."), ["thrown-error-lost"]);
        assert_eq!(codes(Kind::AsyncIterable, "D?1 U?1 U=1v D=1v D!2e U!2 U=2. D=2e"), NOTHING);
        assert_eq!(codes(Kind::WebStream, "D?1 U?1 U=1v D=1v D!2e U!2 U=2. D=2."), ["abort-error-lost"]);
        assert_eq!(codes(Kind::WebStream, "D?1 U?1 U=1v D=1v D!2e U!2e U=2. D=2."), NOTHING);
    }

    #[test]
    fn one_chunk_ahead_and_no_more() {
        assert_eq!(codes(Kind::WebStream, "U?1 U=1v D?1 D=1v U?2 U=2v D!2 U!3 U=3. D=2."), NOTHING);
        assert_eq!(codes(Kind::WebStream, "U?1 U=1v U?2 U=2v D!1 U!3 U=3. D=1."), ["read-ahead"]);
        assert_eq!(codes(Kind::AsyncIterable, "U?1 U=1v U?2 U=2v D!1 U!3 U=3. D=1."), NOTHING);
    }

    #[test]
    fn a_sink_reads_to_the_end_or_closes_its_source() {
        for kind in [Kind::AsyncIterableSink, Kind::WebStreamSink] {
            assert_eq!(codes(kind, "U?1 U=1v U?2 U=2. done"), NOTHING);
            assert_eq!(codes(kind, "U?1 U=1v U!2 U=2. done"), NOTHING);
            assert_eq!(codes(kind, "U?1 U=1v U!2 U=2. failed"), NOTHING);
            assert_eq!(codes(kind, "done"), NOTHING);
            assert_eq!(codes(kind, "U?1 U=1v done"), ["left-open"]);
            assert_eq!(codes(kind, "U?1 U=1v U?2 U=2."), ["never-settled"]);
            assert_eq!(codes(kind, "U?1 U=1. U?2 U=2. done"), ["ask-after-end"]);
            assert_eq!(codes(kind, "U?1 U=1v U!2 U?3 U=2. U=3. done"), ["ask-after-abort"]);
            assert_eq!(codes(kind, "T"), ["thrown"]);
        }
    }

    #[test]
    fn a_sink_passes_errors_on() {
        let kind = Kind::AsyncIterableSink;
        assert_eq!(codes(kind, "U?1 U=1e failed"), NOTHING);
        assert_eq!(codes(kind, "U?1 U=1e done"), ["source-error-lost"]);
        assert_eq!(codes(kind, "U?1 U=1v U!2 U=2e failed"), NOTHING);
        assert_eq!(codes(kind, "U?1 U=1v U!2 U=2e done"), ["close-error-lost"]);
    }

    #[test]
    fn a_sink_of_an_async_iterable_asks_one_at_a_time() {
        let run = "U?1 U?2 U=1v U=2. done";
        assert_eq!(codes(Kind::AsyncIterableSink, run), ["concurrent-asks"]);
        assert_eq!(codes(Kind::WebStreamSink, run), NOTHING);
    }

    #[test]
    fn each_kind_has_its_rules() {
        let ids = |kind| rules_of(kind).map(|line| line.id).collect::<Vec<_>>();
        assert_eq!(ids(Kind::Through).len(), 14);
        assert_eq!(ids(Kind::AsyncIterable), ["PS-1", "PS-2", "PS-6", "PS-V", "PS-T", "PS-EL", "PS-AL"]);
        assert_eq!(ids(Kind::WebStream).last(), Some(&"PS-B"));
        assert_eq!(ids(Kind::AsyncIterableSink), ["PS-1", "PS-5", "PS-6", "PS-T", "PS-EL", "PS-DC"]);
        assert_eq!(ids(Kind::WebStreamSink), ["PS-1", "PS-6", "PS-T", "PS-EL", "PS-DC"]);
    }
}
