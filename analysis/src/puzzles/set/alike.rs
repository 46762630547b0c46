//! What puzzles have in common, so that no two of a set are alike.

use tandem_rules::Color;

use crate::puzzles::{Kind, Puzzle};

/// What two puzzles must not have in common.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Likeness {
    /// The men on the board that the puzzle is about, whoever plays them; those of a mirrored board
    /// with the colors exchanged are the same.
    pub men: String,
    /// The kind, and the line that mates a king on its square, or what else the solution says.
    pub course: String,
}

impl Likeness {
    /// The likeness of a puzzle, whose first FEN fields are sound.
    pub fn of(puzzle: &Puzzle) -> Self {
        // The board of the mate, and who mates.
        let board = match puzzle.kind {
            Kind::Give => puzzle.seat.board.other(),
            Kind::Mate | Kind::Take | Kind::Need | Kind::Sit => puzzle.seat.board,
        };
        let mates = match puzzle.kind {
            Kind::Mate | Kind::Take | Kind::Need => puzzle.seat.color,
            Kind::Give | Kind::Sit => !puzzle.seat.color,
        };
        let fen = puzzle.fens.get(board.index()).map_or("", String::as_str);
        let placement = fen.split(['[', ' ']).next().unwrap_or_default();
        let is_black = mates == Color::Black;
        let men = if is_black { turned(placement) } else { placement.to_owned() };
        let lines: Vec<_> = puzzle.solution.lines.iter().map(|line| line.join(" ")).collect();
        let lines = lines.join(",");
        let lines = if is_black { mirrored(&lines) } else { lines };
        let course = format!("{} {} {lines}", puzzle.kind.name(), king(&men));
        Self { men, course }
    }
}

/// The placement of a FEN with the ranks mirrored and the colors exchanged.
fn turned(placement: &str) -> String {
    let exchanged = |c: char| match c {
        c if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
        c => c.to_ascii_lowercase(),
    };
    let ranks: Vec<String> =
        placement.split('/').rev().map(|rank| rank.chars().map(exchanged).collect()).collect();
    ranks.join("/")
}

/// Moves on mirrored ranks.
fn mirrored(line: &str) -> String {
    let rank = |c: char| match c.to_digit(10) {
        Some(digit @ 1..=8) => char::from_digit(9 - digit, 10).unwrap_or(c),
        _ => c,
    };
    line.chars().map(rank).collect()
}

/// The square of Black's king, as the number of ranks above it and of files beside it.
fn king(placement: &str) -> String {
    for (above, rank) in placement.split('/').enumerate() {
        let mut beside = 0;
        for c in rank.chars() {
            match c.to_digit(10) {
                _ if c == 'k' => return format!("{above}{beside}"),
                Some(empty) => beside += empty,
                None => beside += u32::from(c != '~'),
            }
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use tandem_rules::Seat;

    use super::*;
    use crate::puzzles::{Solution, Theme};

    fn need(seat: usize, fen: &str, line: &str) -> Puzzle {
        let lines = vec![vec![line.to_owned()]];
        Puzzle {
            ply: 0,
            seat: Seat::ALL[seat],
            kind: Kind::Need,
            moves: 1,
            nodes: 1,
            theme: Theme::Smothered,
            fens: vec![fen.to_owned(), String::new()],
            clocks: None,
            last: Vec::new(),
            solution: Solution { answers: vec!["N".to_owned()], lines, pieces: Vec::new() },
        }
    }

    #[test]
    fn a_mirrored_puzzle_of_the_other_color_is_alike() {
        let white = need(0, "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1", "N@f7#");
        let black = need(1, "6k1/8/8/8/8/8/6PP/6RK[] b - - 0 1", "N@f2#");
        assert_eq!(Likeness::of(&white), Likeness::of(&black));
        assert_eq!(Likeness::of(&white).course, "need 07 N@f7#");
        let other = need(0, "7k/6pp/8/8/8/8/8/6K1[] w - - 0 1", "N@f7#");
        assert_ne!(Likeness::of(&white).men, Likeness::of(&other).men);
    }
}
