//! How a board stands, in one line: what linked partners tell each other after every move.
//!
//! `~1 FEN WHITE BLACK`: the version of this form, the board as a FEN with holdings in brackets,
//! and what the clocks of White and Black show, in hundredths of a second. Programs of one kind
//! read it; no person writes it.

use tandem_rules::Millis;
use tandem_rules::notation::Fen;

use super::Heard;
use crate::text::Line;

/// What a line begins with that tells of a board.
const VERSION: &str = "~1 ";

/// A board and its clocks, as one of its players sees them. Which position the FEN means, a rule
/// set must say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardReport {
    /// A FEN that can be read.
    pub fen: Line,
    /// What the clocks of White and Black show, in whole hundredths of a second.
    pub clocks: [Millis; 2],
}

/// The report that a line is.
pub(super) fn hear(line: &str) -> Option<Heard> {
    let (rest, black) = line.strip_prefix(VERSION)?.rsplit_once(' ')?;
    let (fen, white) = rest.rsplit_once(' ')?;
    Fen::parse(fen).ok()?;
    let clocks = [hundredths(white)?, hundredths(black)?];
    Some(Heard::Board(BoardReport { fen: Line::new(fen), clocks }))
}

/// The line that tells it.
pub(super) fn say(report: &BoardReport) -> String {
    let [white, black] = report.clocks.map(|clock| clock.0.div_euclid(10));
    format!("{VERSION}{} {white} {black}", report.fen)
}

fn hundredths(text: &str) -> Option<Millis> {
    text.parse::<i32>().ok().map(|hundredths| Millis(i64::from(hundredths) * 10))
}
