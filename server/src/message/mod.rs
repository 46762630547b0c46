//! Messages between the page and the server: JSON, one text frame of a WebSocket each.
//!
//! `docs/serve.md` describes who sends which of them, and when. The page's types in `web/src/wire/`
//! are made from those of this module.

mod analysis;
mod archive;
mod explorer;
mod from_page;
mod game;
mod names;
mod opened;
mod plans;
mod puzzle;
mod requests;
mod review;
mod table;
mod to_page;
#[cfg(test)]
mod typescript;

pub use analysis::{
    AnalysisLine, AnalysisPosition, BoardMove, BoardScore, LookedMove, Mating, PositionOutcome,
};
pub use archive::{ArchiveQuery, ArchivedGame};
pub use explorer::{
    ExplorerAnswer, ExplorerExample, ExplorerFilter, ExplorerMove, ExplorerQuestion,
    ExplorerResult, ExplorerScope,
};
pub use from_page::{FromPage, Refusal};
pub use game::{BoardState, ClockState, GameState, PlyState, ResultState, Word};
pub use names::{BoardName, ColorName, SeatNumber, TeamName};
pub use opened::{OpenedGame, OpenedPly};
pub use plans::{
    ClocksCase, PlanOutcome, PlanParts, PlanProof, PlanState, PlanStep, PlansCase, TeamPlans,
};
pub use puzzle::{
    PuzzleAnswer, PuzzleKind, PuzzlePly, PuzzleRecord, PuzzleSolution, PuzzleSource, PuzzleState,
    PuzzleStep, PuzzleVerdict,
};
pub use requests::{
    ArchiveRequest, ConnectionRequest, GameRequest, PuzzleRequest, StudyRequest, TableRequest,
    TablesRequest,
};
pub use review::{GameFile, ReviewSource};
pub use table::{
    Level, Pace, Phase, RematchAsked, SeatState, SeatTurn, Setup, Sitter, Standing, TableRow,
    TableState, You,
};
pub use to_page::{RuleSetName, ToPage};

/// Version of the messages. A page of another version is refused.
pub const VERSION: u32 = 1;

/// Longest message of a page, in bytes; only messages that bring files may come near it.
pub const LONGEST: usize = 1 << 20;
