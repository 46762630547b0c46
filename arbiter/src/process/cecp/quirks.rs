//! What engines do otherwise than they say, or than the protocol has it: the one place for it.

/// How to get on with an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quirks {
    /// What its name, or one of its first lines, begins with.
    name: &'static str,
    /// Whether it takes moves behind `usermove`; `None` if its features tell.
    pub(super) usermove: Option<bool>,
    /// Whether it answers `ping`; `None` if its features tell.
    pub(super) ping: Option<bool>,
    /// Whether it can set up a bughouse position; `None` if its features tell.
    pub(super) setboard: Option<bool>,
    /// Whether it knows `post`, `nopost` and `easy`, or complains.
    pub(super) plain_settings: bool,
}

const BY_THE_BOOK: Quirks =
    Quirks { name: "", usermove: None, ping: None, setboard: None, plain_settings: true };

const KNOWN: &[Quirks] = &[
    // `Error (unkown command): post`
    Quirks { name: "Fairy-Stockfish", plain_settings: false, ..BY_THE_BOOK },
    // Ignores `usermove` in silence; after `setboard` it drops what it has captured itself.
    Quirks { name: "Sjeng", usermove: Some(false), setboard: Some(false), ..BY_THE_BOOK },
    // `Illegal move: ping`, and crazyhouse after `setboard`
    Quirks {
        name: "Sunsetter",
        usermove: Some(false),
        ping: Some(false),
        setboard: Some(false),
        ..BY_THE_BOOK
    },
];

impl Quirks {
    /// Those of the engine that has such a name or greets like this; none for others.
    pub(super) fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let known = |text: &str| KNOWN.iter().find(|quirks| text.starts_with(quirks.name));
        texts.into_iter().find_map(known).copied().unwrap_or(BY_THE_BOOK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_known_by_their_names_or_greetings() {
        assert_eq!(Quirks::of(["", "Fairy-Stockfish 11.1 LB 64"]).name, "Fairy-Stockfish");
        assert_eq!(Quirks::of(["Sjeng 11.2"]).usermove, Some(false));
        assert_eq!(Quirks::of(["Sunsetter 9"]).ping, Some(false));
        for texts in [&["Tandem 0.1.0"][..], &[], &["a Sjeng"]] {
            assert_eq!(Quirks::of(texts.iter().copied()), BY_THE_BOOK);
        }
    }
}
