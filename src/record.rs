//! Played games as records.

use tandem_arbiter::{Close, Played, Timing};
use tandem_rules::notation::bpgn::{BpgnResult, Comment, GameRecord, RecordedPly};
use tandem_rules::{Boards, Seat, TimeControl};

/// What a record says of the game besides its moves.
pub(crate) struct Round {
    pub(crate) number: usize,
    /// In the order of [`Seat::ALL`].
    pub(crate) names: [String; 4],
    pub(crate) control: TimeControl,
    pub(crate) timing: Timing,
}

/// The game as BPGN writes it, messages as comments. On the node clock it carries no date, so
/// that the same game is the same text.
pub(crate) fn of(played: &Played, start: &Boards, round: &Round) -> GameRecord {
    let mut record = GameRecord::new(start.clone());
    record.set_tag("Event", "Tandem match");
    record.set_tag("Round", &round.number.to_string());
    for (seat, name) in Seat::ALL.into_iter().zip(&round.names) {
        record.set_tag(&format!("{}{}", seat.color, seat.board), name);
    }
    record.set_tag("TimeControl", &round.control.to_string());
    if let Timing::Nodes { rate } = round.timing {
        record.set_tag("NodesPerSecond", &rate.to_string());
    }
    let mut messages = played.messages.iter().peekable();
    for (count, ply) in played.game.plies().iter().enumerate() {
        while let Some(told) = messages.next_if(|told| told.plies <= count) {
            record.comment(Comment::remark(&format!("{} tells: {}", told.seat, told.text)));
        }
        let recorded = RecordedPly::new(ply.seat, ply.m);
        let recorded = match ply.clock {
            Some(clock) => recorded.with_clock(clock.0),
            None => recorded,
        };
        if let Err(error) = record.push(recorded) {
            // Where the king may be taken, a game can go on with moves that no record holds.
            log::warn!("the record ends early: {error}");
            break;
        }
    }
    record.end(result(&played.close), &played.close.to_string());
    record
}

fn result(close: &Close) -> BpgnResult {
    match close {
        Close::Outcome(outcome) => BpgnResult::of(outcome.winner),
        Close::Fault { seat, .. } => BpgnResult::of(Some(seat.team().other())),
        Close::TooLong(_) | Close::Standstill => BpgnResult::Unfinished,
    }
}
