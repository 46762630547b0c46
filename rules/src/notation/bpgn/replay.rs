//! Replay: builds the record of a game from its tokens by playing every move on the boards.

use crate::notation::{Bfen, BfenError, BfenWarning, MoveTextError};
use crate::{BoardId, Boards, Color, Seat, Variant};

use super::comment::Brace;
use super::fault::{FaultReason, Warning, WarningKind};
use super::format::names_variant;
use super::lexer::{Lexed, Lexer, Token};
use super::options::ReadOptions;
use super::raw::{PlyNumber, RawGame};
use super::record::{BpgnResult, GameRecord, RecordedPly, Variation};

/// Rule tags of bughouse.pro, with the values that mean rules which we have. Other tags do not
/// name rules.
const RULES_LIKE_OURS: &[(&str, &[&str])] = &[
    ("Promotion", &["Upgrade"]),
    ("DropAggression", &["Mate allowed"]),
    ("PawnDropRanks", &["2-7"]),
];

/// Most variations, one within the other.
const MOST_NESTED: u8 = 32;

/// The last move as it was written, to detect that it occurs twice.
#[derive(Clone, PartialEq, Eq)]
struct Written {
    number: Option<PlyNumber>,
    text: String,
}

struct Replay {
    record: GameRecord,
    variant: Variant,
    /// True if the case of the letters tells the color; some programs write capitals for both.
    has_small_letters: bool,
    line: usize,
    number: Option<PlyNumber>,
    last: Option<Written>,
    result: Option<BpgnResult>,
    warnings: Vec<Warning>,
    /// The boards before the last move, from which its variations begin.
    before: Boards,
    /// Number of variations around this line.
    depth: u8,
}

/// Builds the record of a game from its tokens, with warnings.
pub(super) fn replay(
    raw: RawGame,
    options: ReadOptions,
) -> Result<(GameRecord, Vec<Warning>), (usize, FaultReason)> {
    let (start, left_out) = start(&raw, options).map_err(|error| (raw.line, error.into()))?;
    let mut replay = Replay::new(start, options.variant, has_small_letters(&raw), raw.line);
    replay.record.set_tags(raw.tags.iter().map(|(name, value)| (&name[..], &value[..])));
    left_out.into_iter().for_each(|warning| replay.warn(warning.into()));
    let rules = foreign_rules(&raw, options.variant);
    for rule in &rules {
        replay.warn(WarningKind::ForeignRule(rule.clone()));
    }
    for Lexed { line, token } in raw.items {
        replay.line = line;
        let step = replay.step(token);
        step.map_err(|reason| (line, naming(&rules, reason)))?;
    }
    replay.finish(&raw.tags);
    Ok((replay.record, replay.warnings))
}

fn start(raw: &RawGame, options: ReadOptions) -> Result<(Boards, Vec<BfenWarning>), BfenError> {
    let ReadOptions { variant, rules } = options;
    let fen = raw.tags.iter().find(|(name, _)| name == "FEN").map(|(_, value)| value.as_str());
    let Some(fen) = fen else { return Ok((Boards::start_of(variant, rules), Vec::new())) };
    let fen = match variant {
        Variant::Bughouse => fen,
        // Text about the other board, if there is any, does not concern the game.
        Variant::Crazyhouse | Variant::Chess => fen.split('|').next().unwrap_or(fen),
    };
    let (bfen, left_out) = Bfen::start_leniently(fen, variant, rules)?;
    Ok((bfen.boards, left_out))
}

fn has_small_letters(raw: &RawGame) -> bool {
    raw.items.iter().any(|item| {
        let Token::Word(word) = &item.token else { return false };
        let number = PlyNumber::split(word).and_then(|(number, _)| number.letter);
        number.is_some_and(|letter| letter.is_ascii_lowercase())
    })
}

