//! Games in the one form that Tandem writes.

use std::fmt::{self, Write};
use std::io;

use crate::{BoardId, Boards, Color, Seat};

use super::comment::Clock;
use super::record::{GameRecord, RecordedPly};

/// Lines are broken before they get longer, where there is a blank.
const LINE_WIDTH: usize = 80;

/// Tags, moves as `1A. e4 {179.547}` in the order played, the reason of the end and the result.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        f.write_char('\n')?;
        let mut lines = Lines { out: f, column: 0 };
        for comment in self.preamble() {
            lines.sentence(&comment.to_string())?;
        }
        let mut boards = self.start().clone();
        for ply in self.plies() {
            write_ply(&mut lines, &boards, ply)?;
            // A record holds accepted moves only.
            let _ = boards.play(ply.seat, ply.m).map_err(|_| fmt::Error)?;
        }
        lines.end()?;
        if let Some(reason) = self.reason() {
            lines.sentence(&format!("{{{reason}}}"))?;
        }
        lines.unit(&self.result().to_string())?;
        lines.end()
    }
}

impl GameRecord {
    /// Writes the game and an empty line after it, so that another one can follow.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write_to(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "{self}")
    }

    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            write_tag(f, name, value)?;
        }
        let start = self.start().position(BoardId::A);
        let usual = || crate::Position::start(start.variant(), start.rules());
        if *self.start() != Boards::new(usual(), usual()) {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start().to_fen())?;
        }
        write_tag(f, "Result", &self.result().to_string())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

fn write_ply(lines: &mut Lines<'_, '_>, boards: &Boards, ply: &RecordedPly) -> fmt::Result {
    let Seat { board, color } = ply.seat;
    let letter = match (board, color) {
        (BoardId::A, Color::White) => 'A',
        (BoardId::A, Color::Black) => 'a',
        (BoardId::B, Color::White) => 'B',
        (BoardId::B, Color::Black) => 'b',
    };
    let number = boards.position(board).fullmove_number();
    let mut unit = format!("{number}{letter}. {}", boards.san(board, ply.m));
    if ply.draw_offer {
        unit.push_str(" (=)");
    }
    if let Some(clock) = ply.clock {
        write!(unit, " {{{}}}", Clock(clock))?;
    }
    if let Some(elapsed) = ply.elapsed {
        write!(unit, " {{[ts={}]}}", Clock(elapsed))?;
    }
    lines.unit(&unit)?;
    ply.comments.iter().try_for_each(|comment| lines.sentence(&comment.to_string()))
}

/// Breaks what is written into lines.
struct Lines<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Lines<'_, '_> {
    /// Something that stays on one line.
    fn unit(&mut self, text: &str) -> fmt::Result {
        let width = text.chars().count();
        // A line of a comment that starts like a tag would be taken for one.
        let breaks = self.column + 1 + width > LINE_WIDTH && !text.starts_with('[');
        match self.column {
            0 => {}
            _ if breaks => self.end()?,
            _ => {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.column += width;
        self.out.write_str(text)
    }

    /// Something that may be broken at its blanks.
    fn sentence(&mut self, text: &str) -> fmt::Result {
        text.split(' ').try_for_each(|word| self.unit(word))
    }

    /// Ends the line if there is something on it.
    fn end(&mut self) -> fmt::Result {
        match std::mem::take(&mut self.column) {
            0 => Ok(()),
            _ => self.out.write_char('\n'),
        }
    }
}
