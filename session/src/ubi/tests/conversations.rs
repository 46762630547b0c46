//! The law of every conversation: a board has one answer for each `go` that is not taken back, never
//! before `stop` if the question is infinite, and a legal move of the position last told; `isready` is
//! answered at once; no search runs for nobody.

use std::time::Duration;

use proptest::prelude::*;
use tandem_engine::{Decision, Event, Info, Score};
use tandem_protocol::ubi::{Command, Reply};
use tandem_rules::BoardId;

use super::Stage;
use crate::seat::mind::Activity;
use crate::seat::script::conversations;

/// Lines that begin, change and end searches.
const LINES: &[&str] = &[
    "go board A",
    "go board A",
    "go board B",
    "go board A movetime 10",
    "go board A movetime -10",
    "go board B infinite",
    "go board A infinite",
    "go board A depth",
    "go board B turbo nodes 100",
    "go board A wtime 99999999999999999999 btime 5",
    "go board C",
    "go",
    "stop",
    "stop board A",
    "stop board B",
    "isready",
    "position startpos | startpos clock 9000 9000 9000 9000",
    "position startpos | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 clock 1 1 1 1",
    "position rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[] w KQkq - 0 3 | startpos clock 1 2 3 4",
    "position 7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1 | startpos clock 60000 60000 60000 60000",
    "position nonsense | startpos clock 9000 9000 9000 9000",
    "position nonsense | 8/8/8/8/8/8/8/8[] w - - 0 1 clock 9000 9000 9000 9000",
    "position startpos | startpos",
    "partnermsg need n urgency high",
    "partnermsg stall",
    "partnermsg threat critical",
    "ubinewgame",
    "setoption name TeamMessageMode value ignore",
    "setoption name TeamMessageMode value full",
    "setoption name Sitting value false",
    "setoption name Hash value 8",
    "setoption name Hash value none",
];

/// A step of a conversation.
#[derive(Clone, Debug)]
enum Step {
    Line(&'static str),
    /// The search of a board that may end next ends with a move or none, well or badly.
    End(BoardId, Option<prop::sample::Index>, bool),
    /// Time passes until the next alarm.
    Alarm,
    /// This many milliseconds pass.
    Wait(u64),
}

fn some_steps() -> impl Strategy<Value = Vec<Step>> {
    let board = prop::sample::select(&BoardId::ALL[..]);
    let found = proptest::option::weighted(0.9, any::<prop::sample::Index>());
    let end = (board, found, any::<bool>());
    let step = prop_oneof![
        5 => prop::sample::select(LINES).prop_map(Step::Line),
        3 => end.prop_map(|(board, found, is_lost)| Step::End(board, found, is_lost)),
        1 => Just(Step::Alarm),
        1 => (1..20_000_u64).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 0..60)
}

/// A front-end that keeps account of the questions.
struct FrontEnd {
    stage: Stage,
    /// For each board, whether an answer is owed.
    owed: [bool; 2],
}

impl FrontEnd {
    /// Takes note of the questions that a line asks and takes back, once its effect is seen.
    fn expect(&mut self, command: &Command) {
        let asked = match command {
            Command::Go(go) => Some((go.board, go.infinite)),
            Command::Malformed { line, .. } => {
                tandem_protocol::ubi::Go::salvage(line).map(|go| (go.board, go.infinite))
            }
            _ => None,
        };
        if let Some((board, infinite)) = asked {
            self.owed[board.index()] = !infinite;
        }
    }

    fn tell(&mut self, line: &str) -> Result<(), TestCaseError> {
        let command = Command::parse(line);
        self.expect(&command);
        let replies = self.stage.session.command(&command, self.stage.now);
        self.check(&replies, line)
    }

