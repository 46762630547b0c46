//! The engine behind the Universal Chess Interface, for one board or for both boards of a team.
//!
//! UCI keeps no game: each `position` tells all of it, each `go` asks one question, and one
//! `bestmove` answers it. A team is asked about both boards at once; they are searched one after
//! the other, each with the other in view.

mod answer;
mod asking;
mod boards;
mod game;
mod hearing;
mod joint;
mod options;
mod pacing;
mod partner;
mod plan_lines;
mod planning;
mod progress;
mod question;
mod shown;
mod task;
#[cfg(test)]
mod tests;
mod thinking;
mod turns;

use std::collections::VecDeque;
use std::time::Instant;

use tandem_engine::Event;
use tandem_protocol::ptell::Dialect;
use tandem_protocol::text::Line;
use tandem_protocol::uci::{self, Command, Go, PositionSpec, Reply};
use tandem_rules::Millis;

use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::files::{Files, NoFiles};
use crate::seat::lateness::Lateness;
use crate::seat::mind::Mind;
use crate::seat::options::{Options, PTELL, Protocol};
use crate::seat::pace::Pacing;
use crate::seat::partnership::Partnership;
use game::Game;
use progress::Unsearched;
use task::Task;
use turns::Turns;

/// Milliseconds for the answer to a question whose limits cannot be read.
const TIME_FOR_UNREADABLE: u64 = 1000;

/// A UCI conversation.
pub struct Session<B> {
    mind: Mind<B, Task>,
    files: Box<dyn Files>,
    options: Options,
    game: Game,
    /// The reason why the last position told could not be set up; `None` if it is that of `game`.
    refused: Option<Line>,
    partnership: Partnership,
    /// Start of the game, as far as the protocol tells.
    began: Instant,
    /// Time at which the current command or event came.
    now: Instant,
    /// The answer to a question without a search, which is not given before its time.
    unsearched: Option<Unsearched>,
    /// The answer that is held back, at a person's pace.
    pacing: Pacing,
    lateness: Lateness,
    /// Node limit of a search, from the command line.
    nodes: Option<u64>,
    /// The answer to `bench`, in rows; `None` if it is refused.
    bench: Option<fn() -> Vec<String>>,
    /// Commands that wait for the answer of a search that has been stopped, in their order.
    waiting: VecDeque<Command>,
    /// True if no line comes any more.
    hears_no_more: bool,
    replies: Vec<Reply>,
}

impl<B: Brain> Session<B> {
    /// A session before its first line, with this search and this node limit of a move. The search
    /// evaluates by the embedded networks, unless it chooses by itself. It reads no files.
    pub fn new(brain: B, nodes: Option<u64>, now: Instant) -> Self {
        let options = Options::new(Protocol::Uci);
        let game = Game::new(&options);
        // UCI does not name the partner, nor tell that there is one: it is talked to all the same.
        let mut partnership = Partnership::new(options.habits);
        partnership.meet(Some(Dialect::People));
        let (waiting, replies) = Default::default();
        let began = now;
        let (files, pacing) = (Box::new(NoFiles), Pacing::default());
        Self {
            mind: Mind::new(brain),
            files,
            options,
            game,
            refused: None,
            partnership,
            began,
            now,
            unsearched: None,
            pacing,
            lateness: Lateness::default(),
            nodes,
            bench: None,
            hears_no_more: false,
            waiting,
            replies,
        }
    }

    /// Lets options name files, which `files` reads.
    #[must_use]
    pub fn with_files(self, files: impl Files + 'static) -> Self {
        Self { files: Box::new(files), ..self }
    }

    /// Answers `bench` with these rows. No command is heard while they are computed.
    #[must_use]
    pub fn with_bench(self, bench: fn() -> Vec<String>) -> Self {
        Self { bench: Some(bench), ..self }
    }

    /// Handles a command. Returns the replies.
    pub fn command(&mut self, command: &Command, now: Instant) -> Vec<Reply> {
        self.now = now;
        self.take(command);
        self.go_on()
    }

    /// True while a search that has been stopped owes its answer. Commands that come now wait for it
    /// in a queue; an owner that reads no lines for so long keeps the queue short.
    pub fn is_waiting(&self) -> bool {
        self.mind.thought().is_some_and(|thought| thought.question.is_stopped)
    }

