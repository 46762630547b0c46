//! Messages of the page.

use serde::{Deserialize, Serialize};
use tandem_rules::notation::legible;

use super::{
    AnalysisPosition, ArchiveQuery, BoardMove, GameFile, PuzzleAnswer, PuzzleKind, ReviewSource,
    SeatNumber, SeatTurn, Setup, Sitter,
};

/// Most characters of an error of the parser that are told.
const LONGEST_REASON: usize = 120;

/// A message of the page. The first one of a connection is `hello`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromPage {
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
    /// Is ready for the next game, or no longer. The game begins when all persons are ready and no
    /// seat is open.
    Ready {
        /// True if ready.
        ready: bool,
    },
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
    /// Tells the partner something.
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
    /// Owner: ends the table; a game that runs is broken off.
    Close {},
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
    /// `analysis`, many times. An analysis of this connection that still runs is ended first.
    Analyze {
        /// A number of the page's, which comes back with all answers.
        id: u32,
        /// The position.
        position: AnalysisPosition,
        /// Number of best lines for each board, 1 to 5.
        lines: u8,
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
    },
    /// Ends the review.
    StopReview {},
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
    /// Stores the games of files in the archive; answered by `archive_added`.
    AddToArchive {
        /// The games.
        files: Vec<GameFile>,
    },
    /// Asks for a puzzle, one that was not asked before if there is any; answered by `puzzle`.
    NextPuzzle {
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
    /// Answers a puzzle; answered by `puzzle_answered`.
    AnswerPuzzle {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        puzzle: i64,
        /// The answer.
        answer: PuzzleAnswer,
    },
}

/// Error for text that is no message of the page.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is not JSON, or no message that is known.
    #[error("this is no message: {0}")]
    Unreadable(String),
    /// The page speaks another version.
    #[error("version {0} of the messages is not known, expected {expected}; reload the page", expected = super::VERSION)]
    Version(u32),
}

impl FromPage {
    /// Parses the text of a frame.
    ///
    /// # Errors
    /// A [`Refusal`] if it is no message, or a greeting in another version.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        #[derive(Deserialize)]
        struct Greeting {
            r#type: String,
            version: u32,
        }
        // Before anything else: other fields may differ in another version.
        if let Ok(Greeting { r#type, version }) = serde_json::from_str(text)
            && r#type == "hello"
            && version != super::VERSION
        {
            return Err(Refusal::Version(version));
        }
        serde_json::from_str(text).map_err(|error| Refusal::Unreadable(in_one_line(&error)))
    }

    /// The value of its field `type`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Hello { .. } => "hello",
            Self::Ping { .. } => "ping",
            Self::Tables {} => "tables",
            Self::Create { .. } => "create",
            Self::Accept { .. } => "accept",
            Self::Return { .. } => "return",
            Self::Watch { .. } => "watch",
            Self::Leave {} => "leave",
            Self::Ready { .. } => "ready",
            Self::Move { .. } => "move",
            Self::Tell { .. } => "tell",
            Self::Sit { .. } => "sit",
            Self::OfferDraw { .. } => "offer_draw",
            Self::Resign { .. } => "resign",
            Self::Record {} => "record",
            Self::FillSeats {} => "fill_seats",
            Self::SetSeat { .. } => "set_seat",
            Self::Rematch { .. } => "rematch",
            Self::Close {} => "close",
            Self::Look { .. } => "look",
            Self::Analyze { .. } => "analyze",
            Self::StopAnalysis {} => "stop_analysis",
            Self::OpenGame { .. } => "open_game",
            Self::Review { .. } => "review",
            Self::StopReview {} => "stop_review",
            Self::SearchArchive { .. } => "search_archive",
            Self::LoadArchived { .. } => "load_archived",
            Self::AddToArchive { .. } => "add_to_archive",
            Self::NextPuzzle { .. } => "next_puzzle",
            Self::LoadPuzzle { .. } => "load_puzzle",
            Self::AnswerPuzzle { .. } => "answer_puzzle",
        }
    }

    /// True for a message that may be long, as it brings files.
    pub const fn brings_files(&self) -> bool {
        matches!(self, Self::OpenGame { .. } | Self::Review { .. } | Self::AddToArchive { .. })
    }
}

/// An error in one line of moderate length, whatever it quotes.
fn in_one_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let short: String = text.chars().take(LONGEST_REASON).collect();
    let rest = if short.len() < text.len() { "…" } else { "" };
    format!("{}{rest}", legible(&short).replace(char::is_control, " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_ping_comes_back_to_the_last_digit() {
        for sent_ms in
            [0.1, 1_234_567.890_123, f64::MAX, f64::MIN_POSITIVE, 1.222_222_222_222_222_2e70]
        {
            let text = format!(r#"{{"type":"ping","sent_ms":{sent_ms:e}}}"#);
            let ping = FromPage::parse(&text).expect("a message");
            assert_eq!(ping, FromPage::Ping { sent_ms }, "{text}");
        }
        let long = r#"{"type":"ping","sent_ms":12222222222222222222222222222222222222222222222222222222222222222222222.5}"#;
        let written =
            serde_json::to_string(&FromPage::parse(long).expect("a message")).expect("text");
        let again = FromPage::parse(&written).expect("a message");
        assert_eq!(serde_json::to_string(&again).expect("text"), written);
    }
}
