//! Interpretation of an engine's output in CECP.

use std::time::Instant;

use tandem_protocol::cecp::{Command, Reply, Switch, Thinking};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Move, MoveRules, Position, Seat, Variant};

use super::features::Features;
use super::quirks::Quirks;
use crate::process::desk::{self, Announced, Heard};
use crate::{Appraisal, Outbox, PlayerFault, Said, SaidFault, Thought};

/// Messages, offers and resignations that an engine may send in one game at any speed.
const MOST_AT_ONCE: u64 = 5000;
/// Messages that it may send in addition, for each second of the game. Fairy-Stockfish tells its
/// clocks some eighty times a second; more than this is a fault.
const MOST_A_SECOND: u64 = 500;
/// Longest message to the partner in characters; the rest is cut off.
const LONGEST_MESSAGE: usize = 512;
/// Number of first lines kept, by which an engine can be recognised that does not send its name.
const GREETING: usize = 20;

/// Phase of a game, as the engine sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    /// No game has begun, or the last one is over: its output is ignored.
    Idle,
    /// A game is being set up; messages to the partner are kept until it begins.
    Meeting { words: Vec<String> },
    /// The opponent is to move, or the engine has said that it sits.
    Waiting,
    /// The engine is to move. `ping` was sent along, so that an engine that sits answers too.
    OnTurn { ping: Option<u64> },
}

/// State of the conversation with one engine.
pub(super) struct Talk {
    /// Seat of the engine in the current game, or in the last one.
    seat: Seat,
    phase: Phase,
    /// Position of the engine's own board, as far as the arbiter has told.
    pub(super) position: Position,
    /// The last move that the engine was sent, in the notation in which it was sent.
    told: String,
    pub(super) features: Features,
    announced: Announced,
    pub(super) quirks: Quirks,
    /// Answers to its features that have not been sent yet.
    pub(super) answers: Vec<Command>,
    /// Its first lines.
    pub(super) greeting: Vec<String>,
    /// Number of the last ping that it was sent.
    ping: u64,
    /// Number of the last ping that it has answered.
    pong: u64,
    shown: Shown,
    /// Its last move, as it wrote it, until it is to move again.
    played: String,
    /// The last line of the search after which it said that it sits. With it the seat may print that
    /// search again, when it plays the move that it has held back; its nodes are counted already.
    held_back: Option<Thinking>,
    /// The number of messages in this game.
    messages: u64,
    /// The time when the game began; `None` on the node clock, where no real time matters.
    begun: Option<Instant>,
}

/// Thinking output since the engine was told to go.
#[derive(Default)]
struct Shown {
    thought: Thought,
    /// Nodes of the search.
    nodes: u64,
    /// The last line.
    line: Option<Thinking>,
}

impl Shown {
    /// Records a line of output. One that repeats the last line of the search before is not another
    /// search.
    fn note(&mut self, line: Thinking, before: Option<&Thinking>) {
        // A line of depth 0 has no meaningful score.
        let score = (line.ply > 0).then(|| appraisal(line.score));
        self.thought = Thought { depth: line.ply, score };
        self.nodes = if before == Some(&line) { 0 } else { line.nodes };
        self.line = Some(line);
    }
}

impl Default for Talk {
    fn default() -> Self {
        Self {
            seat: Seat::ALL[0],
            phase: Phase::Idle,
            position: Position::start(Variant::Bughouse, MoveRules::default()),
            told: String::new(),
            features: Features::default(),
            announced: Announced::default(),
            quirks: Quirks::of([]),
            answers: Vec::new(),
            greeting: Vec::new(),
            ping: 0,
            pong: 0,
            shown: Shown::default(),
            played: String::new(),
            held_back: None,
            messages: 0,
            begun: None,
        }
    }
}

