//! The arrangement of one board or two on a screen of any size.

use super::board::Scene;
use super::look::{Cell, Form, Frame, Look};
use super::styled::{Line, Role};

/// Columns between the lines of two boards.
const GAP: usize = 2;
/// Columns by which the lines of a player may be longer than those of the squares: of each of two
/// boards side by side, and of boards with nothing beside them.
const OVERHANG: (usize, usize) = (4, 8);

/// An arrangement of boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arrangement {
    /// Two boards side by side.
    Pair(Form),
    /// Two boards, one above the other.
    Stack(Form),
    /// One board: the only one, or the player's own.
    One(Form),
}

use Arrangement::{One, Pair, Stack};
use Cell::{Large, Narrow, Wide};
use Frame::{Bare, Full, Tight};

/// Arrangements of two boards, the best one first.
const TWO: &[Arrangement] = &[
    Pair(Form::new(Large, Full)),
    Pair(Form::new(Wide, Full)),
    Pair(Form::new(Wide, Tight)),
    Stack(Form::new(Wide, Full)),
    Stack(Form::new(Wide, Tight)),
    Pair(Form::new(Narrow, Full)),
    Pair(Form::new(Narrow, Tight)),
    Stack(Form::new(Wide, Bare)),
    Stack(Form::new(Narrow, Bare)),
    Pair(Form::new(Narrow, Bare)),
];
/// Arrangements of one board, the best one first.
const SINGLE: &[Arrangement] = &[
    One(Form::new(Large, Full)),
    One(Form::new(Wide, Full)),
    One(Form::new(Wide, Tight)),
    One(Form::new(Narrow, Full)),
    One(Form::new(Wide, Bare)),
    One(Form::new(Narrow, Bare)),
];

impl Arrangement {
    /// Columns and lines that it takes.
    const fn size(self) -> (usize, usize) {
        match self {
            Pair(form) => (2 * form.width() + GAP, form.height()),
            Stack(form) => (form.width(), 2 * form.height()),
            One(form) => (form.width(), form.height()),
        }
    }

    const fn fits(self, (columns, rows): (usize, usize)) -> bool {
        let (width, height) = self.size();
        width <= columns && height <= rows
    }

    fn draw(
        self,
        scenes: &[Scene],
        own: usize,
        look: Look,
        (columns, rows): (usize, usize),
    ) -> Vec<Line> {
        match self {
            Pair(form) => {
                let width = ((columns - GAP) / 2).min(form.width() + OVERHANG.0);
                let [left, right] = [0, 1].map(|board| scenes[board].draw(form, look, width));
                beside(left, right, width + GAP)
            }
            Stack(form) => {
                let columns = columns.min(form.width() + OVERHANG.1);
                let boards = scenes.iter().map(|scene| scene.draw(form, look, columns));
                let boards: Vec<Vec<Line>> = boards.collect();
                let gap = if self.size().1 < rows { vec![Line::default()] } else { Vec::new() };
                boards.join(&gap[..])
            }
            One(form) => scenes[own].draw(form, look, columns.min(form.width() + OVERHANG.1)),
        }
    }
}

/// Lines with others at their right, from a column on.
pub(crate) fn beside(left: Vec<Line>, right: Vec<Line>, begin: usize) -> Vec<Line> {
    let joined = |(left, right): (Line, Line)| {
        let mut line = left.fitted(begin);
        line.append(right);
        line
    };
    left.into_iter().zip(right).map(joined).collect()
}

/// Draws one board, or two of which `own` is the player's, on at most as many columns and rows as
/// `room` has. A board is drawn with all its files and ranks or not at all; in its place a line
/// says that it is missing.
pub(crate) fn draw(scenes: &[Scene], own: usize, look: Look, room: (usize, usize)) -> Vec<Line> {
    let (columns, rows) = room;
    let among = if scenes.len() == 2 { TWO } else { SINGLE };
    if let Some(best) = among.iter().find(|arrangement| arrangement.fits(room)) {
        return best.draw(scenes, own, look, room);
    }
    let below = (columns, rows.saturating_sub(1)); // a line for the note
    let alone = SINGLE.iter().find(|alone| alone.fits(below)).filter(|_| scenes.len() == 2);
    let mut lines = alone.map_or_else(Vec::new, |one| one.draw(scenes, own, look, below));
    let notes = match alone {
        Some(_) => [
            "The other board has no room: make the terminal larger.",
            "The other board has no room.",
            "1 board: no room",
        ],
        None => [
            "The boards have no room: make the terminal larger.",
            "The boards have no room.",
            "boards: no room",
        ],
    };
    let fits = |note: &&&str| note.len() <= columns;
    let note = notes.iter().find(fits).unwrap_or(&notes[2]);
    lines.insert(0, Line::new(*note, Role::Alert));
    lines
}

