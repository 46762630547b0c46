//! Writer of game records, in one strict form.

use std::fmt::{self, Write};
use std::io;

use crate::{BoardId, Boards};

use super::comment::{ClockText, Comment};
use super::format::{Format, ROSTER, variant_name};
use super::record::{GameRecord, RecordedPly};

/// Width of a line in characters: longer ones are broken at a blank if there is one.
const LINE_WIDTH: usize = 80;

/// Formats the record as BPGN or PGN: tags, moves in the order played with their clocks and
/// comments, the reason of the end and the result.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format() {
            Format::Bpgn => self.write_bpgn_tags(f)?,
            Format::Pgn => self.write_pgn_tags(f)?,
        }
        f.write_char('\n')?;
        let mut lines = Lines { out: f, column: 0, opens: false };
        lines.comments(self.preamble())?;
        write_plies(&mut lines, self.format(), self.start().clone(), self.plies())?;
        lines.end()?;
        if let Some(reason) = self.reason() {
            lines.sentence(&format!("{{{reason}}}"))?;
        }
        lines.unit(&self.result().to_string())?;
        lines.end()
    }
}

impl GameRecord {
    /// Writes the record and an empty line after it, so that another one can follow.
    ///
    /// # Errors
    /// Any error of `out`.
    pub fn write_to(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "{self}")
    }

    fn write_bpgn_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tags().try_for_each(|(name, value)| write_tag(f, name, value))?;
        if !self.has_usual_start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start().to_fen())?;
        }
        write_tag(f, "Result", &self.result().to_string())
    }

    /// Writes the Seven Tag Roster, then the other tags.
    fn write_pgn_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", &self.result().to_string())?;
        let is_listed = |name: &str| ROSTER.iter().any(|(listed, _)| *listed == name);
        for (name, value) in self.tags().filter(|(name, _)| !is_listed(name)) {
            write_tag(f, name, value)?;
        }
        if let Some(variant) = variant_name(self.start()) {
            write_tag(f, "Variant", variant)?;
        }
        if !self.has_usual_start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start().position(BoardId::A).to_fen())?;
        }
        Ok(())
    }

    fn has_usual_start(&self) -> bool {
        let position = self.start().position(BoardId::A);
        *self.start() == Boards::start_of(position.variant(), position.rules())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Writes moves with their comments and variations.
fn write_plies(
    lines: &mut Lines<'_, '_>,
    format: Format,
    mut boards: Boards,
    plies: &[RecordedPly],
) -> fmt::Result {
    let mut follows_directly = false;
    for ply in plies {
        let text = ply_text(format, &boards, ply, follows_directly);
        lines.unit(&text)?;
        follows_directly =
            ply.comments.is_empty() && ply.variations.is_empty() && !text.ends_with('}');
        lines.comments(&ply.comments)?;
        // A variation without a move says nothing, and is not read either.
        for variation in ply.variations.iter().filter(|variation| !variation.plies.is_empty()) {
            lines.open_parenthesis();
            lines.comments(&variation.preamble)?;
            write_plies(lines, format, boards.clone(), &variation.plies)?;
            lines.close_parenthesis()?;
        }
        // A record holds accepted moves only.
        ply.make(&mut boards).map_err(|_| fmt::Error)?;
    }
    Ok(())
}

/// A move with its number, glyphs, draw offer and times.
fn ply_text(format: Format, boards: &Boards, ply: &RecordedPly, follows_directly: bool) -> String {
    let board = ply.seat.board;
    let number = boards.position(board).fullmove_number();
    let mut text = format.number(number, ply.seat, follows_directly);
    text.push_str(&ply.san(boards));
    for glyph in &ply.glyphs {
        write!(text, " ${glyph}").expect("a string takes all");
    }
    let draw_offer = ply.draw_offer.then(|| format.draw_offer().to_owned());
    let clock = ply.clock.map(|clock| format.clock(clock));
    let elapsed = ply.elapsed.map(|elapsed| format!("{{[ts={}]}}", ClockText(elapsed)));
    for note in [draw_offer, clock, elapsed].into_iter().flatten() {
        text.push(' ');
        text.push_str(&note);
    }
    text
}

/// Output that is broken into lines.
struct Lines<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
    /// True if a parenthesis stands before the next text.
    opens: bool,
}

impl Lines<'_, '_> {
    /// Writes text that stays on one line.
    fn unit(&mut self, text: &str) -> fmt::Result {
        let opens = std::mem::take(&mut self.opens);
        let width = text.chars().count() + usize::from(opens);
        // A line of a comment that starts with `[` could be taken for a tag.
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
        if opens {
            self.out.write_char('(')?;
        }
        self.out.write_str(text)
    }

    /// Puts a parenthesis before the text that is written next.
    const fn open_parenthesis(&mut self) {
        self.opens = true;
    }

    /// Puts a parenthesis after the text that was written last.
    fn close_parenthesis(&mut self) -> fmt::Result {
        if self.column >= LINE_WIDTH {
            self.end()?;
        }
        self.column += 1;
        self.out.write_char(')')
    }

    fn comments(&mut self, comments: &[Comment]) -> fmt::Result {
        comments.iter().try_for_each(|comment| self.sentence(&comment.to_string()))
    }

    /// Writes text that may be broken at its blanks.
    fn sentence(&mut self, text: &str) -> fmt::Result {
        text.split(' ').try_for_each(|word| self.unit(word))
    }

    /// Ends the line if there is text on it.
    fn end(&mut self) -> fmt::Result {
        match std::mem::take(&mut self.column) {
            0 => Ok(()),
            _ => self.out.write_char('\n'),
        }
    }
}
