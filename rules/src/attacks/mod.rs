//! Attack tables: the squares that a piece attacks, as constants; magic bitboards for sliders.
//!
//! The rook's table of 102,400 entries holds numbers of one byte. From a square a rook attacks at most
//! 144 different sets of squares, so that 142 kB do in place of 819 kB, in the program and in the
//! processor's cache.

mod magics;

use crate::{Bitboard, Color, PieceType, Square};
use magics::{BISHOP_FACTORS, ROOK_FACTORS};

type Steps = [(i8, i8)];

const ROOK_STEPS: &Steps = &[(0, 1), (0, -1), (1, 0), (-1, 0)];
const BISHOP_STEPS: &Steps = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT_STEPS: &Steps =
    &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: &Steps = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const fn step(square: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let file = (square % 8) as i8 + files;
    let rank = (square / 8) as i8 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        None
    } else {
        Some((rank * 8 + file) as usize)
    }
}

const fn leaps(square: usize, steps: &Steps) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        if let Some(to) = step(square, steps[i]) {
            set |= 1 << to;
        }
        i += 1;
    }
    set
}

/// Squares reached along one ray, up to and including the first occupied one.
const fn ray(square: usize, direction: (i8, i8), occupied: u64) -> u64 {
    let mut set = 0;
    let mut at = square;
    while let Some(next) = step(at, direction) {
        set |= 1 << next;
        if occupied & 1 << next != 0 {
            break;
        }
        at = next;
    }
    set
}

/// The longest rays of a slider on this square, in squares.
const fn longest_rays(square: usize, steps: &Steps) -> [u32; 4] {
    let mut longest = [0; 4];
    let mut i = 0;
    while i < steps.len() {
        longest[i] = ray(square, steps[i], 0).count_ones();
        i += 1;
    }
    longest
}

/// The squares that a slider attacks, and the number of this set among all of its sets on this square:
/// the lengths of its rays, as digits.
const fn numbered_slides(
    square: usize,
    steps: &Steps,
    longest: [u32; 4],
    occupied: u64,
) -> (u64, u32) {
    let (mut set, mut number) = (0, 0);
    let mut i = 0;
    while i < steps.len() {
        if longest[i] > 0 {
            let ray = ray(square, steps[i], occupied);
            set |= ray;
            number = number * longest[i] + ray.count_ones() - 1;
        }
        i += 1;
    }
    (set, number)
}

/// Squares whose occupation matters to a slider: its rays without their last squares.
const fn relevant(square: usize, steps: &Steps) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        let whole = ray(square, steps[i], 0);
        let mut at = square;
        while let Some(next) = step(at, steps[i]) {
            at = next;
        }
        set |= whole & !(1 << at);
        i += 1;
    }
    set
}

const fn leap_table(steps: &Steps) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(leaps(square, steps));
        square += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] = leap_table(KNIGHT_STEPS);
static KING: [Bitboard; 64] = leap_table(KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] =
    [leap_table(&[(-1, 1), (1, 1)]), leap_table(&[(-1, -1), (1, -1)])];

#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    shift: u32,
    offset: usize,
}

/// A table of a slider: for each square a number for each occupation, and the sets they stand for.
struct SlideTable<const SIZE: usize, const SETS: usize> {
    numbers: [u8; SIZE],
    sets: [Bitboard; SETS],
    /// Index of the first set of each square.
    begins: [u16; 64],
}

impl Magic {
    const fn index(&self, occupied: u64) -> usize {
        ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize + self.offset
    }
}

