//! A sample of the moves of many games: those with the lowest ranks in a lottery. It depends on the games
//! alone, and not on their order.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use tandem_rules::notation::bpgn::RecordedPly;
use tandem_rules::{OutcomeRules, Seat};

use super::example::Example;
use crate::forecast::Scale;
use crate::scene::Scene;

/// A move of the sample, with all that a judgement of it needs.
#[derive(Clone)]
pub struct SampledMove {
    pub(super) rank: u64,
    /// True if the player made it, false for one of the others.
    pub(super) is_own: bool,
    pub(super) scene: Scene,
    pub(super) ply: RecordedPly,
    pub(super) scale: Scale,
    pub(super) rating_lead: f64,
    pub(super) rules: OutcomeRules,
    pub(super) example: Example,
}

impl SampledMove {
    /// The seat that made the move.
    pub const fn seat(&self) -> Seat {
        self.ply.seat
    }

    /// The rules for the outcome of its game.
    pub const fn rules(&self) -> OutcomeRules {
        self.rules
    }
}

/// The moves with the lowest ranks so far.
#[derive(Clone, Default)]
pub(super) struct Sample {
    most: usize,
    /// The highest rank on top.
    kept: BinaryHeap<ByRank>,
}

#[derive(Clone)]
struct ByRank(SampledMove);

impl Sample {
    pub(super) fn of_at_most(most: usize) -> Self {
        Self { most, kept: BinaryHeap::new() }
    }

    /// Keeps a move if its rank is among the lowest; it is made only then.
    pub(super) fn offer(&mut self, rank: u64, make: impl FnOnce() -> SampledMove) {
        let is_low = self.kept.len() < self.most
            || self.kept.peek().is_some_and(|highest| rank < highest.0.rank);
        if is_low {
            self.kept.push(ByRank(make()));
            if self.kept.len() > self.most {
                self.kept.pop();
            }
        }
    }

    /// The moves, the lowest rank first.
    pub(super) fn moves(&self) -> Vec<SampledMove> {
        let mut moves: Vec<_> = self.kept.iter().map(|ByRank(sampled)| sampled.clone()).collect();
        moves.sort_by_key(|sampled| sampled.rank);
        moves
    }
}

impl Ord for ByRank {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.rank.cmp(&other.0.rank)
    }
}

impl PartialOrd for ByRank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ByRank {
    fn eq(&self, other: &Self) -> bool {
        self.0.rank == other.0.rank
    }
}

impl Eq for ByRank {}
