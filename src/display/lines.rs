//! Text lines on a running game.

use std::io::{Write, stdout};

use tandem_analysis::text;
use tandem_analysis::text::notation::move_number;
use tandem_rules::{BoardId, Color, Game};

/// Number of last moves that are shown together.
const RECENT: usize = 8;
/// Largest part of a message that is shown, in characters, and the width of a line where that of the
/// terminal is not known.
pub(crate) const WIDTH: usize = 78;
/// The most characters of a message.
const LONGEST: usize = 1000;

/// The last move with the clock of its player; empty before the first move.
pub(crate) fn last(game: &Game) -> String {
    let clock = game.plies().last().and_then(|ply| ply.clock);
    let clock = clock.map_or_else(String::new, |clock| format!(" {{{clock}}}"));
    moves(game, 1).pop().map_or_else(String::new, |m| m + &clock)
}

/// The last moves on one line, at most [`RECENT`] of them and as many as fit into `columns`.
pub(crate) fn recent(game: &Game, columns: usize) -> String {
    newest(&moves(game, RECENT), columns)
}

/// The last moves with their numbers, at most `most` of them.
pub(crate) fn moves(game: &Game, most: usize) -> Vec<String> {
    let boards = game.boards();
    let mut numbers = BoardId::ALL.map(|board| boards.position(board).fullmove_number());
    let mut moves = Vec::new();
    for ply in game.plies().iter().rev().take(most) {
        let number = &mut numbers[ply.seat.board.index()];
        if ply.seat.color == Color::Black {
            *number = number.saturating_sub(1); // it grows with each move of Black
        }
        moves.push(format!("{} {}", move_number(*number, ply.seat, boards), ply.san()));
    }
    moves.reverse();
    moves
}

/// The moves on one line. If they do not fit into `columns`, the oldest are left out: the newest is
/// the one that the reader looks for, so it always stays.
pub(crate) fn newest(moves: &[String], columns: usize) -> String {
    let mut lines = (0..moves.len()).map(|first| moves[first..].join("  "));
    let fits = |line: &String| line.chars().count() <= columns;
    lines.clone().find(fits).or_else(|| lines.next_back()).unwrap_or_default()
}

/// The beginning of a message of somebody else, without the characters that a terminal would obey.
pub(crate) fn harmless(text: &str) -> String {
    text::harmless(text, WIDTH)
}

/// A message of somebody else, whole unless it is very long, without the characters that a terminal
/// would obey.
pub(crate) fn visible(text: &str) -> String {
    text::harmless(text, LONGEST)
}

/// Prints a line. A closed output is ignored: the game goes on.
pub(crate) fn say(line: &str) {
    if writeln!(stdout(), "{line}").is_err() {
        log::debug!("standard output is closed");
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::Bfen;
    use tandem_rules::{Boards, Millis, MoveRules, OutcomeRules, Seat, Variant};

    use super::*;

    #[test]
    fn long_messages_of_others_are_cut() {
        assert_eq!(harmless(&"x".repeat(1000)).len(), WIDTH);
        assert_eq!(visible(&"x".repeat(2000)).len(), LONGEST);
    }

    #[test]
    fn moves_have_the_numbers_of_their_boards() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0";
        let boards = format!("{start} 30 | {start} 7");
        let boards = Bfen::parse(&boards, MoveRules::default()).expect("two boards").boards;
        let alone = Boards::start_of(Variant::Chess, MoveRules::default());
        for (boards, letters, shown) in [
            (boards, "ABaA", &["30A. e4", "7B. e4", "30a. e5", "31A. d4"][..]),
            (alone, "AaA", &["1. e4", "1... e5", "2. d4"]),
        ] {
            let mut game = Game::new(boards, OutcomeRules::default(), None);
            for (letter, shown) in letters.chars().zip(shown) {
                let seat = Seat::from_char(letter).expect("the letter of a seat");
                let san = shown.rsplit(' ').next().expect("a move");
                let m = game.position(seat.board).parse_san(san).expect("a legal move");
                game.play(seat, m, Millis::ZERO).expect("the seat is on turn");
            }
            assert_eq!(moves(&game, 9), shown);
            assert_eq!(moves(&game, 2), shown[shown.len() - 2..]);
            assert_eq!(last(&game), shown[shown.len() - 1]);
        }
    }

    #[test]
    fn the_newest_moves_are_shown_where_all_have_no_room() {
        let moves = ["9A. Nf3", "9a. Nc6", "12B. N@f7#"].map(str::to_owned);
        for (columns, shown) in [
            (80, "9A. Nf3  9a. Nc6  12B. N@f7#"),
            (28, "9A. Nf3  9a. Nc6  12B. N@f7#"),
            (27, "9a. Nc6  12B. N@f7#"),
            (18, "12B. N@f7#"),
            (5, "12B. N@f7#"),
        ] {
            assert_eq!(newest(&moves, columns), shown, "{columns}");
        }
        assert_eq!(newest(&[], 80), "");
    }
}
