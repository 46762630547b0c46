//! Draw offers, resignation, and the end of a game.

use tandem_engine::{Score, ScoreKind};
use tandem_protocol::cecp::{GameResult, Reply};
use tandem_protocol::text::Line;
use tandem_rules::{Color, PieceTypes, Standing};

use super::Session;
use super::mode::Mode;
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;
use crate::seat::options::Draws;

/// Score in centipawns below which a draw is welcome.
const WORSE: i32 = -150;
/// Maximum distance, in plies, of a mate against us that is not played on, whoever the opponent is.
const NEAR_MATE: i32 = 8;

impl<B: Brain> Session<B> {
    /// Answers a draw offer of the opponent. A draw on a server ends both boards.
    pub(super) fn answer_draw(&mut self) {
        let is_welcome = match self.options.draws {
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
        if self.options.resigns && is_all_lost && is_nearly_mated(self.outlook.score()) {
            self.output.push(Reply::Resign);
        }
    }

    /// Claims the result of a game on one board that ends here by mate or stalemate: not every
    /// front-end sees that by itself. Bughouse games are ended by a server.
    pub(super) fn claim_result(&mut self) {
        let position = self.record.position();
        let is_played = matches!(self.mode, Mode::Playing(_));
        if !is_played || self.record.kind() == Kind::Bughouse {
            return;
        }
        let (result, text) = match (position.standing(PieceTypes::NONE), position.side_to_move()) {
            (Standing::Free, _) => return,
            (Standing::Waiting, _) => (GameResult::Draw, "Stalemate"),
            (Standing::Mated | Standing::Blocked, Color::White) => {
                (GameResult::BlackWins, "Black mates")
            }
            (Standing::Mated | Standing::Blocked, Color::Black) => {
                (GameResult::WhiteWins, "White mates")
            }
        };
        self.output.push(Reply::Result { result, text: Line::new(text) });
    }
}

fn is_nearly_mated(score: Score) -> bool {
    match score.kind() {
        ScoreKind::Mate(plies) => (-NEAR_MATE..0).contains(&plies),
        ScoreKind::Evaluation(_) | ScoreKind::Conditional(_) => false,
    }
}
