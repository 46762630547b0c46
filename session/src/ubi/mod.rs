//! The engine behind the Universal Bughouse Interface, for one board or for both boards of a team.
//!
//! UBI keeps no game either: each `position` tells both boards and all clocks, and each `go` asks about
//! one board. The two boards are searched at the same time, each by a search of its own with the
//! other in view. A search that is stopped, or whose board changes, is not answered.

mod asking;
mod boards;
mod clocks;
mod deciding;
mod options;
mod side;
mod talk;
#[cfg(test)]
mod tests;
mod thinking;

use std::time::Instant;

use tandem_engine::Event;
use tandem_protocol::text::Line;
use tandem_protocol::ubi::{Command, Go, Info, PositionSpec, Reply, Start};
use tandem_rules::notation::FenError;
use tandem_rules::{BoardId, Millis};

use crate::seat::brain::Brain;
use crate::seat::files::{Files, NoFiles};
use crate::seat::kind::Kind;
use crate::seat::lateness::Lateness;
use crate::seat::options::{Options, Protocol};
use crate::seat::record::{CastlesFrom, Record};
use clocks::Clocks;
use side::{Side, Thought};

/// Number of ended searches of a board from which no more lines are to be read.
const MOST_UNFINISHED: u32 = 8;

/// A UBI conversation.
pub struct Session<B> {
    /// The searches of A and of B, and what follows from them.
    sides: [Side<B>; 2],
    files: Box<dyn Files>,
    options: Options,
    clocks: Clocks,
    /// Start of the game, as far as the protocol tells.
    began: Instant,
    /// Time at which the current command or event came.
    now: Instant,
    lateness: Lateness,
    /// Node limit of a search, from the command line.
    nodes: Option<u64>,
    replies: Vec<Reply>,
}

impl<B: Brain> Session<B> {
    /// A session before its first line, with a search for A and one for B, and this node limit of a
    /// move. The searches evaluate by the embedded network, unless they choose by themselves. It
    /// reads no files.
    pub fn new(brains: [B; 2], nodes: Option<u64>, now: Instant) -> Self {
        let options = Options::new(Protocol::Ubi);
        let board = || Record::new(Kind::Bughouse, options.book);
        Self {
            sides: brains.map(|brain| Side::new(brain, board(), options.habits)),
            files: Box::new(NoFiles),
            options,
            clocks: Clocks::new(now),
            began: now,
            now,
            lateness: Lateness::default(),
            nodes,
            replies: Vec::new(),
        }
    }

    /// Lets options name files, which `files` reads.
    #[must_use]
    pub fn with_files(self, files: impl Files + 'static) -> Self {
        Self { files: Box::new(files), ..self }
    }

    /// Handles a command. Returns the replies.
    pub fn command(&mut self, command: &Command, now: Instant) -> Vec<Reply> {
        self.now = now;
        self.obey(command);
        std::mem::take(&mut self.replies)
    }

    fn obey(&mut self, command: &Command) {
        match command {
            Command::Ubi => self.introduce(),
            Command::IsReady => {
                // A running search has to end by itself, which must not delay the reply.
                let idle = self.sides.iter_mut().filter(|side| side.mind.thought().is_none());
                idle.for_each(|side| side.mind.settle());
                self.replies.push(Reply::ReadyOk);
            }
            Command::SetOption { name, value } => {
                let value = value.as_deref().unwrap_or_default();
                if let Err(error) = self.set_option(name, value) {
                    self.complain(&format!("option `{name}`: {error}"));
                }
            }
            Command::NewGame => self.begin_game(),
            Command::Position(spec) => self.set_position(spec),
            Command::PartnerMessage(message) => self.hear(*message),
            Command::Go(go) => self.go(go),
            Command::Stop(None) => BoardId::ALL.into_iter().for_each(|board| self.cancel(board)),
            Command::Stop(Some(board)) => self.cancel(*board),
            Command::Metadata { key, value } => log::info!("{key}: {value}"),
            Command::Quit | Command::Blank => {}
            Command::Malformed { line, expected } => self.make_do(command, line, expected),
            Command::Unknown(_) => self.replies.extend(command.complaint()),
        }
    }

    /// True while many searches that were ended have not reported it. An owner that reads no lines for
    /// so long keeps the queue of searches short.
    pub fn is_waiting(&self) -> bool {
        self.sides.iter().any(|side| side.unfinished > MOST_UNFINISHED)
    }

    /// Handles an event of the search of a board. Returns the replies.
    pub fn event(&mut self, board: BoardId, event: Event, now: Instant) -> Vec<Reply> {
        self.now = now;
        let side = self.side_mut(board);
        side.mind.note(&event);
        if matches!(event, Event::Done(..)) {
            side.unfinished = side.unfinished.saturating_sub(1);
        }
        match event {
            Event::Info(search, info) if side.mind.listens_to(search) => {
                side.mind.note_line(&info);
                self.show(&info, board);
            }
            Event::Done(search, decision, info) if side.mind.listens_to(search) => {
                if let Some(late) = side.mind.end_watch(now) {
                    self.lateness.note(late, now);
                }
                self.done(board, decision, info);
            }
            Event::Info(..) | Event::Done(..) => {}
        }
        std::mem::take(&mut self.replies)
    }

