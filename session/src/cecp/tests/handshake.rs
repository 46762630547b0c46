//! The handshake of two Tandems: whatever was lost, repeated or begun anew, in the end each of them
//! knows the other, and knows its board.

use std::collections::VecDeque;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{TestCaseResult, TestRunner};
use tandem_protocol::cecp::Reply;

use super::super::mode::Mode;
use super::super::reporting::Channel;
use super::Stage;

/// Histories of a slow test.
const MANY: u32 = 100_000;
/// Most lines of partner talk, of both sides together, from the last disturbance until both are
/// linked.
const HANDFUL: usize = 6;
/// Most steps of each side until then.
const MOST_TURNS: usize = 4;

/// The start of a game, in which nobody sits: one that sits reports only what it has not reported.
const GAME: &[&str] = &["option Sitting=0", "new", "variant bughouse", "level 0 1 0"];
/// Lines that anybody could have sent.
const TOLD: &[&str] = &["hi", "sit", "go", "n mates"];
/// A line that is answered, and the greeting of another program.
const STRANGE: &[&str] = &["help", "Hello! I am Sjeng"];
/// Beginning of all lines by which a Tandem is recognized, but for reports.
const GREETING: &str = "Tandem ";
/// Most lines of partner talk until all answers have been sent.
const ALL_ANSWERS: usize = 12;

/// An event at one of two sides.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// `partner NAME`: the server names the partner, for the first time or again.
    Named,
    /// `partner`: the partnership is over.
    Left,
    /// The process is replaced by a new one, which is shown the position.
    Restarted,
    /// `new`: the next game.
    NewGame,
    /// A move on the board of this side, by either color.
    Moved(Index),
    /// The next line from the partner arrives.
    Delivered,
    /// … and arrives once more, later.
    Repeated,
    /// … does not arrive.
    Lost,
    /// A line arrives that is no Tandem's.
    Told(&'static str),
}

/// One of the two sessions, and the lines on their way to it.
struct Side {
    stage: Stage,
    inbox: VecDeque<String>,
    namings: u32,
}

impl Side {
    fn new() -> Self {
        let mut stage = Stage::new();
        stage.tell_all(GAME);
        Self { stage, inbox: VecDeque::new(), namings: 0 }
    }

    fn is_linked(&self) -> bool {
        self.stage.session.is_linked(Channel::Talk)
    }

    /// The board as this side sees it, without holdings, which hosts tell.
    fn board(&self) -> String {
        let fen = self.stage.session.record.position().to_fen();
        fen.split('[').next().unwrap_or_default().to_owned()
    }

    /// The partner's board, as far as it is known.
    fn board_of_partner(&self) -> Option<String> {
        let fen = self.stage.session.other.position()?.to_fen();
        fen.split('[').next().map(str::to_owned)
    }

    fn begin_game(&mut self) -> Vec<Reply> {
        GAME.iter().flat_map(|line| self.stage.tell(line)).collect()
    }

    fn restart(&mut self) -> Vec<Reply> {
        let fen = self.stage.session.record.position().to_fen();
        *self = Self { inbox: std::mem::take(&mut self.inbox), ..Self::new() };
        self.stage.tell(&format!("setboard {fen}"))
    }

    /// Plays a move, whoever is on turn, or begins the next game.
    fn play(&mut self, choice: Index) -> Vec<Reply> {
        let session = &self.stage.session;
        let position = session.record.position().clone();
        let moves = position.legal_moves();
        if moves.is_empty() {
            let replies = self.begin_game();
            return [replies, self.stage.tell("go")].concat();
        }
        let m = moves[choice.index(moves.len())];
        if self.stage.owes_a_move() {
            return self.stage.end_search(self.stage.session.brain.searches, vec![m]);
        }
        if session.is_our_turn() {
            return self.stage.tell("?"); // it sits
        }
        if session.mode == Mode::Playing(position.side_to_move()) {
            return self.stage.tell("go");
        }
        let text = session.record.write(m);
        self.stage.tell(&format!("usermove {text}"))
    }
}

