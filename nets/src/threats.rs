//! Threats: the squares about a king and the attacked men, by who attacks and who guards them. Attacks
//! depend on several men at once, so that sums over single men cannot express them.

use tandem_rules::{Bitboard, Color, PieceType, Position, Square, attacks};

use crate::architecture::{BESIDE, JUMPS, MOST_OF_A_KIND, MOST_THREATS};
use crate::feature::{Feature, Perspective};
use crate::network::ThreatRow;

/// The men of both sides, by color and type.
pub type Men = [[Bitboard; 6]; 2];

/// The threats against both sides of a board.
#[derive(Default)]
pub struct Threats {
    /// Their kinds, by the color of the side, a kind as often as it occurs.
    kinds: [Kinds; 2],
}

impl Threats {
    /// The threats on a board with these men.
    pub fn of(men: &Men) -> Self {
        let all = men.map(|men| men.into_iter().fold(Bitboard::EMPTY, |all, men| all | men));
        let [white, black] = Color::ALL.map(|side| Attacks::by(side, men, all[0] | all[1]));
        let mut threats = Self::default();
        let [against_white, against_black] = &mut threats.kinds;
        Side { color: Color::White, men, all, own: &white, other: &black }.count(against_white);
        Side { color: Color::Black, men, all, own: &black, other: &white }.count(against_black);
        threats
    }

    /// The kinds of the threats against a side, below [`THREATS`](crate::architecture::THREATS), a kind as
    /// often as it occurs.
    pub(crate) fn against(&self, side: Color) -> &[u8] {
        let Kinds { list, count } = &self.kinds[side.index()];
        &list[..*count]
    }

    /// The features of these threats, one as often as it is active.
    pub fn features(&self, perspective: Perspective) -> impl Iterator<Item = Feature> {
        Color::ALL.into_iter().flat_map(move |side| {
            self.against(side).iter().map(move |&kind| perspective.threat(side, kind))
        })
    }
}

/// Threats as the neurons that see them weigh them.
pub(crate) struct WeightedThreats<'a> {
    /// The rows of their kinds, for a neuron of the threatened side and for one of the other side.
    pub rows: [&'a [ThreatRow]; 2],
    /// The kinds of those against the own side, and of those against the other one, a kind as often as it
    /// occurs.
    pub kinds: [&'a [u8]; 2],
}

/// The men of a position.
pub(crate) fn men(position: &Position) -> Men {
    Color::ALL.map(|side| PieceType::ALL.map(|piece| position.pieces(side, piece)))
}

/// The squares that one side attacks, those of its own men included.
#[derive(Default)]
struct Attacks {
    /// By pawns.
    pawns: Bitboard,
    /// By men other than the king.
    guarded: Bitboard,
    /// By any man.
    once: Bitboard,
    /// By two men or more.
    twice: Bitboard,
}

impl Attacks {
    /// The attacks of a side. They go through the other side's king, which cannot flee along their lines.
    fn by(side: Color, men: &Men, occupied: Bitboard) -> Self {
        let occupied = occupied.without(men[(!side).index()][PieceType::King.index()]);
        let [pawns, knights, bishops, rooks, queens, kings] = men[side.index()];
        let mut found = Self::default();
        let before_pawns = pawns.forward(side);
        found.add(before_pawns.east());
        found.add(before_pawns.west());
        found.pawns = found.once;
        knights.into_iter().for_each(|square| found.add(attacks::knight(square)));
        let diagonal = (bishops | queens).into_iter();
        diagonal.for_each(|square| found.add(attacks::bishop(square, occupied)));
        let straight = (rooks | queens).into_iter();
        straight.for_each(|square| found.add(attacks::rook(square, occupied)));
        found.guarded = found.once;
        kings.into_iter().for_each(|square| found.add(attacks::king(square)));
        found
    }

    fn add(&mut self, squares: Bitboard) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }
}

/// A side that is threatened.
struct Side<'a> {
    color: Color,
    men: &'a Men,
    /// All men, by color.
    all: [Bitboard; 2],
    /// Its own attacks, and those of the other side.
    own: &'a Attacks,
    other: &'a Attacks,
}

