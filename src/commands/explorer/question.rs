//! The position and the boards that a question is about.

use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use tandem_explorer::{BoardResult, Filter, Key, PlayerFilter};
use tandem_rules::notation::bpgn::{ReadOptions, Reader, ReplayRules};
use tandem_rules::notation::{Bfen, Fen};
use tandem_rules::{Boards, Color, Position, RuleSet, Variant};

use crate::explored::days;
use crate::games::typed::typed_move;

#[derive(Args)]
pub(super) struct QuestionArgs {
    /// The moves that lead to the position, such as `e4 e5 Nf3`; pieces that are dropped need no source
    #[arg(long, default_value = "", hide_default_value = true, value_name = "MOVES")]
    moves: String,
    /// The position before these moves; the usual start if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Asks for the positions of both boards at once: the moves are those of BPGN, such as
    /// `1A. e4 1a. e5 1B. d4`, and the position before them is two FENs, divided by `|`
    #[arg(long, conflicts_with = "structure")]
    pub(super) both: bool,
    /// Asks for the position whatever the players hold; boards without a partner count there alone
    #[arg(long)]
    pub(super) structure: bool,
    /// Boards of this player alone
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Boards on which the player has this color
    #[arg(long, value_enum, value_name = "COLOR", requires = "player")]
    color: Option<ColorArg>,
    /// Boards with a mean rating from one number to another, as in `2000-` or `1500-1800`
    #[arg(long, value_name = "RANGE")]
    rating: Option<Range>,
    /// Boards with so many seconds at the start, as in `120` or `60-180`
    #[arg(long, value_name = "RANGE")]
    base: Option<Range>,
    /// Boards from this day on, as in 2026-01-31
    #[arg(long, value_name = "DAY")]
    since: Option<String>,
    /// Boards up to this day
    #[arg(long, value_name = "DAY")]
    until: Option<String>,
    /// Boards of this rule set
    #[arg(long, value_name = "RULES")]
    rules: Option<RuleSet>,
    /// Boards that this side's team has won, or drawn ones
    #[arg(long, value_enum, value_name = "RESULT")]
    result: Option<ResultArg>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ColorArg {
    White,
    Black,
}

#[derive(Clone, Copy, ValueEnum)]
enum ResultArg {
    White,
    Black,
    Draw,
}

/// A range of numbers: `60-180`, `60-`, `-180` or `120`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Range(RangeInclusive<u32>);

/// Error for a text that is no range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no range of numbers, such as 60-180")]
struct RangeError(String);

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || RangeError(text.to_owned());
        let number = |text: &str, none: u32| match text.trim() {
            "" => Ok(none),
            text => text.parse().map_err(|_| error()),
        };
        let (least, most) = match text.split_once('-') {
            Some(("", "")) => return Err(error()),
            Some((least, most)) => (number(least, 0)?, number(most, u32::MAX)?),
            None => {
                let one: u32 = text.trim().parse().map_err(|_| error())?;
                (one, one)
            }
        };
        if least > most { Err(error()) } else { Ok(Self(least..=most)) }
    }
}

impl QuestionArgs {
    pub(super) const fn key(&self) -> Key {
        if self.structure { Key::Structure } else { Key::WithHoldings }
    }

    /// The position.
    ///
    /// # Errors
    /// The FEN or a move cannot be read.
    pub(super) fn position(&self) -> anyhow::Result<Position> {
        let rules = RuleSet::default().moves;
        let mut position = match &self.fen {
            None => Position::start(Variant::Bughouse, rules),
            Some(fen) => Fen::position(fen, Variant::Bughouse, rules)
                .with_context(|| format!("`{fen}` is no position"))?,
        };
        for (number, word) in self.moves.split_whitespace().enumerate() {
            let Some(read) = typed_move(&mut position, word) else { continue };
            let m = read.with_context(|| format!("word {} of the moves", number + 1))?;
            let _to_the_other_board = position.make(m, &mut ());
        }
        Ok(position)
    }

    /// The positions of both boards.
    ///
    /// # Errors
    /// The FENs or a move cannot be read.
    pub(super) fn both_positions(&self) -> anyhow::Result<Boards> {
        let start = match &self.fen {
            None => String::new(),
            Some(fen) => {
                let bfen = Bfen::parse(fen, RuleSet::default().moves);
                let bfen = bfen.with_context(|| format!("`{fen}` is no pair of positions"))?;
                format!("[SetUp \"1\"][FEN \"{}\"]\n", bfen.boards)
            }
        };
        let text = format!("{start}\n{} *\n", self.moves);
        let rules = ReadOptions { variant: Variant::Bughouse, rules: RuleSet::default().moves };
        let read = Reader::with_options(text.as_bytes(), ReplayRules::Given(rules)).next();
        let game = match read {
            None => return Ok(Boards::default()),
            Some(Ok(game)) => game,
            // The text is no file: its lines and games have no numbers for whoever wrote it.
            Some(Err(fault)) => bail!("`{}`: {}", self.moves, fault.reason),
        };
        if let Some(cut) = game.cuts().next() {
            bail!("`{}`: {}", self.moves, cut.kind);
        }
        let mut boards = game.record.start().clone();
        for ply in game.record.plies() {
            boards.play(ply.seat, ply.m).with_context(|| format!("`{}`", self.moves))?;
        }
        Ok(boards)
    }

    /// The boards.
    ///
    /// # Errors
    /// A day or a range is none.
    pub(super) fn filter(&self) -> anyhow::Result<Filter> {
        let color = self.color.map(|color| match color {
            ColorArg::White => Color::White,
            ColorArg::Black => Color::Black,
        });
        let player = self.player.clone().map(|name| PlayerFilter { name, color });
        let rating = self.rating.clone().map(|Range(range)| {
            let bound = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
            bound(*range.start())..=bound(*range.end())
        });
        let result = self.result.map(|result| match result {
            ResultArg::White => BoardResult::Won(Color::White),
            ResultArg::Black => BoardResult::Won(Color::Black),
            ResultArg::Draw => BoardResult::Drawn,
        });
        let base_seconds = self.base.clone().map(|Range(range)| range);
        let ended = days(self.since.as_deref(), self.until.as_deref())?;
        Ok(Filter { player, rating, base_seconds, ended, result, rules: self.rules })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_in_each_form() {
        for (text, range) in [
            ("60-180", Some(60..=180)),
            ("60-", Some(60..=u32::MAX)),
            ("-180", Some(0..=180)),
            ("120", Some(120..=120)),
            ("180-60", None),
            ("-", None),
            ("a-b", None),
            ("", None),
        ] {
            assert_eq!(text.parse::<Range>().ok().map(|Range(range)| range), range, "{text}");
        }
    }
}
