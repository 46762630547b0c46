//! Output for the person: both boards in place in a terminal, lines elsewhere.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Write, stdout};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tandem_arbiter::Snapshot;
use tandem_rules::notation::diagram::{self, Ink};
use tandem_rules::{BoardId, Boards, Color, Game, Millis, Seat};

use super::editor::Editor;
use super::terminal::Terminal;
use crate::display::lines::{harmless, last, minutes, recent, say};

/// Shows the game to the player of a seat.
pub(super) struct Screen {
    seat: Seat,
    shown: Mutex<Shown>,
}

enum Shown {
    /// Output as lines, one after the other.
    Lines,
    /// Output in a terminal, which is redrawn with each change.
    Drawn(Box<Drawing>),
    /// No output any more.
    Nothing,
}

/// Number of last notes that are kept; of these, as many are shown as there is room for.
const NOTES: usize = 50;
/// Least number of rows for notes.
const LEAST_NOTES: usize = 2;
/// Interval at which clocks are redrawn.
const INTERVAL: Millis = Millis(100);
const PROMPT: &str = "> ";
/// Last line of a page, on how to leave it.
const GO_ON: &str = "Enter shows the boards again.";

impl Screen {
    /// A screen that draws in the terminal, or prints lines if there is none.
    pub(super) fn new(seat: Seat, terminal: Option<Terminal>) -> Self {
        let shown = match terminal {
            Some(terminal) => Shown::Drawn(Box::new(Drawing::new(terminal))),
            None => Shown::Lines,
        };
        Self { seat, shown: Mutex::new(shown) }
    }

    /// Interval at which the clocks should be redrawn; `None` if they are not drawn.
    pub(super) fn interval(&self) -> Option<Millis> {
        matches!(*self.shown(), Shown::Drawn(_)).then_some(INTERVAL)
    }

    /// Shows a line, without the control characters that a terminal would obey.
    pub(super) fn note(&self, line: &str) {
        let line = harmless(line);
        match &mut *self.shown() {
            Shown::Lines => say(&line),
            Shown::Drawn(drawing) => drawing.note(line),
            Shown::Nothing => {}
        }
    }

    /// Shows lines that are to be read at leisure: in a terminal until the next line is typed.
    pub(super) fn page(&self, lines: Vec<String>) {
        match &mut *self.shown() {
            Shown::Lines => lines.iter().for_each(|line| say(line)),
            Shown::Drawn(drawing) => {
                drawing.page = Some(lines);
                drawing.paint();
            }
            Shown::Nothing => {}
        }
    }

    /// Leaves a page for the boards.
    pub(super) fn turn_page(&self) {
        self.redraw(|drawing| drawing.page = None);
    }

    /// Shows the status: the player on turn, and the premove.
    pub(super) fn status(&self, status: String) {
        self.redraw(|drawing| drawing.status = status);
    }

    /// Shows the line that is being typed.
    pub(super) fn prompt(&self, editor: &Editor) {
        self.redraw(|drawing| {
            let (columns, _) = drawing.terminal.size();
            drawing.typed = editor.shown(columns.saturating_sub(PROMPT.len()));
        });
    }

    /// Redraws everything after a change of the terminal's size.
    pub(super) fn resized(&self) {
        self.redraw(|drawing| drawing.terminal.clear());
    }

    /// Tells the person that it is on turn. In a terminal, the status shows that already.
    pub(super) fn on_turn(&self, snapshot: &Snapshot) {
        if let Shown::Lines = *self.shown() {
            let clocks = snapshot.clocks.map(|clock| clock.map(|clock| clock.remaining()));
            self.boards(&snapshot.boards, clocks, Ink::Plain).iter().for_each(|line| say(line));
            say("Your turn.");
        }
    }

    /// Tells of a piece that has come. In a terminal, the holdings show it already.
    pub(super) fn arrived(&self, line: &str) {
        if let Shown::Lines = *self.shown() {
            say(line);
        }
    }

    /// Shows a move that was made.
    pub(super) fn moved(&self, game: &Game, now: Millis) {
        if let Shown::Lines = *self.shown() {
            say(&last(game.plies()));
        }
        self.look(game, now);
    }

