//! The numbers of the evaluation, in centipawns, and in units of danger from the line on
//! that says so. What each stands for is in `layout`; `tandem tune` writes this file.
//!
//! Fitted by `tandem tune --epochs 20 --seed 1 --result 50`, from weights set by hand, to games of:
//! - `tandem datagen --games 9720 --seed 1 --nodes 1000 --random-plies 12 --hash 1 --tc 120+0` of bench 171208 to depth 4
//!
//! 545445 quiet positions of 9720 games, 54539 of them held out; 767 centipawns win 73 %; loss 0.63952, held out 0.64367.

use super::layout::COUNT;

/// Each group begins with what it is.
#[rustfmt::skip] // in lines that belong together
pub(crate) static WEIGHTS: [i32; COUNT] = [
    // A man on the board: pawn, knight, bishop, rook, queen
    165, 397, 394, 397, 737,
    // A promoted man on the board: knight, bishop, rook, queen
    255, 225, 221, 399,
    // A man in chess, not fitted: pawn, knight, bishop, rook, queen
    100, 310, 320, 500, 950,
    // The first in hand, the second, each further one: a line for each type
    178, 163, 145,
    344, 362, 370,
    364, 349, 360,
    390, 385, 394,
    722, 734, 747,
    // Files a or h to d or e, a line for each rank, eight for each type
    -10, -6, -2, 2,
    -15, 25, 12, 0,
    -13, -2, 7, -1,
    -24, -12, -5, -1,
    -14, -11, 3, 19,
    -8, 20, 14, 23,
    9, 11, 17, 43,
    -10, -6, -2, 2,
    -28, -38, -19, -17,
    -51, -18, -3, 3,
    -7, 8, 5, -2,
    10, 31, 21, 48,
    23, 22, 11, 34,
    -4, 0, 6, 26,
    -13, -33, -15, -18,
    -48, -7, -13, -15,
    -6, -6, -26, 0,
    -5, 17, -26, 15,
    5, 1, 30, -2,
    0, 25, 8, 18,
    28, 17, 14, 50,
    -7, 27, 29, 13,
    -20, -5, 5, -11,
    -3, -10, -2, -26,
    -17, 10, 18, 27,
    0, -7, 22, 14,
    -16, 40, 18, 15,
    -5, 29, 24, 4,
    36, 15, 22, 13,
    11, 17, 29, 21,
    13, 26, 33, 10,
    27, 19, 18, 4,
    13, 6, -20, 1,
    0, 2, -2, 3,
    5, -5, -12, -11,
    -12, -17, -5, 4,
    8, 6, -3, -2,
    5, 11, 1, 1,
    16, 0, 13, 4,
    61, 19, 9, 3,
    15, 31, 21, -14,
    -22, 16, -10, -3,
    -16, -6, -29, -42,
    -19, -19, -23, -37,
    -7, -15, -23, -31,
    0, -8, -17, -25,
    7, -2, -9, -17,
    14, 7, -1, -9,
    // Squares reached, of 0 to 27: knight, bishop, rook, queen
    -43, -24, -7, 1, 9, 13, 18, 19, 29, 19, 23, 27, 31, 35, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90,
    -49, -2, 2, 13, 22, 22, 17, 23, 27, 20, 21, 37, 35, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 85, 89, 93,
    -25, -14, 1, 8, 19, 19, 28, 31, 34, 46, 38, 22, 36, 30, 33, 34, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57,
    -3, -6, -5, 1, 0, -1, 1, 0, 2, 3, 3, 8, 18, 15, -3, 10, 17, 14, 15, 15, 14, 15, 16, 17, 18, 19, 20, 21,
    // Pawns, minor pieces covered by pawns
    -7, 2,
    // Pawns attack a minor, a major piece, we attack an uncovered pawn, piece: waiting, on turn
    83, 95, 27, 57,
    80, 92, 42, 103,
    // To be on turn
    -16,
    // ---- Danger to a king ----
    // A square beside the king attacked by a pawn, knight, bishop, rook, queen
    48, 33, 27, 28, 41,
    // Such a square that only the king covers: empty, attacked, both
    30, 41, -14,
    // Squares to flee to: 0 to 8
    72, 54, 40, 20, 14, 1, 1, 1, -10,
    // Beside the king: own pawn, own piece, enemy pawn, enemy piece
    -22, 3, -21, -2,
    // Empty squares seen from the king: diagonally, straight
    8, 7,
    // The enemy holds: a first, each further one: a line for each type
    33, -2,
    63, 0,
    44, -5,
    43, 3,
    55, 5,
    // The king's side holds: pawn to queen
    29, 31, 30, 5, 29,
    // Empty squares beside the king to check from by a drop: pawn to queen
    23, 5, -9, 3, 1,
    // Of these, squares where the king cannot take: pawn to queen
    28, 0, 12, 17, 37,
    // Safe squares for a knight drop with check
    54,
    // Safe squares for other drops with check: bishop, rook, queen
    11, 19, 15,
    // May castle to one side, to both
    -19, -48,
    // The enemy is on turn
    140,
    // Always
    112,
];
