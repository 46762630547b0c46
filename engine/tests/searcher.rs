//! The public interface of the searcher: orders in, events out.

mod answer;

use crossbeam::channel::Receiver;
use tandem_engine::{
    Decision, Event, Info, Limits, Score, ScoreKind, Searcher, SoftNodes, Thinking, View,
};
use tandem_rules::{
    BoardId, Color, Handoff, Millis, Move, MoveRules, OutcomeRules, PieceType, Position,
    TimeControl, Variant, notation::Fen,
};

use answer::{PATIENCE, done};

fn view(fen: &str) -> View {
    let own = Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("a position");
    let seat = BoardId::A.seat(own.side_to_move());
    View::of_board(seat, own, OutcomeRules::default())
}

fn start_view() -> View {
    let own = Position::start(Variant::Bughouse, MoveRules::default());
    View::of_board(BoardId::A.seat(Color::White), own, OutcomeRules::default())
}

/// (position, the only move to play, the kind of its score)
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
fn a_mate_that_is_played_out_comes_nearer_with_each_move() {
    let (mut searcher, events) = Searcher::new(8);
    let fen = "r1k1r3/1p4p1/pB6/4pp2/PQN5/3P4/2PKP1P1/3R1BR1 w - - 1 28";
    let mut own = Fen::position(fen, Variant::Chess, MoveRules::default()).expect("a position");
    for (plies, replies) in [(5, "c8d7"), (3, "d7c8"), (1, "")] {
        let seat = BoardId::A.seat(own.side_to_move());
        let view = View::of_board(seat, own.clone(), OutcomeRules::default());
        searcher.start(view, Limits { nodes: Some(3_000), ..Limits::clock() });
        let (decision, info) = done(&events);
        assert_eq!(info.score.kind(), ScoreKind::Mate(plies), "{:?}", info.pv);
        let Decision::Play(m) = decision else { panic!("no move") };
        let _captured = own.make(m, &mut ());
        if let Ok(reply) = own.parse_coordinate(replies) {
            let _captured = own.make(reply, &mut ());
        }
    }
}

#[test]
fn a_search_that_is_stopped_at_once_has_chosen_its_move() {
    let (mut searcher, events) = Searcher::new(1);
    // A queen hangs: without a search any move would do.
    let fen = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR[Pp] b KQkq - 1 3";
    for limits in [Limits::clock(), Limits { nodes: Some(1), ..Limits::clock() }] {
        searcher.start(view(fen), limits.clone());
        searcher.stop();
        let (decision, info) = done(&events);
        assert!(info.depth >= 1 && info.nodes > 1, "{limits:?}: {info:?}");
        let saves = |m: &Move| format!("{m:?}").starts_with("d5");
        assert!(matches!(&decision, Decision::Play(m) if saves(m)), "{decision:?}");
    }
}

#[test]
fn a_mate_far_beyond_the_depth_is_proved_beside_the_search() {
    let (mut searcher, events) = Searcher::new(8);
    // From a real game: a queen's drop and a rook's capture draw the king out.
    let fen = "rn2k1nr/ppp1bppp/8/8/3p4/4B3/PPP1BNPK/R1B2R2[QNNPqnp] b kq - 0 18";
    searcher.start(view(fen), Limits { nodes: Some(5_000), ..Limits::clock() });
    let (decision, info) = done(&events);
    assert!(matches!(info.score.kind(), ScoreKind::Mate(5..)), "{}", info.score);
    assert!(matches!(decision, Decision::Play(m) if info.pv[0] == m));
}