    /// Takes note that no line comes any more. Nobody can end a sitting now, so it is over.
    pub fn end_input(&mut self, now: Instant) -> Vec<Reply> {
        (self.now, self.hears_no_more) = (now, true);
        let sits = self.mind.thought().is_some_and(|thought| matches!(thought.aim, Aim::Wait(_)));
        if sits {
            self.stop();
        }
        self.go_on()
    }

    /// True while a question waits for an answer that comes without another line.
    pub fn owes_answer(&self) -> bool {
        let (asked, pondering) = match self.mind.activity() {
            Task::Rest => return false,
            Task::Think(thought) if thought.question.is_stopped => return true,
            Task::Think(thought) => (&thought.question.asked, thought.limits.pondering),
            Task::Plan(_, planning) => (&planning.asked, planning.asked.is_pondering()),
        };
        !pondering && asked.ends_by_itself(self.nodes)
    }

    /// Handles a command after all that came before it. One that changes the game or asks a new
    /// question stops the search, and what comes after a stop waits until the search has answered:
    /// so a later `stop` ends a later search, and `readyok` means that all before it is done.
    fn take(&mut self, command: &Command) {
        if is_about_next(command) && !self.is_waiting() {
            self.stop();
        }
        if self.is_waiting() {
            self.waiting.push_back(command.clone());
        } else {
            self.obey(command);
        }
    }

    /// Handles the commands that have waited, up to the next that has to wait. Returns the replies.
    fn go_on(&mut self) -> Vec<Reply> {
        while !self.is_waiting()
            && let Some(command) = self.waiting.pop_front()
        {
            if is_about_next(&command) {
                self.stop();
            }
            if self.is_waiting() {
                self.waiting.push_front(command);
            } else {
                self.obey(&command);
            }
        }
        std::mem::take(&mut self.replies)
    }

