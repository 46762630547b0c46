//! Results of recorded games, also those that a record only implies.

use serde::{Deserialize, Serialize};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord};
use tandem_rules::{Millis, Seat};

use super::timeline::Timeline;

/// The result of a game, with the ground on which it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The result; never unfinished.
    pub result: BpgnResult,
    /// Source of the result.
    pub ground: Ground,
    /// The seat that is mated or out of time, where the record does not say the result.
    pub loser: Option<Seat>,
}

/// The ground on which a result is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// The record says it.
    Said,
    /// The last position of a board is a mate.
    Mate,
    /// A player on turn had no time left when the record ends.
    Flag,
}

/// A player on turn with less time than this when the record ends has lost on time, if it had ten times
/// as much at first and the record says nothing else: a game does not end so by chance.
const FALLING: Millis = Millis(1000);

impl Outcome {
    /// The outcome of a game; `None` if it is not finished as far as its record shows.
    pub fn of(record: &GameRecord) -> Option<Self> {
        if record.result() != BpgnResult::Unfinished {
            return Some(Self { result: record.result(), ground: Ground::Said, loser: None });
        }
        let mated = record.boards().mated().map(|seat| (seat, Ground::Mate));
        let lost = mated.or_else(|| Some((flagged(record)?, Ground::Flag)));
        lost.map(|(seat, ground)| {
            let result = BpgnResult::of(Some(seat.team().other()));
            Self { result, ground, loser: Some(seat) }
        })
    }
}

/// The seat on turn whose flag fell first, by the clocks of both boards.
fn flagged(record: &GameRecord) -> Option<Seat> {
    let timeline = Timeline::of(record, None);
    // One that was broken off says so.
    if timeline.thoughts().is_empty() || record.reason().is_some() {
        return None;
    }
    let boards = record.start().in_play().iter();
    let on_turn = boards.map(|&board| record.boards().on_turn(board));
    let left = on_turn.map(|seat| (timeline.left(seat, timeline.end()), seat));
    let (left, seat) = left.min_by_key(|(left, _)| *left)?;
    let first = timeline.left(seat, Millis::ZERO);
    (left < FALLING.min(Millis(first.0 / 10))).then_some(seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::notation::bpgn::Reader;

    fn outcome(tags: &str, moves: &str) -> Option<(String, Ground)> {
        let text = format!("[Event \"a game\"]\n{tags}\n\n{moves}\n");
        let read = Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
        Outcome::of(&read.record).map(|outcome| (outcome.result.to_string(), outcome.ground))
    }

    const MATE: &str = "1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7# *";

    /// (moves, result and ground)
    const GAMES: &[(&str, Option<(&str, Ground)>)] = &[
        ("1A. e4{59.000} 1a. e5{59.000} 0-1", Some(("0-1", Ground::Said))),
        (MATE, Some(("1-0", Ground::Mate))),
        // A piece could block this check.
        ("1A. f3 1a. e5 2A. g4 2a. Qh4+", None),
        // The game goes on for a minute on B while White on A, on turn, does not move.
        ("1A. e4{59.000} 1a. e5{59.000} 1B. e4{9.000} 1b. e5{9.000}", Some(("0-1", Ground::Flag))),
        ("1A. e4{59.000} 1B. e4{58.000} 1b. e5{58.500}", None),
        // Half a second is left to White on B, who does not move.
        ("1A. e4{1.000} 1B. e4{0.500} 1b. e5{59.000}", Some(("1-0", Ground::Flag))),
        ("1B. e4 1b. e5", None),
        ("1A. e4{1.000} 1B. e4{0.500} 1b. e5{59.000} {broken off after 3 plies} *", None),
    ];

    #[test]
    fn a_mate_and_a_flag_are_results() {
        for (moves, expected) in GAMES {
            let expected = expected.map(|(result, ground)| (result.to_owned(), ground));
            assert_eq!(outcome("[TimeControl \"60+0\"]", moves), expected, "{moves}");
        }
    }
}
