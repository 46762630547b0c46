//! The options of `tandem match` for playing.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use tandem_arbiter::schedule::{Format, Shard};

use super::adjudication::AdjudicationArgs;
use super::clocks::ClockArgs;
use super::openings::OpeningArgs;
use super::teams::TeamArgs;
use crate::args::level::LevelArgs;
use crate::args::rules::RuleArgs;

/// The most games between two teams.
const MOST_GAMES: i64 = 10_000_000;
/// The most games of a sequential test whose end nobody has named: it decides long before.
const MOST_OF_TEST: u32 = 200_000;

/// Options for playing a match.
#[derive(Args)]
pub(super) struct PlayArgs {
    /// Number of games between each two teams: 1 by default, with --sprt as many as the test needs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: Option<u32>,
    /// The same in rounds, each of two games with one opening and colors exchanged; of four with --quads
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES / 4))]
    rounds: Option<u32>,
    #[command(flatten)]
    pub(super) teams: TeamArgs,
    /// Pairing of more than two teams: round-robin, or gauntlet for the first against all others
    #[arg(long, default_value = "round-robin", value_name = "FORMAT")]
    pub(super) format: Format,
    /// Play each opening also with the boards exchanged: four games in place of two
    #[arg(long)]
    pub(super) quads: bool,
    #[command(flatten)]
    pub(super) clocks: ClockArgs,
    #[command(flatten)]
    pub(super) rules: RuleArgs,
    #[command(flatten)]
    pub(super) openings: OpeningArgs,
    /// Stop once a sequential test (SPRT) of normalised Elo has decided: its bounds, and its error
    /// rates if they are not 0.05
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    pub(super) sprt: Option<String>,
    #[command(flatten)]
    pub(super) adjudication: AdjudicationArgs,
    /// Number of games played at once; by default, as many as the machine has cores for
    #[arg(long, value_name = "N")]
    pub(super) concurrency: Option<NonZeroUsize>,
    /// Store each game in this file as it ends, as a line of JSON; the same command, given again
    /// after an interruption, continues
    #[arg(long, value_name = "FILE")]
    pub(super) results: Option<PathBuf>,
    /// Play only this part of the match, as in 2/5; merge joins the results
    #[arg(long, default_value_t, value_name = "I/N")]
    pub(super) shard: Shard,
    /// File that the games are appended to: match.bpgn by default, match.pgn for games on one
    /// board; with --results, a copy of the games kept there, by default in a file beside it
    #[arg(long, visible_alias = "pgn", value_name = "FILE")]
    pub(super) bpgn: Option<PathBuf>,
    /// Show both boards while a game is played; a single game is always shown
    #[arg(long, conflicts_with = "concurrency")]
    pub(super) live: bool,
    /// Size of each seat's transposition table in MiB
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(super) hash: u32,
    /// Node limit for each move of `tandem` and of engines that speak UCI
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<NonZeroU64>,
    #[command(flatten)]
    pub(super) level: LevelArgs,
    /// Let engines use their own opening books
    #[arg(long)]
    pub(super) own_book: bool,
    /// Break a game off after this many plies
    #[arg(long, default_value_t = 2000, value_name = "N")]
    pub(super) most_plies: usize,
    /// Write a log to this file, line by line
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
}

impl PlayArgs {
    /// Fails for a test without an end on a part of a match: a part does not know what all decide.
    pub(super) fn check_end(&self) -> anyhow::Result<()> {
        if self.sprt.is_some() && self.shard.is_part() && self.games.or(self.rounds).is_none() {
            bail!("--sprt with --shard needs --games or --rounds: a part cannot decide");
        }
        Ok(())
    }

    /// Number of games between each two teams.
    pub(super) fn games(&self) -> u32 {
        let in_round = if self.quads { 4 } else { 2 };
        let usual = if self.sprt.is_some() { MOST_OF_TEST } else { 1 };
        self.games.or(self.rounds.map(|rounds| rounds * in_round)).unwrap_or(usual)
    }
}
