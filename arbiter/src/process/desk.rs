//! What lies between a seat and its engine: the reading thread writes here what the engine says,
//! the seat what it has been told.

use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tandem_protocol::cecp::{Command, Reply};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Move, MoveRules, Position, Seat, Variant};

use super::child::Listener;
use super::features::Features;
use crate::{Appraisal, Outbox, Said, Thought};

/// What an engine may print in one turn. With all its thinking shown, a talkative one needs a
/// hundredth of it.
const MOST_BYTES: usize = 16 << 20;
/// What an engine may tell its partner in one game, and how long each message may be; more of
/// it is cut off.
const MOST_MESSAGES: usize = 5000;
const LONGEST_MESSAGE: usize = 512;
/// Lines by which an engine can be known that does not name itself.
const GREETING: usize = 20;

/// Where an engine is in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// No game has begun, or the last one is over: nothing it says counts.
    Idle,
    /// The opponent is on turn, or it has said that it sits.
    Waiting,
    /// It is on turn. `ping` was sent along, so that a sitting engine answers too.
    OnTurn { ping: Option<u64> },
}

/// One for each process.
pub(super) struct Desk {
    outbox: Outbox,
    sheet: Mutex<Sheet>,
    changed: Condvar,
}

/// What is written on the desk.
pub(super) struct Sheet {
    /// Where the engine sits in the game that goes on, or sat in the last.
    seat: Seat,
    pub(super) phase: Phase,
    /// The own board, as far as the arbiter has told.
    pub(super) position: Position,
    /// The last move that the engine was told, as it was told.
    pub(super) told: String,
    pub(super) features: Features,
    /// Answers that its features wait for.
    pub(super) answers: Vec<Command>,
    /// Its first lines.
    pub(super) greeting: Vec<String>,
    /// The last ping that it has answered.
    pub(super) pong: u64,
    /// Why it cannot go on; said once.
    pub(super) failure: Option<String>,
    thinking: Shown,
    messages: usize,
    bytes: usize,
}

/// The last thinking that the engine has shown in this turn.
#[derive(Clone, Copy, Default)]
struct Shown {
    thought: Thought,
    nodes: u64,
}

impl Desk {
    pub(super) fn new(outbox: Outbox) -> Self {
        let sheet = Sheet {
            seat: Seat::ALL[0],
            phase: Phase::Idle,
            position: Position::start(Variant::Bughouse, MoveRules::default()),
            told: String::new(),
            features: Features::default(),
            answers: Vec::new(),
            greeting: Vec::new(),
            pong: 0,
            failure: None,
            thinking: Shown::default(),
            messages: 0,
            bytes: 0,
        };
        Self { outbox, sheet: Mutex::new(sheet), changed: Condvar::new() }
    }

    pub(super) fn sheet(&self) -> MutexGuard<'_, Sheet> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the engine has failed or `enough` is written, but not past `deadline`. True if
    /// there is enough.
    pub(super) fn wait(&self, deadline: Instant, enough: impl Fn(&Sheet) -> bool) -> bool {
        let mut sheet = self.sheet();
        while !enough(&sheet) && sheet.failure.is_none() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let woken = self.changed.wait_timeout(sheet, left);
            sheet = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        enough(&sheet)
    }

    /// A game begins in this seat, from this position.
    pub(super) fn begin(&self, seat: Seat, position: Position) {
        let mut sheet = self.sheet();
        sheet.seat = seat;
        sheet.phase = Phase::Waiting;
        sheet.position = position;
        sheet.told.clear();
        (sheet.messages, sheet.bytes) = (0, 0);
        sheet.thinking = Shown::default();
    }

    /// The engine is on turn.
    pub(super) fn go(&self, position: Position, told: Option<&str>, ping: Option<u64>) {
        let mut sheet = self.sheet();
        sheet.phase = Phase::OnTurn { ping };
        sheet.position = position;
        told.unwrap_or_default().clone_into(&mut sheet.told);
        sheet.bytes = 0;
        sheet.thinking = Shown::default();
    }

    /// The game is over; what the engine still says of it does not count.
    pub(super) fn end(&self) {
        self.sheet().phase = Phase::Idle;
    }

    /// The engine cannot go on. If a game is being played, that is its end.
    pub(super) fn fail(&self, reason: &str) {
        let mut sheet = self.sheet();
        if sheet.failure.is_none() {
            log::debug!("the engine of {}: {reason}", sheet.seat);
            sheet.failure = Some(reason.to_owned());
            if sheet.phase != Phase::Idle {
                self.say(&sheet, Said::Fail(reason.to_owned()));
            }
            sheet.phase = Phase::Idle;
            self.changed.notify_all();
        }
    }

    fn say(&self, sheet: &Sheet, said: Said) {
        self.outbox.say(sheet.seat, said, sheet.thinking.nodes);
    }

    /// Ends the turn of the engine. What it says from now on took no thought.
    fn decide(&self, sheet: &mut Sheet, said: Said) {
        sheet.phase = Phase::Waiting;
        self.say(sheet, said);
        sheet.thinking = Shown::default();
    }

