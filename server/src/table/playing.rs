//! The thread of a game: it seats the players, lets the arbiter play, and tells the table.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use crossbeam::channel::Sender;
use tandem_arbiter::record::{self, Round, begun, is_for_people};
use tandem_arbiter::{
    Adjudication, Close, Endpoint, GamePlan, Interruption, Lag, Mailroom, News, Outbox, Past,
    Played, Timing, Told, Watcher, date, play_game,
};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord};
use tandem_rules::{BoardId, Ending, Game, Millis, Seat};

use super::live::Live;
use super::people::Chair;
use super::{State, Table};
use crate::archive::{Archive, PLAYED_HERE, Step};
use crate::message::{Level, Pace, Phase, ResultState, ToPage, Word};
use crate::page_sender::Circular;
use crate::services::Order;
use crate::thinking::Thinker;

/// Least time that a player is waited for whose clock does not run, as before a free first move.
const LEAST_PATIENCE: Millis = Millis(5 * 60_000);
/// Most moves of a game. Each message that shows the whole table has all of them.
pub(crate) const MOST_PLIES: usize = 4000;

/// The reason of the end of a game whose thread has failed, for people.
const FAILED: &str = "the server has failed in this game";

/// A game to be played: all that its thread needs, so that it does not wait for the table.
struct Plan {
    game: Game,
    rules: String,
    round: Round,
    /// The level of each Tandem; `None` for a person.
    levels: [Option<Level>; 4],
    mailroom: Mailroom,
}

impl Table {
    /// Begins the next game, in a thread of its own.
    pub(super) fn begin(self: &Arc<Self>, state: &mut State) {
        let interruption = Interruption::default();
        let plan = state.plan(&interruption);
        state.games = plan.round.number;
        let outbox = plan.mailroom.outbox();
        state.live = Some(Live::new(state.games, &plan.game, outbox, interruption));
        state.phase = Phase::Starting;
        state.show_all(&self.name);
        let (table, token) = (Arc::clone(self), self.app.games.token());
        let thread = thread::Builder::new().name(format!("game at {}", self.name));
        if let Err(error) = thread.spawn(move || {
            // A bug must not leave the table in a game that nobody plays any more.
            if let Err(fault) = catch_unwind(AssertUnwindSafe(|| table.play(plan, token))) {
                table.abort(&words_of(fault.as_ref()));
            }
        }) {
            state.call_off(&format!("no game can begin: {error}"));
            state.show_all(&self.name);
        }
    }

    /// Plays a game to its end, when it gives the token back: nothing waits for the ends of programs.
    fn play(self: &Arc<Self>, plan: Plan, token: Option<Arc<Sender<()>>>) {
        let Plan { game, rules, round, levels, mailroom } = plan;
        let mut endpoints: Vec<Box<dyn Endpoint>> = Vec::with_capacity(4);
        let mut seats = [0; 4];
        for seat in Seat::ALL.into_iter().filter(|seat| game.boards_in_play().contains(&seat.board))
        {
            let endpoint = match levels[seat.index()] {
                None => Ok(self.person(seat, &round.names[seat.index()])),
                Some(level) => {
                    let partner = round.names[seat.partner().index()].as_str();
                    let order = Order { rules: &rules, level, partner };
                    let program = self.app.services.players.seat(&order, &mailroom);
                    program.map(|program| self.paced(program, seat, level.pace))
                }
            };
            match endpoint {
                Ok(endpoint) => endpoints.push(endpoint),
                Err(reason) => {
                    let mut state = self.state.lock();
                    state.call_off(&reason.to_string());
                    return state.show_all(&self.name);
                }
            }
            seats[seat.index()] = endpoints.len() - 1;
        }
        let (start, date) = (game.boards().clone(), date::now());
        let plan = GamePlan {
            game,
            past: Past::default(),
            timing: Timing::Wall,
            seats,
            most_plies: MOST_PLIES,
            adjudication: Adjudication::default(),
            opening: Vec::new(),
            lag: Lag::default(),
            fast_forward: false,
            patience: round.controls[0].base.max(LEAST_PATIENCE),
        };
        let dated = |mut record: GameRecord| {
            record::set_date(&mut record, &date);
            record
        };
        let archived = self.archive().map(|archive| archive.begin(dated(begun(&start, &round))));
        if let Some(live) = &mut self.state.lock().live {
            live.archived = archived;
        }
        let outbox = mailroom.outbox();
        let mut watcher = AtTable { table: Arc::clone(self), outbox, archived };
        let played = play_game(plan, &mut endpoints, &mailroom, &mut watcher);
        let mut record = dated(record::of(&played, &start, &round));
        // No player is to blame for the end of the table.
        if let (Close::BrokenOff(_), Some(reason)) = (&played.close, &self.state.lock().closed) {
            record.end(BpgnResult::Unfinished, reason);
        }
        let is_stored = |number: &i64| {
            self.archive().is_some_and(|archive| archive.end(*number, record.clone()))
        };
        let archived = archived.filter(is_stored);
        self.end(&played, record, archived, &mailroom);
        drop(token);
    }

