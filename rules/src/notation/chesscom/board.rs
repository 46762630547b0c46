//! One board of a game: a JSON text.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::archive::Entry;
use super::error::ChesscomError;
use super::moves;
use crate::notation::bpgn::BpgnResult;
use crate::notation::{Fen, decoded, legible};
use crate::{BoardId, Move, MoveRules, PieceType, Position, Variant};

/// Reason for the end on the board that only followed the other.
pub(super) const FOLLOWED: &str = "bughousepartnerlose";
pub(super) const TENTH_MS: i64 = 100;
/// The longest clock and the largest increment that are believed, in tenths of a second: ten days.
pub(super) const LONGEST_CLOCK: i64 = 10 * 24 * 3600 * 10;

/// One board of a bughouse game of chess.com. Its moves are texts that nobody has played yet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameBoard {
    pub(super) id: u64,
    pub(super) origin: Origin,
    pub(super) uuid: String,
    /// The number or the UUID of the other board; empty if it is not stated.
    pub(super) partner: String,
    /// Moves in coordinates.
    pub(super) moves: Vec<String>,
    /// Milliseconds that each player has at the start, if they are stated.
    pub(super) base: Option<i64>,
    /// Milliseconds left to the mover after each move, and to the side to move at the end if that is
    /// stated; empty if unknown.
    pub(super) clocks: Vec<i64>,
    /// Milliseconds that a player gets for each move.
    pub(super) increment: i64,
    /// FEN of the start position, if it is stated.
    pub(super) start: Option<String>,
    pub(super) end: End,
    /// Seconds from 1970 to the end of the game.
    pub(super) ended: Option<i64>,
    pub(super) headers: Map<String, Value>,
}

/// The text that a board was read from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Origin {
    /// A game of a monthly archive, which does not name its partner.
    Archive,
    /// The text of a game alone, as the site's own pages ask for it.
    Game,
}

/// The end of a game on one board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct End {
    /// The score for White on this board, `1-0`, `0-1` or `1/2-1/2`; something else if unfinished.
    pub(super) result: String,
    /// True if this board decided; false if it only followed the other.
    pub(super) decided: bool,
    /// A sentence on the end.
    pub(super) message: String,
}

/// The field by which a game of an archive is known.
#[derive(Deserialize)]
struct Known {
    url: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Document {
    game: Content,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Content {
    id: u64,
    #[serde(default)]
    uuid: String,
    #[serde(default)]
    partner_game_id: Value,
    #[serde(rename = "type")]
    kind: String,
    ply_count: Option<usize>,
    move_list: String,
    #[serde(default)]
    move_timestamps: String,
    #[serde(rename = "baseTime1")]
    base: Option<f64>,
    #[serde(rename = "timeIncrement1", default)]
    increment: f64,
    #[serde(default)]
    initial_setup: String,
    #[serde(default)]
    color_of_winner: Option<String>,
    #[serde(default)]
    end_time: Option<i64>,
    #[serde(default)]
    game_end_reason: Option<String>,
    #[serde(default)]
    result_message: Option<String>,
    #[serde(default)]
    pgn_headers: Map<String, Value>,
}

impl GameBoard {
    /// Reads the text of one board: a game alone, or one of an archive.
    ///
    /// # Errors
    /// [`ChesscomError`] if the text is not a board of a bughouse game.
    pub fn parse(text: &[u8]) -> Result<Self, ChesscomError> {
        let text = decoded(text);
        let error = |error: serde_json::Error| ChesscomError::Json(error.to_string());
        let Known { url } = serde_json::from_str(&text).map_err(error)?;
        if url.is_some() {
            return serde_json::from_str::<Entry>(&text).map_err(error)?.board();
        }
        let Document { game } = serde_json::from_str(&text).map_err(error)?;
        Self::of_game(game)
    }

    fn of_game(game: Content) -> Result<Self, ChesscomError> {
        if game.kind != "bughouse" {
            return Err(ChesscomError::Type(legible(&game.kind).into()));
        }
        let moves = moves::read(&game.move_list)?;
        if let Some(stated) = game.ply_count.filter(|&stated| stated != moves.len()) {
            return Err(ChesscomError::Plies { stated, found: moves.len() });
        }
        let clocks = clocks(&game.move_timestamps)?;
        if !clocks.is_empty() && !(moves.len()..=moves.len() + 1).contains(&clocks.len()) {
            return Err(ChesscomError::Clocks { clocks: clocks.len(), plies: moves.len() });
        }
        Ok(Self {
            id: game.id,
            origin: Origin::Game,
            ended: game.end_time,
            uuid: game.uuid.clone(),
            partner: shown(&game.partner_game_id),
            moves,
            base: base(&game),
            clocks,
            increment: increment(game.increment)?,
            start: start(
                &game.initial_setup,
                &game.pgn_headers.get("FEN").map(shown).unwrap_or_default(),
            ),
            end: end(&game),
            headers: game.pgn_headers,
        })
    }

    /// Number of the game on the site that is this board.
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// The other name of the same game.
    pub fn uuid(&self) -> &str {
        &self.uuid
    }

    /// The text that it was read from.
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Number of its moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The number or the UUID by which the text names the other board; empty if it does not.
    pub fn partner(&self) -> &str {
        &self.partner
    }

    /// True if the two are the boards of one game. It is enough that one of them names the other.
    pub fn is_partner(&self, other: &Self) -> bool {
        self.id != other.id && (self.names(other) || other.names(self))
    }

    fn names(&self, other: &Self) -> bool {
        !self.partner.is_empty()
            && (self.partner == other.uuid || self.partner == other.id.to_string())
    }

    /// The result for White on this board, whichever board decided.
    pub fn result(&self) -> BpgnResult {
        self.end.result.parse().unwrap_or(BpgnResult::Unfinished)
    }

    /// Seconds from 1970 to the end of the game.
    pub const fn ended(&self) -> Option<i64> {
        self.ended
    }

    /// The time control with its increment, as in `180+0`.
    pub fn time_control(&self) -> Option<String> {
        let control = self.header("TimeControl")?;
        Some(if control.contains('+') { control } else { format!("{control}+0") })
    }

    /// The moves of the board played without its partner: a piece that is dropped comes just before.
    ///
    /// # Errors
    /// [`ChesscomError`] if the rules refuse the start or a move.
    pub fn moves_alone(&self, rules: MoveRules) -> Result<(Position, Vec<Move>), ChesscomError> {
        let start = match &self.start {
            None => Position::start(Variant::Bughouse, rules),
            Some(fen) => {
                Fen::position_leniently(fen, Variant::Bughouse, rules)
                    .map_err(|error| ChesscomError::Start { game: self.id, error })?
                    .0
            }
        };
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(self.moves.len());
        for (ply, text) in self.moves.iter().enumerate() {
            if let Some(piece) = dropped(text) {
                position.supply(piece, &mut ());
            }
            let seat = BoardId::A.seat(position.side_to_move());
            let fault = |error| ChesscomError::Move { seat, number: ply / 2 + 1, error };
            let m = position.parse_coordinate(text).map_err(fault)?;
            moves.push(m);
            let _to_the_other_board = position.make(m, &mut ());
        }
        Ok((start, moves))
    }

    /// The value of a PGN header, as text.
    pub fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name).map(shown).filter(|text| !text.is_empty())
    }
}

