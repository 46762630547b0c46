//! The partner's board, where the host shows it (`pmove`, `pholding`).

use std::time::Instant;

use tandem_protocol::cecp::{Command, HoldingUpdate};
use tandem_protocol::text::Word;
use tandem_rules::Position;

use super::brain::Brain;
use super::record::Record;
use super::state::{Session, refusal};

/// What is known of it in this game.
pub(super) enum PartnerBoard {
    /// The host has not shown it.
    Unseen,
    /// All of its moves have been understood.
    Seen(Box<Record>),
    /// One was not, and so nothing is known any more.
    Lost,
}

impl PartnerBoard {
    pub(super) fn position(&self) -> Option<&Position> {
        match self {
            Self::Seen(record) => Some(record.position()),
            Self::Unseen | Self::Lost => None,
        }
    }
}

impl<B: Brain> Session<B> {
    /// A move on the partner's board. The first one tells that the host shows it.
    pub(super) fn partner_moved(&mut self, text: &Word, command: &Command, now: Instant) {
        if matches!(self.other, PartnerBoard::Unseen) {
            self.other = PartnerBoard::Seen(Box::new(Record::new(self.record.kind(), self.book)));
        }
        let PartnerBoard::Seen(other) = &mut self.other else { return };
        match other.read(text) {
            Ok(m) => {
                other.play_told(m);
                self.news_arrived(now);
            }
            Err(error) => {
                self.other = PartnerBoard::Lost;
                self.replies.push(refusal(&error.to_string(), command));
            }
        }
    }

    /// What both players of that board hold.
    pub(super) fn partner_holds(&mut self, update: &HoldingUpdate, now: Instant) {
        let PartnerBoard::Seen(other) = &mut self.other else { return };
        if other.hold(update) {
            self.news_arrived(now);
        }
    }
}
