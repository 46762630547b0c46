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
        unsettled * fallen / 100 * effort / 100
    }
}
