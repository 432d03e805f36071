//! Reads traces printed as XML: node n holds state n and the inputs that lead to state n + 1.
//!
//! Only the elements of a trace are known. A file may hold several documents one after the other, as
//! `show_traces -a -p 4` writes them; what stands between them is passed over.

use super::trace::{Gathered, Held, Stage, Trace, wrong};
use crate::error::{Error, Result};

/// The traces of a text.
pub fn read(text: &str) -> Result<Vec<Trace>> {
    let mut reader = Reader { text, at: 0, counted: (0, 1, 1), gathered: Gathered::default() };
    while let Some(found) = text[reader.at..].find("<counter-example") {
        reader.at += found;
        reader.trace()?;
    }
    Ok(reader.gathered.traces)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// A byte, and the line and column it stands at: places are counted on from the last one.
    counted: (usize, usize, usize),
    gathered: Gathered,
}

/// An opening tag: its name, and the attributes.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
    empty: bool,
    place: (usize, usize),
}

impl Tag {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

impl Reader<'_> {
    fn trace(&mut self) -> Result<()> {
        let tag = self.open()?;
        let title = tag.get("desc").unwrap_or_default().to_string();
        self.gathered.traces.push(Trace { title, ..Trace::default() });
        let mut inputs = Vec::new();
        while !self.closes("counter-example")? {
            let tag = self.open()?;
            match tag.name.as_str() {
                "node" => self.node(&tag, &mut inputs)?,
                "loops" => self.loops(&tag)?,
                other => return Err(wrong(tag.place, format!("expected <node> or <loops>, got <{other}>"))),
            }
        }
        match self.gathered.traces.last() {
            Some(trace) if !trace.stages.is_empty() => Ok(()),
            _ => Err(wrong(tag.place, "expected a trace of at least one state")),
        }
    }

    fn node(&mut self, node: &Tag, inputs: &mut Vec<Held>) -> Result<()> {
        let mut seen = false;
        while !node.empty && !self.closes("node")? {
            let tag = self.open()?;
            let values = self.values(&tag)?;
            match tag.name.as_str() {
                "state" if !seen => {
                    let number = self.gathered.traces.last().map_or(0, |trace| trace.stages.len()) + 1;
                    let id = tag.get("id").unwrap_or_default();
                    if id != number.to_string() {
                        return Err(wrong(tag.place, format!("expected state {number}, got '{id}'")));
                    }
                    self.gathered.open(Stage { inputs: std::mem::take(inputs), values })?;
                    seen = true;
                }
                "input" | "combinatorial" => inputs.extend(values),
                other => {
                    return Err(wrong(tag.place, format!("expected one <state>, and <input>, got <{other}>")));
                }
            }
        }
        if seen { Ok(()) } else { Err(wrong(node.place, "expected a <state> in this node")) }
    }

    fn values(&mut self, around: &Tag) -> Result<Vec<Held>> {
        let mut list = Vec::new();
        while !around.empty && !self.closes(&around.name)? {
            let tag = self.open()?;
            if tag.name != "value" {
                return Err(wrong(tag.place, format!("expected <value variable=\"...\">, got <{}>", tag.name)));
            }
            let Some(variable) = tag.get("variable").map(str::to_string) else {
                return Err(wrong(tag.place, "expected the attribute 'variable'"));
            };
            let value = if tag.empty { String::new() } else { self.content("value")? };
            if value.is_empty() {
                return Err(wrong(tag.place, format!("expected a value of '{variable}'")));
            }
            list.push(Held { variable, value, place: tag.place });
        }
        Ok(list)
    }

