//! The law of every conversation: whatever was said, a `ping` is answered, no search runs for nobody,
//! and each move is legal in the position last told.
//!
//! The conversations know the states of the session: they are made of scenes that lead into a state
//! (sitting, pondering, an analysis, a trial) and of lines, alarms and ends of searches that lead out of
//! it in any order.

use std::time::Duration;

use proptest::prelude::*;
use tandem_protocol::cecp::{Command, Reply};
use tandem_protocol::text::Line;
use tandem_rules::Position;

use super::Stage;
use crate::seat::mind::Activity;
use crate::seat::script::conversations;

/// Lines that lead into a state of the session.
const SCENES: &[&[&str]] = &[
    &["new", "variant bughouse", "level 0 3 0", "time 18000", "otim 18000", "ptell sit", "go"],
    &["new", "variant bughouse", "partner Mate", "time 18000", "go"],
    &["new", "variant bughouse", "hard", "time 6000", "otim 6000", "go"],
    &["new", "variant crazyhouse", "hard", "level 40 5 0", "go"],
    &["new", "variant bughouse", "ptell play e4", "go"],
    &["new", "variant bughouse", "ptell Tandem is an engine.", "go"],
    &["new", "variant bughouse", "option UCI_LimitStrength=1", "option Pace=human", "go"],
    &["new", "variant bughouse", "nps 1000", "time 1000", "ptell sit", "go"],
    &["new", "variant bughouse", "setboard 4k3/8/8/8/8/8/7q/7K[] w - - 0 1", "go"],
    &["new", "variant bughouse", "setboard 3R2k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1", "go"],
    &["analyze", "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1"],
    &["edit", "#", "Ke1", "Qd1", "c", "Ke8", "."],
    &["edit", "#", "."],
    &["new", "force", "usermove e2e4", "usermove e7e5", "hint"],
    &["new", "hint", "usermove e2e4"],
    &["option OwnBook=1", "new", "variant bughouse"],
    &["option OwnBook=0"],
];

/// Lines that lead out of a state, or change what it depends on.
const LINES: &[&str] = &[
    "go",
    "?",
    "ptell go",
    "ptell sit",
    "ptell sit 1",
    "ptell play d4",
    "ptell cancel",
    "ptell n mates",
    "ptell --q",
    "ptell hello",
    "ptell Tandem is an engine.",
    "ptell ~1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[Qn] b KQkq - 0 1 6000 -100",
    "ptell ~1 4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1 2000000000 -2000000000",
    "partner",
    "partner Mate",
    "time 100",
    "time 5",
    "time -100",
    "time 18000",
    "otim 500",
    "otim 60000",
    "holding [] []",
    "holding [P] [] WP",
    "holding [N] [QQ] BQ",
    "holding [PNBRQ] [PNBRQ]",
    "pmove e2e4",
    "pholding [Q] [n]",
    "new",
    "force",
    "playother",
    "undo",
    "remove",
    "hard",
    "easy",
    "analyze",
    "exit",
    "pause",
    "resume",
    "result 1-0 {}",
    "result * {Game aborted}",
    "variant bughouse",
    "variant normal",
    "variant fischerandom",
    "setboard nonsense",
    "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
    "setboard 1r4kr/8/8/8/8/8/8/1R4KR[NPqp] w HBhb - 0 1",
    "edit",
    ".",
    "#",
    "hint",
    "bk",
    "exclude all",
    "exclude e2e4",
    "include all",
    "post",
    "nopost",
    "ping 1",
    "level 0 1 0",
    "level 40 5 3",
    "st 1",
    "sd 3",
    "nps 1000",
    "memory 4",
    "cores 2",
    "option Sitting=0",
    "option Sitting=1",
    "option Hash=8",
    "option MultiPV=3",
    "option Clear Hash",
    "draw",
    "usermove e2e4",
    "usermove e7e5",
    "usermove a1a8",
];

/// An event of a conversation.
#[derive(Clone, Debug)]
enum Happening {
    Scene(usize),
    Line(usize),
    /// A legal move of the side to move, told to the session whichever side that is.
    TellMove(prop::sample::Index),
    /// The end of the search that may end next, with a move or none.
    End(Option<prop::sample::Index>),
    /// Time passes until the next alarm.
    Alarm,
    /// This many milliseconds pass.
    Wait(u64),
    /// The opening (`true`) or closing of the link to the partner.
    Link(bool),
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let found = proptest::option::weighted(0.9, any::<prop::sample::Index>());
    let happening = prop_oneof![
        4 => (0..SCENES.len()).prop_map(Happening::Scene),
        12 => (0..LINES.len()).prop_map(Happening::Line),
        3 => any::<prop::sample::Index>().prop_map(Happening::TellMove),
        5 => found.prop_map(Happening::End),
        2 => Just(Happening::Alarm),
        1 => (0..4_000u64).prop_map(Happening::Wait),
        1 => any::<bool>().prop_map(Happening::Link),
    ];
    prop::collection::vec(happening, 0..60)
}

impl Stage {
    /// Ends the search that may end next, if there is one, with a line that is chosen so.
    fn end_next(&mut self, choose: impl Fn(usize) -> Option<usize>) -> Vec<Reply> {
        let ended = self.session.mind.script_mut().end();
        let Some(running) = ended else { return Vec::new() };
        let moves = running.moves();
        let found = (!moves.is_empty()).then(|| choose(moves.len())).flatten();
        self.end_search(running.search.0, running.line(found.map(|at| moves[at])))
    }

    /// Lets time pass until the next alarm, if there is one.
    fn ring(&mut self) -> Vec<Reply> {
        let Some(due) = self.session.wakes_at(self.now) else { return Vec::new() };
        self.now = self.now.max(due);
        self.session.wake(self.now)
    }