    fn obey(&mut self, command: &Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                // The reply must not be delayed by a search that runs.
                if self.mind.thought().is_none() {
                    self.mind.settle();
                }
                self.replies.push(Reply::ReadyOk);
            }
            Command::SetOption { name, value } if is_message(name) => {
                self.hear(value.as_deref().unwrap_or_default());
            }
            Command::SetOption { name, value } => {
                let value = value.as_deref().unwrap_or_default();
                if let Err(error) = self.set_option(name, value) {
                    self.complain(&format!("option `{name}`: {error}"));
                }
            }
            Command::NewGame => {
                self.mind.clear();
                self.begin_game();
            }
            Command::Position(spec) => self.set_position(spec),
            Command::Go(go) => self.go(go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Debug(_) | Command::Register(_) | Command::Quit | Command::Blank => {}
            _ if self.refused.is_some() && is_about_position(command) => self.repeat_refusal(),
            Command::Draw => self.draw(),
            Command::Evaluate => self.evaluate(),
            Command::Flip => self.flip(),
            Command::Perft(depth) => self.perft(*depth),
            Command::Help => self.help(),
            Command::Bench(arguments) if arguments.is_empty() && self.bench.is_some() => {
                self.bench();
            }
            Command::Malformed { line, .. } => self.make_do(command, line),
            Command::Unknown(_) | Command::Bench(_) | Command::Load(_) => {
                self.replies.extend(command.complaint());
            }
        }
    }

    /// Handles an event of the search. Returns the replies.
    pub fn event(&mut self, event: Event, now: Instant) -> Vec<Reply> {
        self.now = now;
        self.mind.note(&event);
        match event {
            Event::Info(search, info) if self.mind.listens_to(search) => {
                self.pacing.note_margin(info.margin);
                self.mind.note_line(&info);
                // A move that is only tried out is not one that would be played.
                if let Some(thought) = self.mind.thought().filter(|now| now.shows(&info)) {
                    self.show(&info, thought.question.board);
                }
            }
            Event::Done(search, decision, info) if self.mind.listens_to(search) => {
                if let Some(late) = self.mind.end_watch(now) {
                    self.lateness.note(late, now);
                }
                self.done(decision, info);
            }
            Event::Info(search, _) | Event::Done(search, ..)
                if self.mind.activity().plans_by(search) =>
            {
                self.hear_of_plans(event);
            }
            Event::Info(..) | Event::Done(..) => {}
        }
        self.go_on()
    }

    /// Takes note that something was done late by this much: an alarm, or the look at a line that was
    /// waited for. A seat that sits stops the earlier, the later the machine is.
    pub fn note_lateness(&mut self, late: Millis, now: Instant) {
        self.lateness.note(late, now);
    }

    /// Time at which the session wants to be woken, if nothing comes before.
    pub fn wakes_at(&self) -> Option<Instant> {
        let waits = self.may_wait().map(|left| self.now + left.max(Millis::ZERO).duration());
        let turns = self.mind.thought().and_then(|thought| thought.question.turns.as_ref());
        let ends = [turns.and_then(Turns::end), self.answer_due(), self.search_is_late_at()];
        let ends = ends.into_iter().chain([self.plans_end_at()]);
        waits.into_iter().chain(ends.flatten()).min()
    }

    /// Acts at the time named by [`Self::wakes_at`]: ends a wait or a turn that is over, and goes on
    /// without a search that is late.
    pub fn wake(&mut self, now: Instant) -> Vec<Reply> {
        self.now = now;
        if self.may_wait().is_some_and(|left| left <= Millis::ZERO) {
            self.end_wait();
        }
        self.release_answer();
        self.give_up_search();
        self.end_late_plans();
        let mut is_over = false;
        self.mind.change_thought(|thought| {
            is_over = thought.question.turns.as_mut().is_some_and(|turns| turns.is_over(now));
        });
        if is_over {
            self.mind.hasten(); // then the other board has its turn
        }
        self.go_on()
    }

    fn introduce(&mut self) {
        self.replies.push(Reply::Name(Line::new(concat!("Tandem ", env!("CARGO_PKG_VERSION")))));
        self.replies.push(Reply::Author(Line::new(env!("CARGO_PKG_AUTHORS"))));
        self.replies.extend(Options::of_uci(Protocol::Uci).map(Reply::Option));
        self.replies.push(Reply::UciOk);
    }

    /// Sets up a position, with the moves that can be played. Where there is none to set up, no move of
    /// another one is an answer: there is none until the next position.
    fn set_position(&mut self, spec: &PositionSpec) {
        match Game::read(spec, &self.options) {
            Ok((game, unplayed)) => {
                let left_out = game.left_out();
                self.replies.extend(left_out.iter().map(|text| uci::Info::of_string(text).into()));
                (self.game, self.refused) = (game, None);
                if let Some(error) = unplayed {
                    self.complain(&error.to_string());
                }
            }
            Err(error) => {
                self.refused = Some(Line::new(&error.to_string()));
                self.repeat_refusal();
            }
        }
    }

    /// Reports a line that is meant as a command but lacks something. A question is answered as far as
    /// it can be read, and a position that cannot be read is none.
    fn make_do(&mut self, command: &Command, line: &Line) {
        self.replies.extend(command.complaint());
        if is_meant_as(command, "position") {
            self.refused = Some(Line::new(&format!("no position: {line}")));
        } else if let Some(go) =
            Go::salvage(line, TIME_FOR_UNREADABLE).filter(|_| is_meant_as(command, "go"))
        {
            self.go(&go);
        }
    }
}

/// True for a line that begins like this command but lacks something.
fn is_meant_as(command: &Command, name: &str) -> bool {
    let Command::Malformed { expected, .. } = command else { return false };
    expected.split(' ').next() == Some(name)
}

/// True for a command that tells something of the position.
fn is_about_position(command: &Command) -> bool {
    matches!(command, Command::Draw | Command::Evaluate | Command::Flip | Command::Perft(_))
}

/// True for a command that concerns what follows the current search. A message of the partner
/// concerns the search itself.
fn is_about_next(command: &Command) -> bool {
    match command {
        Command::Go(_) | Command::NewGame | Command::Position(_) | Command::Flip => true,
        Command::Bench(arguments) => arguments.is_empty(),
        Command::SetOption { name, .. } => !is_message(name),
        Command::Malformed { .. } => is_meant_as(command, "go") || is_meant_as(command, "position"),
        _ => false,
    }
}

/// True for the option that carries a message of the partner.
fn is_message(option: &str) -> bool {
    option.eq_ignore_ascii_case(PTELL)
}
