//! The shape of a network, all of it.
//!
//! Two perspectives, that of the side to move first, share one sparse layer; its clipped and
//! squared outputs go through one of several output neurons, chosen by how many men are on the
//! board.
//!
//! ```text
//! features of a perspective ──► WIDTH, clipped to 0..=QA, squared ─┐
//!                                                                  ├─► one of OUTPUTS ──► score
//! features of the other one ──► WIDTH, clipped to 0..=QA, squared ─┘
//! ```

/// Neurons of the sparse layer, for each perspective.
pub const WIDTH: usize = 256;
/// Output neurons.
pub const OUTPUTS: usize = 8;

/// One in the sparse layer.
pub const QA: i32 = 255;
/// One in the output layer.
pub const QB: i32 = 64;
/// Centipawns of an output of one.
pub const SCALE: i32 = 400;

/// Which king squares share their weights, seen from the own side with the king on the files a to
/// d (a mirror sees to that): by rank, then file.
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

/// How many there are.
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

/// How many pieces of each type a hand is seen to hold: pawns, knights, bishops, rooks, queens.
/// More count as that many.
pub const HELD: [u8; 5] = [16, 4, 4, 4, 2];

/// Two sides, six types, 64 squares.
pub const MEN: usize = 2 * 6 * 64;
/// Two sides, 64 squares.
pub const PROMOTED: usize = 2 * 64;
/// Two hands.
pub const HANDS: usize = 2 * HAND;
/// One feature for the first pawn held, one for the second, and so on.
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

/// The most features that can be active at once: 64 men, 32 of them promoted, or in hands.
pub const MOST_ACTIVE: usize = 96;

/// Which output neuron judges a board with so many men.
pub const fn output(men: usize) -> usize {
    let bucket = men.saturating_sub(1) * OUTPUTS / 32;
    if bucket < OUTPUTS { bucket } else { OUTPUTS - 1 }
}
