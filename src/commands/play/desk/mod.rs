//! State shared by the person, the keyboard and the screen.

mod offers;
mod premove;
mod talk;
mod turn;

use std::sync::Arc;
use std::time::Instant;

use parking_lot::{Condvar, Mutex};
use tandem_arbiter::{Outbox, Said, Snapshot, Thought};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Game, Handoff, Move, Position, Seat};

use super::hint::Adviser;
use super::screen::Screen;
use super::word::{Word, help};
use premove::{Premove, read_move};
pub(super) use turn::Parting;
use turn::Turn;

/// The desk of the person: takes lines from the keyboard and turns them into messages of a seat.
pub(super) struct Desk {
    seat: Seat,
    manners: Manners,
    outbox: Outbox,
    screen: Screen,
    /// The source of hints; `None` in a rated game.
    adviser: Option<Mutex<Adviser>>,
    state: Mutex<State>,
    /// Notified when a game begins or all is over.
    changed: Condvar,
}

/// The way in which the person is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manners {
    /// A person at a keyboard: is asked whether it is ready, and whether it really resigns.
    Asked,
    /// A script: nothing is asked.
    Unasked,
}

struct State {
    turn: Turn,
    /// Number of moves that the person has made.
    made: usize,
    seen: Option<Seen>,
    /// True if the line before was `resign`, and the next one confirms it.
    resigning: bool,
    /// True while an answer to a draw offer is awaited.
    offering: bool,
}

/// A snapshot of the game, and the time at which it was taken.
struct Seen {
    snapshot: Snapshot,
    at: Instant,
}

/// The most that one needs to know. Both lines of it are seen in the smallest terminal.
const WELCOME: &str = "Type moves as in Nf3, and 'need n to your partner; `help` lists all.";
/// The same in a game without partners.
const WELCOME_ALONE: &str = "Type moves as in Nf3; `help` lists all words.";
/// The question before the first game.
const READY: &str = "Press a key when you are ready: then the clocks start.";
/// The same where keys are read in lines.
const READY_LINE: &str = "Press Enter when you are ready: then the clocks start.";

