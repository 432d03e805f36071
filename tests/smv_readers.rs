//! Readers of traces and structures on any text: they read it, or say in one line what is wrong and where.

use proptest::prelude::*;
use watertight::error::Error;
use watertight::smv::{read_structure, read_traces};

/// Words of all three languages, in any order.
fn soup() -> BoxedStrategy<String> {
    let words = prop::sample::select(vec![
        "-> State: 1.1 <-\n",
        "-> State: 1.2 <-\n",
        "-> Input: 1.2 <-\n",
        "-- Loop starts here\n",
        "x = 1\n",
        " = ",
        "\n",
        " ",
        "<counter-example>",
        "<counter-example ",
        "<node>",
        "</node>",
        "<state id=\"1\">",
        "</state>",
        "<value variable=\"x\">",
        "1",
        "</value>",
        "<loops>",
        "</loops>",
        "</counter-example>",
        "<!--",
        "-->",
        "&lt;",
        "&",
        "\"",
        "\0",
        "é",
        "MODULE main\n",
        "MODULE m(x)\n",
        "VAR ",
        "IVAR ",
        "DEFINE ",
        "ASSIGN ",
        "INIT ",
        "INVAR ",
        "TRANS ",
        "FAIRNESS ",
        "SPEC ",
        "x",
        "y",
        " : ",
        ":=",
        ";",
        "boolean",
        "0..2",
        "{a, b}",
        "{",
        "}",
        "(",
        ")",
        ",",
        "next(x)",
        "init(x)",
        "case",
        "esac",
        "TRUE",
        "-",
        "+",
        "*",
        "/",
        " mod ",
        " in ",
        " union ",
        "&",
        "|",
        "->",
        "<->",
        "!",
        "=",
        "<",
        "?",
        "--",
        "/--",
        "--/",
        "99999999999",
    ]);
    proptest::collection::vec(words, 0..60).prop_map(|list| list.concat()).boxed()
}

fn text() -> BoxedStrategy<String> {
    prop_oneof![
        soup(),
        soup().prop_map(|text| format!("MODULE main\nVAR x : boolean; y : 0..2;\n{text}")),
        soup().prop_map(|text| format!("-> State: 1.1 <-\n{text}")),
        soup().prop_map(|text| format!("<counter-example><node><state id=\"1\">{text}")),
        any::<String>(),
    ]
    .boxed()
}

/// A mistake is one line that starts with its place; only limits may have none.
fn is_told(error: &Error, text: &str) -> Result<(), TestCaseError> {
    let mut parts = error.message.splitn(3, ':');
    let number = |part: Option<&str>| part.is_some_and(|n| n.parse::<usize>().is_ok_and(|n| n > 0));
    let placed = number(parts.next()) && number(parts.next());
    prop_assert!(placed || error.code.name() == "E_LIMIT", "{} of {:?}", error.message, text);
    prop_assert!(!error.message.contains('\n'), "{:?} of {text:?}", error.message);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_text_as_a_trace(text in text()) {
        match read_traces(&text) {
            Ok(traces) => prop_assert!(traces.iter().all(|trace| !trace.stages.is_empty())),
            Err(error) => is_told(&error, &text)?,
        }
    }
    #[test]
    fn any_text_as_a_structure(text in text()) {
        if let Err(error) = read_structure(&text) {
            is_told(&error, &text)?;
        }
    }
}
