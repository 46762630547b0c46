//! A searcher for the bench positions.

use std::io;
use std::sync::Arc;

use anyhow::Context;
use tandem_engine::{Info, Limits, ParamSet, View};
use tandem_nets::Networks;
use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, MoveRules, OutcomeRules, Variant};

use crate::search::asker::Asker;

/// A searcher for the bench positions, one after the other.
pub(super) struct Bench(Asker);

impl Bench {
    /// A bench with a table of this size and this many threads, which evaluates with a network;
    /// `None` means the hand-written evaluation.
    pub(super) fn new(table_mebibytes: u64, threads: u64, networks: Option<Arc<Networks>>) -> Self {
        let mut asker = Asker::new(table_mebibytes as usize, networks);
        asker.searcher().set_threads(threads as usize);
        Self(asker)
    }

    /// Sets the search parameters.
    pub(super) fn set_params(&mut self, params: ParamSet) {
        self.0.searcher().set_params(params);
    }

    /// Searches a position with an empty table, as if it were the first.
    pub(super) fn search(
        &mut self,
        variant: Variant,
        fen: &str,
        depth: u32,
    ) -> anyhow::Result<Info> {
        let own = Fen::position(fen, variant, MoveRules::default()).context("a bench position")?;
        let seat = BoardId::A.seat(own.side_to_move());
        let view = View::of_board(seat, own, OutcomeRules::default());
        self.0.searcher().clear();
        let answer = self.0.ask(view, Limits::to_depth(depth));
        Ok(answer?.1)
    }

    /// Searches all positions, shows the result of each, and returns the total node count.
    pub(super) fn search_all(
        &mut self,
        depth: u32,
        mut show: impl FnMut(&str, &Info) -> io::Result<()>,
    ) -> anyhow::Result<u64> {
        let mut total = 0;
        for &(variant, fen) in tandem_engine::bench::POSITIONS {
            let info = self.search(variant, fen, depth)?;
            show(fen, &info)?;
            total += info.nodes;
        }
        Ok(total)
    }
}
