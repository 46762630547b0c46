//! Lenient reader of SAN, as people and programs write it.

use crate::{CastlingSide, File, Move, MoveKind, PieceType, Position, Promotions, Rank, Square};

use crate::notation::coordinate::{parse_drop, promoted};
use crate::notation::move_text::{MoveTextError, parse_castling};

/// The parts of a move on the board that the text gives.
#[derive(Clone, Copy, Debug)]
struct Pattern {
    /// Type of the piece; `None` for any type if a whole origin square is given without a letter.
    piece: Option<PieceType>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    captures: bool,
    promotion: Option<PieceType>,
}

enum Parsed {
    Castle(CastlingSide),
    Drop(PieceType, Square),
    Board(Pattern),
}

impl Position {
    /// Reads a move in SAN.
    ///
    /// Also accepted: more of the origin than is needed (`Nb1c3`), pawn captures without their file
    /// (`xe6`), lower-case letters before `@`, `@e4` as a pawn, promotions without `=`, castling
    /// with zeros or in lower case, any marks such as `+` and `!?`, `e.p.`, and coordinates. A promotion without a letter is one to a queen only if the rules
    /// say so, as those of the WBN do.
    ///
    /// # Errors
    /// [`MoveTextError`] if the text is not a move, if the move is not even accepted here, or if
    /// more than one could be meant.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveTextError> {
        let bare = without_marks(text.trim());
        let parsed = parse(bare).ok_or_else(|| MoveTextError::Unreadable(text.to_owned()))?;
        let illegal = || MoveTextError::Illegal(text.to_owned());
        let accepted = |m: &Move| self.is_accepted(*m);
        let pattern = match parsed {
            Parsed::Castle(side) => {
                return self.castle_towards(side).filter(accepted).ok_or_else(illegal);
            }
            Parsed::Drop(piece, to) => {
                return Some(Move::drop(piece, to)).filter(accepted).ok_or_else(illegal);
            }
            Parsed::Board(pattern) if pattern.piece.is_none() => {
                let read = self.parse_coordinate(&pattern.coordinate()).map_err(|_| illegal());
                return read.and_then(|m| self.declared(m, pattern, text));
            }
            Parsed::Board(pattern) => pattern,
        };
        let moves = self.accepted_moves();
        let mut meant = moves.iter().copied().filter(|&m| self.fits(m, pattern));
        match (meant.next(), meant.next()) {
            (None, _) => Err(illegal()),
            (Some(m), None) => self.declared(m, pattern, text),
            (Some(m), Some(other)) => Err(MoveTextError::Ambiguous(text.to_owned(), m, other)),
        }
    }

    /// The move, unless it is a promotion to a piece that neither the text nor the rules name.
    fn declared(&self, m: Move, pattern: Pattern, text: &str) -> Result<Move, MoveTextError> {
        let is_queen_unless_declared = self.rules().promotions == Promotions::QueenKnight;
        match m.is_promotion() && pattern.promotion.is_none() && !is_queen_unless_declared {
            true => Err(MoveTextError::Promotion(text.to_owned())),
            false => Ok(m),
        }
    }

    fn fits(&self, m: Move, pattern: Pattern) -> bool {
        let (from, promotion) = match m.kind() {
            MoveKind::Normal { from, .. } | MoveKind::EnPassant { from, .. } => (from, None),
            MoveKind::Promotion { from, piece, .. } => (from, Some(piece)),
            MoveKind::Castle { .. } | MoveKind::Drop { .. } => return false,
        };
        let piece = self.piece_at(from).map(|piece| piece.piece_type);
        let is_pawn = piece == Some(PieceType::Pawn);
        let named = pattern.file.map_or_else(
            // A pawn stays on its file if no file is named, unless it captures.
            || !is_pawn || (from.file() != pattern.to.file()) == pattern.captures,
            |file| file == from.file(),
        );
        m.to() == pattern.to
            && piece == pattern.piece
            && named
            && pattern.rank.is_none_or(|rank| rank == from.rank())
            && match promotion {
                Some(piece) => piece == pattern.promotion.unwrap_or(PieceType::Queen),
                None => pattern.promotion.is_none(),
            }
    }
}

