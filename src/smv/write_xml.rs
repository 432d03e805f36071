//! Writes a run as XML that NuSMV's `read_trace` takes and `execute_traces` plays on the printed model.

use std::fmt::Write;

/// The document: the values of each state by name, and the state, from 0, that the last one repeats.
pub fn write_trace(title: &str, states: &[Vec<(&str, String)>], back: Option<usize>) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<counter-example type=\"0\" id=\"1\" desc=\"{}\" >", escaped(title));
    for (k, values) in states.iter().enumerate() {
        let _ = writeln!(out, "\t<node>\n\t\t<state id=\"{}\">", k + 1);
        for (name, value) in values {
            let _ = writeln!(out, "\t\t\t<value variable=\"{}\">{}</value>", escaped(name), escaped(value));
        }
        out.push_str("\t\t</state>\n\t</node>\n");
    }
    let back = back.map_or(String::new(), |state| format!("{} ", state + 1));
    let _ = writeln!(out, "\t<loops> {back}</loops>\n</counter-example>");
    out
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::super::trace::read_traces;
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let states = [vec![("a", "1".to_string())], vec![("a", "2".to_string())]];
        let traces = read_traces(&write_trace("G \"a\" < 2 & b", &states, Some(0))).unwrap();
        assert_eq!((traces[0].title.as_str(), &traces[0].loops), ("G \"a\" < 2 & b", &vec![0]));
        assert_eq!(traces[0].stages[1].values[0].value, "2");
    }
}
