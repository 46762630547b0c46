//! The searcher as its users see it: orders in, events out.

use std::time::Duration;

use crossbeam::channel::Receiver;
use tandem_engine::{Decision, Event, Info, Limits, Score, ScoreKind, Searcher, View};
use tandem_rules::{
    BoardId, Color, Handoff, Millis, MoveRules, OutcomeRules, PieceType, Position, TimeControl,
    Variant, notation::Fen,
};

/// Long enough for any machine; only a search that hangs takes it.
const PATIENCE: Duration = Duration::from_mins(1);

fn view(fen: &str) -> View {
    let own = Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("a position");
    let seat = BoardId::A.seat(own.side_to_move());
    View::of_board(seat, own, OutcomeRules::default())
}

fn start_view() -> View {
    let own = Position::start(Variant::Bughouse, MoveRules::default());
    View::of_board(BoardId::A.seat(Color::White), own, OutcomeRules::default())
}

fn done(events: &Receiver<Event>) -> (Decision, Info) {
    loop {
        let event = events.recv_timeout(PATIENCE).expect("a search that ends");
        if let Event::Done(_, decision, info) = event {
            return (decision, info);
        }
    }
}

/// (position, the only move to play, what it leads to)
const PROBLEMS: &[(&str, &str, ScoreKind)] = &[
    ("r5rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1", "N@f7", ScoreKind::Mate(1)),
    ("5r1k/6pp/7N/8/2Q5/8/8/6K1[] w - - 0 1", "c4g8", ScoreKind::Mate(3)),
];

#[test]
fn mates_are_found_with_their_distance() {
    let (mut searcher, events) = Searcher::new(8);
    for (fen, expected, kind) in PROBLEMS {
        searcher.start(view(fen), Limits::to_depth(5));
        let (decision, info) = done(&events);
        let Decision::Play(m) = decision else { panic!("{fen}: no move") };
        assert_eq!((format!("{m:?}"), info.score.kind()), ((*expected).to_owned(), *kind));
    }
}

#[test]
fn a_check_that_a_piece_could_block_loses_only_conditionally() {
    let (mut searcher, events) = Searcher::new(1);
    searcher.start(view("3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1"), Limits::clock());
    let (decision, info) = done(&events);
    assert_eq!((decision, info.score), (Decision::Sit, Score::lost_unless_helped(0)));
}

#[test]
fn the_same_depth_takes_the_same_nodes_each_time_after_a_clear() {
    let (mut searcher, events) = Searcher::new(8);
    let counts: Vec<u64> = (0..3)
        .map(|_| {
            searcher.clear();
            searcher.start(start_view(), Limits::to_depth(6));
            done(&events).1.nodes
        })
        .collect();
    assert!(counts[0] > 100 && counts.iter().all(|&nodes| nodes == counts[0]), "{counts:?}");
}

#[test]
fn an_endless_search_answers_when_it_is_stopped_however_early() {
    let (mut searcher, events) = Searcher::new(1);
    for _ in 0..50 {
        let limits = Limits { thinking: tandem_engine::Thinking::Infinite, ..Limits::clock() };
        searcher.start(start_view(), limits);
        searcher.stop();
        assert!(matches!(done(&events).0, Decision::Play(_)));
    }
}

#[test]
fn a_piece_that_arrives_during_the_search_is_used() {
    let (mut searcher, events) = Searcher::new(8);
    // Without a knight there is no mate; an endless search finds it once one arrives.
    let mut view = view("r5rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1");
    let limits =
        Limits { thinking: tandem_engine::Thinking::Infinite, mate: Some(1), ..Limits::clock() };
    searcher.start(view.clone(), limits);
    let knight = Handoff { color: Color::White, piece: PieceType::Knight };
    view.own.receive(knight, &mut ());
    searcher.update(view);
    let (decision, info) = done(&events);
    assert_eq!(info.score.kind(), ScoreKind::Mate(1));
    assert!(matches!(decision, Decision::Play(m) if format!("{m:?}") == "N@f7"));
}

