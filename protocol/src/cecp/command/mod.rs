//! Lines to an engine.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt;

use super::time::{Minutes, Seconds};
use super::{GameResult, HoldingUpdate, Reply, write_spaced};
use crate::text::{Line, Reason, Word};

/// A line to an engine, from the program that runs it.
///
/// The printer inverts the parser: the two agree on everything that the parser returns. They also
/// agree on all other values, except an [`Unknown`](Self::Unknown) or
/// [`Malformed`](Self::Malformed) line that is neither, and an option whose name contains an equals
/// sign.
///
/// ```
/// use tandem_protocol::cecp::Command;
///
/// let Command::Holding(update) = Command::parse("holding [QPP] [n] WQ") else { unreachable!() };
/// assert_eq!(update.white.to_string(), "QPP");
/// assert_eq!(Command::Time { centiseconds: 1500 }.to_string(), "time 1500");
/// let malformed = Command::parse("time soon");
/// let complaint = malformed.complaint().expect("it is refused");
/// assert!(complaint.to_string().ends_with(": time soon"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    // Session.
    /// `xboard`: CECP begins.
    Xboard,
    /// `protover N`: the protocol version; the engine answers with its features.
    Protover(u32),
    /// `accepted NAME`: the feature is supported.
    Accepted(Word),
    /// `rejected NAME`: the feature is not supported.
    Rejected(Word),
    /// `ping N`: answer when all earlier commands are done.
    Ping(u64),
    /// `quit`: exit.
    Quit,
    /// `memory MB`: memory limit of all tables together, in megabytes.
    Memory(u64),
    /// `cores N`: the number of processor cores to use.
    Cores(u32),
    /// `egtpath KIND PATH`: the location of endgame tables.
    EgtPath {
        /// Format of the tables.
        kind: Word,
        /// Path of the tables.
        path: Line,
    },
    /// `option NAME` presses a button, `option NAME=VALUE` sets a value.
    SetOption {
        /// Name; may contain blanks, but no equals sign.
        name: Line,
        /// Value; an empty one differs from a missing one.
        value: Option<Line>,
    },

    // Game.
    /// `new`: set up the start position, with the engine as Black.
    New,
    /// `variant NAME`: follows `new`, or comes alone before a bughouse game on a server.
    Variant(Word),
    /// `setboard FEN`: set up a position.
    SetBoard(Line),
    /// `edit`: the following lines place pieces on squares, until a line with a single dot.
    Edit,
    /// `random`: obsolete, but still sent with each `new`.
    Random,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move, from now on.
    Go,
    /// `playother`: play the side that is *not* to move.
    PlayOther,
    /// `white`: obsolete, sent with `colors=1`; White is to move, the engine is Black.
    White,
    /// `black`: obsolete, sent with `colors=1`; Black is to move, the engine is White.
    Black,
    /// `usermove M`: a move of the opponent.
    UserMove(Word),
    /// A bare line that [looks like a move](super::looks_like_move), from programs that do not know
    /// `usermove`.
    Move(Word),
    /// `?`: move now.
    MoveNow,
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result R {TEXT}`: the game is over.
    Result {
        /// The result, which is reliable.
        result: GameResult,
        /// The stated reason, which may be wrong.
        text: Line,
    },
    /// `undo`: take back one ply.
    Undo,
    /// `remove`: take back two plies.
    Remove,
    /// `hint`: suggest a move to the user.
    Hint,
    /// `bk`: show the book moves.
    Book,
    /// `pause`: stop the search and the clocks.
    Pause,
    /// `resume`: continue after `pause`.
    Resume,

    // Clocks and limits.
    /// `level MOVES BASE INC`: the time control.
    Level {
        /// Moves per time control, 0 for one that covers the whole game.
        moves: u32,
        /// Base time in milliseconds.
        base_ms: u64,
        /// Increment for each move in milliseconds.
        increment_ms: u64,
    },
    /// `st SECONDS`: an exact time for each move.
    MoveTime {
        /// Time for each move in milliseconds.
        ms: u64,
    },
    /// `sd DEPTH`: the depth limit, in plies.
    Depth(u32),
    /// `nps N`: this many nodes count as a second; 0 means processor time.
    NodesPerSecond(u64),
    /// `time CS`: the engine's clock.
    Time {
        /// Time left in centiseconds, negative after a flag that nobody called.
        centiseconds: i64,
    },
    /// `otim CS`: the clock of the engine's opponent on the same board.
    OpponentTime {
        /// Time left in centiseconds, negative after a flag that nobody called.
        centiseconds: i64,
    },

    // Pondering, thinking output and analysis.
    /// `hard`: ponder, that is think in the opponent's time.
    Hard,
    /// `easy`: do not ponder.
    Easy,
    /// `post`: send thinking output.
    Post,
    /// `nopost`: do not send thinking output.
    NoPost,
    /// `analyze`: analyze the position until told otherwise.
    Analyze,
    /// `.`: report the state of the analysis.
    Status,
    /// `exit`: end the analysis.
    Exit,
    /// `exclude M`, `exclude all` or `exclude best`: leave moves out of the analysis.
    Exclude(MoveChoice),
    /// `include M` or `include all`: include moves again.
    Include(MoveChoice),

    // Opponents and partners.
    /// `name TEXT`: the name of the opponent on this board.
    Name(Line),
    /// `rating OWN THEIRS`: the ratings of the players, 0 if not known.
    Rating {
        /// Rating of the engine.
        own: i32,
        /// Rating of its opponent.
        opponent: i32,
    },
    /// `ics HOST`: the server that games come from, `-` for none.
    Ics(Word),
    /// `computer`: the opponent is a computer.
    Computer,
    /// `partner NAME`: the engine's partner; `partner` alone: it has none any more.
    Partner(Option<Line>),
    /// `ptell TEXT`: a message from the partner.
    Ptell(Line),
    /// `holding [WHITE] [BLACK] XY`: the holdings of this board.
    Holding(HoldingUpdate),
    /// `pmove M`: a move on the partner's board, from hosts that accept `otherboard=1`.
    PartnerMove(Word),
    /// `pholding [WHITE] [BLACK]`: the holdings of the partner's board, from the same hosts.
    PartnerHolding(HoldingUpdate),

    // Other lines.
    /// An empty line.
    Blank,
    /// A known command with wrong arguments.
    Malformed {
        /// The line as received.
        line: Line,
        /// The form that the command should have.
        expected: &'static str,
    },
    /// Any other line, as received.
    Unknown(Line),
}

/// One or more moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveChoice {
    /// This move.
    Move(Word),
    /// All moves.
    All,
    /// The best move so far.
    Best,
}

impl MoveChoice {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "all" => Some(Self::All),
            "best" => Some(Self::Best),
            text => Word::new(text).map(Self::Move),
        }
    }
}

impl fmt::Display for MoveChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(text) => f.write_str(text),
            Self::All => f.write_str("all"),
            Self::Best => f.write_str("best"),
        }
    }
}

/// The commands that consist of a single word.
static PLAIN: &[(&str, Command)] = &[
    ("xboard", Command::Xboard),
    ("quit", Command::Quit),
    ("new", Command::New),
    ("edit", Command::Edit),
    ("random", Command::Random),
    ("force", Command::Force),
    ("go", Command::Go),
    ("playother", Command::PlayOther),
    ("white", Command::White),
    ("black", Command::Black),
    ("?", Command::MoveNow),
    ("draw", Command::Draw),
    ("undo", Command::Undo),
    ("remove", Command::Remove),
    ("hint", Command::Hint),
    ("bk", Command::Book),
    ("pause", Command::Pause),
    ("resume", Command::Resume),
    ("hard", Command::Hard),
    ("easy", Command::Easy),
    ("post", Command::Post),
    ("nopost", Command::NoPost),
    ("analyze", Command::Analyze),
    (".", Command::Status),
    ("exit", Command::Exit),
    ("computer", Command::Computer),
];

impl Command {
    /// The answer that the protocol requires to a line that the engine cannot understand. `None` if
    /// it understood the line.
    pub fn complaint(&self) -> Option<Reply> {
        let (reason, line) = match self {
            Self::Unknown(line) => (Reason::new("unknown command"), line),
            Self::Malformed { line, expected } => {
                (Reason::new(&format!("bad command, expected {expected}")), line)
            }
            _ => return None,
        };
        Some(Reply::Error { reason, text: line.clone() })
    }
}

/// The line without its end.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Protover(version) => write!(f, "protover {version}"),
            Self::Accepted(name) => write!(f, "accepted {name}"),
            Self::Rejected(name) => write!(f, "rejected {name}"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Memory(megabytes) => write!(f, "memory {megabytes}"),
            Self::Cores(count) => write!(f, "cores {count}"),
            Self::EgtPath { kind, path } => write!(f, "egtpath {kind} {path}"),
            Self::SetOption { name, value: None } => write!(f, "option {name}"),
            Self::SetOption { name, value: Some(value) } => write!(f, "option {name}={value}"),
            Self::Variant(name) => write!(f, "variant {name}"),
            Self::SetBoard(fen) => write!(f, "setboard {fen}"),
            Self::UserMove(text) => write!(f, "usermove {text}"),
            Self::Exclude(choice) => write!(f, "exclude {choice}"),
            Self::Include(choice) => write!(f, "include {choice}"),
            Self::Result { result, text } => {
                f.write_str("result ")?;
                result.write_with_text(f, text)
            }
            Self::Level { moves, base_ms, increment_ms } => {
                write!(f, "level {moves} {} {}", Minutes(*base_ms), Seconds(*increment_ms))
            }
            Self::MoveTime { ms } => write!(f, "st {}", Seconds(*ms)),
            Self::Depth(depth) => write!(f, "sd {depth}"),
            Self::NodesPerSecond(rate) => write!(f, "nps {rate}"),
            Self::Time { centiseconds } => write!(f, "time {centiseconds}"),
            Self::OpponentTime { centiseconds } => write!(f, "otim {centiseconds}"),
            Self::Name(name) => write_spaced(f, "name", name),
            Self::Rating { own, opponent } => write!(f, "rating {own} {opponent}"),
            Self::Ics(host) => write!(f, "ics {host}"),
            Self::Partner(name) => write_spaced(f, "partner", name.as_deref().unwrap_or("")),
            Self::Ptell(text) => write_spaced(f, "ptell", text),
            Self::Holding(update) => write!(f, "holding {update}"),
            Self::PartnerMove(text) => write!(f, "pmove {text}"),
            Self::PartnerHolding(update) => write!(f, "pholding {update}"),
            Self::Move(text) => f.write_str(text),
            Self::Malformed { line, .. } | Self::Unknown(line) => f.write_str(line),
            plain => f.write_str(plain.plain_name().unwrap_or("")),
        }
    }
}

impl Command {
    /// The word of a command without arguments.
    fn plain_name(&self) -> Option<&'static str> {
        PLAIN.iter().find(|(_, command)| command == self).map(|&(name, _)| name)
    }
}
