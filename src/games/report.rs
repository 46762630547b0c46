//! Analyzed games as an HTML page: one file, to be opened in any browser.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;
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
        writeln!(self.file, "{}", element("game", &page::of_game(record, analysis))?)?;
        self.file.flush() // the page is whole whenever the program is ended
    }
}

/// A value as an element of a page, by whose class the page finds it.
///
/// # Errors
/// The value has no JSON.
pub(crate) fn element(class: &str, value: &impl Serialize) -> serde_json::Result<String> {
    // Escaped, so that no text of a game ends the script element that holds it.
    let json = serde_json::to_string(value)?.replace('<', "\\u003c");
    Ok(format!("<script type=\"application/json\" class=\"{class}\">{json}</script>"))
}
