//! Lines to browsers: messages on their way to a connection.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tandem_rules::notation::BfenWarning;
use tokio::sync::{Notify, mpsc};

use crate::message::ToPage;

/// Most messages on their way to one connection. One that reads so slowly that more wait is closed.
const MOST_WAITING: usize = 512;

/// The sending end of a connection.
#[derive(Clone)]
pub(crate) struct Line {
    /// Number of the connection.
    pub(crate) number: u64,
    sender: mpsc::Sender<Utf8Bytes>,
    hang_up: Arc<Notify>,
}

/// The receiving end.
pub(crate) struct Waiting {
    pub(crate) texts: mpsc::Receiver<Utf8Bytes>,
    pub(crate) hang_up: Arc<Notify>,
}

impl Line {
    pub(crate) fn new(number: u64) -> (Self, Waiting) {
        let (sender, texts) = mpsc::channel(MOST_WAITING);
        let hang_up = Arc::new(Notify::new());
        (Self { number, sender, hang_up: Arc::clone(&hang_up) }, Waiting { texts, hang_up })
    }

    pub(crate) fn send(&self, message: &ToPage) {
        self.send_text(text_of(message));
    }

    /// Refuses a message of this type, for this reason.
    pub(crate) fn refuse(&self, what: &str, reason: String) {
        self.send(&ToPage::Refused { what: what.to_owned(), reason });
    }

    /// Says what was left out of the position of a message, which was taken otherwise.
    pub(crate) fn leave_out(&self, left_out: &[BfenWarning]) {
        left_out.iter().for_each(|warning| self.refuse("position", warning.to_string()));
    }

    /// Sends the text of a message.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(text) {
            self.hang_up.notify_one();
        }
    }
}

/// The text of a message.
pub(crate) fn text_of(message: &ToPage) -> Utf8Bytes {
    serde_json::to_string(message).expect("all keys are texts").into()
}
