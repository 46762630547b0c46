//! The search of a board: its start, its end without an answer, and its lines.

use tandem_engine::{Info, Limits};
use tandem_protocol::text::Word;
use tandem_protocol::ubi::{self, Choice, Go};
use tandem_protocol::{line, uci};
use tandem_rules::{BoardId, Move, Position};

use super::Session;
use super::side::Thought;
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::told;

impl<B: Brain> Session<B> {
    /// Starts a search of a board; `limits` are those of a search for a move there.
    pub(super) fn search(&mut self, board: BoardId, aim: Aim, limits: Limits, go: Go) {
        let (view, now) = (self.view(board), self.now);
        let side = self.side_mut(board);
        side.unfinished += 1;
        side.mind.search((view, now), (aim, limits), false, go);
    }

    /// Starts the search for a move again, with the time that is left.
    pub(super) fn think_again(&mut self, board: BoardId) {
        if let Some(Thought { limits, question, .. }) = self.side_mut(board).mind.take() {
            self.search(board, Aim::Move, limits, question);
        }
    }

    /// Lets the search of a board know that something beyond that board has changed.
    pub(super) fn other_board_changed(&mut self, board: BoardId) {
        match self.side(board).mind.thought() {
            Some(Thought { aim: Aim::Move, .. }) => {
                let view = self.view(board);
                self.side_mut(board).mind.update(view);
            }
            Some(_) => self.think_again(board),
            None => {}
        }
    }

    /// Shows thinking output, with all fields in every line.
    pub(super) fn show(&mut self, info: &Info, board: BoardId) {
        let milliseconds = u64::try_from(info.time.0).unwrap_or(0);
        let position = self.side(board).record.position();
        let pv = line::written(position, &info.pv, move_text);
        let score = uci::Score { value: told::score(info.score), bound: None };
        let fields = uci::Info {
            depth: Some(info.depth),
            selective_depth: Some(info.selective_depth),
            score: Some(score),
            nodes: Some(info.nodes),
            nodes_per_second: Some(info.nodes.saturating_mul(1000) / milliseconds.max(1)),
            time_ms: Some(milliseconds),
            pv: pv.into_iter().flatten().map(Choice::One).collect(),
            ..uci::Info::default()
        };
        self.replies.push(ubi::Info { board: Some(board), fields, ..ubi::Info::default() }.into());
    }

    /// Ends the search of a board, if there is one, without an answer.
    pub(super) fn cancel(&mut self, board: BoardId) {
        let side = self.side_mut(board);
        if side.mind.take().is_some() {
            side.team.stand_up();
        }
    }
}

/// Writes a move in UBI's notation: coordinates in lower case.
pub(super) fn move_text(position: &Position, m: Move) -> Option<Word> {
    Word::new(&position.coordinate(m).to_string().to_ascii_lowercase())
}
