//! What an engine receives.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt;

use super::time::{Minutes, Seconds};
use super::{GameResult, HoldingUpdate, Reply, write_spaced};
use crate::text::{Line, Reason, Word};

/// A line from the program that runs the engine.
///
/// Its printer writes the line again. The two agree on everything that the parser returns, and on
/// everything else but an [`Unknown`](Self::Unknown) or [`Malformed`](Self::Malformed) line that is
/// neither, and an option whose name has an equals sign in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    // The conversation.
    /// `xboard`: CECP is spoken from here on.
    Xboard,
    /// `protover N`: name your features.
    Protover(u32),
    /// `accepted NAME`: the feature is understood.
    Accepted(Word),
    /// `rejected NAME`: it is not.
    Rejected(Word),
    /// `ping N`: answer when everything before it is done.
    Ping(u64),
    /// `quit`
    Quit,
    /// `memory MB`: what all tables together may take.
    Memory(u64),
    /// `cores N`
    Cores(u32),
    /// `egtpath KIND PATH`: where endgame tables lie.
    EgtPath {
        /// Of which format.
        kind: Word,
        /// Where.
        path: Line,
    },
    /// `option NAME` presses a button, `option NAME=VALUE` sets a value.
    SetOption {
        /// May have blanks in it, but no equals sign.
        name: Line,
        /// May be empty, which is not the same as missing.
        value: Option<Line>,
    },

    // The game.
    /// `new`: the usual start, with the engine as Black.
    New,
    /// `variant NAME`: comes after `new`, or alone before a bughouse game on a server.
    Variant(Word),
    /// `setboard FEN`
    SetBoard(Line),
    /// `edit`: what follows puts men on squares, until a dot alone.
    Edit,
    /// `random`: a relic that still comes with each `new`.
    Random,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move, from now on.
    Go,
    /// `playother`: play the side that is *not* to move.
    PlayOther,
    /// `white`: a relic of `colors=1`; White is to move, the engine is Black.
    White,
    /// `black`: the reverse.
    Black,
    /// `usermove M`
    UserMove(Word),
    /// A bare line that [looks like a move](super::looks_like_move), from programs that know no
    /// `usermove`.
    Move(Word),
    /// `?`: move now.
    MoveNow,
    /// `draw`: the opponent offers one.
    Draw,
    /// `result R {TEXT}`
    Result {
        /// To be believed.
        result: GameResult,
        /// Not to be.
        text: Line,
    },
    /// `undo`: take back one ply.
    Undo,
    /// `remove`: take back two.
    Remove,
    /// `hint`: name a move for the user.
    Hint,
    /// `bk`: show the book.
    Book,
    /// `pause`: stop thinking, and stop the clocks.
    Pause,
    /// `resume`: go on.
    Resume,

    // Clocks and limits.
    /// `level MOVES BASE INC`
    Level {
        /// Moves to a time control, 0 if one is for the whole game.
        moves: u32,
        /// Time for them.
        base_ms: u64,
        /// Added with each move.
        increment_ms: u64,
    },
    /// `st SECONDS`: an exact time for each move.
    MoveTime {
        /// That time.
        ms: u64,
    },
    /// `sd DEPTH`
    Depth(u32),
    /// `nps N`: a second is that many nodes; 0 means processor time.
    NodesPerSecond(u64),
    /// `time CS`: the engine's clock.
    Time {
        /// Below zero after a flag that nobody called.
        centiseconds: i64,
    },
    /// `otim CS`: the clock of its opponent, on the same board.
    OpponentTime {
        /// Below zero after a flag that nobody called.
        centiseconds: i64,
    },

    // Thinking aloud.
    /// `hard`: think in the opponent's time too.
    Hard,
    /// `easy`: do not.
    Easy,
    /// `post`: show the thinking.
    Post,
    /// `nopost`: do not.
    NoPost,
    /// `analyze`: think about the position until told otherwise.
    Analyze,
    /// `.`: how far is the analysis?
    Status,
    /// `exit`: the end of the analysis.
    Exit,
    /// `exclude M`, `exclude all` or `exclude best`: leave moves out of it.
    Exclude(MoveChoice),
    /// `include M` or `include all`: take them in again.
    Include(MoveChoice),

    // Opponents and partners.
    /// `name TEXT`: of the opponent on this board.
    Name(Line),
    /// `rating OWN THEIRS`, 0 if not known.
    Rating {
        /// The engine's.
        own: i32,
        /// Its opponent's.
        opponent: i32,
    },
    /// `ics HOST`: games come from this server, or from none if it is `-`.
    Ics(Word),
    /// `computer`: the opponent is one.
    Computer,
    /// `partner NAME`, or `partner` alone when there is none any more.
    Partner(Option<Line>),
    /// `ptell TEXT`: the partner says this.
    Ptell(Line),
    /// `holding [WHITE] [BLACK] XY`
    Holding(HoldingUpdate),
    /// `pmove M`: a move on the partner's board, where `otherboard=1` is understood.
    PartnerMove(Word),
    /// `pholding [WHITE] [BLACK]`: the holdings of the partner's board, likewise.
    PartnerHolding(HoldingUpdate),

    // The rest.
    /// An empty line.
    Blank,
    /// A known command that cannot be understood.
    Malformed {
        /// The line as it came.
        line: Line,
        /// The form that it should have.
        expected: &'static str,
    },
    /// Any other line, as it came.
    Unknown(Line),
}

/// Some of the moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveChoice {
    /// This one.
    Move(Word),
    /// All of them.
    All,
    /// The one that looks best.
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

/// The commands that are one word and nothing else.
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
    /// What the protocol has an engine answer to a line that it cannot understand.
    ///
    /// `None` if this one was understood.
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

/// Without the end of the line.
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
    /// The word of a command that has no arguments.
    fn plain_name(&self) -> Option<&'static str> {
        PLAIN.iter().find(|(_, command)| command == self).map(|&(name, _)| name)
    }
}
