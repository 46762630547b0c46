//! Analyzed games as a page: one file, to be opened in any browser.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;
use tandem_rules::Boards;
use tandem_rules::notation::bpgn::{Comment, GameRecord};

use super::json::GameJson;

/// The page without games, which come behind it.
const PAGE: &str = include_str!("report.html");

/// A page that is being written, game by game.
pub(super) struct Report {
    file: BufWriter<File>,
}

/// What the page needs of a game beside its analysis.
#[derive(Serialize)]
struct GameOnPage<'a> {
    #[serde(flatten)]
    analysis: &'a GameJson,
    /// A FEN for each board.
    start: Vec<String>,
    after: Vec<Vec<String>>,
    /// What was said before the first move, and after each.
    said: Vec<Vec<&'a str>>,
}

impl Report {
    /// Begins a page.
    ///
    /// # Errors
    /// The file cannot be written; so in the others.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(PAGE.as_bytes())?;
        Ok(Self { file })
    }

    /// Adds a game.
    pub(super) fn add(&mut self, record: &GameRecord, analysis: &GameJson) -> io::Result<()> {
        let mut boards = record.start().clone();
        let start = fens(&boards);
        let mut after = Vec::with_capacity(record.plies().len());
        for ply in record.plies() {
            let _handoff = boards.play(ply.seat, ply.m); // a record has accepted moves only
            after.push(fens(&boards));
        }
        let of_plies = record.plies().iter().map(|ply| texts(&ply.comments));
        let said = std::iter::once(texts(record.preamble())).chain(of_plies).collect();
        let game = serde_json::to_string(&GameOnPage { analysis, start, after, said })?;
        // No text of a game ends the script that it stands in.
        let game = game.replace('<', "\\u003c");
        writeln!(self.file, "<script type=\"application/json\" class=\"game\">{game}</script>")?;
        self.file.flush() // the page is whole whenever somebody ends it
    }
}

fn fens(boards: &Boards) -> Vec<String> {
    boards.in_play().iter().map(|&board| boards.position(board).to_fen()).collect()
}

fn texts(comments: &[Comment]) -> Vec<&str> {
    comments.iter().map(Comment::text).collect()
}
