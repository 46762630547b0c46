//! The thinking output of an engine.

use tandem_protocol::uci::{Info, ScoreValue};

use crate::{Appraisal, Thought};

/// Thinking output since the engine was asked for a move.
#[derive(Clone, Copy, Default)]
pub(in crate::process) struct Shown {
    pub(in crate::process) thought: Thought,
    /// Nodes of the current search.
    nodes: u64,
    /// Nodes of the searches before it, which were stopped.
    earlier_nodes: u64,
}

impl Shown {
    /// Nodes of all searches for this answer.
    pub(in crate::process) const fn all_nodes(&self) -> u64 {
        self.earlier_nodes.saturating_add(self.nodes)
    }

    /// Begins another search for the same answer.
    pub(in crate::process) fn begin_anew(&mut self) {
        *self = Self { earlier_nodes: self.all_nodes(), ..Self::default() };
    }

    /// Records a line of output. With `MultiPV` only the first line counts.
    pub(in crate::process) fn note(&mut self, info: &Info) {
        self.nodes = info.nodes.unwrap_or(self.nodes);
        if info.multi_pv.is_some_and(|number| number != 1) {
            return;
        }
        self.thought.depth = info.depth.unwrap_or(self.thought.depth);
        if let Some(score) = info.score {
            self.thought.score = Some(match score.value {
                ScoreValue::Centipawns(score) => Appraisal::Centipawns(score),
                ScoreValue::Mate(moves) => Appraisal::Mate(moves),
            });
        }
    }
}