    /// Takes note that something was done late by this much: an alarm, or the look at a line that was
    /// waited for. A seat that sits stops the earlier, the later the machine is.
    pub fn note_lateness(&mut self, late: Millis, now: Instant) {
        self.lateness.note(late, now);
    }

    /// Our clock at the time of the last command or event, if it runs and is known; the lower one of
    /// two.
    pub fn running_clock(&self) -> Option<Millis> {
        let asked =
            |board: &BoardId| self.side(*board).mind.thought().is_some_and(Thought::is_free);
        let clocks = BoardId::ALL.into_iter().filter(asked).filter_map(|b| self.view(b).clock());
        clocks.map(|clock| clock.remaining()).min()
    }

    /// Time at which the session wants to be woken, if nothing comes before.
    pub fn wakes_at(&self) -> Option<Instant> {
        let waits = BoardId::ALL.into_iter().filter_map(|board| self.may_wait(board));
        let ends = waits.map(|left| self.now + left.max(Millis::ZERO).duration());
        ends.chain(BoardId::ALL.into_iter().filter_map(|board| self.search_is_late_at(board))).min()
    }

    /// Acts at the time named by [`Self::wakes_at`]: ends a wait that is over, and goes on without a
    /// search that is late.
    pub fn wake(&mut self, now: Instant) -> Vec<Reply> {
        self.now = now;
        for board in BoardId::ALL {
            if self.may_wait(board).is_some_and(|left| left <= Millis::ZERO) {
                self.end_wait(board);
            }
            self.give_up_search(board);
        }
        std::mem::take(&mut self.replies)
    }

    fn introduce(&mut self) {
        self.replies.push(Reply::Name(Line::new(concat!("Tandem ", env!("CARGO_PKG_VERSION")))));
        self.replies.push(Reply::Author(Line::new(env!("CARGO_PKG_AUTHORS"))));
        self.replies.extend(Options::of_uci(Protocol::Ubi).map(Reply::Option));
        self.replies.push(Reply::UbiOk);
    }

    /// Starts a new game from the usual start, in which nothing said so far counts.
    fn begin_game(&mut self) {
        let (book, habits) = (self.options.book, self.options.habits);
        for board in BoardId::ALL {
            self.cancel(board);
            let side = self.side_mut(board);
            side.mind.clear();
            side.begin_game(Record::new(Kind::Bughouse, book), habits);
        }
        self.clocks = Clocks::new(self.now);
        self.began = self.now;
    }

    /// Takes in the state of the game. A search goes on if its own board is as before. A board that
    /// cannot be set up has no position until the next one is told: no move of another position is an
    /// answer.
    fn set_position(&mut self, spec: &PositionSpec) {
        self.clocks.tell(spec.clocks_ms, self.now);
        let changed = BoardId::ALL.map(|board| self.set_board(board, &spec.boards[board.index()]));
        for board in BoardId::ALL {
            self.look_at_clocks(board);
            if changed[board.other().index()] {
                self.other_board_changed(board);
            }
        }
    }

    /// Sets up a board. True if that has changed it.
    fn set_board(&mut self, board: BoardId, start: &Start) -> bool {
        let read = self.read(start);
        if let Ok(record) = &read {
            let lines = record.left_out().iter().map(|warning| format!("board {board}: {warning}"));
            self.replies.extend(lines.map(|text| Info::of_string(&text).into()));
        }
        match read {
            Ok(record) if self.side(board).shows(record.position()) => false,
            Ok(record) => {
                self.cancel(board);
                let arrived = self.side_mut(board).change(record);
                self.note_arrivals(board, &arrived);
                true
            }
            Err((fen, error)) => {
                let was_known = self.side(board).refused.is_none();
                self.refuse(board, &format!("invalid position `{fen}`: {error}"));
                self.complain_of_position(board);
                was_known
            }
        }
    }

    /// Takes note that a board has no known position.
    fn refuse(&mut self, board: BoardId, why: &str) {
        self.cancel(board);
        self.side_mut(board).refused = Some(Line::new(why));
    }

    /// Reports a line that is meant as a command but lacks something. A question is answered as far as
    /// it can be read, and positions that cannot be read are none.
    fn make_do(&mut self, command: &Command, line: &Line, expected: &str) {
        self.replies.extend(command.complaint());
        if expected.starts_with("position ") {
            for board in BoardId::ALL {
                self.refuse(board, &format!("no position: {line}"));
            }
        } else if let Some(go) = Go::salvage(line) {
            self.go(&go);
        }
    }

    /// Reads one board.
    ///
    /// # Errors
    /// The FEN is malformed or impossible; it is returned with the reason.
    fn read(&self, start: &Start) -> Result<Record, (Line, FenError)> {
        let book = self.options.book;
        match start {
            Start::Usual => Ok(Record::new(Kind::Bughouse, book)),
            Start::Fen(fen) => Record::from_fen_with(Kind::Bughouse, book, CastlesFrom::Home, fen)
                .map_err(|error| (fen.clone(), error)),
        }
    }
}
