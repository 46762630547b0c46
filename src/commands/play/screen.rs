//! Output for the person: both boards in place in a terminal, lines elsewhere.

use parking_lot::Mutex;
use tandem_analysis::text::notation::minutes;
use tandem_arbiter::Snapshot;
use tandem_rules::notation::diagram::{self, Ink};
use tandem_rules::{BoardId, Boards, Color, Game, Millis, Seat};

use super::drawing::{Drawing, View};
use super::editor::Editor;
use super::terminal::Terminal;
use crate::display::board::Label;
use crate::display::lines::{WIDTH, last, moves, say, visible};
use crate::display::look::Look;
use crate::display::styled::wrapped;

/// Shows the game to the player of a seat.
pub(super) struct Screen {
    seat: Seat,
    /// The look of boards; `None` where they are drawn in lines, with letters.
    look: Option<Look>,
    /// True if the bell rings when the person is on turn.
    rings: bool,
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

/// Most last moves that are shown at once.
const MOVES: usize = 200;
/// Interval at which clocks are redrawn.
const INTERVAL: Millis = Millis(100);

impl Screen {
    /// A screen of lines.
    pub(super) fn of_lines(seat: Seat) -> Self {
        Self { seat, look: None, rings: false, shown: Mutex::new(Shown::Lines) }
    }

    /// A screen that draws in the terminal, and rings its bell if that is wanted.
    pub(super) fn drawn(seat: Seat, terminal: Terminal, look: Look, rings: bool) -> Self {
        let drawing = Box::new(Drawing::new(terminal, look));
        Self { seat, look: Some(look), rings, shown: Mutex::new(Shown::Drawn(drawing)) }
    }

    /// Interval at which the clocks should be redrawn; `None` if they are not drawn.
    pub(super) fn interval(&self) -> Option<Millis> {
        matches!(*self.shown.lock(), Shown::Drawn(_)).then_some(INTERVAL)
    }

    /// Shows a line, without the control characters that a terminal would obey.
    pub(super) fn note(&self, line: &str) {
        let line = visible(line);
        match &mut *self.shown.lock() {
            Shown::Lines => say(&line),
            Shown::Drawn(drawing) => {
                drawing.note(line);
                drawing.paint();
            }
            Shown::Nothing => {}
        }
    }

    /// Shows lines that are to be read at leisure: in a terminal until the next line is typed.
    pub(super) fn page(&self, lines: Vec<String>) {
        match &mut *self.shown.lock() {
            Shown::Lines => {
                let lines = lines.iter().flat_map(|line| wrapped(line, WIDTH));
                lines.for_each(|line| say(&line));
            }
            Shown::Drawn(drawing) => {
                drawing.open(lines);
                drawing.paint();
            }
            Shown::Nothing => {}
        }
    }

    /// Shows the last notes as a page. Lines that are printed can be read again anyway.
    pub(super) fn notes(&self) {
        self.redraw(|drawing| drawing.open(drawing.notes()));
    }

    /// Turns to the rest of a page, or back to the boards; false if there is no page.
    pub(super) fn turn_page(&self) -> bool {
        let mut turned = false;
        self.redraw(|drawing| turned = drawing.turn_page());
        turned
    }

    /// Leaves a page for the boards.
    pub(super) fn close_page(&self) {
        self.redraw(Drawing::close_page);
    }

    /// Shows the status: the player on turn, and the premove.
    pub(super) fn status(&self, status: String) {
        self.redraw(|drawing| drawing.status(status));
    }

    /// Asks the person to say that it is ready.
    pub(super) fn ask(&self, question: &str) {
        match &mut *self.shown.lock() {
            Shown::Lines => say(question),
            Shown::Drawn(drawing) => {
                drawing.status(question.to_owned());
                drawing.paint();
            }
            Shown::Nothing => {}
        }
    }

    /// Shows the line that is being typed.
    pub(super) fn prompt(&self, editor: &Editor) {
        self.redraw(|drawing| drawing.typed(|columns| editor.shown(columns)));
    }

