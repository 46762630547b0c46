//! A short search of openings, before they are played.

use std::sync::Arc;

use tandem_engine::{Limits, View};
use tandem_nets::Networks;
use tandem_rules::{BoardId, Boards, Color, OutcomeRules, Position};

use crate::search::asker::Asker;

/// A searcher that tells whether an opening favours a team.
pub(crate) struct Judge(Asker);

/// Node limit of a search: less than a millisecond, and the same result on any machine.
const NODES: u64 = 1000;

impl Judge {
    /// A judge that evaluates with a network; `None` means the hand-written evaluation.
    pub(crate) fn new(networks: Option<Arc<Networks>>) -> Self {
        Self(Asker::new(1, networks))
    }

    /// True if the scores of all boards together, for one team, are at most `within` centipawns
    /// from zero, and no single score is more than twice `within` from it.
    pub(crate) fn is_even(&mut self, boards: &Boards, within: i32) -> bool {
        let within = i64::from(within);
        let mut sum = 0;
        for &board in boards.in_play() {
            let score = i64::from(self.white_score(board, boards.position(board)));
            if score.abs() > 2 * within {
                return false;
            }
            sum += if board == BoardId::A { score } else { -score };
        }
        sum.abs() <= within
    }

    fn white_score(&mut self, board: BoardId, position: &Position) -> i32 {
        let color = position.side_to_move();
        let view = View::of_board(board.seat(color), position.clone(), OutcomeRules::default());
        self.0.searcher().clear(); // the result must not depend on earlier openings
        let answer = self.0.ask(view, Limits { nodes: Some(NODES), ..Limits::clock() });
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
        let mut judge = Judge::new(None);
        for &(boards, within, expected) in CASES {
            let bfen: Bfen = boards.join(" | ").parse().expect("two boards");
            assert_eq!(judge.is_even(&bfen.boards, within), expected, "{boards:?} {within}");
        }
    }
}
