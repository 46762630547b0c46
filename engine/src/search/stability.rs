//! Best move stability: the share of the usual time that a move deserves by the course of the
//! search.

use tandem_rules::Move;

use super::params::Params;
use crate::Score;

/// Statistics over the iterations of a search: best move stability, falling score, node effort.
#[derive(Default)]
pub(super) struct Stability {
    last: Option<(Move, Score)>,
    /// Number of iterations in a row with the same best move.
    settled: i64,
    /// Loss of the last iteration's score against the one before, in centipawns, 0 to 200.
    fallen: i64,
    /// Share of the nodes spent on the best move, in percent.
    effort: i64,
}

impl Stability {
    /// Takes in the best move and score of an iteration; `effort` is the move's share of all nodes,
    /// in percent.
    pub(super) fn note(&mut self, m: Move, score: Score, effort: i64) {
        let (same, before) = self.last.map_or((false, score), |(last, score)| (last == m, score));
        self.settled = if same { self.settled + 1 } else { 0 };
        self.fallen = i64::from(before.value() - score.value()).clamp(0, 200);
        self.effort = effort;
        self.last = Some((m, score));
    }

    /// The share of the usual time that is due, in percent: less if the best move is settled and
    /// takes most of the nodes, more if it changes or its score falls.
    pub(super) fn percent(&self, params: &Params) -> i64 {
        let unsettled = i64::from(params.time_unstable)
            - i64::from(params.time_stability) * self.settled.min(5);
        let fallen = 100 + self.fallen * i64::from(params.time_falling_score) / 100;
        let effort = 100 + i64::from(params.time_node_effort) * (60 - self.effort) / 100;
        unsettled.max(0) * fallen / 100 * effort.max(0) / 100
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::Variant;

    use super::*;

    /// The share of time after iterations of (move, score) with this effort.
    fn percent(iterations: &[(u16, i32)], effort: i64) -> i64 {
        let mut stability = Stability::default();
        for &(m, score) in iterations {
            let m = Move::from_bits(m).expect("a move");
            stability.note(m, Score::evaluation(score), effort);
        }
        stability.percent(&Params::usual(Variant::Bughouse))
    }

    #[test]
    fn a_settled_thought_deserves_less_than_one_that_changes_or_gets_worse() {
        let settled = percent(&[(0o1234, 20); 8], 60);
        assert!(settled < 100, "{settled}");
        assert!(percent(&[(0o1234, 20), (0o1234, 20), (0o4321, 20)], 60) > 150);
        assert!(
            percent(&[(0o1234, 120), (0o1234, 120), (0o1234, 20)], 60)
                > percent(&[(0o1234, 20); 3], 60)
        );
    }

    #[test]
    fn the_fewer_nodes_the_other_moves_take_the_less_time_is_due() {
        let by_effort = [10, 50, 90].map(|effort| percent(&[(0o1234, 20); 4], effort));
        assert!(by_effort.is_sorted_by(|a, b| a > b) && by_effort[2] > 0, "{by_effort:?}");
    }
}
