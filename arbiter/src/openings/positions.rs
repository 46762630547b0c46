//! Openings given as positions, one per line.

use std::fmt::Display;

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
    match (Bfen::is_in(text), variant) {
        (true, Variant::Bughouse) => {
            let (bfen, warnings) = Bfen::parse_leniently(text, rules)
                .map_err(|error| OpeningError::Boards { line, text: excerpt(text), error })?;
            for warning in &warnings {
                warn(line, warning);
            }
            Ok(bfen.boards)
        }
        (true, Variant::Crazyhouse | Variant::Chess) => {
            Err(OpeningError::TwoBoards { line, text: excerpt(text) })
        }
        (false, _) => {
            let (position, warnings) = Fen::position_leniently(text, variant, rules)
                .map_err(|error| OpeningError::Board { line, text: excerpt(text), error })?;
            for warning in &warnings {
                warn(line, warning);
            }
            Ok(match variant {
                Variant::Bughouse => Boards::new(position.clone(), position),
                Variant::Crazyhouse | Variant::Chess => Boards::beside_start(position),
            })
        }
    }
}

fn warn(line: usize, warning: &impl Display) {
    log::warn!("openings, line {line}: {warning}");
}