    /// A program that thinks in turns with others, unless it answers when a person would.
    fn paced(&self, program: Box<dyn Endpoint>, seat: Seat, pace: Pace) -> Box<dyn Endpoint> {
        match pace {
            // It mostly waits, and would hold its turn.
            Pace::Human => program,
            Pace::Engine => {
                Box::new(Thinker::new((program, seat), self.address, &self.app.thinking))
            }
        }
    }

    fn person(self: &Arc<Self>, seat: Seat, name: &str) -> Box<dyn Endpoint> {
        Box::new(PersonAt { table: Arc::clone(self), seat, name: name.to_owned() })
    }

    fn archive(&self) -> Option<&Archive> {
        self.app.archive.as_ref()
    }

    fn end(&self, played: &Played, record: GameRecord, archived: Option<i64>, mailroom: &Mailroom) {
        let mut state = self.state.lock();
        // Players have not heard of the end yet: what they have said since is passed on, unrecorded.
        for (seat, text) in mailroom.unread() {
            let (at, plies) = (played.ended_at, played.game.plies().len());
            state.pass_on(&Told { seat, at, plies, text });
        }
        let Some(live) = &mut state.live else { return };
        let result = result_state(&played.close, archived);
        live.end(played, record, result.clone());
        let clocks = live.clocks();
        state.phase = Phase::Over;
        state.tell_all(ToPage::Ended { result, clocks });
        state.show_all(&self.name);
    }

    /// Ends a game whose thread has failed: all at the table are told, and what was played is kept.
    fn abort(&self, fault: &str) {
        log::error!("the game at {} has failed: {fault}", self.name);
        let archived = self.state.lock().live.as_ref().and_then(|live| live.archived);
        let is_stored =
            |number: &i64| self.archive().is_some_and(|archive| archive.abort(*number, FAILED));
        let archived = archived.filter(is_stored);
        let mut state = self.state.lock();
        let is_starting = state.phase == Phase::Starting;
        let Some(live) = &mut state.live else { return };
        if is_starting {
            state.call_off(FAILED);
        } else {
            let (result, kind) = ("*".to_owned(), "broken off".to_owned());
            let reason = FAILED.to_owned();
            let result = ResultState { result, winner: None, kind, reason, archived, about: None };
            live.abort(self.app.clock.now_ms(), result.clone());
            let clocks = live.clocks();
            state.phase = Phase::Over;
            state.tell_all(ToPage::Ended { result, clocks });
        }
        state.show_all(&self.name);
    }
}

