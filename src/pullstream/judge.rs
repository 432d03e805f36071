//! Judges a recorded run: which rules it breaks, where, and how.

use super::rules::Rule;
use super::scenario::Kind;
use super::trace::{End, Event};

/// One rule broken at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub rule: Rule,
    pub code: &'static str,
    pub interface: usize,
    /// The request it is about, from 1; 0 when it is about none.
    pub request: usize,
    /// The event that broke it; the number of events when it shows only at the end.
    pub event: usize,
}

/// What an interface has seen so far.
#[derive(Default)]
struct Interface {
    /// Requests that wait for their answer, in order; true for asks.
    pending: Vec<(usize, bool)>,
    answered: Vec<usize>,
    /// Which of the requests were aborts.
    aborts: Vec<usize>,
    /// A terminate request was made, with what.
    abort: Option<End>,
    /// A terminated answer was given, with what.
    end: Option<End>,
    /// An abort went out without a callback: nobody can answer it.
    abandoned: bool,
}

impl Interface {
    fn is_closing(&self) -> bool {
        self.abort.is_some() || self.end.is_some()
    }
    /// Nothing more is expected here.
    fn is_over(&self) -> bool {
        self.end.is_some() || self.abandoned || (self.abort.is_some() && self.pending.is_empty())
    }
}

/// Every violation of a whole run of a pull-stream module, in the order in which they show. `inputs` is how many sources
/// the module reads.
pub fn judge(kind: Kind, inputs: usize, events: impl Iterator<Item = Event>) -> Vec<Violation> {
    let mut run = Run::over(kind, inputs, events);
    run.finish();
    run.found
}

/// The violations of a run that still goes on, on one interface: nothing is owed yet.
pub fn watch(events: impl Iterator<Item = Event>) -> Vec<Violation> {
    Run::over(Kind::Source, 0, events).found
}

struct Run {
    kind: Kind,
    interfaces: Vec<Interface>,
    found: Vec<Violation>,
    at: usize,
    /// A source answered an ask with an error while the sink was still listening.
    source_error: bool,
    /// The sink aborted with an error.
    sink_error: bool,
    lost_abort_error: Option<usize>,
    dones: usize,
    done_with: End,
    /// Threw or overflowed: what is missing afterwards says nothing more.
    broken_off: bool,
}

impl Run {
    fn over(kind: Kind, inputs: usize, events: impl Iterator<Item = Event>) -> Run {
        let mut run = Run {
            kind,
            interfaces: (0..=inputs).map(|_| Interface::default()).collect(),
            found: Vec::new(),
            at: 0,
            source_error: false,
            sink_error: false,
            lost_abort_error: None,
            dones: 0,
            done_with: End::No,
            broken_off: false,
        };
        for event in events {
            run.take(event);
            run.at += 1;
        }
        run
    }

    fn note(&mut self, rule: Rule, code: &'static str, interface: usize, request: usize) {
        self.found.push(Violation { rule, code, interface, request, event: self.at });
    }

