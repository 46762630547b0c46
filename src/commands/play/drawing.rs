//! The contents of the terminal: boards or a page of text, messages, the status and the prompt.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Write, stdout};

use tandem_rules::{BoardId, Boards, Color, Move, Seat};

use super::terminal::Terminal;
use crate::display::arrangement::{self, beside};
use crate::display::board::{Label, Scene};
use crate::display::lines::newest;
use crate::display::look::Look;
use crate::display::styled::{Line, Role, wrapped};

/// Number of last notes that are kept; of these, as many are shown as there is room for.
const NOTES: usize = 50;
/// Least number of rows for the status and notes.
const LEAST_WORDS: usize = 3;
/// Columns between the boards and the notes beside them.
const PANEL_GAP: usize = 3;
/// Least number of columns of notes beside the boards.
const LEAST_PANEL: usize = 40;
/// Begin and end of a change that terminals show at once, if they know how to.
const HOLD: &str = "\x1b[?2026h";
const SHOW: &str = "\x1b[?2026l";
const PROMPT: &str = "> ";
/// Last line of a page, on how to leave it.
const GO_ON: &str = "Enter shows the boards again.";
/// Last line of a page that is not the last one.
const MORE: &str = "Enter shows more.";
/// The end of a message that goes on.
const ELLIPSIS: &str = " …";

/// The contents of the terminal.
pub(super) struct Drawing {
    terminal: Terminal,
    look: Look,
    view: Option<View>,
    /// The page shown in place of the boards.
    page: Option<Page>,
    notes: VecDeque<String>,
    status: String,
    /// The visible part of the line being typed, and the column of the cursor in it.
    typed: (String, usize),
}

/// The game as it is drawn.
pub(super) struct View {
    pub(super) seat: Seat,
    pub(super) boards: Boards,
    /// Labels of the players, by board and color.
    pub(super) labels: [[Label; 2]; 2],
    /// The last move on each board.
    pub(super) last: [Option<Move>; 2],
    /// The last moves on both boards, with their numbers.
    pub(super) moves: Vec<String>,
}

struct Page {
    lines: Vec<String>,
    /// Index of the first line that is shown, of those that fit into the terminal.
    from: usize,
}

impl Drawing {
    pub(super) fn new(terminal: Terminal, look: Look) -> Self {
        Self {
            terminal,
            look,
            view: None,
            page: None,
            notes: VecDeque::new(),
            status: String::new(),
            typed: (String::new(), 0),
        }
    }

    pub(super) fn view(&mut self, view: View) {
        self.view = Some(view);
    }

    pub(super) fn note(&mut self, line: String) {
        self.notes.push_back(line);
        if self.notes.len() > NOTES {
            self.notes.pop_front();
        }
    }

    /// All notes that are kept.
    pub(super) fn notes(&self) -> Vec<String> {
        self.notes.iter().cloned().collect()
    }

    pub(super) fn open(&mut self, lines: Vec<String>) {
        self.page = Some(Page { lines, from: 0 });
    }

    pub(super) fn close_page(&mut self) {
        self.page = None;
    }

    /// Turns to the rest of the page, or back to the boards; false if there is no page.
    pub(super) fn turn_page(&mut self) -> bool {
        let (columns, rows) = Terminal::size();
        let Some(page) = &mut self.page else { return false };
        page.from += page_rows(rows);
        if page.from >= page.wrapped(columns).len() {
            self.page = None;
        }
        true
    }

    pub(super) fn status(&mut self, status: String) {
        self.status = status;
    }

    /// Shows the part of a line that is being typed which `shown` returns for a number of columns.
    pub(super) fn typed(&mut self, shown: impl FnOnce(usize) -> (String, usize)) {
        self.typed = shown(Terminal::size().0.saturating_sub(PROMPT.len()));
    }

    pub(super) fn clear(&self) {
        self.terminal.clear();
    }

    pub(super) fn ring(&self) {
        self.terminal.ring();
    }

