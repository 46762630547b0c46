//! A searcher for the bench positions.

use std::io;
use std::sync::Arc;

use anyhow::Context;
use tandem_engine::{Info, Limits, Params, View};
use tandem_nets::Network;
use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, MoveRules, OutcomeRules, Variant};

use crate::search::asker::Asker;

/// A searcher for the bench positions, one after the other.
pub(super) struct Bench(Asker);

/// The bench positions: openings, middlegames full of drops, attacks on bare kings, endings, and
/// one side in check.
const POSITIONS: &[(Variant, &str)] = &[
    (Variant::Bughouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
    (
        Variant::Bughouse,
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7",
    ),
    (Variant::Bughouse, "r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20"),
    (Variant::Bughouse, "r1bq1rk1/ppp2ppp/2n5/3Np1N1/2B1P1b1/8/PPPP1nPP/R1BQ1RK1[BPrp] w - - 0 12"),
    (Variant::Bughouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1"),
    (Variant::Bughouse, "3R2k1/5ppp/8/8/8/8/5PPP/6K1[n] b - - 0 1"),
    (Variant::Bughouse, "r4k1r/ppN2ppp/3Pp3/2Np4/1n1P4/4Pq2/PPPKBb1P/R2Q1Bq1[Nrnp] w - - 4 27"),
    (Variant::Bughouse, "r1bqkb1r/ppp2ppp/2np1n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R[] w KQkq - 0 5"),
    (Variant::Crazyhouse, "r2q1rk1/pp1nbppp/2p1pn2/3p1b2/3P4/2N1PN2/PPQ1BPPP/R1B2RK1[] w - - 4 10"),
    (
        Variant::Crazyhouse,
        "r1b1k2r/ppppqppp/2n2n2/4p3/1bB1P3/2NP1N2/PPPB1PPP/R2QK2R[Pp] b KQkq - 2 7",
    ),
    (Variant::Crazyhouse, "3rr1k1/pp3ppp/2p5/8/8/2P5/PP3PPP/R4RK1[QNBqnbp] w - - 0 22"),
    (Variant::Chess, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9"),
];

impl Bench {
    /// A bench with a table of this size and this many threads, which evaluates with a network;
    /// `None` means the hand-written evaluation.
    pub(super) fn new(table_mebibytes: u64, threads: u64, network: Option<Arc<Network>>) -> Self {
        let mut asker = Asker::new(table_mebibytes as usize, network);
        asker.searcher().set_threads(threads as usize);
        Self(asker)
    }

    /// Sets the search parameters.
    pub(super) fn set_params(&mut self, params: Params) {
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
        for (variant, fen) in POSITIONS {
            let info = self.search(*variant, fen, depth)?;
            show(fen, &info)?;
            total += info.nodes;
        }
        Ok(total)
    }
}
