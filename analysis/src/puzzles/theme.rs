//! The themes of puzzles: what a mate is like.

use tandem_rules::{Color, Move, MoveKind, PieceType, Position, Square};

use super::prover::walk;

/// Number of moves from which a mate is a hunt.
const HUNT: usize = 4;

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// A knight mates a king among its own men.
    Smothered,
    /// A rook or a queen mates along the first rank of the king.
    BackRank,
    /// A pawn is promoted.
    Promotion,
    /// The king is hunted for four moves or more.
    Hunt,
    /// The first move goes to f7, or to f2 against White.
    WeakPawn,
    /// The first drop is one of a pawn.
    PawnDrop,
    /// The first drop is one of a knight.
    KnightDrop,
    /// The first drop is one of a bishop.
    BishopDrop,
    /// The first drop is one of a rook.
    RookDrop,
    /// The first drop is one of a queen.
    QueenDrop,
    /// The men on the board mate alone.
    OnBoard,
    /// A mate is escaped.
    Escape,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 12] = [
        Self::Smothered,
        Self::BackRank,
        Self::Promotion,
        Self::Hunt,
        Self::WeakPawn,
        Self::PawnDrop,
        Self::KnightDrop,
        Self::BishopDrop,
        Self::RookDrop,
        Self::QueenDrop,
        Self::OnBoard,
        Self::Escape,
    ];

    /// Its name in files, as in `back-rank`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smothered => "smothered",
            Self::BackRank => "back-rank",
            Self::Promotion => "promotion",
            Self::Hunt => "hunt",
            Self::WeakPawn => "weak-pawn",
            Self::PawnDrop => "pawn-drop",
            Self::KnightDrop => "knight-drop",
            Self::BishopDrop => "bishop-drop",
            Self::RookDrop => "rook-drop",
            Self::QueenDrop => "queen-drop",
            Self::OnBoard => "on-board",
            Self::Escape => "escape",
        }
    }

    /// The theme of a line that mates: the first in the order of the themes that fits.
    pub(super) fn of(position: &Position, line: &[Move]) -> Self {
        let mated = walk(position, line, |_, _| {});
        let own: Vec<MoveKind> = line.iter().step_by(2).map(|m| m.kind()).collect();
        let promotes = own.iter().any(|kind| matches!(kind, MoveKind::Promotion { .. }));
        let weak = match position.side_to_move() {
            Color::White => "f7",
            Color::Black => "f2",
        };
        let begins_there = line.first().is_some_and(|m| m.to().to_string() == weak);
        if is_smothered(&mated) {
            Self::Smothered
        } else if is_on_back_rank(&mated) {
            Self::BackRank
        } else if promotes {
            Self::Promotion
        } else if own.len() >= HUNT {
            Self::Hunt
        } else if begins_there {
            Self::WeakPawn
        } else {
            own.iter().find_map(|&kind| dropped(kind)).unwrap_or(Self::OnBoard)
        }
    }
}

const fn dropped(kind: MoveKind) -> Option<Theme> {
    match kind {
        MoveKind::Drop { piece, .. } => Some(match piece {
            PieceType::Pawn => Theme::PawnDrop,
            PieceType::Knight => Theme::KnightDrop,
            PieceType::Bishop => Theme::BishopDrop,
            PieceType::Rook => Theme::RookDrop,
            PieceType::Queen | PieceType::King => Theme::QueenDrop,
        }),
        _ => None,
    }
}

/// True if a knight alone gives check, and men of its own stand on all squares around the king.
fn is_smothered(mated: &Position) -> bool {
    let color = mated.side_to_move();
    let around = mated.attacks_from(mated.king(color)).without(mated.men(color));
    let knights = mated.of_type(PieceType::Knight);
    around.is_empty() && mated.checkers().any() && mated.checkers().without(knights).is_empty()
}

/// True if a rook or a queen gives check along the first rank of the king, which stands on it.
fn is_on_back_rank(mated: &Position) -> bool {
    let color = mated.side_to_move();
    let king = mated.king(color);
    let first = match color {
        Color::White => '1',
        Color::Black => '8',
    };
    let gives = |square: Square| {
        let piece = mated.piece_at(square).map(|piece| piece.piece_type);
        matches!(piece, Some(PieceType::Rook | PieceType::Queen)) && square.rank() == king.rank()
    };
    king.rank().to_char() == first && mated.checkers().into_iter().any(gives)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (position, line in SAN, theme)
    const LINES: &[(&str, &str, Theme)] = &[
        ("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", "N@f7", Theme::Smothered),
        ("6k1/5ppp/8/8/8/8/8/K2R4[] w - - 0 1", "Rd8", Theme::BackRank),
        ("7k/2P3pp/8/8/8/8/8/K7[] w - - 0 1", "c8=Q", Theme::BackRank),
        ("8/2P5/8/8/8/k1K5/8/1R6[] w - - 0 1", "c8=Q", Theme::Promotion),
        ("4k3/8/4K3/8/8/8/8/8[Q] w - - 0 1", "Q@e7", Theme::QueenDrop),
        ("4k3/8/4KP2/8/8/8/8/8[Q] w - - 0 1", "Q@f7", Theme::WeakPawn),
        ("8/8/8/8/8/4kp2/8/4K3[q] b - - 0 1", "Q@f2", Theme::WeakPawn),
        ("7k/8/6K1/8/8/8/8/1Q6[] w - - 0 1", "Qb2 Kg8 Qg7", Theme::OnBoard),
    ];

    #[test]
    fn the_theme_of_a_mate_is_the_first_that_fits() {
        for &(fen, line, theme) in LINES {
            let start: Position = fen.parse().expect("a position");
            let mut position = start.clone();
            let mut moves = Vec::new();
            for san in line.split(' ') {
                let m = position.parse_san(san).expect(san);
                moves.push(m);
                let _no_partner = position.make(m, &mut ());
            }
            assert_eq!(Theme::of(&start, &moves), theme, "{fen} {line}");
        }
    }

    #[test]
    fn names_tell_themes_apart() {
        for (at, theme) in Theme::ALL.iter().enumerate() {
            assert!(Theme::ALL[..at].iter().all(|other| other.name() != theme.name()));
        }
    }
}
