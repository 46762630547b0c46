//! Interpretation of an engine's output in UCI.

use tandem_protocol::text::Word;
use tandem_protocol::uci::{Choice, Command, OptionKind, OptionSpec, Reply};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Position, Seat};

use super::place::{Decision, Doing, Place, out_of_turn};
use super::shown::Shown;
use crate::excerpt::excerpt;
use crate::process::desk::{self, Announced, Heard};
use crate::{Outbox, PlayerFault, Said, SaidFault};

/// State of the conversation with one engine.
#[derive(Default)]
pub(super) struct Talk {
    options: Vec<OptionSpec>,
    announced: Announced,
    /// True if it has named all its options (`uciok`).
    pub(super) is_known: bool,
    /// Number of `isready` commands that it has not answered.
    unready: u32,
    /// Its seats in the current game, the one on A first; empty between games.
    places: Vec<Place>,
    search: Search,
    shown: Shown,
    timing: Timing,
}

/// The cost of its moves, and the times at which they may be made.
#[derive(Clone, Copy, Default)]
pub(in crate::process) struct Timing {
    /// True if the game runs on the node clock, where only seats that were told to go may move.
    pub(in crate::process) is_by_nodes: bool,
    /// Cost in nodes of a move for which it reports none.
    pub(in crate::process) untold_nodes: u64,
}

/// State of the search: whether a `bestmove` is expected, and whether it counts.
#[derive(Default)]
enum Search {
    #[default]
    None,
    /// A `bestmove` is expected and counts.
    Running,
    /// The engine was told to stop: a `bestmove` is expected and does not count. Then these
    /// commands are sent, if any.
    Stopping(Option<Vec<Command>>),
}

