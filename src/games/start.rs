//! The start of a game: its boards and clocks.

use std::path::Path;

use anyhow::anyhow;
use tandem_rules::notation::{Bfen, Fen};
use tandem_rules::{
    Boards, Game, Millis, MoveRules, OutcomeRules, Position, Seat, TimeControl, Variant,
};

use super::reading::has_games;
use crate::going_on;

/// Most characters of a refused text that are quoted; a position has fewer.
const LONGEST_QUOTE: usize = 200;

/// The start of a game.
pub(crate) struct Start {
    pub(crate) boards: Boards,
    /// The clocks of White and Black on each board in milliseconds, if the start tells them; they
    /// override the time control.
    pub(crate) clocks: [Option<[i64; 2]>; 2],
}

impl Start {
    /// Parses the text of two boards, BFEN or two FENs.
    pub(crate) fn of(text: &str, rules: MoveRules) -> anyhow::Result<Self> {
        let Bfen { boards, clocks } = two_boards(text, rules)?;
        Ok(Self { boards, clocks })
    }

    /// The game before its first move, and its clocks in the order of [`Seat::ALL`]: those of the
    /// start, or the `usual` ones.
    pub(crate) fn game(
        &self,
        rules: OutcomeRules,
        controls: [TimeControl; 4],
        usual: [Millis; 4],
    ) -> (Game, [Millis; 4]) {
        let mut game = Game::new(self.boards.clone(), rules, Some(controls));
        let shown = Seat::ALL.map(|seat| self.clock(seat).unwrap_or(usual[seat.index()]));
        for (seat, left) in Seat::ALL.into_iter().zip(shown) {
            game.set_clock(seat, left, Millis::ZERO);
        }
        (game, shown)
    }

    fn clock(&self, seat: Seat) -> Option<Millis> {
        self.clocks[seat.board.index()].map(|clocks| Millis(clocks[seat.color.index()]))
    }
}

/// Reads the text of one board, and logs what it says and the position has not.
///
/// # Errors
/// The text is no position; the error quotes it.
pub(crate) fn one_board(
    text: &str,
    variant: Variant,
    rules: MoveRules,
) -> anyhow::Result<Position> {
    let read = Fen::position_leniently(text, variant, rules);
    let (position, warnings) = read.map_err(|reason| refusal(text, reason))?;
    for warning in &warnings {
        log::warn!("{warning}");
    }
    Ok(position)
}

/// Reads the text of two boards, BFEN or two FENs, and logs what it says and the positions have
/// not.
///
/// # Errors
/// The text is no pair of positions; the error quotes it.
pub(crate) fn two_boards(text: &str, rules: MoveRules) -> anyhow::Result<Bfen> {
    let (bfen, warnings) =
        Bfen::parse_leniently(text, rules).map_err(|reason| refusal(text, reason))?;
    for warning in &warnings {
        log::warn!("{warning}");
    }
    Ok(bfen)
}

/// The error for a text that is no position. Who gave games in its place learns how they are read.
fn refusal(text: &str, reason: impl Into<anyhow::Error>) -> anyhow::Error {
    let quote: String = text.chars().take(LONGEST_QUOTE).collect();
    let rest = if quote.len() < text.len() { "…" } else { "" };
    let are_files = quote.split_whitespace().any(|word| has_games(Path::new(word)));
    let games = match quote.trim_start().starts_with('[') {
        _ if Path::new(&quote).is_file() => going_on::quoted(&quote),
        _ if are_files => quote.clone(),
        true => "-".to_owned(),
        false => return reason.into().context(format!("invalid position `{quote}{rest}`")),
    };
    anyhow!("`{quote}{rest}` is no position; games are read by `tandem analyze --games {games}`")
}