/// Two partners, and the lines that they have sent each other.
struct Pair {
    sides: [Side; 2],
    sent: Vec<String>,
    /// Number of the line that is lost, counted from 0; `None` if all arrive.
    to_lose: Option<usize>,
}

impl Pair {
    fn new() -> Self {
        Self { sides: [Side::new(), Side::new()], sent: Vec::new(), to_lose: None }
    }

    fn happen(&mut self, at: usize, event: Event) {
        let side = &mut self.sides[at];
        let replies = match event {
            Event::Named => {
                side.namings += 1;
                side.stage.tell("partner Mate")
            }
            Event::Left => side.stage.tell("partner"),
            Event::Restarted => side.restart(),
            Event::NewGame => {
                side.namings = 0;
                side.begin_game()
            }
            Event::Moved(choice) => side.play(choice),
            Event::Told(text) => side.stage.tell(&format!("ptell {text}")),
            Event::Lost => {
                side.inbox.pop_front();
                Vec::new()
            }
            Event::Delivered | Event::Repeated => {
                let Some(line) = side.inbox.pop_front() else { return };
                if matches!(event, Event::Repeated) {
                    side.inbox.push_back(line.clone());
                }
                side.stage.tell(&format!("ptell {line}"))
            }
        };
        self.send(at, replies);
    }

    fn send(&mut self, from: usize, replies: Vec<Reply>) {
        for reply in replies {
            let Reply::Ptell(text) = reply else { continue };
            if self.to_lose != Some(self.sent.len()) {
                self.sides[1 - from].inbox.push_back(text.to_string());
            }
            self.sent.push(text.to_string());
        }
    }

    /// Delivers all lines, and the answers to them.
    fn deliver_all(&mut self) -> TestCaseResult {
        let before = self.sent.len();
        while let Some(at) = (0..2).find(|&at| !self.sides[at].inbox.is_empty()) {
            self.happen(at, Event::Delivered);
            let answers = &self.sent[before..];
            prop_assert!(answers.len() <= ALL_ANSWERS, "endless: {answers:?}");
        }
        Ok(())
    }

    /// Delivers all lines, and plays on as long as they do not link the two.
    fn link(&mut self, choice: Index) {
        for mover in [0, 1].repeat(MOST_TURNS) {
            while let Some(at) = (0..2).find(|&at| !self.sides[at].inbox.is_empty()) {
                if self.are_linked() {
                    return;
                }
                self.happen(at, Event::Delivered);
            }
            if !self.are_linked() {
                self.happen(mover, Event::Moved(choice));
            }
        }
    }

    fn are_linked(&self) -> bool {
        self.sides.iter().all(Side::is_linked)
    }

    /// Lets both play on without disturbance, and fails unless they are linked soon and stay so.
    fn must_link(&mut self, choice: Index, disturbed_until: usize) -> TestCaseResult {
        self.link(choice);
        self.to_lose = None;
        let lines = &self.sent[disturbed_until..];
        prop_assert!(self.are_linked(), "not linked after {lines:?}");
        prop_assert!(lines.len() <= HANDFUL, "linked only after {lines:?}");
        self.deliver_all()?;
        self.must_stay_linked(choice)
    }

    fn must_stay_linked(&mut self, choice: Index) -> TestCaseResult {
        let before = self.sent.len();
        let mut has_shown = [false; 2];
        for at in [0, 1].repeat(MOST_TURNS) {
            self.happen(at, Event::Moved(choice));
            self.deliver_all()?;
            prop_assert!(self.are_linked());
            has_shown[at] |= self.sides[1 - at].board_of_partner() == Some(self.sides[at].board());
        }
        let later = &self.sent[before..];
        prop_assert!(!later.iter().any(|line| line.starts_with(GREETING)), "{later:?}");
        prop_assert_eq!(has_shown, [true; 2], "{:?}", later);
        Ok(())
    }
}

