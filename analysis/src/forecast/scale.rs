//! Scales of the forecast: how much a lead is worth among people, and among engines.

use serde::{Deserialize, Serialize};
use tandem_rules::notation::bpgn::GameRecord;

use super::Facts;

/// The players that a forecast is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// People: leads are often lost again.
    People,
    /// Engines: leads are rarely lost again.
    Engines,
    /// One board: not fitted to games; the score alone counts.
    OneBoard,
}

/// Weights of the facts in games of people, from `tandem calibrate --fit`.
const PEOPLE: Facts = [0.601, 0.902, 0.593, 1.603];
/// Weights of the facts in games of engines, likewise.
const ENGINES: Facts = [0.830, 1.206, 1.083, 2.243];

/// The least cost of a mistake for each of its marks, as a share of a game.
type Marks = [(f64, &'static str); 3];

impl Scale {
    /// All scales.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 3] = [Self::People, Self::Engines, Self::OneBoard];

    /// The scale for a record: that of engines for records of `tandem match` and for players whose
    /// type the record says to be programs.
    pub fn of(record: &GameRecord) -> Self {
        if record.start().in_play().len() == 1 {
            return Self::OneBoard;
        }
        let is_match = record.tag("Event") == Some("Tandem match");
        let types = ["WhiteAType", "BlackAType", "WhiteBType", "BlackBType"];
        let types = types.map(|name| record.tag(name).unwrap_or_default());
        let has = |kind: &str| types.iter().any(|known| known.eq_ignore_ascii_case(kind));
        match has("human") || !(is_match || has("program")) {
            true => Self::People,
            false => Self::Engines,
        }
    }

    /// The weights of the facts; `None` where the score alone counts.
    pub(super) const fn weights(self) -> Option<Facts> {
        match self {
            Self::People => Some(PEOPLE),
            Self::Engines => Some(ENGINES),
            Self::OneBoard => None,
        }
    }

    /// The mark of a move that costs this share of a game; empty for a sound one.
    pub(crate) fn mark(self, cost: f64) -> &'static str {
        let marks: Marks = match self {
            Self::People | Self::Engines => [(0.2, "??"), (0.1, "?"), (0.05, "?!")],
            Self::OneBoard => [(0.3, "??"), (0.2, "?"), (0.1, "?!")],
        };
        marks.iter().find(|(least, _)| cost >= *least).map_or("", |(_, mark)| mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::notation::bpgn::Reader;

    #[test]
    fn records_say_who_played() {
        for (tags, expected) in [
            ("[Event \"FICS rated bughouse game\"]", Scale::People),
            ("[Event \"Tandem match\"]", Scale::Engines),
            ("[WhiteAType \"program\"]\n[BlackAType \"program\"]", Scale::Engines),
            ("[WhiteAType \"program\"]\n[BlackAType \"human\"]", Scale::People),
            ("[Event \"Tandem match\"]\n[WhiteBType \"human\"]", Scale::People),
        ] {
            let text = format!("{tags}\n\n1A. e4 *\n");
            let read = Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
            assert_eq!(Scale::of(&read.record), expected, "{tags}");
        }
    }

    #[test]
    fn costs_have_marks() {
        for (cost, people, one_board) in [
            (0.0, "", ""),
            (0.07, "?!", ""),
            (0.15, "?", "?!"),
            (0.25, "??", "?"),
            (0.5, "??", "??"),
        ] {
            assert_eq!((Scale::People.mark(cost), Scale::OneBoard.mark(cost)), (people, one_board));
        }
    }
}