impl Pattern {
    /// The pattern in coordinates, for one with a known origin.
    fn coordinate(self) -> String {
        let file = self.file.map_or(' ', File::to_char);
        let rank = self.rank.map_or(' ', Rank::to_char);
        let promotion = self.promotion.map(PieceType::to_char);
        [file, rank].into_iter().chain(self.to.to_string().chars()).chain(promotion).collect()
    }
}

/// Removes check, mate, `!` and `?`, draw offers and `e.p.` from the end.
fn without_marks(text: &str) -> &str {
    let mut text = text;
    loop {
        let shorter = text.trim_end_matches(['+', '#', '!', '?', ' ']);
        let shorter = ["e.p.", "ep.", "ep", "(=)"]
            .into_iter()
            .find_map(|mark| shorter.strip_suffix(mark))
            .unwrap_or(shorter);
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

fn parse(text: &str) -> Option<Parsed> {
    if let Some(side) = parse_castling(text) {
        return Some(Parsed::Castle(side));
    }
    if text.contains('@') {
        return parse_drop(text).map(|(piece, to)| Parsed::Drop(piece, to));
    }
    parse_pattern(text).map(Parsed::Board)
}

fn parse_pattern(text: &str) -> Option<Pattern> {
    let letters: Vec<char> = text.chars().take(12).collect();
    let (rest, promotion) = split_promotion(&letters)?;
    let (rest, to) = match rest {
        [rest @ .., file, rank] => {
            (rest, Square::new(File::from_char(*file)?, Rank::from_char(*rank)?))
        }
        _ => return None,
    };
    let (rest, captures) = match rest {
        [rest @ .., 'x' | 'X' | ':'] => (rest, true),
        [rest @ .., '-'] | rest => (rest, false),
    };
    let (piece, rest) = split_piece(rest);
    let (file, rank) = match *rest {
        [] => (None, None),
        [letter] => match File::from_char(letter) {
            Some(file) => (Some(file), None),
            None => (None, Some(Rank::from_char(letter)?)),
        },
        [file, rank] => (Some(File::from_char(file)?), Some(Rank::from_char(rank)?)),
        _ => return None,
    };
    let whole_origin = file.is_some() && rank.is_some();
    let piece = piece.or_else(|| (!whole_origin).then_some(PieceType::Pawn));
    Some(Pattern { piece, file, rank, to, captures, promotion })
}

/// Splits `=Q`, `Q`, `(Q)` or `/Q` off the end, where a letter can only be a promotion; `None` if
/// it is another letter.
fn split_promotion(letters: &[char]) -> Option<(&[char], Option<PieceType>)> {
    let (rest, letter) = match letters {
        [rest @ .., '(', letter, ')'] | [rest @ .., '=' | '/', letter] => (rest, *letter),
        [rest @ .., letter] if !letter.is_ascii_digit() => (rest, *letter),
        _ => return Some((letters, None)),
    };
    Some((rest, Some(promoted(letter)?)))
}

/// Splits the piece letter off the front: a capital, or a small letter that is not a file.
fn split_piece(letters: &[char]) -> (Option<PieceType>, &[char]) {
    match letters {
        [letter, rest @ ..] if File::from_char(*letter).is_none() => {
            match PieceType::from_char(*letter) {
                Some(piece) => (Some(piece), rest),
                None => (None, letters),
            }
        }
        _ => (None, letters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Fen;
    use crate::{MoveRules, PieceTypes, Variant};

    fn position(fen: &str) -> Position {
        Fen::position(fen, Variant::Bughouse, MoveRules::FICS).expect("a sound position")
    }

    /// Knights on g1, e1 and g5 (E9), and one on h2.
    const THREE: &str = "4k3/8/8/6N1/8/8/8/K3N1N1[] w - - 0 1";
    const PAIR: &str = "4k3/8/8/8/3N4/8/7N/K7[] w - - 0 1";
    const PAWNS: &str = "4k3/8/8/3p4/2P1P3/8/8/4K3[] w - - 0 1";
    const ONE_PAWN: &str = "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1";
    const PASSING: &str = "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1";
    const PROMOTE: &str = "3rk3/2P5/8/8/8/8/8/4K3[NPb] w - - 0 1";
    const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1";
    const BISHOP_OR_PAWN: &str = "4k3/8/8/8/8/2p5/1P6/B3K3[] w - - 0 1";

    /// (position, text to read, text as it is written).
    const READ: &[(&str, &str, &str)] = &[
        (THREE, "Ng1f3", "Ng1f3"),
        (THREE, "Nef3", "Nef3"),
        (THREE, "N5f3", "N5f3"),
        (THREE, "Ng5-f3", "N5f3"),
        (THREE, "g5e6", "Ne6"),
        (THREE, "ne6", "Ne6"),
        (PAIR, "Nhf3", "Nhf3"),
        (PAIR, "Ndf3", "Ndf3"),
        (PAWNS, "cxd5", "cxd5"),
        (PAWNS, "ed5", "exd5"),
        (PAWNS, "Pe5!?", "e5"),
        (ONE_PAWN, "xd5", "exd5"),
        (ONE_PAWN, "e4xd5", "exd5"),
        (ONE_PAWN, "e4d5", "exd5"),
        (PASSING, "exd6e.p.", "exd6"),
        (PASSING, "xd6", "exd6"),
        (PROMOTE, "cxd8=N", "cxd8=N"),
        (PROMOTE, "cxd8Q+", "cxd8=Q+"),
        (PROMOTE, "c8(R)", "c8=R"),
        (PROMOTE, "xd8b", "cxd8=B"),
        (PROMOTE, "c7c8n", "c8=N"),
        (PROMOTE, "n@f3(=)", "N@f3"),
        (PROMOTE, "@e4", "P@e4"),
        (PROMOTE, "p@d7++", "P@d7+"),
        (CASTLE, "0-0", "O-O"),
        (CASTLE, "o-o-o", "O-O-O"),
        (CASTLE, "e1g1", "O-O"),
        (CASTLE, "Ra1xa8+", "Rxa8+"),
        (BISHOP_OR_PAWN, "bxc3", "bxc3"),
    ];

    #[test]
    fn every_spelling_is_read_and_one_is_written() {
        for &(fen, text, written) in READ {
            let position = position(fen);
            let m = position.parse_san(text).unwrap_or_else(|e| panic!("{e} in {fen}"));
            assert_eq!(position.san(m, PieceTypes::DROPPABLE), written, "{text} in {fen}");
        }
    }

    #[test]
    fn unreadable_illegal_and_ambiguous_are_told_apart() {
        for text in ["", "x", "e", "Zf3", "e9", "Nf3f", "Nabcf3", "K@e4", "@", "1-0", "é4", "--"] {
            let error = position(THREE).parse_san(text);
            assert_eq!(error, Err(MoveTextError::Unreadable(text.to_owned())));
        }
        for text in ["Qe4", "Ne4=Q", "O-O", "N@e4", "e4", "xe4", "Nh8", "a2a3"] {
            let error = position(THREE).parse_san(text);
            assert!(matches!(error, Err(MoveTextError::Illegal(_))), "{text}: {error:?}");
        }
        for (fen, text) in [(THREE, "Nf3"), (THREE, "Ngf3"), (THREE, "N1f3"), (PAWNS, "xd5")] {
            let error = position(fen).parse_san(text);
            assert!(matches!(error, Err(MoveTextError::Ambiguous(..))), "{text}: {error:?}");
        }
    }

    /// The piece that was meant is unknown, unless the rules say it.
    #[test]
    fn a_promotion_without_its_piece_is_a_queen_only_by_the_rules() {
        for text in ["c8", "cxd8", "c7c8", "c7xd8+", "c8="] {
            let error = position(PROMOTE).parse_san(text).expect_err(text);
            let is_told = matches!(error, MoveTextError::Promotion(_));
            assert!(is_told || text.ends_with('='), "{text}: {error}");
            let wbn = Fen::position(PROMOTE, Variant::Bughouse, MoveRules::WBN).expect("sound");
            assert!(wbn.parse_san(text).is_ok_and(Move::is_promotion) || text.ends_with('='));
        }
    }

    #[test]
    fn a_check_that_can_still_be_blocked_is_not_mate() {
        let back_rank = position("6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1");
        let check = back_rank.parse_san("Ra8").expect("legal");
        assert_eq!(back_rank.san(check, PieceTypes::DROPPABLE), "Ra8+");
        assert_eq!(back_rank.san(check, PieceTypes::NONE), "Ra8#");
    }
}
