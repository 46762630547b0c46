//! Random texts for the laws, shared by the tests of all parsers.

use proptest::prelude::*;

use crate::text::{Line, Quoted, Reason, Word};

/// Any text, or one made of the tokens that the parsers look for.
pub(crate) fn texts() -> impl Strategy<Value = String> {
    let structure = r#"[ \t\r\n{}()\[\]"'=:;,*/.@#+?<>a-cPQWB0-9-]{0,24}"#;
    let keywords = prop::collection::vec(
        prop::sample::select(
            &["ptell", "move", "Error", "1-0", "{", "}", ")", ":", "=", " -", "-spin", "///", "\n"]
                [..],
        ),
        0..6,
    );
    prop_oneof![any::<String>(), structure, keywords.prop_map(|words| words.join(" "))]
}

pub(crate) fn words() -> impl Strategy<Value = Word> {
    r"[^\s\p{C}]{1,8}".prop_map(|text| Word::new(&text).expect("the pattern has no blanks"))
}

pub(crate) fn lines() -> impl Strategy<Value = Line> {
    texts().prop_map(|text| Line::new(&text))
}

pub(crate) fn reasons() -> impl Strategy<Value = Reason> {
    texts().prop_map(|text| Reason::new(&text))
}

pub(crate) fn quoted() -> impl Strategy<Value = Quoted> {
    texts().prop_map(|text| Quoted::new(&text))
}
