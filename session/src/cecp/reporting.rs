//! State of the exchange of boards with a linked partner.

use std::time::{Duration, Instant};

use tandem_protocol::text::Line;
use tandem_rules::Key;

/// Line over the link from a program whose partner is not known to be a Tandem.
pub(super) const INQUIRY: &str = "~?";

/// A channel for board reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Channel {
    /// Partner talk, by way of the server.
    Talk,
    /// The program's own connection, which the user has asked for by `--link`.
    Link,
}

/// Number of board reports that may go by partner talk at once: the one before a search and the one after
/// its move.
const AT_ONCE: u32 = 2;
/// Time after which one more may: a server answers each, and relays it on the game's time.
const EACH: Duration = Duration::from_millis(400);

/// Knowledge of a linked partner about our board, and the direct link to it.
#[derive(Default)]
pub(super) struct Reporting {
    /// Key of the position of ours that the partner knows.
    known: Option<Key>,
    /// Time at which [`AT_ONCE`] reports may go by partner talk again; `None` if none has gone.
    rested_at: Option<Instant>,
    /// Time at which a report that has come too soon after others is due; it shows the board of then.
    due: Option<Instant>,
    /// Key of the position in which the other end of the link was last asked to show itself.
    inquired: Option<Key>,
    is_open: bool,
    /// Lines to be sent over the link.
    outgoing: Vec<Line>,
}

impl Reporting {
    /// Takes note that the link is open.
    pub(super) fn open(&mut self) {
        self.is_open = true;
    }

    /// Takes note that the link is closed. False if it was closed already.
    pub(super) fn close(&mut self) -> bool {
        self.outgoing.clear();
        self.inquired = None;
        std::mem::take(&mut self.is_open)
    }

    /// True while the link is open.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Adds a line to those that are to be sent over the link.
    pub(super) fn send(&mut self, line: Option<Line>) {
        self.outgoing.extend(line);
    }

    /// Asks the other end of the link to show itself to us, unless it was asked in this position.
    pub(super) fn inquire(&mut self, key: Key) {
        if self.inquired.replace(key) != Some(key) {
            self.outgoing.push(Line::new(INQUIRY));
        }
    }

    /// Takes the lines that are to be sent over the link.
    pub(super) fn take(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.outgoing)
    }

    /// Takes note that the partner knows no position of ours any more.
    pub(super) fn forget(&mut self) {
        (self.known, self.due) = (None, None);
    }

    /// True if the partner knows this position. A report that was due is not needed then.
    pub(super) fn is_known(&mut self, key: Key) -> bool {
        let is_known = self.known == Some(key);
        if is_known {
            self.due = None;
        }
        is_known
    }

    /// Takes note that the partner is told this position.
    pub(super) fn note(&mut self, key: Key) {
        (self.known, self.due) = (Some(key), None);
    }

    /// Takes a report by partner talk from what may be sent; false if it would be one too many, and is
    /// due later.
    pub(super) fn may_talk(&mut self, now: Instant) -> bool {
        let rested_at = self.rested_at.map_or(now, |at| at.max(now)) + EACH;
        match rested_at.checked_sub(EACH * AT_ONCE) {
            Some(may_at) if may_at > now => {
                self.due = Some(may_at);
                false
            }
            _ => {
                self.rested_at = Some(rested_at);
                true
            }
        }
    }

    /// True if a report that was held back is due, which it is once.
    pub(super) fn take_due(&mut self, now: Instant) -> bool {
        self.due.take_if(|due| *due <= now).is_some()
    }

    /// Time at which a report that was held back is due.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }
}