    /// Draws all lines over those that are there, the prompt in the last one.
    pub(super) fn paint(&self) {
        let (columns, rows) = Terminal::size();
        let mut lines = match &self.page {
            Some(page) => page.draw(columns, rows),
            None => self.draw(columns, rows),
        };
        lines.push(Line::plain(format!("{PROMPT}{}", self.typed.0)));
        // Where there are too few rows, those at the top are left out.
        let lines = lines.split_off(lines.len().saturating_sub(rows));
        if self.write(lines, columns).is_err() {
            log::debug!("standard output is closed");
        }
    }

    /// All lines but the prompt: the boards, with the notes beside them where there is much room, then
    /// the moves and the status, with the notes between them where there is not.
    fn draw(&self, columns: usize, rows: usize) -> Vec<Line> {
        let status = wrapped(&self.status, columns);
        let words = LEAST_WORDS.max(status.len());
        let room = rows.saturating_sub(words + 1);
        let boards =
            self.view.as_ref().map_or_else(Vec::new, |view| view.draw(self.look, (columns, room)));
        let spare = room.saturating_sub(boards.len());
        let begin = boards.iter().map(Line::width).max().unwrap_or_default() + PANEL_GAP;
        let panel = columns.saturating_sub(begin);
        let has_panel = panel >= LEAST_PANEL;
        let mut lines = match has_panel {
            true => {
                let notes = latest(&self.notes, panel, boards.len()).into_iter().map(Line::plain);
                beside(boards, notes.collect(), begin)
            }
            false => boards,
        };
        lines.extend(self.moves(columns, spare, has_panel));
        let room = rows.saturating_sub(lines.len() + status.len() + 1);
        match has_panel {
            true => lines.extend(std::iter::repeat_n(Line::default(), room)),
            false => lines.extend(latest(&self.notes, columns, room).into_iter().map(Line::plain)),
        }
        lines.extend(status.into_iter().map(|line| Line::new(line, Role::Strong)));
        lines
    }

    /// The last moves in at most `rows` lines, with empty lines around them where there is room. If
    /// notes follow, they get most of it.
    fn moves(&self, columns: usize, rows: usize, has_all: bool) -> Vec<Line> {
        let moves = self.view.as_ref().map_or(&[][..], |view| &view.moves);
        let count = match rows {
            0 => return Vec::new(),
            1..6 => 1,
            _ if has_all => rows - 2,
            _ => rows / 3,
        };
        let mut lines = match count {
            1 => vec![newest(moves, columns)],
            _ => last_lines(moves, columns, count),
        };
        lines.resize(count, String::new());
        if rows > count {
            lines.insert(0, String::new());
        }
        if rows > count + 1 {
            lines.push(String::new());
        }
        lines.into_iter().map(Line::plain).collect()
    }

    /// Writes lines at once, so that none is seen without the others.
    fn write(&self, lines: Vec<Line>, columns: usize) -> io::Result<()> {
        let mut out = BufWriter::new(stdout().lock());
        let last = lines.len();
        write!(out, "{HOLD}")?;
        for (row, line) in (1..).zip(lines) {
            write!(out, "\x1b[{row};1H{}", self.look.theme.painted(line, columns))?;
        }
        write!(out, "\x1b[{last};{}H{SHOW}", PROMPT.len() + self.typed.1 + 1)?;
        out.flush()
    }
}

impl View {
    /// The lines of the boards in at most as many columns and rows as `room` has.
    pub(super) fn draw(&self, look: Look, room: (usize, usize)) -> Vec<Line> {
        let in_play = self.boards.in_play();
        let scene = |&board: &BoardId| Scene {
            board,
            position: self.boards.position(board),
            last: self.last[board.index()],
            bottom: self.bottom(board),
            labels: &self.labels[board.index()],
        };
        let scenes: Vec<Scene> = in_play.iter().map(scene).collect();
        let own = in_play.iter().position(|&board| board == self.seat.board).unwrap_or(0);
        arrangement::draw(&scenes, own, look, room)
    }

    /// The color of the person's team on a board, which is at the bottom.
    fn bottom(&self, board: BoardId) -> Color {
        self.seat.team().seat(board).color
    }
}