impl desk::Talk for Talk {
    const GREETING: &'static [&'static str] = &["xboard", "protover 2"];

    fn hear(&mut self, line: &str, outbox: &Outbox) -> Result<Heard, PlayerFault> {
        let is_first = !self.has_spoken();
        if self.greeting.len() < GREETING {
            self.greeting.push(line.to_owned());
        }
        let reply = Reply::parse(line);
        let is_awaited = is_first || matches!(reply, Reply::Features(_) | Reply::Pong(_));
        if matches!(reply, Reply::Features(_)) {
            self.announced.count(line)?;
        }
        self.reply(reply, outbox)?;
        Ok(if is_awaited { Heard::News } else { Heard::Nothing })
    }

    fn leave(&mut self) -> Option<(Seat, u64)> {
        let is_playing = self.plays();
        self.end();
        is_playing.then_some((self.seat, self.shown.nodes))
    }

    fn plays_again(&self) -> bool {
        self.features.has(Switch::Reuse)
    }
}

impl Talk {
    /// True once the engine has printed a line.
    pub(super) fn has_spoken(&self) -> bool {
        !self.greeting.is_empty()
    }

    /// Counts up and returns the number of a new ping.
    pub(super) fn next_ping(&mut self) -> u64 {
        self.ping += 1;
        self.ping
    }

    /// True if the engine has answered the last ping.
    pub(super) fn has_ponged(&self) -> bool {
        self.pong >= self.ping
    }

    /// Begins the set-up of the next game, on the node clock or not.
    pub(super) fn meet(&mut self, is_by_nodes: bool) {
        self.phase = Phase::Meeting { words: Vec::new() };
        self.messages = 0;
        self.begun = (!is_by_nodes).then(Instant::now);
    }

    /// Begins a game in this seat from this position, and passes on the messages sent so far.
    pub(super) fn begin(&mut self, seat: Seat, position: Position, outbox: &Outbox) {
        self.seat = seat;
        self.position = position;
        self.told.clear();
        self.shown = Shown::default();
        self.played.clear();
        self.held_back = None;
        let met = std::mem::replace(&mut self.phase, Phase::Waiting);
        if let Phase::Meeting { words } = met {
            for text in words {
                self.say(Said::Tell(text), outbox);
            }
        }
    }

    /// True while a game is in progress.
    fn plays(&self) -> bool {
        matches!(self.phase, Phase::Waiting | Phase::OnTurn { .. })
    }

    /// Records that the engine is to move.
    pub(super) fn go(&mut self, position: Position, told: Option<&str>, ping: Option<u64>) {
        self.phase = Phase::OnTurn { ping };
        self.position = position;
        told.unwrap_or_default().clone_into(&mut self.told);
        self.played.clear();
        self.shown = Shown::default();
    }

    /// Ends the game; later output of the engine is ignored. Returns true if the engine was
    /// thinking.
    pub(super) fn end(&mut self) -> bool {
        let last = std::mem::replace(&mut self.phase, Phase::Idle);
        matches!(last, Phase::OnTurn { .. })
    }

    fn say(&self, said: Said, outbox: &Outbox) {
        outbox.say(self.seat, said, self.shown.nodes);
    }

    /// Passes on an answer that ends the engine's turn. Later output counts as having taken no
    /// nodes.
    fn decide(&mut self, said: Said, outbox: &Outbox) {
        self.phase = Phase::Waiting;
        let is_sitting = said == Said::Sit;
        self.say(said, outbox);
        let last = std::mem::take(&mut self.shown).line;
        self.held_back = if is_sitting { last.or(self.held_back.take()) } else { None };
    }

