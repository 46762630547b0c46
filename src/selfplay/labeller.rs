//! Labels of positions for records: the results of searches.

use std::sync::Arc;

use tandem_arbiter::{Appraisal, Thought};
use tandem_data::{GameRecord, ReplayError, Score, Situation};
use tandem_engine::{Info, Limits, SoftNodes, View};
use tandem_nets::Networks;
use tandem_rules::{OutcomeRules, TimeControl};

use super::in_process;
use crate::search::asker::Asker;

/// A searcher that labels the positions of recorded games anew.
pub(crate) struct Labeller {
    asker: Asker,
    limits: Limits,
}

/// Ratio of the hard to the soft node limit of a search for a record.
pub(crate) const MOST: u64 = 8;
const TABLE_MEBIBYTES: usize = 1;

impl Labeller {
    /// A labeller with a soft limit of `nodes`: no iteration begins after it. It evaluates with the
    /// network; `None` means the hand-written evaluation.
    pub(crate) fn new(nodes: u64, networks: Option<Arc<Networks>>) -> Self {
        let (soft_nodes, most) = (Some(SoftNodes::any(nodes)), Some(nodes * MOST));
        let limits = Limits { soft_nodes, nodes: most, ..Limits::clock() };
        Self { asker: Asker::new(TABLE_MEBIBYTES, networks), limits }
    }

    /// Returns the game with the score, depth and nodes of a new search for each of its plies.
    ///
    /// # Errors
    /// A [`ReplayError`] if a ply cannot be played.
    pub(crate) fn relabel(
        &mut self,
        mut game: GameRecord,
        control: TimeControl,
        rules: OutcomeRules,
    ) -> Result<GameRecord, ReplayError> {
        self.asker.searcher().clear(); // so that labels do not depend on the game before
        let replay = game.replay(control)?;
        let search = |situation: Situation<'_>| self.search(&situation, rules);
        let infos: Vec<Info> = replay.situations().map(search).collect();
        for (ply, info) in game.plies.iter_mut().zip(infos) {
            ply.score = score(in_process::thought(&info));
            ply.depth = u8::try_from(info.depth).unwrap_or(u8::MAX);
            ply.nodes = u32::try_from(info.nodes).unwrap_or(u32::MAX);
        }
        Ok(game)
    }

    fn search(&mut self, situation: &Situation<'_>, rules: OutcomeRules) -> Info {
        let Situation { seat, boards, .. } = *situation;
        let position = boards.position(seat.board).clone();
        let answer = self.asker.ask(View::of_board(seat, position, rules), self.limits.clone());
        answer.expect("the searcher lives as long as this").1
    }
}

/// The score for a record; `None` if the search has not completed depth 1.
pub(crate) fn score(thought: Thought) -> Option<Score> {
    thought.score.map(|appraisal| match appraisal {
        Appraisal::Centipawns(centipawns) => Score::of_centipawns(centipawns),
        Appraisal::Mate(moves) => Score::of_mate(moves),
    })
}
