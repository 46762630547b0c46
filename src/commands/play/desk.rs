//! State shared by the person, the keyboard and the screen.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tandem_arbiter::{Outbox, Said, Snapshot, Thought};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Game, Handoff, Move, Position, Seat};

use super::hint::Adviser;
use super::screen::Screen;
use super::word::{Word, help};

/// The desk of the person: takes lines from the keyboard and turns them into messages of a seat.
pub(super) struct Desk {
    seat: Seat,
    outbox: Outbox,
    screen: Screen,
    /// The source of hints; `None` in a rated game.
    adviser: Option<Mutex<Adviser>>,
    state: Mutex<State>,
    /// Notified when a game begins or all is over.
    changed: Condvar,
}

struct State {
    turn: Turn,
    /// Number of moves that the person has made.
    made: usize,
    seen: Option<Seen>,
}

/// A snapshot of the game, and the time at which it was taken.
struct Seen {
    snapshot: Snapshot,
    at: Instant,
}

/// The state of the person in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Turn {
    /// The game has yet to begin, or to go on.
    Ahead,
    /// The opponent is on turn; the person may have typed a premove.
    Waiting(Option<String>),
    /// The person is on turn.
    Going,
    /// The person has broken the game off.
    Parted(Parting),
    /// All games are over.
    Over,
}

/// The reason for which the person broke a game off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parting {
    /// The person leaves.
    Quit,
    /// The person takes a move back: the game goes on from before its last own move.
    TakeBack,
}

impl Desk {
    /// A desk for the player of a seat, whose answers go to `outbox`.
    pub(super) fn new(
        seat: Seat,
        outbox: Outbox,
        screen: Screen,
        adviser: Option<Adviser>,
    ) -> Arc<Self> {
        let state = State { turn: Turn::Ahead, made: 0, seen: None };
        Arc::new(Self {
            seat,
            outbox,
            screen,
            adviser: adviser.map(Mutex::new),
            state: Mutex::new(state),
            changed: Condvar::new(),
        })
    }

    pub(super) fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Prepares for a game that is about to begin or to go on.
    pub(super) fn lay_out(&self, game: &Game) {
        let mut state = self.state();
        state.made = game.plies().iter().filter(|ply| ply.seat == self.seat).count();
        state.turn = Turn::Ahead;
    }

    /// Index of the last move of the person in a game, if any.
    pub(super) fn last_own_ply(&self, game: &Game) -> Option<usize> {
        game.plies().iter().rposition(|ply| ply.seat == self.seat)
    }

    /// Begins or continues a game. Typed lines are taken from now on or, if the person is on turn,
    /// from its first [`go`](Self::go) on.
    pub(super) fn begin(&self, snapshot: Snapshot) {
        let mut state = self.state();
        if snapshot.boards.on_turn(self.seat.board) != self.seat {
            self.turn_to(&mut state, Turn::Waiting(None));
            self.changed.notify_all();
        }
        state.see(snapshot);
    }

    /// Tells the person that it is on turn. The premove, if any, is tried first.
    pub(super) fn go(&self, snapshot: Snapshot) {
        let mut state = self.state();
        state.see(snapshot);
        let kept = match &mut state.turn {
            Turn::Waiting(kept) => kept.take(),
            Turn::Ahead | Turn::Going => None,
            Turn::Parted(_) | Turn::Over => return, // what was typed last ends the game
        };
        if let Some(text) = kept {
            match state.read(self.seat, &text) {
                Some(Ok(m)) => return self.make(&mut state, m),
                Some(Err(error)) => self.screen.note(&format!("premove cancelled: {error}")),
                None => {}
            }
        }
        self.turn_to(&mut state, Turn::Going);
        self.changed.notify_all();
        if let Some(seen) = &state.seen {
            self.screen.on_turn(&seen.snapshot);
        }
    }

    /// Notes a change on a board.
    pub(super) fn see(&self, snapshot: Snapshot) {
        self.state().see(snapshot);
    }

    /// Shows that a piece has come to a player of the person's board.
    pub(super) fn arrived(&self, seat: Seat, handoff: Handoff) {
        let whom = if seat == self.seat { "you" } else { "your opponent" };
        let verb = if seat == self.seat { "get" } else { "gets" };
        self.screen.arrived(&format!("{whom} {verb} a {}", handoff.piece));
    }

