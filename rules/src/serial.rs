//! serde for the values that have a text, and for positions.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::notation::Bfen;
use crate::notation::bpgn::BpgnResult;
use crate::{
    BoardId, Boards, Color, File, Holdings, MoveRules, Piece, PieceType, Position, Preset, Rank,
    RuleSet, Seat, Square, Team, Variant,
};

/// Declares types that are written as they are displayed and read as they are parsed.
macro_rules! as_text {
    ($($kind:ty),+ $(,)?) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )+};
}
as_text!(
    BoardId, BpgnResult, Color, File, Holdings, PieceType, Preset, Rank, RuleSet, Seat, Square,
    Team, Variant,
);

/// Writes the FEN letter of the piece.
impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.to_char())
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A position: its FEN, and what the FEN does not say.
#[derive(Serialize, Deserialize)]
struct OneBoard {
    fen: String,
    #[serde(default)]
    variant: Variant,
    #[serde(default)]
    rules: MoveRules,
}

/// Writes the FEN with the variant and the rules; what a FEN leaves out is lost, as in
/// [`Position::to_setup`].
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (variant, rules) = (self.variant(), self.rules());
        OneBoard { fen: self.to_fen(), variant, rules }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let OneBoard { fen, variant, rules } = OneBoard::deserialize(deserializer)?;
        crate::notation::Fen::position(&fen, variant, rules).map_err(D::Error::custom)
    }
}

/// Both positions: their BFEN, and what it does not say.
#[derive(Serialize, Deserialize)]
struct TwoBoards {
    bfen: String,
    #[serde(default)]
    variant: Variant,
    #[serde(default)]
    rules: MoveRules,
}

/// Writes both boards as FEN joined by ` | `, with the variant and the rules of board A.
impl Serialize for Boards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let a = self.position(BoardId::A);
        let (variant, rules) = (a.variant(), a.rules());
        TwoBoards { bfen: self.to_fen(), variant, rules }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Boards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let TwoBoards { bfen, variant, rules } = TwoBoards::deserialize(deserializer)?;
        let fens = Bfen::fens(&bfen).map_err(D::Error::custom)?;
        let position = |board: BoardId| {
            let setup = &fens[board.index()].setup;
            Position::from_setup(setup, variant, rules).map_err(D::Error::custom)
        };
        Ok(Self::new(position(BoardId::A)?, position(BoardId::B)?))
    }
}