    /// Redraws everything after a change of the terminal's size.
    pub(super) fn resized(&self) {
        self.redraw(|drawing| drawing.clear());
    }

    /// Tells the person that it is on turn. In a terminal, the status shows that already.
    pub(super) fn on_turn(&self, snapshot: &Snapshot) {
        match &mut *self.shown.lock() {
            Shown::Lines => {
                let clocks = snapshot.clocks.map(|clock| clock.map(|clock| clock.remaining()));
                self.lines(&snapshot.boards, clocks).iter().for_each(|line| say(line));
                say("Your turn.");
            }
            Shown::Drawn(drawing) if self.rings => drawing.ring(),
            Shown::Drawn(_) | Shown::Nothing => {}
        }
    }

    /// Tells of a piece that has come. In a terminal, the holdings show it already.
    pub(super) fn arrived(&self, line: &str) {
        if let Shown::Lines = *self.shown.lock() {
            say(line);
        }
    }

    /// Shows the boards before the game goes on.
    pub(super) fn lay_out(&self, game: &Game) {
        self.look(game, game.plies().last().map_or(Millis::ZERO, |ply| ply.at));
    }

    /// Shows a move that was made.
    pub(super) fn moved(&self, game: &Game, now: Millis) {
        if let Shown::Lines = *self.shown.lock() {
            say(&last(game));
        }
        self.look(game, now);
    }

    /// Shows the boards, clocks and last moves as they are now.
    pub(super) fn look(&self, game: &Game, now: Millis) {
        self.redraw(|drawing| drawing.view(self.view(game, now)));
    }

    /// The lines of the boards at the end of a game, for the usual screen of the terminal.
    pub(super) fn boards_of(&self, game: &Game, now: Millis) -> Vec<String> {
        match self.look {
            None => self.lines(game.boards(), Seat::ALL.map(|seat| game.time_left(seat, now))),
            Some(look) => {
                let room = (Terminal::size().0, usize::MAX);
                let lines = self.view(game, now).draw(look, room);
                lines.iter().map(|line| look.theme.printed(line)).collect()
            }
        }
    }

    /// Ends the output and restores the terminal.
    pub(super) fn close(&self) {
        *self.shown.lock() = Shown::Nothing;
    }

    fn view(&self, game: &Game, now: Millis) -> View {
        let label = |seat: Seat| Label {
            name: whom(seat, self.seat),
            clock: game.time_left(seat, now).map_or_else(String::new, minutes),
        };
        let plies = game.plies();
        let last = |board| plies.iter().rev().find(|ply| ply.seat.board == board).map(|ply| ply.m);
        View {
            seat: self.seat,
            boards: game.boards().clone(),
            labels: BoardId::ALL.map(|board| Color::ALL.map(|color| label(board.seat(color)))),
            last: BoardId::ALL.map(last),
            moves: moves(game, MOVES),
        }
    }

    /// Boards for an output of lines.
    fn lines(&self, boards: &Boards, clocks: [Option<Millis>; 4]) -> Vec<String> {
        let label = |seat: Seat| {
            let clock = clocks[seat.index()].map_or_else(String::new, minutes);
            format!("{} {clock}", whom(seat, self.seat))
        };
        let labels = BoardId::ALL.map(|board| Color::ALL.map(|color| label(board.seat(color))));
        let lines = diagram::all(boards, &labels, self.seat.team(), Ink::Plain);
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }

    /// Changes the drawing and shows it, where there is one.
    fn redraw(&self, change: impl FnOnce(&mut Drawing)) {
        if let Shown::Drawn(drawing) = &mut *self.shown.lock() {
            change(drawing);
            drawing.paint();
        }
    }
}

/// A player as the person calls it.
pub(super) fn whom(seat: Seat, person: Seat) -> &'static str {
    if seat == person {
        "you"
    } else if seat == person.partner() {
        "your partner"
    } else {
        "Tandem"
    }
}
