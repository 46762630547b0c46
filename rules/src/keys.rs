//! Zobrist hashing: the random numbers from which [`Key`]s are built.

use crate::{CastlingRights, Color, File, Holdings, Piece, PieceType, Square};

/// A 64-bit Zobrist key of a position. Equal positions have equal keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Key(pub u64);

impl std::ops::BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl std::ops::BitXor for Key {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// One step of `splitmix64` (Steele, Lea and Flood 2014), a full-period generator that can be
/// `const`: the next state and the random number.
const fn random(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

const fn keys<const N: usize>(mut state: u64) -> [Key; N] {
    let mut table = [Key(0); N];
    let mut i = 0;
    while i < N {
        let (next, value) = random(state);
        (state, table[i]) = (next, Key(value));
        i += 1;
    }
    table
}

static MEN: [Key; 2 * 6 * 64] = keys(1 << 32);
static PROMOTED: [Key; 64] = keys(2 << 32);
static DROPPED_PAWN: [Key; 64] = keys(3 << 32);
static HELD: [Key; 2 * 5 * 64] = keys(4 << 32);
static RIGHTS: [Key; 16] = keys(5 << 32);
static REGAINABLE: [Key; 16] = keys(6 << 32);
static EN_PASSANT: [Key; 8] = keys(7 << 32);
static REMEMBERED: [Key; 8] = keys(8 << 32);
static BLACK_TO_MOVE: [Key; 1] = keys(9 << 32);

const _: () = assert!(Holdings::MOST < 64, "one key for each count");

pub(crate) fn man(piece: Piece, square: Square) -> Key {
    MEN[(piece.color.index() * 6 + piece.piece_type.index()) * 64 + square.index()]
}

pub(crate) fn promoted(square: Square) -> Key {
    PROMOTED[square.index()]
}

pub(crate) fn dropped_pawn(square: Square) -> Key {
    DROPPED_PAWN[square.index()]
}

/// The key of a count in the holdings; zero for a count of zero, so that empty holdings leave no
/// trace in a position's key.
pub(crate) fn held(color: Color, piece: PieceType, count: u8) -> Key {
    match count {
        0 => Key(0),
        _ => HELD[(color.index() * 5 + piece.index()) * 64 + usize::from(count & 63)],
    }
}

pub(crate) fn rights(rights: CastlingRights) -> Key {
    RIGHTS[rights.index()]
}

pub(crate) fn regainable(rights: CastlingRights) -> Key {
    REGAINABLE[rights.index()]
}

pub(crate) fn en_passant(file: File) -> Key {
    EN_PASSANT[file.index()]
}

pub(crate) fn remembered(file: File) -> Key {
    REMEMBERED[file.index()]
}

pub(crate) fn side_to_move(color: Color) -> Key {
    match color {
        Color::White => Key(0),
        Color::Black => BLACK_TO_MOVE[0],
    }
}
