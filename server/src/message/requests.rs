//! Requests of a page, in an enum for each part of the server that answers.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};

use super::{
    AnalysisPosition, ArchiveQuery, BoardMove, BoardName, ExplorerQuestion, GameFile, PuzzleAnswer,
    PuzzleKind, PuzzleSource, ReviewSource, SeatNumber, SeatTurn, Setup, Sitter, TeamName,
};

/// A message about the connection itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, IntoStaticStr, VariantNames)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ConnectionRequest {
    /// Greets; answered by `welcome`.
    Hello {
        /// Version of the messages.
        version: u32,
    },
    /// Asks for the server's clock; answered by `pong`.
    Ping {
        /// Any number, which comes back.
        sent_ms: f64,
    },
}

/// A message about all tables: which there are, and at which the page is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, IntoStaticStr, VariantNames)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum TablesRequest {
    /// Asks for the list of tables; answered by `tables`.
    Tables {},
    /// Makes a table and sits down at it; answered by `table`.
    Create {
        /// The name of the person.
        name: String,
        /// The choices.
        setup: Setup,
    },
    /// Takes a seat by an invitation, which is used up by that; answered by `table`.
    Accept {
        /// The table.
        table: String,
        /// The invitation.
        invitation: String,
        /// The name of the person.
        name: String,
    },
    /// Comes back to a table with a key, also after a reload; answered by `table`. An older
    /// connection with the same key gets `left`.
    Return {
        /// The table.
        table: String,
        /// The key.
        key: String,
    },
    /// Watches a table; answered by `table`.
    Watch {
        /// The table.
        table: String,
    },
    /// Goes away from the table; the seats stay those of the key. Answered by `left`.
    Leave {},
}

/// A message about the table of the page, and its next game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, IntoStaticStr, VariantNames)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum TableRequest {
    /// Is ready for the next game, or no longer. The game begins when all persons are ready and no
    /// seat is open.
    Ready {
        /// True if ready.
        ready: bool,
    },
    /// Asks for the record of the last game of the table, which is over; answered by `record`.
    Record {},
    /// Owner: gives all open seats to Tandem.
    FillSeats {},
    /// Owner: chooses who is to sit in a seat, between games. For a guest, a new invitation is
    /// made, and the key of the person who sat there ends.
    SetSeat {
        /// The seat.
        seat: SeatNumber,
        /// The new player of the seat.
        sitter: Sitter,
    },
    /// Owner: goes on to the next game, after the end of one.
    Rematch {
        /// The way in which the seats are turned.
        turn: SeatTurn,
    },
    /// A guest who sits: asks the owner for the next game, after the end of one. The guest is ready
    /// for it if the seats are turned so.
    AskRematch {
        /// The way in which the seats are turned.
        turn: SeatTurn,
    },
    /// Owner: ends the table; a game that runs is broken off.
    Close {},
}

/// A message about the game that runs at the table, for a seat of the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, IntoStaticStr, VariantNames)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum GameRequest {
    /// Plays a move.
    Move {
        /// The seat.
        seat: SeatNumber,
        /// Number of moves on both boards of the game that the page knew; a repeated message is
        /// recognized by it.
        plies: usize,
        /// The move in coordinates.
        coordinates: String,
    },
    /// Tells the partner something; after the game everybody at the table.
    Tell {
        /// The seat of the speaker.
        seat: SeatNumber,
        /// The text.
        text: String,
    },
    /// Says that a player sits, or no longer; the partner is told.
    Sit {
        /// The seat.
        seat: SeatNumber,
        /// True if it sits.
        sits: bool,
    },
    /// Offers a draw, or agrees to one.
    OfferDraw {
        /// The seat.
        seat: SeatNumber,
    },
    /// Resigns for the team.
    Resign {
        /// The seat.
        seat: SeatNumber,
    },
}

