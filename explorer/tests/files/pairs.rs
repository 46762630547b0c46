//! Questions about both boards of a game.

use tandem_explorer::{Arrivals, Board, BoardFault, BoardNumber, BuildError, Builder, Filter};
use tandem_rules::{BoardId, Boards, Move};

use crate::corpus::{Dice, built, games, opened};
use crate::naive::{GameStep, game_steps, look_at_both};
use crate::oracle::filter;

/// The moves of each game, at its later board.
fn with_steps(boards: &[Board]) -> Vec<Option<Vec<GameStep>>> {
    let of_game = |(number, board): (usize, &Board)| {
        board.order.is_some().then(|| game_steps([&boards[number - 1], board]))
    };
    boards.iter().enumerate().map(of_game).collect()
}

fn turned(boards: &Boards) -> Boards {
    let [a, b] = BoardId::ALL.map(|board| boards.position(board).clone());
    Boards::new(b, a)
}

#[test]
fn every_pair_has_the_answer_of_a_naive_count_in_both_orders_and_with_any_filter() {
    let boards = games(21, 300);
    let steps = with_steps(&boards);
    let explorer = opened(built(&boards)).expect("the file just built");
    let mut dice = Dice::new(22);
    let (mut shared, mut found_some) = (0, 0);
    for step in steps.iter().flatten().flatten() {
        if !dice.one_in(6) {
            continue;
        }
        let filter = if dice.one_in(2) { filter(&mut dice) } else { Filter::default() };
        let asked = if dice.one_in(2) { step.boards.clone() } else { turned(&step.boards) };
        let found = explorer.look_at_both(&asked, &filter).expect("a sound file");
        assert_eq!(found, look_at_both(&boards, &steps, &asked, &filter), "{asked:?} {filter:?}");
        shared += u32::from(found.games > 1);
        found_some += u32::from(found.games > 0);
    }
    assert!(shared > 100 && found_some > 300, "{shared} {found_some}: too little in common");
}

#[test]
fn a_move_on_equal_boards_is_one_move() {
    let explorer = opened(built(&games(23, 200))).expect("the file just built");
    let start = Boards::default();
    let answer = explorer.look_at_both(&start, &Filter::default()).expect("a sound file");
    assert!(answer.games > 100 && answer.moves.iter().all(|stats| stats.on == BoardId::A));
    let sum: u64 = answer.moves.iter().map(|stats| stats.games).sum();
    assert!(sum >= answer.games, "each game has a first move");
}

#[test]
fn a_game_is_returned_in_its_order() {
    let boards = games(24, 60);
    let explorer = opened(built(&boards)).expect("the file just built");
    for (number, board) in (0..).zip(&boards) {
        let game = explorer.game(BoardNumber(number)).expect("a sound file");
        let is_known = board.order.is_some()
            || boards.get(number as usize + 1).is_some_and(|next| {
                next.order.is_some() && next.partner == Some(BoardNumber(number))
            });
        assert_eq!(game.is_some(), is_known);
        let Some(game) = game else { continue };
        let mut playing = Boards::default();
        let mut moves = game.boards.each_ref().map(|board| board.moves.iter());
        for &on in &game.plies {
            let played = moves[on.index()].next().expect("a move of this board");
            playing.play(playing.on_turn(on), played.m).expect("a legal move");
        }
        assert!(moves.iter_mut().all(|moves| moves.next().is_none()));
    }
}

#[test]
fn an_order_that_does_not_fit_is_refused() {
    let moves = |texts: &[&str]| {
        texts.iter().map(|text| text.parse().expect("a move")).collect::<Vec<Move>>()
    };
    let known = Arrivals::Known(Vec::new());
    let board = |texts: &[&str]| Board {
        arrivals: known.clone(),
        ..Board::between("ann", "bob").with_moves(moves(texts))
    };
    let second = |order: &[u16], partner: u32, arrivals: &Arrivals| Board {
        order: Some(order.to_vec()),
        partner: Some(BoardNumber(partner)),
        arrivals: arrivals.clone(),
        ..board(&["e2e4", "e7e5"])
    };
    let mut builder = Builder::new(&std::env::temp_dir()).expect("scratch files");
    for _ in 0..2 {
        builder.add(&board(&["d2d4"])).expect("a legal board");
    }
    for (refused, partner) in [
        (second(&[0, 2], 1, &known), 1),
        (second(&[1, 0], 1, &known), 1),
        (second(&[0], 1, &known), 1),
        (second(&[0, 0], 0, &known), 0),
        (second(&[0, 0], 1, &Arrivals::Unknown), 1),
        (Board { partner: None, ..second(&[0, 0], 1, &known) }, 2),
    ] {
        let error = builder.add(&refused).expect_err("it does not fit");
        let expected = BoardFault::Order(BoardNumber(partner));
        assert!(matches!(error, BuildError::Board(fault) if fault == expected), "{refused:?}");
    }
    builder.add(&second(&[0, 1], 1, &known)).expect("it fits");
}