#[test]
fn a_move_after_which_little_is_hoped_for_is_not_taken_for_a_mate() {
    let (mut searcher, events) = Searcher::new(8);
    // The queen on g8 mates in three; Kg4 mates nothing and is answered by a mate on f5.
    let fen = "4Q~1nk/p1p2pnp/2p5/4p1B1/8/2P2N1K/PPP1Bb1P/R5R1[QNPbnpp] w - - 0 28";
    searcher.start(view(fen), Limits { nodes: Some(20_000), ..Limits::clock() });
    let (decision, info) = done(&events);
    assert!(matches!(decision, Decision::Play(m) if format!("{m:?}") == "e8g8"), "{decision:?}");
    assert!(matches!(info.score.kind(), ScoreKind::Mate(3..)), "{}", info.score);
}

#[test]
fn a_check_that_a_piece_could_block_loses_where_none_can_come_in_time() {
    let (mut searcher, events) = Searcher::new(1);
    let mut view = view("3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1");
    searcher.start(view.clone(), Limits::clock());
    let (decision, info) = done(&events);
    assert_eq!(decision, Decision::Sit);
    assert!(matches!(info.score.kind(), ScoreKind::Evaluation(..0)), "{}", info.score);
    // The partner, White on B, is not on turn, and the diagonal opponent has more time to sit.
    let mut other = start_view().own;
    other.make_null();
    view.other = Some(other);
    for (seat, seconds) in [(view.seat, 10), (view.seat.diagonal(), 20)] {
        let control = TimeControl::sudden_death(Millis::from_seconds(seconds));
        view.clocks[seat.index()] = Some(tandem_rules::Clock::new(control));
    }
    searcher.start(view, Limits::clock());
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
        searcher.start(start_view(), endless());
        searcher.stop();
        assert!(matches!(done(&events).0, Decision::Play(_)));
    }
}

#[test]
fn a_piece_that_arrives_during_the_search_is_used() {
    let (mut searcher, events) = Searcher::new(8);
    // Without a knight there is no mate; an endless search finds it once one arrives.
    let mut view = view("r5rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1");
    searcher.start(view.clone(), Limits { mate: Some(1), ..endless() });
    let knight = Handoff { color: Color::White, piece: PieceType::Knight };
    view.own.receive(knight, &mut ());
    searcher.update(view);
    let (decision, info) = done(&events);
    assert_eq!(info.score.kind(), ScoreKind::Mate(1));
    assert!(matches!(decision, Decision::Play(m) if format!("{m:?}") == "N@f7"));
}

/// White mates on A with a queen whatever Black does, and holds none.
const WAITS_FOR_A_QUEEN: &str = "k7/7p/1K6/8/8/8/P7/8[] w - - 0 1";
/// White's partner is about to capture a queen, or has nothing to capture.
const TAKES_A_QUEEN: &str = "4k3/8/8/3p4/4Q3/8/8/4K3[] b - - 0 1";
const TAKES_NOTHING: &str = "4k3/8/8/3p4/3P4/8/8/3QK3[] b - - 0 1";

#[test]
fn what_the_partner_is_about_to_take_is_counted_upon_but_is_no_mate_before_it_is_there() {
    let (mut searcher, events) = Searcher::new(8);
    let mut scores = [TAKES_A_QUEEN, TAKES_NOTHING].map(|other| {
        searcher.clear();
        let view = View { other: Some(self::view(other).own), ..view(WAITS_FOR_A_QUEEN) };
        let mut position = view.own.clone();
        searcher.start(view, Limits::to_depth(4));
        let (_, info) = done(&events);
        for m in info.pv {
            assert!(position.is_legal(m), "{m:?} drops what is not there");
            let _there = position.make(m, &mut ());
        }
        assert!(!info.score.is_decided(), "{}", info.score);
        info.score.value()
    });
    scores.reverse();
    assert!(scores[0] < 5_000 && scores[1] > 15_000, "{scores:?}");
}

