//! The hand-written evaluation: the baseline for networks, and the fallback without one.
//! The search chooses between the two.
//!
//! It is a sum of counts times weights, less for each king the square of a second such sum, the
//! king danger: two threats are worse than twice one. [`men`] and [`king`] count, [`layout`] gives
//! the meaning of each weight, and the [`weights`] are fitted by `tandem tune evaluation`.
//!
//! A lost man is missing on this board and feeds an opponent on the other; the value of a man
//! includes both.

mod king;
pub(crate) mod layout;
mod men;
pub(crate) mod tally;
pub(crate) mod weights;

use tandem_rules::{Bitboard, Color, PieceType, Position, Square, Variant};

use self::layout::{BOARD, CHESS, HAND, PROMOTED, TEMPO, THREAT};
use self::men::Reach;
use self::tally::{Sum, Tally};
use self::weights::WEIGHTS;
use crate::{Prices, Score};

/// The value of a piece type on the board, in centipawns.
pub(crate) fn value(variant: Variant, piece: PieceType) -> i32 {
    let group = match variant {
        Variant::Bughouse | Variant::Crazyhouse => BOARD,
        Variant::Chess => CHESS,
    };
    // A king has no value.
    if piece == PieceType::King { 0 } else { WEIGHTS[group.at(piece.index())] }
}

/// The value of a man just promoted to `piece`: in bughouse and crazyhouse little more than that of
/// the pawn as which it enters a hand when captured.
pub(crate) fn promoted(position: &Position, piece: PieceType) -> i32 {
    match (position.variant(), piece.index()) {
        (Variant::Bughouse | Variant::Crazyhouse, kind @ 1..=4) => WEIGHTS[PROMOTED.at(kind - 1)],
        (variant, _) => value(variant, piece),
    }
}

/// The value of the man on a square; 0 if it is empty.
pub(crate) fn worth_at(position: &Position, square: Square) -> i32 {
    position.piece_at(square).map_or(0, |piece| match position.promoted().contains(square) {
        true => promoted(position, piece.piece_type),
        false => value(position.variant(), piece.piece_type),
    })
}

/// The static evaluation from the side to move's point of view; prices are those of `us`.
pub(crate) fn evaluate(position: &Position, us: Color, prices: &Prices) -> Score {
    let stm = position.side_to_move();
    let Sides { worth, danger } = Sides::<Sum>::of(position);
    let [white, black] = [0, 1].map(|side| worth[side].0 - harm(danger[side].0));
    let own = if stm == Color::White { white - black } else { black - white };
    let own = own / coarseness(position.variant());
    let premium = price(position, us, prices) * if stm == us { 1 } else { -1 };
    Score::evaluation(own + premium)
}

/// The divisor of the sum of counts times weights. Without drops, place, threats and king danger
/// are worth less: in chess the men count this many times, and then everything is divided by it.
pub(crate) fn coarseness(variant: Variant) -> i32 {
    match variant {
        Variant::Bughouse | Variant::Crazyhouse => 1,
        Variant::Chess => CHESS_COARSENESS,
    }
}

const CHESS_COARSENESS: i32 = 3;

/// The cost of king danger to its side, before the division by [`coarseness`].
fn harm(danger: i32) -> i32 {
    danger.clamp(0, MOST_DANGER).pow(2) / DANGER_UNIT
}

/// More danger than this costs no more.
pub(crate) const MOST_DANGER: i32 = 8_000;
/// The square of the danger divided by this is in centipawns.
pub(crate) const DANGER_UNIT: i32 = 1024;

/// The counts of a position for White and for Black: the worth of the side, and the danger to its
/// king.
#[derive(Default)]
pub(crate) struct Sides<T> {
    pub(crate) worth: [T; 2],
    pub(crate) danger: [T; 2],
}

impl<T: Tally> Sides<T> {
    pub(crate) fn of(position: &Position) -> Self {
        let mut sides = Self::default();
        let Self { worth: [white, black], danger: [to_white, to_black] } = &mut sides;
        let by_pawns = Color::ALL.map(|color| {
            let [west, east] = men::pawn_attacks(position, color);
            west | east
        });
        let reach = [
            men::count(position, Color::White, by_pawns[1], white, to_black),
            men::count(position, Color::Black, by_pawns[0], black, to_white),
        ];
        for (color, worth, danger) in
            [(Color::White, white, to_white), (Color::Black, black, to_black)]
        {
            let (own, enemy) = (&reach[color.index()], &reach[(!color).index()]);
            material(position, color, worth);
            initiative(position, color, [own, enemy], worth);
            king::count(position, color, own, enemy, danger);
        }
        sides
    }
}

