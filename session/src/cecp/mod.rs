//! CECP, the protocol of XBoard and WinBoard: the state of a session, and the effects of each command
//! on it.

mod direct_link;
mod echo;
mod edit;
mod exclusion;
mod opening;
mod options;
mod partner;
mod partner_board;
mod pondering;
mod sitting;
#[cfg(test)]
mod tests;
mod thoughts;
mod turn;
mod verdict;

use std::fmt::Display;
use std::time::Instant;

use tandem_engine::{Habits, Score};
use tandem_protocol::cecp::{Audience, Command, HoldingUpdate, Reply, announcement};
use tandem_protocol::text::{Line, Reason, Word};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Color, Handoff, Key, Move};

use crate::seat::brain::Brain;
use crate::seat::decision::Haste;
use crate::seat::files::{Files, NoFiles};
use crate::seat::options::{LARGEST_TABLE, MOST_THREADS};
use crate::seat::partnership::Partnership;
use crate::seat::record::{Kind, Record};
use crate::seat::rule_book::RuleBook;
use crate::seat::timing::Timing;
use direct_link::DirectLink;
use echo::Echo;
use edit::Editor;
use opening::Openings;
use options::Settings;
use partner_board::PartnerBoard;
use pondering::Leisure;
use turn::Thought;

/// Mode of the engine, as commands set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Watches: accepts moves of both sides, makes none.
    Force,
    /// Makes the moves of this color.
    Playing(Color),
    /// Analyzes every position that is shown.
    Analyzing,
}

/// Display of thinking output (`post`, `nopost`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Posting {
    Shown,
    Hidden,
}

/// A CECP conversation, from the first line to the last.
pub struct Session<B> {
    brain: B,
    files: Box<dyn Files>,
    record: Record,
    /// The partner's board, as far as it is shown.
    other: PartnerBoard,
    /// Key of the position of ours that a linked partner knows.
    reported: Option<Key>,
    link: DirectLink,
    /// The position that `edit` is setting up.
    editor: Option<Editor>,
    /// The rules of future games.
    book: RuleBook,
    settings: Settings,
    openings: Openings,
    partnership: Partnership,
    mode: Mode,
    thought: Thought,
    haste: Haste,
    /// True if something has arrived since we began to sit (on the node clock only).
    has_news: bool,
    /// Score of our last move, without the partner's prices.
    judgement: Score,
    /// Moves excluded from the analysis.
    excluded: Vec<Move>,
    timing: Timing,
    echo: Echo,
    posting: Posting,
    leisure: Leisure,
    /// Pings that came while a move was owed; they are answered after it.
    pings: Vec<u64>,
    /// The reply expected from the opponent.
    expected: Option<Move>,
    replies: Vec<Reply>,
}

impl<B: Brain> Session<B> {
    /// A session before its first line, with this search. It reads no files.
    pub fn new(brain: B) -> Self {
        Self {
            brain,
            files: Box::new(NoFiles),
            record: Record::new(Kind::Normal, RuleBook::default()),
            other: PartnerBoard::Unseen,
            reported: None,
            link: DirectLink::default(),
            editor: None,
            book: RuleBook::default(),
            settings: Settings::default(),
            openings: Openings::default(),
            partnership: Partnership::new(Habits::default()),
            mode: Mode::Force,
            thought: Thought::None,
            haste: Haste::None,
            has_news: false,
            judgement: Score::DRAW,
            excluded: Vec::new(),
            timing: Timing::new(),
            echo: Echo::default(),
            posting: Posting::Hidden,
            leisure: Leisure::Rest,
            pings: Vec::new(),
            expected: None,
            replies: Vec::new(),
        }
    }

    /// Lets options name files, which `files` reads.
    #[must_use]
    pub fn with_files(self, files: impl Files + 'static) -> Self {
        Self { files: Box::new(files), ..self }
    }

    /// Sets the node limit of a move, in this game and all others.
    pub fn set_nodes(&mut self, nodes: Option<u64>) {
        self.timing.set_nodes(nodes);
    }

    /// Makes the choices from the opening book change from game to game, starting with this seed.
    pub fn vary_openings(&mut self, seed: u64) {
        self.openings.vary_from(seed);
    }

    /// Handles a command. Returns the replies.
    pub fn command(&mut self, command: &Command, now: Instant) -> Vec<Reply> {
        match self.editor.take() {
            Some(editor) => self.edit(editor, &command.to_string(), now),
            None => self.game(command, now),
        }
        self.take_replies()
    }

    /// Handles commands that change the game or the mode, and passes on the rest.
    fn game(&mut self, command: &Command, now: Instant) {
        match command {
            Command::New => self.new_game(now),
            Command::Variant(name) => self.set_variant(name, command, now),
            Command::SetBoard(fen) => self.set_board(fen, now),
            Command::Edit => self.begin_edit(now),
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
            Command::MoveNow => self.move_now(now),
            Command::Pause => self.pause(now),
            Command::Resume => self.resume(now),
            Command::Exclude(choice) => self.exclude(choice, command, now),
            Command::Include(choice) => self.include(choice, command, now),
            _ => self.news(command, now),
        }
    }

