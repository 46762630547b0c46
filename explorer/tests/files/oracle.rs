//! The explorer gives the answers of a naive count.

use tandem_explorer::{Answer, Board, BoardResult, DEPTH, Filter, Key, PlayerFilter};
use tandem_rules::{Color, Move, MoveRules, Position, Preset, Variant};

use crate::corpus::{Dice, NAMES, boards, built, opened};
use crate::naive::{self, Step, steps};

const KEYS: [Key; 2] = [Key::WithHoldings, Key::Structure];

fn with_steps(boards: Vec<Board>) -> Vec<(Board, Vec<Step>)> {
    boards.into_iter().map(|board| (board.clone(), steps(&board))).collect()
}

fn position_of(dice: &mut Dice, boards: &[(Board, Vec<Step>)]) -> Position {
    loop {
        let (_, steps) = &boards[dice.below(boards.len())];
        if !steps.is_empty() {
            return steps[dice.below(steps.len())].position.clone();
        }
    }
}

pub(crate) fn filter(dice: &mut Dice) -> Filter {
    let mut filter = Filter::default();
    while filter.is_empty() || dice.one_in(3) {
        let low = dice.below(2200) as u16;
        match dice.below(6) {
            0 => {
                let name = dice.one_of(&NAMES).to_uppercase();
                let color = dice.one_of(&[None, Some(Color::White), Some(Color::Black)]);
                filter.player = Some(PlayerFilter { name, color });
            }
            1 => filter.rating = Some(low..=low + 600),
            2 => filter.base_seconds = Some(dice.one_of(&[0..=60, 61..=180, 0..=u32::MAX])),
            3 => {
                let first = 1_600_000_000 + dice.below(1_000_000) as u32;
                filter.ended = Some(first..=first + 400_000);
            }
            4 => {
                let results = [BoardResult::Drawn, BoardResult::Won(dice.one_of(&Color::ALL))];
                filter.result = Some(dice.one_of(&results));
            }
            _ => filter.rules = Some(dice.one_of(&[Preset::Fics, Preset::Hawaii]).rules()),
        }
    }
    filter
}

#[test]
fn every_position_has_the_answer_of_a_naive_count() {
    let boards = with_steps(boards(1, 300));
    let explorer =
        opened(built(&boards.iter().map(|(board, _)| board.clone()).collect::<Vec<_>>()))
            .expect("the file just built");
    let all = Filter::default();
    let (mut shared, mut transposed) = (0, 0);
    for step in boards.iter().flat_map(|(_, steps)| steps.iter().take(DEPTH)) {
        for key in KEYS {
            let found = explorer.look(&step.position, key, &all).expect("a sound file");
            let expected = naive::look(&boards, &step.position, key, &all);
            assert_eq!(found, expected, "{} {key:?}", step.position);
            shared += u32::from(found.games > 64);
            transposed += u32::from(found.games > 1);
        }
    }
    assert!(
        shared > 100 && transposed > 1000,
        "{shared} {transposed}: the boards have too little in common"
    );
}

#[test]
fn every_filter_has_the_answer_of_a_naive_count() {
    let boards = with_steps(boards(2, 300));
    let explorer =
        opened(built(&boards.iter().map(|(board, _)| board.clone()).collect::<Vec<_>>()))
            .expect("the file just built");
    let (mut dice, mut found_some) = (Dice::new(3), 0);
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    for _ in 0..300 {
        let filter = filter(&mut dice);
        for position in [start.clone(), position_of(&mut dice, &boards)] {
            for key in KEYS {
                let found = explorer.look(&position, key, &filter).expect("a sound file");
                let expected = naive::look(&boards, &position, key, &filter);
                assert_eq!(found, expected, "{position} {key:?} {filter:?}");
                found_some += u32::from(found.games > 0);
            }
        }
    }
    assert!(found_some > 300, "{found_some} answers: the filters let too little through");
}

#[test]
fn a_position_that_nobody_met_has_no_moves() {
    let explorer = opened(built(&boards(4, 50))).expect("the file just built");
    let position: Position = "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1".parse().expect("sound");
    for key in KEYS {
        let answer = explorer.look(&position, key, &Filter::default()).expect("a sound file");
        assert_eq!(answer, Answer::default());
    }
}

#[test]
fn a_file_without_boards_has_no_answers() {
    let explorer = opened(built(&[])).expect("the file just built");
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    let nobody = PlayerFilter { name: "nobody".to_owned(), color: None };
    for filter in [Filter::default(), Filter { player: Some(nobody), ..Filter::default() }] {
        let answer = explorer.look(&start, Key::Structure, &filter).expect("a sound file");
        assert_eq!(answer, Answer::default());
    }
    assert!(explorer.board(tandem_explorer::BoardNumber(0)).is_err());
}

#[test]
fn positions_with_thousands_of_boards_are_counted() {
    let moves = ["e2e4", "d2d4", "g1f3"].map(|text| text.parse::<Move>().expect("a move"));
    let board = |number: usize| Board::between("ann", "bob").with_moves([moves[number % 3]]);
    let explorer = opened(built(&(0..10_000).map(board).collect::<Vec<_>>())).expect("just built");
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    let ann = PlayerFilter { name: "ANN".to_owned(), color: Some(Color::White) };
    for filter in [Filter::default(), Filter { player: Some(ann), ..Filter::default() }] {
        let answer = explorer.look(&start, Key::Structure, &filter).expect("a sound file");
        let games = answer.moves.iter().map(|stats| (stats.m, stats.games)).collect::<Vec<_>>();
        assert_eq!(games, [(moves[0], 3334), (moves[2], 3333), (moves[1], 3333)]);
    }
}

#[test]
fn the_order_of_boards_changes_nothing_but_the_examples() {
    let first = boards(5, 200);
    let mut second = first.clone();
    let mut dice = Dice::new(6);
    for i in (1..second.len()).rev() {
        second.swap(i, dice.below(i + 1));
    }
    let files = [&first, &second].map(|boards| opened(built(boards)).expect("just built"));
    let boards = with_steps(first);
    for _ in 0..300 {
        let (position, filter) = (position_of(&mut dice, &boards), filter(&mut dice));
        for key in KEYS {
            let [first, second] = files.each_ref().map(|file| {
                let mut answer = file.look(&position, key, &filter).expect("a sound file");
                answer.moves.iter_mut().for_each(|stats| stats.examples.clear());
                answer
            });
            assert_eq!(first, second, "{position}");
        }
    }
}
