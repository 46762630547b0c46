//! Analyses, scores and moves as text for people.

pub mod game;
pub mod notation;
pub mod plans;
pub mod position;
pub mod scores;

use tandem_rules::notation::is_deceptive;

/// The beginning of a text of somebody else, at most this many characters, without those that a
/// terminal would obey.
pub fn harmless(text: &str, longest: usize) -> String {
    text.chars().filter(|&c| !is_deceptive(c)).take(longest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_others_contain_no_control_characters() {
        assert_eq!(harmless("need n", 78), "need n");
        assert_eq!(harmless("\x1b[2J\r\ngo\x07\u{9b}1m é", 78), "[2Jgo1m é");
        assert_eq!(harmless("\x1b[2J\r\ngo\x07\u{9b}1m é", 4), "[2Jg");
    }
}
