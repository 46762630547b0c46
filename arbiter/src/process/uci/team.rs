//! Both seats of a team, played by one UCI engine that sees both boards.

use std::io;

use tandem_protocol::text::Line;
use tandem_protocol::uci::{Command, Go, PositionSpec, Start};
use tandem_rules::{BoardId, Boards, Move, MoveRules, Seat, Team};

use super::history::History;
use super::introduce::{Introduction, set_option};
use super::limits;
use super::talk::Talk;
use crate::process::Engine;
use crate::process::running::Lasting;
use crate::{Endpoint, News, Outbox, PlayerFault, Snapshot};

/// A UCI engine in both seats of a team; the team may change with each game. Its process plays one
/// game after the other; a process that has failed is replaced.
///
/// A player who sees a capture knows which piece will arrive on the other board, so the engine is
/// shown each piece in the holdings at once.
pub struct UciTeam {
    team: Team,
    lasting: Lasting<Talk>,
    start: Option<Snapshot>,
    boards: [History; 2],
    /// Settings that follow from the clocks as last seen.
    clocks: Clocks,
}

/// Settings of a search that follow from the clocks.
#[derive(Default)]
struct Clocks {
    limits: Go,
    has_time: bool,
}

impl UciTeam {
    /// Starts an engine; answers go to `outbox`.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn new(engine: Engine, outbox: Outbox) -> io::Result<Self> {
        let lasting = Lasting::start(engine, outbox)?;
        let boards = histories(&Boards::start(MoveRules::default()));
        Ok(Self { team: Team::One, lasting, start: None, boards, clocks: Clocks::default() })
    }

    /// Process id of the running engine, if one runs.
    pub fn process_id(&self) -> Option<u32> {
        self.lasting.process_id()
    }

    fn begin(&mut self, team: Team, start: &Snapshot) {
        self.team = team;
        self.boards = histories(&start.boards);
        self.start = Some(start.clone());
    }

    fn moved(&mut self, seat: Seat, m: Move) {
        let handoff = self.boards[seat.board.index()].play(m);
        if let Some(handoff) = handoff {
            self.boards[seat.board.other().index()].receive(handoff);
        }
        if seat.team() != self.team {
            return; // the team is told to go in a moment
        }
        if let Some(running) = self.lasting.running() {
            running.desk.sheet().talk.moved(seat);
        }
        self.ask_anew();
    }

    /// Asks the engine for an answer of a seat, for the first time or again after it has sat.
    fn go(&mut self, seat: Seat, snapshot: &Snapshot) {
        let Some(running) = self.lasting.running() else { return };
        let on_turn = {
            let mut sheet = running.desk.sheet();
            sheet.talk.go(seat);
            sheet.talk.on_turn()
        };
        self.look(&on_turn, snapshot);
        let question = self.question();
        let [a, b] = self.boards.each_ref().map(History::now);
        if let Some(running) = self.lasting.running() {
            running.tell(|sheet| sheet.new_turn().ask(&[a, b], question));
        }
    }

    /// Handles a change while the engine thinks.
    fn update(&mut self, snapshot: &Snapshot) {
        let Some(running) = self.lasting.running() else { return };
        let on_turn = running.desk.sheet().talk.on_turn();
        self.look(&on_turn, snapshot);
        self.ask_anew();
    }

    /// Restarts the search if a board differs from the one that the engine is thinking about.
    fn ask_anew(&self) {
        let question = self.question();
        let [a, b] = self.boards.each_ref().map(History::now);
        if let Some(running) = self.lasting.running() {
            running.tell(|sheet| sheet.new_turn().ask_anew(&[a, b], question));
        }
    }

    fn look(&mut self, on_turn: &[Seat], snapshot: &Snapshot) {
        self.clocks = Clocks {
            limits: limits::for_team(&self.lasting.engine, on_turn, snapshot),
            has_time: limits::has_time(self.team, snapshot),
        };
    }

    fn question(&self) -> Vec<Command> {
        let start =
            Start::Fens(self.boards.each_ref().map(|board| Line::new(&board.base().to_fen())));
        let boards = BoardId::ALL.into_iter().zip(&self.boards);
        let moves = boards.flat_map(|(board, history)| history.moves(Some(board))).collect();
        let position = Command::Position(PositionSpec { start, moves });
        let go = Command::Go(Box::new(self.clocks.limits.clone()));
        self.mode().into_iter().chain([position, go]).collect()
    }

    /// The option that says whether the team can afford to sit, under the name that the engine has
    /// for it.
    fn mode(&self) -> Option<Command> {
        let has_time = self.clocks.has_time;
        let sheet = self.lasting.running()?.desk.sheet();
        let offers = |name| sheet.talk.option(name).is_some();
        if offers("Mode") {
            return Some(set_option("Mode", if has_time { "sit" } else { "go" }));
        }
        let value = if has_time { "true" } else { "false" };
        offers("TimeAdvantage").then(|| set_option("TimeAdvantage", value))
    }
}

fn histories(boards: &Boards) -> [History; 2] {
    BoardId::ALL.map(|board| History::from(boards.position(board).clone()))
}

impl Endpoint for UciTeam {
    fn name(&self) -> String {
        self.lasting.engine.name.clone()
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Start(seat, snapshot) => self.begin(seat.team(), snapshot),
            News::Moved { seat, m } => self.moved(*seat, *m),
            News::Go(seat, snapshot) => self.go(*seat, snapshot),
            News::Update(_, snapshot) => self.update(snapshot),
            News::End(_) => {
                if let Some(running) = self.lasting.running() {
                    running.tell(|sheet| sheet.talk.end());
                }
            }
            News::Arrived { .. } | News::Told { .. } | News::DrawOffered { .. } => {}
        }
    }

    fn settle(&mut self) -> Result<(), PlayerFault> {
        let Some(start) = self.start.take() else { return Ok(()) };
        let seats = BoardId::ALL.map(|board| self.team.seat(board));
        self.lasting.set_up(|engine, running| {
            Introduction { engine, seats: &seats, start: &start }.make(running)
        })
    }
}
