//! Quirks: all known cases in which an engine deviates from its features or from the protocol.

/// Deviations of one engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quirks {
    /// Prefix of its name or of one of its first lines.
    name: &'static str,
    /// Support for moves behind `usermove`; `None` if its features tell.
    pub(super) usermove: Option<bool>,
    /// Support for `ping`; `None` if its features tell.
    pub(super) ping: Option<bool>,
    /// Support for setting up a bughouse position; `None` if its features tell.
    pub(super) setboard: Option<bool>,
    /// Support for `post`, `nopost` and `easy`; without it the engine complains about them.
    pub(super) plain_settings: bool,
}

const BY_THE_BOOK: Quirks =
    Quirks { name: "", usermove: None, ping: None, setboard: None, plain_settings: true };

const KNOWN: &[Quirks] = &[
    // Answers `Error (unkown command): post`.
    Quirks { name: "Fairy-Stockfish", plain_settings: false, ..BY_THE_BOOK },
    // Silently ignores `usermove`; after `setboard` it drops the pieces that it has captured
    // itself.
    Quirks { name: "Sjeng", usermove: Some(false), setboard: Some(false), ..BY_THE_BOOK },
    // Answers `Illegal move: ping`, and plays crazyhouse after `setboard`.
    Quirks {
        name: "Sunsetter",
        usermove: Some(false),
        ping: Some(false),
        setboard: Some(false),
        ..BY_THE_BOOK
    },
];

impl Quirks {
    /// The quirks of the engine whose name or first lines are given; none if it is not known.
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
