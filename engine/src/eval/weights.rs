//! Weights of the hand-written evaluation, in centipawns; from the marked line on, in units of
//! king danger. `layout` describes each group; `tandem tune evaluation` writes this file.
//!
//! Fitted by `tandem tune evaluation --epochs 20 --seed 1 --result 50`, from the weights before, to games of:
//! - `tandem datagen --games 12000 --seed 1 --nodes 1000 --random-plies 12 --hash 1 --tc 120+0` of bench 171208 to depth 4
//! - `tandem datagen --games 3536 --seed 2 --nodes 1000 --random-plies 12 --hash 1 --tc 120+0` of bench 104178 to depth 4
//!
//! 893405 quiet positions of 15536 games, 90062 of them held out; 750 centipawns win 73 %; loss 0.63731, held out 0.63837.

use super::layout::COUNT;

/// The weights, with a comment at the start of each group.
#[rustfmt::skip] // lines group weights that belong together
pub(crate) static WEIGHTS: [i32; COUNT] = [
    // A man on the board: pawn, knight, bishop, rook, queen
    163, 399, 398, 403, 727,
    // A promoted man on the board: knight, bishop, rook, queen
    268, 229, 217, 429,
    // A man in chess, set by hand: pawn, knight, bishop, rook, queen
    100, 310, 320, 500, 950,
    // Holdings, a line for each type: the first piece, the second, each further one
    191, 166, 143,
    339, 360, 352,
    371, 349, 351,
    397, 376, 394,
    717, 715, 744,
    // Piece-square values: files a or h to d or e, a line for each rank, eight for each type
    -7, -3, 1, 5,
    -14, 28, 16, -6,
    -12, -3, 6, -5,
    -25, -9, -6, -7,
    -5, -10, 2, 21,
    -2, 33, 11, 37,
    36, 17, 1, 68,
    -7, -3, 1, 5,
    -29, -41, -18, -32,
    -62, -19, -7, 3,
    -8, 4, 3, -6,
    17, 34, 31, 52,
    39, 25, 14, 36,
    -2, 24, 11, 25,
    -10, -44, -27, -31,
    -45, -6, -7, -22,
    -9, -18, -29, -14,
    -26, 17, -42, 21,
    8, -1, 37, -6,
    -6, 32, 4, 21,
    33, 25, 23, 49,
    -19, 36, 39, 22,
    -38, -8, -14, -28,
    -12, -23, -11, -43,
    -23, 10, 27, 31,
    -3, -3, 47, 21,
    -21, 35, 20, 19,
    -13, 40, 39, -2,
    40, 15, 29, 8,
    22, 28, 46, 30,
    11, 25, 51, 15,
    50, 40, 37, 1,
    2, 14, -31, 0,
    4, 1, -1, 9,
    6, -10, -20, -12,
    -5, -22, -4, 0,
    5, 0, -14, -9,
    7, 21, -4, 9,
    23, 12, 22, 12,
    80, 39, 23, 13,
    25, 38, 20, -12,
    -46, 8, -27, -4,
    -41, -20, -54, -58,
    -39, -31, -25, -51,
    -10, -21, -30, -37,
    -8, -17, -25, -33,
    -2, -11, -18, -26,
    5, -2, -10, -18,
    // Mobility, 0 to 27 squares: knight, bishop, rook, queen
    -45, -26, -10, 1, 9, 16, 25, 22, 37, 19, 23, 27, 31, 35, 38, 42, 45, 49, 53, 57, 61, 65, 69, 73, 77, 81, 85, 89,
    -56, -5, 0, 12, 22, 27, 23, 30, 33, 24, 25, 48, 35, 40, 44, 48, 52, 56, 60, 64, 67, 71, 75, 79, 83, 86, 90, 94,
    -33, -14, 3, 11, 18, 21, 22, 34, 39, 60, 55, 26, 46, 29, 38, 36, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59,
    -4, -9, -7, 1, -8, 4, 1, 3, 7, 5, 8, 12, 21, 20, -5, 9, 26, 18, 17, 17, 15, 14, 16, 17, 18, 19, 20, 21,
    // Pawns defended by pawns, minor pieces defended by pawns
    -5, 2,
    // Threats, opponent on turn, then own turn: by a pawn to a minor piece, to a major piece; to an undefended pawn, piece
    96, 112, 33, 62,
    93, 123, 45, 107,
    // Tempo: the side to move
    -49,
    // ---- Danger to a king ----
    // An attack on a square beside the king by a pawn, knight, bishop, rook, queen
    50, 26, 19, 22, 35,
    // Squares beside the king that only the king defends: empty, attacked, both
    25, 43, -17,
    // Flight squares: 0 to 8
    81, 59, 45, 28, 22, 9, 12, 15, -13,
    // Beside the king: own pawn, own piece, enemy pawn, enemy piece
    -24, 4, -51, -10,
    // Empty squares in line with the king: diagonally, straight
    7, 6,
    // Enemy holdings, a line for each type: the first piece, each further one
    33, -4,
    70, -5,
    43, -12,
    45, 0,
    60, -8,
    // Own holdings: pawn to queen
    38, 43, 40, 19, 42,
    // Empty squares beside the king for a drop with check: pawn to queen
    21, 5, -6, 8, 3,
    // Of these, squares on which the king cannot capture: pawn to queen
    32, 0, 12, 18, 42,
    // Safe squares for a knight drop with check
    59,
    // Safe squares for other drops with check: bishop, rook, queen
    15, 29, 16,
    // Castling rights: one side, both sides
    -24, -52,
    // The enemy is to move
    167,
    // Constant term
    172,
];
