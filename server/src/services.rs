//! The services that the program gives to the server, which knows no engine.

use std::io::{self, BufRead, Cursor};

use crossbeam::channel::Receiver;
use serde_json::Value;
use tandem_arbiter::{Endpoint, Mailroom};
use tandem_rules::notation::bpgn::{GameRecord, ReadGame};
use tandem_rules::{BoardId, MateRule, Move, Position, Seat, Team};

use crate::message::{
    AnalysisPosition, BoardMove, BoardScore, ExplorerAnswer, ExplorerQuestion, Level, Mating,
    PuzzleKind, PuzzleSolution, TeamPlans,
};

/// All services of the program.
pub struct Services {
    /// Name and version of the program.
    pub program: String,
    /// The lowest and the highest Elo of its players that are not at full strength.
    pub elo: [u16; 2],
    /// Players for empty seats.
    pub players: Box<dyn Players>,
    /// Analysts of positions and games.
    pub analysts: Box<dyn Analysts>,
    /// The page of a report without its games, which are appended to it.
    pub report: &'static str,
    /// Finders of puzzles in games.
    pub puzzlers: Box<dyn Puzzlers>,
    /// Reporters on players.
    pub reporters: Box<dyn Reporters>,
    /// The reader of compressed files.
    pub unpack: Unpack,
    /// Many games whose positions can be looked up; `None` if there are none.
    pub explorer: Option<Box<dyn GamesExplorer>>,
}

/// A reader of the content of a file: unpacked if it is compressed, else as it is.
pub type Unpack = fn(Cursor<Vec<u8>>) -> io::Result<Box<dyn BufRead + Send>>;

/// Error of a service: one line on why it cannot do something, for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ServiceError(pub String);

/// Players for the seats that are not a person's.
pub trait Players: Send + Sync {
    /// Starts a player; its answers go to the mailroom.
    ///
    /// # Errors
    /// [`ServiceError`] if it cannot be started.
    fn seat(
        &self,
        order: &Order<'_>,
        mailroom: &Mailroom,
    ) -> Result<Box<dyn Endpoint>, ServiceError>;
}

/// The order of a player for one seat.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The rule set, with rules that override it.
    pub rules: &'a str,
    /// Strength and pace.
    pub level: Level,
    /// Name of its partner.
    pub partner: &'a str,
}

/// Analysts of positions and games.
pub trait Analysts: Send + Sync {
    /// An analyzer of positions. What it finds is told by `tell`, from any thread.
    fn analyzer(&self, tell: Box<dyn Fn(u32, Finding) + Send + Sync>) -> Box<dyn Analyzer>;

    /// Analyzes each move of a game; `progress` is called after each. `None` once `stop` closes.
    fn review(
        &self,
        game: &ReadGame,
        effort: Effort,
        progress: &(dyn Fn() + Sync),
        stop: &Receiver<()>,
    ) -> Option<Reviewed>;
}

/// The effort of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// That of `tandem analyze`.
    Whole,
    /// A fraction of it: for players who have just got up from their game.
    Quick,
}

/// Analyzes one position after the other. It stops when it is dropped.
pub trait Analyzer: Send {
    /// Begins to analyze a position under a number, in place of the one before.
    ///
    /// # Errors
    /// [`ServiceError`] if the position cannot be analyzed; the one before is no longer analyzed then.
    fn begin(
        &mut self,
        id: u32,
        position: &AnalysisPosition,
        wanted: Wanted,
    ) -> Result<(), ServiceError>;

    /// Stops.
    fn stop(&mut self);
}

/// What is wanted of the analysis of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Number of best lines for each board.
    pub lines: usize,
    /// The team whose plans are wanted.
    pub team: Team,
    /// The board on which it may not sit.
    pub must_move: Option<BoardId>,
}

/// Something found about a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding {
    /// The lines of a board so far.
    Board(BoardScore),
    /// The share of such games that team one wins.
    Wins(f64),
    /// The plans of a team so far.
    Plans(TeamPlans),
    /// The pieces that mate, for White and Black of each board.
    Mates(Vec<[Option<Mating>; 2]>),
    /// The search has ended by itself, for this reason.
    Done(String),
}

/// A game that was analyzed.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// The game as in a report.
    pub game: Value,
    /// The game with the analysis in comments.
    pub bpgn: String,
}

/// Finds and judges puzzles.
pub trait Puzzlers: Send + Sync {
    /// The puzzles of a game. `goes_on` is called before each question; `None` once it is false.
    fn find(&self, game: &GameRecord, goes_on: &dyn Fn() -> bool) -> Option<Vec<FoundPuzzle>>;

    /// The puzzles that come with the program.
    fn set(&self) -> &[SetPuzzle];

    /// Judges a move of the side to move, which is to mate by checks alone.
    fn judge(&self, position: &Position, m: Move, rule: MateRule) -> Judged;
}

/// Reporters on players.
pub trait Reporters: Send + Sync {
    /// Begins a report on the player with this name, in any case.
    fn begin(&self, player: &str) -> Box<dyn PlayerStudy>;
}

