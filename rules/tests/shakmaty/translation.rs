//! Random play, and the translation of moves between `shakmaty` and this crate.

use shakmaty::Role;
use tandem_rules::{Move, MoveKind, MoveList, PieceType, Position, Square, Stage};

/// The generator `splitmix64`, so that a failure can be repeated.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

fn square(square: shakmaty::Square) -> Square {
    Square::from_index(square.to_u32() as u8).expect("both number the squares from 0 to 63")
}

pub(crate) fn piece_type(role: Role) -> PieceType {
    match role {
        Role::Pawn => PieceType::Pawn,
        Role::Knight => PieceType::Knight,
        Role::Bishop => PieceType::Bishop,
        Role::Rook => PieceType::Rook,
        Role::Queen => PieceType::Queen,
        Role::King => PieceType::King,
    }
}

fn translated(m: shakmaty::Move) -> Move {
    match m {
        shakmaty::Move::Normal { from, to, promotion: None, .. } => {
            Move::normal(square(from), square(to))
        }
        shakmaty::Move::Normal { from, to, promotion: Some(role), .. } => {
            Move::promotion(square(from), square(to), piece_type(role))
        }
        shakmaty::Move::EnPassant { from, to } => Move::en_passant(square(from), square(to)),
        shakmaty::Move::Castle { king, rook } => Move::castle(square(king), square(rook)),
        shakmaty::Move::Put { role, to } => Move::drop(piece_type(role), square(to)),
    }
}

/// Our legal moves, and theirs with our translation of each; both in the order of our bits.
pub(crate) fn legal_moves(
    ours: &Position,
    theirs: &impl shakmaty::Position,
) -> (Vec<Move>, Vec<(Move, shakmaty::Move)>) {
    let mut moves = ours.legal_moves().to_vec();
    moves.sort_unstable();
    let mut their_moves: Vec<_> =
        theirs.legal_moves().into_iter().map(|m| (translated(m), m)).collect();
    their_moves.sort_unstable_by_key(|&(m, _)| m);
    (moves, their_moves)
}

/// Chooses any move, but more often than by chance castling, en passant, a capture or a
/// promotion: otherwise holdings stay empty and kings stay at home.
pub(crate) fn choose(random: &mut Random, position: &Position, moves: &[Move]) -> Move {
    let is_rare =
        |m: &Move| matches!(m.kind(), MoveKind::EnPassant { .. } | MoveKind::Castle { .. });
    let rare: Vec<Move> = moves.iter().copied().filter(is_rare).collect();
    let mut captures = MoveList::new();
    position.generate(Stage::Captures, &mut captures);
    let choice: &[Move] = match random.below(4) {
        0 | 1 if !rare.is_empty() => &rare,
        1 | 2 if !captures.is_empty() => &captures,
        _ => moves,
    };
    choice[random.below(choice.len())]
}
