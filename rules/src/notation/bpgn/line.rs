//! A line of moves: the game or one of its variations, played word by word.

mod variations;

use std::ops::Range;

use crate::notation::MoveTextError;
use crate::{BoardId, Boards, Color, Seat, Variant};

use super::comment::{Brace, Comment};
use super::fault::{FaultReason, Warning, WarningKind};
use super::glyph;
use super::lexer::{Lexed, Token};
use super::raw::PlyNumber;
use super::record::{BpgnResult, GameRecord, RecordedPly, Variation};
use super::words::{NULL_MOVES, board_of, color_of, fits, is_mark, looks_like_a_move, parts};

pub(super) use variations::Place;

/// Most bytes of words that are quoted in one warning.
const LONGEST_QUOTE: usize = 80;

/// The tokens of a game, and how they are to be read.
pub(super) struct Text<'a> {
    pub(super) tokens: &'a [Lexed],
    /// For each opening parenthesis, the index of the one that closes it, or of the token that ends
    /// it without one.
    pub(super) closes: &'a [usize],
    pub(super) variant: Variant,
    /// True if numbers have the letters of seats: then a number in braces is a clock.
    pub(super) has_letters: bool,
    /// True if the case of the letters tells the color; some programs write capitals for both.
    pub(super) has_small_letters: bool,
    /// The place of a variation that could stand at either.
    pub(super) doubtful: Place,
}

/// Findings about a game besides its moves.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) warnings: Vec<Warning>,
    /// Number of variations that can only stand behind their move, only ahead of it, or at either
    /// place.
    pub(super) behind: usize,
    pub(super) ahead: usize,
    pub(super) either: usize,
    /// True if a number that is not that of its move has been told of.
    misnumbered: bool,
}

/// The last move as it was written, to detect that it occurs twice.
#[derive(Clone, PartialEq, Eq)]
struct Written {
    number: Option<PlyNumber>,
    text: String,
}

/// Trust in the place that the line has come to.
#[derive(Clone, PartialEq, Eq)]
enum Trust {
    Whole,
    /// A word was skipped; until the next number shows that it was no move, another fault is put
    /// down to it.
    Doubt(FaultReason),
    /// The rest of the line is left out.
    Lost,
}

pub(super) struct Line<'a> {
    text: &'a Text<'a>,
    pub(super) record: GameRecord,
    pub(super) findings: Findings,
    pub(super) result: Option<BpgnResult>,
    /// The line of the file that is being read.
    row: usize,
    number: Option<PlyNumber>,
    last: Option<Written>,
    trust: Trust,
    /// The boards before the last move, from which variations behind it begin.
    before: Boards,
    /// Variations ahead of the next move.
    ahead: Vec<Variation>,
    /// Number of variations around this line.
    depth: u8,
    /// True for each board on which a move has been played in this line.
    has_moved: [bool; 2],
}

impl<'a> Line<'a> {
    /// A line that begins with these boards, on a line of the file.
    pub(super) fn new(text: &'a Text<'a>, start: Boards, line: usize) -> Self {
        Self {
            text,
            before: start.clone(),
            record: GameRecord::new(start),
            findings: Findings::default(),
            result: None,
            row: line,
            number: None,
            last: None,
            trust: Trust::Whole,
            ahead: Vec::new(),
            depth: 0,
            has_moved: [false; 2],
        }
    }

    /// Takes the text behind the last move as the reason of the end, or as a remark if what ends the
    /// line is left out.
    pub(super) fn settle_reason(&mut self) {
        if self.trust == Trust::Lost {
            self.record.settle_remark();
        } else {
            self.record.settle_reason();
        }
    }

    pub(super) fn warn(&mut self, kind: WarningKind) {
        self.findings.warnings.push(Warning { line: self.row, kind });
    }

    /// Reads these tokens. An error is about the line of the file at which reading ended.
    pub(super) fn read(&mut self, range: Range<usize>) -> Result<(), (usize, FaultReason)> {
        let mut at = range.start;
        while at < range.end {
            let Lexed { line, token } = &self.text.tokens[at];
            self.row = *line;
            if *token == Token::Open {
                let close = self.text.closes[at].min(range.end);
                let is_closed =
                    self.text.tokens.get(close).is_some_and(|lexed| lexed.token == Token::Close);
                if !is_closed {
                    self.warn(WarningKind::Unclosed('('));
                }
                self.variation(at + 1..close);
                at = close + usize::from(is_closed);
            } else {
                self.step(token).map_err(|reason| (self.row, reason))?;
                at += 1;
            }
        }
        self.finish();
        Ok(())
    }

