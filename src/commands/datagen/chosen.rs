//! Openings whose moves a short search chooses: those that people and programs play.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tandem_arbiter::openings::{Opening, RandomOpenings};
use tandem_engine::{Limits, SoftNodes, View};
use tandem_nets::Networks;
use tandem_rules::{BoardId, Boards, Move, OutcomeRules, Position};

use super::between::between;
use crate::search::asker::Asker;

/// A searcher that chooses the moves of openings among the best, by chance.
pub(super) struct Chooser {
    asker: Asker,
}

/// Number of moves that are compared.
const CANDIDATES: usize = 6;
/// Soft node limit of a search, about depth 4.
const NODES: u64 = 600;
/// Hard node limit of a search, which few reach.
const MOST_NODES: u64 = 20 * NODES;
/// The most that chance adds to the score of a move, in centipawns.
const SPREAD: i64 = 200;
/// The fewest and the most plies of an opening for each board: with fewer, many games would be the same.
const PLIES: [i64; 2] = [12, 28];
/// Mask for the seed, so that the number of plies does not depend on the other numbers of a game.
const OF_PLIES: u64 = 0x6368_6f73_656e_0000;

impl Chooser {
    pub(super) fn new(networks: Option<Arc<Networks>>) -> Self {
        Self { asker: Asker::new(1, networks) }
    }

    /// The opening of the game with this number, with as many plies as chance gives it. If `is_even`
    /// turns it down, the next one that the seed gives is tried.
    pub(super) fn of_game(
        &mut self,
        openings: RandomOpenings,
        number: u64,
        is_even: impl FnMut(&Boards) -> bool,
    ) -> Opening {
        let mut random = ChaCha8Rng::seed_from_u64(openings.seed ^ OF_PLIES);
        random.set_stream(number);
        let [least, most] = PLIES;
        let plies = between(&mut random, least, most) as usize;
        let openings =
            RandomOpenings { plies: plies * openings.variant.boards().len(), ..openings };
        self.asker.searcher().clear(); // the moves must not depend on earlier games
        let choose = |position: &Position, board, random: &mut ChaCha8Rng| {
            self.choose(position, board, random)
        };
        openings.chosen(number as usize, choose, is_even)
    }

    /// One of the best moves of a short search, each with a random addition to its score.
    fn choose(
        &mut self,
        position: &Position,
        board: BoardId,
        random: &mut ChaCha8Rng,
    ) -> Option<Move> {
        let seat = board.seat(position.side_to_move());
        let view = View::of_board(seat, position.clone(), OutcomeRules::default());
        let limits = Limits {
            soft_nodes: Some(SoftNodes::any(NODES)),
            nodes: Some(MOST_NODES),
            multi_pv: CANDIDATES,
            ..Limits::clock()
        };
        let compared = self.asker.compare(view, limits).ok()?.into_iter();
        let liked =
            compared.map(|(m, score)| (score.value() + between(random, 0, SPREAD) as i32, m));
        liked.max_by_key(|&(score, _)| score).map(|(_, m)| m)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tandem_rules::{MoveRules, Variant};

    use super::*;

    fn openings(variant: Variant) -> RandomOpenings {
        let rules = MoveRules::default();
        RandomOpenings { seed: 7, plies: 0, variant, rules, chess960: false, gifts: false }
    }

    fn of_games(variant: Variant, games: impl Iterator<Item = u64>) -> Vec<Opening> {
        let mut chooser = Chooser::new(None);
        games.map(|game| chooser.of_game(openings(variant), game, |_| true)).collect()
    }

    /// Number of plies that led to a position from the usual start.
    fn plies(position: &Position) -> i64 {
        i64::from(position.fullmove_number() - 1) * 2 + position.side_to_move().index() as i64
    }

    #[test]
    fn an_opening_follows_from_the_seed_and_the_game_whatever_came_before() {
        let forward = of_games(Variant::Crazyhouse, 0..4);
        let mut backward = of_games(Variant::Crazyhouse, (0..4).rev());
        backward.reverse();
        assert_eq!(forward, backward);
    }

    #[test]
    fn openings_differ_and_are_as_long_as_they_should_be() {
        for variant in [Variant::Crazyhouse, Variant::Bughouse] {
            let openings = of_games(variant, 0..12);
            let in_play = variant.boards().len() as i64;
            for boards in openings.iter().map(Opening::boards) {
                let sum: i64 =
                    boards.in_play().iter().map(|&board| plies(boards.position(board))).sum();
                let [least, most] = PLIES;
                assert!((least..=most).contains(&(sum / in_play)), "{sum}");
            }
            let texts =
                openings.iter().map(|opening| opening.boards().position(BoardId::A).to_fen());
            assert_eq!(texts.collect::<HashSet<_>>().len(), openings.len());
        }
    }

    #[test]
    fn an_opening_that_is_turned_down_gives_way_to_the_next() {
        let openings = openings(Variant::Crazyhouse);
        let mut chooser = Chooser::new(None);
        let first = chooser.of_game(openings, 0, |_| true);
        let second = chooser.of_game(openings, 0, |boards| boards != first.boards());
        assert_ne!(first, second);
    }

    #[test]
    fn a_move_that_loses_much_is_not_chosen() {
        // Black's queen hangs, and every move that does not take it lets it go.
        const HANGING: &str = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R[] w KQkq - 0 3";
        let position: Position = HANGING.parse().expect("it is legal");
        let mut chooser = Chooser::new(None);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..20 {
            let m = chooser.choose(&position, BoardId::A, &mut random).expect("there are moves");
            assert_eq!(m.to_string(), "f3h4");
        }
    }
}
