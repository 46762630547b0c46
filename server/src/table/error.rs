//! Errors of tables: things that cannot be done at one, with its seats, or in its game.

use tandem_rules::notation::{BfenError, MoveTextError};
use tandem_rules::{Millis, RuleError, Seat, TimeControlError};

use crate::secret::NoRandomness;

/// Error for something that a table does not do; it is said to people, as all of these are.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TableError {
    #[error("you are not at a table")]
    NotHere,
    #[error("this table has ended")]
    Ended,
    #[error("onlookers can only watch")]
    Onlooker,
    #[error("only who made the table can do that")]
    NotOwner,
    #[error("nobody at this table has this key")]
    Key,
    #[error("this invitation is used, withdrawn, or was never given")]
    Invitation,
    #[error("this invitation was used: {name} took {seat}")]
    InvitationUsed { seat: Seat, name: String },
    #[error("this invitation was withdrawn: {0} went to somebody else")]
    InvitationWithdrawn(Seat),
    #[error("you have no seat")]
    NoSeat,
    #[error("{0} is not in play")]
    NotInPlay(Seat),
    #[error("there is one board only")]
    OneBoard,
    #[error("a game is running")]
    GameRuns,
    #[error("no game is about to begin")]
    NoGameAhead,
    #[error("there is no game to follow")]
    NoGameBefore,
    #[error("you made this table: begin the next game yourself")]
    OwnRematch,
    #[error("there is no game that is over")]
    NoRecord,
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
}

/// Error for choices with which no table is made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SetupError {
    #[error("{length} characters are too many for rules, at most {most}")]
    LongRules { length: usize, most: usize },
    #[error(transparent)]
    Rules(#[from] RuleError),
    #[error(transparent)]
    Clock(#[from] TimeControlError),
    #[error("a clock of {} s is not played here, expected 1 s to a day", .0.seconds())]
    BaseTime(Millis),
    #[error("Tandem has no strength of {elo}, expected {least} to {most}")]
    Level { elo: u16, least: u16, most: u16 },
    #[error(transparent)]
    Start(#[from] BfenError),
}

/// Error for something that a player may not do in a game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GameError {
    #[error("no game is running")]
    NoGame,
    #[error("{0} is not your seat")]
    NotYourSeat(Seat),
    #[error("{0} has moved already")]
    Moved(Seat),
    #[error("{0} is not on turn")]
    NotOnTurn(Seat),
    #[error(transparent)]
    Move(#[from] MoveTextError),
    #[error("{seat} may not play {m} now")]
    NotNow { seat: Seat, m: String },
    #[error("there is no partner on one board")]
    NoPartner,
    #[error("the word to your partner is empty")]
    EmptyWord,
    #[error("{length} characters are too many, at most {most} are told")]
    LongWord { length: usize, most: usize },
    #[error("{0} words are enough for a game")]
    ManyWords(usize),
    #[error("{0} word a second is told; wait a moment")]
    HastyWord(u32),
}
