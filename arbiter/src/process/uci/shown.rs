//! What an engine shows of its thinking.

use tandem_protocol::uci::{Info, ScoreValue};

use crate::{Appraisal, Thought};

/// The thinking that the engine has shown since it was asked.
#[derive(Clone, Copy, Default)]
pub(super) struct Shown {
    pub(super) thought: Thought,
    /// Of this search.
    nodes: u64,
    /// Of those before it, that were broken off.
    earlier_nodes: u64,
}

impl Shown {
    /// The nodes of all searches.
    pub(super) const fn all_nodes(&self) -> u64 {
        self.earlier_nodes.saturating_add(self.nodes)
    }

    /// Another search begins for the same answer.
    pub(super) fn begin_anew(&mut self) {
        *self = Self { earlier_nodes: self.all_nodes(), ..Self::default() };
    }

    /// Takes note of a line. Of several best lines the first counts.
    pub(super) fn note(&mut self, info: &Info) {
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
