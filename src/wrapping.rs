//! Lines as wide as the terminal.

use std::io::{IsTerminal, stdout};

use crossterm::terminal;
use textwrap::Options;

/// Columns by which the rest of a long line is indented.
const INDENT: &str = "       ";
/// The least width of a terminal for which lines are broken.
const LEAST: usize = 30;

/// A text whose lines fit into the terminal; elsewhere as it is, so that programs find each line
/// whole.
pub(crate) fn for_terminal(text: &str) -> String {
    let columns = terminal::size().map_or(0, |(columns, _)| usize::from(columns));
    match stdout().is_terminal() && columns >= LEAST {
        true => wrapped(text, columns),
        false => text.to_owned(),
    }
}

fn wrapped(text: &str, columns: usize) -> String {
    let options = Options::new(columns).subsequent_indent(INDENT);
    let lines = text.lines().flat_map(|line| textwrap::wrap(line, &options));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_long_line_is_indented_and_short_lines_stay() {
        let text = "game 1: Anna against Bert\n  14A. g4??  Anna  0:56.0  mated: d4 d5";
        let narrow = "game 1: Anna against Bert\n  14A. g4??  Anna  0:56.0\n       mated: d4 d5";
        assert_eq!((wrapped(text, 40).as_str(), wrapped(text, 30).as_str()), (text, narrow));
    }
}