    fn loops(&mut self, tag: &Tag) -> Result<()> {
        let text = if tag.empty { String::new() } else { self.content("loops")? };
        let states = self.gathered.traces.last().map_or(0, |trace| trace.stages.len());
        let mut loops = Vec::new();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word.parse::<usize>() {
                Ok(state) if (1..=states).contains(&state) => loops.push(state - 1),
                _ => {
                    return Err(wrong(tag.place, format!("expected states 1 to {states} to go back to, got '{word}'")));
                }
            }
        }
        if let Some(trace) = self.gathered.traces.last_mut() {
            trace.loops = loops;
        }
        Ok(())
    }

    // The XML itself.

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }
    /// Passes over white space and comments.
    fn skip(&mut self) -> Result<()> {
        loop {
            let blank = self.rest().len() - self.rest().trim_start().len();
            self.at += blank;
            if !self.rest().starts_with("<!--") {
                return Ok(());
            }
            match self.rest().find("-->") {
                Some(end) => self.at += end + 3,
                None => return Err(self.expected("'-->'")),
            }
        }
    }
    /// Takes the closing tag of an element, if that comes next.
    fn closes(&mut self, name: &str) -> Result<bool> {
        self.skip()?;
        if !self.rest().starts_with("</") {
            return Ok(false);
        }
        self.take("</")?;
        if !self.rest().starts_with(name) {
            return Err(self.expected(&format!("'</{name}>'")));
        }
        self.take(name)?;
        self.skip()?;
        self.take(">")?;
        Ok(true)
    }
    fn open(&mut self) -> Result<Tag> {
        self.skip()?;
        let place = self.place(self.at);
        self.take("<")?;
        let name = self.name()?;
        let mut tag = Tag { name, attributes: Vec::new(), empty: false, place };
        loop {
            self.skip()?;
            if self.rest().starts_with("/>") {
                self.at += 2;
                tag.empty = true;
                return Ok(tag);
            }
            if self.rest().starts_with('>') {
                self.at += 1;
                return Ok(tag);
            }
            let name = self.name()?;
            self.skip()?;
            self.take("=")?;
            self.skip()?;
            let Some(quote) = self.rest().chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                return Err(self.expected("a quoted value"));
            };
            self.at += 1;
            let Some(end) = self.rest().find(quote) else { return Err(self.expected(&format!("{quote}"))) };
            let value = self.plain(&self.text[self.at..self.at + end])?;
            tag.attributes.push((name, value));
            self.at += end + 1;
        }
    }
    /// The text up to the closing tag of an element that holds nothing else.
    fn content(&mut self, name: &str) -> Result<String> {
        let Some(end) = self.rest().find('<') else {
            self.at = self.text.len();
            return Err(self.expected(&format!("'</{name}>'")));
        };
        let text = self.plain(self.text[self.at..self.at + end].trim())?;
        self.at += end;
        if !self.closes(name)? {
            return Err(self.expected(&format!("'</{name}>'")));
        }
        Ok(text)
    }
    fn plain(&self, text: &str) -> Result<String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            out.push_str(&rest[..at]);
            let known = [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&quot;", '"'), ("&apos;", '\'')];
            let Some((name, c)) = known.iter().find(|(name, _)| rest[at..].starts_with(name)) else {
                return Err(self.expected("one of &lt; &gt; &amp; &quot; &apos; in the text here"));
            };
            out.push(*c);
            rest = &rest[at + name.len()..];
        }
        out.push_str(rest);
        Ok(out)
    }
    fn name(&mut self) -> Result<String> {
        let name: String = self.rest().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        if name.is_empty() {
            return Err(self.expected("a name"));
        }
        self.at += name.len();
        Ok(name)
    }
    fn take(&mut self, sign: &str) -> Result<()> {
        if !self.rest().starts_with(sign) {
            return Err(self.expected(&format!("'{sign}'")));
        }
        self.at += sign.len();
        Ok(())
    }
    fn place(&mut self, at: usize) -> (usize, usize) {
        let (mut from, mut line, mut column) = self.counted;
        if at < from {
            (from, line, column) = (0, 1, 1);
        }
        for c in self.text[from..at].chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        self.counted = (at, line, column);
        (line, column)
    }
    fn expected(&self, what: &str) -> Error {
        let before = &self.text[..self.at];
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let got = match self.rest().chars().next() {
            Some(c) => format!("'{c}'"),
            None => "the end".to_string(),
        };
        wrong((before.matches('\n').count() + 1, column), format!("expected {what}, got {got}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<counter-example type="0" id="1" desc="LTL &lt;Counterexample&gt;" >
	<node>
		<state id="1"><value variable="m.s">red</value></state>
		<input id="2"> <value variable='i'>3</value> </input>
	</node>
	<node> <!-- again --> <state id="2"/> </node>
	<loops> 1 ,2 </loops>
</counter-example>
"#;

    #[test]
    fn documents_one_after_the_other() {
        let traces = read(&format!("{ONE}in between\n{ONE}")).unwrap();
        assert_eq!(traces.len(), 2);
        let trace = &traces[1];
        assert_eq!((trace.title.as_str(), trace.stages.len(), &trace.loops), ("LTL <Counterexample>", 2, &vec![0, 1]));
        assert_eq!(trace.stages[0].values[0].variable, "m.s");
        assert_eq!(trace.stages[1].inputs[0].value, "3", "inputs are those that lead to a state");
        assert_eq!(trace.stages[1].inputs[0].place, (15, 18));
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, message) in [
            ("<counter-example>", "1:18: expected '<', got the end"),
            ("<counter-example></counter-example>", "1:1: expected a trace of at least one state"),
            ("<counter-example><state id='1'/>", "1:18: expected <node> or <loops>, got <state>"),
            ("<counter-example><node></node>", "1:18: expected a <state> in this node"),
            ("<counter-example>\n<node><state id='2'/></node>", "2:7: expected state 1, got '2'"),
            ("<counter-example><node><state id='1'><value>3</value>", "1:38: expected the attribute 'variable'"),
            ("<counter-example><node><state id='1'><value variable='x'>3</val", "1:61: expected '</value>', got 'v'"),
            (
                "<counter-example a='&nbsp;'",
                "1:21: expected one of &lt; &gt; &amp; &quot; &apos; in the text here, got '&'",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().message, message, "{text}");
        }
        let looped = ONE.replace("1 ,2", "3");
        assert_eq!(read(&looped).unwrap_err().message, "8:2: expected states 1 to 2 to go back to, got '3'");
    }
}