    /// Counts what is printed.
    fn count(&self, bytes: usize) -> ControlFlow<()> {
        let mut sheet = self.sheet();
        sheet.bytes = sheet.bytes.saturating_add(bytes);
        let too_much = sheet.bytes > MOST_BYTES;
        drop(sheet);
        if too_much {
            self.fail("the engine prints without end");
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn reply(&self, reply: Reply) {
        match reply {
            Reply::Features(list) => {
                let mut sheet = self.sheet();
                for feature in list {
                    let answer = sheet.features.take(&feature);
                    sheet.answers.extend(answer);
                }
                self.changed.notify_all();
            }
            Reply::Pong(number) => self.pong(number),
            Reply::Move(text) => self.play(&text),
            Reply::Ptell(text) => self.tell(&text),
            Reply::Resign => self.say_in_game(Said::Resign),
            Reply::OfferDraw => self.message(|| Said::OfferDraw),
            Reply::IllegalMove { text, .. } | Reply::Error { text, .. } => self.complain(&text),
            Reply::Thinking(thinking) => {
                let score = Some(appraisal(thinking.score));
                let thought = Thought { depth: thinking.ply, score };
                self.sheet().thinking = Shown { thought, nodes: thinking.nodes };
            }
            // An engine's word for the result is not taken; its flag and ours tell.
            Reply::Result { .. }
            | Reply::Tell { .. }
            | Reply::Hint(_)
            | Reply::Comment(_)
            | Reply::Other(_) => {}
        }
    }

    /// A pong for the ping behind its turn, and no move before it: it sits.
    fn pong(&self, number: u64) {
        let mut sheet = self.sheet();
        sheet.pong = number;
        if sheet.phase == (Phase::OnTurn { ping: Some(number) }) {
            self.decide(&mut sheet, Said::Sit);
        }
        self.changed.notify_all();
    }

    fn play(&self, text: &str) {
        let mut sheet = self.sheet();
        let failure = match sheet.phase {
            Phase::Idle => return log::debug!("`{text}` comes after the end of the game"),
            Phase::Waiting => format!("it moves out of turn: `{text}`"),
            Phase::OnTurn { .. } => match read_move(&sheet.position, text) {
                Ok(m) => {
                    let said = Said::Move(m, sheet.thinking.thought);
                    return self.decide(&mut sheet, said);
                }
                Err(error) => error.to_string(),
            },
        };
        drop(sheet);
        self.fail(&failure);
    }

    /// Only a complaint about the move it was told matters; others are about words it does not
    /// know.
    fn complain(&self, text: &str) {
        let sheet = self.sheet();
        let is_told = !sheet.told.is_empty() && text.split_whitespace().last() == Some(&sheet.told);
        drop(sheet);
        if is_told {
            self.fail(&format!("it does not take the legal move `{text}`"));
        }
    }

    fn tell(&self, text: &str) {
        let text: String = text.chars().take(LONGEST_MESSAGE).collect();
        self.message(|| Said::Tell(text));
    }

    fn message(&self, said: impl FnOnce() -> Said) {
        let mut sheet = self.sheet();
        sheet.messages += 1;
        if sheet.messages <= MOST_MESSAGES {
            drop(sheet);
            return self.say_in_game(said());
        }
        drop(sheet);
        self.fail("it tells its partner too much");
    }

    fn say_in_game(&self, said: Said) {
        let sheet = self.sheet();
        if sheet.phase != Phase::Idle {
            self.say(&sheet, said);
        }
    }
}

/// From here on a score is a mate, in as many moves as it is larger.
const MATE: i32 = 100_000;
/// No mate is longer; scores beyond it are meant otherwise.
const LONGEST_MATE: i32 = 1000;

fn appraisal(score: i32) -> Appraisal {
    let moves = i64::from(score).abs() - i64::from(MATE);
    match i32::try_from(moves) {
        Ok(moves @ 0..=LONGEST_MATE) => Appraisal::Mate(if score < 0 { -moves } else { moves }),
        _ => Appraisal::Centipawns(score),
    }
}

/// In coordinates or, failing that, in SAN; some engines write a drop with a star.
fn read_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let plain = text.replace('*', "@");
    position.parse_coordinate(&plain).or_else(|error| position.parse_san(&plain).map_err(|_| error))
}

impl Listener for Desk {
    fn hear(&self, line: Result<&str, &'static str>) -> ControlFlow<()> {
        let line = match line {
            Ok(line) => line,
            Err(wrong) => {
                self.fail(&format!("the engine prints {wrong}"));
                return ControlFlow::Break(());
            }
        };
        self.count(line.len() + 1)?;
        log::trace!("< {line}");
        let mut sheet = self.sheet();
        if sheet.greeting.len() < GREETING {
            sheet.greeting.push(line.to_owned());
        }
        drop(sheet);
        self.reply(Reply::parse(line));
        ControlFlow::Continue(())
    }

    fn murmured(&self, bytes: usize) -> ControlFlow<()> {
        self.count(bytes)
    }

    fn ended(&self, how: &str) {
        self.fail(&format!("the engine has quit: {how}"));
    }
}
