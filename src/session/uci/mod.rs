//! The same engine behind the Universal Chess Interface, for one board or for both of a team.
//!
//! UCI keeps no game: each `position` tells all of it, each `go` asks one question, and a
//! `bestmove` answers it. Who plays a team is asked about both boards at once; they are searched
//! one after the other, each with the other in view.

mod answer;
mod game;
mod options;
mod question;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io;

use crossbeam::channel::{Receiver, select_biased};
use tandem_engine::{Decision, Event, Info, Limits, SearchId, Searcher, View};
use tandem_protocol::text::Line;
use tandem_protocol::uci::{self, Choice, Command, Go, PositionSpec, Reply};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{BoardId, Move, Team};

use super::brain::Brain;
use super::input::{Input, LONGEST_LINE};
use super::say;
use game::Game;
use options::Settings;
use question::Question;

/// The first line of a conversation in this protocol.
pub(super) fn is_greeting(input: &Input) -> bool {
    matches!(input, Input::Line(line) if Command::parse(line) == Command::Uci)
}

/// Speaks UCI until `quit` or the end of either stream.
pub(super) fn run(
    mut session: UciSession<Searcher>,
    lines: &Receiver<Input>,
    events: &Receiver<Event>,
) -> anyhow::Result<()> {
    let mut output = io::stdout();
    let mut replies = session.command(&Command::Uci);
    loop {
        if let Err(error) = say(&mut output, &replies) {
            log::info!("nobody listens any more: {error}");
            return Ok(());
        }
        replies = select_biased! {
            recv(lines) -> input => match input {
                Ok(Input::Line(line)) => {
                    log::debug!("> {line}");
                    match Command::parse(&line) {
                        Command::Quit => return Ok(()),
                        command => session.command(&command),
                    }
                }
                Ok(Input::TooLong) => {
                    vec![uci::Info::of_string(&format!("a line of more than {LONGEST_LINE} bytes")).into()]
                }
                Err(_) => return Ok(()),
            },
            recv(events) -> event => match event {
                Ok(event) => session.event(event),
                Err(_) => anyhow::bail!("the search has died"),
            },
        };
    }
}

/// One conversation.
pub(super) struct UciSession<B> {
    brain: B,
    settings: Settings,
    game: Game,
    thought: Option<Thought>,
    /// What a search may take at most, as the command line says.
    nodes: Option<u64>,
    /// What was said while a search ran, and is about what comes after it.
    waiting: VecDeque<Command>,
    replies: Vec<Reply>,
}

/// A board that is being searched, for a question.
struct Thought {
    search: SearchId,
    board: BoardId,
    progress: Progress,
}

/// How far a question is answered.
struct Progress {
    /// The boards that are still to be searched, and what each search may take.
    left: VecDeque<(BoardId, Limits)>,
    question: Question,
    /// It was told to stop.
    is_stopped: bool,
    /// What it has found on each board, and what it expects to be answered.
    found: [Option<(Move, Option<Move>)>; 2],
}

impl<B: Brain> UciSession<B> {
    pub(super) fn new(brain: B, nodes: Option<u64>) -> Self {
        let settings = Settings::default();
        let game = Game::new(&settings);
        let (waiting, replies) = Default::default();
        Self { brain, settings, game, thought: None, nodes, waiting, replies }
    }

    /// Does what a command says. Returns what there is to say.
    pub(super) fn command(&mut self, command: &Command) -> Vec<Reply> {
        self.take(command);
        std::mem::take(&mut self.replies)
    }

    /// What changes the game or asks anew ends the search that is running, and waits for its answer.
    fn take(&mut self, command: &Command) {
        use Command::{Go, NewGame, Position, SetOption};
        let is_about_next = matches!(command, Go(_) | NewGame | Position(_) | SetOption { .. });
        if is_about_next && self.thought.is_some() {
            self.waiting.push_back(command.clone());
            self.stop();
        } else {
            self.obey(command);
        }
    }

    fn obey(&mut self, command: &Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.replies.push(Reply::ReadyOk),
            Command::SetOption { name, value } => {
                let value = value.as_deref().unwrap_or_default();
                if let Err(error) = self.set_option(name, value) {
                    self.complain(&format!("option `{name}`: {error}"));
                }
            }
            Command::NewGame => self.brain.clear(),
            Command::Position(spec) => self.set_position(spec),
            Command::Go(go) => self.go(go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Debug(_) | Command::Register(_) | Command::Quit | Command::Blank => {}
            Command::Malformed { .. } | Command::Unknown(_) => {
                self.replies.extend(command.complaint());
            }
        }
    }

    /// Hears what a search says. Returns what there is to say.
    pub(super) fn event(&mut self, event: Event) -> Vec<Reply> {
        match event {
            Event::Info(search, info) => {
                if let Some(thought) = self.thought.as_ref().filter(|now| now.search == search) {
                    self.show(&info, thought.board);
                }
            }
            Event::Done(search, decision, info) => {
                if self.thought.as_ref().is_some_and(|now| now.search == search) {
                    self.done(decision, &info);
                }
            }
        }
        std::mem::take(&mut self.replies)
    }

