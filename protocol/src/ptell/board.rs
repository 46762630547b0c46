//! Board reports: the line that linked partners send each other after every move.
//!
//! The line is `~1 FEN WHITE BLACK`: the version of the format, the board as a FEN with holdings in
//! brackets, and the clocks of White and Black in hundredths of a second. Only Tandem reads it, and
//! people do not write it.

use tandem_rules::Millis;
use tandem_rules::notation::Fen;

use crate::text::Line;

/// Prefix of a board report, with the version of its format.
const VERSION: &str = "~1 ";

/// A board with its clocks, as one of its players knows them. The position that the FEN stands for
/// depends on the rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardReport {
    /// A valid FEN.
    pub fen: Line,
    /// The clocks of White and Black, in whole hundredths of a second.
    pub clocks: [Millis; 2],
}

/// Parses a board report.
pub(super) fn hear(line: &str) -> Option<BoardReport> {
    let (rest, black) = line.strip_prefix(VERSION)?.rsplit_once(' ')?;
    let (fen, white) = rest.rsplit_once(' ')?;
    Fen::parse(fen).ok()?;
    let clocks = [hundredths(white)?, hundredths(black)?];
    Some(BoardReport { fen: Line::new(fen), clocks })
}

/// Writes a board report.
pub(super) fn say(report: &BoardReport) -> String {
    let [white, black] = report.clocks.map(|clock| clock.0.div_euclid(10));
    format!("{VERSION}{} {white} {black}", report.fen)
}

fn hundredths(text: &str) -> Option<Millis> {
    text.parse::<i32>().ok().map(|hundredths| Millis(i64::from(hundredths) * 10))
}
