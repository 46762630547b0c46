//! Draws and resignation.

use std::time::Instant;

use tandem_engine::{Info, Score, ScoreKind};
use tandem_protocol::cecp::Reply;

use super::brain::Brain;
use super::options::Draws;
use super::record::Kind;
use super::state::Session;

/// Worse than this, in centipawns, a draw is welcome.
const WORSE: i32 = -150;
/// A mate in so many plies is not played on against anybody.
const NEAR_MATE: i32 = 8;

impl<B: Brain> Session<B> {
    /// What a score says of the own board, what the partner wishes left out.
    pub(super) fn judge(&self, info: &Info, now: Instant) -> Score {
        match info.score.kind() {
            ScoreKind::Evaluation(_) => info.score.plus(-self.view(&self.record, now).premium()),
            ScoreKind::Mate(_) | ScoreKind::Conditional(_) => info.score,
        }
    }

    /// The opponent offers a draw, which on a server ends both boards.
    pub(super) fn answer_draw(&mut self) {
        let is_welcome = match self.settings.draws {
            Draws::Never => false,
            Draws::WhenWorse => self.judgement.value() < WORSE,
            Draws::Always => true,
        };
        if is_welcome {
            self.replies.push(Reply::OfferDraw);
        }
    }

    /// Gives up what is lost, if the user wants that. The partner may still win for both: its
    /// game is not given away.
    pub(super) fn resign_if_hopeless(&mut self) {
        let is_mated = |score: Score| matches!(score.kind(), ScoreKind::Mate(plies) if (-NEAR_MATE..0).contains(&plies));
        let is_all_lost = self.record.kind() != Kind::Bughouse || self.team.partner_is_dead();
        if self.settings.resigns && is_all_lost && is_mated(self.judgement) {
            self.replies.push(Reply::Resign);
        }
    }
}
