//! The law of every conversation: each `go` has one answer, which comes no earlier than it may and is a
//! legal move of the position last told; `isready` is answered; no search runs for nobody.

use std::time::Duration;

use proptest::prelude::*;
use tandem_engine::{Decision, Event, Info, Score};
use tandem_protocol::uci::{Choice, Command, Go, Reply};
use tandem_rules::{BoardId, Position, Team, Variant};

use super::super::game::Game;
use super::super::{TIME_FOR_UNREADABLE, is_about_next};
use super::Stage;
use crate::seat::mind::Activity;
use crate::seat::options::{Options, Protocol};
use crate::seat::script::conversations;

/// Lines that lead into a state of the session.
const SCENES: &[&[&str]] = &[
    &[
        "setoption name Team value white",
        "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "go infinite",
    ],
    &[
        "setoption name Team value white",
        "position startpos moves 1e2e4",
        "go ponder wtime 9000 btime 9000",
    ],
    &["setoption name Team value white", "position startpos moves 2e2e4", "go infinite"],
    &[
        "setoption name Team value black",
        "position startpos moves 1e2e4",
        "go awtime 9000 abtime 9000",
    ],
    // Plans for both boards: of a team on turn on both, and by the clocks of a game.
    &["setoption name Team value white", "position startpos moves 2e2e4", "go movetime 500"],
    &["setoption name Team value black", "position startpos moves 1e2e4", "go depth 2"],
    &["setoption name Team value white", "position startpos moves 2d2d4 2e7e5", "go nodes 9000"],
    &[
        "setoption name Joint value on",
        "setoption name Team value white",
        "setoption name Mode value sit",
        "position startpos moves 2e2e4",
        "go awtime 9000 abtime 9000 bwtime 9500 bbtime 8000",
    ],
    &[
        "setoption name Team value none",
        "setoption name UCI_Variant value bughouse",
        "position startpos",
        "setoption name Ptell value sit",
        "go wtime 9000 btime 9000",
    ],
    &[
        "setoption name UCI_Variant value bughouse",
        "setoption name Ptell value play d4",
        "position startpos",
        "go depth 5",
    ],
    &[
        "setoption name UCI_Variant value chess",
        "position startpos moves e2e4 e7e5",
        "go ponder wtime 9000 btime 9000",
    ],
    &["position startpos moves e2e4 e7e5", "go infinite"],
    &["position startpos moves e2e4 e2e4 e7e5", "go depth 3"],
    &["position fen nonsense", "go infinite"],
    &["position fen 8/8/8/8/8/8/8/8 w - - 0 1", "go movetime 100"],
    &["setoption name UCI_LimitStrength value true", "go wtime 60000 btime 60000"],
];

/// Lines that lead out of a state, or change what it depends on.
const LINES: &[&str] = &[
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "ucinewgame",
    "go infinite",
    "go ponder",
    "go ponder movetime 100",
    "go depth 3",
    "go depth",
    "go wtime soon infinite",
    "go movetime -5",
    "go wtime 99999999999999999999 btime -99999999999999999999",
    "go nodes 100",
    "go mate 2",
    "go movetime 100 searchmoves e2e4 e7e5",
    "go infinite searchmoves a1a8",
    "go perft 1",
    "go",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves 1e2e4 2d2d4 1e7e5",
    "position fen 4k3/8/8/8/8/8/7q/7K w - - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3 moves P@e4 P@d4",
    "position fen nonsense|8/8",
    "position",
    "setoption name Ptell value sit",
    "setoption name Ptell value go",
    "setoption name Ptell value n mates",
    "setoption name Ptell value cancel",
    "setoption name Team value white",
    "setoption name Team value none",
    "setoption name UCI_Variant value crazyhouse",
    "setoption name UCI_Variant value bughouse",
    "setoption name UCI_Variant value shogi",
    "setoption name MultiPV value 2",
    "setoption name Mode value sit",
    "setoption name Joint value off",
    "setoption name Joint value on",
    "setoption name RequireMoveOn value B",
    "setoption name Hash value 8",
    "d",
    "eval",
    "flip",
    "nonsense",
];

