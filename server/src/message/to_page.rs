//! Messages to the page.

use serde::Serialize;

use super::{
    AnalysisPosition, ArchivedGame, BoardMove, BoardScore, BoardState, ClockState, ExplorerAnswer,
    LookedMove, Mating, OpenedGame, PlyState, PositionOutcome, PuzzlePly, PuzzleRecord,
    PuzzleSolution, PuzzleState, PuzzleStep, PuzzleVerdict, RematchAsked, ResultState, SeatNumber,
    SeatState, TableRow, TableState, TeamPlans, Word,
};

/// A message to the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToPage {
    /// Answer to `hello`.
    Welcome {
        /// Version of the messages.
        version: u32,
        /// Name and version of the program.
        program: String,
        /// A name of this run of the server: after its end and start again it has another, other
        /// tables, and another clock.
        run: String,
        /// The rule sets.
        rule_sets: Vec<RuleSetName>,
        /// The lowest and the highest Elo of a Tandem that is not at full strength.
        elo: [u16; 2],
        /// Addresses at which others reach this server, as in `http://192.168.1.5:8080`, for
        /// invitations; empty if only this machine does.
        addresses: Vec<String>,
        /// True if games are kept.
        has_archive: bool,
        /// Number of boards of the games that `explore` looks into; `null` if there are none.
        explorer_boards: Option<u32>,
        /// True if games of the archive may be deleted from here.
        may_delete: bool,
    },
    /// Answer to `ping`.
    Pong {
        /// The number of the ping.
        sent_ms: f64,
        /// The server's clock in milliseconds, the same for all clocks of all games.
        #[cfg_attr(test, ts(type = "number"))]
        now_ms: i64,
    },
    /// One line on a message that was refused; nothing has changed.
    Refused {
        /// The `type` of the message, or an empty text if it could not be read; `position` if a part
        /// of a position was left out, and all else was done.
        what: String,
        /// The reason, for people.
        reason: String,
    },
    /// The tables that can be watched.
    Tables {
        /// One row each.
        tables: Vec<TableRow>,
    },
    /// The table as it is: after `create`, `accept`, `return` and `watch`, and whenever seats are
    /// turned or a game begins.
    Table(Box<TableState>),
    /// Seats have changed: somebody came, went away, is ready, sits; or lag was measured.
    Seats {
        /// All seats in play.
        seats: Vec<SeatState>,
        /// Number of browsers that watch.
        onlookers: usize,
        /// The next game as a guest has asked for it; `null` if nobody has.
        rematch: Option<RematchAsked>,
    },
    /// A move was made.
    Moved {
        /// Number of moves on both boards, this one included.
        plies: usize,
        /// The move.
        ply: PlyState,
        /// The boards that have changed: that of the move and, if a piece was handed over, the
        /// other one.
        boards: Vec<BoardState>,
        /// All clocks.
        clocks: Vec<ClockState>,
        /// The seats whose offer of a draw stands.
        draw_offers: Vec<SeatNumber>,
    },
    /// A word between partners; to the team of the speaker only, and after the game to all.
    Told {
        /// The word.
        word: Word,
    },
    /// An offer of a draw was made.
    DrawOffers {
        /// The seats whose offer stands.
        seats: Vec<SeatNumber>,
    },
    /// The game is over. What only teams knew is told by the `table` that follows.
    Ended {
        /// The result.
        result: ResultState,
        /// The clocks as they stand.
        clocks: Vec<ClockState>,
    },
    /// The record of the last game of the table.
    Record {
        /// The game as BPGN; crazyhouse and chess as PGN.
        bpgn: String,
    },
    /// The receiver is no longer at the table.
    Left {
        /// The reason, for people.
        reason: String,
    },
    /// A position, with all legal moves of the side to move on each board.
    Looked {
        /// The number of the page's.
        id: u32,
        /// The position, after the move if one was asked for; a captured piece is handed over.
        position: AnalysisPosition,
        /// Its boards.
        boards: Vec<BoardState>,
        /// The move that was made.
        ply: Option<LookedMove>,
        /// The end of the game, if the position is one; `null` if the game goes on.
        outcome: Option<PositionOutcome>,
    },
    /// The search of an analyzed position so far. Never sent for an `id` once a newer one was read.
    Analysis {
        /// The number of the page's.
        id: u32,
        /// The boards whose search has got further.
        boards: Vec<BoardScore>,
        /// The forecast from both boards: the share of such games that team one wins; `null` until
        /// all boards have a score.
        team_one_wins: Option<f64>,
    },
    /// The plans of a team in an analyzed position so far.
    AnalysisPlans {
        /// The number of the page's.
        id: u32,
        /// The plans.
        plans: TeamPlans,
    },
    /// The pieces that mate on the boards of an analyzed position.
    AnalysisMates {
        /// The number of the page's.
        id: u32,
        /// For each board, White and Black; `null` for a color whose opponent is in check.
        boards: Vec<[Option<Mating>; 2]>,
    },
    /// The search of an analyzed position has ended by itself.
    AnalysisDone {
        /// The number of the page's.
        id: u32,
        /// The reason, for people.
        reason: String,
    },
    /// A recorded game.
    GameOpened {
        /// The number of the page's.
        id: u32,
        /// The game.
        game: OpenedGame,
    },
    /// The games that were read.
    ReviewRead {
        /// The number of the page's.
        id: u32,
        /// Number of moves of each game.
        plies: Vec<usize>,
        /// One line for each game that could not be read.
        faults: Vec<String>,
    },
    /// A move was analyzed.
    ReviewProgress {
        /// The number of the page's.
        id: u32,
        /// Moves of all games that are done.
        done: usize,
    },
    /// A game was analyzed.
    Reviewed {
        /// The number of the page's.
        id: u32,
        /// The game as `tandem analyze --report` writes it into a page.
        #[cfg_attr(test, ts(type = "import(\"../game/record.ts\").GameRecord"))]
        game: serde_json::Value,
        /// The game as BPGN with the analysis in comments.
        bpgn: String,
    },
    /// All games were analyzed.
    ReviewDone {
        /// The number of the page's.
        id: u32,
    },
    /// The moves that were played in a position of many games.
    Explored {
        /// The number of the page's.
        id: u32,
        /// The moves.
        answer: ExplorerAnswer,
    },
    /// The engine has judged a move that was played. Never sent for an `id` once a newer one was read.
    ExploredScore {
        /// The number of the page's.
        id: u32,
        /// The move.
        #[serde(rename = "move")]
        m: BoardMove,
        /// The share of such games that the team of the mover wins after it.
        wins: f64,
    },
    /// Games of the archive, the newest first.
    ArchiveList {
        /// At most 50 games.
        games: Vec<ArchivedGame>,
        /// Number of games that match the search.
        #[cfg_attr(test, ts(type = "number"))]
        total: i64,
    },
    /// A game of the archive.
    ArchiveGame {
        /// The game.
        game: ArchivedGame,
        /// Its record.
        bpgn: String,
    },
    /// A report on a player of the archive.
    PlayerReport {
        /// The report as `tandem players --json` prints it. The places of its positions are the numbers of
        /// games, as in `game 17`.
        #[cfg_attr(test, ts(type = "import(\"../players/report.ts\").PlayerReport"))]
        report: serde_json::Value,
        /// Number of moves that the engine judges now; 0 if it has judged all that it does.
        to_judge: usize,
    },
    /// The engine judges the sample of a report on a player.
    PlayerJudged {
        /// Number of moves that are judged.
        done: usize,
        /// Number of moves of the sample.
        of: usize,
    },
    /// Games were stored in the archive.
    ArchiveAdded {
        /// Number of games that are new.
        games: usize,
        /// Number of games that were there already.
        known: usize,
        /// The number of the first of them all; `null` if there is none.
        #[cfg_attr(test, ts(type = "number | null"))]
        first: Option<i64>,
        /// One line for each game that could not be read.
        faults: Vec<String>,
    },
    /// A game was deleted from the archive.
    ArchiveDeleted {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        game: i64,
    },
    /// A deleted game is in the archive again.
    ArchiveRestored {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        game: i64,
    },
    /// A puzzle.
    Puzzle {
        /// The puzzle; `null` if there is none.
        puzzle: Option<Box<PuzzleState>>,
        /// The puzzles of each kind in numbers, those of the set or of the games.
        records: Vec<PuzzleRecord>,
        /// The rating of who solves the puzzles of the set here.
        solver: u16,
        /// Number of games in which puzzles are still looked for.
        games_left: usize,
    },
    /// The first move of the solution of a puzzle, to be hinted at.
    PuzzleHint {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        puzzle: i64,
        /// The squares of the move, origin first; a drop has one. None if the answer is no move.
        squares: Vec<String>,
        /// The letter of the piece that is dropped; `null` for a move on the board.
        piece: Option<String>,
    },
    /// The verdict on an answer to a puzzle.
    PuzzleAnswered {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        puzzle: i64,
        /// The verdict.
        verdict: PuzzleVerdict,
        /// All moves since the position of the puzzle, the reply to the last one included.
        plies: Vec<PuzzlePly>,
        /// The position after them.
        position: AnalysisPosition,
        /// Its boards.
        boards: Vec<BoardState>,
        /// The solution, once the puzzle is over.
        solution: Option<PuzzleSolution>,
        /// The lines of the solution, move by move; none before the puzzle is over.
        steps: Vec<Vec<PuzzleStep>>,
        /// The puzzles of each kind in numbers, those of the set or of the games.
        records: Vec<PuzzleRecord>,
        /// The rating of who solves the puzzles of the set here.
        solver: u16,
    },
}

/// A rule set as a choice for a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleSetName {
    /// Its name, as in `fics`.
    pub name: String,
    /// The variant: `bughouse`, `crazyhouse` or `chess`.
    pub variant: String,
    /// Its usual time control.
    pub clock: String,
}
