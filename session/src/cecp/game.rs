//! Commands that set up or continue the game.

use std::fmt::Display;
use std::time::Instant;

use tandem_protocol::cecp::{Audience, Command, HoldingUpdate, Reply};
use tandem_protocol::text::{Line, Reason, Word};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{Color, Handoff};

use super::mode::Mode;
use super::outlook::Outlook;
use super::state::State;
use super::{Session, refusal};
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;
use crate::seat::record::Record;
use crate::seat::timing::Timing;

impl<B: Brain> Session<B> {
    /// `new`: begins a game of chess, in which the engine plays Black.
    pub(super) fn new_game(&mut self, now: Instant) {
        self.abandon(now);
        self.mind.clear();
        self.timing.reset();
        self.begin_game(Record::new(Kind::Normal, self.options.book), now);
        if self.mode != Mode::Analyzing {
            self.mode = Mode::Playing(Color::Black);
        }
        self.analyze_again(now);
    }

    /// Handles `variant`, which follows `new` or comes alone before a game on a server. Sets up
    /// another board.
    pub(super) fn set_variant(&mut self, name: &str, command: &Command, now: Instant) {
        let Some(kind) = Kind::from_name(name) else {
            return self.output.push(refusal("unknown variant", command));
        };
        self.replace_record(Record::new(kind, self.options.book), now);
    }

    /// `setboard`: sets up a position.
    pub(super) fn set_board(&mut self, fen: &str, now: Instant) {
        match Record::from_fen(self.record.kind(), self.options.book, fen) {
            Ok(record) => {
                let left_out = record.left_out().iter().map(|text| Line::new(&text.to_string()));
                self.output.extend(left_out.map(Reply::Comment));
                self.replace_record(record, now);
            }
            Err(error) => self.refuse_position(&format_args!(" `{fen}`: {error}"), now),
        }
    }

    /// Tells the user that a position cannot be set up, and `why`. From now on there is none, until the
    /// next one is told: no move of another position is an answer, and no analysis of it.
    pub(super) fn refuse_position(&mut self, why: &impl Display, now: Instant) {
        self.abandon(now);
        self.outlook = Outlook::default();
        let text = Line::new(&format!("Illegal position{why}"));
        self.refused = Some(text.clone());
        self.output.push(Reply::Tell { to: Audience::UserError, text });
    }

    /// Sets up another game in place of the current one.
    pub(super) fn replace_record(&mut self, record: Record, now: Instant) {
        self.abandon(now);
        self.begin_game(record, now);
        self.analyze_again(now);
    }

    /// Starts from `record` and forgets everything known of the position before.
    pub(super) fn begin_game(&mut self, record: Record, now: Instant) {
        (self.record, self.refused) = (record, None);
        self.forget_partner_board();
        self.outlook = Outlook::default();
        self.excluded.clear();
        self.partnership.begin_game(self.options.habits);
        self.options.openings.begin_game();
        self.echo.begin_game();
        self.timing.begin_game(now);
    }

    /// Changes the mode; a search of the old one ends.
    pub(super) fn set_mode(&mut self, mode: Mode, now: Instant) {
        self.abandon(now);
        self.mode = mode;
        self.analyze_again(now);
    }

    /// `playother`: plays the side that is not to move.
    pub(super) fn play_other(&mut self, now: Instant) {
        let color = !self.record.position().side_to_move();
        self.set_mode(Mode::Playing(color), now);
    }

    /// `exit`: ends the analysis.
    pub(super) fn end_analysis(&mut self, now: Instant) {
        if self.mode == Mode::Analyzing {
            self.set_mode(Mode::Force, now);
        }
    }

    /// The limits of future moves, to be set. Pondering stops, because it began with the old ones.
    pub(super) fn limits(&mut self) -> &mut Timing {
        self.stop_pondering();
        &mut self.timing
    }

    /// `time`: sets our clock, which may end sitting.
    pub(super) fn show_clock(&mut self, centiseconds: i64, now: Instant) {
        self.timing.show_own(centiseconds, now);
        self.stop_sitting_in_time(now);
    }

    /// `go`: plays the side to move.
    pub(super) fn go(&mut self, now: Instant) {
        let mode = Mode::Playing(self.record.position().side_to_move());
        if self.mode == mode && self.is_move_owed() {
            return; // the move is on its way
        }
        if let Some(text) = self.refused.clone() {
            return self.output.push(Reply::Tell { to: Audience::UserError, text });
        }
        self.set_mode(mode, now);
        self.think(now);
    }

    /// Plays a move of the opponent, or of either side in force mode, and goes on.
    pub(super) fn take_move(&mut self, text: &Word, now: Instant) {
        let text_as_line = Line::new(text);
        if self.is_our_turn() {
            let reason = Some(Reason::new("the engine is to move"));
            return self.output.push(Reply::IllegalMove { reason, text: text_as_line });
        }
        if self.refused.is_some() {
            let reason = Some(Reason::new("no position is set up"));
            return self.output.push(Reply::IllegalMove { reason, text: text_as_line });
        }
        match self.record.read(text) {
            Ok(m) if self.ponder_hit(m, now) => self.claim_result(),
            Ok(m) => {
                self.abandon(now);
                let handoff = self.record.play_told(m);
                self.other.receive(handoff);
                self.echo.opponent_moved();
                self.excluded.clear();
                self.outlook.forget_reply();
                self.analyze_again(now);
                self.think(now);
                self.claim_result();
            }
            Err(error) => {
                let reason = match error {
                    MoveTextError::Illegal(_) => None,
                    MoveTextError::Unreadable(_) => Some(Reason::new("not a move")),
                    MoveTextError::Ambiguous(..) => Some(Reason::new("ambiguous")),
                    MoveTextError::Promotion(_) => Some(Reason::new("no promotion piece")),
                };
                self.output.push(Reply::IllegalMove { reason, text: text_as_line });
            }
        }
    }

    /// Takes moves back. The mode stays; a move that the engine would then have to make waits for
    /// `go`.
    pub(super) fn take_back(&mut self, plies: usize, now: Instant) {
        self.abandon(now);
        self.outlook.forget_reply();
        self.excluded.clear();
        for _ in 0..plies {
            self.record.take_back();
        }
        self.forget_reports(); // a capture taken back is no longer held there
        self.analyze_again(now);
    }

    /// `holding`: takes in the holdings of both players.
    pub(super) fn hold(&mut self, update: &HoldingUpdate, now: Instant) {
        match update.arrived {
            Some((color, piece)) => self.note_arrival(Handoff { color, piece }, now),
            None => self.echo.answered(now),
        }
        if self.record.hold(update) {
            self.news_arrived(now);
        }
    }

    pub(super) fn pause(&mut self, now: Instant) {
        let was_our_turn = self.is_our_turn();
        self.abandon(now);
        if was_our_turn {
            self.mind.turn_to(State::Paused);
        }
    }

    pub(super) fn resume(&mut self, now: Instant) {
        match self.mind.activity() {
            State::Paused => self.think(now),
            State::Idle => {
                self.analyze_again(now);
                self.ponder(now);
            }
            _ => {}
        }
    }
}
