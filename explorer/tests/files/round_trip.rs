//! Boards that are added are found again, or refused.

use std::num::NonZeroU64;

use tandem_explorer::{
    Added, Arrival, Arrivals, Board, BoardFault, BoardNumber, BoardResult, BuildError, Builder,
    DEPTH, Filter, Key, PlayedMove, PlayerFilter,
};
use tandem_rules::{Color, Handoff, Millis, Move, MoveRules, PieceType, Position, Variant};

use crate::corpus::{boards, built, opened};
use crate::naive::steps;

fn builder() -> Builder {
    Builder::new(&std::env::temp_dir()).expect("scratch files")
}

fn finished(builder: Builder) -> tandem_explorer::Explorer {
    let mut file = Vec::new();
    builder.finish(&mut file).expect("memory takes all");
    opened(file).expect("the file just built")
}

fn moves(texts: &[&str]) -> Vec<Move> {
    texts.iter().map(|text| text.parse().expect("a move")).collect()
}

#[test]
fn boards_are_returned_as_they_were_added() {
    let boards = boards(7, 200);
    let explorer = opened(built(&boards)).expect("the file just built");
    assert_eq!(explorer.boards(), 200);
    for (number, board) in (0..).zip(boards) {
        let mut found = explorer.board(BoardNumber(number)).expect("a sound file");
        // A name has one spelling in a file: that of the first board.
        for (player, original) in found.players.iter_mut().zip(&board.players) {
            assert_eq!(player.name.to_lowercase(), original.name.to_lowercase());
            player.name.clone_from(&original.name);
        }
        assert_eq!(found, board);
    }
}

#[test]
fn partners_know_each_other() {
    let mut builder = builder();
    let board = Board::between("a", "b");
    builder.add(&board).expect("an empty board");
    let partner = Some(BoardNumber(0));
    builder.add(&Board { partner, ..board.clone() }).expect("an empty board");
    let later = Board { partner: Some(BoardNumber(2)), ..board };
    let refused = builder.add(&later).expect_err("there is no such board yet");
    assert_eq!(refused.to_string(), "its partner, board 2, is none that was added before");
    let explorer = finished(builder);
    let partners = [0, 1].map(|number| explorer.board(BoardNumber(number)).map(|b| b.partner).ok());
    assert_eq!(partners, [Some(Some(BoardNumber(1))), Some(partner)]);
}

#[test]
fn a_board_of_one_source_number_is_added_once() {
    let mut builder = builder();
    let board = Board { source: NonZeroU64::new(7), ..Board::between("a", "b") };
    assert_eq!(builder.add(&board).expect("empty"), Added::New(BoardNumber(0)));
    assert_eq!(builder.add(&board).expect("empty"), Added::Known);
    assert_eq!(builder.boards(), 1);
}

