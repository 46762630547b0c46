//! The first search of a game: a table that stays costs it no time.

#![cfg(target_os = "linux")]

mod answer;

use std::fs;

use answer::done;
use tandem_engine::{Limits, Searcher, Thinking, View};
use tandem_rules::{BoardId, Color, Millis, MoveRules, OutcomeRules, Position, Variant};

/// The number of pages that the system has provided to this process.
fn faults() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux tells it");
    let fields = stat.rsplit_once(')').map(|(_, fields)| fields.split_whitespace().nth(7));
    fields.flatten().and_then(|faults| faults.parse().ok()).expect("the tenth field")
}

/// Pages that a search may touch first beside those of the table, which has more even if they are
/// large.
const MOST: u64 = 100;

#[test]
#[ignore = "needs 256 MiB of memory"]
fn a_search_after_a_new_game_touches_no_page_of_the_table_first() {
    let (mut searcher, events) = Searcher::new(1);
    let start = Position::start(Variant::Bughouse, MoveRules::default());
    let view = View::of_board(BoardId::A.seat(Color::White), start, OutcomeRules::default());
    let limits = Limits { thinking: Thinking::Fixed(Millis(500)), ..Limits::clock() };
    let mut game = |mebibytes| {
        searcher.resize(mebibytes);
        searcher.clear();
        searcher.settle();
        let before = faults();
        searcher.start(view.clone(), limits.clone());
        assert!(done(&events).1.depth >= 4);
        faults() - before
    };
    game(1); // touches all that is no table
    let games = [256, 256, 256].map(&mut game);
    assert!(games.into_iter().all(|faults| faults < MOST), "{games:?}");
}
