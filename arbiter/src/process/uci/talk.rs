//! What is made of an engine's words in UCI.

use tandem_protocol::text::Word;
use tandem_protocol::uci::{Choice, Command, OptionKind, OptionSpec, Reply};
use tandem_rules::{Position, Seat};

use super::place::{Decision, Doing, Place, out_of_turn};
use super::shown::Shown;
use crate::process::desk::{self, Heard};
use crate::{Outbox, Said};

/// Options that an engine may offer; none has a thousand.
const MOST_OPTIONS: usize = 10_000;

/// What one engine has said and been asked.
#[derive(Default)]
pub(super) struct Talk {
    options: Vec<OptionSpec>,
    /// Whether it has named all of them.
    pub(super) is_known: bool,
    /// `isready` that it has not answered.
    unready: u32,
    /// Its seats in the game that goes on, on A first; none between games.
    places: Vec<Place>,
    search: Search,
    shown: Shown,
    timing: Timing,
}

/// What its moves cost, and when they may be said.
#[derive(Clone, Copy, Default)]
pub(super) struct Timing {
    /// On the node clock only seats that were told to go may move.
    pub(super) is_by_nodes: bool,
    /// What a move costs whose nodes it does not tell.
    pub(super) untold_nodes: u64,
}

/// Whether a `bestmove` is to come, and for what.
#[derive(Default)]
enum Search {
    #[default]
    None,
    /// It counts.
    Running,
    /// It does not: the engine was told to stop. Then these will be asked, if any.
    Stopping(Option<Vec<Command>>),
}

impl desk::Talk for Talk {
    const GREETING: &'static [&'static str] = &["uci"];

    fn hear(&mut self, line: &str, outbox: &Outbox) -> Result<Heard, String> {
        match Reply::parse(line) {
            Reply::Option(_) if self.options.len() >= MOST_OPTIONS => {
                return Err(desk::ENDLESS.to_owned());
            }
            Reply::Option(option) => self.options.push(option),
            Reply::UciOk => {
                self.is_known = true;
                return Ok(Heard::News);
            }
            Reply::ReadyOk => {
                self.unready = self.unready.saturating_sub(1);
                return Ok(Heard::News);
            }
            Reply::Info(info) => self.shown.note(&info),
            Reply::BestMove { best, .. } => return self.best_move(best, outbox),
            Reply::Name(_)
            | Reply::Author(_)
            | Reply::CopyProtection(_)
            | Reply::Registration(_)
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

    /// `isready` is being sent.
    pub(super) fn expect_ready(&mut self) {
        self.unready += 1;
    }

    /// True if it has answered `isready` and thinks no more.
    pub(super) fn is_ready(&self) -> bool {
        self.unready == 0 && self.is_silent()
    }

    /// True if no `bestmove` is to come.
    pub(super) const fn is_silent(&self) -> bool {
        matches!(self.search, Search::None)
    }

    /// A game begins in these seats.
    pub(super) fn begin(&mut self, seats: Vec<(Seat, Position)>, timing: Timing) {
        let place = |(seat, position)| Place { seat, doing: Doing::Waiting, position };
        self.places = seats.into_iter().map(place).collect();
        self.shown = Shown::default();
        self.timing = timing;
    }

    /// A seat is told to go.
    pub(super) fn go(&mut self, seat: Seat) {
        self.set(seat, Doing::Asked);
    }

    /// The move of a seat has been made.
    pub(super) fn moved(&mut self, seat: Seat) {
        self.set(seat, Doing::Waiting);
    }

    fn set(&mut self, seat: Seat, doing: Doing) {
        if let Some(place) = self.places.iter_mut().find(|place| place.seat == seat) {
            place.doing = doing;
        }
    }

    /// The seats whose turn it is and that have said no move.
    pub(super) fn on_turn(&self) -> Vec<Seat> {
        let is_on_turn = |place: &&Place| matches!(place.doing, Doing::Asked | Doing::Sitting);
        self.places.iter().filter(is_on_turn).map(|place| place.seat).collect()
    }

    /// Asks for an answer to these positions, one for each seat. What is returned is to be sent
    /// now; the rest follows when the engine has stopped thinking about something else.
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

    /// Asks again if an answer is awaited to positions that are not these.
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

    /// The game is over; what the engine still says of it does not count.
    pub(super) fn end(&mut self) -> Vec<Command> {
        self.places.clear();
        if self.is_silent() { Vec::new() } else { self.stop(None) }
    }

    /// Nothing counts that the engine still says, and then it is asked this.
    fn stop(&mut self, next: Option<Vec<Command>>) -> Vec<Command> {
        match std::mem::replace(&mut self.search, Search::Stopping(next)) {
            Search::Running => vec![Command::Stop],
            Search::None | Search::Stopping(_) => Vec::new(),
        }
    }

    /// The end of a search.
    fn best_move(&mut self, best: Option<Choice>, outbox: &Outbox) -> Result<Heard, String> {
        match std::mem::take(&mut self.search) {
            Search::None if self.places.is_empty() => {
                log::debug!("a move after the end of the game");
            }
            Search::None => return Err(out_of_turn(best.as_ref())),
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

    /// Everything is read before anything is said: half a fault is a fault.
    fn answer(&mut self, best: Option<Choice>, outbox: &Outbox) -> Result<(), String> {
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
                // Partners may tell each other to go, and who is told thinks again. That takes
                // its time, so that two seats do not wake each other for ever.
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

    /// The move for each of the seats, where there is one.
    fn split(&self, best: Option<Choice>) -> Result<Vec<Option<Word>>, String> {
        match (best, self.places.len()) {
            (None, seats) => Ok(vec![None; seats]),
            (Some(Choice::One(text)), 1) => Ok(vec![Some(text)]),
            (Some(Choice::Both(moves)), 2) => Ok(moves.into()),
            (Some(choice), 2) => Err(format!("`{choice}` is not a pair of moves")),
            (Some(choice), _) => Err(format!("`{choice}` is not a move")),
        }
    }
}
