//! Players and reports as text.

use std::fmt::Write;

use tandem_rules::Color;
use textwrap::core::display_width;

use super::example::Example;
use super::habit::Unit;
use super::report::{EndingRow, OpeningRow, Report, ScoreRow};
use super::roster::{Player, Roster};
use super::score::Score;

/// The most columns that a name takes.
const LONGEST_NAME: usize = 30;

/// A table of all players, a line each.
pub fn of_roster(roster: &Roster) -> String {
    let players = roster.players();
    let names = players.iter().map(|player| display_width(player.name));
    let width = names.max().unwrap_or_default().clamp(6, LONGEST_NAME);
    let mut text = String::new();
    let heads =
        format!("{}  games    won  drawn   lost  score  White  Black", padded("player", width));
    push(&mut text, &format!("{heads}  most often with"));
    for Player { name, score, colors, partner } in players {
        let [white, black] = Color::ALL.map(|color| share(colors[color.index()].share()));
        let Score { games, won, drawn, lost } = score;
        let shares = format!("{:>5}  {white:>5}  {black:>5}", share(score.share()));
        let partner = partner
            .map(|(name, score)| format!("  {name} ({}, {})", score.games, share(score.share())));
        let name = padded(name, width);
        let counts = format!("{games:>5}  {won:>5}  {drawn:>5}  {lost:>5}");
        push(&mut text, &format!("{name}  {counts}  {shares}{}", partner.unwrap_or_default()));
    }
    text
}

/// A report on a player, with the positions of its findings.
pub fn of_report(report: &Report) -> String {
    let mut text = String::new();
    let Report { player, games, score, .. } = report;
    push(&mut text, &format!("{player}: {games} games, {}", in_words(score)));
    section(&mut text, "How the play differs from that of the others");
    if report.findings.is_empty() {
        push(&mut text, "  In nothing, as far as these games show.");
    }
    for finding in &report.findings {
        push(&mut text, &format!("  {}", finding.text));
        let whose = if finding.shows_player { "" } else { " of the others" };
        positions(&mut text, whose, &finding.examples);
    }
    measures(&mut text, report);
    for (head, rows) in [
        ("By color", &report.colors),
        ("By seat", &report.seats),
        ("By time control", &report.clocks),
        ("By partner", &report.partners),
    ] {
        section(&mut text, head);
        scores(&mut text, rows.iter().map(|row| (row.name.clone(), row)));
    }
    section(&mut text, "By opening");
    let named = |OpeningRow { color, row }: &OpeningRow| format!("{color} {}", row.name);
    scores(&mut text, report.openings.iter().map(|opening| (named(opening), &opening.row)));
    section(&mut text, "How the games ended");
    for EndingRow { name, won, lost } in &report.endings {
        push(&mut text, &format!("  {name:<28}{won:>6} won{lost:>6} lost"));
    }
    times(&mut text, report);
    drops(&mut text, report);
    mistakes(&mut text, report);
    text
}

fn measures(text: &mut String, report: &Report) {
    section(text, "Beside the others");
    for measure in &report.measures {
        let shown = |value: Option<f64>| value.map_or_else(dash, |value| measure.unit.text(value));
        let difference = measure.difference.zip(measure.within).map(|(value, within)| {
            let sign = if value > 0.0 { "+" } else { "" };
            format!("{sign}{} ± {}", measure.unit.text(value), measure.unit.text(within))
        });
        let (own, others) = (shown(measure.own), shown(measure.others));
        let clear = if measure.is_clear { "  clear" } else { "" };
        let difference = difference.unwrap_or_else(|| "too few games".to_owned());
        let line = format!("  {:<36}{own:>8}{others:>9}   {difference}{clear}", measure.name);
        push(text, &line);
    }
}

fn times(text: &mut String, report: &Report) {
    let Some(time) = &report.time else { return };
    section(text, "Time");
    let games = time.games.max(1) as f64;
    let (sat, seconds) = (time.sat as f64 / games, time.sat_seconds / games);
    push(text, &format!("  sat {sat:.2} times a game, {seconds:.1} s a game"));
    let line =
        format!("  of {} waits, {} ended with a piece that had come", time.sat, time.sat_for_piece);
    push(text, &line);
    push(text, &format!("  {:.1} s left at the end", time.left_seconds));
    for (name, [ahead, level, behind]) in ["ahead", "level", "behind"].into_iter().zip(time.leads) {
        let half = ahead + level + behind;
        let line = format!(
            "  {name} at half time in {half}: at the end {ahead} ahead, {level} level, {behind} behind"
        );
        push(text, &line);
    }
}

fn drops(text: &mut String, report: &Report) {
    section(text, "Drops");
    for row in &report.drops {
        let [own, others] = row.shares.map(|share| Unit::Share.text(share));
        let line = format!(
            "  {:<8}{:>6}, {own} of the moves, others {others}; {} with check",
            row.piece, row.drops, row.checks
        );
        push(text, &line);
    }
}

fn mistakes(text: &mut String, report: &Report) {
    let Some(accuracy) = &report.accuracy else { return };
    section(text, "Mistakes");
    let loss = |of: Option<f64>| of.map_or_else(dash, |loss| format!("{:.1} %", 100.0 * loss));
    let ([own, others], [ours, theirs]) = (accuracy.moves, accuracy.loss.map(loss));
    push(
        text,
        &format!("  {own} moves cost {ours} of a game each; {others} of the others {theirs}"),
    );
    for row in accuracy.kinds.iter().filter(|row| row.counts != [0; 2]) {
        let [own, others] = row.shares.map(|of| of.map_or_else(dash, |of| Unit::Share.text(of)));
        push(text, &format!("  {:<26}{:>4}  {own:>6}, others {others}", row.name, row.counts[0]));
        positions(text, "", &row.examples);
    }
}

/// The positions to open: where they are, and both boards for `tandem analyze`.
fn positions(text: &mut String, whose: &str, examples: &[Example]) {
    for example in examples {
        let played = example.played.as_deref().unwrap_or("the end");
        let note = example.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        push(text, &format!("    {}: {played}{whose}{note}", example.place));
        push(text, &format!("      {}", example.fens.join(" | ")));
    }
}

fn scores<'a>(text: &mut String, rows: impl Iterator<Item = (String, &'a ScoreRow)>) {
    for (name, row) in rows.filter(|(_, row)| row.score.games > 0) {
        push(text, &format!("  {}  {}", padded(&name, LONGEST_NAME), in_words(row)));
    }
}

/// The results as in `score 61 % ± 7 (119 won, 4 drawn, 77 lost)`.
fn in_words(row: &ScoreRow) -> String {
    let Score { won, drawn, lost, .. } = row.score;
    let within = row.within.map(|within| format!(" ± {:.0}", 100.0 * within)).unwrap_or_default();
    format!("score {}{within} ({won} won, {drawn} drawn, {lost} lost)", share(row.share))
}

fn section(text: &mut String, head: &str) {
    push(text, &format!("\n{head}"));
}

fn share(share: Option<f64>) -> String {
    share.map_or_else(dash, |share| format!("{:.0} %", 100.0 * share))
}

fn dash() -> String {
    "-".to_owned()
}

/// A name that takes so many columns, cut if it is longer.
fn padded(name: &str, width: usize) -> String {
    let mut shown = String::new();
    for sign in name.chars() {
        if display_width(&shown) + display_width(sign.encode_utf8(&mut [0; 4])) > width {
            break;
        }
        shown.push(sign);
    }
    let blanks = width.saturating_sub(display_width(&shown));
    shown + &" ".repeat(blanks)
}

fn push(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes all");
}
