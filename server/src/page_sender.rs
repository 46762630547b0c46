//! Messages on their way to the other end of a connection.

use std::cell::OnceCell;
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

/// Bytes that a message counts for which goes as it is, besides those of its moves.
const WEIGHT: usize = 1 << 10;
const WEIGHT_OF_PLY: usize = 256;

/// The form in which messages go to the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// JSON, for a page.
    Json,
    /// As they are, for a door of this server that says them in words of its own.
    Values,
}

/// The sending end of a connection.
#[derive(Clone)]
pub(crate) struct PageSender {
    pub(crate) client: Client,
    form: Form,
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
    pub(crate) content: Content,
    _load: Load,
    /// The turn whose answer it is: the client has the next one when it has taken this.
    _turn: Option<Turn>,
}

/// A message in the form of its connection.
pub(crate) enum Content {
    Json(Utf8Bytes),
    Value(Box<ToPage>),
}

/// A message for several connections, whose JSON is written once.
pub(crate) struct Circular {
    message: ToPage,
    json: OnceCell<Utf8Bytes>,
}

impl Circular {
    pub(crate) const fn new(message: ToPage) -> Self {
        Self { message, json: OnceCell::new() }
    }

    fn content(&self, form: Form) -> Content {
        match form {
            Form::Json => Content::Json(self.json.get_or_init(|| text_of(&self.message)).clone()),
            Form::Values => Content::Value(Box::new(self.message.clone())),
        }
    }
}

impl Content {
    fn of(message: &ToPage, form: Form) -> Self {
        match form {
            Form::Json => Self::Json(text_of(message)),
            Form::Values => Self::Value(Box::new(message.clone())),
        }
    }

    /// The bytes that it counts for.
    fn weight(&self) -> usize {
        match self {
            Self::Json(text) => text.len(),
            Self::Value(message) => {
                let ToPage::Table(table) = &**message else { return WEIGHT };
                let plies = table.game.as_ref().map_or(0, |game| game.plies.len());
                WEIGHT + WEIGHT_OF_PLY * plies
            }
        }
    }

    /// The text for a page.
    pub(crate) fn json(&self) -> Utf8Bytes {
        match self {
            Self::Json(text) => text.clone(),
            Self::Value(message) => text_of(message),
        }
    }
}

impl PageSender {
    /// The two ends of a connection of a page.
    pub(crate) fn new(client: Client, backlog: &Arc<Backlog>) -> (Self, PageQueue) {
        Self::in_form(Form::Json, client, backlog)
    }

    /// The two ends of a connection that takes messages in this form.
    pub(crate) fn in_form(form: Form, client: Client, backlog: &Arc<Backlog>) -> (Self, PageQueue) {
        let (sender, outgoing) = mpsc::channel(MOST_WAITING);
        let hang_up: Arc<Notify> = Arc::default();
        backlog.open(client, Arc::clone(&hang_up));
        let waiting =
            PageQueue { outgoing, backlog: Arc::clone(backlog), connection: client.connection };
        (Self { client, form, sender, backlog: Arc::clone(backlog), hang_up }, waiting)
    }

    pub(crate) const fn form(&self) -> Form {
        self.form
    }

    /// Number of the connection.
    pub(crate) const fn number(&self) -> u64 {
        self.client.connection
    }

    pub(crate) fn send(&self, message: &ToPage) {
        self.put(Content::of(message, self.form), None);
    }

    /// Sends a message that others get as well.
    pub(crate) fn send_circular(&self, circular: &Circular) {
        self.put(circular.content(self.form), None);
    }

    /// Sends the answer to a message of a type; its client has no other turn before it has taken it.
    /// One that is too long is refused.
    pub(crate) fn answer(&self, what: &str, answer: &ToPage, turn: Turn) {
        let content = Content::of(answer, self.form);
        if content.weight() > LONGEST_ANSWER {
            let most = LONGEST_ANSWER >> 20;
            return self
                .refuse(what, format!("the answer has more than {most} MiB, too many to send"));
        }
        self.put(content, Some(turn));
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

    fn put(&self, content: Content, turn: Option<Turn>) {
        let Some(load) = self.backlog.load(self.number(), content.weight()) else { return };
        let outgoing = Outgoing { content, _load: load, _turn: turn };
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(outgoing) {
            self.hang_up.notify_one();
        }
    }
}

impl Outgoing {
    /// The message, which has arrived.
    pub(crate) fn into_content(self) -> Content {
        self.content
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