impl Page {
    fn wrapped(&self, columns: usize) -> Vec<String> {
        self.lines.iter().flat_map(|line| wrapped(line, columns)).collect()
    }

    /// The lines of the page, as many as there are rows but for the prompt.
    fn draw(&self, columns: usize, rows: usize) -> Vec<Line> {
        let all = self.wrapped(columns);
        let room = page_rows(rows);
        let mut lines: Vec<Line> =
            all.iter().skip(self.from).take(room).map(|line| Line::plain(line.as_str())).collect();
        let end = if self.from + lines.len() < all.len() { MORE } else { GO_ON };
        lines.resize_with(room + 1, Line::default);
        lines.push(Line::new(end, Role::Strong));
        lines
    }
}

/// Rows for the lines of a page: all but an empty one, its end and the prompt.
fn page_rows(rows: usize) -> usize {
    rows.saturating_sub(3).max(1)
}

/// The last of the lines that moves take, at most `rows`. Lines begin with the first move, so that
/// they stay as they are while moves are added.
fn last_lines(moves: &[String], columns: usize, rows: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for m in moves {
        let fits = |line: &&mut String| line.chars().count() + 2 + m.chars().count() <= columns;
        match lines.last_mut().filter(fits) {
            Some(line) => {
                line.push_str("  ");
                line.push_str(m);
            }
            None => lines.push(m.clone()),
        }
    }
    lines.split_off(lines.len().saturating_sub(rows))
}

/// The latest notes in lines of at most `columns`, exactly `rows` of them. Of a note that is longer
/// than that, the beginning is shown.
fn latest(notes: &VecDeque<String>, columns: usize, rows: usize) -> Vec<String> {
    let mut shown = VecDeque::new();
    for note in notes.iter().rev() {
        let mut lines = wrapped(note, columns);
        let room = rows - shown.len();
        if lines.len() > room {
            if shown.is_empty() && room > 0 {
                lines.truncate(room);
                let last =
                    wrapped(&lines[room - 1], columns.saturating_sub(ELLIPSIS.chars().count()));
                lines[room - 1] = format!("{}{ELLIPSIS}", last[0]);
                shown.extend(lines);
            }
            break;
        }
        for line in lines.into_iter().rev() {
            shown.push_front(line);
        }
    }
    shown.resize(rows, String::new());
    shown.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_fill_lines_from_the_first_one_on_and_the_last_lines_are_shown() {
        let moves: Vec<String> = (1..=9).map(|number| format!("{number}A. e4")).collect();
        for (columns, rows, shown) in [
            (16, 2, &["7A. e4  8A. e4", "9A. e4"][..]),
            (13, 2, &["8A. e4", "9A. e4"]),
            (90, 2, &["1A. e4  2A. e4  3A. e4  4A. e4  5A. e4  6A. e4  7A. e4  8A. e4  9A. e4"]),
        ] {
            assert_eq!(last_lines(&moves, columns, rows), shown, "{columns}");
        }
        assert!(last_lines(&[], 20, 3).is_empty());
    }

    #[test]
    fn the_latest_notes_are_shown_in_whole_words() {
        let notes = ["partner: Tandem is an engine. Say 'help' to see more.", "you: help"];
        let notes: VecDeque<String> = notes.map(str::to_owned).into();
        for (columns, rows, shown) in [
            (
                60,
                3,
                &["partner: Tandem is an engine. Say 'help' to see more.", "you: help", ""][..],
            ),
            (60, 1, &["you: help"][..]),
            (60, 0, &[][..]),
            (30, 3, &["partner: Tandem is an engine.", "Say 'help' to see more.", "you: help"][..]),
            (30, 2, &["you: help", ""][..]),
        ] {
            assert_eq!(latest(&notes, columns, rows), shown, "{columns}x{rows}");
        }
        let long = VecDeque::from(["need n or b or r or q".to_owned()]);
        assert_eq!(latest(&long, 10, 2), ["need n or", "b or r …"]);
    }
}