impl Desk {
    /// A desk for the player of a seat, whose answers go to `outbox`.
    pub(super) fn new(
        seat: Seat,
        manners: Manners,
        outbox: Outbox,
        screen: Screen,
        adviser: Option<Adviser>,
    ) -> Arc<Self> {
        let turn = if manners == Manners::Asked { Turn::Unready } else { Turn::Ahead };
        let state = State { turn, made: 0, seen: None, resigning: false, offering: false };
        Arc::new(Self {
            seat,
            manners,
            outbox,
            screen,
            adviser: adviser.map(Mutex::new),
            state: Mutex::new(state),
            changed: Condvar::new(),
        })
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    pub(super) fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Says what can be typed, before the first game.
    pub(super) fn welcome(&self, boards: usize) {
        self.screen.note(if boards == 1 { WELCOME_ALONE } else { WELCOME });
    }

    /// Prepares for a game that is about to begin or to go on.
    pub(super) fn lay_out(&self, game: &Game) {
        self.screen.lay_out(game);
        let mut state = self.state.lock();
        state.made = game.plies().iter().filter(|ply| ply.seat == self.seat).count();
        if state.turn != Turn::Unready {
            state.turn = Turn::Ahead;
        }
    }

    /// Asks the person whether it is ready, before the first game, and waits until it is.
    pub(super) fn wait_until_ready(&self) {
        if self.state.lock().turn != Turn::Unready {
            return;
        }
        let is_drawn = self.screen.interval().is_some();
        self.screen.ask(if is_drawn { READY } else { READY_LINE });
        let is_unready = |state: &mut State| state.turn == Turn::Unready;
        self.changed.wait_while(&mut self.state.lock(), is_unready);
    }

    /// Takes note that the person is ready.
    pub(super) fn be_ready(&self) {
        let mut state = self.state.lock();
        if state.turn == Turn::Unready {
            let turn = match &state.seen {
                Some(seen) if seen.snapshot.boards.is_on_turn(self.seat) => Turn::Ahead,
                _ => Turn::Waiting(None),
            };
            self.turn_to(&mut state, turn);
            self.changed.notify_all();
        }
    }

    /// Index of the last move of the person in a game, if any.
    pub(super) fn last_own_ply(&self, game: &Game) -> Option<usize> {
        game.plies().iter().rposition(|ply| ply.seat == self.seat)
    }

    /// Begins or continues a game. Typed lines are taken from now on or, if the person is on turn,
    /// from its first [`go`](Self::go) on.
    pub(super) fn begin(&self, snapshot: Snapshot) {
        let mut state = self.state.lock();
        if state.turn != Turn::Unready && !snapshot.boards.is_on_turn(self.seat) {
            self.turn_to(&mut state, Turn::Waiting(None));
            self.changed.notify_all();
        }
        state.see(snapshot);
    }

    /// Tells the person that it is on turn. The premove, if any, is tried first.
    pub(super) fn go(&self, snapshot: Snapshot) {
        let mut state = self.state.lock();
        state.see(snapshot);
        let kept = match &mut state.turn {
            Turn::Waiting(kept) => kept.take(),
            Turn::Ahead | Turn::Going | Turn::Sitting => None,
            // What was typed last ends the game.
            Turn::Unready | Turn::Parted(_) | Turn::Over => return,
        };
        let played = kept.and_then(|premove| Some(premove.now(state.position(self.seat)?)));
        match played {
            Some(Ok(m)) => return self.make(&mut state, m),
            Some(Err(error)) => self.screen.note(&format!("premove cancelled: {error}")),
            None => {}
        }
        self.turn_to(&mut state, Turn::Going);
        self.changed.notify_all();
        if let Some(seen) = &state.seen {
            self.screen.on_turn(&seen.snapshot);
        }
    }

    /// Notes a change on a board.
    pub(super) fn see(&self, snapshot: Snapshot) {
        self.state.lock().see(snapshot);
    }

    /// Shows that a piece has come to a player of the person's board.
    pub(super) fn arrived(&self, seat: Seat, handoff: Handoff) {
        let whom = if seat == self.seat { "you" } else { "your opponent" };
        let verb = if seat == self.seat { "get" } else { "gets" };
        self.screen.arrived(&format!("{whom} {verb} a {}", handoff.piece));
    }

    /// Waits until a game goes on, or until the person may say that it is ready; false if all games
    /// are over.
    pub(super) fn wait_for_game(&self) -> bool {
        let none_yet = |state: &mut State| matches!(state.turn, Turn::Ahead | Turn::Parted(_));
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, none_yet);
        state.turn != Turn::Over
    }

    /// Stops taking lines, and restores the terminal.
    pub(super) fn close(&self) {
        self.state.lock().turn = Turn::Over;
        self.changed.notify_all();
        self.screen.close();
    }

    /// The reason for which the person has broken the game off, if it has.
    pub(super) fn parting(&self) -> Option<Parting> {
        match self.state.lock().turn {
            Turn::Parted(parting) => Some(parting),
            _ => None,
        }
    }

    /// Takes a line that was typed.
    pub(super) fn take(self: &Arc<Self>, line: &str) {
        let word = Word::of(line);
        if word == Word::Nothing && self.screen.turn_page() {
            return;
        }
        self.screen.close_page();
        let resigning = std::mem::take(&mut self.state.lock().resigning);
        match word {
            Word::Resign => self.resign(resigning),
            Word::Yes if resigning => self.resign(true),
            Word::No if resigning => self.screen.note("you play on"),
            Word::Yes | Word::No => self.screen.note("there is no question to answer"),
            Word::Move(text) => self.move_or_keep(&text),
            Word::Premove => self.screen.note("which move? Type it, as in `premove Nf3`"),
            Word::Nothing => drop(self.drop_kept()),
            Word::Cancel if self.drop_kept() => {}
            Word::Cancel => self.screen.note("you have no premove"),
            Word::Sit => self.sit(),
            Word::Tell(text) => self.tell(&text),
            Word::Hint => self.hint(),
            Word::TakeBack => self.take_back(),
            Word::Draw => self.offer_draw(),
            Word::Quit => self.quit(),
            Word::Moves => self.list_moves(),
            Word::Messages => self.screen.notes(),
            Word::Help => self.screen.page(help()),
        }
    }

    /// Breaks the game off.
    pub(super) fn quit(&self) {
        self.part(Parting::Quit);
    }

    fn part(&self, parting: Parting) {
        let mut state = self.state.lock();
        if state.turn.is_in_game() || state.turn == Turn::Unready {
            self.turn_to(&mut state, Turn::Parted(parting));
            self.changed.notify_all();
            self.say(Said::BreakOff);
        }
    }