#[test]
fn a_piece_that_arrives_late_in_a_thought_does_not_undo_the_thought() {
    let (mut searcher, events) = Searcher::new(8);
    let view = start_view();
    let limits = Limits { nodes: Some(200_000), ..Limits::to_depth(64) };
    searcher.start(view.clone(), limits);
    let mut deepest = 0;
    let depth = loop {
        match events.recv_timeout(PATIENCE).expect("a search that ends") {
            // Each finished iteration is met by one more pawn for the other side.
            Event::Info(_, info) if info.depth > deepest => {
                deepest = info.depth;
                if deepest >= 6 {
                    let mut changed = view.clone();
                    let pawn = Handoff { color: Color::Black, piece: PieceType::Pawn };
                    (0..deepest).for_each(|_| changed.own.receive(pawn, &mut ()));
                    searcher.update(changed);
                }
            }
            Event::Done(_, decision, info) => {
                assert!(matches!(decision, Decision::Play(_)));
                break info.depth;
            }
            Event::Info(..) | Event::Request(..) => {}
        }
    };
    assert!(depth >= deepest / 2, "depth {depth} after {deepest}");
}

#[test]
fn searches_after_a_clear_repeat_whatever_came_before() {
    let sequence = |dummies: usize| -> Vec<u64> {
        let (mut searcher, events) = Searcher::new(1);
        for _ in 0..dummies {
            searcher.start(start_view(), Limits::to_depth(1));
            done(&events);
        }
        searcher.clear();
        (0..4)
            .map(|_| {
                searcher.start(start_view(), Limits::to_depth(7));
                done(&events).1.nodes
            })
            .collect()
    };
    let fresh = sequence(0);
    assert!([1, 30, 52, 70].into_iter().all(|dummies| sequence(dummies) == fresh));
}

#[test]
fn the_only_move_is_played_at_once() {
    let (mut searcher, events) = Searcher::new(1);
    let mut view = view("7k/8/8/8/8/8/q7/7K[] w - - 0 1");
    let clock = tandem_rules::Clock::new(TimeControl::sudden_death(Millis::from_seconds(600)));
    view.clocks[view.seat.index()] = Some(clock);
    assert_eq!(view.own.count_legal(), 1);
    searcher.start(view, Limits::clock());
    assert_eq!(done(&events).1.depth, 1);
}

#[test]
fn nodes_measure_time_where_a_rate_is_given() {
    let (mut searcher, events) = Searcher::new(8);
    let mut view = start_view();
    let clock = tandem_rules::Clock::new(TimeControl::sudden_death(Millis::from_seconds(10)));
    view.clocks[view.seat.index()] = Some(clock);
    let limits = Limits { node_rate: Some(1000), ..Limits::clock() };
    let runs: Vec<(Decision, u64)> = (0..2)
        .map(|_| {
            searcher.clear();
            searcher.start(view.clone(), limits.clone());
            let (decision, info) = done(&events);
            assert_eq!(info.time, Millis(info.nodes as i64));
            (decision, info.nodes)
        })
        .collect();
    assert_eq!(runs[0], runs[1]);
    assert!(runs[0].1 < 2_000, "a tenth of the clock would be 1,000 nodes");
}

#[test]
fn the_best_few_moves_are_ranked() {
    let (mut searcher, events) = Searcher::new(8);
    searcher.start(start_view(), Limits { multi_pv: 3, ..Limits::to_depth(4) });
    let mut scores = Vec::new();
    while let Event::Info(_, info) = events.recv_timeout(PATIENCE).expect("events") {
        scores.truncate(info.rank - 1);
        scores.push((info.score, info.pv[0]));
    }
    assert_eq!(scores.len(), 3);
    assert!(scores.is_sorted_by(|a, b| a.0 >= b.0 && a.1 != b.1), "{scores:?}");
}

#[test]
#[ignore = "needs ../shared"]
fn mates_from_real_games_are_found() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/oracles/bughouse-mates.tsv");
    let table = std::fs::read_to_string(path).expect("the table is there");
    let (mut searcher, events) = Searcher::new(64);
    let rows: Vec<&str> = table.lines().filter(|row| !row.starts_with('#')).collect();
    assert!(!rows.is_empty());
    for row in rows {
        let [_, moves, fen, _line] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {row}")
        };
        let moves: i32 = moves.parse().expect("a number of moves");
        searcher.clear();
        searcher.start(view(fen), Limits { nodes: Some(5_000_000), ..Limits::to_depth(12) });
        let (_, info) = done(&events);
        assert_eq!(info.score.kind(), ScoreKind::Mate(2 * moves - 1), "{row}: {}", info.score);
    }
}
