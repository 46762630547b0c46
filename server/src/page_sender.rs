//! Messages on their way to the page at the other end of a connection.

use std::fmt::Display;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tandem_rules::notation::BfenWarning;
use tokio::sync::{Notify, mpsc};

use crate::backlog::{Backlog, Load};
use crate::message::ToPage;
use crate::plain::{json_of, line_of};
use crate::turns::{Client, Turn};

/// Most messages on their way to one connection. One that reads so slowly that more wait is closed,
/// and so is one to which too many bytes are on their way ([`Backlog`]).
const MOST_WAITING: usize = 512;
/// Most characters of the reason of a refusal.
const LONGEST_REASON: usize = 500;
/// Longest answer, in bytes.
const LONGEST_ANSWER: usize = 4 << 20;

/// The sending end of a connection.
#[derive(Clone)]
pub(crate) struct PageSender {
    pub(crate) client: Client,
    sender: mpsc::Sender<Outgoing>,
    backlog: Arc<Backlog>,
    hang_up: Arc<Notify>,
}

/// The receiving end.
pub(crate) struct PageQueue {
    pub(crate) outgoing: mpsc::Receiver<Outgoing>,
    backlog: Arc<Backlog>,
    connection: u64,
}

/// A message on its way, until this is dropped.
pub(crate) struct Outgoing {
    pub(crate) text: Utf8Bytes,
    _load: Load,
    /// The turn whose answer it is: the client has the next one when it has taken this.
    _turn: Option<Turn>,
}

impl PageSender {
    pub(crate) fn new(client: Client, backlog: &Arc<Backlog>) -> (Self, PageQueue) {
        let (sender, outgoing) = mpsc::channel(MOST_WAITING);
        let hang_up: Arc<Notify> = Arc::default();
        backlog.open(client, Arc::clone(&hang_up));
        let waiting =
            PageQueue { outgoing, backlog: Arc::clone(backlog), connection: client.connection };
        (Self { client, sender, backlog: Arc::clone(backlog), hang_up }, waiting)
    }

    /// Number of the connection.
    pub(crate) const fn number(&self) -> u64 {
        self.client.connection
    }

    pub(crate) fn send(&self, message: &ToPage) {
        self.send_text(text_of(message));
    }

    /// Sends the answer to a message of a type; its client has no other turn before it has taken it.
    /// One that is too long is refused.
    pub(crate) fn answer(&self, what: &str, answer: &ToPage, turn: Turn) {
        let text = text_of(answer);
        if text.len() > LONGEST_ANSWER {
            let most = LONGEST_ANSWER >> 20;
            return self
                .refuse(what, format!("the answer has more than {most} MiB, too many to send"));
        }
        self.put(text, Some(turn));
    }

    /// Refuses a message of this type, for this reason.
    pub(crate) fn refuse(&self, what: &str, reason: impl Display) {
        let reason = line_of(&reason.to_string(), LONGEST_REASON);
        self.send(&ToPage::Refused { what: what.to_owned(), reason });
    }

    /// Says what was left out of the position of a message, which was taken otherwise.
    pub(crate) fn leave_out(&self, left_out: &[BfenWarning]) {
        for warning in left_out {
            self.refuse("position", warning);
        }
    }

    /// The load of the message that is arriving, without bytes yet; `None` if it was hung up.
    pub(crate) fn intake(&self) -> Option<Load> {
        self.backlog.load(self.number(), 0)
    }

    /// Waits until this is to be hung up.
    pub(crate) async fn hung_up(&self) {
        self.hang_up.notified().await;
    }

    /// Waits for something; `None` if this is to be hung up before.
    pub(crate) async fn unless_hung_up<T>(&self, done: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            done = done => Some(done),
            () = self.hung_up() => None,
        }
    }

    /// Sends the text of a message.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        self.put(text, None);
    }

    fn put(&self, text: Utf8Bytes, turn: Option<Turn>) {
        let Some(load) = self.backlog.load(self.number(), text.len()) else { return };
        let outgoing = Outgoing { text, _load: load, _turn: turn };
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(outgoing) {
            self.hang_up.notify_one();
        }
    }
}

impl Drop for PageQueue {
    fn drop(&mut self) {
        self.backlog.close(self.connection);
    }
}

/// The text of a message, the only door to pages: nothing in it hides.
pub(crate) fn text_of(message: &ToPage) -> Utf8Bytes {
    json_of(message).into()
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;
    use crate::turns::tests::client;

    #[tokio::test]
    async fn one_that_takes_too_little_is_hung_up_also_while_it_is_sent_something() {
        let (page, _waiting) = PageSender::new(client(1, 1), &Arc::default());
        assert_eq!(page.unless_hung_up(ready(1)).await, Some(1));
        let sending = page.clone();
        let flood = async {
            (0..=MOST_WAITING).for_each(|_| page.send(&ToPage::ReviewDone { id: 1 }));
        };
        let (sent, ()) = tokio::join!(sending.unless_hung_up(pending::<()>()), flood);
        assert_eq!(sent, None);
    }
}