/// An event of a conversation.
#[derive(Clone, Debug)]
enum Happening {
    Scene(usize),
    Line(usize),
    /// The end of the search that may end next: with a move or none, with a score that is lost or not.
    End(Option<prop::sample::Index>, bool),
    /// Time passes until the next alarm.
    Alarm,
    /// This many milliseconds pass.
    Wait(u64),
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let found = proptest::option::weighted(0.9, any::<prop::sample::Index>());
    let happening = prop_oneof![
        3 => (0..SCENES.len()).prop_map(Happening::Scene),
        10 => (0..LINES.len()).prop_map(Happening::Line),
        6 => (found, any::<bool>()).prop_map(|(found, is_lost)| Happening::End(found, is_lost)),
        2 => Just(Happening::Alarm),
        1 => (0..4_000u64).prop_map(Happening::Wait),
    ];
    prop::collection::vec(happening, 0..50)
}

/// A question, as the front-end knows it.
struct Question {
    /// The game in which a move is asked for; `None` if it could not be set up.
    game: Option<Game>,
    /// True once it may be answered.
    is_due: bool,
    go: Go,
}

/// A front-end that keeps account of everything.
struct FrontEnd {
    stage: Stage,
    options: Options,
    game: Option<Game>,
    questions: Vec<Question>,
    answers: usize,
    asked_ready: usize,
    ready: usize,
}

impl FrontEnd {
    fn new() -> Self {
        let options = Options::new(Protocol::Uci);
        let game = Some(Game::new(&options));
        let (questions, answers, asked_ready, ready) = (Vec::new(), 0, 0, 0);
        Self { stage: Stage::new(), options, game, questions, answers, asked_ready, ready }
    }

    /// Takes note of a line before it is told.
    fn expect(&mut self, line: &str, command: &Command) {
        if *command == Command::Stop || is_about_next(command) {
            self.questions.iter_mut().for_each(|question| question.is_due = true);
        }
        let go = match command {
            Command::Go(go) => Some((**go).clone()),
            Command::Malformed { expected, .. } if expected.starts_with("go and") => {
                Go::salvage(line, TIME_FOR_UNREADABLE)
            }
            _ => None,
        };
        if let Some(go) = go {
            let is_due = !go.infinite && !go.ponder;
            self.questions.push(Question { game: self.copy(), is_due, go });
        }
        match command {
            Command::PonderHit => {
                let pondered = self.questions.last_mut().filter(|question| !question.go.infinite);
                if let Some(question) = pondered {
                    question.is_due = true;
                }
            }
            Command::IsReady => self.asked_ready += 1,
            Command::Position(spec) => {
                self.game = Game::read(spec, &self.options).ok().map(|(game, _)| game);
            }
            Command::Malformed { expected, .. } if expected.starts_with("position") => {
                self.game = None;
            }
            Command::Flip => {
                self.game = self.game.take().and_then(|game| game.flipped().or(Some(game)));
            }
            Command::SetOption { name, value } => {
                self.set(name, value.as_deref().unwrap_or_default());
            }
            _ => {}
        }
    }

    fn copy(&self) -> Option<Game> {
        Some(match self.game.as_ref()? {
            Game::One(record) => Game::One(record.clone()),
            Game::Both(records) => Game::Both(records.clone()),
        })
    }

    /// Takes note of an option that changes the game.
    fn set(&mut self, name: &str, value: &str) {
        let before = (self.options.kind(), self.options.plays_team());
        match (name, value) {
            ("Team", "white") => self.options.team = Some(Team::One),
            ("Team", "black") => self.options.team = Some(Team::Two),
            ("Team", _) => self.options.team = None,
            ("UCI_Variant", "chess") => self.options.variant = Variant::Chess,
            ("UCI_Variant", "crazyhouse") => self.options.variant = Variant::Crazyhouse,
            ("UCI_Variant", "bughouse") => self.options.variant = Variant::Bughouse,
            _ => {}
        }
        if before != (self.options.kind(), self.options.plays_team()) {
            self.game = Some(Game::new(&self.options));
        }
    }

    fn say(&mut self, line: &str) -> Result<(), TestCaseError> {
        let command = Command::parse(line);
        self.expect(line, &command);
        let replies = self.stage.session.command(&command, self.stage.now);
        self.check(&replies, line)
    }

