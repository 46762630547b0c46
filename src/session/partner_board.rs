//! The partner's board, where the host shows it (`pmove`, `pholding`).

use std::time::Instant;

use tandem_protocol::cecp::{Command, HoldingUpdate};
use tandem_protocol::text::Word;

use super::brain::Brain;
use super::record::Record;
use super::state::{Session, refusal};

impl<B: Brain> Session<B> {
    /// A move on the partner's board. The first one tells that the host shows it.
    pub(super) fn partner_moved(&mut self, text: &Word, command: &Command, now: Instant) {
        let other = self.other.get_or_insert_with(|| Record::new(self.record.kind(), self.book));
        match other.read(text) {
            Ok(m) => {
                other.play_told(m);
                self.news_arrived(now);
            }
            Err(error) => {
                // What is not understood once is not understood any more.
                self.other = None;
                self.replies.push(refusal(&error.to_string(), command));
            }
        }
    }

    /// What both players of that board hold.
    pub(super) fn partner_holds(&mut self, update: &HoldingUpdate, now: Instant) {
        let changed = self.other.as_mut().is_some_and(|other| other.hold(update));
        if changed {
            self.news_arrived(now);
        }
    }
}