    fn move_or_keep(&self, text: &str) {
        let mut state = self.state.lock();
        let Some(position) = state.position(self.seat) else { return };
        let done = if state.turn.is_own() {
            read_move(position, text).map(|m| self.make(&mut state, m))
        } else if matches!(state.turn, Turn::Waiting(_)) {
            Premove::read(position, text).map(|premove| self.keep(&mut state, premove))
        } else {
            read_move(position, text).map(drop)
        };
        match done {
            Err(MoveTextError::Unreadable(_)) => self.answer_unreadable(&state, text),
            Err(error) if state.turn.is_in_game() => self.screen.note(&error.to_string()),
            Ok(()) | Err(_) => {}
        }
    }

    /// Keeps a move for the person's turn.
    fn keep(&self, state: &mut State, premove: Premove) {
        self.screen.note(&format!("`{}` is your premove", premove.text()));
        self.turn_to(state, Turn::Waiting(Some(premove)));
    }

    /// Plays a move; a line typed from here on is for the next turn.
    fn make(&self, state: &mut State, m: Move) {
        state.made += 1;
        if state.turn == Turn::Sitting && state.has_partner() {
            self.tell_partner(talk::MOVING);
        }
        self.turn_to(state, Turn::Waiting(None));
        self.say(Said::Move(m, Thought::default()));
    }

    /// Cancels the premove; false if there is none.
    fn drop_kept(&self) -> bool {
        let mut state = self.state.lock();
        let Turn::Waiting(Some(premove)) = &state.turn else { return false };
        self.screen.note(&format!("`{}` is cancelled", premove.text()));
        self.turn_to(&mut state, Turn::Waiting(None));
        true
    }

    /// Searches for a hint in a thread of its own, so that the game and the keyboard go on
    /// meanwhile.
    fn hint(self: &Arc<Self>) {
        if self.adviser.is_none() {
            return self.screen.note("a rated game has no hints");
        }
        let snapshot = {
            let state = self.state.lock();
            match &state.seen {
                Some(seen) if state.turn.is_own() => seen.now(),
                _ => return self.screen.note("hints are for your own turn"),
            }
        };
        let desk = Arc::clone(self);
        std::thread::spawn(move || {
            let Some(mut adviser) = desk.adviser.as_ref().and_then(Mutex::try_lock) else {
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
        let state = self.state.lock();
        let seen = state.seen.as_ref().map(|seen| seen.snapshot.boards.position(self.seat.board));
        let is_same = |seen: &Position| seen.placement_key() == position.placement_key();
        state.turn.is_own() && seen.is_some_and(is_same)
    }

    fn take_back(&self) {
        if self.adviser.is_none() {
            self.screen.note("a rated game has no takebacks");
        } else if self.state.lock().made == 0 {
            self.screen.note("you have no move to take back");
        } else {
            self.screen.note("your last move is taken back");
            self.part(Parting::TakeBack);
        }
    }

    fn list_moves(&self) {
        let state = self.state.lock();
        let Some(seen) = state.seen.as_ref().filter(|_| state.turn.is_own()) else {
            return self.screen.note("your opponent is on turn");
        };
        let boards = &seen.snapshot.boards;
        let moves = boards.position(self.seat.board).legal_moves();
        let moves: Vec<String> = moves.iter().map(|&m| boards.san(self.seat.board, m)).collect();
        match moves.is_empty() {
            true => self.screen.note("you have no legal move until a piece arrives"),
            false => self.screen.page(vec![moves.join(" ")]),
        }
    }

    fn say(&self, said: Said) {
        self.outbox.say(self.seat, said, 0);
    }

    fn turn_to(&self, state: &mut State, turn: Turn) {
        self.screen.status(turn.status());
        state.turn = turn;
    }
}

impl State {
    fn see(&mut self, snapshot: Snapshot) {
        self.seen = Some(Seen { snapshot, at: Instant::now() });
    }

    fn has_partner(&self) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.snapshot.boards.in_play().len() == 2)
    }

    /// The person's board as last seen, whoever is on turn there.
    fn position(&self, seat: Seat) -> Option<&Position> {
        Some(self.seen.as_ref()?.snapshot.boards.position(seat.board))
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