/// The reason of a panic.
fn words_of(fault: &(dyn Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().map(|&text| text.to_owned());
    let text = text.or_else(|| fault.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a fault without a reason".to_owned())
}

impl State {
    /// The next game as it is to be played.
    fn plan(&self, interruption: &Interruption) -> Plan {
        let (game, clocks) = self.choices.game();
        let round = Round {
            event: PLAYED_HERE,
            number: self.games + 1,
            names: Seat::ALL.map(|seat| self.name_in(seat)),
            rules: self.choices.rules_text.clone(),
            controls: [self.choices.control; 4],
            clocks,
            node_rates: None,
        };
        let levels = Seat::ALL.map(|seat| match self.chair(seat) {
            Chair::Person(_) => None,
            Chair::Tandem(level) | Chair::Open { level, .. } => Some(*level),
        });
        let mailroom = Mailroom::new(interruption);
        Plan { game, rules: self.choices.rules_text.clone(), round, levels, mailroom }
    }

    /// Passes a message between partners on; true if people are to read it.
    fn pass_on(&mut self, told: &Told) -> bool {
        // Programs that greet each other tell nobody anything about the game.
        let is_greeting = record::is_greeting(told) && self.are_programs(told.seat);
        let (seat, text) = (told.seat, told.text.clone());
        let word = Word { seat: seat.into(), text, at_ms: told.at.0, plies: told.plies };
        if !is_for_people(told) || is_greeting {
            // There may be a program behind a client.
            self.tell_client(seat.partner(), ToPage::Told { word });
            return false;
        }
        let Some(live) = &mut self.live else { return false };
        let changes_sitting = live.told(word.clone());
        self.tell_team(seat, ToPage::Told { word });
        if changes_sitting {
            self.tell_seats();
        }
        true
    }

    /// Goes back to before the game, which cannot begin.
    fn call_off(&mut self, reason: &str) {
        self.live = None;
        self.phase = Phase::Gathering;
        self.people.iter_mut().for_each(|person| person.is_ready = false);
        self.tell_all(ToPage::Refused { what: "ready".to_owned(), reason: reason.to_owned() });
    }
}

/// A person's seat, for the arbiter. What the person does goes to the arbiter by the table, and what
/// happens is told by the table's watcher.
struct PersonAt {
    table: Arc<Table>,
    seat: Seat,
    name: String,
}

impl Endpoint for PersonAt {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn hear(&mut self, news: &News) {
        if let News::DrawOffered { seat, by } = news
            && *seat == self.seat
        {
            let mut state = self.table.state.lock();
            // Those of people are known since they were made, and may have been declined.
            let is_of_person = state.person_in(*by).is_some();
            if let Some(live) = state.live.as_mut().filter(|_| !is_of_person) {
                live.offer_draw(*by);
            }
            state.tell_draw_offers();
        }
    }
}

/// A watcher that shows a game to all at its table.
struct AtTable {
    table: Arc<Table>,
    outbox: Outbox,
    /// Number of the game in the archive.
    archived: Option<i64>,
}

impl AtTable {
    /// Adds something to the game in the archive.
    fn keep(&self, step: Step) {
        if let (Some(archive), Some(number)) = (self.table.archive(), self.archived) {
            archive.add(number, step);
        }
    }
}

impl AtTable {
    /// The moment on the server's clock at which the clock of the game was zero. It is later after
    /// each time that is charged to nobody.
    fn epoch_ms(&self) -> i64 {
        self.table.app.clock.now_ms() - self.outbox.elapsed().0
    }
}

impl Watcher for AtTable {
    fn began(&mut self, game: &Game, now: Millis) {
        let table = &self.table;
        let epoch_ms = self.epoch_ms();
        let mut state = table.state.lock();
        if let Some(live) = &mut state.live {
            live.begin(game, now, epoch_ms);
        }
        state.phase = Phase::Playing;
        state.show_all(&table.name);
    }

    fn moved(&mut self, game: &Game, now: Millis) {
        if let Some(ply) = game.plies().last() {
            self.keep(Step::Ply(record::recorded(ply)));
        }
        let epoch_ms = self.epoch_ms();
        let mut state = self.table.state.lock();
        let Some(live) = &mut state.live else { return };
        let changed = live.moved(game, now, epoch_ms);
        let Some(ply) = live.plies().last().cloned() else { return };
        let (plies, clocks) = (live.plies().len(), live.clocks());
        let draw_offers = live.draw_offers();
        let state = &*state;
        let Some(live) = &state.live else { return };
        // Messages on a move differ in legal moves only, by the boards on which the receiver is on turn.
        let mut circulars: Vec<([bool; 2], Circular)> = Vec::with_capacity(3);
        for viewer in state.viewers.values() {
            let visibility = state.visibility(viewer.person);
            let turns = BoardId::ALL
                .map(|board| changed.contains(&board) && live.is_turn_of(board, visibility));
            let known = circulars.iter().find(|(others, _)| *others == turns);
            if let Some((_, circular)) = known {
                viewer.page.send_circular(circular);
                continue;
            }
            let boards =
                changed.iter().map(|&board| live.board_seen_by(board, visibility)).collect();
            let (ply, clocks) = (ply.clone(), clocks.clone());
            let draw_offers = draw_offers.clone();
            let moved = ToPage::Moved { plies, ply, boards, clocks, draw_offers };
            let circular = Circular::new(moved);
            viewer.page.send_circular(&circular);
            circulars.push((turns, circular));
        }
    }

    fn looked(&mut self, game: &Game, now: Millis) {
        let epoch_ms = self.epoch_ms();
        let mut state = self.table.state.lock();
        // The server stood still, and the clocks that pages show did not.
        if let Some(live) = &mut state.live
            && live.stood_still(game, now, epoch_ms)
        {
            state.show_all(&self.table.name);
        }
    }

    fn told(&mut self, told: &Told) {
        let is_for_people = self.table.state.lock().pass_on(told);
        if is_for_people {
            self.keep(Step::Word(record::remark(told)));
        }
    }
}

fn result_state(close: &Close, archived: Option<i64>) -> ResultState {
    let result = match record::result(close) {
        BpgnResult::Unfinished => "*".to_owned(),
        known => known.to_string(),
    };
    ResultState {
        result,
        winner: close.winner().map(Into::into),
        kind: close.kind().to_owned(),
        reason: close.to_string(),
        archived,
        about: about(close),
    }
}

/// The player whom an ending is about.
const fn about(close: &Close) -> Option<Seat> {
    match close {
        Close::Fault { seat, .. } | Close::BrokenOff(seat) => Some(*seat),
        Close::Outcome(outcome) => match outcome.ending {
            Ending::Mate(seat)
            | Ending::KingTaken(seat)
            | Ending::Resignation(seat)
            | Ending::Flag(seat)
            | Ending::FlagWithoutMaterial(seat)
            | Ending::IllegalMove(seat)
            | Ending::Stalemate(seat)
            | Ending::LastDrop(seat) => Some(seat),
            Ending::BothFlags
            | Ending::Repetition(_)
            | Ending::FiftyMoves(_)
            | Ending::InsufficientMaterial(_)
            | Ending::Agreement
            | Ending::BothBoards => None,
        },
        Close::Adjudicated(_) | Close::TooLong(_) | Close::Standstill => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{GameRequest, Setup, Sitter, TableRequest};
    use crate::page_sender::{PageQueue, PageSender};
    use crate::services::tests::services;
    use crate::tables::Tables;
    use crate::turns::tests::client;

    fn bughouse(tables: &Tables, by: &PageSender, pace: Pace) -> Arc<Table> {
        let tandem = Sitter::Tandem { level: Level { elo: None, pace } };
        let setup = Setup {
            rules: "fics".to_owned(),
            clock: "180".to_owned(),
            start: None,
            seats: [Sitter::Me, tandem, tandem, tandem],
        };
        let table = tables.create(by, "Ann", &setup, 1).expect("a table");
        table.take(by.number(), &TableRequest::Ready { ready: true }).expect("it is open");
        table
    }

    async fn hears(waiting: &mut PageQueue, part: &str) {
        loop {
            let text = waiting.outgoing.recv().await.expect("news").content.json();
            if text.contains(part) {
                return;
            }
        }
    }

    #[tokio::test]
    async fn a_word_after_the_end_of_which_nobody_has_heard_is_passed_on() {
        let tables = Tables::new(services(), None).expect("threads");
        let (page, mut waiting) = PageSender::new(client(1, 1), &Arc::default());
        let table = bughouse(&tables, &page, Pace::Human);
        hears(&mut waiting, "\"phase\":\"playing\"").await;
        {
            // The arbiter reads both, one after the other, and ends the game with the first.
            let mut state = table.state.lock();
            let seat = Seat::ALL[0];
            let mut act = |asked| state.take_from(page.number(), asked).expect("it is taken");
            act(GameRequest::Resign { seat: seat.into() });
            act(GameRequest::Tell { seat: seat.into(), text: "good game".to_owned() });
        }
        hears(&mut waiting, "good game").await;
        hears(&mut waiting, "\"type\":\"ended\"").await;
        tables.close();
    }

    #[tokio::test]
    async fn programs_that_answer_when_a_person_would_take_no_turns_from_others() {
        for (pace, programs) in [(Pace::Human, 0), (Pace::Engine, 3)] {
            let tables = Tables::new(services(), None).expect("threads");
            let (page, mut waiting) = PageSender::new(client(1, 1), &Arc::default());
            let _table = bughouse(&tables, &page, pace);
            hears(&mut waiting, "\"phase\":\"playing\"").await;
            assert_eq!(tables.app.thinking.admitted(), programs, "{pace:?}");
            tables.close();
        }
    }
}
