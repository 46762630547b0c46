//! Moves in coordinates, as in CECP and UCI: `e2e4`, `e7e8q`, `P@e4`.

use std::fmt;

use crate::{CastlingSide, File, Move, MoveKind, PieceType, Position, Rank, Square};

use super::move_text::{MoveTextError, parse_castling};

/// A move that is displayed in coordinates; see [`Position::coordinate`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinate {
    m: Move,
    /// Target square of the king, if the move is castling and is written so.
    king_to: Option<Square>,
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.king_to, self.m.from()) {
            (Some(to), Some(king)) => write!(f, "{king}{to}"),
            _ => write!(f, "{:?}", self.m),
        }
    }
}

/// The content of the text, before it is matched with a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Parsed {
    Castle(CastlingSide),
    Drop { piece: PieceType, to: Square },
    Board { from: Square, to: Square, promotion: Option<PieceType> },
}

impl Position {
    /// The move in coordinates, for display: `e2e4`, `e7e8q`, `P@e4`.
    ///
    /// Castling is written as the king's step (`e1g1`), in Chess960 games as king takes rook
    /// (`e1h1`). The letter of a drop is a capital, that of a promotion is not.
    pub fn coordinate(&self, m: Move) -> Coordinate {
        let king_to = match m.kind() {
            MoveKind::Castle { king, rook } if !self.castling().is_chess960() => {
                self.king_target(king, rook)
            }
            _ => None,
        };
        Coordinate { m, king_to }
    }

    /// Reads a move in coordinates.
    ///
    /// Also accepted: drop letters in lower case or, for a pawn, left out; promotion letters in
    /// either case, after `=`, or left out for a queen; castling as the king's step, as king takes
    /// rook and as `O-O`.
    ///
    /// # Errors
    /// [`MoveTextError`] if the text is not a move, or if the move is not even accepted here.
    pub fn parse_coordinate(&self, text: &str) -> Result<Move, MoveTextError> {
        let parsed = parse(text).ok_or_else(|| MoveTextError::Unreadable(text.to_owned()))?;
        self.resolve_coordinate(parsed).ok_or_else(|| MoveTextError::Illegal(text.to_owned()))
    }

    fn resolve_coordinate(&self, parsed: Parsed) -> Option<Move> {
        let accepted = |m: &Move| self.is_accepted(*m);
        match parsed {
            Parsed::Castle(side) => self.castle_towards(side).filter(accepted),
            Parsed::Drop { piece, to } => Some(Move::drop(piece, to)).filter(accepted),
            Parsed::Board { from, to, promotion } => {
                // A king's step comes first: in Chess960 castling may end on the same square.
                let plain = self.board_move(from, to, promotion).filter(accepted);
                let castle = || self.castle_between(from, to).filter(accepted);
                plain.or_else(|| promotion.is_none().then(castle).flatten())
            }
        }
    }

    /// The move of the piece on `from`, castling aside.
    fn board_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move> {
        let is_pawn = self.of_type(PieceType::Pawn).contains(from);
        let is_last = to.rank() == Rank::FIRST || to.rank() == Rank::EIGHTH;
        if is_pawn && is_last {
            return Some(Move::promotion(from, to, promotion.unwrap_or(PieceType::Queen)));
        }
        if promotion.is_some() {
            return None;
        }
        let passing = is_pawn && from.file() != to.file() && self.piece_at(to).is_none();
        Some(if passing { Move::en_passant(from, to) } else { Move::normal(from, to) })
    }

    /// Castling of the king on `from`, given by the king's target or by the rook's square.
    fn castle_between(&self, from: Square, to: Square) -> Option<Move> {
        CastlingSide::ALL.into_iter().filter_map(|side| self.castle_towards(side)).find(|m| {
            let MoveKind::Castle { king, rook } = m.kind() else { return false };
            let named = rook == to || self.king_target(king, rook) == Some(to);
            king == from && named && self.is_accepted(*m)
        })
    }

    fn king_target(&self, king: Square, rook: Square) -> Option<Square> {
        let us = self.side_to_move();
        let castling = self.castling();
        let side = castling.side_of(us, rook)?;
        Some(castling.path(us, side, king)?.king_to)
    }
}

fn parse(text: &str) -> Option<Parsed> {
    if let Some(side) = parse_castling(text) {
        return Some(Parsed::Castle(side));
    }
    if let Some((piece, to)) = parse_drop(text) {
        return Some(Parsed::Drop { piece, to });
    }
    let letters: Vec<char> = text.chars().take(7).collect();
    let (squares, promotion) = match letters.as_slice() {
        [squares @ .., '=', letter] if squares.len() == 4 => (squares, Some(*letter)),
        [squares @ .., letter] if squares.len() == 4 => (squares, Some(*letter)),
        squares => (squares, None),
    };
    let promotion = match promotion {
        Some(letter) => Some(promoted(letter)?),
        None => None,
    };
    match *squares {
        [a, b, c, d] => Some(Parsed::Board { from: square(a, b)?, to: square(c, d)?, promotion }),
        _ => None,
    }
}

