//! The shape of a network: layer sizes, quantisation and feature counts.
//!
//! Two perspectives, that of the side to move first, share one sparse layer. Its outputs are
//! clipped and squared (`SCReLU`) and go through one of several output neurons, the bucket, chosen
//! by the number of pieces on the board. The threats, which change with almost every move, are seen by the first
//! [`THREAT_WIDTH`] neurons of the layer only.
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

/// All features of a perspective but the threats.
pub const FEATURES: usize = KINGS * MEN + PROMOTED + HANDS;

/// Kinds of squares beside a king: with no man, one of the king's side or one of the other side; attacked by
/// none, one or more men of the other side; guarded by another man than the king or not.
pub const BESIDE: usize = 3 * 3 * 2;
/// Kinds of squares a knight's move away from a king: likewise, but without the attackers.
pub const JUMPS: usize = 3 * 2;
/// Kinds of attacked men: five types; attacked by a pawn, or only by others and guarded by no man or by any,
/// the king included.
pub const ATTACKED: usize = 5 * 3;
/// Kinds of threats against one side: of every square about its king, attacked or not, and of the men that
/// are attacked.
pub const THREATS: usize = BESIDE + JUMPS + ATTACKED;
/// The most threats of one kind of attacked men that count.
pub const MOST_OF_A_KIND: usize = 2;
/// The most threats against one side: those of 16 squares about its king, and those of its men.
pub const MOST_THREATS: usize = 8 + 8 + ATTACKED * MOST_OF_A_KIND;
/// Neurons of the sparse layer that see the threats: the first ones of each perspective.
pub const THREAT_WIDTH: usize = 64;

/// The most features but threats that can be active at once: one for each of the 64 pieces of a game, on
/// the board or held, and one more for each of 32 promoted pawns.
pub const MOST_ACTIVE: usize = 96;
/// The most features that can be active at once for a neuron that sees the threats against both sides.
pub const MOST_ACTIVE_WITH_THREATS: usize = MOST_ACTIVE + 2 * MOST_THREATS;

/// Output bucket of a board with `men` pieces on it, kings and pawns included.
pub const fn output(men: usize) -> usize {
    let bucket = men.saturating_sub(1) * OUTPUTS / 32;
    if bucket < OUTPUTS { bucket } else { OUTPUTS - 1 }
}