/// Counts men on the board and in hand.
fn material<T: Tally>(position: &Position, color: Color, worth: &mut T) {
    let group = if position.variant() == Variant::Chess { CHESS } else { BOARD };
    let times = coarseness(position.variant());
    let marked = match position.variant() {
        Variant::Chess => Bitboard::EMPTY,
        Variant::Bughouse | Variant::Crazyhouse => position.promoted() & position.men(color),
    };
    let held = position.holdings(color);
    for piece in PieceType::DROPPABLE {
        let men = position.pieces(color, piece).without(marked);
        worth.add(group.at(piece.index()), men.count() as i32 * times);
        let held = i32::from(held.count(piece));
        for (nth, least, most) in [(0, 0, 1), (1, 1, 1), (2, 2, i32::MAX)] {
            worth.add(HAND.at(3 * piece.index() + nth), (held - least).clamp(0, most));
        }
    }
    if marked.any() {
        for (kind, piece) in PieceType::DROPPABLE.into_iter().skip(1).enumerate() {
            let men = position.of_type(piece) & marked;
            worth.add(PROMOTED.at(kind), men.count() as i32);
        }
    }
}

/// Counts the threats of `color` to capture, and the tempo.
fn initiative<T: Tally>(
    position: &Position,
    color: Color,
    [own, enemy]: [&Reach; 2],
    worth: &mut T,
) {
    let on_turn = position.side_to_move() == color;
    let first = if on_turn { 4 } else { 0 };
    let pawns = position.pieces(!color, PieceType::Pawn);
    let minors = position.of_type(PieceType::Knight) | position.of_type(PieceType::Bishop);
    let majors = position.of_type(PieceType::Rook) | position.of_type(PieceType::Queen);
    let attacked = position.men(!color) & own.by_pawns;
    let hanging = (position.men(!color) & own.covered).without(enemy.attacked);
    let threats = [attacked & minors, attacked & majors, hanging & pawns, hanging.without(pawns)];
    for (kind, men) in threats.into_iter().enumerate() {
        worth.add(THREAT.at(first + kind), men.count() as i32);
    }
    worth.add(TEMPO.at(0), i32::from(on_turn));
}

/// The share of the prices in the evaluation of `us`: each missing man of theirs was a gain, each
/// missing man of ours a loss.
pub(crate) fn price(position: &Position, us: Color, prices: &Prices) -> i32 {
    if *prices == Prices::NEUTRAL {
        return 0;
    }
    let count = |color, piece| position.count_of_set(color, piece) as i32;
    PieceType::DROPPABLE
        .into_iter()
        .map(|piece| prices.loss(piece) * count(us, piece) - prices.gain(piece) * count(!us, piece))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{MoveRules, notation::Fen};

    fn position(fen: &str) -> Position {
        Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("a position")
    }

    /// (position, the same with colors swapped and the board turned over)
    const MIRRORED: &[(&str, &str)] = &[
        (
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP4/PPP2PPP/R1BQK2R[PNb] w KQkq - 0 7",
            "r1bqk2r/ppp2ppp/2np4/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[Bpn] b KQkq - 0 7",
        ),
        ("6k1/5ppp/8/8/8/8/8/Q~3K3[P] w - - 0 1", "q~3k3/8/8/8/8/8/5PPP/6K1[p] b - - 0 1"),
    ];

    #[test]
    fn both_colors_are_judged_alike() {
        for (one, other) in MIRRORED {
            let scores = [one, other].map(|fen| {
                let position = position(fen);
                evaluate(&position, position.side_to_move(), &Prices::NEUTRAL)
            });
            assert_eq!(scores[0], scores[1], "{one}");
        }
    }

    #[test]
    fn a_price_makes_the_capture_of_that_piece_worth_more() {
        let mut prices = Prices::NEUTRAL;
        prices.set_gain(PieceType::Knight, 8);
        let with = position("4k3/8/8/8/8/8/8/n3K3[] w - - 0 1");
        let without = position("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
        let gain = |position: &Position, prices| evaluate(position, Color::White, prices).value();
        let plain = gain(&without, &Prices::NEUTRAL) - gain(&with, &Prices::NEUTRAL);
        assert_eq!(gain(&without, &prices) - gain(&with, &prices), plain + 200);
    }
}
