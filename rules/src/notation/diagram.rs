//! Diagrams: boards drawn as lines of text, for people.

use crate::{BoardId, Boards, Color, File, Piece, Position, Rank, Square, Team};

/// The style of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Letters only; an empty dark square is a dot.
    Plain,
    /// Shaded squares by ANSI colors, for a terminal.
    Color,
}

/// Width of one drawn board with its rank numbers, in columns.
const WIDTH: usize = 30;
const GAP: &str = "      ";

/// Draws the boards in play: both as [`both`] does, or board A alone as [`one`] does.
pub fn all(boards: &Boards, labels: &[[String; 2]; 2], near: Team, ink: Ink) -> Vec<String> {
    match boards.in_play() {
        [board] => {
            let bottom = near.seat(*board).color;
            one(boards.position(*board), bottom, &labels[board.index()], ink)
        }
        _ => both(boards, labels, near, ink),
    }
}

/// Draws both boards side by side as team `near` sees them: its players at the bottom of each, so
/// that partners are on one side. `labels`, by board and color, stand above and below each board.
pub fn both(boards: &Boards, labels: &[[String; 2]; 2], near: Team, ink: Ink) -> Vec<String> {
    side_by_side(BoardId::ALL.map(|board| {
        let bottom = near.seat(board).color;
        one(boards.position(board), bottom, &labels[board.index()], ink)
    }))
}

/// Joins two diagrams, each made by [`one`].
pub fn side_by_side([left, right]: [Vec<String>; 2]) -> Vec<String> {
    left.into_iter().zip(right).map(|(left, right)| format!("{left}{GAP}{right}")).collect()
}

/// Draws one board with its holdings, seen by color `bottom`. `labels` are those of White and
/// Black.
pub fn one(position: &Position, bottom: Color, labels: &[String; 2], ink: Ink) -> Vec<String> {
    let side = |color: Color| {
        let turn = if position.side_to_move() == color { '>' } else { ' ' };
        pad(&format!("{turn} {}", labels[color.index()]))
    };
    let held = |color: Color| pad(&format!("  [{}]", position.holdings(color).letters(color)));
    let mut lines = vec![side(!bottom), held(!bottom)];
    let mut ranks: Vec<Rank> = Rank::all().rev().collect();
    let mut files: Vec<File> = File::all().collect();
    if bottom == Color::Black {
        ranks.reverse();
        files.reverse();
    }
    for rank in ranks {
        let squares = files.iter().map(|&file| square(position, Square::new(file, rank), ink));
        lines.push(format!("{} {}    ", rank.to_char(), squares.collect::<String>()));
    }
    let letters = files.iter().map(|file| format!(" {} ", file.to_char()));
    lines.push(format!("  {}    ", letters.collect::<String>()));
    lines.extend([held(bottom), side(bottom)]);
    lines
}

/// Draws one square, three columns wide; a promoted piece is followed by `~`.
fn square(position: &Position, square: Square, ink: Ink) -> String {
    let piece = position.piece_at(square);
    let letter = piece.map_or(' ', Piece::to_char);
    let mark = if position.promoted().contains(square) { '~' } else { ' ' };
    let is_dark = (square.file().index() + square.rank().index()).is_multiple_of(2);
    match ink {
        Ink::Plain => {
            let letter = if letter == ' ' && is_dark { '.' } else { letter };
            format!(" {letter}{mark}")
        }
        Ink::Color => {
            let background = if is_dark { 65 } else { 144 };
            let foreground = match piece.map(|piece| piece.color) {
                Some(Color::White) => "1;38;5;231",
                _ => "1;38;5;16",
            };
            format!("\x1b[48;5;{background};{foreground}m {letter}{mark}\x1b[0m")
        }
    }
}

fn pad(text: &str) -> String {
    format!("{text:<WIDTH$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveRules;

    #[test]
    fn both_boards_are_drawn_with_partners_on_one_side() {
        let boards = Boards::start(MoveRules::default());
        let label = |text: &str| text.to_owned();
        let labels = [[label("wa"), label("ba")], [label("wb"), label("bb")]];
        let lines = both(&boards, &labels, Team::One, Ink::Plain);
        assert!(lines[0].starts_with("  ba") && lines[0].trim_end().ends_with("> wb"));
        assert!(lines.last().is_some_and(|line| line.starts_with("> wa")));
        assert!(lines[2].starts_with("8  r  n  b  q  k  b  n  r "), "{}", lines[2]);
        assert!(lines[2].trim_end().ends_with("1  R  N  B  K  Q  B  N  R"), "{}", lines[2]);
        let turned = both(&boards, &labels, Team::Two, Ink::Plain);
        assert!(turned[0].starts_with("> wa") && turned[0].trim_end().ends_with("  bb"));
        assert!(turned[2].starts_with("1  R  N  B  K  Q  B  N  R "), "{}", turned[2]);
    }
}
