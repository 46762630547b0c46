//! Laws of the limited levels, along games that they play against themselves.

mod answer;

use crossbeam::channel::Receiver;
use tandem_engine::{Decision, Elo, Event, Info, Level, Limits, Searcher, View};
use tandem_rules::{BoardId, Color, Move, MoveRules, OutcomeRules, Position, Variant};

use answer::done;

fn limits(elo: u16, seed: u64) -> Limits {
    let level = Level::Limited(Elo::new(elo).expect("in range"));
    Limits { level, seed, ..Limits::clock() }
}

fn view(own: &Position) -> View {
    let seat = BoardId::A.seat(own.side_to_move());
    View::of_board(seat, own.clone(), OutcomeRules::default())
}

/// The positions of a game of crazyhouse of at most `plies` plies, each with the move made.
fn game(
    (searcher, events): &mut (Searcher, Receiver<Event>),
    limits: &Limits,
    plies: usize,
) -> Vec<(Position, Move)> {
    searcher.clear();
    let mut position = Position::start(Variant::Crazyhouse, MoveRules::default());
    let mut made = Vec::new();
    while made.len() < plies && position.count_legal() > 0 {
        searcher.start(view(&position), limits.clone());
        let (Decision::Play(m), _) = done(events) else { panic!("no move") };
        assert!(position.is_legal(m), "{m:?} in {}", position.to_fen());
        made.push((position.clone(), m));
        let _own_holdings = position.make(m, &mut ());
    }
    made
}

fn moves(game: &[(Position, Move)]) -> Vec<Move> {
    game.iter().map(|&(_, m)| m).collect()
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another_game() {
    let mut searcher = Searcher::new(1);
    searcher.0.set_threads(2); // makes no difference at a limited level
    for elo in [500, 1200, 2000] {
        let mut of = |seed| moves(&game(&mut searcher, &limits(elo, seed), 24));
        let first = of(1);
        assert_eq!(of(1), first, "{elo}");
        assert_ne!(of(2), first, "{elo}");
    }
}

/// True if the move leaves the king to a mate in one.
fn leaves_king(position: &Position, m: Move) -> bool {
    let after = |position: &Position, m| {
        let mut next = position.clone();
        let _own_holdings = next.make(m, &mut ());
        next
    };
    let next = after(position, m);
    let is_mate = |&reply: &Move| {
        let last = after(&next, reply);
        last.in_check() && last.count_legal() == 0
    };
    next.legal_moves().iter().any(is_mate)
}

#[test]
fn from_1500_on_no_king_is_left_to_a_mate_in_one_that_can_be_avoided() {
    let mut searcher = Searcher::new(1);
    let mut avoidable = 0;
    for (elo, seed) in [(1500, 1), (1500, 2), (1500, 3), (1750, 4)] {
        for (position, m) in game(&mut searcher, &limits(elo, seed), 120) {
            let all = position.legal_moves();
            let dangerous = all.iter().filter(|&&m| leaves_king(&position, m)).count();
            avoidable += usize::from(dangerous > 0 && dangerous < all.len());
            if leaves_king(&position, m) {
                assert_eq!(dangerous, all.len(), "{elo}: {m:?} in {}", position.to_fen());
            }
        }
    }
    assert!(avoidable > 0, "the law was never put to the test");
}

#[test]
fn an_answer_is_one_line_of_the_move_played() {
    let (mut searcher, events) = Searcher::new(1);
    let start = Position::start(Variant::Bughouse, MoveRules::default());
    for elo in [500, 1000, 1500, 2500, 2850] {
        let id = searcher.start(view(&start), limits(elo, 3));
        let mut shown: Vec<Info> = Vec::new();
        let (decision, last) = loop {
            match events.recv_timeout(answer::PATIENCE).expect("a search that ends") {
                Event::Info(of, info) if of == id => shown.push(info),
                Event::Done(of, decision, info) if of == id => break (decision, info),
                event => panic!("{event:?}"),
            }
        };
        assert_eq!(decision, Decision::Play(last.pv[0]), "{elo}");
        assert_eq!((shown.len(), shown[0].rank, &shown[0].pv), (1, 1, &last.pv), "{elo}");
    }
}

#[test]
fn a_suggested_move_is_searched_alone_and_a_position_without_moves_has_none() {
    let (mut searcher, events) = Searcher::new(1);
    let start = Position::start(Variant::Bughouse, MoveRules::default());
    let only = start.parse_coordinate("a2a3").expect("legal");
    searcher.start(view(&start), Limits { search_moves: vec![only], ..limits(600, 1) });
    assert_eq!(done(&events).0, Decision::Play(only));
    let mated = "7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1";
    let mated = tandem_rules::notation::Fen::position(mated, Variant::Bughouse, MoveRules::FICS);
    searcher.start(view(&mated.expect("sound")), limits(600, 1));
    assert_eq!(done(&events).0, Decision::Sit);
}

#[test]
fn a_level_that_ponders_answers_at_the_hit_and_an_infinite_one_at_the_stop() {
    let (mut searcher, events) = Searcher::new(1);
    let start = view(&Position::start(Variant::Bughouse, MoveRules::default()));
    let pondering = Limits { pondering: true, ..limits(1000, 1) };
    searcher.start(start.clone(), pondering);
    assert!(matches!(events.recv(), Ok(Event::Info(..))), "the search itself is over");
    assert!(events.is_empty());
    searcher.ponder_hit(&start);
    assert!(matches!(done(&events).0, Decision::Play(_)));
    let infinite = Limits { thinking: tandem_engine::Thinking::Infinite, ..limits(1000, 1) };
    searcher.start(start, infinite);
    assert!(matches!(events.recv(), Ok(Event::Info(..))));
    assert!(events.is_empty());
    searcher.stop();
    assert!(matches!(done(&events).0, Decision::Play(_)));
}

#[test]
fn a_seed_means_nothing_at_full_strength() {
    let (mut searcher, events) = Searcher::new(1);
    let start = Position::start(Variant::Crazyhouse, MoveRules::default());
    assert_eq!(start.side_to_move(), Color::White);
    let mut nodes = |seed| {
        searcher.clear();
        searcher.start(view(&start), Limits { seed, ..Limits::to_depth(8) });
        done(&events).1.nodes
    };
    assert_eq!(nodes(1), nodes(2));
}
