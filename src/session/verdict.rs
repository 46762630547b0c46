//! Draws and resignation.

use tandem_engine::{Score, ScoreKind};
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
        let is_all_lost =
            self.record.kind() != Kind::Bughouse || self.partnership.team.partner_is_dead();
        if self.settings.resigns && is_all_lost && is_nearly_mated(self.judgement) {
            self.replies.push(Reply::Resign);
        }
    }
}

fn is_nearly_mated(score: Score) -> bool {
    match score.kind() {
        ScoreKind::Mate(plies) => (-NEAR_MATE..0).contains(&plies),
        ScoreKind::Evaluation(_) | ScoreKind::Conditional(_) => false,
    }
}
