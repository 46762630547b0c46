//! What is made of an engine's words in CECP.

use tandem_protocol::cecp::{Command, Reply, Switch};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Move, MoveRules, Position, Seat, Variant};

use super::features::Features;
use super::quirks::Quirks;
use crate::process::desk::{self, Heard};
use crate::{Appraisal, Outbox, Said, Thought};

/// What an engine may tell its partner in one game, and how long each message may be; more of
/// it is cut off.
const MOST_MESSAGES: usize = 5000;
const LONGEST_MESSAGE: usize = 512;
/// Features that may wait for an answer; no engine has a hundred.
const MOST_FEATURES: usize = 10_000;
/// Lines by which an engine can be known that does not name itself.
const GREETING: usize = 20;

/// Where an engine is in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    /// No game has begun, or the last one is over: nothing it says counts.
    Idle,
    /// It is told of a game that is about to begin; what it says to its partner is passed on then.
    Meeting { words: Vec<String> },
    /// The opponent is on turn, or it has said that it sits.
    Waiting,
    /// It is on turn. `ping` was sent along, so that a sitting engine answers too.
    OnTurn { ping: Option<u64> },
}

/// What one engine has said and been told.
pub(super) struct Talk {
    /// Where the engine sits in the game that goes on, or sat in the last.
    seat: Seat,
    phase: Phase,
    /// The own board, as far as the arbiter has told.
    pub(super) position: Position,
    /// The last move that the engine was told, as it was told.
    told: String,
    pub(super) features: Features,
    pub(super) quirks: Quirks,
    /// Answers that its features wait for.
    pub(super) answers: Vec<Command>,
    /// Its first lines.
    pub(super) greeting: Vec<String>,
    /// The last ping that it was sent.
    ping: u64,
    /// The last ping that it has answered.
    pong: u64,
    thinking: Shown,
    messages: usize,
}

/// The last thinking that the engine has shown in this turn.
#[derive(Clone, Copy, Default)]
struct Shown {
    thought: Thought,
    nodes: u64,
}

impl Default for Talk {
    fn default() -> Self {
        Self {
            seat: Seat::ALL[0],
            phase: Phase::Idle,
            position: Position::start(Variant::Bughouse, MoveRules::default()),
            told: String::new(),
            features: Features::default(),
            quirks: Quirks::of([]),
            answers: Vec::new(),
            greeting: Vec::new(),
            ping: 0,
            pong: 0,
            thinking: Shown::default(),
            messages: 0,
        }
    }
}

impl desk::Talk for Talk {
    const GREETING: &'static [&'static str] = &["xboard", "protover 2"];

    fn hear(&mut self, line: &str, outbox: &Outbox) -> Result<Heard, String> {
        if self.greeting.len() < GREETING {
            self.greeting.push(line.to_owned());
        }
        let reply = Reply::parse(line);
        let is_awaited = matches!(reply, Reply::Features(_) | Reply::Pong(_));
        self.reply(reply, outbox)?;
        Ok(if is_awaited { Heard::News } else { Heard::Nothing })
    }

    fn leave(&mut self) -> Option<(Seat, u64)> {
        let is_playing = self.plays();
        self.end();
        is_playing.then_some((self.seat, self.thinking.nodes))
    }

    fn plays_again(&self) -> bool {
        self.features.has(Switch::Reuse)
    }
}

impl Talk {
    /// The number of a new ping.
    pub(super) fn next_ping(&mut self) -> u64 {
        self.ping += 1;
        self.ping
    }

    /// True if it has answered the last ping.
    pub(super) fn has_ponged(&self) -> bool {
        self.pong >= self.ping
    }

    /// It is about to be told of the next game.
    pub(super) fn meet(&mut self) {
        self.phase = Phase::Meeting { words: Vec::new() };
        self.messages = 0;
    }

    /// A game begins in this seat, from this position.
    pub(super) fn begin(&mut self, seat: Seat, position: Position, outbox: &Outbox) {
        self.seat = seat;
        self.position = position;
        self.told.clear();
        self.thinking = Shown::default();
        let met = std::mem::replace(&mut self.phase, Phase::Waiting);
        if let Phase::Meeting { words } = met {
            for text in words {
                self.say(Said::Tell(text), outbox);
            }
        }
    }