/// Reads `N@f3`, `n@f3`, and `@e4` as a pawn.
pub(super) fn parse_drop(text: &str) -> Option<(PieceType, Square)> {
    let (letter, to) = text.split_once('@')?;
    let mut letters = letter.chars();
    let piece = match (letters.next(), letters.next()) {
        (None, _) => PieceType::Pawn,
        (Some(letter), None) => PieceType::from_char(letter)?,
        _ => return None,
    };
    (piece != PieceType::King).then_some(())?;
    Some((piece, to.parse().ok()?))
}

/// The piece type that a pawn may become, from its letter in either case.
pub(super) fn promoted(letter: char) -> Option<PieceType> {
    PieceType::from_char(letter).filter(|piece| !matches!(piece, PieceType::Pawn | PieceType::King))
}

fn square(file: char, rank: char) -> Option<Square> {
    Some(Square::new(File::from_char(file)?, Rank::from_char(rank)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Fen;
    use crate::{MoveRules, Variant};

    fn position(fen: &str, rules: MoveRules) -> Position {
        Fen::position(fen, Variant::Bughouse, rules).expect("the table holds sound positions")
    }

    const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1";
    const CHESS960: &str = "1r4kr/8/8/8/8/8/8/1R4KR[] w HBhb - 0 1";
    const CROSSED: &str = "r2k3r/8/8/8/8/8/8/R2K3R[] w KQkq - 0 1";
    const PROMOTE: &str = "3rk3/2P5/8/8/8/8/8/4K3[Np] w - - 0 1";
    const PASSING: &str = "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1";

    /// (position, text to read, text as it is written).
    const READ: &[(&str, &str, &str)] = &[
        (CASTLE, "e1g1", "e1g1"),
        (CASTLE, "e1h1", "e1g1"),
        (CASTLE, "O-O-O", "e1c1"),
        (CASTLE, "0-0", "e1g1"),
        (CASTLE, "e1f1", "e1f1"),
        (CASTLE, "a1a8", "a1a8"),
        (CHESS960, "g1h1", "g1h1"),
        (CHESS960, "g1c1", "g1b1"),
        (CHESS960, "o-o", "g1h1"),
        (CHESS960, "g1f1", "g1f1"),
        (CROSSED, "d1b1", "d1b1"),
        (CROSSED, "d1f1", "d1f1"),
        (CROSSED, "O-O", "d1f1"),
        (PROMOTE, "c7d8q", "c7d8q"),
        (PROMOTE, "c7c8N", "c7c8n"),
        (PROMOTE, "c7c8=R", "c7c8r"),
        (PROMOTE, "c7c8", "c7c8q"),
        (PROMOTE, "n@f3", "N@f3"),
        (PROMOTE, "N@f3", "N@f3"),
        (PASSING, "e5d6", "e5d6"),
    ];

    const REFUSED: &[(&str, &str, bool)] = &[
        (CASTLE, "e1e3", true),
        (CASTLE, "e1g1q", true),
        (PROMOTE, "p@e4", true), // Black's pawn
        (PROMOTE, "@e4", true),
        (PROMOTE, "c7c8p", false),
        (PROMOTE, "k@e4", false),
        (PROMOTE, "c7c8=qq", false),
        (CASTLE, "", false),
        (CASTLE, "e2", false),
        (CASTLE, "e9e4", false),
        (CASTLE, "é1e4", false),
        (CASTLE, "N@", false),
        (CASTLE, "O-O-O-O", false),
    ];

    #[test]
    fn every_spelling_is_read_and_one_is_written() {
        for &(fen, text, written) in READ {
            let rules = if fen == CROSSED { MoveRules::USCF } else { MoveRules::FICS };
            let position = position(fen, rules);
            let m = position.parse_coordinate(text).expect("the table holds accepted moves");
            assert_eq!(position.coordinate(m).to_string(), written, "{text} in {fen}");
        }
    }

    #[test]
    fn illegal_is_told_from_unreadable() {
        for &(fen, text, readable) in REFUSED {
            let error = position(fen, MoveRules::FICS).parse_coordinate(text);
            let expected = match readable {
                true => MoveTextError::Illegal(text.to_owned()),
                false => MoveTextError::Unreadable(text.to_owned()),
            };
            assert_eq!(error, Err(expected), "{text} in {fen}");
        }
    }

    #[test]
    fn every_legal_move_survives_its_text() {
        for fen in [CASTLE, CHESS960, CROSSED, PROMOTE, PASSING] {
            let position = position(fen, MoveRules::USCF);
            for m in &position.legal_moves() {
                let text = position.coordinate(m).to_string();
                assert_eq!(position.parse_coordinate(&text), Ok(m), "{text} in {fen}");
            }
        }
    }
}