/// A message about positions and games to be analyzed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, IntoStaticStr, VariantNames)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum StudyRequest {
    /// Asks for the legal moves of a position, or of that after a move; answered by `looked`.
    Look {
        /// A number of the page's, which comes back with the answer.
        id: u32,
        /// The position.
        position: AnalysisPosition,
        /// A move to be made in it; `null` for none.
        #[serde(rename = "move")]
        m: Option<BoardMove>,
    },
    /// Analyzes a position until `stop_analysis`, a new `analyze` or the limit; answered by
    /// `analysis` and, on two boards, `analysis_plans`, many times. An analysis of this connection
    /// that still runs is ended first.
    Analyze {
        /// A number of the page's, which comes back with all answers.
        id: u32,
        /// The position.
        position: AnalysisPosition,
        /// Number of best lines for each board, 1 to 5.
        lines: u8,
        /// The team whose plans are asked for; team one if it is missing.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<TeamName>", optional))]
        team: TeamName,
        /// The board on which the team may not sit; `null` or missing for none.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        must_move: Option<BoardName>,
    },
    /// Ends the analysis.
    StopAnalysis {},
    /// Asks for the moves and comments of a recorded game, the first one if there are several;
    /// answered by `game_opened`.
    OpenGame {
        /// A number of the page's, which comes back with the answer.
        id: u32,
        /// The game.
        source: ReviewSource,
    },
    /// Reads games and analyzes each move; answered by `review_read`, `review_progress`,
    /// `reviewed` for each game, and `review_done`. An earlier review of this connection is ended.
    Review {
        /// A number of the page's, which comes back with all answers.
        id: u32,
        /// The games.
        source: ReviewSource,
        /// True for a review with few nodes, which is there soon.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        quick: bool,
    },
    /// Ends the review.
    StopReview {},
    /// Asks for the moves that were played in many games; answered by `explored` and, if they are to be
    /// judged, by `explored_score` for some of them. An earlier question that is still being judged is
    /// ended.
    Explore {
        /// A number of the page's, which comes back with all answers.
        id: u32,
        /// The question.
        question: ExplorerQuestion,
        /// True if the engine is to judge the most frequent moves.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        judged: bool,
    },
    /// Ends the judging.
    StopExploring {},
}

/// A message about the archive of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, IntoStaticStr, VariantNames)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ArchiveRequest {
    /// Searches the archive; answered by `archive_list`.
    SearchArchive {
        /// The search.
        query: ArchiveQuery,
    },
    /// Asks for a game of the archive; answered by `archive_game`.
    LoadArchived {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        game: i64,
    },
    /// Asks for a report on a player, from the newest 1000 games in the archive; answered by
    /// `player_report`. The engine then judges a sample of the moves: `player_judged` tells how many, and
    /// the report comes again with them.
    ReportPlayer {
        /// The whole name, in any case.
        player: String,
    },
    /// Ends the judging of the report.
    StopReport {},
    /// Stores the games of files in the archive; answered by `archive_added`.
    AddToArchive {
        /// The games.
        files: Vec<GameFile>,
    },
    /// Deletes a game; answered by `archive_deleted`. Only on the machine that serves the page.
    DeleteArchived {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        game: i64,
    },
    /// Brings back a game that was deleted since the server began; answered by `archive_restored`.
    RestoreArchived {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        game: i64,
    },
}

/// A message about puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, IntoStaticStr, VariantNames)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum PuzzleRequest {
    /// Asks for a puzzle, one that comes again or was not asked before if there is any; answered by
    /// `puzzle`.
    NextPuzzle {
        /// Where it is from.
        from: PuzzleSource,
        /// The name of the player whose losses are meant.
        player: Option<String>,
        /// Its question; `null` for any.
        kind: Option<PuzzleKind>,
        /// The number of the one that it should not be; `null` for none.
        #[cfg_attr(test, ts(type = "number | null"))]
        but: Option<i64>,
    },
    /// Asks for a puzzle by its number; answered by `puzzle`.
    LoadPuzzle {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        puzzle: i64,
    },
    /// Asks for the first move of a solution, to be hinted at; answered by `puzzle_hint`.
    HintPuzzle {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        puzzle: i64,
    },
    /// Answers a puzzle; answered by `puzzle_answered`.
    AnswerPuzzle {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        puzzle: i64,
        /// The answer.
        answer: PuzzleAnswer,
        /// True if a hint was asked for.
        hinted: bool,
    },
}