/// A report on a player that grows game by game, and then move by move.
pub trait PlayerStudy: Send {
    /// Adds a game of the archive; one that the player has not played changes nothing.
    fn add(&mut self, game: i64, record: &GameRecord);

    /// The report so far, as `tandem players --json` prints it; `None` if no game was the player's.
    fn report(&self) -> Option<Value>;

    /// Chooses moves of the games, of which no more come, for the engine to judge, and returns their number.
    fn sample(&mut self) -> usize;

    /// Lets the engine judge the next few moves of the sample, and returns the number of all that it has
    /// judged; `None` once `stop` closes.
    fn judge(&mut self, stop: &Receiver<()>) -> Option<usize>;
}

/// A puzzle that comes with the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetPuzzle {
    /// Its number, below 0: those from games are above it. It is the same in all sets that have the
    /// puzzle.
    pub number: i64,
    /// The Elo of a player who solves it every other time.
    pub rating: u16,
    /// The puzzle.
    pub found: FoundPuzzle,
}

/// A puzzle as it was found in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    /// Number of moves on both boards before it.
    pub ply: u32,
    /// The seat that is asked; it is on turn.
    pub seat: Seat,
    /// The question.
    pub kind: PuzzleKind,
    /// Number of moves of the mate; 0 if there is none.
    pub moves: u32,
    /// The position.
    pub position: AnalysisPosition,
    /// The squares of the last move on each board.
    pub last: Vec<Vec<String>>,
    /// The solution.
    pub solution: PuzzleSolution,
}

/// A move of a mate as it was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// It mates.
    Mates,
    /// A mate follows each reply; this one holds out longest. It may drop a piece that arrives.
    Leads(Move),
    /// It does not lead to mate by checks.
    Fails,
    /// The limits were too low to decide.
    Undecided,
}

/// Many games, by their positions.
pub trait GamesExplorer: Send + Sync {
    /// Number of boards.
    fn boards(&self) -> u32;

    /// The moves that were played.
    ///
    /// # Errors
    /// [`ServiceError`] if the question has no sense, or the games cannot be read.
    fn ask(&self, question: &ExplorerQuestion) -> Result<ExplorerAnswer, ServiceError>;

    /// The share of such games that the team of the mover wins after a move; `None` once `stop`
    /// closes, and for a move that is not judged.
    fn judge(&self, question: &ExplorerQuestion, m: &BoardMove, stop: &Receiver<()>)
    -> Option<f64>;

    /// The game of a board as BPGN.
    ///
    /// # Errors
    /// [`ServiceError`] if there is no such board, or its partner or the order of moves is not known.
    fn game(&self, board: u32) -> Result<String, ServiceError>;
}

#[cfg(test)]
pub(crate) mod tests {
    use tandem_arbiter::News;

    use super::*;

    /// Parts that do nothing.
    pub(crate) fn services() -> Services {
        Services {
            program: "Test".to_owned(),
            elo: [500, 2850],
            players: Box::new(Idle),
            analysts: Box::new(Idle),
            report: "",
            puzzlers: Box::new(Idle),
            reporters: Box::new(Idle),
            unpack: |file| Ok(Box::new(file)),
            explorer: None,
        }
    }

    struct Idle;

    impl Players for Idle {
        fn seat(&self, _: &Order<'_>, _: &Mailroom) -> Result<Box<dyn Endpoint>, ServiceError> {
            Ok(Box::new(Self))
        }
    }

    impl Endpoint for Idle {
        fn name(&self) -> String {
            "idle".to_owned()
        }

        fn hear(&mut self, _: &News) {}
    }

    impl Analysts for Idle {
        fn analyzer(&self, _: Box<dyn Fn(u32, Finding) + Send + Sync>) -> Box<dyn Analyzer> {
            Box::new(Self)
        }

        fn review(
            &self,
            _: &ReadGame,
            _: Effort,
            _: &(dyn Fn() + Sync),
            _: &Receiver<()>,
        ) -> Option<Reviewed> {
            None
        }
    }

    impl Analyzer for Idle {
        fn begin(&mut self, _: u32, _: &AnalysisPosition, _: Wanted) -> Result<(), ServiceError> {
            Ok(())
        }

        fn stop(&mut self) {}
    }

    impl Reporters for Idle {
        fn begin(&self, _: &str) -> Box<dyn PlayerStudy> {
            Box::new(Self)
        }
    }

    impl PlayerStudy for Idle {
        fn add(&mut self, _: i64, _: &GameRecord) {}

        fn report(&self) -> Option<Value> {
            None
        }

        fn sample(&mut self) -> usize {
            0
        }

        fn judge(&mut self, _: &Receiver<()>) -> Option<usize> {
            None
        }
    }

    impl Puzzlers for Idle {
        fn find(&self, _: &GameRecord, _: &dyn Fn() -> bool) -> Option<Vec<FoundPuzzle>> {
            None
        }

        fn set(&self) -> &[SetPuzzle] {
            &[]
        }

        fn judge(&self, _: &Position, _: Move, _: MateRule) -> Judged {
            Judged::Undecided
        }
    }
}
