//! Searches by a clock that a test sets.

use std::cell::Cell;
use std::time::Duration;

use tandem_rules::{
    BoardId, Clock, Color, MoveRules, OutcomeRules, Position, TimeControl, Variant,
};

use super::super::{Found, History, ParamSet, Search, Worker};
use super::*;
use crate::tt::TableKeeper;
use crate::{Info, Limits, Thinking, View};

thread_local! {
    /// The time, and how much of it passes whenever it is read.
    static CLOCK: Cell<Option<(Instant, Duration)>> = const { Cell::new(None) };
}

fn now() -> Instant {
    let (before, step) = CLOCK.get().expect("the test has set it");
    CLOCK.set(Some((before + step, step)));
    before + step
}

/// A search at the start of a game, by a clock that is `late` ms on at its first look and `step`
/// ms on at each later one; and the time that passes.
fn search(limits: &Limits, left: Option<i64>, (late, step): (u64, u64)) -> (Found, Millis) {
    let own = Position::start(Variant::Bughouse, MoveRules::default());
    let mut view = View::of_board(BoardId::A.seat(Color::White), own, OutcomeRules::default());
    let clock = left.map(|ms| Clock::new(TimeControl::sudden_death(Millis(ms))));
    view.clocks[view.seat.index()] = clock;
    let start = Instant::now();
    let [late, step] = [late, step].map(Duration::from_millis);
    CLOCK.set(Some((start + late.saturating_sub(step), step)));
    let control = Control::default();
    let request = Request { id: SearchId(1), view: &view, limits };
    let mut time = TimeManager::new(start, request, &control, Vec::new()).owing_a_move();
    if limits.node_rate.is_none() {
        time.meter = Meter::Clock(Stopwatch::new(start, now));
    }
    let mut worker = Worker::new(0, ParamSet::default(), None, Arc::new(History::new()));
    let keeper = TableKeeper::new(1);
    let mut search = Search::new(request, keeper.table(), &control, &mut time, &mut worker);
    let found = search.run(None, drop);
    (found, CLOCK.get().map_or(Millis::ZERO, |(end, _)| (end - start).into()))
}

fn fixed(ms: i64) -> Limits {
    Limits { thinking: Thinking::Fixed(Millis(ms)), ..Limits::clock() }
}

#[test]
fn a_search_whose_time_is_over_finishes_the_least_depth() {
    for (limits, left) in [(fixed(0), None), (fixed(1), Some(60_000)), (fixed(20), None)] {
        let (found, _) = search(&limits, left, (40, 1));
        assert_eq!(found.info.depth, LEAST_DEPTH, "{limits:?}");
    }
    // As deep as is asked for.
    let (found, _) = search(&Limits { depth: Some(2), ..fixed(0) }, None, (40, 1));
    assert_eq!(found.info.depth, 2);
}

#[test]
fn a_limit_of_nodes_ends_no_search_that_has_not_finished_depth_1() {
    for nodes in [1, 10, 1_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::clock() };
        let (found, _) = search(&limits, None, (1, 1));
        let Info { depth, nodes: searched, .. } = found.info;
        assert!(depth >= 1 && searched < 1_000 + nodes, "{nodes}: {depth}, {searched}");
    }
}

#[test]
fn a_process_that_was_stopped_searches_as_if_it_had_not_been() {
    let limits = Limits::clock();
    let (usual, _) = search(&limits, Some(60_000), (1, 1));
    assert!(usual.info.depth > LEAST_DEPTH, "{:?}", usual.info);
    for late in [60, 2_000, 5_000] {
        let (found, _) = search(&limits, Some(60_000), (late, 1));
        assert_eq!((found.info.depth, found.info.nodes), (usual.info.depth, usual.info.nodes));
    }
    // After more than an eighth of the clock, no further than it has to.
    let (found, _) = search(&limits, Some(60_000), (50_000, 1));
    assert_eq!(found.info.depth, LEAST_DEPTH);
}

/// (our clock, time from look to look, most time that may pass), in milliseconds
const STARVED: &[(i64, u64, i64)] =
    &[(60_000, 400, 59_950), (60_000, 49, 7_500), (1_000, 60, 950), (200, 10, 50)];

#[test]
fn a_search_that_gets_no_processor_ends_before_the_flag() {
    for &(left, step, most) in STARVED {
        let (_, passed) = search(&Limits::clock(), Some(left), (step, step));
        let looks_at_the_end = 4 * step as i64; // the one that ends it, and those for reports
        assert!(passed.0 <= most + looks_at_the_end, "{left} ms, {step} a step: {passed}");
    }
}

#[test]
fn a_fixed_time_without_a_clock_bounds_a_search_that_gets_no_processor() {
    let (_, passed) = search(&fixed(100), None, (60, 60));
    assert!(passed.0 <= 1_000 + 4 * 60, "{passed}");
    // It is time on the clock of the one who asks, once the least depth is reached.
    let (found, passed) = search(&fixed(5_000), None, (1, 55));
    assert!(found.info.depth >= LEAST_DEPTH && passed.0 <= 5_000 + 4 * 55, "{passed}");
}

#[test]
fn the_time_before_a_ponder_hit_counts() {
    let own = Position::start(Variant::Chess, MoveRules::default());
    let mut view = View::of_board(BoardId::A.seat(Color::White), own, OutcomeRules::default());
    view.clocks[view.seat.index()] = Some(Clock::new(TimeControl::sudden_death(Millis(20_000))));
    let limits = Limits { pondering: true, ..Limits::clock() };
    let (start, id, control) = (Instant::now(), SearchId(1), Control::default());
    let request = Request { id, view: &view, limits: &limits };
    let mut time = TimeManager::new(start, request, &control, Vec::new());
    CLOCK.set(Some((start, Duration::from_millis(1))));
    time.meter = Meter::Clock(Stopwatch::new(start, now));
    time.finish(LEAST_DEPTH);
    for _look in 0..10_000 {
        assert!(!time.is_out_of_time(), "it ponders");
    }
    let own_time = Limits { pondering: false, ..limits.clone() };
    control.hit(id, Budget::new(&view, &own_time));
    time.notice_hit(id, &control);
    assert!(time.is_out_of_time(), "the answer is due at once");
}

#[test]
fn the_clock_does_not_matter_where_nodes_measure_time() {
    let limits = Limits { node_rate: Some(10_000), ..Limits::clock() };
    let searches = [(1, 1), (90_000, 1), (1, 3_000)];
    let found = searches.map(|steps| search(&limits, Some(20_000), steps).0.info);
    assert!(found.iter().all(|info| *info == found[0]), "{found:?}");
}
