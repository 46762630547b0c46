//! Files that grow, and files that are merged, answer like one that was built of all boards.

use tandem_explorer::{Board, Builder, Explorer, Filter, Key};
use tandem_rules::{Boards, MoveRules, Position, Variant};

use crate::corpus::{Dice, built, games, opened};
use crate::naive::steps;
use crate::oracle::filter;

/// The bytes of a file to which these boards were added, one slice after the other. The boards name
/// their partners by their place among all boards.
fn grown(slices: &[&[Board]]) -> Vec<u8> {
    let mut file = built(slices[0]);
    for slice in &slices[1..] {
        let explorer = opened(file.clone()).expect("the file just built");
        let mut builder = Builder::after(&explorer, &std::env::temp_dir()).expect("scratch files");
        for board in *slice {
            builder.add(board).expect("a legal board");
        }
        builder.finish(&mut file).expect("memory takes all");
    }
    file
}

fn merged(files: &[Explorer]) -> Vec<u8> {
    let mut builder = Builder::new(&std::env::temp_dir()).expect("scratch files");
    for file in files {
        builder.add_all(file, |_| ()).expect("a sound file");
    }
    let mut file = Vec::new();
    builder.finish(&mut file).expect("memory takes all");
    file
}

/// A place at which no game is cut.
fn cut(boards: &[Board], at: usize) -> usize {
    if boards[at].partner.is_some() { at + 1 } else { at }
}

/// The same boards as if they were the first of a file.
fn alone(boards: &[Board]) -> Vec<Board> {
    let mut alone = boards.to_vec();
    for (number, board) in (0..).zip(&mut alone) {
        let before = |number: u32| tandem_explorer::BoardNumber(number - 1);
        board.partner = board.partner.map(|_| before(number));
    }
    alone
}

#[test]
fn a_file_that_grew_answers_as_one_that_was_built_at_once() {
    let boards = games(31, 300);
    let cuts = [cut(&boards, 100), cut(&boards, 101), cut(&boards, 300)];
    let slices = [
        &boards[..cuts[0]],
        &boards[cuts[0]..cuts[1]],
        &boards[cuts[1]..cuts[2]],
        &boards[cuts[2]..],
    ];
    let at_once = opened(built(&boards)).expect("the file just built");
    let grown = opened(grown(&slices)).expect("the file just built");
    assert_eq!((at_once.boards(), at_once.parts()), (boards.len() as u32, 1));
    assert_eq!((grown.boards(), grown.parts()), (boards.len() as u32, 4));
    let mut dice = Dice::new(32);
    let start = Position::start(Variant::Bughouse, MoveRules::FICS);
    let all: Vec<_> = boards.iter().flat_map(steps).map(|step| step.position).collect();
    for number in 0..400 {
        let position = if number < 40 { start.clone() } else { dice.one_of(&all) };
        let other = if number < 40 { start.clone() } else { dice.one_of(&all) };
        let filter = if dice.one_in(2) { filter(&mut dice) } else { Filter::default() };
        let [one, two] = [&at_once, &grown].map(|file| {
            let pair = Boards::new(position.clone(), other.clone());
            let keys = [Key::WithHoldings, Key::Structure];
            let alone = keys.map(|key| file.look(&position, key, &filter).expect("a sound file"));
            (alone, file.look_at_both(&pair, &filter).expect("a sound file"))
        });
        assert_eq!(one, two, "{position} {filter:?}");
    }
    for number in (0..boards.len() as u32).map(tandem_explorer::BoardNumber) {
        let [one, two] = [&at_once, &grown].map(|file| {
            let mut board = file.board(number).expect("a sound file");
            // Each part has its own spelling of a name.
            board.players.iter_mut().for_each(|player| player.name.make_ascii_lowercase());
            board.players.iter_mut().for_each(|player| player.name = player.name.to_lowercase());
            (board, file.game(number).expect("a sound file").map(|game| game.plies))
        });
        assert_eq!(one, two);
    }
}

#[test]
fn merged_files_are_the_bytes_of_one_that_was_built_at_once() {
    let boards = games(33, 200);
    let at = cut(&boards, 150);
    let at_once = built(&boards);
    let shards = [built(&boards[..at]), built(&alone_from(&boards, at))];
    let shards = shards.map(|shard| opened(shard).expect("the file just built"));
    assert!(merged(&shards) == at_once);
    // Merging a grown file makes one part of it, and boards that are there twice stay once.
    let grown = grown(&[&boards[..at], &boards[at..]]);
    let files = [grown.clone(), grown].map(|file| opened(file).expect("the file just built"));
    let merged = opened(merged(&files)).expect("the file just built");
    let without_source = boards.iter().filter(|board| board.source.is_none()).count();
    assert_eq!(merged.boards() as usize, boards.len() + without_source);
    assert_eq!(merged.parts(), 1);
}

/// The boards from a place on, as the first of a file.
fn alone_from(boards: &[Board], at: usize) -> Vec<Board> {
    alone(&boards[at..])
}

#[test]
fn a_board_that_is_in_the_file_is_not_added_to_it() {
    let boards = games(34, 50);
    let explorer = opened(built(&boards)).expect("the file just built");
    let mut builder = Builder::after(&explorer, &std::env::temp_dir()).expect("scratch files");
    for board in boards.iter().filter(|board| board.source.is_some()) {
        assert_eq!(builder.add(board).expect("a legal board"), tandem_explorer::Added::Known);
    }
    assert_eq!(builder.next_board(), tandem_explorer::BoardNumber(boards.len() as u32));
}
