//! Facts of recorded games: players and ratings, times, scores, and outcomes, also those that a
//! record only implies.

pub(crate) mod ending;
pub mod outcome;
pub(crate) mod ratings;
pub(crate) mod scores;
pub(crate) mod timeline;

use tandem_protocol::comment::OF_THE_BOOK;
use tandem_rules::notation::bpgn::{GameRecord, RecordedPly};
use tandem_rules::{BoardId, OutcomeRules, Preset, RuleSet, Seat};

/// The names of the players in the order of [`Seat::ALL`], `?` for unknown
/// ones.
pub(crate) fn players(record: &GameRecord) -> [String; 4] {
    let names = match record.start().in_play() {
        [_, _] => ["WhiteA", "BlackA", "WhiteB", "BlackB"],
        _ => ["White", "Black", "", ""],
    };
    names.map(|name| record.tag(name).unwrap_or("?").to_owned())
}

/// A player by its place: `White on A`, or `White` in a game of one board.
pub(crate) fn seat_name(seat: Seat, boards: usize) -> String {
    if boards == 1 { seat.color.to_string() } else { seat.to_string() }
}

/// True for a move of an opening, which a match runner played and no player chose.
pub fn is_of_book(ply: &RecordedPly) -> bool {
    ply.comments.iter().any(|comment| comment.text() == OF_THE_BOOK)
}

/// The rules for the outcome of a game that its record tells.
pub fn outcome_rules(record: &GameRecord) -> OutcomeRules {
    let told = record.tag("Rules").and_then(|rules| rules.parse::<RuleSet>().ok());
    let variant = record.start().position(BoardId::A).variant();
    told.unwrap_or_else(|| Preset::usual(variant).rules()).outcomes
}