    /// True while a game goes on.
    fn plays(&self) -> bool {
        matches!(self.phase, Phase::Waiting | Phase::OnTurn { .. })
    }

    /// The engine is on turn.
    pub(super) fn go(&mut self, position: Position, told: Option<&str>, ping: Option<u64>) {
        self.phase = Phase::OnTurn { ping };
        self.position = position;
        told.unwrap_or_default().clone_into(&mut self.told);
        self.thinking = Shown::default();
    }

    /// The game is over; what the engine still says of it does not count.
    pub(super) fn end(&mut self) {
        self.phase = Phase::Idle;
    }

    fn say(&self, said: Said, outbox: &Outbox) {
        outbox.say(self.seat, said, self.thinking.nodes);
    }

    /// Ends the turn of the engine. What it says from now on took no thought.
    fn decide(&mut self, said: Said, outbox: &Outbox) {
        self.phase = Phase::Waiting;
        self.say(said, outbox);
        self.thinking = Shown::default();
    }

    fn reply(&mut self, reply: Reply, outbox: &Outbox) -> Result<(), String> {
        match reply {
            Reply::Features(list) => {
                for feature in list {
                    let answer = self.features.take(&feature);
                    self.answers.extend(answer);
                }
                if self.answers.len() > MOST_FEATURES {
                    return Err(desk::ENDLESS.to_owned());
                }
            }
            Reply::Pong(number) => self.pong(number, outbox),
            Reply::Move(text) => return self.play(&text, outbox),
            Reply::Ptell(text) => return self.tell(&text, outbox),
            Reply::Resign => return self.message(Said::Resign, outbox),
            Reply::OfferDraw => return self.message(Said::OfferDraw, outbox),
            Reply::IllegalMove { text, .. } | Reply::Error { text, .. } => {
                return self.complain(&text);
            }
            Reply::Thinking(thinking) => {
                // Of no depth, it is the score of nothing.
                let score = (thinking.ply > 0).then(|| appraisal(thinking.score));
                let thought = Thought { depth: thinking.ply, score };
                self.thinking = Shown { thought, nodes: thinking.nodes };
            }
            // An engine's word for the result is not taken; its flag and ours tell.
            Reply::Result { .. }
            | Reply::Tell { .. }
            | Reply::Hint(_)
            | Reply::Comment(_)
            | Reply::Other(_) => {}
        }
        Ok(())
    }

    /// A pong for the ping behind its turn, and no move before it: it sits.
    fn pong(&mut self, number: u64, outbox: &Outbox) {
        self.pong = number;
        if self.phase == (Phase::OnTurn { ping: Some(number) }) {
            self.decide(Said::Sit, outbox);
        }
    }

    fn play(&mut self, text: &str, outbox: &Outbox) -> Result<(), String> {
        match self.phase {
            Phase::Idle | Phase::Meeting { .. } => log::debug!("`{text}` comes in no game"),
            Phase::Waiting => return Err(format!("it moves out of turn: `{text}`")),
            Phase::OnTurn { .. } => {
                let m = read_move(&self.position, text).map_err(|error| error.to_string())?;
                self.decide(Said::Move(m, self.thinking.thought), outbox);
            }
        }
        Ok(())
    }

    /// Only a complaint about the move it was told matters; others are about words it does not
    /// know.
    fn complain(&self, text: &str) -> Result<(), String> {
        let is_told = !self.told.is_empty() && text.split_whitespace().last() == Some(&self.told);
        if is_told { Err(format!("it does not take the legal move `{text}`")) } else { Ok(()) }
    }

    fn tell(&mut self, text: &str, outbox: &Outbox) -> Result<(), String> {
        let text: String = text.chars().take(LONGEST_MESSAGE).collect();
        self.message(Said::Tell(text), outbox)
    }

    fn message(&mut self, said: Said, outbox: &Outbox) -> Result<(), String> {
        self.messages += 1;
        if self.messages > MOST_MESSAGES {
            return Err("it tells its partner too much".to_owned());
        }
        match (&mut self.phase, said) {
            (Phase::Meeting { words }, Said::Tell(text)) => words.push(text),
            (Phase::Idle | Phase::Meeting { .. }, _) => {}
            (_, said) => self.say(said, outbox),
        }
        Ok(())
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
