//! The progress of a question towards its answer.

use std::collections::VecDeque;
use std::time::Instant;

use tandem_engine::{Info, Limits};
use tandem_protocol::uci::Reply;
use tandem_rules::{BoardId, Move};

use super::question::Question;
use super::turns::Turns;
use crate::seat::decision::Aim;
use crate::seat::thought;

/// A search of a board, for a question.
pub(super) type Thought = thought::Thought<Progress>;

/// Progress of a question towards its answer.
pub(super) struct Progress {
    /// The board that is searched.
    pub(super) board: BoardId,
    /// The boards still to be searched, with the limits of each search.
    pub(super) left: VecDeque<(BoardId, Limits)>,
    pub(super) asked: Question,
    /// Time at which the clocks showed what the question says.
    pub(super) since: Instant,
    /// True if the search was told to stop.
    pub(super) is_stopped: bool,
    /// The last line that was shown while the opponent was to move. It is said again when the expected
    /// move is played: a client may take what was said before for a part of another question.
    pub(super) pondered: Option<Reply>,
    /// True if no lines are shown: the question is about both boards, and they are about one.
    pub(super) is_quiet: bool,
    /// Turns of the two boards, in an infinite search of both.
    pub(super) turns: Option<Turns>,
    /// The move found on each board, and the expected reply to it.
    pub(super) found: [Option<(Move, Option<Move>)>; 2],
    /// Depth reached on each board.
    pub(super) depths: [Option<u32>; 2],
}

/// The answer to a question that needs no search, because there is nothing to search or no position.
///
/// It is held back as the answer of a search would be: until `stop` if the question is infinite, until
/// then or `ponderhit` if it is asked in the opponent's time.
pub(super) struct Unsearched {
    pub(super) answer: Reply,
    /// True if only `stop` ends the question.
    pub(super) is_infinite: bool,
}

impl Thought {
    /// Takes note that the move that was pondered on has been played.
    pub(super) fn hit(&mut self, now: Instant) {
        // The other board is searched in our own time.
        self.question.left.iter_mut().for_each(|(_, limits)| limits.pondering = false);
        self.limits.pondering = false;
        self.question.since = now;
    }

    /// True if this is to be shown: it is not the trial of a suggested move, and does not repeat
    /// the depths of an earlier turn.
    pub(super) fn shows(&self, info: &Info) -> bool {
        let Progress { board, depths, is_quiet, .. } = &self.question;
        let known = depths[board.index()].unwrap_or(0);
        !matches!(self.aim, Aim::Trial { .. }) && info.depth >= known && !is_quiet
    }
}