    fn interface(&mut self, k: usize) -> &mut Interface {
        if k >= self.interfaces.len() {
            self.interfaces.resize_with(k + 1, Interface::default);
        }
        &mut self.interfaces[k]
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Request { interface, request, abort, has_callback } => {
                self.request(interface, request, abort, has_callback)
            }
            Event::Answer { interface, request, end, has_data } => self.answer(interface, request, end, has_data),
            Event::Throw { interface, request } => {
                self.broken_off = true;
                self.note(Rule::NoThrow, "thrown", interface, request);
            }
            Event::Done { end } => {
                self.dones += 1;
                if self.dones == 1 {
                    self.done_with = end;
                }
                if self.dones == 2 {
                    self.note(Rule::DoneOnce, "done-twice", 0, 0);
                }
            }
            Event::Overflow { interface } => {
                self.broken_off = true;
                self.note(Rule::NoStackOverflow, "stack-overflow", interface, 0);
            }
        }
    }

    fn request(&mut self, k: usize, request: usize, abort: End, has_callback: bool) {
        let is_ask = abort == End::No;
        let state = self.interface(k);
        let (ended, aborted) = (state.end.is_some(), state.abort.is_some());
        let asking = state.pending.iter().any(|&(_, is_ask)| is_ask);
        if has_callback {
            state.pending.push((request, is_ask));
        }
        if !is_ask {
            state.aborts.push(request);
            state.abort.get_or_insert(abort);
            state.abandoned |= !has_callback;
        }
        let late = match (is_ask, ended, aborted) {
            (true, true, _) => Some("ask-after-end"),
            (true, false, true) => Some("ask-after-abort"),
            (false, true, _) => Some("abort-after-end"),
            (false, false, true) => Some("abort-after-abort"),
            (_, false, false) => None,
        };
        if let Some(code) = late {
            self.note(Rule::NoRequestAfterTermination, code, k, request);
        } else if is_ask && asking {
            self.note(Rule::NoConcurrentAsks, "concurrent-asks", k, request);
        }
        if !has_callback {
            let code = if is_ask { "ask-without-callback" } else { "abort-without-callback" };
            self.note(Rule::AbortHasCallback, code, k, request);
        }
        self.follow_abort(k, abort, late.is_some());
    }

    /// Did the error that the sink aborted with go on to the sources?
    fn follow_abort(&mut self, k: usize, abort: End, late: bool) {
        if k == 0 && abort == End::Error && !late {
            self.sink_error = true;
        }
        if k > 0 && abort == End::Done && !late && self.sink_error && self.lost_abort_error.is_none() {
            self.lost_abort_error = Some(k);
            if self.kind.passes_aborts() {
                self.note(Rule::AbortErrorArrives, "abort-error-lost", k, 0);
            }
        }
    }

    fn answer(&mut self, k: usize, request: usize, end: End, has_data: bool) {
        let state = self.interface(k);
        if state.answered.contains(&request) {
            return self.note(Rule::AnswerOnce, "answered-twice", k, request);
        }
        state.answered.push(request);
        let place = state.pending.iter().position(|&(waiting, _)| waiting == request);
        let was_closed = (state.abort.is_some(), state.end.is_some());
        let answers_abort = state.aborts.contains(&request);
        if let Some(place) = place {
            state.pending.remove(place);
        }
        if end != End::No {
            state.end.get_or_insert(end);
        }
        if place.is_some_and(|place| place > 0) {
            self.note(Rule::AnswersInOrder, "out-of-order", k, request);
        }
        if end == End::No {
            match was_closed {
                _ if answers_abort => {
                    self.note(Rule::NoValueAfterTermination, "abort-answered-without-end", k, request)
                }
                (true, _) => self.note(Rule::NoValueAfterTermination, "value-after-abort", k, request),
                (false, true) => self.note(Rule::NoValueAfterTermination, "value-after-end", k, request),
                (false, false) => {}
            }
        } else if has_data {
            self.note(Rule::NoDataWithEnd, "data-with-end", k, request);
        }
        if k > 0 && end == End::Error && was_closed == (false, false) && !self.interface(0).is_closing() {
            self.source_error = true;
        }
    }

    fn finish(&mut self) {
        if self.broken_off {
            return;
        }
        for k in 0..self.interfaces.len() {
            if let Some(&(request, _)) = self.interfaces[k].pending.first() {
                self.note(Rule::AnswerHappens, "no-answer", k, request);
            }
        }
        self.finish_terminated();
        self.finish_error();
        if self.kind == Kind::Sink && self.dones == 0 && self.interfaces[1..].iter().all(Interface::is_over) {
            self.note(Rule::DoneOnce, "done-never", 0, 0);
        }
    }

    /// Once the stream is over for the sink it has to be over for every source. An interface that waits for an answer
    /// has broken rule 2 already.
    fn finish_terminated(&mut self) {
        let over_below = match self.kind {
            Kind::Through | Kind::Multi => self.interfaces[0].is_closing(),
            Kind::Sink | Kind::Duplex => true,
            _ => false,
        };
        for k in 1..self.interfaces.len() {
            let state = &self.interfaces[k];
            if over_below && state.pending.is_empty() && !state.is_over() {
                self.note(Rule::Terminates, "left-open", k, 0);
            }
        }
    }

    fn finish_error(&mut self) {
        let lost = match self.kind {
            Kind::Through | Kind::Multi => {
                let below = &self.interfaces[0];
                below.abort.is_none() && below.end == Some(End::Done)
            }
            Kind::Sink => self.dones > 0 && self.done_with != End::Error,
            _ => false,
        };
        if self.source_error && lost {
            self.note(Rule::SourceErrorArrives, "source-error-lost", 0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `D?1` asks on the output, `U!2` aborts on the input, `U!2e` with an error, `U=1v` answers with a value,
    /// `D=1.` with the end, `D=1e` with an error, `D=1+` with data and the end; `U!2~` has no callback.
    fn codes(kind: Kind, text: &str) -> Vec<&'static str> {
        let read = |word: &str| {
            let bytes = word.as_bytes();
            let interface = usize::from(bytes[0] == b'U');
            if bytes[0] == b'T' {
                return Event::Throw { interface: 0, request: 0 };
            }
            if word == "done" {
                return Event::Done { end: End::No };
            }
            let request = usize::from(bytes[2] - b'0');
            let last = *bytes.last().unwrap();
            match bytes[1] {
                b'?' => Event::Request { interface, request, abort: End::No, has_callback: true },
                b'!' => {
                    let abort = if last == b'e' { End::Error } else { End::Done };
                    Event::Request { interface, request, abort, has_callback: last != b'~' }
                }
                _ => {
                    let end = match last {
                        b'v' => End::No,
                        b'e' => End::Error,
                        _ => End::Done,
                    };
                    Event::Answer { interface, request, end, has_data: last == b'+' || last == b'v' }
                }
            }
        };
        judge(kind, usize::from(kind != Kind::Source), text.split_whitespace().map(read))
            .iter()
            .map(|found| found.code)
            .collect()
    }

    #[test]
    fn a_correct_run_breaks_nothing() {
        let run = "D?1 U?1 U=1v D=1v D?2 U?2 U=2. D=2.";
        assert_eq!(codes(Kind::Through, run), [""; 0]);
        assert_eq!(codes(Kind::Through, "D?1 U?1 D!2 U!2 U=1. D=1. U=2. D=2."), [""; 0]);
    }

    #[test]
    fn requests_after_the_end() {
        assert_eq!(codes(Kind::Source, "D?1 D=1. D?2 D=2."), ["ask-after-end"]);
        assert_eq!(codes(Kind::Source, "D!1 D?2 D=1. D=2."), ["ask-after-abort"]);
        assert_eq!(codes(Kind::Source, "D!1 D!2 D=1. D=2."), ["abort-after-abort"]);
        assert_eq!(codes(Kind::Source, "D?1 D=1. D!2 D=2."), ["abort-after-end"]);
        assert_eq!(codes(Kind::Source, "D?1 D?2 D=1v D=2."), ["concurrent-asks"]);
    }

    #[test]
    fn answers() {
        assert_eq!(codes(Kind::Source, "D?1"), ["no-answer"]);
        assert_eq!(codes(Kind::Source, "D?1 D=1. D=1."), ["answered-twice"]);
        assert_eq!(codes(Kind::Source, "D?1 D!2 D=2. D=1."), ["out-of-order"]);
        assert_eq!(codes(Kind::Source, "D?1 D!2 D=1v D=2."), ["value-after-abort"]);
        assert_eq!(codes(Kind::Source, "D!1 D=1v"), ["abort-answered-without-end"]);
        assert_eq!(codes(Kind::Source, "D?1 D=1+"), ["data-with-end"]);
    }

    #[test]
    fn an_abort_without_callback_is_one_violation_and_terminates() {
        assert_eq!(codes(Kind::Through, "D?1 U?1 U=1v D=1v D!2 U!2~ D=2."), ["abort-without-callback"]);
        // No false order violation afterwards.
        assert_eq!(codes(Kind::Source, "D?1 D!2~ D=1."), ["abort-without-callback"]);
    }

    #[test]
    fn sources_left_open() {
        assert_eq!(codes(Kind::Through, "D!1 D=1."), ["left-open"]);
        assert_eq!(codes(Kind::Through, "D!1"), ["no-answer", "left-open"]);
        assert_eq!(codes(Kind::Sink, "U?1 U=1v"), ["left-open"]);
    }

    #[test]
    fn errors_have_to_arrive() {
        assert_eq!(codes(Kind::Through, "D?1 U?1 U=1e D=1."), ["source-error-lost"]);
        assert_eq!(codes(Kind::Through, "D?1 U?1 U=1e D=1e"), [""; 0]);
        assert_eq!(codes(Kind::Through, "D!1e U!1 U=1. D=1."), ["abort-error-lost"]);
        assert_eq!(codes(Kind::Through, "D!1e U!1e U=1. D=1."), [""; 0]);
        assert_eq!(codes(Kind::Sink, "U?1 U=1e done"), ["source-error-lost"]);
    }

    #[test]
    fn sinks_say_done_once() {
        assert_eq!(codes(Kind::Sink, "U?1 U=1."), ["done-never"]);
        assert_eq!(codes(Kind::Sink, "U?1 U=1. done done"), ["done-twice"]);
    }

    #[test]
    fn after_a_throw_nothing_more_is_owed() {
        assert_eq!(codes(Kind::Through, "D?1 U?1 T"), ["thrown"]);
    }
}
