//! Draw offers and resignation.

use tandem_engine::{Score, ScoreKind};
use tandem_protocol::cecp::Reply;

use super::Session;
use super::settings::Draws;
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;

/// Score in centipawns below which a draw is welcome.
const WORSE: i32 = -150;
/// Maximum distance, in plies, of a mate against us that is not played on, whoever the opponent is.
const NEAR_MATE: i32 = 8;

impl<B: Brain> Session<B> {
    /// Answers a draw offer of the opponent. A draw on a server ends both boards.
    pub(super) fn answer_draw(&mut self) {
        let is_welcome = match self.settings.draws {
            Draws::Never => false,
            Draws::WhenWorse => self.outlook.score().value() < WORSE,
            Draws::Always => true,
        };
        if is_welcome {
            self.output.push(Reply::OfferDraw);
        }
    }

    /// Resigns a lost game, if the user wants that. In bughouse, the partner's game is not given
    /// away while it may still win for both.
    pub(super) fn resign_if_hopeless(&mut self) {
        let is_all_lost =
            self.record.kind() != Kind::Bughouse || self.partnership.is_partner_dead();
        if self.settings.resigns && is_all_lost && is_nearly_mated(self.outlook.score()) {
            self.output.push(Reply::Resign);
        }
    }
}

fn is_nearly_mated(score: Score) -> bool {
    match score.kind() {
        ScoreKind::Mate(plies) => (-NEAR_MATE..0).contains(&plies),
        ScoreKind::Evaluation(_) | ScoreKind::Conditional(_) => false,
    }
}