    /// Shows the boards, clocks and last moves as they are now.
    pub(super) fn look(&self, game: &Game, now: Millis) {
        self.redraw(|drawing| {
            drawing.boards = self.boards_of(game, now, Ink::Color);
            drawing.moves = recent(game.plies(), drawing.terminal.size().0);
        });
    }

    /// The boards of a game as its player sees them.
    pub(super) fn boards_of(&self, game: &Game, now: Millis, ink: Ink) -> Vec<String> {
        self.boards(game.boards(), Seat::ALL.map(|seat| game.time_left(seat, now)), ink)
    }

    /// Ends the output and restores the terminal.
    pub(super) fn close(&self) {
        *self.shown() = Shown::Nothing;
    }

    fn boards(&self, boards: &Boards, clocks: [Option<Millis>; 4], ink: Ink) -> Vec<String> {
        let label = |seat: Seat| {
            let clock = clocks[seat.index()].map_or_else(String::new, minutes);
            format!("{} {clock}", self.whom(seat))
        };
        let labels = BoardId::ALL.map(|board| Color::ALL.map(|color| label(board.seat(color))));
        let lines = diagram::all(boards, &labels, self.seat.team(), ink);
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }

    fn whom(&self, seat: Seat) -> &'static str {
        if seat == self.seat {
            "you"
        } else if seat == self.seat.partner() {
            "your partner"
        } else {
            "Tandem"
        }
    }

    /// Changes the drawing and shows it, where there is one.
    fn redraw(&self, change: impl FnOnce(&mut Drawing)) {
        if let Shown::Drawn(drawing) = &mut *self.shown() {
            change(drawing);
            drawing.paint();
        }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        // A drawing that a panic left half done is repeated.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The contents of the terminal.
struct Drawing {
    terminal: Terminal,
    boards: Vec<String>,
    moves: String,
    /// Lines shown in place of the boards.
    page: Option<Vec<String>>,
    notes: VecDeque<String>,
    status: String,
    /// The visible part of the line being typed, and the column of the cursor in it.
    typed: (String, usize),
}

impl Drawing {
    fn new(terminal: Terminal) -> Self {
        Self {
            terminal,
            boards: Vec::new(),
            moves: String::new(),
            page: None,
            notes: VecDeque::new(),
            status: String::new(),
            typed: (String::new(), 0),
        }
    }

    fn note(&mut self, line: String) {
        self.notes.push_back(line);
        if self.notes.len() > NOTES {
            self.notes.pop_front();
        }
        self.paint();
    }

    /// Draws all lines over those that are there, the prompt in the last one.
    fn paint(&self) {
        let (columns, rows) = self.terminal.size();
        let above = match &self.page {
            Some(page) => [&page[..], &[String::new(), GO_ON.to_owned()]].concat(),
            None => [&self.boards[..], &[String::new(), cut(&self.moves, columns)]].concat(),
        };
        let below = [cut(&self.status, columns), format!("{PROMPT}{}", self.typed.0)];
        let room = rows.saturating_sub(above.len() + below.len() + 1).max(LEAST_NOTES);
        let notes = self.notes.iter().skip(self.notes.len().saturating_sub(room));
        let mut notes: Vec<String> = notes.map(|note| cut(note, columns)).collect();
        notes.resize(room, String::new());
        let lines = [&above[..], &[String::new()], &notes, &below].concat();
        // Where there are too few rows, those at the top are left out.
        let lines = &lines[lines.len().saturating_sub(rows)..];
        if self.write(lines).is_err() {
            log::debug!("standard output is closed");
        }
    }

    /// Writes lines at once, so that none is seen without the others.
    fn write(&self, lines: &[String]) -> io::Result<()> {
        let mut out = BufWriter::new(stdout().lock());
        for (row, line) in (1..).zip(lines) {
            write!(out, "\x1b[{row};1H{line}\x1b[K")?;
        }
        write!(out, "\x1b[{};{}H", lines.len(), PROMPT.len() + self.typed.1 + 1)?;
        out.flush()
    }
}

/// The part of a line that fits into `columns`.
fn cut(line: &str, columns: usize) -> String {
    line.chars().take(columns).collect()
}
