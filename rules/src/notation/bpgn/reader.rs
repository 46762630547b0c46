//! Reader of game records from a stream, one game at a time.

use std::io::{self, BufRead};

use super::fault::{Fault, FaultReason, Warning, WarningKind};
use super::lexer::{LONGEST_GAME, Lexed, Lexer, Token};
use super::options::{ReadOptions, ReplayRules};
use super::raw::RawGame;
use super::record::GameRecord;
use super::replay::replay;

/// A game that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// The game.
    pub record: GameRecord,
    /// The line on which the game starts, from 1.
    pub line: usize,
    /// Number of the game in the input, from 1; games with a fault count too.
    pub game: usize,
    /// Warnings about the game.
    pub warnings: Vec<Warning>,
}

impl ReadGame {
    /// The warnings that the rest of the game was left out, at most one: its last moves are not those
    /// of the record.
    pub fn cuts(&self) -> impl Iterator<Item = &Warning> {
        self.warnings.iter().filter(|warning| matches!(warning.kind, WarningKind::Cut(_)))
    }
}

/// Iterator over the games of a stream, which it reads leniently; see the
/// [module documentation](super).
///
/// A game ends where the tags of the next one start, after its result, or with the input.
pub struct Reader<R> {
    lexer: Lexer<R>,
    rules: ReplayRules,
    /// The first token of the next game, if it has been read.
    held: Option<Lexed>,
    game: usize,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of bughouse games by the rules of servers.
    pub fn new(input: R) -> Self {
        Self::with_options(input, ReadOptions::default())
    }

    /// A reader with the variant and the rules given, or with those that each record tells.
    pub fn with_options(input: R, rules: impl Into<ReplayRules>) -> Self {
        let (lexer, rules) = (Lexer::new(input), rules.into());
        Self { lexer, rules, held: None, game: 0, ended: false }
    }

    /// The tokens of the next game, `None` if there is none.
    fn collect(&mut self) -> Result<Option<RawGame>, (usize, FaultReason)> {
        let mut raw = RawGame::default();
        self.lexer.start_game();
        loop {
            let lexed = self.take()?;
            match lexed.token {
                Token::End => {
                    self.ended = true;
                    return Ok(Some(raw).filter(|raw| !raw.is_empty()));
                }
                Token::TooLong => {
                    self.skip_to_tag()?;
                    return Err((lexed.line, FaultReason::TooLong(LONGEST_GAME)));
                }
                ref token if raw.ends_before(token) => {
                    self.held = Some(lexed);
                    return Ok(Some(raw));
                }
                _ => raw.push(lexed),
            }
        }
    }

    fn take(&mut self) -> Result<Lexed, (usize, FaultReason)> {
        if let Some(held) = self.held.take() {
            return Ok(held);
        }
        self.lexer.next().map_err(|error| self.fail(&error))
    }

    fn skip_to_tag(&mut self) -> Result<(), (usize, FaultReason)> {
        loop {
            self.lexer.start_game();
            let lexed = self.take()?;
            match lexed.token {
                Token::Tag(..) | Token::End => {
                    self.held = Some(lexed);
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    fn fail(&mut self, error: &io::Error) -> (usize, FaultReason) {
        self.ended = true;
        (self.lexer.line(), FaultReason::Input(error.to_string()))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<ReadGame, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let raw = self.collect().transpose()?;
        self.game += 1;
        let game = self.game;
        let read = raw.and_then(|raw| {
            let line = raw.line;
            let options = self.rules.of(&raw).map_err(|reason| (line, reason))?;
            let (record, warnings) = replay(&raw, options)?;
            Ok(ReadGame { record, line, game, warnings })
        });
        Some(read.map_err(|(line, reason)| Fault { line, game, reason }))
    }
}
