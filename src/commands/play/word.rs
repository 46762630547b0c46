//! Commands that a person types, one a line.

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// A move in SAN or coordinates, as far as can be told without the board: any line that is no
    /// other word.
    Move(String),
    /// `premove` without a move.
    Premove,
    /// An empty line, which cancels the premove, if there is one.
    Nothing,
    /// Cancels the premove.
    Cancel,
    /// Sits: the clock runs, and no move is made for now.
    Sit,
    /// Agrees to a question.
    Yes,
    /// Says no to a question.
    No,
    /// A message for the partner.
    Tell(String),
    /// Asks for a hint, the move that Tandem would play.
    Hint,
    /// Takes back the last own move and all moves after it.
    TakeBack,
    /// Resigns the game.
    Resign,
    /// Offers a draw, or agrees to one.
    Draw,
    /// Breaks the game off.
    Quit,
    /// Lists all legal moves.
    Moves,
    /// Lists the last messages.
    Messages,
    /// Lists all that can be typed.
    Help,
}

/// The words that can be typed, and their effects.
const HELP: &[(&str, &str)] = &[
    ("Nf3, N@f7, O-O, g1f3", "a move; before your turn, a premove (as `premove Nf3`)"),
    ("cancel premove, -", "cancels the premove, as does an empty line"),
    ("sit", "tells your partner that you wait for a piece"),
    ("hint", "shows the move Tandem would play, after a second"),
    ("takeback, undo", "returns to before your last move, on both boards"),
    ("moves", "lists your legal moves"),
    ("'TEXT, ptell TEXT", "tells your partner, as in 'need n, 'sit, 'go, 'help"),
    ("messages", "lists the last messages"),
    ("draw", "offers a draw, or agrees to one"),
    ("resign", "resigns for your team, once you have confirmed it"),
    ("quit, exit", "ends the program, as do Ctrl-C and Ctrl-D"),
    ("help", "lists these commands"),
];
/// Note on sitting, which needs no word.
const SITTING: &str = "To sit, do not move: your clock runs, and your partner may send a piece.";

/// The lines of the help page: one for each kind of word, and a note on sitting.
pub(super) fn help() -> Vec<String> {
    let width = HELP.iter().map(|(words, _)| words.len()).max().unwrap_or_default();
    let lines = HELP.iter().map(|(words, what)| format!("{words:<width$}  {what}"));
    lines.chain([SITTING.to_owned()]).collect()
}

impl Word {
    /// Parses a line; every line is some word.
    pub(super) fn of(line: &str) -> Self {
        let line = line.trim();
        if let Some(text) = line.strip_prefix('\'') {
            return Self::Tell(text.trim().to_owned());
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (first.to_ascii_lowercase().as_str(), rest.trim()) {
            ("ptell", text) => Self::Tell(text.to_owned()),
            ("", "") => Self::Nothing,
            ("-" | "cancel", "") => Self::Cancel,
            ("cancel", what) if what.eq_ignore_ascii_case("premove") => Self::Cancel,
            ("premove", "") => Self::Premove,
            ("premove", what) if what.eq_ignore_ascii_case("cancel") => Self::Cancel,
            ("premove", text) => Self::Move(text.to_owned()),
            ("sit", "") => Self::Sit,
            ("yes" | "y", "") => Self::Yes,
            ("no" | "n", "") => Self::No,
            ("hint", "") => Self::Hint,
            ("takeback" | "undo", "") => Self::TakeBack,
            ("resign", "") => Self::Resign,
            ("draw", "") => Self::Draw,
            ("quit" | "exit", "") => Self::Quit,
            ("moves", "") => Self::Moves,
            ("messages", "") => Self::Messages,
            ("help" | "?", "") => Self::Help,
            _ => Self::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_word_and_what_is_no_other_is_a_move() {
        let told = |text: &str| Word::Tell(text.to_owned());
        let moved = |text: &str| Word::Move(text.to_owned());
        for (line, word) in [
            ("", Word::Nothing),
            ("  ", Word::Nothing),
            ("-", Word::Cancel),
            ("cancel", Word::Cancel),
            ("Cancel premove", Word::Cancel),
            ("premove cancel", Word::Cancel),
            ("cancel culture", moved("cancel culture")),
            ("premove", Word::Premove),
            ("premove Nf3", moved("Nf3")),
            ("sit", Word::Sit),
            ("sit down", moved("sit down")),
            ("yes", Word::Yes),
            ("N", Word::No),
            ("messages", Word::Messages),
            ("'need n", told("need n")),
            ("'", told("")),
            ("' sit ", told("sit")),
            ("ptell go", told("go")),
            ("PTELL  go on ", told("go on")),
            ("ptell", told("")),
            ("hint", Word::Hint),
            (" Hint ", Word::Hint),
            ("takeback", Word::TakeBack),
            ("undo", Word::TakeBack),
            ("resign", Word::Resign),
            ("draw", Word::Draw),
            ("quit", Word::Quit),
            ("exit", Word::Quit),
            ("moves", Word::Moves),
            ("help", Word::Help),
            ("?", Word::Help),
            ("Nf3", moved("Nf3")),
            (" b4 ", moved("b4")),
            ("B@h7+", moved("B@h7+")),
            ("resign now", moved("resign now")),
            ("ptells", moved("ptells")),
            ("hübsch", moved("hübsch")),
        ] {
            assert_eq!(Word::of(line), word, "{line:?}");
        }
    }

    #[test]
    fn help_fits_into_a_usual_terminal() {
        assert!(help().iter().all(|line| line.len() < 80) && help().len() < 20);
    }

    #[test]
    fn every_word_that_help_names_is_one() {
        for (words, _) in HELP.iter().filter(|(words, _)| words.starts_with(char::is_lowercase)) {
            for word in words.split(", ") {
                assert!(!matches!(Word::of(word), Word::Move(_)), "{word}");
            }
        }
    }
}
