//! The options `--elo`, `--level` and `--pace`, which set how strong Tandem plays and how fast.

use clap::{Args, ValueEnum};
use tandem_engine::{Elo, Level};
use tandem_rules::Seat;

/// Options that limit Tandem's strength and set its pace.
#[derive(Args, Clone, Default)]
pub(crate) struct LevelArgs {
    /// Tandem's strength in Elo, from 500 to 2850; its full strength if not given
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u16).range(500..=2850))]
    elo: Option<u16>,
    /// Tandem's strength as a skill level from 0 (500 Elo) to 20 (full strength)
    #[arg(long, value_name = "N", conflicts_with = "elo", value_parser = clap::value_parser!(u8).range(0..=20))]
    level: Option<u8>,
    /// When Tandem answers: engine for as soon as it can, human for when a person would; by
    /// default human below the full strength
    #[arg(long, value_name = "PACE")]
    pace: Option<PaceArg>,
}

/// Options that limit the strength of each Tandem in a game with a person.
#[derive(Args)]
pub(crate) struct SeatLevelArgs {
    #[command(flatten)]
    all: LevelArgs,
    /// The strength of one seat, as in BlackB=1200; may be given several times
    #[arg(long, value_name = "SEAT=ELO", value_parser = seat_elo)]
    seat_elo: Vec<(Seat, u16)>,
}

impl SeatLevelArgs {
    /// The options for the Tandem in this seat, which plays at a person's pace by default.
    pub(crate) fn of(&self, seat: Seat) -> LevelArgs {
        let all = self.all.with_default_pace(PaceArg::Human);
        let named = self.seat_elo.iter().rev().find(|(named, _)| *named == seat);
        named.map_or(all.clone(), |&(_, elo)| all.with_elo(elo))
    }
}

/// Parses a seat and its strength.
fn seat_elo(text: &str) -> Result<(Seat, u16), String> {
    let (name, elo) = text.split_once('=').ok_or("expected SEAT=ELO, as in BlackB=1200")?;
    let is_meant = |seat: &Seat| format!("{}{}", seat.color, seat.board).eq_ignore_ascii_case(name);
    let seat = Seat::ALL.into_iter().find(is_meant);
    let seat = seat.ok_or_else(|| format!("unknown seat `{name}`"))?;
    let elo = elo.parse().ok().and_then(Elo::new);
    let elo = elo.ok_or_else(|| format!("expected an Elo from 500 to 2850 after `{name}=`"))?;
    Ok((seat, elo.number()))
}

/// A pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PaceArg {
    Engine,
    Human,
}

impl PaceArg {
    const fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Human => "human",
        }
    }
}

impl LevelArgs {
    /// The same options with this pace, unless one was given.
    pub(crate) fn with_default_pace(&self, pace: PaceArg) -> Self {
        Self { pace: self.pace.or(Some(pace)), ..self.clone() }
    }

    /// The same options with this strength in Elo.
    pub(crate) fn with_elo(&self, elo: u16) -> Self {
        Self { elo: Some(elo), level: None, ..self.clone() }
    }

    /// The strength in Elo; `None` for the full one.
    pub(crate) fn elo(&self) -> Option<u16> {
        self.elo.or(match self.level.map(Level::of_skill) {
            Some(Level::Limited(elo)) => Some(elo.number()),
            Some(Level::Full) | None => None,
        })
    }

    /// The engine options that these set, as names and values.
    pub(crate) fn options(&self) -> Vec<(&'static str, String)> {
        let elo =
            self.elo.map(|elo| [("UCI_Elo", elo.to_string()), ("UCI_LimitStrength", "1".into())]);
        let level = self.level.map(|level| ("Skill Level", level.to_string()));
        let pace = self.pace.map(|pace| ("Pace", pace.name().to_owned()));
        elo.into_iter().flatten().chain(level).chain(pace).collect()
    }

    /// The options as text, to tell one match from another; empty if there are none.
    pub(crate) fn text(&self) -> String {
        let options = self.options();
        let texts: Vec<String> =
            options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        texts.join(" ")
    }
}
