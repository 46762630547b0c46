//! State of the exchange of boards with a linked partner.

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

/// Knowledge of a linked partner about our board, and the direct link to it.
#[derive(Default)]
pub(super) struct Reporting {
    /// Key of the position of ours that the partner knows.
    known: Option<Key>,
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
        self.known = None;
    }

    /// Takes note that the partner is told this position. False if it was told already.
    pub(super) fn is_news(&mut self, key: Key) -> bool {
        self.known.replace(key) != Some(key)
    }
}
