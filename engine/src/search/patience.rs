//! How much of its time a thought deserves, by how it has gone so far.

use tandem_rules::Move;

use super::params::Params;
use crate::Score;

/// What the iterations of a search have come to.
#[derive(Default)]
pub(super) struct Patience {
    last: Option<(Move, Score)>,
    /// For so many iterations the best move has been the same.
    settled: i64,
    /// By how much the last iteration was worse than the one before, in centipawns.
    fallen: i64,
    /// The share of the nodes that the best move took, in percent.
    effort: i64,
}

impl Patience {
    /// An iteration has ended with this move; `effort` is its share of all nodes, in percent.
    pub(super) fn note(&mut self, m: Move, score: Score, effort: i64) {
        let (same, before) = self.last.map_or((false, score), |(last, score)| (last == m, score));
        self.settled = if same { self.settled + 1 } else { 0 };
        self.fallen = i64::from(before.value() - score.value()).clamp(0, 200);
        self.effort = effort;
        self.last = Some((m, score));
    }

    /// So many percent of the usual time are due: less where the move is settled and the others
    /// have little for them, more where it changes or gets worse.
    pub(super) fn percent(&self, params: &Params) -> i64 {
        let unsettled = i64::from(params.time_unsettled)
            - i64::from(params.time_settling) * self.settled.min(5);
        let fallen = 100 + self.fallen * i64::from(params.time_fallen) / 100;
        let effort = 100 + i64::from(params.time_effort) * (60 - self.effort) / 100;
        unsettled.max(0) * fallen / 100 * effort.max(0) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a thought deserves after iterations of (move, score) with this effort.
    fn percent(iterations: &[(u16, i32)], effort: i64) -> i64 {
        let mut patience = Patience::default();
        for &(m, score) in iterations {
            let m = Move::from_bits(m).expect("a move");
            patience.note(m, Score::evaluation(score), effort);
        }
        patience.percent(&Params::default())
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
