//! Time options of a match: time controls, clocks at the start, the clock of the games and lag.

use std::str::FromStr;

use anyhow::bail;
use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tandem_arbiter::schedule::Fixture;
use tandem_arbiter::{Lag, Timing};
use tandem_rules::{FirstMove, Millis, Seat, TimeControl};

#[derive(Args)]
pub(super) struct ClockArgs {
    /// Time for each player in seconds: 60, 60+0.5, 300d2 (US delay), 180b2 (Bronstein) or 2b2 (an
    /// exact time for each move); one for all, one for each team, or one for each player of each
    /// team, separated by commas
    #[arg(long, default_value = "30", value_name = "CONTROL[,…]", value_delimiter = ',')]
    tc: Vec<TimeControl>,
    /// Charge nothing for the first move of each player
    #[arg(long)]
    free_first_move: bool,
    /// Least time charged for a move, in milliseconds
    #[arg(long, default_value_t = 0, value_name = "MS")]
    smallest_charge: u32,
    /// Seconds added to each clock at the start, less than zero to subtract: of White on A, Black
    /// on A, White on B and Black on B, separated by commas, or random:SECONDS, drawn for each
    /// opening
    #[arg(long, value_name = "OFFSETS", allow_hyphen_values = true)]
    offsets: Option<Offsets>,
    /// The clock of the games: wall, or nodes:RATE for games that repeat to the move
    #[arg(long, default_value = "wall", value_name = "CLOCK")]
    pub(super) clock: Timing,
    /// Simulated lag in milliseconds: one number for all news, or any of
    /// moves=MS,holdings=MS,messages=MS
    #[arg(long, value_name = "LAG")]
    pub(super) lag: Option<Lag>,
    /// Let the wall clock jump to the next flag when every player on turn waits
    #[arg(long)]
    pub(super) fast_forward: bool,
}

/// Offsets of the starting clocks from their base times.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Offsets {
    /// Fixed offsets, in the order of [`Seat::ALL`].
    Given([Millis; 4]),
    /// Random offsets of at most this much, either way.
    Random(Millis),
}

#[derive(Debug, thiserror::Error)]
#[error(
    "invalid clock offsets `{0}`, expected four numbers of seconds separated by commas, or random:SECONDS"
)]
struct OffsetsError(String);

impl FromStr for Offsets {
    type Err = OffsetsError;

    fn from_str(text: &str) -> Result<Self, OffsetsError> {
        let refused = || OffsetsError(text.to_owned());
        let seconds = |text: &str| {
            let value = text.trim().parse().ok().filter(|value: &f64| value.abs() <= 1e6);
            value.map(Millis::from_seconds_f64).ok_or_else(refused)
        };
        if let Some(most) = text.strip_prefix("random:") {
            let most = seconds(most)?;
            return if most < Millis::ZERO { Err(refused()) } else { Ok(Self::Random(most)) };
        }
        let four: Vec<Millis> = text.split(',').map(seconds).collect::<Result<_, _>>()?;
        four.try_into().map(Self::Given).map_err(|_| refused())
    }
}

/// Formats the offsets as they are parsed.
impl std::fmt::Display for Offsets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Given([wa, ba, wb, bb]) => write!(f, "{wa},{ba},{wb},{bb}"),
            Self::Random(most) => write!(f, "random:{most}"),
        }
    }
}

/// Least time on a clock at the start.
const LEAST: Millis = Millis(1);

impl ClockArgs {
    /// Time controls of the players on A and on B, for each team.
    pub(super) fn controls(&self, teams: usize) -> anyhow::Result<Vec<[TimeControl; 2]>> {
        let control = |control: TimeControl| {
            let first_move = match self.free_first_move {
                true => FirstMove::Free,
                false => FirstMove::Timed,
            };
            let smallest_charge = Millis(i64::from(self.smallest_charge));
            TimeControl { first_move, smallest_charge, ..control }
        };
        let given: Vec<TimeControl> = self.tc.iter().copied().map(control).collect();
        match given.len() {
            1 => Ok(vec![[given[0]; 2]; teams]),
            count if count == teams => Ok(given.iter().map(|&control| [control; 2]).collect()),
            count if count == 2 * teams => {
                Ok(given.chunks(2).map(|pair| [pair[0], pair[1]]).collect())
            }
            count => {
                bail!(
                    "{count} time controls, expected 1, {teams} (teams) or {} (players)",
                    2 * teams
                )
            }
        }
    }

    /// The clock of each seat at the start of a game: the base time of its control and its offset,
    /// which both games of a pair share.
    pub(super) fn at_start(
        &self,
        fixture: &Fixture,
        seed: u64,
        controls: &[TimeControl; 4],
    ) -> [Millis; 4] {
        let offsets = match self.offsets {
            None => [Millis::ZERO; 4],
            Some(Offsets::Given(offsets)) => offsets,
            Some(Offsets::Random(most)) => random(most, seed, fixture.opening),
        };
        Seat::ALL.map(|seat| {
            let board = if fixture.mirrored { seat.board.other() } else { seat.board };
            let offset = offsets[board.seat(seat.color).index()];
            (controls[seat.index()].base + offset).max(LEAST)
        })
    }

    /// All time options as names and values, to tell one match from another.
    pub(super) fn text(&self) -> Vec<(&'static str, String)> {
        let tc: Vec<String> = self.tc.iter().map(ToString::to_string).collect();
        let offsets = self.offsets.map_or_else(String::new, |offsets| offsets.to_string());
        vec![
            ("tc", tc.join(",")),
            ("free-first-move", self.free_first_move.to_string()),
            ("smallest-charge", self.smallest_charge.to_string()),
            ("offsets", offsets),
            ("clock", self.clock.to_string()),
            ("lag", self.lag.unwrap_or_default().to_string()),
            ("fast-forward", self.fast_forward.to_string()),
        ]
    }
}

/// Random offsets of an opening, uniform from `-most` to `most`.
fn random(most: Millis, seed: u64, opening: usize) -> [Millis; 4] {
    let mut random = ChaCha8Rng::seed_from_u64(!seed); // not the seed of the openings
    random.set_stream(opening as u64);
    let span = most.0.unsigned_abs() * 2 + 1;
    [(); 4].map(|()| Millis((random.next_u64() % span) as i64 - most.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_four_numbers_or_random() {
        let given = Offsets::Given([Millis(-2000), Millis(0), Millis(500), Millis(3000)]);
        assert_eq!("-2,0,0.5,3".parse::<Offsets>().expect("offsets"), given);
        assert_eq!(given.to_string().parse::<Offsets>().expect("offsets"), given);
        let random = Offsets::Random(Millis(10_000));
        assert_eq!("random:10".parse::<Offsets>().expect("offsets"), random);
        for text in ["", "1", "1,2,3", "1,2,3,4,5", "a,b,c,d", "random", "random:-1", "random:x"] {
            assert!(text.parse::<Offsets>().is_err(), "{text}");
        }
    }

    #[test]
    fn random_offsets_follow_from_the_seed_and_stay_within_bounds() {
        let of = |seed, opening| random(Millis(5000), seed, opening);
        assert_eq!(of(1, 3), of(1, 3));
        assert_ne!(of(1, 3), of(1, 4));
        assert_ne!(of(1, 3), of(2, 3));
        assert!((0..100).flat_map(|at| of(9, at)).all(|offset| offset.0.abs() <= 5000));
    }
}