impl desk::Talk for Talk {
    const GREETING: &'static [&'static str] = &["uci"];

    fn hear(&mut self, line: &str, outbox: &Outbox) -> Result<Heard, PlayerFault> {
        match Reply::parse(line) {
            Reply::Option(option) => {
                self.announced.count(line)?;
                self.options.push(option);
            }
            Reply::UciOk => {
                self.is_known = true;
                return Ok(Heard::News);
            }
            Reply::ReadyOk => {
                self.unready = self.unready.saturating_sub(1);
                return Ok(Heard::News);
            }
            Reply::Info(info) => self.shown.note(&info),
            Reply::BestMove { best, .. } => return Ok(self.best_move(best, line, outbox)?),
            Reply::Name(_)
            | Reply::Author(_)
            | Reply::CopyProtection(_)
            | Reply::Registration(_)
            | Reply::Shown(_)
            | Reply::Other(_) => {}
        }
        Ok(Heard::Nothing)
    }

    fn leave(&mut self) -> Option<(Seat, u64)> {
        let places = std::mem::take(&mut self.places);
        let asked = places.iter().find(|place| place.doing == Doing::Asked);
        asked.or(places.first()).map(|place| (place.seat, self.shown.all_nodes()))
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

    /// True if it has answered each `isready` and is not searching.
    pub(super) fn is_ready(&self) -> bool {
        self.unready == 0 && self.is_silent()
    }

    /// True if no `bestmove` is expected.
    pub(super) const fn is_silent(&self) -> bool {
        matches!(self.search, Search::None)
    }

    /// Begins a game in these seats.
    pub(super) fn begin(&mut self, seats: Vec<(Seat, Position)>, timing: Timing) {
        let place = |(seat, position)| Place { seat, doing: Doing::Waiting, position };
        self.places = seats.into_iter().map(place).collect();
        self.shown = Shown::default();
        self.timing = timing;
    }

    /// Records that a seat is told to go.
    pub(super) fn go(&mut self, seat: Seat) {
        self.set(seat, Doing::Asked);
    }

    /// Records that the move of a seat has been made.
    pub(super) fn moved(&mut self, seat: Seat) {
        self.set(seat, Doing::Waiting);
    }

    fn set(&mut self, seat: Seat, doing: Doing) {
        if let Some(place) = self.places.iter_mut().find(|place| place.seat == seat) {
            place.doing = doing;
        }
    }

    /// The seats that are to move and have not answered with a move.
    pub(super) fn on_turn(&self) -> Vec<Seat> {
        let is_on_turn = |place: &&Place| matches!(place.doing, Doing::Asked | Doing::Sitting);
        self.places.iter().filter(is_on_turn).map(|place| place.seat).collect()
    }

    /// Asks for an answer to these positions, one for each seat. The returned commands are to be
    /// sent now; while another search runs they at most stop it, and `commands` follow at its end.
    pub(super) fn ask(&mut self, positions: &[&Position], commands: Vec<Command>) -> Vec<Command> {
        for (place, position) in self.places.iter_mut().zip(positions) {
            place.position.clone_from(position);
        }
        if !self.is_silent() {
            return self.stop(Some(commands));
        }
        self.search = Search::Running;
        self.shown = Shown::default();
        commands
    }

    /// Asks again if an answer is expected to positions other than these.
    pub(super) fn ask_anew(
        &mut self,
        positions: &[&Position],
        commands: Vec<Command>,
    ) -> Vec<Command> {
        let is_awaited = self.places.iter().any(|place| place.doing == Doing::Asked);
        let mut places = self.places.iter().zip(positions);
        let is_changed = places.any(|(place, &position)| place.position != *position);
        if is_awaited && is_changed { self.ask(positions, commands) } else { Vec::new() }
    }

    /// Ends the game; later output of the engine is ignored. Returns the commands to send.
    pub(super) fn end(&mut self) -> Vec<Command> {
        self.places.clear();
        if self.is_silent() { Vec::new() } else { self.stop(None) }
    }

    /// Stops the search, so that its `bestmove` does not count; then `next` is sent.
    fn stop(&mut self, next: Option<Vec<Command>>) -> Vec<Command> {
        match std::mem::replace(&mut self.search, Search::Stopping(next)) {
            Search::Running => vec![Command::Stop],
            Search::None | Search::Stopping(_) => Vec::new(),
        }
    }

    /// Handles `bestmove`, the end of a search.
    fn best_move(
        &mut self,
        best: Option<Choice>,
        line: &str,
        outbox: &Outbox,
    ) -> Result<Heard, SaidFault> {
        match std::mem::take(&mut self.search) {
            Search::None if self.places.is_empty() => {
                log::debug!("a move after the end of the game");
            }
            Search::None => return Err(out_of_turn(best.as_ref())),
            Search::Running if best.is_none() && self.has_move() => {
                return Err(SaidFault::NoMove(excerpt(line)));
            }
            Search::Running => self.answer(best, outbox)?,
            Search::Stopping(None) => {}
            Search::Stopping(Some(next)) => {
                self.search = Search::Running;
                self.shown.begin_anew();
                return Ok(Heard::Answers(next.iter().map(Command::to_string).collect()));
            }
        }
        Ok(Heard::News)
    }

    /// Passes on the answers of all seats. All are checked before any is passed on, so that a fault
    /// in one loses the game before another is played.
    fn answer(&mut self, best: Option<Choice>, outbox: &Outbox) -> Result<(), SaidFault> {
        let moves = self.split(best)?;
        let by_nodes = self.timing.is_by_nodes;
        let places = self.places.iter().zip(&moves);
        let decisions = places.map(|(place, text)| place.decide(text.as_ref(), by_nodes));
        let decisions = decisions.collect::<Result<Vec<_>, _>>()?;
        let shown = std::mem::take(&mut self.shown);
        let (thought, nodes) = (shown.thought, shown.all_nodes());
        let cost = if nodes == 0 { self.timing.untold_nodes } else { nodes };
        for (place, decision) in self.places.iter_mut().zip(decisions) {
            match decision {
                Decision::None => {}
                // Partners may tell each other to go, and a seat that is told thinks again. The
                // message costs time, so that two seats do not wake each other for ever.
                Decision::Wake => {
                    outbox.say(place.seat.partner(), Said::Tell("go".to_owned()), cost);
                }
                Decision::Sit => {
                    place.doing = Doing::Sitting;
                    outbox.say(place.seat, Said::Sit, nodes);
                }
                Decision::Move(m) => {
                    place.doing = Doing::Moving;
                    outbox.say(place.seat, Said::Move(m, thought), cost);
                }
            }
        }
        Ok(())
    }

    /// True if a seat that was told to go has a legal move, as far as the engine was told. One that
    /// has none, as in a mate that a piece may undo, waits for it; a team that will not move says so
    /// with `pass`.
    fn has_move(&self) -> bool {
        let mut asked = self.places.iter().filter(|place| place.doing == Doing::Asked);
        asked.any(|place| !place.position.legal_moves().is_empty())
    }

    /// Splits an answer into the moves of the seats, `None` where there is none.
    fn split(&self, best: Option<Choice>) -> Result<Vec<Option<Word>>, SaidFault> {
        match (best, self.places.len()) {
            (None, seats) => Ok(vec![None; seats]),
            (Some(Choice::One(text)), 1) => Ok(vec![Some(text)]),
            (Some(Choice::Both(moves)), 2) => Ok(moves.into()),
            (Some(choice), 2) => Err(SaidFault::OneMove(choice.to_string())),
            (Some(choice), _) => Err(MoveTextError::Unreadable(choice.to_string()).into()),
        }
    }
}