    fn check(&mut self, replies: &[Reply], what: &str) -> Result<(), TestCaseError> {
        for reply in replies {
            match reply {
                Reply::ReadyOk => self.ready += 1,
                Reply::BestMove { best, .. } => {
                    let question = self.questions.get(self.answers);
                    prop_assert!(question.is_some(), "{what}: an answer that nobody asked for");
                    let Some(question) = question else { continue };
                    prop_assert!(question.is_due, "{what}: {} is answered too early", question.go);
                    prop_assert!(is_answer(best.as_ref(), question), "{what}: {reply}");
                    self.answers += 1;
                }
                _ => {}
            }
        }
        let mind = &self.stage.session.mind;
        prop_assert!(!mind.script().is_deaf, "{what}: waits for a search that nobody ends");
        for search in mind.script().unstopped() {
            let owned = mind.activity().search();
            prop_assert_eq!(Some(search), owned, "{}: a search runs for nobody", what);
        }
        Ok(())
    }

    /// Ends the search that may end next. False if there is none.
    fn end_next(
        &mut self,
        choose: impl Fn(usize) -> Option<usize>,
        score: Score,
    ) -> Result<bool, TestCaseError> {
        let Some(running) = self.stage.session.mind.script_mut().end() else {
            return Ok(false);
        };
        let (search, moves) = (running.search, running.moves());
        let at = (!moves.is_empty()).then(|| choose(moves.len())).flatten();
        let pv = running.line(at.map(|at| moves[at]));
        let decision = pv.first().map_or(Decision::Sit, |&m| Decision::Play(m));
        let info = Info { depth: 3, rank: 1, score, pv, ..Info::default() };
        let replies = self.stage.session.event(Event::Done(search, decision, info), self.stage.now);
        self.check(&replies, "the end of a search")?;
        Ok(true)
    }

    fn pass(&mut self, ms: u64) -> Result<(), TestCaseError> {
        self.stage.now += Duration::from_millis(ms);
        self.wake()
    }

    fn wake(&mut self) -> Result<(), TestCaseError> {
        let is_due = self.stage.session.wakes_at().is_some_and(|due| due <= self.stage.now);
        let replies = if is_due { self.stage.session.wake(self.stage.now) } else { Vec::new() };
        self.check(&replies, "an alarm")
    }

    fn happen(&mut self, happening: &Happening) -> Result<(), TestCaseError> {
        match happening {
            Happening::Scene(scene) => SCENES[*scene].iter().try_for_each(|line| self.say(line)),
            Happening::Line(line) => self.say(LINES[*line]),
            Happening::End(found, is_lost) => {
                let score = if *is_lost { Score::mated(4) } else { Score::DRAW };
                self.end_next(|count| found.map(|found| found.index(count)), score).map(|_| ())
            }
            Happening::Alarm => {
                if let Some(due) = self.stage.session.wakes_at() {
                    self.stage.now = self.stage.now.max(due);
                }
                self.wake()
            }
            Happening::Wait(ms) => self.pass(*ms),
        }
    }
}

/// True if this may be the answer to the question: nothing, or moves that are legal in its game, on
/// boards where the team is on turn.
fn is_answer(best: Option<&Choice>, question: &Question) -> bool {
    let is_legal = |position: &Position, text: &str| {
        position.parse_coordinate(text).is_ok_and(|m| position.is_legal(m))
    };
    match (best, &question.game) {
        (None, _) => true,
        (Some(Choice::One(text)), Some(Game::One(record))) => is_legal(record.position(), text),
        (Some(Choice::Both(moves)), Some(Game::Both(records))) => {
            BoardId::ALL.into_iter().zip(moves).all(|(board, m)| {
                let position = records[board.index()].position();
                m.as_ref().is_none_or(|text| is_legal(position, text))
            })
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(conversations())]

    #[test]
    fn after_any_conversation_each_question_has_its_one_answer(happenings in happenings()) {
        let mut front_end = FrontEnd::new();
        for happening in &happenings {
            front_end.happen(happening)?;
        }
        front_end.say("stop")?;
        front_end.say("isready")?;
        for _ in 0..200 {
            if !front_end.end_next(|_| Some(0), Score::DRAW)? {
                break;
            }
        }
        prop_assert_eq!(front_end.answers, front_end.questions.len());
        prop_assert_eq!(front_end.ready, front_end.asked_ready);
        prop_assert_eq!(front_end.stage.session.mind.script().endless(), None);
    }
}