    fn check(&mut self, replies: &[Reply], what: &str) -> Result<(), TestCaseError> {
        for reply in replies {
            if let Reply::BestMove { board, best } = reply {
                let is_owed = std::mem::take(&mut self.owed[board.index()]);
                prop_assert!(is_owed, "{}: {} is owed to nobody", what, reply);
                let side = self.stage.session.side(*board);
                let position = side.record.position();
                let is_legal = best.as_ref().is_none_or(|text| {
                    let texts = [text.to_string(), text.to_ascii_uppercase()];
                    let mut read = texts.iter().map(|text| position.parse_coordinate(text));
                    side.refused.is_none() && read.any(|m| m.is_ok_and(|m| position.is_legal(m)))
                });
                prop_assert!(is_legal, "{}: {}", what, reply);
            }
        }
        for board in BoardId::ALL {
            let mind = &self.stage.session.side(board).mind;
            let script = mind.script();
            prop_assert!(!script.is_deaf, "{}: waits for a search that nobody ends", what);
            for search in script.unstopped() {
                let owned = mind.activity().search();
                prop_assert_eq!(Some(search), owned, "{}: a search runs for nobody", what);
            }
            // Without a search nothing is owed: only lines take questions back.
            let is_lost =
                mind.activity().is_none() && std::mem::take(&mut self.owed[board.index()]);
            prop_assert!(!is_lost || LINES.contains(&what), "{}: no answer comes", what);
        }
        Ok(())
    }

    /// Ends the search of a board that may end next. False if there is none.
    fn end_next(
        &mut self,
        board: BoardId,
        choose: impl Fn(usize) -> Option<usize>,
        score: Score,
    ) -> Result<bool, TestCaseError> {
        let mind = &mut self.stage.session.side_mut(board).mind;
        let Some(running) = mind.script_mut().end() else { return Ok(false) };
        let (search, moves) = (running.search, running.moves());
        let at = (!moves.is_empty()).then(|| choose(moves.len())).flatten();
        let pv = running.line(at.map(|at| moves[at]));
        let decision = pv.first().map_or(Decision::Sit, |&m| Decision::Play(m));
        let info = Info { depth: 3, rank: 1, score, pv, ..Info::default() };
        let event = Event::Done(search, decision, info);
        let replies = self.stage.session.event(board, event, self.stage.now);
        self.check(&replies, "the end of a search")?;
        Ok(true)
    }

    fn wake(&mut self) -> Result<(), TestCaseError> {
        let is_due = self.stage.session.wakes_at().is_some_and(|due| due <= self.stage.now);
        let replies = if is_due { self.stage.session.wake(self.stage.now) } else { Vec::new() };
        self.check(&replies, "an alarm")
    }

    fn step(&mut self, step: &Step) -> Result<(), TestCaseError> {
        match step {
            Step::Line(line) => self.tell(line),
            Step::End(board, found, is_lost) => {
                let score = if *is_lost { Score::mated(4) } else { Score::DRAW };
                let choose = |count| found.map(|found| found.index(count));
                self.end_next(*board, choose, score).map(|_| ())
            }
            Step::Alarm => {
                if let Some(due) = self.stage.session.wakes_at() {
                    self.stage.now = self.stage.now.max(due);
                }
                self.wake()
            }
            Step::Wait(ms) => {
                self.stage.now += Duration::from_millis(*ms);
                self.wake()
            }
        }
    }
}

proptest! {
    #![proptest_config(conversations())]

    #[test]
    fn no_conversation_gives_an_answer_that_nobody_asked_for(steps in some_steps()) {
        let mut front_end = FrontEnd { stage: Stage::new(), owed: [false; 2] };
        for step in &steps {
            front_end.step(step)?;
            prop_assert_eq!(front_end.stage.tell("isready"), ["readyok"]);
        }
        // What is still owed comes when its search ends; nothing runs on after a stop.
        for board in BoardId::ALL {
            for _ in 0..40 {
                front_end.end_next(board, |_| Some(0), Score::DRAW)?;
                front_end.step(&Step::Alarm)?;
            }
            let side = front_end.stage.session.side(board);
            let is_infinite = side.mind.thought().is_some_and(|thought| thought.question.infinite);
            prop_assert!(!front_end.owed[board.index()] || is_infinite, "{}", board);
        }
        front_end.tell("stop")?;
        for board in BoardId::ALL {
            let mind = &front_end.stage.session.side(board).mind;
            prop_assert_eq!(mind.script().endless(), None, "{}", board);
        }
    }
}