const fn magic_table(steps: &Steps, factors: &[u64; 64]) -> [Magic; 64] {
    let mut table = [Magic { mask: 0, factor: 0, shift: 0, offset: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = relevant(square, steps);
        let bits = mask.count_ones();
        table[square] = Magic { mask, factor: factors[square], shift: 64 - bits, offset };
        offset += 1 << bits;
        square += 1;
    }
    table
}

impl<const SIZE: usize, const SETS: usize> SlideTable<SIZE, SETS> {
    const fn new(magics: &[Magic; 64], steps: &Steps) -> Self {
        let mut table = Self { numbers: [0; SIZE], sets: [Bitboard::EMPTY; SETS], begins: [0; 64] };
        let (mut square, mut end) = (0, 0);
        while square < 64 {
            let (magic, longest) = (magics[square], longest_rays(square, steps));
            let begin = end;
            table.begins[square] = begin as u16;
            let mut occupied: u64 = 0;
            loop {
                let (set, number) = numbered_slides(square, steps, longest, occupied);
                let at = begin + number as usize;
                table.numbers[magic.index(occupied)] = number as u8;
                table.sets[at] = Bitboard(set);
                if at >= end {
                    end = at + 1;
                }
                occupied = occupied.wrapping_sub(magic.mask) & magic.mask;
                if occupied == 0 {
                    break;
                }
            }
            square += 1;
        }
        assert!(end == SETS, "the number of sets that the type states");
        table
    }

    fn attacked(&self, magics: &[Magic; 64], square: Square, occupied: Bitboard) -> Bitboard {
        let number = self.numbers[magics[square.index()].index(occupied.0)];
        self.sets[usize::from(self.begins[square.index()]) + usize::from(number)]
    }
}

static ROOK_MAGIC: [Magic; 64] = magic_table(ROOK_STEPS, &ROOK_FACTORS);
static BISHOP_MAGIC: [Magic; 64] = magic_table(BISHOP_STEPS, &BISHOP_FACTORS);
#[allow(long_running_const_eval, reason = "about 100,000 entries, once per build")]
static ROOK: SlideTable<102_400, 4_900> = SlideTable::new(&ROOK_MAGIC, ROOK_STEPS);
#[allow(long_running_const_eval, reason = "about 5,000 entries, once per build")]
static BISHOP: SlideTable<5_248, 1_428> = SlideTable::new(&BISHOP_MAGIC, BISHOP_STEPS);

/// Tables for two squares on one rank, file or diagonal: the squares strictly between them, and
/// the whole line.
const fn line_tables() -> ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut lines = [[Bitboard::EMPTY; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            let direction = KING_STEPS[i];
            let line = ray(square, direction, 0)
                | ray(square, (-direction.0, -direction.1), 0)
                | 1 << square;
            let mut passed = 0;
            let mut at = square;
            while let Some(next) = step(at, direction) {
                between[square][next] = Bitboard(passed);
                lines[square][next] = Bitboard(line);
                passed |= 1 << next;
                at = next;
            }
            i += 1;
        }
        square += 1;
    }
    (between, lines)
}

static BETWEEN: [[Bitboard; 64]; 64] = line_tables().0;
static LINE: [[Bitboard; 64]; 64] = line_tables().1;

/// Squares that a knight on `square` attacks.
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares that a king on `square` attacks.
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares that a pawn of `color` on `square` attacks.
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Squares that a bishop attacks, up to and including the first occupied one in each direction.
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP.attacked(&BISHOP_MAGIC, square, occupied)
}

/// Squares that a rook attacks, up to and including the first occupied one in each direction.
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK.attacked(&ROOK_MAGIC, square, occupied)
}

/// Squares that a queen attacks, up to and including the first occupied one in each direction.
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Squares that a piece of any type attacks from `square` on a board occupied like this.
pub fn of(color: Color, piece: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        PieceType::Pawn => pawn(color, square),
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, occupied),
        PieceType::Rook => rook(square, occupied),
        PieceType::Queen => queen(square, occupied),
        PieceType::King => king(square),
    }
}

/// Squares strictly between two squares on one rank, file or diagonal; empty if they share none.
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two different squares; empty if they share none.
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slides(square: usize, steps: &Steps, occupied: u64) -> u64 {
        steps.iter().fold(0, |set, &direction| set | ray(square, direction, occupied))
    }

    /// Compares a table with the rays for every subset of the relevant squares, with all other
    /// squares empty and with all of them occupied.
    fn agrees_with_rays(steps: &Steps, lookup: fn(Square, Bitboard) -> Bitboard) {
        for square in Square::all() {
            let mask = relevant(square.index(), steps);
            let mut occupied = 0u64;
            loop {
                for noise in [0, !mask] {
                    let expected = slides(square.index(), steps, occupied | noise & !mask);
                    // Squares outside the mask end a ray anyway or are not on one.
                    let bare = slides(square.index(), steps, occupied);
                    assert_eq!(lookup(square, Bitboard(occupied | noise)), Bitboard(bare));
                    assert_eq!(bare, expected);
                }
                occupied = occupied.wrapping_sub(mask) & mask;
                if occupied == 0 {
                    break;
                }
            }
        }
    }

    #[test]
    fn slider_tables_agree_with_a_walk_along_the_rays() {
        agrees_with_rays(ROOK_STEPS, rook);
        agrees_with_rays(BISHOP_STEPS, bishop);
    }

    #[test]
    fn a_line_holds_what_is_between_and_both_ends() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                if line(a, b).any() {
                    let ends = Bitboard::of(a) | Bitboard::of(b);
                    assert_eq!(line(a, b) & (between(a, b) | ends), between(a, b) | ends);
                    assert_eq!(queen(a, Bitboard::of(b)) & Bitboard::of(b), Bitboard::of(b));
                }
            }
        }
    }
}
