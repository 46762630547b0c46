//! The preset messages of pychess's chat buttons.

/// Prefix of a message that was sent by a button.
const PREFIX: &str = "!bug!";

/// Words that also arrive without the prefix: no program says them.
const ONLY_OF_BUTTONS: &[&str] =
    &["p", "n", "b", "r", "q", "nop", "non", "nob", "nor", "noq", "trade", "notrade", "mate"];
/// Words that engines say to each other, and courtesies: to answer one without the prefix could go on
/// for ever.
const OF_ENGINES_TOO: &[&str] = &["sit", "go", "nvm", "ok", "no", "mb", "nice"];

/// The word of the button that has sent this line, if one has.
///
/// ```
/// use tandem_protocol::ptell::button;
///
/// assert_eq!(button("!bug!nvm"), Some("nvm"));
/// assert_eq!(button("noq"), Some("noq"));
/// assert_eq!(button("ok"), None); // may be an answer to ours
/// ```
pub fn button(line: &str) -> Option<&'static str> {
    let line = line.trim();
    let word = without_prefix(line);
    let engines = if word.len() < line.len() { OF_ENGINES_TOO } else { &[] };
    ONLY_OF_BUTTONS.iter().chain(engines).find(|known| **known == word).copied()
}

/// The line without the prefix of buttons.
pub(super) fn without_prefix(line: &str) -> &str {
    line.strip_prefix(PREFIX).unwrap_or(line)
}
