//! Players and reports as they are printed and written.

use std::fs::File;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context;
use serde_json::json;
use tandem_analysis::players::{Player, Report, Roster, of_report, of_roster};
use tandem_rules::notation::legible;

use crate::games::report::element;
use crate::wrapping;

/// The page of a player without its report, which is appended to it.
const PAGE: &str = include_str!("../../../web/dist/players.html");

/// Prints all players: a table, or a line of JSON for each.
pub(super) fn print_roster(roster: &Roster, as_json: bool) -> anyhow::Result<()> {
    if !as_json {
        writeln!(stdout(), "{}", for_terminal(&of_roster(roster)))?;
        return Ok(());
    }
    for Player { name, score, colors: [white, black], partner } in roster.players() {
        let partner = partner.map(|(name, score)| json!({ "name": name, "score": score }));
        let line = json!({
            "player": name,
            "score": score,
            "white": white,
            "black": black,
            "partner": partner,
        });
        writeln!(stdout(), "{}", legible(&line.to_string()))?;
    }
    Ok(())
}

/// Writes a report: as a page if a file is named, and else as text or JSON on standard output.
pub(super) fn write(report: &Report, page: Option<&Path>, as_json: bool) -> anyhow::Result<()> {
    if let Some(path) = page {
        let mut file = File::create(path).with_context(cannot_write(path))?;
        let whole = format!("{PAGE}{}\n", element("report", report)?);
        file.write_all(whole.as_bytes()).with_context(cannot_write(path))?;
    }
    match as_json {
        true => writeln!(stdout(), "{}", legible(&serde_json::to_string(report)?))?,
        false => writeln!(stdout(), "{}", for_terminal(&of_report(report)))?,
    }
    Ok(())
}

/// Lines for a person, on a terminal as wide as that.
fn for_terminal(text: &str) -> String {
    wrapping::for_terminal(legible(text.trim_end()).as_ref())
}

fn cannot_write(path: &Path) -> impl Fn() -> String {
    move || format!("cannot write `{}`", path.display())
}