    /// Waits until a game goes on; false if none will.
    pub(super) fn wait_for_game(&self) -> bool {
        let none_yet = |state: &mut State| matches!(state.turn, Turn::Ahead | Turn::Parted(_));
        let state = self.changed.wait_while(self.state(), none_yet);
        state.unwrap_or_else(PoisonError::into_inner).turn != Turn::Over
    }

    /// Stops taking lines, and restores the terminal.
    pub(super) fn close(&self) {
        self.state().turn = Turn::Over;
        self.changed.notify_all();
        self.screen.close();
    }

    /// The reason for which the person has broken the game off, if it has.
    pub(super) fn parting(&self) -> Option<Parting> {
        match self.state().turn {
            Turn::Parted(parting) => Some(parting),
            Turn::Ahead | Turn::Waiting(_) | Turn::Going | Turn::Over => None,
        }
    }

    /// Takes a line that was typed.
    pub(super) fn take(self: &Arc<Self>, line: &str) {
        self.screen.turn_page();
        match Word::of(line) {
            Word::Move(text) => self.move_or_keep(&text),
            Word::Nothing => self.drop_kept(),
            Word::Tell(text) => self.tell(&text),
            Word::Hint => self.hint(),
            Word::TakeBack => self.take_back(),
            Word::Resign => self.say(Said::Resign),
            Word::Draw => {
                self.screen.note("you offer a draw, or agree to one");
                self.say(Said::OfferDraw);
            }
            Word::Quit => self.quit(),
            Word::Moves => self.list_moves(),
            Word::Help => self.screen.page(help()),
        }
    }

    /// Breaks the game off.
    pub(super) fn quit(&self) {
        self.part(Parting::Quit);
    }

    fn part(&self, parting: Parting) {
        let mut state = self.state();
        if matches!(state.turn, Turn::Waiting(_) | Turn::Going) {
            self.turn_to(&mut state, Turn::Parted(parting));
            self.say(Said::BreakOff);
        }
    }

    fn move_or_keep(&self, text: &str) {
        let mut state = self.state();
        let Some(read) = state.read(self.seat, text) else { return };
        match (&state.turn, read) {
            (_, Err(MoveTextError::Unreadable(_))) => {
                self.screen.note(&format!("`{text}` is neither a move nor a command; see `help`"));
            }
            (Turn::Going, Ok(m)) => self.make(&mut state, m),
            (Turn::Going, Err(error)) => self.screen.note(&error.to_string()),
            (Turn::Waiting(_), _) => {
                self.screen.note(&format!("`{text}` is your premove"));
                self.turn_to(&mut state, Turn::Waiting(Some(text.to_owned())));
            }
            (Turn::Ahead | Turn::Parted(_) | Turn::Over, _) => {}
        }
    }

    /// Plays a move; a line typed from here on is for the next turn.
    fn make(&self, state: &mut State, m: Move) {
        state.made += 1;
        self.turn_to(state, Turn::Waiting(None));
        self.say(Said::Move(m, Thought::default()));
    }

    fn drop_kept(&self) {
        let mut state = self.state();
        if let Turn::Waiting(Some(text)) = &state.turn {
            self.screen.note(&format!("`{text}` is cancelled"));
            self.turn_to(&mut state, Turn::Waiting(None));
        }
    }

    fn tell(&self, text: &str) {
        if !self.has_partner() {
            self.screen.note("you have no partner in this game");
        } else if text.is_empty() {
            self.screen.note("the message is empty, expected 'TEXT, as in 'need n");
        } else {
            let text: String = text.chars().filter(|c| !c.is_control()).collect();
            self.screen.note(&format!("you: {text}"));
            self.say(Said::Tell(text));
        }
    }

    /// Searches for a hint in a thread of its own, so that the game and the keyboard go on
    /// meanwhile.
    fn hint(self: &Arc<Self>) {
        if self.adviser.is_none() {
            return self.screen.note("a rated game has no hints");
        }
        let snapshot = {
            let state = self.state();
            match (&state.turn, &state.seen) {
                (Turn::Going, Some(seen)) => seen.now(),
                _ => return self.screen.note("hints are for your own turn"),
            }
        };
        let desk = Arc::clone(self);
        std::thread::spawn(move || {
            let Some(Ok(mut adviser)) = desk.adviser.as_ref().map(Mutex::try_lock) else {
                return desk.screen.note("the search for a hint is already running");
            };
            let advice = adviser.advise(desk.seat, &snapshot);
            // A hint for an earlier position is dropped; but pieces may have come to the holdings
            // meanwhile.
            if desk.is_going_from(snapshot.boards.position(desk.seat.board)) {
                desk.screen.note(&advice);
            }
        });
    }

