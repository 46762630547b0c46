//! Replies that are to be sent.

use tandem_engine::Info;
use tandem_protocol::cecp::Reply;

use super::lines;
use super::mode::Posting;
use crate::seat::record::Record;

/// The replies since the last command or event, and those that wait for a move.
pub(super) struct Output {
    replies: Vec<Reply>,
    /// Pings that came while a move was owed; they are answered after it.
    pings: Vec<u64>,
    posting: Posting,
}

impl Default for Output {
    fn default() -> Self {
        Self { replies: Vec::new(), pings: Vec::new(), posting: Posting::Hidden }
    }
}

impl Output {
    /// Adds a reply.
    pub(super) fn push(&mut self, reply: Reply) {
        self.replies.push(reply);
    }

    /// Adds replies.
    pub(super) fn extend(&mut self, replies: impl IntoIterator<Item = Reply>) {
        self.replies.extend(replies);
    }

    /// Takes the replies.
    pub(super) fn take(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }

    /// Shows or hides thinking output from now on.
    pub(super) fn post(&mut self, posting: Posting) {
        self.posting = posting;
    }

    /// Adds a result of the search as thinking output, if that is shown.
    pub(super) fn show(&mut self, info: &Info, record: &Record) {
        if self.posting == Posting::Shown {
            self.replies.push(lines::thinking(info, record));
        }
    }

    /// Notes a ping that is answered after the move that is owed.
    pub(super) fn delay_pong(&mut self, number: u64) {
        self.pings.push(number);
    }

    /// Answers the pings that have waited.
    pub(super) fn answer_pings(&mut self) {
        self.replies.extend(self.pings.drain(..).map(Reply::Pong));
    }
}
