//! Interpretation of an engine's output in UBI.

use tandem_protocol::text::Word;
use tandem_protocol::ubi::{Command, OptionKind, OptionSpec, Reply, TeamMessage};
use tandem_rules::{BoardId, Position, Seat};

use crate::process::desk::{self, Announced, Heard};
use crate::process::uci::place::{Decision, Doing, Place, out_of_turn};
use crate::process::uci::shown::Shown;
use crate::process::uci::talk::Timing;
use crate::{Outbox, PlayerFault, Said, SaidFault};

/// Limit of messages to the partner in one game.
const MOST_MESSAGES: u32 = 5000;

/// State of the conversation with one engine.
#[derive(Default)]
pub(super) struct Talk {
    options: Vec<OptionSpec>,
    announced: Announced,
    /// True if it has named all its options (`ubiok`).
    pub(super) is_known: bool,
    /// Number of `isready` commands that it has not answered.
    unready: u32,
    /// Its seat in the current game; `None` between games.
    place: Option<Place>,
    search: Search,
    shown: Shown,
    timing: Timing,
    /// Number of messages to the partner in this game.
    messages: u32,
}

/// State of the search of its board.
#[derive(Default)]
enum Search {
    #[default]
    None,
    /// A `bestmove` is expected.
    Running,
    /// The search was stopped, for which there is no answer, and `isready` was sent behind it. At
    /// `readyok` these commands are sent. A move that comes before was on its way.
    Renewing(Vec<Command>),
}

impl desk::Talk for Talk {
    const GREETING: &'static [&'static str] = &["ubi"];

    fn hear(&mut self, line: &str, outbox: &Outbox) -> Result<Heard, PlayerFault> {
        match Reply::parse(line) {
            Reply::Option(option) => {
                self.announced.count(line)?;
                self.options.push(option);
            }
            Reply::UbiOk => {
                self.is_known = true;
                return Ok(Heard::News);
            }
            Reply::ReadyOk => return Ok(self.ready()),
            Reply::Info(info) => {
                let own = self.place.as_ref().map(|place| place.seat.board);
                if info.board == own {
                    self.shown.note(&info.fields);
                }
            }
            Reply::BestMove { board, best } => {
                self.best_move(board, best.as_ref(), outbox)?;
                return Ok(Heard::News);
            }
            Reply::TeamMessage(message) => self.tell(message, outbox)?,
            Reply::Malformed { line, expected } if line.starts_with("bestmove") => {
                let line = line.to_string();
                return Err(SaidFault::Malformed { line, expected }.into());
            }
            Reply::Name(_) | Reply::Author(_) | Reply::Malformed { .. } | Reply::Other(_) => {}
        }
        Ok(Heard::Nothing)
    }

    fn leave(&mut self) -> Option<(Seat, u64)> {
        self.place.take().map(|place| (place.seat, self.shown.all_nodes()))
    }
}

impl Talk {
    /// An option by its name, if the engine offers it.
    pub(super) fn option(&self, name: &str) -> Option<&OptionKind> {
        self.options.iter().find(|option| option.is_called(name)).map(|option| &option.kind)
    }

    /// Counts an `isready` that is being sent.
    pub(super) fn expect_ready(&mut self) {
        self.unready += 1;
    }

    /// True if it has answered each `isready`.
    pub(super) fn is_ready(&self) -> bool {
        self.unready == 0
    }

    /// Begins a game in this seat.
    pub(super) fn begin(&mut self, seat: Seat, position: Position, timing: Timing) {
        self.place = Some(Place { seat, doing: Doing::Waiting, position });
        self.search = Search::None;
        self.shown = Shown::default();
        self.timing = timing;
        self.messages = 0;
    }

    /// Records that the move of its seat has been made.
    pub(super) fn moved(&mut self) {
        if let Some(place) = &mut self.place {
            place.doing = Doing::Waiting;
        }
    }

    /// True if it is searching.
    pub(super) const fn is_searching(&self) -> bool {
        matches!(self.search, Search::Running)
    }