    fn is_going_from(&self, position: &Position) -> bool {
        let state = self.state();
        let seen = state.seen.as_ref().map(|seen| seen.snapshot.boards.position(self.seat.board));
        let is_same = |seen: &Position| seen.placement_key() == position.placement_key();
        state.turn == Turn::Going && seen.is_some_and(is_same)
    }

    fn take_back(&self) {
        if self.adviser.is_none() {
            self.screen.note("a rated game has no takebacks");
        } else if self.state().made == 0 {
            self.screen.note("you have no move to take back");
        } else {
            self.screen.note("your last move is taken back");
            self.part(Parting::TakeBack);
        }
    }

    fn list_moves(&self) {
        let state = self.state();
        let Some(seen) = state.seen.as_ref().filter(|_| state.turn == Turn::Going) else {
            return self.screen.note("your opponent is on turn");
        };
        let boards = &seen.snapshot.boards;
        let moves = boards.position(self.seat.board).legal_moves();
        let moves: Vec<String> = moves.iter().map(|&m| boards.san(self.seat.board, m)).collect();
        match moves.is_empty() {
            true => self.screen.note("you have no legal move until a piece arrives"),
            false => self.screen.page(wrapped(&moves)),
        }
    }

    fn has_partner(&self) -> bool {
        let state = self.state();
        state.seen.as_ref().is_some_and(|seen| seen.snapshot.boards.in_play().len() == 2)
    }

    fn say(&self, said: Said) {
        self.outbox.say(self.seat, said, 0);
    }

    fn turn_to(&self, state: &mut State, turn: Turn) {
        self.screen.status(match &turn {
            Turn::Going => "Your turn.".to_owned(),
            Turn::Waiting(None) => "Your opponent is on turn.".to_owned(),
            Turn::Waiting(Some(kept)) => format!("Your opponent is on turn; premove {kept}."),
            Turn::Ahead | Turn::Parted(_) | Turn::Over => "A moment.".to_owned(),
        });
        state.turn = turn;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panicked has left no half-written state: each change is one assignment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn see(&mut self, snapshot: Snapshot) {
        self.seen = Some(Seen { snapshot, at: Instant::now() });
    }

    /// Parses a move on the person's board as last seen, whoever is on turn there.
    fn read(&self, seat: Seat, text: &str) -> Option<Result<Move, MoveTextError>> {
        let position = self.seen.as_ref()?.snapshot.boards.position(seat.board);
        Some(match position.parse_san(text) {
            Err(MoveTextError::Unreadable(_)) => position.parse_coordinate(text),
            read => read,
        })
    }
}

impl Seen {
    /// The snapshot, with running clocks as they show now.
    fn now(&self) -> Snapshot {
        let mut snapshot = self.snapshot.clone();
        for &board in snapshot.boards.in_play() {
            let at = snapshot.boards.on_turn(board).index();
            let passed = self.at.elapsed().into();
            snapshot.clocks[at] =
                snapshot.clocks[at].map(|clock| clock.showing(clock.after(passed)));
        }
        snapshot
    }
}

/// Joins words to lines that fit into a terminal of the usual width.
fn wrapped(words: &[String]) -> Vec<String> {
    const WIDTH: usize = 78;
    let mut lines = vec![String::new()];
    for word in words {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + word.len() < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_into_lines_that_fit_and_none_is_lost() {
        let words: Vec<String> = (0..300).map(|number| format!("N@{number}")).collect();
        let lines = wrapped(&words);
        assert!(lines.iter().all(|line| line.len() <= 78 && !line.ends_with(' ')));
        let again: Vec<&str> = lines.iter().flat_map(|line| line.split(' ')).collect();
        assert_eq!(again, words);
        assert_eq!(wrapped(&["e4".to_owned()]), ["e4"]);
    }
}
