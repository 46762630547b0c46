//! Settings of a match as text, to tell one match from another and to join the shards of one.

use anyhow::{Context, bail};
use tandem_arbiter::journal::Settings;
use tandem_arbiter::schedule::Schedule;
use tandem_arbiter::statistics::Sprt;

use super::args::PlayArgs;
use super::conditions::Conditions;

/// The settings of a match by the names of their options.
#[derive(Clone)]
pub(super) struct MatchSettings(pub(super) Settings);

impl MatchSettings {
    /// All settings that determine the games and the table of results.
    pub(super) fn of(args: &PlayArgs, conditions: &Conditions) -> Self {
        let clocks = args.clocks.text().into_iter();
        let ours = [
            ("games", args.games().to_string()),
            ("shard", args.shard.to_string()),
            ("engines", args.teams.engines()),
            ("format", args.format.to_string()),
            ("quads", args.quads.to_string()),
            ("rules", args.rules.to_string()),
            ("sprt", args.sprt.clone().unwrap_or_default()),
            ("hash", args.hash.to_string()),
            ("own-book", args.own_book.to_string()),
            ("nodes", args.nodes.map_or_else(String::new, |nodes| nodes.to_string())),
            ("most-plies", args.most_plies.to_string()),
        ];
        // Only where it is given, so that results of earlier versions can be continued.
        let level = Some(("level", args.level.text())).filter(|(_, text)| !text.is_empty());
        let named = clocks
            .chain(args.openings.text())
            .chain(ours)
            .chain(level)
            .chain(args.adjudication.text());
        let named = named.map(|(name, value)| (name.to_owned(), value));
        let teams = (1..).zip(&conditions.teams);
        let teams = teams.map(|(number, team)| (team_key(number), team.name.clone()));
        Self(Settings(named.chain(teams).collect()))
    }

    /// The settings of the whole match that this is a shard of.
    pub(super) fn of_whole_match(&self) -> Settings {
        let mut whole = self.0.clone();
        whole.0.insert("shard".to_owned(), "1/1".to_owned());
        whole
    }

    /// Names of the teams, in their order.
    pub(super) fn teams(&self) -> Vec<String> {
        (1..).map_while(|number| self.0.0.get(&team_key(number)).cloned()).collect()
    }

    /// Number of games between each two teams.
    pub(super) fn games(&self) -> usize {
        self.get("games").parse().ok().map_or(0, |games: u32| games as usize)
    }

    /// The schedule of the whole match.
    pub(super) fn schedule(&self) -> anyhow::Result<Schedule> {
        Ok(Schedule {
            teams: self.teams().len(),
            format: self.get("format").parse()?,
            games: self.games(),
            quads: self.get("quads") == "true",
        })
    }

    /// The sequential test (SPRT) to be made, if any.
    pub(super) fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let text = self.get("sprt");
        if text.is_empty() {
            return Ok(None);
        }
        if self.teams().len() != 2 {
            bail!("--sprt compares two teams, but there are {}", self.teams().len());
        }
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|part| part.trim().parse()).collect();
        let sprt = match numbers.as_deref() {
            Ok(&[elo0, elo1]) => Sprt::new(elo0, elo1, 0.05, 0.05),
            Ok(&[elo0, elo1, alpha, beta]) => Sprt::new(elo0, elo1, alpha, beta),
            _ => bail!("invalid test `{text}`, expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA"),
        };
        Ok(Some(sprt.with_context(|| format!("invalid test `{text}`"))?))
    }

    fn get(&self, name: &str) -> &str {
        self.0.0.get(name).map_or("", String::as_str)
    }
}

fn team_key(number: usize) -> String {
    format!("team {number}")
}
