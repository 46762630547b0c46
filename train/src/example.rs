//! Examples: positions of recorded games, with their labels.

use tandem_data::{GameRecord, Situation};
use tandem_rules::{BoardId, Ending, Position};

use crate::label::Label;

/// A position with its label.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// The board of the player to move.
    pub position: &'a Position,
    /// Its label, for that player.
    pub label: Label,
    /// True if the best move captures or promotes: the placement then says less than the move.
    pub is_noisy: bool,
}

/// Trust in the result of a game that was decided on the other board: it says less of this one.
const ELSEWHERE: f64 = 1.0 / 3.0;

impl<'a> Example<'a> {
    /// The example of a situation of this game. `None` if the position is in check, or its score is
    /// unknown, a mate or beyond ±`most_score` centipawns: the placement then says little.
    pub fn of(game: &GameRecord, situation: &Situation<'a>, most_score: i32) -> Option<Self> {
        let position = situation.boards.position(situation.seat.board);
        let score = situation.ply.score?.centipawns().filter(|score| score.abs() <= most_score)?;
        if position.in_check() {
            return None;
        }
        let (result, trust) = result(game, situation);
        let label = Label { score: f64::from(score), result, trust };
        Some(Self { position, label, is_noisy: !position.is_quiet(situation.ply.m) })
    }

    /// The same example with another score.
    pub(crate) const fn with_score(mut self, score: f64) -> Self {
        self.label.score = score;
        self
    }
}

/// The result of the game for the player to move, 0 to 1, and the trust in it: how much of it came
/// about on the player's board.
fn result(game: &GameRecord, situation: &Situation) -> (f64, f64) {
    let Some(outcome) = game.outcome else { return (0.5, 0.0) };
    let result = match outcome.winner {
        None => 0.5,
        Some(winner) if winner == situation.seat.team() => 1.0,
        Some(_) => 0.0,
    };
    let trust = match deciding_board(outcome.ending) {
        None => 0.0,
        Some(board) if board == situation.seat.board => 1.0,
        Some(_) => ELSEWHERE,
    };
    (result, trust)
}

/// The board whose position decided a game; `None` if the clocks did.
fn deciding_board(ending: Ending) -> Option<BoardId> {
    match ending {
        Ending::Flag(_) | Ending::FlagWithoutMaterial(_) => None,
        Ending::LastDrop(seat) => Some(seat.board),
        ending => ending.board(),
    }
}

#[cfg(test)]
mod tests {
    use tandem_data::{PlyRecord, Score};
    use tandem_rules::notation::Bfen;
    use tandem_rules::{Millis, MoveRules, Outcome, Seat, Team};

    use super::*;

    /// Board B, with bare kings.
    const REST: &str = " | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

    fn game(board: &str, m: &str, score: Option<Score>, outcome: Option<Outcome>) -> GameRecord {
        let bfen = Bfen::parse(&format!("{board}{REST}"), MoveRules::FICS);
        let start = bfen.expect("a sound start").boards;
        let m = start.position(BoardId::A).parse_coordinate(m).expect("a move");
        let at = Millis::ZERO;
        let ply = PlyRecord { board: BoardId::A, m, score, depth: 1, nodes: 1, at, unseen: 0 };
        GameRecord { number: 0, start, clocks: [Millis(60_000); 4], plies: vec![ply], outcome }
    }

    /// The label of the first position, and whether it is noisy.
    fn example(game: &GameRecord) -> Option<(Label, bool)> {
        let replay = game.replay("60".parse().expect("a control")).expect("a legal move");
        let situation = replay.situations().next().expect("a ply");
        Example::of(game, &situation, 2_000).map(|example| (example.label, example.is_noisy))
    }

    #[test]
    fn positions_out_of_check_with_a_score_teach_and_captures_and_promotions_are_noisy() {
        const QUIET: Option<bool> = Some(false);
        const NOISY: Option<bool> = Some(true);
        let score = Some(Score::of_centipawns(30));
        for (board, m, score, teaches) in [
            ("4k3/8/8/3p4/4P3/8/8/4K3[N] w - - 0 1", "e4e5", score, QUIET),
            ("4k3/8/8/3p4/4P3/8/8/4K3[N] w - - 0 1", "N@f5", score, QUIET),
            ("4k3/8/8/3p4/4P3/8/8/4K3[N] w - - 0 1", "e4d5", score, NOISY),
            ("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q", score, NOISY),
            ("4k3/8/8/8/8/8/4r3/4K3[] w - - 0 1", "e1d1", score, None),
            ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "e1d1", None, None),
            ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "e1d1", Some(Score::of_mate(2)), None),
            ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "e1d1", Some(Score::of_centipawns(2_000)), QUIET),
            ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "e1d1", Some(Score::of_centipawns(-2_001)), None),
        ] {
            let example = example(&game(board, m, score, None));
            assert_eq!(example.map(|(_, is_noisy)| is_noisy), teaches, "{board} {m}");
        }
    }

    #[test]
    fn a_result_is_trusted_where_it_came_about() {
        let [white_on_a, black_on_a, white_on_b, _] = Seat::ALL;
        let mate = |seat: Seat| Outcome { winner: Some(Team::One), ending: Ending::Mate(seat) };
        let flag = Outcome { winner: Some(Team::Two), ending: Ending::Flag(white_on_a) };
        for (outcome, result, trust) in [
            (None, 0.5, 0.0),
            (Some(mate(black_on_a)), 1.0, 1.0),
            (Some(mate(white_on_b)), 1.0, 1.0 / 3.0),
            (Some(flag), 0.0, 0.0),
        ] {
            let score = Some(Score::of_centipawns(-7));
            let game = game("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "e1d1", score, outcome);
            let label = Label { score: -7.0, result, trust };
            assert_eq!(example(&game), Some((label, false)), "{outcome:?}");
        }
    }
}