/// Positions where rooks win and pawns lose on the other board: (position, White wins by a capture,
/// otherwise a wrong move)
const MATES_ELSEWHERE: &[(&str, bool, &str)] = &[
    ("4k3/8/8/4r3/8/8/8/4QK2[] w - - 0 1", true, ""),
    // The pawn on e4 is attacked and can be saved.
    ("6k1/p4pp1/Q4n2/8/4P3/8/5PPP/6K1[] w - - 0 1", false, "a6a7"),
    // One of two pawns could be saved; a rook on d8 would be taken first, and a pawn a move later.
    ("r3k2r/8/8/8/8/8/P6P/3RK3[] w - - 0 1", false, "d1d8"),
    // The pawn is lost in two moves.
    ("7k/8/8/4q3/8/8/P7/6RK[] w - - 0 1", false, "g1g8"),
];

/// (the board of the partner, who is Black; the score of the draw, `None` if another move is better)
const DRAWS: &[(Option<&str>, Option<i32>)] = &[
    (None, Some(0)),
    (Some("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"), Some(300)),
    (Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR[] w KQkq - 0 1"), None),
];

#[test]
fn a_draw_is_worth_what_the_partners_board_is_worth_to_the_others() {
    let mut view = view("3r2k1/pp3ppp/8/8/8/8/P4PPP/R5K1[] w - - 8 20");
    let repeats = view.own.parse_coordinate("a1b1").expect("a move");
    let mut repeated = view.own.clone();
    let _nothing = repeated.make(repeats, &mut ());
    view.keys = vec![repeated.repetition_key()];
    for &(other, score) in DRAWS {
        let (mut searcher, events) = Searcher::new(1);
        let position = |fen| Fen::position(fen, Variant::Bughouse, MoveRules::default());
        view.other = other.map(|fen| position(fen).expect("a position"));
        searcher.start(view.clone(), Limits::to_depth(6));
        let (decision, info) = done(&events);
        let drawn = (decision == Decision::Play(repeats)).then_some(info.score);
        assert_eq!(drawn, score.map(Score::evaluation), "{other:?}: {decision:?}");
    }
}

#[test]
fn what_mates_the_partner_decides_the_next_moves_alone_and_nothing_that_cannot_be_helped() {
    let (mut searcher, events) = Searcher::new(8);
    for &(fen, wins, shunned) in MATES_ELSEWHERE {
        let mut view = view(fen);
        view.prices.set_winning(PieceType::Rook);
        view.prices.set_losing(PieceType::Pawn);
        searcher.start(view, Limits::to_depth(8));
        let (decision, info) = done(&events);
        let is_won = matches!(info.score.kind(), ScoreKind::Conditional(1));
        assert_eq!((is_won, info.score.is_lost()), (wins, false), "{fen}: {}", info.score);
        let Decision::Play(m) = decision else { panic!("{fen}: no move") };
        assert_ne!(format!("{m:?}"), shunned, "{fen}");
    }
}

/// White mates in two by a queen sacrifice on g8.
const SMOTHERS: &str = "5r1k/6pp/7N/8/2Q5/8/8/4K3[] w - - 0 1";
/// White, on turn, mates with a queen on g7, or with nothing.
const WAITS_FOR_THE_QUEEN: &str = "6k1/5p1p/7P/8/8/8/8/4K3[] w - - 0 1";
const WAITS_FOR_NOTHING: &str = "6k1/5p1p/8/8/8/8/8/4K3[] w - - 0 1";

#[test]
fn a_mate_is_not_begun_with_a_sacrifice_that_mates_the_partner_first() {
    let (mut searcher, events) = Searcher::new(8);
    for (other, sacrifices) in [(WAITS_FOR_NOTHING, true), (WAITS_FOR_THE_QUEEN, false)] {
        searcher.clear();
        let view = View { other: Some(self::view(other).own), ..view(SMOTHERS) };
        searcher.start(view.clone(), Limits { nodes: Some(50_000), ..Limits::to_depth(20) });
        let (decision, info) = done(&events);
        let sacrifice = view.own.parse_coordinate("c4g8").expect("a legal move");
        assert_eq!(decision == Decision::Play(sacrifice), sacrifices, "{other}: {}", info.score);
    }
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
            Event::Info(..) => {}
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
    let (_, info) = done(&events);
    assert!(info.depth <= 4 && info.nodes < 5_000, "{info:?}"); // to see whether it is mated
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
fn all_orders_are_carried_out_when_the_searcher_has_settled() {
    let (mut searcher, events) = Searcher::new(1);
    for mebibytes in [64, 1] {
        searcher.resize(mebibytes);
        searcher.clear();
        let search = searcher.start(start_view(), Limits::to_depth(3));
        searcher.clear();
        searcher.settle();
        // Orders are carried out one after the other: those before the last are done as well.
        let told: Vec<Event> = events.try_iter().collect();
        let last = told.last();
        assert!(matches!(last, Some(Event::Done(id, ..)) if *id == search), "{last:?}");
    }
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
fn several_threads_answer_in_every_way_that_one_does() {
    let (mut searcher, events) = Searcher::new(8);
    for threads in [3, 1, 2, 4] {
        searcher.set_threads(threads);
        for (fen, expected, kind) in PROBLEMS {
            searcher.clear();
            searcher.start(view(fen), Limits::to_depth(5));
            let (decision, info) = done(&events);
            let Decision::Play(m) = decision else { panic!("{fen}: no move") };
            assert_eq!((format!("{m:?}"), info.score.kind()), ((*expected).to_owned(), *kind));
        }
        searcher.start(start_view(), endless());
        searcher.resize(2);
        searcher.stop();
        assert!(matches!(done(&events).0, Decision::Play(_)));
        searcher.start(view("3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1"), Limits::clock());
        assert_eq!(done(&events).0, Decision::Sit);
    }
}

/// A result that is taken over from another thread comes with its line.
#[test]
fn lines_of_several_threads_are_legal_and_as_long_as_those_of_one() {
    let (mut searcher, events) = Searcher::new(8);
    let mut as_long_as_deep = |threads| {
        searcher.set_threads(threads);
        let lines = (0..10).flat_map(|_| {
            searcher.clear();
            searcher.start(start_view(), Limits::to_depth(8));
            std::iter::from_fn(|| match events.recv_timeout(PATIENCE).expect("events") {
                Event::Info(_, info) => Some((info.depth as usize, info.pv)),
                Event::Done(..) => None,
            })
            .collect::<Vec<_>>()
        });
        let whole = lines.filter(|(depth, line)| {
            let mut position = start_view().own;
            for &m in line {
                assert!(position.is_legal(m), "{line:?}");
                let _handoff = position.make(m, &mut ());
            }
            line.len() >= *depth
        });
        whole.count()
    };
    let [one, two] = [1, 2].map(&mut as_long_as_deep);
    assert!(10 * two >= 9 * one, "{two} of 80, {one} by one thread");
}

#[test]
fn no_iteration_begins_beyond_the_soft_limit_of_nodes_and_one_that_has_begun_ends() {
    let (mut searcher, events) = Searcher::new(1);
    for soft in [1, 100, 5_000] {
        searcher.clear();
        searcher
            .start(start_view(), Limits { soft_nodes: Some(SoftNodes::any(soft)), ..endless() });
        let mut after = Vec::new();
        let done = loop {
            match events.recv_timeout(PATIENCE).expect("a search that ends") {
                Event::Info(_, info) => after.push(info.nodes),
                Event::Done(_, _, info) => break info,
            }
        };
        let (last, earlier) = after.split_last().expect("one iteration at least");
        assert!(earlier.iter().all(|&nodes| nodes < soft), "{soft}: {after:?}");
        assert!(*last >= soft && done.nodes == *last, "{soft}: {after:?}");
    }
}

#[test]
fn a_noisy_position_has_a_soft_limit_of_its_own() {
    const QUIET: &str = "4k3/pppp4/8/8/8/8/PPPP4/4K3[] w - - 0 1";
    const IN_CHECK: &str = "4k3/pppp4/8/8/8/8/PPPP4/r3K3[] w - - 0 1";
    const CAPTURE: &str = "4k3/pppp4/8/8/5r2/4P3/PPPP4/4K3[] w - - 0 1";
    const AHEAD: &str = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let soft = SoftNodes { quiet: 6_000, noisy: 600, most_score: 300 };
    let (mut searcher, events) = Searcher::new(1);
    for (fen, is_noisy) in [(QUIET, false), (IN_CHECK, true), (CAPTURE, true), (AHEAD, true)] {
        searcher.clear();
        searcher.start(view(fen), Limits { soft_nodes: Some(soft), ..endless() });
        let (_, Info { nodes, .. }) = done(&events);
        assert_eq!(nodes < soft.quiet, is_noisy, "{fen}: {nodes}");
        assert!(nodes >= soft.noisy, "{fen}: {nodes}");
    }
}

fn endless() -> Limits {
    Limits { thinking: Thinking::Infinite, ..Limits::clock() }
}

#[test]
fn a_limit_of_nodes_is_one_for_all_threads_together() {
    let (mut searcher, events) = Searcher::new(8);
    searcher.set_threads(3);
    for limit in [1, 100, 50_000] {
        searcher.start(start_view(), Limits { nodes: Some(limit), ..endless() });
        let nodes = done(&events).1.nodes;
        // Threads learn of each other's nodes now and then, and the system decides how late that
        // is; but the main thread counts all of its own.
        assert!(nodes >= limit, "{nodes} of {limit}");
    }
}

#[test]
fn on_the_node_clock_one_thread_searches_whatever_is_set() {
    let mut view = start_view();
    let clock = tandem_rules::Clock::new(TimeControl::sudden_death(Millis::from_seconds(10)));
    view.clocks[view.seat.index()] = Some(clock);
    let limits = Limits { node_rate: Some(10_000), ..Limits::clock() };
    let nodes = |threads| {
        let (mut searcher, events) = Searcher::new(8);
        searcher.set_threads(threads);
        searcher.start(view.clone(), limits.clone());
        done(&events).1.nodes
    };
    assert_eq!(nodes(4), nodes(1));
}

#[test]
fn a_piece_that_arrives_is_used_by_several_threads() {
    let (mut searcher, events) = Searcher::new(8);
    searcher.set_threads(3);
    let mut view = view("r5rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1");
    for _ in 0..20 {
        searcher.start(view.clone(), Limits { mate: Some(1), ..endless() });
        let mut changed = view.clone();
        let knight = Handoff { color: Color::White, piece: PieceType::Knight };
        changed.own.receive(knight, &mut ());
        searcher.update(changed);
        assert_eq!(done(&events).1.score.kind(), ScoreKind::Mate(1));
    }
    let pawn = Handoff { color: Color::White, piece: PieceType::Pawn };
    view.own.receive(pawn, &mut ());
    searcher.start(view, Limits::to_depth(3));
    assert_eq!(done(&events).1.depth, 3);
}

/// A view with this time on the seat's own clock.
fn timed(mut view: View, seconds: i64) -> View {
    let control = TimeControl::sudden_death(Millis::from_seconds(seconds));
    view.clocks[view.seat.index()] = Some(tandem_rules::Clock::new(control));
    view
}

/// Reads events until the search has reached this depth, however often it begins anew.
fn wait_for_depth(events: &Receiver<Event>, depth: u32) {
    loop {
        match events.recv_timeout(PATIENCE).expect("a search that goes on") {
            Event::Info(_, info) if info.depth >= depth => return,
            Event::Done(..) => panic!("it has answered"),
            Event::Info(..) => {}
        }
    }
}

#[test]
fn pondering_answers_only_after_the_hit_and_then_at_once_if_it_has_thought_enough() {
    let (mut searcher, events) = Searcher::new(8);
    let no_time = Thinking::Fixed(Millis(1));
    let one_move = "7k/8/8/8/8/8/q7/7K[] w - - 0 1";
    // (view that is pondered, limits, depth reached before the hit)
    let cases = [
        (start_view(), Limits { thinking: no_time, ..Limits::clock() }, 5),
        (view(one_move), Limits::clock(), 1),
        (start_view(), Limits::to_depth(3), 3),
        (view(PROBLEMS[0].0), Limits::clock(), 1),
    ];
    for threads in [1, 2] {
        searcher.set_threads(threads);
        for (view, limits, depth) in cases.clone() {
            let view = timed(view, 600);
            let search = searcher.start(view.clone(), Limits { pondering: true, ..limits });
            wait_for_depth(&events, depth);
            searcher.ponder_hit(&view);
            let event = events.iter().find(|event| matches!(event, Event::Done(..)));
            let Some(Event::Done(id, Decision::Play(m), info)) = event else { panic!("no move") };
            assert!(id == search && view.own.is_legal(m) && info.depth >= depth);
        }
    }
}

#[test]
fn after_the_hit_what_is_left_of_the_time_is_used() {
    let (mut searcher, events) = Searcher::new(8);
    let limits = Limits {
        nodes: Some(300_000),
        thinking: Thinking::Fixed(Millis::from_seconds(600)),
        ..Limits::clock()
    };
    searcher.start(start_view(), Limits { pondering: true, ..limits });
    searcher.ponder_hit(&start_view());
    assert!(done(&events).1.nodes >= 300_000, "the hit is no stop");
}

#[test]
fn pondering_is_stopped_and_updated_like_any_search() {
    let (mut searcher, events) = Searcher::new(8);
    let pondering = Limits { pondering: true, ..Limits::to_depth(2) };
    searcher.start(start_view(), pondering.clone());
    searcher.stop();
    searcher.ponder_hit(&start_view());
    assert!(matches!(done(&events).0, Decision::Play(_)));
    // A search that has come to its end waits, and takes in an arrival.
    let mut view = view("r5rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1");
    searcher.start(view.clone(), pondering.clone());
    wait_for_depth(&events, 2);
    let knight = Handoff { color: Color::White, piece: PieceType::Knight };
    view.own.receive(knight, &mut ());
    searcher.update(view.clone());
    searcher.ponder_hit(&view);
    assert_eq!(done(&events).1.score.kind(), ScoreKind::Mate(1));
    // Another search begins in the middle of it: this one does not ponder, and needs no hit.
    searcher.start(start_view(), pondering);
    searcher.start(start_view(), Limits::to_depth(1));
    assert!([done(&events).1.depth, done(&events).1.depth].contains(&1));
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

#[test]
fn of_any_number_of_updates_the_latest_counts() {
    let (mut searcher, events) = Searcher::new(1);
    searcher.start(start_view(), Limits { thinking: Thinking::Infinite, ..Limits::clock() });
    for _ in 0..10_000 {
        searcher.update(start_view());
    }
    searcher.update(view("7k/8/8/8/8/8/1q6/K7[] w - - 0 1"));
    let takes = |event: Event| match event {
        Event::Info(_, info) => info.pv.first().is_some_and(|m| format!("{m:?}") == "a1b2"),
        Event::Done(..) => panic!("nobody has stopped it"),
    };
    while !takes(events.recv_timeout(PATIENCE).expect("the only move is found")) {}
}

#[test]
fn orders_without_end_stop_a_search_without_end() {
    let (mut searcher, events) = Searcher::new(1);
    searcher.start(start_view(), Limits { thinking: Thinking::Infinite, ..Limits::clock() });
    for _ in 0..10_000 {
        searcher.set_threads(1); // a queue without bounds takes them all, and the search goes on
    }
    let (decision, _) = done(&events);
    assert!(matches!(decision, Decision::Play(_)), "{decision:?}");
}