/// The piece of a drop, such as `n@f3`.
fn dropped(text: &str) -> Option<PieceType> {
    text.split_once('@')?.0.parse().ok()
}

/// A number or a text as text; nothing for other values.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => legible(text).into(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

fn clocks(list: &str) -> Result<Vec<i64>, ChesscomError> {
    if list.trim().is_empty() {
        return Ok(Vec::new());
    }
    let clocks = list.split(',').zip(1..).map(|(text, number)| {
        let tenths = text.trim().parse::<i64>().ok();
        let tenths = tenths.filter(|tenths| tenths.abs() <= LONGEST_CLOCK);
        let error = || ChesscomError::Clock { number, text: legible(text).into() };
        tenths.map(|tenths| tenths * TENTH_MS).ok_or_else(error)
    });
    clocks.collect()
}

/// Milliseconds of an increment in tenths of a second.
fn increment(tenths: f64) -> Result<i64, ChesscomError> {
    milliseconds(tenths).ok_or_else(|| ChesscomError::Increment(tenths.to_string()))
}

/// Milliseconds at the start: the field in tenths of a second, else the header in seconds.
fn base(game: &Content) -> Option<i64> {
    let header = || {
        let control = shown(game.pgn_headers.get("TimeControl")?);
        let seconds: f64 = control.split('+').next()?.parse().ok()?;
        milliseconds(seconds * 10.0)
    };
    game.base.and_then(milliseconds).or_else(header)
}

/// Milliseconds of tenths of a second; `None` if nobody would believe them.
pub(super) fn milliseconds(tenths: f64) -> Option<i64> {
    let is_believed = (0.0..=LONGEST_CLOCK as f64).contains(&tenths);
    is_believed.then_some((tenths * TENTH_MS as f64) as i64)
}

/// The start position: the first text that states one.
pub(super) fn start(setup: &str, header: &str) -> Option<String> {
    let stated = [setup, header].into_iter().find(|fen| !fen.trim().is_empty());
    stated.map(|fen| legible(fen).into())
}

fn end(game: &Content) -> End {
    let reason = game.game_end_reason.clone().unwrap_or_default();
    let result = match game.color_of_winner.as_deref() {
        Some("white") => "1-0".to_owned(),
        Some("black") => "0-1".to_owned(),
        _ => game.pgn_headers.get("Result").map(shown).unwrap_or_default(),
    };
    let decided = reason != FOLLOWED;
    End { result, decided, message: game.result_message.clone().unwrap_or(reason) }
}
