//! A hand-written evaluation, until a network learns a better one.
//!
//! A man is worth the same in hand and on the board, and about twice what it would be in chess:
//! whoever loses it loses it on this board and feeds an opponent on the other. What differs is
//! what it does here: attack squares, and those around the king above all.

use tandem_rules::{Bitboard, Color, PieceType, Position, Square, Variant, attacks};

use crate::{Prices, Score};

/// Centipawns, pawn to queen. In bughouse minor pieces and rooks are close to each other and a
/// queen is worth two of them; source 001 counts 1, 2, 2, 2, 4.
const BUGHOUSE: [i32; 6] = [170, 390, 370, 400, 760, 0];
const CHESS: [i32; 6] = [100, 310, 320, 500, 950, 0];
/// A promoted piece counts as the pawn it is, and this share of what its type is worth more.
const PROMOTED_PERCENT: i32 = 35;
const TEMPO: i32 = 18;
/// What an attack on a square beside the king counts, by attacker.
const RING_ATTACK: [i32; 6] = [3, 6, 5, 5, 8, 0];
/// What a piece in the enemy's hand counts near a king.
const HELD_THREAT: [i32; 5] = [3, 8, 6, 5, 10];
/// Squares beside the king that the enemy attacks and only the king defends.
const WEAK_SQUARE: i32 = 9;
/// Squares beside the king on which an enemy piece can be dropped undefended-by-us.
const OPEN_SQUARE: i32 = 3;
const SHELTER: i32 = 9;
const CENTER: [i32; 6] = [4, 9, 5, 1, 2, -8];
const MOBILITY: [i32; 6] = [0, 4, 4, 2, 1, 0];

/// What a piece type is worth to a side, in centipawns, on the board or in hand.
pub(crate) fn value(variant: Variant, piece: PieceType) -> i32 {
    match variant {
        Variant::Bughouse | Variant::Crazyhouse => BUGHOUSE[piece.index()],
        Variant::Chess => CHESS[piece.index()],
    }
}

/// What a man is worth that has just been promoted to `piece`: in bughouse and crazyhouse little
/// more than the pawn it will be in a hand.
pub(crate) fn promoted(position: &Position, piece: PieceType) -> i32 {
    let [pawn, worth] = [PieceType::Pawn, piece].map(|piece| value(position.variant(), piece));
    match position.variant() {
        Variant::Chess => worth,
        Variant::Bughouse | Variant::Crazyhouse => pawn + (worth - pawn) * PROMOTED_PERCENT / 100,
    }
}

/// What the man on a square is worth; nothing where there is none.
pub(crate) fn worth_at(position: &Position, square: Square) -> i32 {
    position.piece_at(square).map_or(0, |piece| match position.promoted().contains(square) {
        true => promoted(position, piece.piece_type),
        false => value(position.variant(), piece.piece_type),
    })
}

/// The evaluation from the side to move's point of view; prices are those of the side to move.
pub(crate) fn evaluate(position: &Position, us: Color, prices: &Prices) -> Score {
    let maps = Color::ALL.map(|color| Activity::of(position, color));
    let side = |color: Color| {
        let [own, enemy] = [&maps[color.index()], &maps[(!color).index()]];
        material(position, color) + own.score - king_danger(position, color, own, enemy)
    };
    let white = side(Color::White) - side(Color::Black);
    let stm = position.side_to_move();
    let own = if stm == Color::White { white } else { -white };
    let premium = price(position, us, prices) * if stm == us { 1 } else { -1 };
    Score::evaluation(own + premium + TEMPO)
}

fn material(position: &Position, color: Color) -> i32 {
    let variant = position.variant();
    let mut sum = 0;
    for piece in PieceType::DROPPABLE {
        let worth = value(variant, piece);
        let men = position.pieces(color, piece);
        let marked = (men & position.promoted()).count() as i32;
        let whole = men.count() as i32 - marked + i32::from(position.holdings(color).count(piece));
        sum += whole * worth + marked * promoted(position, piece);
    }
    sum
}

/// What the prices make of the men: each of theirs that is gone was a gain, each of ours a loss.
fn price(position: &Position, us: Color, prices: &Prices) -> i32 {
    if *prices == Prices::NEUTRAL {
        return 0;
    }
    let count = |color, piece| position.count_of_set(color, piece) as i32;
    PieceType::DROPPABLE
        .into_iter()
        .map(|piece| prices.loss(piece) * count(us, piece) - prices.gain(piece) * count(!us, piece))
        .sum()
}

/// What the men of one color do.
struct Activity {
    score: i32,
    attacked: Bitboard,
    /// Attacked by men other than the king.
    covered: Bitboard,
    ring_attack: i32,
}

impl Activity {
    fn of(position: &Position, color: Color) -> Self {
        let occupied = position.occupied();
        let ring = attacks::king(position.king(!color));
        let mut all = Self {
            score: 0,
            attacked: attacks::king(position.king(color)),
            covered: Bitboard::EMPTY,
            ring_attack: 0,
        };
        for piece in PieceType::DROPPABLE {
            for square in position.pieces(color, piece) {
                let reached = attacks::of(color, piece, square, occupied);
                all.covered |= reached;
                all.ring_attack += RING_ATTACK[piece.index()] * (reached & ring).count() as i32;
                let mobility = reached.without(position.men(color)).count() as i32;
                all.score += MOBILITY[piece.index()] * mobility
                    + CENTER[piece.index()] * centrality(square.index());
            }
        }
        all.attacked |= all.covered;
        all
    }
}

/// 0 in a corner to 6 in the center.
fn centrality(square: usize) -> i32 {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    file.min(7 - file) + rank.min(7 - rank)
}

fn king_danger(position: &Position, color: Color, own: &Activity, enemy: &Activity) -> i32 {
    let king = position.king(color);
    let ring = attacks::king(king);
    let held = position.holdings(!color);
    let threat: i32 = PieceType::DROPPABLE
        .into_iter()
        .map(|piece| HELD_THREAT[piece.index()] * i32::from(held.count(piece)).min(2))
        .sum();
    let weak = (ring & enemy.attacked).without(own.covered).count() as i32;
    let open = ring.without(position.occupied() | own.covered).count() as i32;
    let shelter = (ring & position.pieces(color, PieceType::Pawn)).count() as i32;
    let exposed = 8 + WEAK_SQUARE * weak + OPEN_SQUARE * open;
    let danger = enemy.ring_attack + threat;
    danger * exposed / 12 - SHELTER * shelter
        + CENTER[PieceType::King.index()].abs() * centrality(king.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{MoveRules, notation::Fen};

    fn position(fen: &str) -> Position {
        Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("a position")
    }

    /// Each position with its colors swapped and the board turned over.
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
