//! The specifications that come with the package, in the notation.

use super::language::{Statement, parse};
use crate::error::Result;

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

/// The prelude's definitions.
pub fn prelude() -> Result<Vec<Statement>> {
    parse(PRELUDE)
}
