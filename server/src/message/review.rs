//! Review of recorded games.

use serde::{Deserialize, Serialize};

/// The games to review.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum ReviewSource {
    /// Files that were pasted or dropped: BPGN, PGN, BFEN, or chess.com's JSON, one file or two a
    /// game.
    Files {
        /// The files.
        files: Vec<GameFile>,
    },
    /// A game of the archive.
    Archive {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        game: i64,
    },
    /// A game of the file of many games that the explorer looks into.
    Explorer {
        /// The number of one of its boards.
        board: u32,
    },
}

/// A file of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// Its name, for messages about it.
    pub name: String,
    /// Its content: text, or its bytes in base64.
    pub text: String,
    /// True if `text` is base64. So files come that are compressed by gzip or zstd.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub base64: bool,
}