/// The tags that name a rule which we do not have, or another variant than the one that is read.
fn foreign_rules(raw: &RawGame, variant: Variant) -> Vec<String> {
    let is_foreign = |(name, value): &&(String, String)| {
        if name == "Variant" {
            return !names_variant(value, variant);
        }
        let known = RULES_LIKE_OURS.iter().find(|(rule, _)| rule == name);
        known.is_some_and(|(_, ours)| !ours.contains(&value.as_str()))
    };
    let foreign = raw.tags.iter().filter(is_foreign);
    foreign.map(|(name, value)| format!("{name} \"{value}\"")).collect()
}

/// Adds foreign rules to a fault: they may be the reason why a move was refused.
fn naming(rules: &[String], reason: FaultReason) -> FaultReason {
    match rules {
        [] => reason,
        rules => FaultReason::ForeignRule { rules: rules.join(", "), reason: Box::new(reason) },
    }
}

impl Replay {
    fn new(start: Boards, variant: Variant, has_small_letters: bool, line: usize) -> Self {
        Self {
            before: start.clone(),
            record: GameRecord::new(start),
            variant,
            has_small_letters,
            line,
            number: None,
            last: None,
            result: None,
            warnings: Vec::new(),
            depth: 0,
        }
    }

    fn warn(&mut self, kind: WarningKind) {
        self.warnings.push(Warning { line: self.line, kind });
    }

