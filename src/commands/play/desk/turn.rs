//! The state of the person in a game.

use super::premove::Premove;

/// The state of the person in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// The person has yet to say that it is ready; no clock runs.
    Unready,
    /// The game has yet to begin, or to go on.
    Ahead,
    /// The opponent is on turn; the person may have typed a premove.
    Waiting(Option<Premove>),
    /// The person is on turn.
    Going,
    /// The person is on turn and has said that it sits.
    Sitting,
    /// The person has broken the game off.
    Parted(Parting),
    /// All games are over.
    Over,
}

/// The reason for which the person broke a game off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Parting {
    /// The person leaves.
    Quit,
    /// The person takes a move back: the game goes on from before its last own move.
    TakeBack,
}

impl Turn {
    /// True if the person is to move.
    pub(super) fn is_own(&self) -> bool {
        matches!(self, Self::Going | Self::Sitting)
    }

    /// True if the game runs, as far as the person knows.
    pub(super) fn is_in_game(&self) -> bool {
        matches!(self, Self::Waiting(_) | Self::Going | Self::Sitting)
    }

    /// The state in words.
    pub(super) fn status(&self) -> String {
        match self {
            Self::Going => "Your turn.".to_owned(),
            Self::Sitting => "You sit: your clock runs until you move.".to_owned(),
            Self::Waiting(None) => "Your opponent is on turn.".to_owned(),
            Self::Waiting(Some(kept)) => {
                format!("Your opponent is on turn; premove {}.", kept.text())
            }
            Self::Unready | Self::Ahead | Self::Parted(_) | Self::Over => "A moment.".to_owned(),
        }
    }
}
