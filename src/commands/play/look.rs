//! Options for the look of the game.

use clap::Args;

use crate::display::look::{Look, Pieces};
use crate::display::theme::ThemeChoice;

/// Options for the look of the game in a terminal.
#[derive(Args)]
pub(super) struct LookArgs {
    /// Colors of the terminal; the environment variable `NO_COLOR` turns them off
    #[arg(long, default_value = "auto", value_name = "THEME")]
    theme: ThemeChoice,
    /// Signs for the pieces
    #[arg(long, default_value = "letters", value_name = "SIGNS")]
    pieces: Pieces,
    /// Ring the bell of the terminal when you are on turn
    #[arg(long)]
    bell: bool,
}

impl LookArgs {
    /// The look of the boards.
    pub(super) fn look(&self) -> Look {
        Look { theme: self.theme.theme(), pieces: self.pieces }
    }

    /// True if the bell is to ring.
    pub(super) fn rings(&self) -> bool {
        self.bell
    }
}
