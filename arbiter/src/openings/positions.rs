//! Openings given as positions, one per line.

use tandem_rules::notation::bpgn::ReadOptions;
use tandem_rules::notation::{Bfen, Fen};
use tandem_rules::{Boards, Variant};

use super::error::OpeningError;
use super::opening::{Opening, as_told, playable};
use crate::excerpt::excerpt;

/// Reads the positions of all lines.
pub(super) fn read(text: &str, options: ReadOptions) -> Result<Vec<Opening>, OpeningError> {
    let opening = |(line, text)| {
        let boards = boards(line, text, options)?;
        playable(line, Opening::at(as_told(&boards)))
    };
    lines(text).map(opening).collect()
}

/// The lines that are neither empty nor comments, numbered from 1 as in the file.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}');
    let numbered = (1..).zip(text.lines().map(str::trim));
    numbered.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
}

fn boards(line: usize, text: &str, options: ReadOptions) -> Result<Boards, OpeningError> {
    let ReadOptions { variant, rules } = options;
    let position = without_operations(text);
    match (position.contains('|'), variant) {
        (true, Variant::Bughouse) => {
            let bfen = Bfen::parse(position, rules).map(|bfen| bfen.boards);
            bfen.map_err(|error| OpeningError::Boards { line, text: excerpt(text), error })
        }
        (true, Variant::Crazyhouse | Variant::Chess) => {
            Err(OpeningError::TwoBoards { line, text: excerpt(text) })
        }
        (false, _) => {
            let position = Fen::position(position, variant, rules)
                .map_err(|error| OpeningError::Board { line, text: excerpt(text), error })?;
            Ok(match variant {
                Variant::Bughouse => Boards::new(position.clone(), position),
                Variant::Crazyhouse | Variant::Chess => Boards::beside_start(position),
            })
        }
    }
}

/// The four fields of an EPD, and the two counters if it has them, without the operations after
/// them such as `bm e4; id "one";`, from their first letter to their last semicolon.
fn without_operations(text: &str) -> &str {
    let mut rest = text;
    for field in 0.. {
        let (word, after) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        let is_counter = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if field >= 4 && !(field < 6 && is_counter) {
            break;
        }
        rest = after.trim_start();
    }
    let are_operations = rest.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.ends_with(';');
    match are_operations {
        true => &text[..text.len() - rest.len()],
        false => text,
    }
}
