//! Expectations at our last move.

use tandem_engine::Score;
use tandem_rules::Move;

/// The score of our last move, and the reply to it that is expected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    score: Score,
    reply: Option<Move>,
}

impl Default for Outlook {
    fn default() -> Self {
        Self { score: Score::DRAW, reply: None }
    }
}

impl Outlook {
    /// The outlook after our move; the score is without the partner's prices.
    pub(super) fn new(score: Score, reply: Option<Move>) -> Self {
        Self { score, reply }
    }

    /// Forgets the expected reply: another move was played, or one was taken back.
    pub(super) fn forget_reply(&mut self) {
        self.reply = None;
    }

    /// Score of our last move.
    pub(super) fn score(self) -> Score {
        self.score
    }

    /// The reply expected from the opponent.
    pub(super) fn reply(self) -> Option<Move> {
        self.reply
    }
}
