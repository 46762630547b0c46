//! Live view of a game: both boards in a terminal, a line for each move elsewhere.

use std::collections::VecDeque;
use std::io::{Write, stdout};

use tandem_analysis::text::notation::minutes;
use tandem_arbiter::record::is_for_people;
use tandem_arbiter::{Played, Told, Watcher};
use tandem_rules::notation::diagram::{self, Ink};
use tandem_rules::{BoardId, Color, Game, Millis, Seat, Team};

use crate::display::lines::{WIDTH, harmless, last, recent, say};

/// Shows a game on standard output.
pub(super) struct Live {
    names: [String; 4],
    is_terminal: bool,
    /// True if boards have been drawn, which the next drawing replaces.
    drawn: bool,
    /// The last messages between partners.
    messages: VecDeque<String>,
}

const HOME: &str = "\x1b[H";
const CLEAR: &str = "\x1b[2J\x1b[H";
const TO_LINE_END: &str = "\x1b[K";
const RECENT_MESSAGES: usize = 3;

impl Live {
    pub(super) fn new(names: [String; 4], is_terminal: bool) -> Self {
        Self { names, is_terminal, drawn: false, messages: VecDeque::new() }
    }

    /// Shows the last position, and `ending`, a line on the result.
    pub(super) fn finish(&mut self, played: &Played, ending: &str) -> std::io::Result<()> {
        let now = played.ended_at;
        if self.is_terminal {
            self.draw(&played.game, now);
        } else {
            let labels = self.labels(&played.game, now);
            for line in diagram::all(played.game.boards(), &labels, Team::One, Ink::Plain) {
                writeln!(stdout(), "{}", line.trim_end())?;
            }
        }
        writeln!(stdout(), "{ending}")
    }

    fn labels(&self, game: &Game, now: Millis) -> [[String; 2]; 2] {
        BoardId::ALL.map(|board| Color::ALL.map(|color| self.label(game, board.seat(color), now)))
    }

    fn label(&self, game: &Game, seat: Seat, now: Millis) -> String {
        let clock = game.time_left(seat, now).map_or_else(String::new, minutes);
        format!("{} {clock}", self.names[seat.index()])
    }

    fn draw(&mut self, game: &Game, now: Millis) {
        let mut screen = String::from(if self.drawn { HOME } else { CLEAR });
        for line in diagram::all(game.boards(), &self.labels(game, now), Team::One, Ink::Color) {
            screen += &line;
            screen += TO_LINE_END;
            screen += "\n";
        }
        let moves = [String::new(), recent(game, WIDTH), String::new()];
        let nothing = std::iter::repeat_n(String::new(), RECENT_MESSAGES - self.messages.len());
        for line in moves.iter().chain(&self.messages).cloned().chain(nothing) {
            screen += &line;
            screen += TO_LINE_END;
            screen += "\n";
        }
        self.drawn = true;
        let mut out = stdout().lock();
        if out.write_all(screen.as_bytes()).and_then(|()| out.flush()).is_err() {
            log::debug!("standard output is closed");
        }
    }
}

impl Watcher for Live {
    fn moved(&mut self, game: &Game, now: Millis) {
        if self.is_terminal {
            self.draw(game, now);
        } else {
            say(&last(game));
        }
    }

    fn looked(&mut self, game: &Game, now: Millis) {
        if self.is_terminal {
            self.draw(game, now);
        }
    }

    fn told(&mut self, told: &Told) {
        if !is_for_people(told) {
            return;
        }
        let line = harmless(&format!("{} tells: {}", told.seat, told.text));
        if self.is_terminal {
            self.messages.push_back(line);
            if self.messages.len() > RECENT_MESSAGES {
                self.messages.pop_front();
            }
        } else {
            say(&line);
        }
    }

    fn interval(&self) -> Option<Millis> {
        self.is_terminal.then_some(Millis(100))
    }
}