    fn reply(&mut self, reply: Reply, outbox: &Outbox) -> Result<(), SaidFault> {
        match reply {
            Reply::Features(list) => {
                for feature in list {
                    let answer = self.features.take(&feature);
                    self.answers.extend(answer);
                }
            }
            Reply::Pong(number) => self.pong(number, outbox),
            Reply::Move(text) => return self.play(&text, outbox),
            Reply::Ptell(text) => return self.tell(&text, outbox),
            Reply::Resign => {
                self.message(Said::Resign, outbox)?;
                if matches!(self.phase, Phase::OnTurn { .. }) {
                    self.phase = Phase::Waiting; // an engine that resigns thinks no more
                }
            }
            Reply::OfferDraw => return self.message(Said::OfferDraw, outbox),
            Reply::IllegalMove { text, .. } | Reply::Error { text, .. } => {
                return self.complain(&text);
            }
            Reply::Thinking(line) => self.shown.note(line, self.held_back.take().as_ref()),
            // A result claimed by an engine is ignored: the rules and the clocks of the arbiter
            // decide.
            Reply::Result { .. }
            | Reply::Tell { .. }
            | Reply::Hint(_)
            | Reply::Comment(_)
            | Reply::Other(_) => {}
        }
        Ok(())
    }

    /// Handles a pong. A pong to the ping of its turn without a move before it means that it sits.
    fn pong(&mut self, number: u64, outbox: &Outbox) {
        self.pong = number;
        if self.phase == (Phase::OnTurn { ping: Some(number) }) {
            self.decide(Said::Sit, outbox);
        }
    }

    fn play(&mut self, text: &str, outbox: &Outbox) -> Result<(), SaidFault> {
        match self.phase {
            Phase::Idle | Phase::Meeting { .. } => log::debug!("`{text}` outside of a game"),
            // Some engines send a move again that nobody seems to have heard: Tandem after two
            // seconds, in which the arbiter may have stood still.
            Phase::Waiting if text == self.played => log::debug!("`{text}` once more"),
            Phase::Waiting => return Err(SaidFault::OutOfTurn(text.to_owned())),
            Phase::OnTurn { .. } => {
                let m = read_move(&self.position, text)?;
                text.clone_into(&mut self.played);
                self.decide(Said::Move(m, self.shown.thought), outbox);
            }
        }
        Ok(())
    }

    /// Handles a complaint. It is a fault only if it is about the move that was sent; other
    /// complaints are about unknown commands.
    fn complain(&self, text: &str) -> Result<(), SaidFault> {
        let is_told = !self.told.is_empty() && text.split_whitespace().last() == Some(&self.told);
        if is_told { Err(SaidFault::Refusal(text.to_owned())) } else { Ok(()) }
    }

    fn tell(&mut self, text: &str, outbox: &Outbox) -> Result<(), SaidFault> {
        let text: String = text.chars().take(LONGEST_MESSAGE).collect();
        self.message(Said::Tell(text), outbox)
    }

    fn message(&mut self, said: Said, outbox: &Outbox) -> Result<(), SaidFault> {
        self.messages += 1;
        let seconds = self.begun.map_or(0, |begun| begun.elapsed().as_secs());
        if self.messages > MOST_AT_ONCE + MOST_A_SECOND * seconds {
            return Err(SaidFault::TooMuch);
        }
        match (&mut self.phase, said) {
            (Phase::Meeting { words }, Said::Tell(text)) => words.push(text),
            (Phase::Idle | Phase::Meeting { .. }, _) => {}
            (_, said) => self.say(said, outbox),
        }
        Ok(())
    }
}

/// Least absolute score that means mate; the excess over it is the number of moves to the mate.
const MATE: i32 = 100_000;
/// Longest mate in moves; a score beyond it is taken as centipawns.
const LONGEST_MATE: i32 = 1000;

fn appraisal(score: i32) -> Appraisal {
    let moves = i64::from(score).abs() - i64::from(MATE);
    match i32::try_from(moves) {
        Ok(moves @ 0..=LONGEST_MATE) => Appraisal::Mate(if score < 0 { -moves } else { moves }),
        _ => Appraisal::Centipawns(score),
    }
}

/// Reads a move in coordinate notation or else in SAN; some engines write a drop with a star.
fn read_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let plain = text.replace('*', "@");
    position.parse_coordinate(&plain).or_else(|error| position.parse_san(&plain).map_err(|_| error))
}
