//! The engine's opinion of moves: a short search of the position after each.

#[cfg(feature = "serve")]
use crossbeam::channel::Receiver;
use tandem_analysis::forecast::{Outlook, Scale, for_team_one};
use tandem_analysis::scene::Scene;
use tandem_analysis::search::Search;
use tandem_engine::{Limits, Thinking};
use tandem_nets::Networks;
use tandem_rules::{BoardId, Boards, Game, Move, OutcomeRules, Position, RuleSet, Team};

use super::scores::ScoreKey;
use crate::search::asker::Asker;

/// Size of the transposition table in MiB. Searches are short, and begin with an empty table so that
/// a score does not depend on earlier ones.
const TABLE_MEBIBYTES: usize = 8;

/// Searches the positions after moves.
pub(crate) struct Judge {
    asker: Asker,
    nodes: u64,
}

/// A position after a move.
pub(crate) struct Judged {
    scene: Scene,
    /// The team of the mover.
    team: Team,
}

impl Judged {
    /// Both boards after a move on one of them; `None` if it is not accepted.
    pub(crate) fn of_both(boards: &Boards, on: BoardId, m: Move) -> Option<Self> {
        let (mut boards, seat) = (boards.clone(), boards.on_turn(on));
        boards.play(seat, m).ok()?;
        Some(Self { scene: Scene::new(boards, [None; 2]), team: seat.team() })
    }

    /// A board after a move, of whose partner board nothing is known: it counts as even.
    pub(crate) fn of_one(position: &Position, m: Move) -> Option<Self> {
        let boards = Boards::beside_start(position.clone());
        let after = Self::of_both(&boards, BoardId::A, m)?;
        Some(Self { scene: Scene::alone(after.scene.boards), team: after.team })
    }

    /// The key by which a score is kept.
    pub(crate) fn key(&self, nodes: u64) -> ScoreKey {
        let key = |&board: &BoardId| {
            let position = self.scene.boards.position(board);
            (position.placement_key() ^ position.holdings_key()).0
        };
        let shown = self.scene.shown();
        ScoreKey { boards: [shown.first().map(key), shown.get(1).map(key)], nodes }
    }

    /// The share of such games that the team of the mover wins, from that of team one.
    pub(crate) fn for_mover(&self, team_one: f64) -> f64 {
        if self.team == Team::One { team_one } else { 1.0 - team_one }
    }
}

impl Judge {
    /// A judge that searches so many nodes of each board.
    pub(crate) fn new(nodes: u64) -> Self {
        Self { asker: Asker::new(TABLE_MEBIBYTES, Some(Networks::embedded())), nodes }
    }

    /// Ends all searches once this channel closes, in place of an earlier one.
    #[cfg(feature = "serve")]
    pub(crate) fn listen_to(&mut self, stop: Receiver<()>) {
        self.asker.listen_to(stop);
    }

    /// The share of such games that team one wins; `None` if the search was ended.
    pub(crate) fn team_one_wins(&mut self, judged: &Judged) -> Option<f64> {
        let (scene, rules) = (&judged.scene, RuleSet::default().outcomes);
        if let Some(outcome) = Game::outcome_of(&scene.boards, rules, None) {
            return Some(match outcome.winner {
                Some(Team::One) => 1.0,
                Some(Team::Two) => 0.0,
                None => 0.5,
            });
        }
        let mut outlook = Outlook::default();
        for &board in scene.shown() {
            let score = self.score(scene, board, rules)?;
            let seat = scene.boards.on_turn(board);
            outlook = outlook.with_score(board, for_team_one(seat, score));
        }
        Some(outlook.wins(Team::One, Scale::People))
    }

    /// The score of a board for the side to move.
    fn score(
        &mut self,
        scene: &Scene,
        board: BoardId,
        rules: OutcomeRules,
    ) -> Option<tandem_engine::Score> {
        self.asker.clear();
        let thinking = Thinking::Infinite;
        let limits = Limits { thinking, nodes: Some(self.nodes), ..Limits::clock() };
        let (_, info) = self.asker.ask(scene.view(board, rules), limits).ok()?;
        (!self.asker.is_interrupted()).then_some(info.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mover_who_wins_a_queen_is_ahead_and_one_who_mates_has_won() {
        let mut judge = Judge::new(2000);
        let mut wins = |fen: &str, m: &str| {
            let position: Position = fen.parse().expect("a position");
            let judged = Judged::of_one(&position, m.parse().expect("a move"));
            let judged = judged.expect("a legal move");
            judge.team_one_wins(&judged).map(|wins| judged.for_mover(wins)).expect("a score")
        };
        let queen = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R[] w KQkq - 0 1";
        assert!(wins(queen, "f3h4") > wins(queen, "a2a3") + 0.1);
        let mate = wins("6k1/5p1p/5P1Q/8/8/8/8/3K4[] w - - 0 1", "h6g7");
        assert!((mate - 1.0).abs() < 1e-9, "{mate}");
    }
}
