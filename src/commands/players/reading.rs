//! The games of all inputs, one after the other.

use std::io::{self, Write, stderr};
use std::process::ExitCode;

use tandem_rules::notation::bpgn::ReadGame;

use crate::games::reading::{Games, Reading, Skipped};

/// Passes each game to `take`, with its file and line. What is left out is told on standard error, if it is
/// to be told; the exit code says whether a game was broken.
pub(super) fn for_each(
    reading: &Reading,
    is_told: bool,
    mut take: impl FnMut(&ReadGame, &str) -> anyhow::Result<()>,
) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for input in &reading.inputs {
        let mut games = Games::open(input, reading.rules, true)?;
        while let Some(game) = games.next().transpose()? {
            let skipped = match game {
                Ok(read) => {
                    take(&read, &format!("{}:{}", games.name(), read.line))?;
                    Skipped::rest_of(games.name(), &read)
                }
                Err(skipped) => Some(skipped),
            };
            let Some(skipped) = skipped else { continue };
            if skipped.is_fault() {
                code = ExitCode::FAILURE;
            }
            if is_told {
                games.bar.suspend(|| writeln!(stderr(), "{skipped}"))?;
            }
        }
    }
    Ok(code)
}

/// Tells a line on standard error.
pub(super) fn tell(line: &str) -> io::Result<()> {
    writeln!(stderr(), "{line}")
}
