//! Random openings, generated from a seed.

use std::ops::RangeInclusive;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tandem_rules::{
    BoardId, Boards, Handoff, Move, MoveRules, PieceType, Position, Setup, Team, Variant,
};

use super::below::below;
use super::opening::{Opening, who_cannot_move};

/// Random legal plies on the boards in play; the same seed gives the same openings on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomOpenings {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of plies, on all boards together.
    pub plies: usize,
    /// Variant that the openings are for.
    pub variant: Variant,
    /// Rules of the moves.
    pub rules: MoveRules,
    /// True if they start from Chess960 positions: the same one on all boards, or one for each
    /// board.
    pub chess960: bool,
    /// True if pieces are added to the holdings after the last ply, for both teams equally many and
    /// of equal value.
    pub gifts: bool,
}

const CHESS960_STARTS: usize = 960;
/// Number of pieces given to each team as gifts.
const GIFTS: RangeInclusive<usize> = 2..=6;
const MINORS: &[PieceType] = &[PieceType::Knight, PieceType::Bishop];
/// Piece types that a gift can be; each entry is equally likely, and the types of one entry count
/// as equal in value. The frequencies are about those of holdings in a middlegame.
const KINDS_OF_GIFTS: [&[PieceType]; 11] = [
    &[PieceType::Pawn],
    &[PieceType::Pawn],
    &[PieceType::Pawn],
    &[PieceType::Pawn],
    MINORS,
    MINORS,
    MINORS,
    MINORS,
    &[PieceType::Rook],
    &[PieceType::Rook],
    &[PieceType::Queen],
];

/// Limit of tries for one opening; the last one is used, balanced or not.
const MOST_TRIES: u64 = 200;

impl RandomOpenings {
    /// Returns the opening of a pair of games; it depends only on the seed and the pair.
    ///
    /// No side to move is in check or without a move. If `is_balanced` rejects an opening, the next
    /// one that the seed gives is tried.
    pub fn of_pair(&self, pair: usize, is_balanced: impl FnMut(&Boards) -> bool) -> Opening {
        let any = |position: &Position, _: BoardId, random: &mut ChaCha8Rng| {
            let legal = position.legal_moves();
            legal.get(below(random, legal.len())).copied()
        };
        self.chosen(pair, any, is_balanced)
    }

    /// Returns the opening of a pair of games whose moves `choose` picks, with random numbers of the seed.
    ///
    /// No side to move is in check or without a move. If `choose` has no move, or `is_balanced` rejects
    /// an opening, the next one that the seed gives is tried.
    pub fn chosen(
        &self,
        pair: usize,
        mut choose: impl FnMut(&Position, BoardId, &mut ChaCha8Rng) -> Option<Move>,
        mut is_balanced: impl FnMut(&Boards) -> bool,
    ) -> Opening {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(pair as u64);
        let mut opening = Opening::at(Boards::start_of(self.variant, self.rules));
        for _ in 0..MOST_TRIES {
            if let Some(tried) = self.walk(&mut random, &mut choose) {
                opening = tried;
                if is_balanced(opening.boards()) {
                    break;
                }
            }
        }
        opening
    }

    fn walk(
        &self,
        random: &mut ChaCha8Rng,
        choose: &mut impl FnMut(&Position, BoardId, &mut ChaCha8Rng) -> Option<Move>,
    ) -> Option<Opening> {
        let start = self.start(random);
        let (mut boards, mut moves) = (start.clone(), Vec::with_capacity(self.plies));
        let in_play = boards.in_play();
        for _ in 0..self.plies {
            let board = in_play[below(random, in_play.len())];
            let m = choose(boards.position(board), board, random)?;
            let seat = boards.on_turn(board);
            let _already_handed_over = boards.play(seat, m).ok()?;
            moves.push((seat, m));
        }
        let in_check = in_play.iter().any(|&board| boards.position(board).in_check());
        if in_check || who_cannot_move(&boards).is_some() {
            return None;
        }
        let opening = Opening::after(start, moves, &boards);
        if !self.gifts {
            return Some(opening);
        }
        let mut boards = opening.boards().clone();
        give(&mut boards, random);
        Some(Opening::at(boards))
    }

    fn start(&self, random: &mut ChaCha8Rng) -> Boards {
        if !self.chess960 {
            return Boards::start_of(self.variant, self.rules);
        }
        let a = self.chess960_start(random);
        let are_alike = below(random, 2) == 0;
        match self.variant {
            Variant::Crazyhouse | Variant::Chess => Boards::beside_start(a),
            Variant::Bughouse if are_alike => Boards::new(a.clone(), a),
            Variant::Bughouse => Boards::new(a, self.chess960_start(random)),
        }
    }

    fn chess960_start(&self, random: &mut ChaCha8Rng) -> Position {
        let number = below(random, CHESS960_STARTS) as u16;
        let setup = Setup::chess960(number).expect("there are as many");
        Position::from_setup(&setup, self.variant, self.rules).expect("each start is sound")
    }
}