    fn step(&mut self, token: &Token) -> Result<(), FaultReason> {
        match token {
            Token::Word(word) => return self.word(word),
            Token::BadTag(name) => self.warn(WarningKind::BadTag(name.clone())),
            Token::OpenBrace(text) => {
                self.warn(WarningKind::Unclosed('{'));
                self.brace(text);
            }
            _ if self.trust == Trust::Lost => {}
            Token::Brace(text) => self.brace(text),
            Token::Remark(text) => {
                if !text.trim().is_empty() {
                    self.record.comment(Comment::text_or_remark(text));
                }
            }
            Token::DrawOffer => {
                if let Some(ply) = self.record.last_ply() {
                    ply.draw_offer = true;
                }
            }
            // Such tokens end a game, or are handled when it is collected; a parenthesis that
            // closes nothing says nothing.
            Token::Tag(..)
            | Token::StrayBrace
            | Token::Open
            | Token::Close
            | Token::TooLong
            | Token::End => {}
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), FaultReason> {
        if let Some(result) = BpgnResult::parse(word) {
            // The game has the result, not a variation.
            if self.depth == 0 {
                self.result(result);
            }
            return Ok(());
        }
        parts(word).try_for_each(|part| self.part(part))
    }

    fn part(&mut self, part: &str) -> Result<(), FaultReason> {
        let text = match (PlyNumber::split(part), PlyNumber::bare(part)) {
            (Some((number, rest)), _) => {
                self.number = Some(number);
                rest
            }
            (None, Some(number)) if self.text.variant != Variant::Bughouse => {
                self.number = Some(number);
                ""
            }
            _ => part.trim_start_matches('.'),
        };
        let (text, glyphs) = glyph::split(text);
        if !is_mark(text) {
            if self.result.is_some() {
                self.warn(WarningKind::AfterEnd(text.to_owned()));
                return Ok(());
            }
            self.play(text)?;
        }
        if self.trust != Trust::Lost
            && let Some(ply) = self.record.last_ply()
        {
            for glyph in glyphs {
                if !ply.glyphs.contains(&glyph) {
                    ply.glyphs.push(glyph);
                }
            }
        }
        Ok(())
    }

    fn result(&mut self, result: BpgnResult) {
        match self.result {
            Some(known) if known == result => {
                self.warn(WarningKind::Doubled(result.to_string()));
            }
            Some(known) => self.warn(WarningKind::ResultsDisagree(known, result)),
            None => {}
        }
        let decides = self.result.is_none_or(|known| known == BpgnResult::Unfinished);
        if decides {
            self.result = Some(result);
        }
        self.settle_reason();
    }

    fn brace(&mut self, text: &str) {
        let brace = Brace::parse(text, self.text.has_letters);
        let Brace { clock, elapsed, draw_offer, mut comment } = brace;
        if self.record.plies().is_empty() && (clock.is_some() || elapsed.is_some()) {
            comment = Some(Comment::text_or_remark(text)); // a clock of no move
        }
        if let Some(ply) = self.record.last_ply() {
            let is_twice = clock.is_some() && ply.clock.is_some();
            ply.clock = ply.clock.or(clock);
            ply.elapsed = ply.elapsed.or(elapsed);
            ply.draw_offer |= draw_offer;
            if is_twice {
                self.warn(WarningKind::Doubled(text.to_owned()));
            }
        }
        if let Some(comment) = comment {
            self.record.comment(comment);
        }
    }

    fn play(&mut self, text: &str) -> Result<(), FaultReason> {
        let written = Written { number: self.number.take(), text: text.to_owned() };
        if self.trust == Trust::Lost {
            return Ok(());
        }
        if !looks_like_a_move(text) {
            self.skip(&written);
            return Ok(());
        }
        match self.play_written(&written) {
            Ok(()) => {
                // A number that fits shows that the word before was no move.
                if written.number.is_some() {
                    self.trust = Trust::Whole;
                }
                self.last = Some(written);
                Ok(())
            }
            Err(reason) => {
                let again = self.last.as_ref().is_some_and(|last| {
                    last.text == text && (written.number.is_none() || written == *last)
                });
                if again {
                    self.warn(WarningKind::Doubled(text.to_owned()));
                    return Ok(());
                }
                self.give_up(reason)
            }
        }
    }

    /// Skips a word that is no move, unless it stands where a move is due.
    fn skip(&mut self, written: &Written) {
        let text = &written.text;
        let reason = FaultReason::Unread(text.clone());
        if written.number.is_some() {
            return self.cut(reason);
        }
        // Words one after the other are quoted in one warning.
        match self.findings.warnings.last_mut() {
            Some(Warning { kind: WarningKind::Unread(known), .. })
                if matches!(self.trust, Trust::Doubt(_)) =>
            {
                if known.len() + text.len() < LONGEST_QUOTE {
                    known.push(' ');
                    known.push_str(text);
                }
            }
            _ => self.warn(WarningKind::Unread(text.chars().take(LONGEST_QUOTE).collect())),
        }
        // Ahead of the first move stands text, and no move.
        if self.trust == Trust::Whole && !self.record.plies().is_empty() {
            self.trust = Trust::Doubt(reason);
        }
    }

    /// A move that cannot be played is a fault of the game, since the record is not what was played.
    /// If it cannot be read, or if an unread word may be the reason, only the rest is lost, and so
    /// it is in a variation.
    fn give_up(&mut self, reason: FaultReason) -> Result<(), FaultReason> {
        let is_unread = matches!(
            reason,
            FaultReason::Null(_)
                | FaultReason::Move {
                    error: MoveTextError::Unreadable(_) | MoveTextError::Promotion(_),
                    ..
                }
        );
        // Without the letters of seats it is no game of bughouse at all.
        let is_of_one_board =
            matches!(reason, FaultReason::Unnumbered(_)) && self.record.plies().is_empty();
        match std::mem::replace(&mut self.trust, Trust::Whole) {
            _ if is_of_one_board && self.depth == 0 => return Err(reason),
            Trust::Doubt(doubt) => self.cut(doubt),
            _ if is_unread || self.depth > 0 => self.cut(reason),
            _ => return Err(reason),
        }
        Ok(())
    }

    /// Leaves out the rest of the line.
    fn cut(&mut self, reason: FaultReason) {
        self.trust = Trust::Lost;
        self.warn(match self.depth {
            0 => WarningKind::Cut(Box::new(reason)),
            _ => WarningKind::Variation(Box::new(reason)),
        });
    }

    fn play_written(&mut self, written: &Written) -> Result<(), FaultReason> {
        // A Python converter replaces the knight's letter before a drop by a glyph.
        let text = match written.text.strip_prefix("$146@") {
            Some(square) => &format!("N@{square}"),
            None => &written.text,
        };
        let seat = self.seat(written, text)?;
        let position = self.record.boards().position(seat.board);
        let number = position.fullmove_number();
        let refuse = |error| self.refusal(seat, number, error);
        let illegal = || MoveTextError::Illegal(text.clone());
        if matches!(self.trust, Trust::Doubt(_)) && !self.is_next(written.number, seat, number) {
            return Err(refuse(illegal()));
        }
        let ply = match NULL_MOVES.contains(&text.as_str()) {
            true if self.depth == 0 => return Err(FaultReason::Null(text.clone())),
            true => RecordedPly::null(seat, position),
            false => RecordedPly::new(seat, position.parse_san(text).map_err(refuse)?),
        };
        self.check_number(written.number, number);
        let before = self.record.boards().clone();
        let variations = std::mem::take(&mut self.ahead);
        self.record
            .push_in_line(RecordedPly { variations, ..ply })
            .map_err(|_| self.refusal(seat, number, illegal()))?;
        self.before = before;
        self.has_moved[seat.board.index()] = true;
        Ok(())
    }

    /// True if a move behind an unread word is the seat's next one, whether that word was a move or
    /// not: by its own number, or by that of the move before where only one color has numbers.
    fn is_next(&self, written: Option<PlyNumber>, seat: Seat, expected: u16) -> bool {
        let is_answer = || {
            seat.color == Color::Black
                && self.last.as_ref().is_some_and(|last| last.number.is_some())
        };
        written.map_or_else(is_answer, |number| fits(number, seat, expected))
    }

    /// The seat that plays a move, by its letter and by the side to move.
    fn seat(&self, written: &Written, text: &str) -> Result<Seat, FaultReason> {
        let boards = self.record.boards();
        let Some(letter) = written.number.and_then(|number| number.letter) else {
            return match self.text.variant {
                Variant::Bughouse => Err(FaultReason::Unnumbered(text.to_owned())),
                // One board needs no letters.
                Variant::Crazyhouse | Variant::Chess => Ok(boards.on_turn(BoardId::A)),
            };
        };
        let seat = written.number.and_then(|number| self.seat_of(boards, number));
        seat.ok_or_else(|| FaultReason::OutOfTurn {
            seat: board_of(letter).seat(color_of(letter)),
            text: text.to_owned(),
        })
    }

    /// The seat on turn that the letter of a number names, if it names one.
    fn seat_of(&self, boards: &Boards, number: PlyNumber) -> Option<Seat> {
        let letter = number.letter?;
        let on_turn = boards.on_turn(board_of(letter));
        let is_color = on_turn.color == color_of(letter) || !self.text.has_small_letters;
        (is_color && boards.is_on_turn(on_turn)).then_some(on_turn)
    }

    fn refusal(&self, seat: Seat, number: u16, error: MoveTextError) -> FaultReason {
        // A variation begins in mid-game, as it should.
        let is_first = self.depth == 0 && !self.has_moved[seat.board.index()];
        match error {
            error @ MoveTextError::Illegal(_) if is_first => FaultReason::MidGame { seat, error },
            error => FaultReason::Move { seat, number, error },
        }
    }

    fn check_number(&mut self, written: Option<PlyNumber>, expected: u16) {
        if let Some(PlyNumber { number: found, .. }) = written
            && found != expected
            && !self.findings.misnumbered
        {
            self.findings.misnumbered = true;
            self.warn(WarningKind::Numbering { expected, found });
        }
    }

    fn finish(&mut self) {
        let number = self.number.take().filter(|_| self.trust != Trust::Lost);
        if let Some(PlyNumber { number, letter, .. }) = number {
            let letter = letter.map_or_else(String::new, String::from);
            self.warn(WarningKind::NoMove(format!("{number}{letter}.")));
        }
        for Variation { plies, .. } in std::mem::take(&mut self.ahead) {
            let first = plies.first().map(|ply| ply.san(self.record.boards())).unwrap_or_default();
            self.warn(WarningKind::NoMove(format!("({first} …)")));
        }
    }
}
