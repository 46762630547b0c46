//! The bench, as `tandem bench` runs it.

use std::time::Instant;

use tandem_engine::bench::{DEPTH, POSITIONS, TABLE_MEBIBYTES};
use tandem_engine::{Event, Limits, Searcher, View};
use tandem_nets::Networks;
use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, MoveRules, OutcomeRules};

/// Searches the positions, each with an empty table. Returns one row, the node count and the speed.
pub(crate) fn rows() -> Vec<String> {
    let begin = Instant::now();
    let (mut searcher, mut search, events) = Searcher::in_slices(TABLE_MEBIBYTES, || false);
    searcher.set_networks(Some(Networks::embedded()));
    let mut total = 0;
    for &(variant, fen) in POSITIONS {
        let own = Fen::position(fen, variant, MoveRules::default()).expect("a bench position");
        let seat = BoardId::A.seat(own.side_to_move());
        searcher.clear();
        searcher.start(View::of_board(seat, own, OutcomeRules::default()), Limits::to_depth(DEPTH));
        while search.run() {
            let done = events.try_iter().filter_map(|event| match event {
                Event::Done(_, _, info) => Some(info.nodes),
                Event::Info(..) => None,
            });
            total += done.sum::<u64>();
        }
    }
    let rate = total as f64 / begin.elapsed().as_secs_f64();
    vec![format!("{total} nodes {rate:.0} nps")]
}
