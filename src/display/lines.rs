//! Text lines on a running game.

use std::io::{Write, stdout};

use tandem_rules::notation::is_deceptive;
use tandem_rules::{Color, Millis, Ply};

/// Number of last moves that are shown together.
const RECENT: usize = 8;
/// Largest part of a message that is shown, in characters, and the width of a line where that of the
/// terminal is not known.
pub(crate) const WIDTH: usize = 78;
/// The most characters of a message.
const LONGEST: usize = 1000;

/// The last move with the clock of its player; empty before the first move.
pub(crate) fn last(plies: &[Ply]) -> String {
    let Some(ply) = plies.last() else { return String::new() };
    let clock = ply.clock.map_or_else(String::new, |clock| format!(" {{{clock}}}"));
    format!("{} {}{clock}", token(plies, plies.len() - 1), ply.san())
}

/// The last moves on one line, at most [`RECENT`] of them and as many as fit into `columns`.
pub(crate) fn recent(plies: &[Ply], columns: usize) -> String {
    newest(&tokens(plies), columns)
}

/// The last moves with their numbers, at most [`RECENT`] of them.
pub(crate) fn tokens(plies: &[Ply]) -> Vec<String> {
    let recent = plies.len().saturating_sub(RECENT)..plies.len();
    recent.map(|at| format!("{} {}", token(plies, at), plies[at].san())).collect()
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
    text.chars().filter(|&c| !is_deceptive(c)).take(WIDTH).collect()
}

/// A message of somebody else, whole unless it is very long, without the characters that a terminal
/// would obey.
pub(crate) fn visible(text: &str) -> String {
    text.chars().filter(|&c| !is_deceptive(c)).take(LONGEST).collect()
}

/// Prints a line. A closed output is ignored: the game goes on.
pub(crate) fn say(line: &str) {
    if writeln!(stdout(), "{line}").is_err() {
        log::debug!("standard output is closed");
    }
}

/// The label of the ply at this index, as in `12a.`: the move number and the board, upper case for
/// White.
fn token(plies: &[Ply], at: usize) -> String {
    let seat = plies[at].seat;
    let number = plies[..=at].iter().filter(|ply| ply.seat == seat).count();
    let board = seat.board.to_string();
    match seat.color {
        Color::White => format!("{number}{board}."),
        Color::Black => format!("{number}{}.", board.to_lowercase()),
    }
}

/// A clock in minutes, seconds and tenths, as in `0:29.5`; a negative one is shown as zero.
pub(crate) fn minutes(time: Millis) -> String {
    let tenths = time.0.max(0) / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_others_contain_no_control_characters() {
        assert_eq!(harmless("need n"), "need n");
        assert_eq!(harmless("\x1b[2J\r\ngo\x07\u{9b}1m é"), "[2Jgo1m é");
        assert_eq!(harmless(&"x".repeat(1000)).len(), WIDTH);
        assert_eq!(visible("\x1b[2J\r\ngo\x07\u{9b}1m é"), "[2Jgo1m é");
        assert_eq!(visible(&"x".repeat(2000)).len(), LONGEST);
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

    #[test]
    fn clocks_show_tenths_and_never_less_than_nothing() {
        for (time, text) in
            [(29_590, "0:29.5"), (600_000, "10:00.0"), (99, "0:00.0"), (-5, "0:00.0")]
        {
            assert_eq!(minutes(Millis(time)), text);
        }
    }
}
