//! Searches of openings, before they are played.

use std::sync::Arc;

use tandem_engine::{Limits, View};
use tandem_nets::Networks;
use tandem_rules::{BoardId, Boards, Color, OutcomeRules, Position};

use crate::search::asker::Asker;

/// A searcher that tells whether an opening favours a team. Its result is the same on any machine.
pub(crate) struct Judge {
    asker: Asker,
    /// Node limits of its searches, one after the other: what one calls even, the next one checks.
    searches: &'static [u64],
}

/// Node limit that takes less than a millisecond.
const QUICK: u64 = 1_000;
/// Node limit that sees most sacrifices and won pieces of an opening.
const THOROUGH: u64 = 10_000;

impl Judge {
    /// A judge for games that are themselves searched by few nodes, and in great number. It evaluates
    /// with a network; `None` means the hand-written evaluation.
    #[cfg(any(feature = "train", test))]
    pub(crate) fn quick(networks: Option<Arc<Networks>>) -> Self {
        Self { asker: Asker::new(1, networks), searches: &[QUICK] }
    }

    /// A judge for matches, where an opening that is lost with any player tells nothing about players.
    pub(crate) fn thorough(networks: Option<Arc<Networks>>) -> Self {
        Self { asker: Asker::new(1, networks), searches: &[QUICK, THOROUGH] }
    }

    /// True if the scores of all boards together, for one team, are at most `within` centipawns
    /// from zero, and no single score is more than twice `within` from it.
    pub(crate) fn is_even(&mut self, boards: &Boards, within: i32) -> bool {
        self.searches.iter().all(|&nodes| self.is_even_after(nodes, boards, within))
    }

    fn is_even_after(&mut self, nodes: u64, boards: &Boards, within: i32) -> bool {
        let within = i64::from(within);
        let mut sum = 0;
        for &board in boards.in_play() {
            let score = i64::from(self.white_score(nodes, board, boards.position(board)));
            if score.abs() > 2 * within {
                return false;
            }
            sum += if board == BoardId::A { score } else { -score };
        }
        sum.abs() <= within
    }

    fn white_score(&mut self, nodes: u64, board: BoardId, position: &Position) -> i32 {
        let color = position.side_to_move();
        let view = View::of_board(board.seat(color), position.clone(), OutcomeRules::default());
        self.asker.searcher().clear(); // the result must not depend on earlier openings
        let answer = self.asker.ask(view, Limits { nodes: Some(nodes), ..Limits::clock() });
        let score = answer.map_or(0, |(_, info)| info.score.value());
        if color == Color::White { score } else { -score }
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::Bfen;

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    const NO_QUEEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR[] w KQkq - 0 1";
    /// (boards A and B, centipawns, whether they are even within them)
    const CASES: &[([&str; 2], i32, bool)] = &[
        ([START, START], 150, true),
        ([NO_QUEEN, START], 150, false),
        ([START, NO_QUEEN], 150, false),
        // Each team lacks a queen: even together, if not on each board.
        ([NO_QUEEN, NO_QUEEN], 150, false),
        ([NO_QUEEN, NO_QUEEN], 1500, true),
    ];

    #[test]
    fn boards_are_even_where_no_team_is_better_and_no_board_is_lost() {
        for mut judge in [Judge::quick(None), Judge::thorough(None)] {
            for &(boards, within, expected) in CASES {
                let bfen: Bfen = boards.join(" | ").parse().expect("two boards");
                assert_eq!(judge.is_even(&bfen.boards, within), expected, "{boards:?} {within}");
            }
        }
    }

    #[test]
    fn a_match_searches_again_what_a_short_search_calls_even() {
        const WORSE_THAN_IT_LOOKS: &str =
            "rnb1k1nr/1pppqppp/p2bp3/Q7/2P5/N7/PP1PPPPP/R1B1KBNR[] w KQkq - 2 5";
        let bfen: Bfen = [WORSE_THAN_IT_LOOKS, START].join(" | ").parse().expect("two boards");
        let verdicts = [Judge::quick(None), Judge::thorough(None)]
            .map(|mut judge| judge.is_even(&bfen.boards, 80));
        assert_eq!(verdicts, [true, false]);
    }
}
