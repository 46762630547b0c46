//! A decided game with all that an explanation looks at.

use tandem_protocol::comment::Appraisal;
use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{Color, Seat};

use crate::record::ending::{Ending, EndingKind};
use crate::record::scores;
use crate::record::timeline::Timeline;

/// A decided game.
pub(super) struct Story<'a> {
    pub(super) record: &'a GameRecord,
    pub(super) ending: Ending,
    pub(super) timeline: Timeline,
}

/// A score that a player gave with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Forecast {
    /// The index of the move.
    pub(super) ply: usize,
    pub(super) score: Appraisal,
    pub(super) depth: u32,
}

impl<'a> Story<'a> {
    /// The story of a game; `None` if nobody has won.
    pub(super) fn of(record: &'a GameRecord) -> Option<Self> {
        let ending = Ending::of(record)?;
        let flagged = (ending.kind == EndingKind::Flag).then_some(ending.seat);
        Some(Self { record, ending, timeline: Timeline::of(record, flagged) })
    }

    /// The scores that a seat gave, in their order.
    pub(super) fn forecasts(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Forecast> {
        let plies = self.record.plies().iter().enumerate();
        plies.filter(move |(_, ply)| ply.seat == seat).filter_map(|(at, ply)| {
            let (score, depth) = scores::of(ply)?;
            Some(Forecast { ply: at, score, depth })
        })
    }

    /// Moves played on the board of a move after it.
    pub(super) fn plies_after(&self, ply: usize) -> usize {
        let plies = self.record.plies();
        let board = plies.get(ply).map(|ply| ply.seat.board);
        plies.iter().skip(ply + 1).filter(|ply| Some(ply.seat.board) == board).count()
    }

    /// A move as the record has it, as in `17a. bxc6`.
    pub(super) fn label(&self, ply: usize) -> String {
        let mut boards = self.record.start().clone();
        for (at, played) in self.record.plies().iter().enumerate() {
            let board = played.seat.board;
            if at == ply {
                let number = boards.position(board).fullmove_number();
                let letter = match played.seat.color {
                    Color::White => board.to_string(),
                    Color::Black => board.to_string().to_lowercase(),
                };
                return format!("{number}{letter}. {}", boards.san(board, played.m));
            }
            let _handoff = boards.play(played.seat, played.m); // a record has accepted moves only
        }
        String::new()
    }
}
