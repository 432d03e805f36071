//! Reads traces printed as lines: unchanged values are left out, `-- Loop starts here` precedes the loop's first state,
//! `-> Input: 1.2 <-` the inputs that lead to `State: 1.2`.

use super::trace::{Gathered, Held, Stage, Trace, wrong};
use crate::error::Result;

/// The traces of a text; what stands before and between them is passed over.
pub fn read(text: &str) -> Result<Vec<Trace>> {
    let mut reader = Reader::default();
    for (n, line) in text.lines().enumerate() {
        reader.line(n + 1, line)?;
    }
    Ok(reader.gathered.traces)
}

#[derive(Default)]
struct Reader {
    gathered: Gathered,
    title: String,
    number: u64,
    looping: bool,
    /// Inputs on the way to the next state, while there are some.
    inputs: Option<Vec<Held>>,
}

impl Reader {
    fn line(&mut self, n: usize, line: &str) -> Result<()> {
        let text = line.trim();
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        if let Some(rest) = text.strip_prefix("->") {
            return self.header(rest.trim(), (n, column));
        }
        if text == "-- Loop starts here" {
            self.looping = true;
        } else if let Some(title) = text.strip_prefix("-- specification").or_else(|| text.strip_prefix("-- invariant"))
        {
            self.title = title.trim().trim_end_matches("is false").trim().to_string();
        } else if let Some(title) = text.strip_prefix("Trace Description:") {
            if self.title.is_empty() {
                self.title = title.trim().to_string();
            }
        } else if !self.gathered.traces.is_empty() && !remark(text) {
            return self.value(text, (n, column));
        }
        Ok(())
    }

    /// `State: 1.2 <-` or `Input: 1.2 <-`.
    fn header(&mut self, text: &str, place: (usize, usize)) -> Result<()> {
        let told = || {
            let (word, rest) = text.split_once(':')?;
            let (trace, state) = rest.trim().strip_suffix("<-")?.trim().split_once('.')?;
            Some((word, trace.parse::<u64>().ok()?, state.parse::<usize>().ok()?))
        };
        let Some((word @ ("State" | "Input"), trace, state)) = told() else {
            return Err(wrong(place, format!("expected '-> State: 1.2 <-' or '-> Input: 1.2 <-', got '-> {text}'")));
        };
        let starts = word == "State" && state == 1;
        if starts {
            self.number = trace;
            let title = std::mem::take(&mut self.title);
            self.gathered.traces.push(Trace { title, ..Trace::default() });
        }
        let found = self.gathered.traces.last().map_or(0, |trace| trace.stages.len());
        if trace != self.number || state != found + 1 {
            let number = if found == 0 { trace } else { self.number };
            return Err(wrong(place, format!("expected {word} {number}.{}, got {trace}.{state}", found + 1)));
        }
        if word == "Input" {
            self.inputs = Some(Vec::new());
            return Ok(());
        }
        if std::mem::take(&mut self.looping) {
            if let Some(trace) = self.gathered.traces.last_mut() {
                trace.loops.push(found);
            }
        }
        let inputs = self.inputs.take().unwrap_or_default();
        self.gathered.open(Stage { inputs, values: Vec::new() })
    }

    fn value(&mut self, text: &str, place: (usize, usize)) -> Result<()> {
        let Some((variable, value)) = text.split_once(" = ").filter(|(_, value)| !value.trim().is_empty()) else {
            return Err(wrong(place, format!("expected 'variable = value', got '{}'", start(text))));
        };
        let held = Held { variable: variable.trim().to_string(), value: value.trim().to_string(), place };
        match (&mut self.inputs, self.gathered.traces.last_mut().and_then(|trace| trace.stages.last_mut())) {
            (Some(inputs), _) => inputs.push(held),
            (None, Some(stage)) => stage.values.push(held),
            (None, None) => return Err(wrong(place, "expected '-> State: 1.1 <-' before values")),
        }
        Ok(())
    }
}

/// What NuSMV says between values: verdicts, prompts, banners, warnings.
fn remark(text: &str) -> bool {
    let starts = ["--", "***", "<!--", "Trace ", "NuSMV >", "nuXmv >", "WARNING", "###", "##"];
    text.is_empty() || starts.iter().any(|start| text.starts_with(start))
}

fn start(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "*** This is NuSMV\n-- specification AG x  is false\n-- as demonstrated by the following execution sequence\n\
        Trace Description: CTL Counterexample \nTrace Type: Counterexample \n  -> State: 1.1 <-\n    x = TRUE\n    m.s = red\n\
        \x20 -> Input: 1.2 <-\n    i = 3\n  -> State: 1.2 <-\n    x = FALSE\n-- invariant y  is false\n\
        Trace Description: AG alpha Counterexample \n  -- Loop starts here\n  -> State: 2.1 <-\n    y = 0\n\
        \x20 -- Loop starts here\n  -> State: 2.2 <-\n  -> State: 2.3 <-\nNuSMV > quit\n";

    #[test]
    fn traces_with_inputs_loops_and_what_stands_between() {
        let traces = read(TWO).unwrap();
        assert_eq!(traces.iter().map(|t| t.title.as_str()).collect::<Vec<_>>(), ["AG x", "y"]);
        let values = |held: &[Held]| held.iter().map(|h| format!("{}={}", h.variable, h.value)).collect::<Vec<_>>();
        assert_eq!(values(&traces[0].stages[0].values), ["x=TRUE", "m.s=red"]);
        assert_eq!(values(&traces[0].stages[1].inputs), ["i=3"]);
        assert_eq!(values(&traces[0].stages[1].values), ["x=FALSE"]);
        assert_eq!(traces[0].stages[0].values[1].place, (8, 5));
        assert_eq!((traces[1].stages.len(), &traces[1].loops), (3, &vec![0, 1]));
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, message) in [
            ("-> State: 1.1 <-\n x + 1", "2:2: expected 'variable = value', got 'x + 1'"),
            ("-> State: 1.1 <-\n x = ", "2:2: expected 'variable = value', got 'x ='"),
            ("-> State 1.1 <-", "1:1: expected '-> State: 1.2 <-' or '-> Input: 1.2 <-', got '-> State 1.1 <-'"),
            ("-> State: 1.1 <-\n-> State: 1.3 <-", "2:1: expected State 1.2, got 1.3"),
            ("  -> State: 1.4 <-", "1:3: expected State 1.1, got 1.4"),
            ("-> State: 1.1 <-\n-> Input: 2.2 <-", "2:1: expected Input 1.2, got 2.2"),
        ] {
            assert_eq!(read(text).unwrap_err().message, message);
        }
    }
}