/// A history of disturbances, and how it goes on after them.
#[derive(Clone, Debug)]
struct History {
    events: Vec<(usize, Event)>,
    /// Number of the line that is lost, in histories where no other is.
    to_lose: Option<usize>,
    /// Side that is named a partner if neither knows the other any more.
    helped: usize,
    choice: Index,
}

fn histories(event: impl Strategy<Value = Event>) -> impl Strategy<Value = History> {
    let events = prop::collection::vec((0..2_usize, event), 0..40);
    let to_lose = proptest::option::weighted(0.9, 0..8_usize);
    (events, to_lose, 0..2_usize, any::<Index>())
        .prop_map(|(events, to_lose, helped, choice)| History { events, to_lose, helped, choice })
}

/// Events without loss or repetition.
fn harmless() -> BoxedStrategy<Event> {
    prop_oneof![
        2 => Just(Event::Named),
        1 => Just(Event::NewGame),
        4 => any::<Index>().prop_map(Event::Moved),
        6 => Just(Event::Delivered),
        1 => prop::sample::select(TOLD).prop_map(Event::Told),
    ]
    .boxed()
}

fn disturbances() -> BoxedStrategy<Event> {
    prop_oneof![
        12 => harmless(),
        2 => Just(Event::Repeated),
        1 => prop::sample::select(STRANGE).prop_map(Event::Told),
        1 => Just(Event::Left),
        1 => Just(Event::Restarted),
        3 => Just(Event::Lost),
    ]
    .boxed()
}

/// After any disturbances it takes one side that knows the other, or else one more `partner` line:
/// two that have both forgotten the other and whose greetings were lost cannot be told from people,
/// who are told nothing more.
fn links_after_disturbances(history: History) -> TestCaseResult {
    let mut pair = Pair::new();
    for (at, event) in history.events {
        pair.happen(at, event);
    }
    let disturbed_until = pair.sent.len();
    pair.deliver_all()?;
    if !pair.sides.iter().any(Side::is_linked) {
        pair.happen(history.helped, Event::Named);
    }
    pair.must_link(history.choice, disturbed_until)
}

/// Law of one lost line: if each side is named its partner once in a game, in any order and at any
/// time, both are linked by the next game. No line is repeated.
fn links_although_a_line_is_lost(history: History) -> TestCaseResult {
    let mut pair = Pair { to_lose: history.to_lose, ..Pair::new() };
    for (at, event) in history.events {
        match event {
            Event::Named if pair.sides[at].namings > 0 => {}
            Event::NewGame => {
                pair.deliver_all()?;
                (0..2).for_each(|at| pair.happen(at, event));
            }
            _ => pair.happen(at, event),
        }
    }
    let disturbed_until = pair.sent.len();
    for at in [history.helped, 1 - history.helped] {
        if pair.sides[at].namings == 0 {
            pair.happen(at, Event::Named);
        }
    }
    pair.must_link(history.choice, disturbed_until)
}

fn run_many(histories: impl Strategy<Value = History>, law: impl Fn(History) -> TestCaseResult) {
    let config = ProptestConfig { cases: MANY, failure_persistence: None, ..Default::default() };
    TestRunner::new(config).run(&histories, law).unwrap_or_else(|failure| panic!("{failure}"));
}

proptest! {
    #[test]
    fn two_tandems_end_linked_after_any_disturbances(history in histories(disturbances())) {
        links_after_disturbances(history)?;
    }

    #[test]
    fn two_tandems_end_linked_whichever_line_is_lost(history in histories(harmless())) {
        links_although_a_line_is_lost(history)?;
    }
}

#[test]
#[ignore = "slow: 100,000 histories"]
fn two_tandems_end_linked_after_any_disturbances_of_very_many() {
    run_many(histories(disturbances()), links_after_disturbances);
}

#[test]
#[ignore = "slow: 100,000 histories"]
fn two_tandems_end_linked_whichever_line_is_lost_of_very_many() {
    run_many(histories(harmless()), links_although_a_line_is_lost);
}
