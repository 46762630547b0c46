//! The shortcomings of each level, in numbers.

use tandem_rules::Variant;

use super::Elo;

/// What a player of some strength does not manage; every number is for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shortcomings {
    /// Maximum number of nodes of the search.
    pub(crate) nodes: u64,
    /// Maximum depth, in hundredths of a ply: the fraction is the chance of one ply more.
    pub(crate) depth: u32,
    /// Standard deviation of the error in judging a move, in centipawns.
    pub(crate) error: i32,
    /// Chance of a move played at a glance, without a look at the replies, in permill.
    pub(crate) careless: u32,
    /// Chance of overlooking an ordinary quiet move, in permill.
    pub(crate) overlooks: u32,
    /// Chance of a move without a look at the other board, in permill.
    pub(crate) narrow: u32,
    /// Number of moves compared before one is played.
    pub(crate) candidates: usize,
    /// Leaves the king to a mate in one.
    pub(crate) leaves_king: bool,
}

/// From this strength on, the king is not left to a mate in one that could be avoided.
const MINDS_KING: u16 = 1500;

/// A row of the table, in the order of its fields there.
type Row = (u16, u64, u32, i32, u32, u32, u32, u32);

/// (Elo, nodes, depth, error, careless, overlooks, narrow, candidates); between two rows the
/// numbers are interpolated. Fitted to the games of `docs/levels.md`.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    (  500,  2_000,  100, 250, 450, 650, 1000, 8),
    (  750,  2_000,  100, 200, 350, 600, 1000, 8),
    (1_000,  2_000,  120, 150, 250, 500, 1000, 8),
    (1_250,  3_000,  150, 115, 170, 420,  900, 7),
    (1_500,  4_000,  200,  80,  90, 300,  750, 6),
    (1_750,  5_000,  300,  60,  50, 220,  600, 5),
    (2_000,  7_000,  410,  43,  23, 118,  440, 4),
    (2_250,  8_000,  600,  30,  12,  80,  300, 4),
    (2_500, 10_000,  800,  20,   5,  40,  150, 4),
    (2_750, 20_000, 1200,   8,   0,  10,   50, 3),
    (2_850, 40_000, 1600,   4,   0,   0,    0, 2),
];

/// The row of the table for a strength in bughouse. A team has two players, so that a difference
/// between two levels would tell much more in a game of bughouse than on one board.
const fn on_two_boards(elo: u16) -> u16 {
    let to_2000 = if elo < 2_000 { elo } else { 2_000 };
    750 + (to_2000 - Elo::LEAST.number()) / 20 * 11 + (elo - to_2000) / 20 * 9
}

impl Shortcomings {
    /// The shortcomings of a player of this strength.
    pub(crate) fn of(elo: Elo, variant: Variant) -> Self {
        let at = elo.number();
        let minds_king = at >= MINDS_KING;
        let at = if variant == Variant::Bughouse { on_two_boards(at) } else { at };
        let above = TABLE.iter().position(|row| row.0 >= at).unwrap_or(TABLE.len() - 1);
        let (low, high) = (TABLE[above.saturating_sub(1)], TABLE[above]);
        let (part, whole) =
            (i64::from(at.saturating_sub(low.0)), i64::from((high.0 - low.0).max(1)));
        let between = |low: i64, high: i64| low + (high - low) * part / whole;
        let number = |low: u32, high: u32| between(low.into(), high.into()) as u32;
        Self {
            nodes: between(low.1 as i64, high.1 as i64) as u64,
            depth: number(low.2, high.2),
            error: between(low.3.into(), high.3.into()) as i32,
            careless: number(low.4, high.4),
            overlooks: number(low.5, high.5),
            narrow: number(low.6, high.6),
            candidates: number(low.7, high.7) as usize,
            leaves_king: !minds_king,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stronger_player_has_no_shortcoming_that_a_weaker_one_lacks() {
        for variant in [Variant::Crazyhouse, Variant::Bughouse] {
            check(variant);
        }
        let last = Shortcomings::of(Elo::MOST, Variant::Chess);
        assert_eq!(last.nodes, 40_000);
        assert!(Shortcomings::of(Elo::MOST, Variant::Bughouse).nodes < last.nodes);
    }

    fn check(variant: Variant) {
        let of = |elo| Shortcomings::of(elo, variant);
        let all: Vec<_> = (500..=2850).filter_map(Elo::new).map(of).collect();
        assert_eq!(all.len(), 2351);
        for (weak, strong) in all.iter().zip(&all[1..]) {
            assert!(weak.nodes <= strong.nodes && weak.depth <= strong.depth, "{weak:?}");
            assert!(weak.error >= strong.error && weak.careless >= strong.careless, "{weak:?}");
            assert!(weak.overlooks >= strong.overlooks && weak.narrow >= strong.narrow);
            assert!(weak.candidates >= strong.candidates && weak.leaves_king >= strong.leaves_king);
        }
    }
}
