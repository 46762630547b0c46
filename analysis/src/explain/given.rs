//! Pieces given: the piece that mates has just been lost on the partner's board.

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{Millis, MoveKind, PieceType, Seat};

use super::story::Story;
use crate::record::ending::EndingKind;
use crate::record::timeline::Thought;

/// A piece that the loser's partner lost and the opponent dropped with mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Given {
    pub(super) piece: PieceType,
    /// The loser's partner.
    pub(super) by: Seat,
    /// The index of the capture.
    pub(super) capture: usize,
    /// Moves on the partner's board after the capture.
    pub(super) plies: usize,
    /// The index of the mating drop.
    pub(super) mate: usize,
    /// The length of the thought before the mate and of the usual one (the median), if they are
    /// known.
    pub(super) wait: Option<(Millis, Millis)>,
}

/// The most moves after a capture on its board for it to have decided the game.
const RECENT: usize = 5;
/// A thought of at least this many times the median is a wait.
const TIMES_USUAL: i64 = 3;

impl Given {
    pub(super) fn of(story: &Story<'_>) -> Option<Self> {
        let (record, loser) = (story.record, story.ending.seat);
        let plies = record.plies();
        let mate = plies.iter().rposition(|ply| ply.seat.board == loser.board)?;
        let mating = plies[mate].seat;
        let MoveKind::Drop { piece, .. } = plies[mate].m.kind() else { return None };
        if story.ending.kind != EndingKind::Mate || mating == loser {
            return None;
        }
        let capture = arrival(record, mate, piece)?;
        let by = loser.partner();
        let plies_since = story.plies_after(capture);
        let earlier = plies[..mate].iter().rposition(|ply| ply.seat == mating);
        let wait = wait(story, mating, mate);
        let has_waited = wait.is_some_and(|(last, usual)| last.0 >= TIMES_USUAL * usual.0)
            || earlier.is_none_or(|earlier| earlier < capture);
        let is_given = plies[capture].seat == by.opponent() && plies_since <= RECENT && has_waited;
        is_given.then_some(Self { piece, by, capture, plies: plies_since, mate, wait })
    }
}

/// The index of the move by which the player of a drop came to hold that piece type, having held
/// none.
fn arrival(record: &GameRecord, drop: usize, piece: PieceType) -> Option<usize> {
    let Seat { board, color } = record.plies().get(drop)?.seat;
    let mut boards = record.start().clone();
    let mut arrival = None;
    for (at, ply) in record.plies()[..drop].iter().enumerate() {
        let before = boards.position(board).holdings(color).count(piece);
        let _handoff = boards.play(ply.seat, ply.m).ok()?;
        match (before, boards.position(board).holdings(color).count(piece)) {
            (_, 0) => arrival = None,
            (0, _) => arrival = Some(at),
            _ => {}
        }
    }
    arrival
}

/// The length of the thought before a move and the median of the earlier ones of its seat.
fn wait(story: &Story<'_>, seat: Seat, ply: usize) -> Option<(Millis, Millis)> {
    let last = story.timeline.thought(ply)?.length();
    let thoughts = story.timeline.thoughts().iter().filter(|thought| thought.seat == seat);
    let earlier = thoughts.filter(|thought| thought.ply.is_some_and(|earlier| earlier < ply));
    let mut lengths: Vec<Millis> = earlier.map(Thought::length).collect();
    lengths.sort_unstable();
    Some((last, *lengths.get(lengths.len() / 2)?))
}