    pub(super) fn wait(&mut self, ms: u64) -> Vec<Reply> {
        self.now += Duration::from_millis(ms);
        match self.session.wakes_at(self.now) {
            Some(due) if due <= self.now => self.session.wake(self.now),
            _ => Vec::new(),
        }
    }

    /// Tells a line and checks the law. The move that it tells is made before any that answers it.
    fn say(&mut self, line: &str) -> Result<(), TestCaseError> {
        let mut position = self.session.record.position().clone();
        if let Command::UserMove(text) = Command::parse(line)
            && let Ok(m) = self.session.record.read(&text)
        {
            let _elsewhere = position.make(m, &mut ());
        }
        let replies = self.tell(line);
        self.check(&replies, &position, line)
    }

    fn check(
        &self,
        replies: &[Reply],
        position: &Position,
        what: &str,
    ) -> Result<(), TestCaseError> {
        for reply in replies {
            if let Reply::Move(text) = reply {
                let m = position.parse_coordinate(text);
                let is_legal = m.is_ok_and(|m| position.is_legal(m)) || self.is_last_move(text);
                prop_assert!(is_legal, "{what}: {text} in {}", position.to_fen());
            }
        }
        let script = self.session.mind.script();
        prop_assert!(!script.is_deaf, "{what}: waits for a search that nobody ends");
        let owned = self.session.mind.activity().search();
        for search in script.unstopped() {
            prop_assert_eq!(Some(search), owned, "{}: a search runs for nobody", what);
        }
        Ok(())
    }

    /// True if this is the last move of the game, which is sent again if it was not answered.
    fn is_last_move(&self, text: &str) -> bool {
        let (mut before, now) = (self.session.record.clone(), self.session.record.position());
        before.take_back();
        let again = before.read(text).ok().and_then(|m| before.after(m));
        again.is_some_and(|again| again.position().placement_key() == now.placement_key())
    }

    fn happen(&mut self, happening: &Happening) -> Result<(), TestCaseError> {
        let position = self.session.record.position().clone();
        let replies = match happening {
            Happening::Scene(scene) => return SCENES[*scene].iter().try_for_each(|l| self.say(l)),
            Happening::Line(line) => return self.say(LINES[*line]),
            Happening::TellMove(choice) => {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    return Ok(());
                }
                let m = self.session.record.write(moves[choice.index(moves.len())]);
                return self.say(&format!("usermove {m}"));
            }
            Happening::End(choice) => {
                self.end_next(|count| choice.map(|choice| choice.index(count)))
            }
            Happening::Alarm => self.ring(),
            Happening::Wait(ms) => self.wait(*ms),
            Happening::Link(true) => self.session.link_opened(self.now),
            Happening::Link(false) => self.session.link_closed(self.now),
        };
        self.check(&replies, &position, &format!("{happening:?}"))
    }

    /// Asks with `ping`. The answer comes at once, or after a move that is owed, which comes as soon as
    /// the search has ended that may.
    fn ping(&mut self, number: u64) -> Result<(), TestCaseError> {
        let pong = Reply::Pong(number);
        let mut said = self.tell(&format!("ping {number}"));
        for _ in 0..40 {
            if said.contains(&pong) {
                return Ok(());
            }
            prop_assert!(self.session.is_move_owed(), "{:?}", self.session.mind.activity());
            said = self.end_next(|_| Some(0));
            if !said.contains(&pong) {
                said.extend(self.ring());
            }
        }
        prop_assert!(false, "no pong: {:?}", self.session.mind.activity());
        Ok(())
    }
}

proptest! {
    #![proptest_config(conversations())]

    #[test]
    fn after_any_conversation_a_ping_is_answered_and_no_search_runs_for_nobody(
        happenings in happenings(),
        has_book in any::<bool>(),
    ) {
        let mut stage = Stage::new();
        stage.session.options.openings.set_open(has_book);
        for happening in &happenings {
            stage.happen(happening)?;
        }
        stage.ping(70)?;
        // At rest it is answered at once, whatever is still ending.
        for line in [".", "force"] {
            stage.say(line)?;
        }
        prop_assert!(stage.tell("ping 71").contains(&Reply::Pong(71)));
        prop_assert_eq!(stage.session.mind.script().endless(), None);
    }

    /// The link is a second way in: a line of it ends no law.
    #[test]
    fn lines_over_the_link_leave_no_search_behind(
        happenings in happenings(),
        line in prop::sample::select(LINES),
    ) {
        let mut stage = Stage::new();
        stage.session.link_opened(stage.now);
        for happening in &happenings {
            stage.happen(happening)?;
            let line = line.strip_prefix("ptell ").unwrap_or(line);
            let position = stage.session.record.position().clone();
            let replies = stage.session.link_told(&Line::new(line), stage.now);
            stage.check(&replies, &position, line)?;
        }
        stage.ping(70)?;
    }
}

/// A sitting that ends by a move of the book, with each thing that can end it.
#[test]
fn a_sitting_that_ends_by_a_book_move_ends_its_search() {
    for end in ["ptell go", "?", "go", "time 5", "partner", "option Sitting=0"] {
        let mut stage = Stage::new();
        stage.session.options.openings.set_open(true);
        stage.tell_all(SCENES[0]);
        assert!(stage.session.mind.activity().is_sitting(), "{end}");
        stage.tell(end);
        stage.ring();
        assert!(!stage.session.mind.activity().is_sitting(), "{end}");
        assert_eq!(stage.session.mind.script().endless(), None, "{end}");
        stage.end_next(|_| Some(0));
        assert!(stage.tell("ping 3").contains(&Reply::Pong(3)), "{end}");
        assert!(!stage.session.mind.script().is_deaf, "{end}");
    }
}
