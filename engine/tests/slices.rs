//! A search in slices answers as one in a thread does.

mod answer;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use tandem_engine::{Decision, Event, Info, Limits, Searcher, Thinking, View};
use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, MoveRules, OutcomeRules};

use answer::done;

/// Positions of the bench and the depth to which they are searched.
const DEPTH: u32 = 7;

fn views() -> impl Iterator<Item = View> {
    tandem_engine::bench::POSITIONS.iter().map(|&(variant, fen)| {
        let own = Fen::position(fen, variant, MoveRules::default()).expect("a bench position");
        let seat = BoardId::A.seat(own.side_to_move());
        View::of_board(seat, own, OutcomeRules::default())
    })
}

/// The answer of a search in slices that end whenever `interrupt` says so, and the depths reported.
fn in_slices(
    view: View,
    limits: Limits,
    interrupt: impl Fn() -> bool + Send + Sync + 'static,
) -> (Decision, Info, Vec<u32>) {
    let (mut searcher, mut search, events) = Searcher::in_slices(16, interrupt);
    searcher.start(view, limits);
    let mut depths = Vec::new();
    loop {
        assert!(search.run(), "a search with limits does not wait");
        for event in events.try_iter() {
            match event {
                Event::Info(_, info) => depths.push(info.depth),
                Event::Done(_, decision, info) => return (decision, info, depths),
            }
        }
    }
}

#[test]
fn a_search_that_only_its_events_interrupt_visits_the_nodes_of_one_in_a_thread() {
    for view in views() {
        let (mut searcher, events) = Searcher::new(16);
        searcher.start(view.clone(), Limits::to_depth(DEPTH));
        let (decision, info) = done(&events);
        let (sliced, in_slices, _) = in_slices(view, Limits::to_depth(DEPTH), || false);
        assert_eq!((sliced, in_slices.nodes), (decision, info.nodes));
        assert_eq!((in_slices.score, in_slices.pv), (info.score, info.pv));
    }
}

#[test]
fn a_search_that_is_interrupted_often_reaches_its_depth_and_repeats_little() {
    let (mut nodes, mut sliced_nodes) = (0, 0);
    for view in views() {
        let (mut searcher, events) = Searcher::new(16);
        searcher.start(view.clone(), Limits::to_depth(DEPTH));
        nodes += done(&events).1.nodes;
        let asked = AtomicU64::new(0);
        let now_and_then = move || asked.fetch_add(1, Relaxed) % 50 == 49; // some 6,000 nodes
        let (_, info, depths) = in_slices(view, Limits::to_depth(DEPTH), now_and_then);
        assert!(depths.is_sorted_by(|a, b| a < b), "each depth is reported once: {depths:?}");
        assert!(info.depth == DEPTH || info.score.is_decided());
        sliced_nodes += info.nodes;
    }
    assert!(sliced_nodes < nodes * 5 / 4, "{sliced_nodes} nodes instead of {nodes}");
}

#[test]
fn a_stop_between_two_slices_is_answered_by_the_next_one() {
    let view = views().next().expect("a position");
    let (mut searcher, mut search, events) = Searcher::in_slices(1, || true);
    searcher.start(view, Limits { thinking: Thinking::Infinite, ..Limits::clock() });
    assert!(search.run() && search.run(), "it has more to do");
    searcher.stop();
    while search.run() {}
    let last = events.try_iter().last();
    assert!(matches!(last, Some(Event::Done(_, Decision::Play(_), _))), "{last:?}");
}

#[test]
fn helpers_search_on_while_a_search_in_slices_pauses() {
    const MANY: u64 = 50_000;
    let view = views().next().expect("a position");
    let (mut searcher, mut search, events) = Searcher::in_slices(1, || true);
    searcher.set_threads(2);
    let mut nodes_during_a_pause_of = |yields: u32| {
        let limits = Limits { thinking: Thinking::Infinite, ..Limits::clock() };
        searcher.start(view.clone(), limits);
        assert!(search.run(), "it has more to do");
        (0..yields).for_each(|_| thread::yield_now());
        searcher.stop();
        while search.run() {}
        match events.try_iter().last() {
            Some(Event::Done(_, _, info)) => info.nodes,
            last => panic!("no answer, but {last:?}"),
        }
    };
    let longer_and_longer = (8..20).map(|bits| 1 << bits);
    assert!(longer_and_longer.into_iter().any(|pause| nodes_during_a_pause_of(pause) > MANY));
}