    /// Handles commands that tell of holdings, clocks or messages, and others that may affect the
    /// current turn; passes on the rest.
    fn news(&mut self, command: &Command, now: Instant) {
        match command {
            Command::Holding(update) => self.hold(update, now),
            Command::PartnerMove(text) => self.partner_moved(text, command, now),
            Command::PartnerHolding(update) => self.partner_holds(update, now),
            Command::Time { centiseconds } => {
                self.timing.show_own(*centiseconds, now);
                self.stop_sitting_in_time(now);
            }
            Command::OpponentTime { centiseconds } => self.timing.show_opponent(*centiseconds),
            Command::Partner(name) => self.set_partner(name.as_ref(), now),
            Command::Ptell(text) => self.hear_partner(text, now),
            Command::Draw => self.answer_draw(),
            Command::Hard => self.set_leisure(Leisure::Ponder, now),
            Command::Easy => self.set_leisure(Leisure::Rest, now),
            Command::Ping(number) => {
                self.look_at_news(now);
                self.ping(*number);
            }
            Command::SetOption { name, value } => {
                let set = self.set_option(name, value.as_deref().unwrap_or_default());
                let refused = set.err().map(|error| refusal(&error.to_string(), command));
                self.replies.extend(refused);
                self.reconsider(now); // sitting may be forbidden now
            }
            _ => self.setting(command),
        }
    }

    /// Handles commands that do not change the game: limits, resources and output. Passes on the
    /// rest.
    fn setting(&mut self, command: &Command) {
        match command {
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
                self.replies.extend(announcement(name, &variants, options::specs()));
            }
            _ => self.answer(command),
        }
    }

    /// Handles commands that limit future moves. Pondering stops, because it began with the old
    /// limits.
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

    /// Handles commands that need an answer at most.
    fn answer(&mut self, command: &Command) {
        let reply = match command {
            Command::Hint => self.hint(),
            Command::Book => Some(self.book_moves()),
            Command::Status => self.status(),
            command => command.complaint(),
        };
        self.replies.extend(reply);
    }

    fn new_game(&mut self, now: Instant) {
        self.abandon(now);
        self.brain.clear();
        self.timing.reset();
        self.begin_game(Record::new(Kind::Normal, self.book), now);
        if self.mode != Mode::Analyzing {
            self.mode = Mode::Playing(Color::Black);
        }
        self.analyze_again(now);
    }

    /// Handles `variant`, which follows `new` or comes alone before a game on a server. Sets up
    /// another board.
    fn set_variant(&mut self, name: &str, command: &Command, now: Instant) {
        let Some(kind) = Kind::from_name(name) else {
            return self.replies.push(refusal("unknown variant", command));
        };
        self.replace_record(Record::new(kind, self.book), now);
    }

    fn set_board(&mut self, fen: &str, now: Instant) {
        match Record::from_fen(self.record.kind(), self.book, fen) {
            Ok(record) => self.replace_record(record, now),
            Err(error) => self.refuse_position(&error),
        }
    }

    fn refuse_position(&mut self, error: &impl Display) {
        let text = Line::new(&format!("Illegal position: {error}"));
        self.replies.push(Reply::Tell { to: Audience::UserError, text });
    }

    fn replace_record(&mut self, record: Record, now: Instant) {
        self.abandon(now);
        self.begin_game(record, now);
        self.analyze_again(now);
    }

    /// Starts from `record` and forgets everything known of the position before.
    fn begin_game(&mut self, record: Record, now: Instant) {
        self.record = record;
        self.forget_partner_board();
        self.expected = None;
        self.judgement = Score::DRAW;
        self.excluded.clear();
        self.partnership.begin_game(self.settings.habits);
        self.openings.begin_game();
        self.echo.begin_game();
        self.timing.begin_game(now);
    }

    fn set_mode(&mut self, mode: Mode, now: Instant) {
        self.abandon(now);
        self.mode = mode;
        self.analyze_again(now);
    }

    fn go(&mut self, now: Instant) {
        let mode = Mode::Playing(self.record.position().side_to_move());
        if self.mode == mode && self.is_move_owed() {
            return; // the move is on its way
        }
        self.set_mode(mode, now);
        self.think(now);
    }

    fn take_move(&mut self, text: &Word, now: Instant) {
        let text_as_line = Line::new(text);
        if self.is_our_turn() {
            let reason = Some(Reason::new("the engine is to move"));
            return self.replies.push(Reply::IllegalMove { reason, text: text_as_line });
        }
        match self.record.read(text) {
            Ok(m) if self.ponder_hit(m, now) => {}
            Ok(m) => {
                self.abandon(now);
                let handoff = self.record.play_told(m);
                self.other.receive(handoff);
                self.echo.opponent_moved();
                self.excluded.clear();
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

    /// Takes moves back. The mode stays; a move that the engine would then have to make waits for
    /// `go`.
    fn take_back(&mut self, plies: usize, now: Instant) {
        self.abandon(now);
        self.expected = None;
        self.excluded.clear();
        for _ in 0..plies {
            self.record.take_back();
        }
        self.forget_reports(); // a capture taken back is no longer held there
        self.analyze_again(now);
    }

    fn hold(&mut self, update: &HoldingUpdate, now: Instant) {
        match update.arrived {
            Some((color, piece)) => self.note_arrival(Handoff { color, piece }, now),
            None => self.echo.answered(now),
        }
        if self.record.hold(update) {
            self.news_arrived(now);
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

    fn take_replies(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.replies)
    }
}

/// The reply to a command that is understood but cannot be carried out.
fn refusal(reason: &str, command: &Command) -> Reply {
    Reply::Error { reason: Reason::new(reason), text: Line::new(&command.to_string()) }
}
