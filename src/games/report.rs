//! Analyzed games as an HTML page: one file, to be opened in any browser.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tandem_analysis::json::GameJson;
use tandem_analysis::page;
use tandem_rules::notation::bpgn::GameRecord;

/// The page without its games, which are appended to it.
pub(crate) const PAGE: &str = include_str!("../../web/dist/review.html");

/// A page that is being written, game by game.
pub(crate) struct Report {
    file: BufWriter<File>,
}

impl Report {
    /// Begins a page.
    ///
    /// # Errors
    /// An error if the file cannot be written; the same holds for [`add`](Self::add).
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(PAGE.as_bytes())?;
        Ok(Self { file })
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, record: &GameRecord, analysis: &GameJson) -> io::Result<()> {
        let game = serde_json::to_string(&page::of_game(record, analysis))?;
        // Escaped, so that no text of a game ends the script element that holds it.
        let game = game.replace('<', "\\u003c");
        writeln!(self.file, "<script type=\"application/json\" class=\"game\">{game}</script>")?;
        self.file.flush() // the page is whole whenever the program is ended
    }
}
