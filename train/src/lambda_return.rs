//! Lambda returns: scores that include those of later positions of the game.

use tandem_data::{Score, Situation};
use tandem_rules::Color;

/// Computes for each situation of a game the mean of its score and those of the later situations of
/// its board, in centipawns for the side to move, each score clamped to ±`most`: each counts
/// `ahead` times as much as the one before it (the λ of TD(λ)). 0 if there is no score from there
/// on.
///
/// A search looks only a few plies ahead, and the moves then played on its board show where they
/// led; the result of the game does as well, but there is one result for a hundred positions.
pub(crate) fn lambda_returns(situations: &[Situation<'_>], ahead: f64, most: i32) -> Vec<f64> {
    let mut later: [Option<f64>; 2] = [None; 2]; // of each board, from White's view
    let mut lambda_returns: Vec<f64> = situations
        .iter()
        .rev()
        .map(|situation| {
            let sign = if situation.seat.color == Color::White { 1.0 } else { -1.0 };
            let now = situation.ply.score.map(|score| sign * f64::from(centipawns(score, most)));
            let later = &mut later[situation.seat.board.index()];
            *later = match (now, *later) {
                (Some(now), Some(later)) => Some((1.0 - ahead) * now + ahead * later),
                (now, later) => now.or(later),
            };
            sign * later.unwrap_or(0.0)
        })
        .collect();
    lambda_returns.reverse();
    lambda_returns
}

/// The score in centipawns within ±`most`, which also stands for a mate.
fn centipawns(score: Score, most: i32) -> i32 {
    let of_mate = || score.mate().map_or(0, |moves| moves.signum() * most);
    score.centipawns().unwrap_or_else(of_mate).clamp(-most, most)
}

#[cfg(test)]
mod tests {
    use tandem_data::{GameRecord, PlyRecord};
    use tandem_rules::notation::Bfen;
    use tandem_rules::{BoardId, Millis, MoveRules};

    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

    /// Outlooks of a game with these moves: the board, the move, and its score for the player.
    fn seen(plies: &[(BoardId, &str, Option<Score>)], ahead: f64) -> Vec<f64> {
        let bfen = Bfen::parse(&format!("{KINGS} | {KINGS}"), MoveRules::FICS);
        let start = bfen.expect("a sound start").boards;
        let mut positions = BoardId::ALL.map(|board| start.position(board).clone());
        let plies = plies.iter().map(|&(board, m, score)| {
            let position = &mut positions[board.index()];
            let m = position.parse_coordinate(m).expect("a move");
            position.make(m, &mut ());
            PlyRecord { board, m, score, depth: 1, nodes: 1, at: Millis::ZERO, unseen: 0 }
        });
        let (plies, clocks) = (plies.collect(), [Millis(60_000); 4]);
        let game = GameRecord { number: 0, start, clocks, plies, outcome: None };
        let replay = game.replay("60".parse().expect("a control")).expect("legal moves");
        let situations: Vec<_> = replay.situations().collect();
        lambda_returns(&situations, ahead, 1_000)
    }

    #[test]
    fn later_scores_of_the_same_board_count_for_whoever_they_favour() {
        use BoardId::{A, B};
        let score = |centipawns| Some(Score::of_centipawns(centipawns));
        let game = [
            (A, "e1d1", score(100)),
            (B, "e1d1", score(40)),
            (A, "e8d8", score(-300)),
            (A, "d1e1", None),
            (A, "d8e8", Some(Score::of_mate(-3))),
        ];
        assert_eq!(seen(&game, 0.0), [100.0, 40.0, -300.0, 1_000.0, -1_000.0]);
        assert_eq!(seen(&game, 0.5), [375.0, 40.0, -650.0, 1_000.0, -1_000.0]);
        assert_eq!(seen(&[(A, "e1d1", None)], 0.5), [0.0]);
    }
}