    fn step(&mut self, token: Token) -> Result<(), FaultReason> {
        match token {
            Token::Word(word) => self.word(&word)?,
            Token::Brace(text) => self.brace(&text),
            Token::DrawOffer => {
                if let Some(ply) = self.record.last_ply() {
                    ply.draw_offer = true;
                }
            }
            Token::Variation(text) => self.variation(&text),
            Token::BadTag(name) => self.warn(WarningKind::BadTag(name)),
            // Such tokens end a game, or are handled when it is collected.
            Token::Tag(..)
            | Token::StrayBrace
            | Token::Unclosed(_)
            | Token::TooLong
            | Token::End => {}
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), FaultReason> {
        if let Some(result) = BpgnResult::parse(word) {
            self.result(result);
            return Ok(());
        }
        if is_mark(word) {
            return Ok(());
        }
        let text = match PlyNumber::split(word) {
            Some((number, rest)) => {
                self.number = Some(number);
                rest
            }
            None => word,
        };
        if text.is_empty() {
            Ok(())
        } else if self.result.is_some() {
            self.warn(WarningKind::AfterEnd(text.to_owned()));
            Ok(())
        } else {
            self.play(text)
        }
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
        self.record.settle_reason();
    }

    fn brace(&mut self, text: &str) {
        let Brace { clock, elapsed, draw_offer, comment } = Brace::parse(text);
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

    /// Adds a variation to the last move, or a warning if it cannot be played.
    fn variation(&mut self, text: &str) {
        match self.variation_of(text) {
            Ok(variation) if variation.plies.is_empty() => {} // without a move it says nothing
            Ok(variation) => match self.record.last_ply() {
                Some(ply) => ply.variations.push(variation),
                None => self.warn(WarningKind::NoMove(format!("({text})"))),
            },
            Err(reason) => self.warn(WarningKind::Variation(Box::new(reason))),
        }
    }

    /// The moves of a variation in place of the last move.
    fn variation_of(&mut self, text: &str) -> Result<Variation, FaultReason> {
        if self.depth == MOST_NESTED {
            return Err(FaultReason::TooDeep(MOST_NESTED));
        }
        let mut line =
            Self::new(self.before.clone(), self.variant, self.has_small_letters, self.line);
        line.depth = self.depth + 1;
        line.warnings = std::mem::take(&mut self.warnings);
        let played = line.play_all(text);
        self.warnings = line.warnings;
        played.map(|()| line.record.into_variation())
    }

    /// Plays all moves of a text.
    fn play_all(&mut self, text: &str) -> Result<(), FaultReason> {
        let start = self.line;
        let mut lexer = Lexer::new(text.as_bytes());
        loop {
            let Lexed { line, token } =
                lexer.next().map_err(|error| FaultReason::Input(error.to_string()))?;
            self.line = start + line - 1;
            match token {
                Token::End => return Ok(()),
                // The game has the result, and its last comment is no reason for that.
                Token::Word(word) if BpgnResult::parse(&word).is_some() => {}
                token => self.step(token)?,
            }
        }
    }

    fn play(&mut self, text: &str) -> Result<(), FaultReason> {
        let written = Written { number: self.number.take(), text: text.to_owned() };
        match self.play_written(&written) {
            Ok(()) => self.last = Some(written),
            Err(reason) => {
                let again = self.last.as_ref().is_some_and(|last| {
                    last.text == text && (written.number.is_none() || written == *last)
                });
                if !again {
                    return Err(reason);
                }
                self.warn(WarningKind::Doubled(text.to_owned()));
            }
        }
        Ok(())
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
        let m = position.parse_san(text).map_err(refuse)?;
        self.check_number(written.number, number);
        let before = self.record.boards().clone();
        self.record
            .push(RecordedPly::new(seat, m))
            .map_err(|_| self.refusal(seat, number, MoveTextError::Illegal(text.to_owned())))?;
        self.before = before;
        Ok(())
    }

    /// The seat that plays a move, by its letter and by the side to move.
    fn seat(&self, written: &Written, text: &str) -> Result<Seat, FaultReason> {
        let unnumbered = || FaultReason::Unnumbered(text.to_owned());
        let letter = match (written.number.and_then(|number| number.letter), self.variant) {
            (Some(letter), _) => letter,
            (None, Variant::Bughouse) => return Err(unnumbered()),
            // One board needs no letters.
            (None, Variant::Crazyhouse | Variant::Chess) => {
                return Ok(self.record.boards().on_turn(BoardId::A));
            }
        };
        let board = if letter.eq_ignore_ascii_case(&'a') { BoardId::A } else { BoardId::B };
        let on_turn = self.record.boards().on_turn(board);
        let color = if letter.is_ascii_lowercase() { Color::Black } else { Color::White };
        let is_color = on_turn.color == color || !self.has_small_letters;
        match is_color && self.record.boards().is_on_turn(on_turn) {
            true => Ok(on_turn),
            false => Err(FaultReason::OutOfTurn { seat: board.seat(color), text: text.to_owned() }),
        }
    }

    fn refusal(&self, seat: Seat, number: u16, error: MoveTextError) -> FaultReason {
        // A variation begins in mid-game, as it should.
        let is_first =
            self.depth == 0 && self.record.plies().iter().all(|ply| ply.seat.board != seat.board);
        match error {
            error @ MoveTextError::Illegal(_) if is_first => FaultReason::MidGame { seat, error },
            error => FaultReason::Move { seat, number, error },
        }
    }

    fn check_number(&mut self, written: Option<PlyNumber>, expected: u16) {
        let is_told = self.warnings.iter().any(|w| matches!(w.kind, WarningKind::Numbering { .. }));
        if let Some(PlyNumber { number: found, .. }) = written
            && found != expected
            && !is_told
        {
            self.warn(WarningKind::Numbering { expected, found });
        }
    }

    fn finish(&mut self, tags: &[(String, String)]) {
        if let Some(PlyNumber { number, letter }) = self.number {
            let letter = letter.map_or_else(String::new, String::from);
            self.warn(WarningKind::NoMove(format!("{number}{letter}.")));
        }
        self.record.settle_reason();
        let tag = tags.iter().find(|(name, _)| name == "Result");
        let tag = tag.and_then(|(_, value)| BpgnResult::parse(value.trim()));
        let result = match (tag, self.result) {
            (Some(tag), Some(text)) if tag != text => {
                self.warn(WarningKind::ResultsDisagree(tag, text));
                // The text is nearer to the game, but a star only means that no result is given.
                if text == BpgnResult::Unfinished { tag } else { text }
            }
            (tag, text) => text.or(tag).unwrap_or_default(),
        };
        self.record.set_result(result);
    }
}

/// True for a glyph such as `$1` or a mark such as `!?`, which stands alone.
fn is_mark(word: &str) -> bool {
    let is_glyph = word.strip_prefix('$').is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    });
    is_glyph
        || ["e.p.", "ep", "ep."].contains(&word)
        || word.chars().all(|mark| "+#!?=.".contains(mark))
}
