//! Reasons for lost games: a standoff, a piece given, an end against the loser's own scores, a
//! position that had been bad for long, a flag, or a fault of an engine.

mod given;
mod reasons;
mod second_look;
mod standoff;
mod story;
mod tally;
#[cfg(test)]
mod tests;
mod text;

use std::num::NonZeroU64;

use tandem_rules::Team;
use tandem_rules::notation::bpgn::{GameRecord, ReadGame};

use crate::analyst::Analyst;
use crate::players::folded;
use crate::record::{ending, players};
use reasons::{Reason, reasons};
use second_look::SecondLook;
use story::Story;
pub use tally::Tally;

/// Explains games, one after the other, and counts the reasons.
pub struct Explainer {
    team: Option<String>,
    second_look: Option<SecondLook>,
    tally: Tally,
    /// True once a game had the team.
    has_met_team: bool,
}

/// The team from whose point of view a game is judged.
enum Viewpoint<'a> {
    Loser,
    Team { name: &'a str, has_won: bool },
}

impl Explainer {
    /// Judges each game from the view of its loser, or from that of the team with this player.
    pub fn new(team: Option<&str>) -> Self {
        Self {
            team: team.map(str::to_owned),
            second_look: None,
            tally: Tally::new(team.is_some()),
            has_met_team: false,
        }
    }

    /// Lets an analyst, whose searches end after this number of nodes, search each position that a
    /// loser took to be at least even shortly before the end.
    #[must_use]
    pub fn with_second_look(self, analyst: Analyst, nodes: NonZeroU64) -> Self {
        Self { second_look: Some(SecondLook::new(analyst, nodes)), ..self }
    }

    /// False if games are to be judged from the view of a team, and none of them had it.
    pub const fn has_met_team(&self) -> bool {
        self.team.is_none() || self.has_met_team
    }

    /// The counts of reasons so far, formatted as a table.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Line, number and explanation of a game; `None` if there is nothing to explain.
    pub fn explain(&mut self, read: &ReadGame) -> Option<String> {
        let ReadGame { record, line, game, .. } = read;
        let team = self.team.clone();
        let teams = team.as_deref().map(|name| teams_of(record, name));
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
        let view = match (team.as_deref(), teams.as_deref()) {
            (Some(name), Some([team])) => Viewpoint::Team { name, has_won: *team != loser },
            // A player who is on both teams loses in any case.
            _ => Viewpoint::Loser,
        };
        let told = self.tell(&story, &view);
        Some(format!("{line}: game {game}: {told}"))
    }

    fn tell(&mut self, story: &Story<'_>, view: &Viewpoint<'_>) -> String {
        let reasons = reasons(story);
        let has_won = matches!(view, Viewpoint::Team { has_won: true, .. });
        if let Some(first) = reasons.first() {
            self.tally.add(first.kind(), has_won);
        }
        let who = match view {
            Viewpoint::Loser => text::of_loser(story),
            Viewpoint::Team { name, has_won } => text::of_team(story, name, *has_won),
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
}

/// The teams with a player of this name.
fn teams_of(record: &GameRecord, name: &str) -> Vec<Team> {
    let (names, name) = (players(record).map(|name| folded(&name)), folded(name));
    let has_name =
        |team: &Team| ending::seats(record, *team).any(|seat| names[seat.index()] == name);
    Team::ALL.into_iter().filter(has_name).collect()
}