/// As many men of a kind are added one by one.
const _: () = assert!(MOST_OF_A_KIND == 2);

impl Side<'_> {
    /// Adds the kinds of the threats against it. They are not returned: what has just been written byte by
    /// byte is slow to copy.
    fn count(&self, kinds: &mut Kinds) {
        let ours = &self.men[self.color.index()];
        let [our_men, their_men] = [self.color, !self.color].map(|side| self.all[side.index()]);
        let count_in = |squares: Bitboard, square: Square| usize::from(squares.contains(square));
        let holder = |square| count_in(our_men, square) + 2 * count_in(their_men, square);
        let attackers =
            |square| count_in(self.other.once, square) + count_in(self.other.twice, square);
        let guarded = |square| count_in(self.own.guarded, square);
        // One king: `MOST_THREATS` counts the squares about one.
        if let Some(king) = ours[PieceType::King.index()].first() {
            for square in attacks::king(king) {
                kinds.add((holder(square) * 3 + attackers(square)) * 2 + guarded(square), true);
            }
            for square in attacks::knight(king) {
                kinds.add(BESIDE + holder(square) * 2 + guarded(square), true);
            }
        }
        for piece in PieceType::DROPPABLE {
            let men = ours[piece.index()] & self.other.once;
            if men.is_empty() {
                continue;
            }
            let by_pawns = men & self.other.pawns;
            let by_others = men.without(by_pawns);
            let sets = [by_pawns, by_others.without(self.own.once), by_others & self.own.once];
            for (how, men) in sets.into_iter().enumerate() {
                let kind = BESIDE + JUMPS + piece.index() * 3 + how;
                kinds.add(kind, men.any());
                kinds.add(kind, men.more_than_one());
            }
        }
    }
}

/// Kinds of threats.
struct Kinds {
    list: [u8; MOST_THREATS + 1],
    count: usize,
}

impl Default for Kinds {
    fn default() -> Self {
        Self { list: [0; MOST_THREATS + 1], count: 0 }
    }
}

