//! The scenarios a module is tested in: every setting of the reference source and sink on short streams (the paper's
//! section 7), and the short text by which one run of one scenario is called up again.

use crate::error::{Code, Error, Result};

/// What is under test, by the interfaces it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Source,
    Through,
    Sink,
    /// Several sources in, one out.
    Multi,
    /// A source and a sink in one object.
    Duplex,
    /// An async iterable made of others.
    AsyncIterable,
    /// A Web Stream that reads others.
    WebStream,
    /// An async function that reads async iterables to their end, or leaves them.
    AsyncIterableSink,
    /// A `WritableStream`, or an async function that reads Web Streams.
    WebStreamSink,
}

impl Kind {
    fn has_output(self) -> bool {
        self != Kind::Sink && !self.is_promised_sink()
    }
    /// Its end is a promise that is settled.
    pub fn is_promised_sink(self) -> bool {
        matches!(self, Kind::AsyncIterableSink | Kind::WebStreamSink)
    }
    fn has_input(self) -> bool {
        self != Kind::Source
    }
    /// An abort of the sink has to go on to the sources.
    pub fn passes_aborts(self) -> bool {
        matches!(self, Kind::Through | Kind::Multi)
    }
}

/// One setting of the reference modules around the module under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Scenario {
    /// Values the source has.
    pub n: u8,
    /// Asks the sink makes before it aborts.
    pub r: u8,
    /// The sink waits for its last answer before it aborts.
    pub wait: bool,
    pub source_error: bool,
    pub sink_error: bool,
    pub source_sync: bool,
    pub sink_sync: bool,
}

/// All scenarios of a kind with at most `max_n` values: 576 for a through, 144 for a source, 16 for a sink when
/// `max_n` is 3. Short streams come first.
///
/// ```
/// use watertight::pullstream::{Kind, scenarios};
/// assert_eq!(scenarios(Kind::Through, 3).len(), 576);
/// ```
pub fn scenarios(kind: Kind, max_n: u8) -> Vec<Scenario> {
    let both = [true, false];
    let only = [true];
    let ask_counts = if kind.has_output() { 0..=max_n.saturating_add(1) } else { 0..=0 };
    let if_input = if kind.has_input() { &both[..] } else { &only[..] };
    let if_output = if kind.has_output() { &both[..] } else { &only[..] };
    let mut all = Vec::new();
    for n in 0..=max_n {
        for r in ask_counts.clone() {
            // With no ask there is no answer to wait for.
            for &wait in if r == 0 { &only[..] } else { &both[..] } {
                for &no_source_error in if_input {
                    for &no_sink_error in if_output {
                        for &source_sync in if_input {
                            for &sink_sync in if_output {
                                let (source_error, sink_error) = (!no_source_error, !no_sink_error);
                                all.push(Scenario { n, r, wait, source_error, sink_error, source_sync, sink_sync });
                            }
                        }
                    }
                }
            }
        }
    }
    all
}

impl Scenario {
    /// The scenario and the choices of a schedule as one word, such as `n1r2ab-01`: `w` the sink waits, `x` the
    /// source errs, `y` the sink errs, `a` the source and `b` the sink are asynchronous; then one letter a choice.
    pub fn token(&self, choices: &[u8]) -> String {
        let mut text = format!("n{}r{}", self.n, self.r);
        let flags = [
            (self.wait, 'w'),
            (self.source_error, 'x'),
            (self.sink_error, 'y'),
            (!self.source_sync, 'a'),
            (!self.sink_sync, 'b'),
        ];
        text.extend(flags.iter().filter(|(set, _)| *set).map(|&(_, letter)| letter));
        if let Some(last) = choices.iter().rposition(|&choice| choice > 0) {
            text.push('-');
            text.extend(choices[..=last].iter().map(|&c| char::from_digit(u32::from(c.min(35)), 36).unwrap_or('z')));
        }
        text
    }

    /// The scenario and choices of a [`Scenario::token`].
    pub fn from_token(token: &str) -> Result<(Scenario, Vec<u8>)> {
        let wrong =
            || Error::new(Code::Syntax, format!("'{token}' is not a replay token, expected one such as n1r2ab-01"));
        let (head, choices) = token.split_once('-').unwrap_or((token, ""));
        let rest = head.strip_prefix('n').ok_or_else(wrong)?;
        let (n, rest) = rest.split_once('r').ok_or_else(wrong)?;
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (r, flags) = rest.split_at(digits);
        let mut scenario = Scenario {
            n: n.parse().map_err(|_| wrong())?,
            r: r.parse().map_err(|_| wrong())?,
            source_sync: true,
            sink_sync: true,
            ..Scenario::default()
        };
        for flag in flags.chars() {
            match flag {
                'w' => scenario.wait = true,
                'x' => scenario.source_error = true,
                'y' => scenario.sink_error = true,
                'a' => scenario.source_sync = false,
                'b' => scenario.sink_sync = false,
                _ => return Err(wrong()),
            }
        }
        let choice = |letter: char| letter.to_digit(36).and_then(|digit| u8::try_from(digit).ok());
        let choices: Option<Vec<u8>> = choices.chars().map(choice).collect();
        Ok((scenario, choices.ok_or_else(wrong)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_the_paper_has() {
        assert_eq!(scenarios(Kind::Through, 3).len(), 576);
        assert_eq!(scenarios(Kind::Multi, 3).len(), 576);
        assert_eq!(scenarios(Kind::Source, 3).len(), 144);
        assert_eq!(scenarios(Kind::Sink, 3).len(), 16);
        assert_eq!(scenarios(Kind::AsyncIterableSink, 3).len(), 16);
        assert_eq!(scenarios(Kind::Source, 0).len(), 12);
    }

    #[test]
    fn a_token_brings_its_scenario_back() {
        for scenario in scenarios(Kind::Through, 3) {
            for choices in [&[][..], &[0, 1], &[2, 0, 11]] {
                let token = scenario.token(choices);
                assert_eq!(Scenario::from_token(&token).unwrap(), (scenario, choices.to_vec()), "{token}");
            }
        }
        assert_eq!(scenarios(Kind::Through, 3)[0].token(&[0, 0]), "n0r0w");
    }

    #[test]
    fn a_wrong_token_is_refused() {
        for token in ["", "n", "n1", "n1r", "n1r2q", "n300r1", "n1r2-!", "1r2"] {
            assert_eq!(Scenario::from_token(token).unwrap_err().code, Code::Syntax, "{token}");
        }
    }
}
