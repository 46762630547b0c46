//! A search of the position that the loser took to be at least even.

use std::num::NonZeroU64;

use super::story::{Forecast, Story};
use crate::analyst::Analyst;
use crate::scene::Scene;
use crate::text::scores::in_words;

/// A searcher for single positions of games.
pub(super) struct SecondLook {
    analyst: Analyst,
    nodes: NonZeroU64,
}

impl SecondLook {
    /// A look of an analyst whose searches end after this number of nodes.
    pub(super) const fn new(analyst: Analyst, nodes: NonZeroU64) -> Self {
        Self { analyst, nodes }
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