impl Kinds {
    /// Adds a kind if there is such a threat. It is written anyway, and counts or not: a branch here could
    /// not be predicted.
    fn add(&mut self, kind: usize, is_there: bool) {
        self.list[self.count] = kind as u8;
        self.count += usize::from(is_there);
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::{Handoff, MoveRules, Variant};

    use super::*;
    use crate::architecture::THREATS;

    /// The number of threats of each kind.
    type Counts = [usize; THREATS];

    /// Kinds of squares beside the king, of squares a knight's move away, and of attacked men.
    const fn beside(holder: usize, attackers: usize, guarded: usize) -> usize {
        (holder * 3 + attackers) * 2 + guarded
    }

    const fn jump(holder: usize, guarded: usize) -> usize {
        BESIDE + holder * 2 + guarded
    }

    const fn attacked(piece: PieceType, how: usize) -> usize {
        BESIDE + JUMPS + piece.index() * 3 + how
    }

    fn counts(position: &Position, side: Color) -> Counts {
        let mut counts = [0; THREATS];
        for &kind in Threats::of(&men(position)).against(side) {
            counts[usize::from(kind)] += 1;
        }
        counts
    }

    #[test]
    fn squares_are_told_apart_by_the_man_on_them_by_attackers_and_by_guards() {
        let castled = "6k1/5ppp/8/4N3/8/8/8/3R2K1[Qn] b - - 0 1";
        let forked = "4k3/8/2n1p3/3p1b2/4P3/2N5/8/R3K3[] w - - 0 1";
        let table: [(_, _, &[(usize, usize)]); 4] = [
            (
                castled,
                Color::Black,
                &[
                    (beside(0, 0, 0), 2), // f8 and h8
                    (beside(1, 0, 0), 2), // g7 and h7
                    (beside(1, 1, 0), 1), // f7, which the king alone guards
                    (jump(0, 0), 1),      // e7
                    (jump(0, 1), 2),      // f6 and h6
                    (attacked(PieceType::Pawn, 2), 1),
                ],
            ),
            (
                castled,
                Color::White,
                &[
                    (beside(0, 0, 0), 4), // the second rank and h1
                    (beside(0, 0, 1), 1), // f1
                    (jump(0, 0), 2),      // e2 and h3
                    (jump(0, 1), 1),      // f3
                ],
            ),
            (
                forked,
                Color::Black,
                &[
                    (beside(0, 0, 0), 3),
                    (beside(0, 0, 1), 2), // d8 and e7
                    (jump(0, 0), 4),      // c7, d6, f6 and g7
                    (attacked(PieceType::Pawn, 0), 1),
                    (attacked(PieceType::Bishop, 0), 1),
                ],
            ),
            (
                forked,
                Color::White,
                &[
                    (beside(0, 0, 0), 3),
                    (beside(0, 0, 1), 2), // d1 and e2
                    (jump(0, 0), 4),      // c2, d3, f3 and g2
                    (attacked(PieceType::Pawn, 0), 1),
                ],
            ),
        ];
        for (fen, side, expected) in table {
            let counts = counts(&fen.parse().expect("a position"), side);
            let counts = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
            assert_eq!(counts.collect::<Vec<_>>(), expected, "{side:?} in {fen}");
        }
    }

    #[test]
    fn the_other_king_does_not_hide_the_squares_behind_it() {
        let position = "4k3/8/8/8/8/8/8/4RK2[] b - - 0 1".parse().expect("a position");
        assert_eq!(counts(&position, Color::Black)[beside(0, 1, 0)], 1, "e7");
        let position = "8/4k3/8/8/8/8/8/4RK2[] b - - 0 1".parse().expect("a position");
        assert_eq!(counts(&position, Color::Black)[beside(0, 1, 0)], 2, "e6 and e8");
    }

    #[test]
    fn men_of_any_number_have_a_limited_number_of_threats() {
        let [every, none] = [Bitboard::ALL, Bitboard::EMPTY].map(|squares| [squares; 6]);
        for men in [[none; 2], [every; 2], [every, none], [none, every]] {
            let threats = Threats::of(&men);
            assert!(Color::ALL.iter().all(|side| threats.against(*side).len() <= MOST_THREATS));
        }
    }

    /// The counts, square by square, from the attackers that the rules name.
    fn by_the_rules(position: &Position, side: Color) -> Counts {
        let king = position.king(side);
        let attackers = |square: Square, of: Color| {
            let occupied = position.occupied().without(position.pieces(!of, PieceType::King));
            position.attackers_to(square, occupied) & position.men(of)
        };
        let is_guarded = |square| usize::from(attackers(square, side).without(king.into()).any());
        let holder = |square| {
            position.piece_at(square).map_or(0, |man| if man.color == side { 1 } else { 2 })
        };
        let mut counts = [0; THREATS];
        for square in attacks::king(king) {
            let attackers = attackers(square, !side).count().min(2);
            counts[beside(holder(square), attackers, is_guarded(square))] += 1;
        }
        for square in attacks::knight(king) {
            counts[jump(holder(square), is_guarded(square))] += 1;
        }
        for square in position.men(side).without(king.into()) {
            let attackers_of_it = attackers(square, !side);
            let how = match () {
                () if attackers_of_it.is_empty() => continue,
                () if (attackers_of_it & position.pieces(!side, PieceType::Pawn)).any() => 0,
                () if attackers(square, side).is_empty() => 1,
                () => 2,
            };
            let man = position.piece_at(square).expect("a man stands there");
            let count = &mut counts[attacked(man.piece_type, how)];
            *count = MOST_OF_A_KIND.min(*count + 1);
        }
        counts
    }

    #[test]
    fn threats_are_those_that_the_attackers_of_each_square_make() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |bound: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % bound as u64) as usize
        };
        let mut seen = [0; THREATS];
        for _ in 0..300 {
            let mut position = Position::start(Variant::Bughouse, MoveRules::default());
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let _elsewhere = position.make(moves[below(moves.len())], &mut ());
                let (color, piece) = (Color::ALL[below(2)], PieceType::DROPPABLE[below(5)]);
                position.receive(Handoff { color, piece }, &mut ());
                for side in Color::ALL {
                    let counts = counts(&position, side);
                    assert_eq!(counts, by_the_rules(&position, side), "{}", position.to_fen());
                    seen.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
    }
}