    /// Asks for a move in this position. The returned commands are to be sent now; while another
    /// search runs they stop it, and `commands` follow when it has stopped.
    pub(super) fn ask(&mut self, position: &Position, commands: Vec<Command>) -> Vec<Command> {
        let Some(place) = &mut self.place else { return Vec::new() };
        place.doing = Doing::Asked;
        place.position.clone_from(position);
        let board = place.seat.board;
        match &mut self.search {
            Search::None => {
                self.search = Search::Running;
                self.shown = Shown::default();
                commands
            }
            Search::Running => {
                self.search = Search::Renewing(commands);
                self.unready += 1;
                vec![Command::Stop(Some(board)), Command::IsReady]
            }
            Search::Renewing(next) => {
                *next = commands;
                Vec::new()
            }
        }
    }

    /// Asks again if a move is expected in another position than this one.
    pub(super) fn ask_anew(&mut self, position: &Position, commands: Vec<Command>) -> Vec<Command> {
        let asked = self.place.as_ref().filter(|place| place.doing == Doing::Asked);
        match asked.is_some_and(|place| place.position != *position) {
            true => self.ask(position, commands),
            false => Vec::new(),
        }
    }

    /// Ends the game; later output of the engine is ignored. Returns the commands to send.
    pub(super) fn end(&mut self) -> Vec<Command> {
        self.place = None;
        match std::mem::take(&mut self.search) {
            Search::Running => vec![Command::Stop(None)],
            Search::None | Search::Renewing(_) => Vec::new(),
        }
    }

    /// Handles `readyok`; if it is the last one expected, a search that was stopped is followed by the
    /// next.
    fn ready(&mut self) -> Heard {
        self.unready = self.unready.saturating_sub(1);
        if self.unready > 0 {
            return Heard::Nothing;
        }
        if let Search::Renewing(next) = &mut self.search {
            let next = std::mem::take(next);
            let is_asked = self.place.as_ref().is_some_and(|place| place.doing == Doing::Asked);
            self.search = if is_asked { Search::Running } else { Search::None };
            if is_asked {
                self.shown.begin_anew();
                return Heard::Answers(next.iter().map(Command::to_string).collect());
            }
        }
        Heard::News
    }

    /// Handles `bestmove`, the end of a search.
    fn best_move(
        &mut self,
        board: BoardId,
        best: Option<&Word>,
        outbox: &Outbox,
    ) -> Result<(), SaidFault> {
        let Some(place) = &self.place else {
            log::debug!("a move after the end of the game");
            return Ok(());
        };
        if board != place.seat.board {
            return Err(out_of_turn(best));
        }
        match &self.search {
            Search::None => return Err(out_of_turn(best)),
            Search::Running => self.search = Search::None,
            // It answers the position before; what holds there may well hold now.
            Search::Renewing(_) => {
                let is_legal =
                    best.is_some_and(|text| place.position.parse_coordinate(text).is_ok());
                if !is_legal {
                    return Ok(());
                }
            }
        }
        self.answer(best, outbox)
    }

    fn answer(&mut self, best: Option<&Word>, outbox: &Outbox) -> Result<(), SaidFault> {
        let Some(place) = &mut self.place else { return Ok(()) };
        let decision = place.decide(best, self.timing.is_by_nodes)?;
        let shown = std::mem::take(&mut self.shown);
        let nodes = shown.all_nodes();
        match decision {
            Decision::Sit => {
                place.doing = Doing::Sitting;
                outbox.say(place.seat, Said::Sit, nodes);
            }
            Decision::Move(m) => {
                place.doing = Doing::Moving;
                let cost = if nodes == 0 { self.timing.untold_nodes } else { nodes };
                outbox.say(place.seat, Said::Move(m, shown.thought), cost);
            }
            Decision::Wake | Decision::None => {}
        }
        Ok(())
    }

    /// Passes on a message to the partner, in the words of UBI.
    fn tell(&mut self, message: TeamMessage, outbox: &Outbox) -> Result<(), SaidFault> {
        let Some(place) = &self.place else { return Ok(()) };
        self.messages += 1;
        if self.messages > MOST_MESSAGES {
            return Err(SaidFault::TooMuch);
        }
        outbox.say(place.seat, Said::Tell(message.to_string()), self.shown.all_nodes());
        Ok(())
    }
}