/// Adds the same kinds of pieces to the holdings of both teams; the seat that gets each is random.
fn give(boards: &mut Boards, random: &mut ChaCha8Rng) {
    let in_play = boards.in_play();
    let count = GIFTS.start() + below(random, GIFTS.end() - GIFTS.start() + 1);
    for _ in 0..count {
        let kind = KINDS_OF_GIFTS[below(random, KINDS_OF_GIFTS.len())];
        for team in Team::ALL {
            let piece = kind[below(random, kind.len())];
            let board: BoardId = in_play[below(random, in_play.len())];
            boards.hand_over(board, Handoff { color: team.seat(board).color, piece });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENINGS: RandomOpenings = RandomOpenings {
        seed: 7,
        plies: 12,
        variant: Variant::Bughouse,
        rules: MoveRules::FICS,
        chess960: false,
        gifts: false,
    };

    #[test]
    fn a_seed_gives_the_same_openings_in_any_order_and_another_seed_others() {
        let of = |openings: RandomOpenings, pairs: &[usize]| -> Vec<Opening> {
            pairs.iter().map(|&pair| openings.of_pair(pair, |_| true)).collect()
        };
        let forward = of(OPENINGS, &[0, 1, 2, 3]);
        let mut backward = of(OPENINGS, &[3, 2, 1, 0]);
        backward.reverse();
        assert_eq!(forward, backward);
        assert!((1..4).all(|at| forward[at] != forward[at - 1]));
        assert_ne!(forward, of(RandomOpenings { seed: 8, ..OPENINGS }, &[0, 1, 2, 3]));
    }

    #[test]
    fn openings_are_sound_calm_and_as_long_as_asked() {
        for pair in 0..200 {
            let opening = OPENINGS.of_pair(pair, |_| true);
            let boards = opening.boards();
            assert!(boards.is_two_sets());
            let plies = BoardId::ALL.map(|board| {
                let position = boards.position(board);
                usize::from(position.fullmove_number() - 1) * 2 + position.side_to_move().index()
            });
            assert_eq!(plies[0] + plies[1], OPENINGS.plies);
            assert!(BoardId::ALL.into_iter().all(|board| !boards.position(board).in_check()));
        }
    }

    #[test]
    fn on_one_board_all_plies_are_played_on_a() {
        for variant in [Variant::Crazyhouse, Variant::Chess] {
            let start = Boards::start_of(variant, MoveRules::FICS);
            for pair in 0..50 {
                let opening = RandomOpenings { variant, ..OPENINGS }.of_pair(pair, |_| true);
                let boards = opening.boards();
                assert_eq!(boards.position(BoardId::B), start.position(BoardId::B));
                let position = boards.position(BoardId::A);
                assert_eq!((position.variant(), position.fullmove_number()), (variant, 7));
            }
        }
    }

    #[test]
    fn starts_of_chess960_are_the_same_on_both_boards_or_not() {
        let openings = RandomOpenings { plies: 0, chess960: true, ..OPENINGS };
        let boards =
            |openings: &RandomOpenings, pair| openings.of_pair(pair, |_| true).boards().clone();
        let starts: Vec<Boards> = (0..100).map(|pair| boards(&openings, pair)).collect();
        let are_alike =
            |boards: &&Boards| boards.position(BoardId::A) == boards.position(BoardId::B);
        assert!((20..80).contains(&starts.iter().filter(are_alike).count()));
        assert!(starts.iter().all(Boards::is_two_sets));
        for variant in [Variant::Crazyhouse, Variant::Chess] {
            let usual = Position::start(variant, MoveRules::FICS);
            let openings = RandomOpenings { variant, ..openings };
            let starts: Vec<Boards> = (0..20).map(|pair| boards(&openings, pair)).collect();
            assert!(starts.iter().any(|boards| *boards.position(BoardId::A) != usual));
            assert!(starts.iter().all(|boards| *boards.position(BoardId::B) == usual));
        }
    }

    /// Number of pieces of the given types that a team holds.
    fn held(boards: &Boards, team: Team, kind: &[PieceType]) -> u8 {
        let hands = boards.in_play().iter();
        let hands = hands.map(|&board| boards.position(board).holdings(team.seat(board).color));
        hands.flat_map(|hand| kind.iter().map(move |&piece| hand.count(piece))).sum()
    }

    #[test]
    fn gifts_go_to_both_teams_alike_and_change_nothing_else() {
        for variant in [Variant::Bughouse, Variant::Crazyhouse] {
            let openings = RandomOpenings { variant, plies: 0, gifts: true, ..OPENINGS };
            let start = Boards::start_of(variant, MoveRules::FICS);
            for pair in 0..100 {
                let opening = openings.of_pair(pair, |_| true);
                let boards = opening.boards();
                for kind in KINDS_OF_GIFTS {
                    let [one, two] = Team::ALL.map(|team| held(boards, team, kind));
                    assert_eq!(one, two, "{kind:?}");
                }
                let count = held(boards, Team::One, &PieceType::DROPPABLE);
                assert!(GIFTS.contains(&usize::from(count)), "{count}");
                for board in BoardId::ALL {
                    let [given, usual] = [boards, &start].map(|boards| boards.position(board));
                    assert_eq!(given.placement_key(), usual.placement_key());
                    assert!(given == usual || boards.in_play().contains(&board));
                }
            }
        }
    }

    #[test]
    fn an_opening_that_is_turned_down_gives_way_to_the_next() {
        let first = OPENINGS.of_pair(0, |_| true);
        let others = |boards: &Boards| boards != first.boards();
        let second = OPENINGS.of_pair(0, others);
        assert_ne!(first, second);
        assert_eq!(second, OPENINGS.of_pair(0, others));
    }

    #[test]
    fn the_moves_of_an_opening_lead_to_its_boards_on_either_board() {
        let mut told = 0;
        for pair in 0..200 {
            let opening = OPENINGS.of_pair(pair, |_| true);
            told += usize::from(opening.moves().len() == OPENINGS.plies);
            let mirrored = opening.clone().mirrored();
            assert_eq!(mirrored.clone().mirrored(), opening);
            for opening in [opening, mirrored] {
                let mut boards = opening.start().clone();
                for &(seat, m) in opening.moves() {
                    let _already_handed_over = boards.play(seat, m).expect("it is legal");
                }
                assert_eq!(&boards, opening.boards());
            }
        }
        assert!(told > 190, "{told}: few openings are more than their FENs tell");
    }
}