#[test]
fn a_board_that_cannot_be_replayed_is_refused_and_counts_for_nothing() {
    let legal = Board::between("a", "b").with_moves(moves(&["e2e4"]));
    let arrival = |ply, piece| Arrival { ply, piece: Handoff { color: Color::White, piece } };
    let with = |arrivals: &[Arrival]| Board {
        arrivals: Arrivals::Known(arrivals.to_vec()),
        ..legal.clone()
    };
    let bare = |texts: &[&str]| legal.clone().with_moves(moves(texts));
    let known = |texts: &[&str]| Board { arrivals: Arrivals::Known(vec![]), ..bare(texts) };
    let long = "x".repeat(Board::LONGEST_NAME + 1);
    let m = |text: &str| text.parse::<Move>().expect("a move");
    let cases = [
        (bare(&["e2e5"]), BoardFault::Illegal { ply: 0, m: m("e2e5") }),
        (bare(&["e2e4", "e7e5", "e4e5"]), BoardFault::Illegal { ply: 2, m: m("e4e5") }),
        (known(&["N@e4"]), BoardFault::Illegal { ply: 0, m: m("N@e4") }),
        (with(&[arrival(1, PieceType::Pawn)]), BoardFault::Arrival(1)),
        (with(&[arrival(0, PieceType::King)]), BoardFault::Arrival(0)),
        (legal.clone().with_moves(vec![m("e2e4"); 5000]), BoardFault::Length(5000)),
        (Board::between("a", &long), BoardFault::Name(long)),
    ];
    let mut builder = builder();
    for (board, expected) in cases {
        match builder.add(&board) {
            Err(BuildError::Board(fault)) => assert_eq!(fault, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
    assert_eq!(builder.boards(), 0);
    builder.add(&legal).expect("a legal board");
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    let answer = finished(builder).look(&start, Key::Structure, &Filter::default());
    assert_eq!(answer.expect("a sound file").games, 1);
}

#[test]
fn transpositions_merge_and_holdings_divide() {
    let mut builder = builder();
    let known = Arrivals::Known(vec![]);
    let queen = Handoff { color: Color::White, piece: PieceType::Queen };
    let rich = Arrivals::Known(vec![Arrival { ply: 2, piece: queen }]);
    let lines: [(&[&str], Arrivals); 4] = [
        (&["d2d4", "d7d5", "e2e4", "g8f6"], known.clone()),
        (&["e2e4", "d7d5", "d2d4", "e7e6"], known.clone()),
        (&["d2d4", "d7d5", "e2e4", "b8c6"], rich),
        (&["e2e4", "d7d5", "d2d4", "c7c6"], Arrivals::Unknown),
    ];
    for (line, arrivals) in lines {
        let board = Board::between("a", "b").with_moves(moves(line));
        builder.add(&Board { arrivals, ..board }).expect("a legal board");
    }
    let explorer = finished(builder);
    let mut position = Position::start(Variant::Bughouse, MoveRules::WBN);
    for m in moves(&["d2d4", "d7d5", "e2e4"]) {
        let _nothing = position.make(m, &mut ());
    }
    let games = |position: &Position, key| {
        explorer.look(position, key, &Filter::default()).expect("a sound file").games
    };
    assert_eq!(games(&position, Key::Structure), 4);
    assert_eq!(games(&position, Key::WithHoldings), 2);
    position.receive(queen, &mut ());
    assert_eq!(games(&position, Key::Structure), 4);
    assert_eq!(games(&position, Key::WithHoldings), 1);
}

#[test]
fn a_game_that_comes_back_to_a_position_counts_once() {
    let mut builder = builder();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let line = [&shuffle[..], &["g1f3", "g8f6", "f3g1", "f6g8", "e2e4"]].concat();
    let piece = Handoff { color: Color::Black, piece: PieceType::Pawn };
    let arrivals = Arrivals::Known(vec![Arrival { ply: 5, piece }]);
    for name in ["a", "b"] {
        let board = Board::between(name, "x").with_moves(moves(&line));
        builder.add(&Board { arrivals: arrivals.clone(), ..board }).expect("a legal board");
    }
    let explorer = finished(builder);
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    let counts = |key| {
        let answer = explorer.look(&start, key, &Filter::default()).expect("a sound file");
        let moves: Vec<_> = answer.moves.iter().map(|s| (s.m.to_string(), s.games)).collect();
        (answer.games, moves)
    };
    let (knight, pawn) = (("g1f3".to_owned(), 2), ("e2e4".to_owned(), 2));
    assert_eq!(counts(Key::WithHoldings), (2, vec![knight.clone()]));
    assert_eq!(counts(Key::Structure), (2, vec![knight, pawn]));
}

#[test]
fn a_board_that_repeats_counts_by_its_first_visit() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    // The start is met with nothing in hand, again so, then twice with a pawn.
    let line = [&shuffle[..], &["b1c3", "b8c6", "c3b1", "c6b8"], &shuffle, &["e2e4"]].concat();
    let piece = Handoff { color: Color::White, piece: PieceType::Pawn };
    let arrivals = Arrivals::Known(vec![Arrival { ply: 7, piece }]);
    let mut builder = builder();
    for name in ["a", "b"] {
        let board = Board::between(name, "x").with_moves(moves(&line));
        builder.add(&Board { arrivals: arrivals.clone(), ..board }).expect("a legal board");
    }
    let explorer = finished(builder);
    let counts = |position: &Position, key| {
        let answer = explorer.look(position, key, &Filter::default()).expect("a sound file");
        let mut moves: Vec<_> = answer.moves.iter().map(|s| (s.m.to_string(), s.games)).collect();
        moves.sort();
        (answer.games, moves)
    };
    let two = |texts: &[&str]| (2, texts.iter().map(|&text| (text.to_owned(), 2)).collect());
    let mut start = Position::start(Variant::Bughouse, MoveRules::FICS);
    assert_eq!(counts(&start, Key::WithHoldings), two(&["b1c3", "g1f3"]));
    assert_eq!(counts(&start, Key::Structure), two(&["b1c3", "e2e4", "g1f3"]));
    start.receive(piece, &mut ());
    assert_eq!(counts(&start, Key::WithHoldings), two(&["e2e4", "g1f3"]));
}

#[test]
fn sums_agree_whether_they_are_ready_or_not() {
    for boards in 62..67 {
        let mut builder = builder();
        for number in 0..boards {
            let result = Some(BoardResult::Won(Color::ALL[number % 2]));
            let board = Board::between("a", "b").with_moves(moves(&["e2e4"]));
            builder.add(&Board { result, ..board }).expect("a legal board");
        }
        let start = Position::start(Variant::Bughouse, MoveRules::FICS);
        let answer = finished(builder).look(&start, Key::Structure, &Filter::default());
        let answer = answer.expect("a sound file");
        let [stats] = &answer.moves[..] else { panic!("one move was played: {answer:?}") };
        let halves = [stats.wins, stats.losses].map(|count| count as usize);
        assert_eq!(halves, [boards.div_ceil(2), boards / 2]);
        assert_eq!((stats.games as usize, stats.examples.len()), (boards, 4));
    }
}

#[test]
fn moves_beyond_the_depth_are_stored_but_not_indexed() {
    let board = boards(10, 50).into_iter().find(|board| board.moves.len() > DEPTH + 2);
    let board = board.expect("one of fifty is as long");
    let explorer = opened(built(&[board.clone(), board.clone()])).expect("the file just built");
    for (ply, step) in steps(&board).iter().enumerate() {
        let answer = explorer.look(&step.position, Key::Structure, &Filter::default());
        assert_eq!(answer.expect("a sound file").games > 0, ply < DEPTH, "{ply}");
    }
    let found = explorer.board(BoardNumber(0)).expect("a sound file");
    assert_eq!(found.moves, board.moves);
}

#[test]
fn times_are_kept_in_the_precision_of_the_format() {
    let mut builder = builder();
    let m = "e2e4".parse().expect("a move");
    let time = Some(Millis(13_449));
    let moves = vec![PlayedMove { m, time }];
    builder.add(&Board { moves, ..Board::between("a", "b") }).expect("a legal board");
    let board = finished(builder).board(BoardNumber(0)).expect("a sound file");
    assert_eq!(board.moves[0].time, Some(Millis(13_000)));
}

#[test]
fn a_player_on_both_sides_counts_once() {
    let mut builder = builder();
    builder.add(&Board::between("Ann", "aNN").with_moves(moves(&["e2e4"]))).expect("legal");
    let explorer = finished(builder);
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    let player = Some(PlayerFilter { name: "ANN".to_owned(), color: None });
    let filter = Filter { player, ..Filter::default() };
    let answer = explorer.look(&start, Key::Structure, &filter).expect("a sound file");
    assert_eq!(answer.games, 1);
}
