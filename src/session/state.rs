//! What the protocol has told, and what each command does to it.

use std::time::Instant;

use tandem_protocol::cecp::{Audience, Command, HoldingUpdate, Reply, announcement};
use tandem_protocol::text::{Line, Reason, Word};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Color, Move};

use super::brain::Brain;
use super::pondering::Leisure;
use super::record::{Kind, Record};
use super::rule_book::{self, RuleBook};
use super::thoughts;
use super::timing::Timing;
use super::turn::Thought;

/// The table that `memory` may ask for at most, in mebibytes.
const LARGEST_TABLE: u64 = 4096;
/// The threads that `cores` may ask for at most.
const MOST_THREADS: u32 = 256;

/// What the engine has been told to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Watch: take moves of both sides, make none.
    Force,
    /// Make the moves of this color.
    Playing(Color),
    /// Think about every position that is shown.
    Analyzing,
}

/// Whether thinking is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Posting {
    Shown,
    Hidden,
}

/// One conversation, from the first line to the last.
pub(super) struct Session<B> {
    pub(super) brain: B,
    pub(super) record: Record,
    /// The rules of games to come.
    book: RuleBook,
    pub(super) mode: Mode,
    pub(super) thought: Thought,
    pub(super) timing: Timing,
    pub(super) posting: Posting,
    pub(super) leisure: Leisure,
    /// Pings that came while a move was owed; they are answered after it.
    pub(super) pings: Vec<u64>,
    /// The move that the opponent is expected to reply with.
    pub(super) expected: Option<Move>,
    pub(super) replies: Vec<Reply>,
}

impl<B: Brain> Session<B> {
    pub(super) fn new(brain: B) -> Self {
        Self {
            brain,
            record: Record::new(Kind::Normal, RuleBook::default()),
            book: RuleBook::default(),
            mode: Mode::Force,
            thought: Thought::None,
            timing: Timing::new(),
            posting: Posting::Hidden,
            leisure: Leisure::Rest,
            pings: Vec::new(),
            expected: None,
            replies: Vec::new(),
        }
    }

    /// Does what a command says. Returns what there is to say.
    pub(super) fn command(&mut self, command: &Command, now: Instant) -> Vec<Reply> {
        match command {
            Command::New => self.new_game(now),
            Command::Variant(name) => self.set_variant(name, command, now),
            Command::SetBoard(fen) => self.set_board(fen, now),
            Command::Force | Command::Result { .. } => self.set_mode(Mode::Force, now),
            Command::Go => self.go(now),
            Command::PlayOther => {
                let color = !self.record.position().side_to_move();
                self.set_mode(Mode::Playing(color), now);
            }
            Command::Analyze => self.set_mode(Mode::Analyzing, now),
            Command::Exit if self.mode == Mode::Analyzing => self.set_mode(Mode::Force, now),
            Command::UserMove(text) | Command::Move(text) => self.take_move(text, now),
            Command::Undo => self.take_back(1, now),
            Command::Remove => self.take_back(2, now),
            Command::Holding(update) => self.hold(update, now),
            Command::MoveNow => self.move_now(),
            Command::Pause => self.pause(now),
            Command::Resume => self.resume(now),
            Command::Hard => self.set_leisure(Leisure::Ponder, now),
            Command::Easy => self.set_leisure(Leisure::Rest, now),
            Command::Time { centiseconds } => self.timing.show_own(*centiseconds, now),
            _ => self.setting(command),
        }
        self.take_replies()
    }

    /// Commands that change no game: clocks and limits, and how the two programs get on.
    fn setting(&mut self, command: &Command) {
        match command {
            Command::OpponentTime { centiseconds } => self.timing.show_opponent(*centiseconds),
            Command::Level { .. }
            | Command::MoveTime { .. }
            | Command::Depth(_)
            | Command::NodesPerSecond(_) => self.set_limit(command),
            Command::Memory(mebibytes) => {
                self.brain.resize((*mebibytes).clamp(1, LARGEST_TABLE) as usize);
            }
            Command::Cores(count) => {
                self.brain.set_threads((*count).clamp(1, MOST_THREADS) as usize);
            }
            Command::Post => self.posting = Posting::Shown,
            Command::NoPost => self.posting = Posting::Hidden,
            Command::Protover(_) => {
                let variants = Kind::ALL.map(Kind::name);
                let name = concat!("Tandem ", env!("CARGO_PKG_VERSION"));
                self.replies.extend(announcement(name, &variants, [RuleBook::option()]));
            }
            Command::Ping(number) => self.ping(*number),
            Command::SetOption { name, value } if name.as_str() == rule_book::OPTION => {
                if let Err(error) = self.book.set(value.as_deref().unwrap_or_default()) {
                    self.replies.push(refusal(&error.to_string(), command));
                }
            }
            _ => self.talk(command),
        }
    }

