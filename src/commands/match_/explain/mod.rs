//! `tandem match explain`: reasons for lost games.

mod ending;
mod given;
mod reasons;
mod second_look;
mod standoff;
mod story;
mod tally;
#[cfg(test)]
mod tests;
mod text;

use std::io::{Write, stderr, stdout};
use std::num::NonZeroU64;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use tandem_rules::Team;
use tandem_rules::notation::bpgn::{GameRecord, ReadGame};

use crate::games::reading::{Games, ReadingArgs, Skipped, players};
use reasons::{Reason, reasons};
use second_look::SecondLook;
use story::Story;
use tally::Tally;

/// Explains lost games, a line for each decided game, and counts the reasons.
///
/// The reasons are a standoff (a player of each team waited for the other's clock), a piece given
/// (the partner lost the piece that mated), an end against the loser's own scores, a position that
/// had been bad for long, a flag, and a fault of an engine. They are derived from the clocks and
/// the scores of a record, as `match --bpgn` writes them.
///
/// The exit code is 0 if all games could be explained, 1 if some could not be read to their end, and
/// 2 if a file could not be read.
#[derive(Args)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Judge games from the view of the team with this player: lost games at length, won ones in
    /// brief
    #[arg(long, value_name = "NAME")]
    team: Option<String>,
    /// Search with N nodes each position that a loser took to be at least even shortly before the
    /// end
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
}

pub(super) fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let reading = args.reading.prepare()?;
    let mut explainer = Explainer::new(args)?;
    for input in &reading.inputs {
        let mut games = Games::open(input, reading.rules, true)?;
        while let Some(game) = games.next().transpose()? {
            // How a game ended is not known if its rest was left out.
            let whole =
                game.and_then(|game| Skipped::rest_of(games.name(), &game).map_or(Ok(game), Err));
            match whole.map(|game| explainer.explain(&game)) {
                Ok(None) => {}
                Ok(Some(told)) => {
                    games.bar.suspend(|| writeln!(stdout(), "{}:{told}", games.name()))?;
                }
                Err(skipped) => {
                    explainer.unread += 1;
                    games.bar.suspend(|| writeln!(stderr(), "{skipped}"))?;
                }
            }
        }
    }
    explainer.finish()
}

/// Explains games, one after the other.
struct Explainer<'a> {
    team: Option<&'a str>,
    second_look: Option<SecondLook>,
    tally: Tally,
    /// True once a game had the team.
    has_met_team: bool,
    /// Games that could not be read.
    unread: usize,
}

/// The view from which a game is judged.
enum View<'a> {
    Loser,
    Team { name: &'a str, has_won: bool },
}

impl<'a> Explainer<'a> {
    fn new(args: &'a ExplainArgs) -> anyhow::Result<Self> {
        let rules = args.reading.rule_set()?.outcomes;
        Ok(Self {
            team: args.team.as_deref(),
            second_look: args.nodes.map(|nodes| SecondLook::new(nodes, rules)),
            tally: Tally::new(args.team.is_some()),
            has_met_team: false,
            unread: 0,
        })
    }

    /// Line, number and explanation of a game; `None` if there is nothing to explain.
    fn explain(&mut self, read: &ReadGame) -> Option<String> {
        let ReadGame { record, line, game, .. } = read;
        let teams = self.team.map(|name| teams_of(record, name));
        self.has_met_team |= teams.as_ref().is_some_and(|teams| !teams.is_empty());
        if teams.as_ref().is_some_and(Vec::is_empty) {
            self.tally.of_others += 1;
            return None;
        }
        let Some(story) = Story::of(record) else {
            self.tally.undecided += 1;
            return None;
        };
        let loser = story.ending.seat.team();
        let view = match (self.team, teams.as_deref()) {
            (Some(name), Some([team])) => View::Team { name, has_won: *team != loser },
            // A player who is on both teams loses in any case.
            _ => View::Loser,
        };
        let told = self.tell(&story, &view);
        Some(format!("{line}: game {game}: {told}"))
    }

    fn tell(&mut self, story: &Story<'_>, view: &View<'_>) -> String {
        let reasons = reasons(story);
        let has_won = matches!(view, View::Team { has_won: true, .. });
        if let Some(first) = reasons.first() {
            self.tally.add(first.kind(), has_won);
        }
        let who = match view {
            View::Loser => text::of_loser(story),
            View::Team { name, has_won } => text::of_team(story, name, *has_won),
        };
        if has_won {
            return format!("{who}: {}", text::short(story, &reasons));
        }
        let mut told = format!("{who}: {}", text::long(story, &reasons));
        let last = reasons.iter().find_map(|reason| match reason {
            Reason::AgainstForecast { last, .. } => Some(*last),
            _ => None,
        });
        if let (Some(look), Some(last)) = (&mut self.second_look, last)
            && let Some(found) = look.search(story, last)
        {
            told.push_str("; ");
            told.push_str(&found);
        }
        told
    }

    fn finish(self) -> anyhow::Result<ExitCode> {
        if let Some(name) = self.team.filter(|_| !self.has_met_team) {
            bail!("no game has a player `{name}`");
        }
        write!(stdout(), "{}", self.tally)?;
        Ok(if self.unread == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// The teams with a player of this name.
fn teams_of(record: &GameRecord, name: &str) -> Vec<Team> {
    let names = players(record);
    let has_name =
        |team: &Team| ending::seats(record, *team).any(|seat| names[seat.index()] == name);
    Team::ALL.into_iter().filter(has_name).collect()
}
