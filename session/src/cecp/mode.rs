//! Modes of the engine, as commands set them.

use tandem_rules::Color;

/// Mode of the engine, as commands set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Watches: accepts moves of both sides, makes none.
    Force,
    /// Makes the moves of this color.
    Playing(Color),
    /// Analyzes every position that is shown.
    Analyzing,
}

/// Display of thinking output (`post`, `nopost`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Posting {
    Shown,
    Hidden,
}

/// Use of the opponent's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leisure {
    /// No pondering (`easy`). It is the default: the protocol defines none, and a user who plays
    /// matches on few cores does not always send `easy`.
    Rest,
    /// Pondering (`hard`).
    Ponder,
}
