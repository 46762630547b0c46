//! The shape of a network: layer sizes, quantisation and feature counts.
//!
//! Two perspectives, that of the side to move first, share one sparse layer. Its outputs are
//! clipped and squared (`SCReLU`) and go through one of several output neurons, the bucket, chosen
//! by the number of pieces on the board.
//!
//! ```text
//! features of a perspective ──► WIDTH, clipped to 0..=QA, squared ─┐
//!                                                                  ├─► one of OUTPUTS ──► score
//! features of the other one ──► WIDTH, clipped to 0..=QA, squared ─┘
//! ```

/// Neurons of the sparse layer, for each perspective.
pub const WIDTH: usize = 256;
/// Output neurons, one for each bucket.
pub const OUTPUTS: usize = 8;

/// Quantisation of the sparse layer: the integer that stands for 1.0.
pub const QA: i32 = 255;
/// Quantisation of the output weights: the integer that stands for 1.0.
pub const QB: i32 = 128;
/// Centipawns of a network output of 1.0.
pub const SCALE: i32 = 400;

/// King buckets: king squares with the same number share their weights. The table is by rank, then
/// file, seen from the own side with the king mirrored to the files a to d.
#[rustfmt::skip]
pub const KING_BUCKETS: [u8; 32] = [
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 0, 0,
    0, 0, 0, 0,
];

/// Number of king buckets.
pub const KINGS: usize = {
    let (mut most, mut at) = (0, 0);
    while at < KING_BUCKETS.len() {
        if KING_BUCKETS[at] > most {
            most = KING_BUCKETS[at];
        }
        at += 1;
    }
    most as usize + 1
};

/// Number of held pieces of each type that have features of their own: pawns, knights, bishops,
/// rooks, queens. Further ones add no features.
pub const HELD: [u8; 5] = [16, 4, 4, 4, 2];

/// Piece-square features of one king bucket: two sides, six types, 64 squares.
pub const MEN: usize = 2 * 6 * 64;
/// Features that mark promoted pieces: two sides, 64 squares.
pub const PROMOTED: usize = 2 * 64;
/// Features of the holdings of both sides.
pub const HANDS: usize = 2 * HAND;
/// Features of the holdings of one side: one for the first pawn held, one for the second, and so
/// on.
pub const HAND: usize = {
    let (mut all, mut at) = (0, 0);
    while at < HELD.len() {
        all += HELD[at] as usize;
        at += 1;
    }
    all
};

/// All features of a perspective.
pub const FEATURES: usize = KINGS * MEN + PROMOTED + HANDS;

/// The most features that can be active at once: one for each of the 64 pieces of a game, on the
/// board or held, and one more for each of 32 promoted pawns.
pub const MOST_ACTIVE: usize = 96;

/// Output bucket of a board with `men` pieces on it, kings and pawns included.
pub const fn output(men: usize) -> usize {
    let bucket = men.saturating_sub(1) * OUTPUTS / 32;
    if bucket < OUTPUTS { bucket } else { OUTPUTS - 1 }
}
