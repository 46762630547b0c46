//! A search for a question, and the progress towards the answer.

use std::collections::VecDeque;
use std::time::Instant;

use tandem_engine::{Info, Limits, SearchId};
use tandem_rules::{BoardId, Move};

use super::question::Question;
use super::turns::Turns;
use crate::seat::decision::Aim;
use crate::seat::vigil::Vigil;

/// A search of a board, for a question.
pub(super) struct Thought {
    pub(super) search: SearchId,
    pub(super) board: BoardId,
    pub(super) aim: Aim,
    /// Limits of a search for a move on this board.
    pub(super) limits: Limits,
    /// The watch over the search, if a clock limits it.
    pub(super) vigil: Option<Vigil>,
    pub(super) progress: Progress,
}

/// Progress of a question towards its answer.
pub(super) struct Progress {
    /// The boards still to be searched, with the limits of each search.
    pub(super) left: VecDeque<(BoardId, Limits)>,
    pub(super) question: Question,
    /// Time at which the clocks showed what the question says.
    pub(super) since: Instant,
    /// True if the search was told to stop.
    pub(super) is_stopped: bool,
    /// Turns of the two boards, in an infinite search of both.
    pub(super) turns: Option<Turns>,
    /// The move found on each board, and the expected reply to it.
    pub(super) found: [Option<(Move, Option<Move>)>; 2],
    /// Depth reached on each board.
    pub(super) depths: [Option<u32>; 2],
}

impl Thought {
    /// Takes note of a line of the search.
    pub(super) fn note(&mut self, info: &Info) {
        if let Some(vigil) = &mut self.vigil {
            vigil.note(info);
        }
    }

    /// True if this is to be shown: it is not the trial of a suggested move, and does not repeat
    /// the depths of an earlier turn.
    pub(super) fn shows(&self, info: &Info) -> bool {
        let known = self.progress.depths[self.board.index()].unwrap_or(0);
        !matches!(self.aim, Aim::Trial { .. }) && info.depth >= known
    }
}

impl Progress {
    pub(super) fn question(&self) -> &Question {
        &self.question
    }
}
