//! Faults: reasons why a player cannot play a game, or go on in it.

use tandem_rules::PlayError;
use tandem_rules::notation::MoveTextError;

/// The reason why a player cannot play a game or go on in it, for which its team loses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerFault {
    /// It cannot play this game.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Its process has failed.
    #[error(transparent)]
    Process(#[from] ProcessFault),
    /// It has said something that it may not say.
    #[error(transparent)]
    Said(#[from] SaidFault),
    /// It does not answer, and its flag cannot fall.
    #[error("no answer")]
    Silent,
    /// A reason of its own, of a player that is no process.
    #[error("{0}")]
    Own(String),
}

/// The reason why an engine cannot play a game, known before it begins.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It does not name the variant, whose name in its protocol this is.
    #[error("it does not play {0}")]
    Variant(&'static str),
    /// It has no option for castling by the rules of Chess960.
    #[error("it does not play Chess960")]
    Chess960,
    /// It has no option for both seats of a team.
    #[error("it does not play a team: it does not offer Team")]
    Team,
    /// It has no command for positions other than the usual one.
    #[error("it cannot set up a position")]
    Position,
    /// It has no feature for a clock that counts nodes.
    #[error("it cannot play on the node clock: it does not offer nps")]
    NodeClock,
    /// Nothing limits its searches: it is told of no clock, and of no number of nodes.
    #[error("it cannot play {clock}: it has no node limit for a move")]
    Unlimited {
        /// The kind of clock that it cannot read.
        clock: &'static str,
    },
    /// It does not offer this option, which it has to be sent.
    #[error("it does not offer the option `{0}`")]
    Option(String),
}

/// A failure of the process of an engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProcessFault {
    /// The program cannot be started.
    #[error("cannot start `{program}`: {reason}")]
    Start {
        /// Name or path of the program.
        program: String,
        /// The error of the system.
        reason: String,
    },
    /// It has ended, with this exit status.
    #[error("the engine has quit: {0}")]
    Quit(String),
    /// It has not answered this command in time.
    #[error("no answer to {0}")]
    NoAnswer(&'static str),
    /// It has printed a line that is too long.
    #[error("the engine prints a line of more than 64 KiB")]
    LongLine,
    /// It prints more than any engine has to say.
    #[error("the output of the engine does not end")]
    Endless,
    /// Too much waits for it to be read.
    #[error("it does not read its input")]
    Unread,
}

/// Something that an engine may not say.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaidFault {
    /// A move for which it was not asked.
    #[error("it moves out of turn: `{0}`")]
    OutOfTurn(String),
    /// A move that is none, or not legal.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// One move of a team, which has two.
    #[error("`{0}` is not a pair of moves")]
    OneMove(String),
    /// No move, though it has a legal one.
    #[error("it has a legal move and plays none: `{0}`")]
    NoMove(String),
    /// A complaint about a legal move of its opponent.
    #[error("it refuses the legal move `{0}`")]
    Refusal(String),
    /// A line without the form that its first word asks for.
    #[error("`{line}`, expected {expected}")]
    Malformed {
        /// The line.
        line: String,
        /// The form that it should have.
        expected: &'static str,
    },
    /// Another message, after too many.
    #[error("it sends too many messages")]
    TooMuch,
    /// A move that the game does not take.
    #[error(transparent)]
    Play(#[from] PlayError),
}
