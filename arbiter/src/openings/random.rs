//! Start positions that differ, made from a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tandem_rules::{Boards, MoveRules, Variant};

use super::{as_told, below, who_cannot_move};

/// Random legal plies on the boards that are played on; the same seed gives the same openings on
/// any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomOpenings {
    /// What all of them follow from.
    pub seed: u64,
    /// Plies played, on all boards together.
    pub plies: usize,
    /// Which game they are openings of.
    pub variant: Variant,
    /// What may be moved.
    pub rules: MoveRules,
}

/// After so many tries the last one is taken, balanced or not.
const MOST_TRIES: u64 = 200;

impl RandomOpenings {
    /// The opening of a pair of games; each pair has its own, whatever came before.
    ///
    /// Nobody is in check or without a move in it. `is_balanced` may turn it down, then the
    /// next one that the seed gives is tried.
    pub fn of_pair(&self, pair: usize, is_balanced: impl Fn(&Boards) -> bool) -> Boards {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(pair as u64);
        let mut opening = Boards::start_of(self.variant, self.rules);
        for _ in 0..MOST_TRIES {
            if let Some(tried) = self.walk(&mut random) {
                opening = tried;
                if is_balanced(&opening) {
                    break;
                }
            }
        }
        opening
    }

    fn walk(&self, random: &mut ChaCha8Rng) -> Option<Boards> {
        let mut boards = Boards::start_of(self.variant, self.rules);
        let in_play = boards.in_play();
        for _ in 0..self.plies {
            let board = in_play[below(random, in_play.len())];
            let moves = boards.position(board).legal_moves();
            let m = *moves.get(below(random, moves.len()))?;
            let _already_handed_over = boards.play(boards.on_turn(board), m).ok()?;
        }
        let in_check = in_play.iter().any(|&board| boards.position(board).in_check());
        (!in_check && who_cannot_move(&boards).is_none()).then(|| as_told(&boards))
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::BoardId;

    use super::*;

    const OPENINGS: RandomOpenings =
        RandomOpenings { seed: 7, plies: 12, variant: Variant::Bughouse, rules: MoveRules::FICS };

    #[test]
    fn a_seed_gives_the_same_openings_in_any_order_and_another_seed_others() {
        let of = |openings: RandomOpenings, pairs: &[usize]| -> Vec<Boards> {
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
            let boards = OPENINGS.of_pair(pair, |_| true);
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
                let boards = RandomOpenings { variant, ..OPENINGS }.of_pair(pair, |_| true);
                assert_eq!(boards.position(BoardId::B), start.position(BoardId::B));
                let position = boards.position(BoardId::A);
                assert_eq!((position.variant(), position.fullmove_number()), (variant, 7));
            }
        }
    }

    #[test]
    fn an_opening_that_is_turned_down_gives_way_to_the_next() {
        let first = OPENINGS.of_pair(0, |_| true);
        let second = OPENINGS.of_pair(0, |boards| *boards != first);
        assert_ne!(first, second);
        assert_eq!(second, OPENINGS.of_pair(0, |boards| *boards != first));
    }
}