    fn introduce(&mut self) {
        self.replies.push(Reply::Name(Line::new(concat!("Tandem ", env!("CARGO_PKG_VERSION")))));
        self.replies.push(Reply::Author(Line::new(env!("CARGO_PKG_AUTHORS"))));
        self.replies.extend(options::specs().into_iter().map(Reply::Option));
        self.replies.push(Reply::UciOk);
    }

    /// What cannot be done is said, and leaves everything as it was.
    fn complain(&mut self, text: &str) {
        self.replies.push(uci::Info::of_string(text).into());
    }

    fn set_position(&mut self, spec: &PositionSpec) {
        match Game::read(spec, &self.settings) {
            Ok(game) => self.game = game,
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn go(&mut self, go: &Go) {
        // Who has named no team means the first.
        let boards = self.game.boards_on_turn(self.settings.team.unwrap_or(Team::One));
        let question = Question { go: go.clone(), is_shared: boards.len() > 1 };
        // All of it has to make sense before any of it is answered.
        let limits = |board| {
            let record = self.game.board(board);
            Ok((board, question.limits(board, record, &self.settings, self.nodes)?))
        };
        let left: Result<VecDeque<_>, MoveTextError> = boards.into_iter().map(limits).collect();
        match left {
            Ok(left) => {
                self.think(Progress { left, question, is_stopped: false, found: [None; 2] });
            }
            Err(error) => {
                self.complain(&error.to_string());
                self.replies.push(Reply::BestMove { best: None, ponder: None });
            }
        }
    }

    /// Searches the next board that is asked about, or answers.
    fn think(&mut self, mut progress: Progress) {
        let Some((board, mut limits)) = progress.left.pop_front() else {
            self.answer(&progress);
            return self.go_on();
        };
        if progress.is_stopped {
            limits = question::hastened(limits);
        }
        let search = self.brain.start(self.view(board, &progress.question), limits);
        self.thought = Some(Thought { search, board, progress });
    }

    fn view(&self, board: BoardId, question: &Question) -> View {
        let record = self.game.board(board);
        let seat = board.seat(record.position().side_to_move());
        View {
            keys: record.keys(),
            other: self.game.other(board).map(|other| other.position().clone()),
            clocks: question.clocks(seat),
            ..View::of_board(seat, record.position().clone(), record.outcome_rules())
        }
    }

    fn stop(&mut self) {
        if let Some(thought) = &mut self.thought {
            thought.progress.is_stopped = true;
            self.brain.stop();
        }
    }

    fn ponder_hit(&mut self) {
        let Some(Thought { progress, .. }) = &mut self.thought else { return };
        // The other board is searched in our own time.
        progress.left.iter_mut().for_each(|(_, limits)| limits.pondering = false);
        if let Some(Thought { board, progress, .. }) = &self.thought {
            let view = self.view(*board, &progress.question);
            self.brain.ponder_hit(&view);
        }
    }

    fn show(&mut self, info: &Info, board: BoardId) {
        self.replies.push(answer::info(info, board, &self.game, &self.settings).into());
    }

    /// A board is done: on to the next, or to the answer.
    fn done(&mut self, decision: Decision, info: &Info) {
        let Some(Thought { board, mut progress, .. }) = self.thought.take() else { return };
        let waits = self.game.is_team() && self.settings.may_sit && info.score.is_lost();
        progress.found[board.index()] = match decision {
            Decision::Play(m) if !waits => Some((m, info.pv.get(1).copied())),
            Decision::Play(_) | Decision::Sit => None,
        };
        if decision == Decision::Sit {
            self.show(info, board); // a position without moves has a score all the same
        }
        self.think(progress);
    }

    /// Does what has waited for an answer.
    fn go_on(&mut self) {
        while self.thought.is_none()
            && let Some(command) = self.waiting.pop_front()
        {
            self.obey(&command);
        }
        if self.thought.is_some() && !self.waiting.is_empty() {
            self.stop();
        }
    }

    fn answer(&mut self, progress: &Progress) {
        let best = self.choice(progress.found.map(|found| found.map(|(m, _)| m)));
        let ponder = match (self.game.is_team(), progress.found[0]) {
            (false, Some((m, Some(reply)))) => self.game.reply(m, reply, &self.settings),
            _ => None,
        };
        self.replies.push(Reply::BestMove { best, ponder: ponder.map(Choice::One) });
    }

    /// In words; `None` where there is no move on the only board.
    fn choice(&self, moves: [Option<Move>; 2]) -> Option<Choice> {
        let text = |board: BoardId| {
            let m = moves[board.index()]?;
            answer::move_text(self.game.board(board).position(), m, &self.settings)
        };
        match self.game.is_team() {
            true => Some(Choice::Both(BoardId::ALL.map(text))),
            false => text(BoardId::A).map(Choice::One),
        }
    }
}