    /// Commands that say how long moves may take from now on. What is being pondered began with
    /// the old limits.
    fn set_limit(&mut self, command: &Command) {
        self.stop_pondering();
        match command {
            Command::Level { base_ms, increment_ms, .. } => {
                self.timing.set_level(*base_ms, *increment_ms);
            }
            Command::MoveTime { ms } => self.timing.set_exact(*ms),
            Command::Depth(depth) => self.timing.set_depth(*depth),
            Command::NodesPerSecond(rate) => self.timing.set_node_rate(*rate),
            _ => {}
        }
    }

    /// Commands that are only answered, or not even that.
    fn talk(&mut self, command: &Command) {
        let reply = match command {
            Command::Ptell(text) if text.eq_ignore_ascii_case("help") => {
                let text = "I am Tandem, an engine. So far I understand nothing but help.";
                Some(Reply::Ptell(Line::new(text)))
            }
            Command::Hint => self.hint(),
            Command::Book => {
                let text = Line::new("Tandem plays without a book.");
                Some(Reply::Tell { to: Audience::User, text })
            }
            Command::Status => self.status(),
            Command::SetOption { .. } => Some(refusal("no such option", command)),
            command => command.complaint(),
        };
        self.replies.extend(reply);
    }

    fn new_game(&mut self, now: Instant) {
        self.abandon(now);
        self.brain.clear();
        self.timing.reset();
        self.expected = None;
        self.record = Record::new(Kind::Normal, self.book);
        if self.mode != Mode::Analyzing {
            self.mode = Mode::Playing(Color::Black);
        }
        self.analyze_again(now);
    }

    /// Comes after `new`, or alone before a game on a server: another board is set up.
    fn set_variant(&mut self, name: &str, command: &Command, now: Instant) {
        let Some(kind) = Kind::from_name(name) else {
            return self.replies.push(refusal("unknown variant", command));
        };
        self.replace_record(Record::new(kind, self.book), now);
    }

    fn set_board(&mut self, fen: &str, now: Instant) {
        match Record::from_fen(self.record.kind(), self.book, fen) {
            Ok(record) => self.replace_record(record, now),
            Err(error) => {
                let text = Line::new(&format!("Illegal position: {error}"));
                self.replies.push(Reply::Tell { to: Audience::UserError, text });
            }
        }
    }

    fn replace_record(&mut self, record: Record, now: Instant) {
        self.abandon(now);
        self.expected = None;
        self.record = record;
        self.analyze_again(now);
    }

    fn set_mode(&mut self, mode: Mode, now: Instant) {
        self.abandon(now);
        self.mode = mode;
        self.analyze_again(now);
    }

    fn go(&mut self, now: Instant) {
        let mode = Mode::Playing(self.record.position().side_to_move());
        if self.mode == mode && self.is_move_owed() {
            return; // it is on its way
        }
        self.set_mode(mode, now);
        self.think(now);
    }

    fn take_move(&mut self, text: &Word, now: Instant) {
        let text_as_line = Line::new(text);
        if self.is_move_owed() {
            let reason = Some(Reason::new("the engine is to move"));
            return self.replies.push(Reply::IllegalMove { reason, text: text_as_line });
        }
        match self.record.read(text) {
            Ok(m) if self.ponder_hit(m, now) => {}
            Ok(m) => {
                self.abandon(now);
                self.record.play_told(m);
                self.expected = None;
                self.analyze_again(now);
                self.think(now);
            }
            Err(error) => {
                let reason = match error {
                    MoveTextError::Illegal(_) => None,
                    MoveTextError::Unreadable(_) => Some(Reason::new("not a move")),
                    MoveTextError::Ambiguous(..) => Some(Reason::new("ambiguous")),
                };
                self.replies.push(Reply::IllegalMove { reason, text: text_as_line });
            }
        }
    }

    /// Who plays stays; a move that this would leave to the engine waits for `go`.
    fn take_back(&mut self, plies: usize, now: Instant) {
        self.abandon(now);
        self.expected = None;
        for _ in 0..plies {
            self.record.take_back();
        }
        self.analyze_again(now);
    }

    fn hold(&mut self, update: &HoldingUpdate, now: Instant) {
        if self.record.hold(update) {
            self.holdings_changed(now);
        }
    }

    fn ping(&mut self, number: u64) {
        if self.is_move_owed() {
            self.pings.push(number);
        } else {
            self.replies.push(Reply::Pong(number));
        }
    }

    fn hint(&self) -> Option<Reply> {
        let m = self.expected.filter(|&m| self.record.position().is_accepted(m))?;
        Word::new(&self.record.write(m)).map(Reply::Hint)
    }

    fn status(&self) -> Option<Reply> {
        match &self.thought {
            Thought::Endless { latest, .. } => Some(thoughts::status(latest, &self.record)),
            _ => None,
        }
    }

    pub(super) fn take_replies(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }
}

/// An answer to a command that is understood but asks for what there is not.
fn refusal(reason: &str, command: &Command) -> Reply {
    Reply::Error { reason: Reason::new(reason), text: Line::new(&command.to_string()) }
}