#[cfg(test)]
mod tests {
    use tandem_rules::{BoardId, Color, MoveRules, Position, Variant};

    use super::super::board::Label;
    use super::super::look::Pieces;
    use super::super::theme::Theme;
    use super::*;

    /// The number of whole boards among lines, and the note.
    fn shown(lines: &[Line]) -> (usize, Option<String>) {
        let is_square = |&(_, role): &(&str, Role)| matches!(role, Role::Square(..));
        // A line of a large square is a third of it.
        let weight = |(text, _): (&str, Role)| if text.len() == 6 { 1 } else { 3 };
        let squares = |line: &Line| -> usize { line.spans().filter(is_square).map(weight).sum() };
        let ranks: Vec<usize> = lines.iter().map(squares).filter(|&count| count > 0).collect();
        assert!(ranks.iter().all(|count| count % 8 == 0), "all files are there: {ranks:?}");
        let total: usize = ranks.iter().sum();
        assert_eq!(total % (3 * 64), 0, "all ranks are there");
        let note = lines.iter().find(|line| line.spans().any(|(_, role)| role == Role::Alert));
        (total / (3 * 64), note.map(Line::text))
    }

    fn drawn(boards: usize, room: (usize, usize)) -> Vec<Line> {
        let position = Position::start(Variant::Bughouse, MoveRules::default());
        let label = |name| Label { name, clock: "10:00.0".to_owned() };
        let labels = [label("your partner"), label("Tandem")];
        let (board, bottom) = (BoardId::A, Color::Black);
        let scene = Scene { board, position: &position, last: None, bottom, labels: &labels };
        let look = Look { theme: Theme::Dark, pieces: Pieces::Letters };
        draw(&vec![scene; boards], 0, look, room)
    }

    #[test]
    fn on_any_screen_boards_are_whole_and_a_missing_one_is_named() {
        for boards in [1, 2] {
            for columns in 1..130 {
                for rows in 1..40 {
                    let lines = drawn(boards, (columns, rows));
                    let (whole, note) = shown(&lines);
                    let at = format!("{boards} in {columns}x{rows}");
                    assert_eq!(whole < boards, note.is_some(), "{at}");
                    assert!(lines.len() <= rows, "{at}");
                    let is_cut = |line: &Line| line.width() > columns;
                    assert!(columns < 16 || !lines.iter().any(is_cut), "{at}");
                }
            }
        }
    }

    #[test]
    fn boards_stand_side_by_side_where_there_is_room_and_stack_elsewhere() {
        for (room, lines, width) in [
            ((200, 50), 29, 110),
            ((120, 40), 29, 110),
            ((120, 28), 13, 62),
            ((60, 20), 13, 60),
            ((54, 12), 11, 54),
            ((53, 40), 27, 34),
            ((40, 26), 26, 34),
            ((40, 20), 13, 40),
            ((40, 12), 11, 40),
            ((30, 26), 26, 30),
            ((30, 20), 20, 30),
            ((18, 20), 20, 18),
        ] {
            let drawn = drawn(2, room);
            assert_eq!((drawn.len(), drawn[0].width()), (lines, width), "{room:?}");
        }
        let (boards, note) = shown(&drawn(2, (30, 19)));
        assert_eq!((boards, note.as_deref()), (1, Some("The other board has no room.")));
        let (boards, note) = shown(&drawn(2, (17, 40)));
        assert_eq!((boards, note.as_deref()), (0, Some("boards: no room")));
    }
}
