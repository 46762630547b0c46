//! A search of the position that the loser took to be at least even.

use std::num::NonZeroU64;

use tandem_analysis::analyst::Analyst;
use tandem_analysis::scene::Scene;
use tandem_analysis::text::scores::in_words;
use tandem_engine::{Limits, Thinking};
use tandem_nets::Networks;
use tandem_rules::OutcomeRules;

use super::story::{Forecast, Story};
use crate::search::asker::Asker;

/// Size of the transposition table.
const TABLE_MEBIBYTES: usize = 64;

/// A searcher for single positions of games.
pub(super) struct SecondLook {
    analyst: Analyst,
    nodes: NonZeroU64,
}

impl SecondLook {
    pub(super) fn new(nodes: NonZeroU64, rules: OutcomeRules) -> Self {
        let asker = Asker::new(TABLE_MEBIBYTES, Some(Networks::embedded()));
        let limits = Limits { nodes: Some(nodes.get()), ..Limits::clock() };
        let limits = Limits { thinking: Thinking::Infinite, ..limits };
        Self { analyst: Analyst::new(Box::new(asker), limits, rules), nodes }
    }

    /// The score and the best move of the position before the move of a forecast, with both boards
    /// and the clocks as they were; `None` if that cannot be searched.
    pub(super) fn search(&mut self, story: &Story<'_>, forecast: Forecast) -> Option<String> {
        let plies = story.record.plies();
        let board = plies.get(forecast.ply)?.seat.board;
        let mut scene = Scene::new(story.record.start().clone(), [None; 2]);
        for ply in &plies[..forecast.ply] {
            scene.play(ply.seat, ply.m).ok()?;
        }
        if let Some(thought) = story.timeline.thought(forecast.ply) {
            scene.clocks = story.timeline.clocks(thought.from);
        }
        self.analyst.forget();
        let best = self.analyst.search(&scene, board, Vec::new()).swap_remove(0);
        let (score, depth, nodes) = (in_words(best.score), best.depth, self.nodes);
        let best = best.pv.first().map(|&m| format!(", best {}", scene.boards.san(board, m)));
        let best = best.unwrap_or_default();
        Some(format!("a search of {nodes} nodes says {score} at depth {depth}{best}"))
    }
}
