//! Reliability of forecasts: the games won, beside the forecasts made.

use std::fmt;

use super::fit::Sample;

/// Positions from which on a tenth of the table counts.
const ENOUGH: usize = 200;
/// The least change of a forecast from one move to the next that counts as a jump.
const JUMP: f64 = 0.3;
/// The part of a game that is its last quarter.
const LATE: f64 = 0.75;

/// A forecast beside the result of its game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Checked {
    /// The moment, with its result.
    pub(crate) sample: Sample,
    /// The forecast for team one.
    pub(crate) forecast: f64,
    /// True if the move made here has the mark of a mistake.
    pub(crate) is_marked: bool,
}

/// The reliability of forecasts.
#[derive(Default, Debug)]
pub struct Reliability {
    games: usize,
    all: Errors,
    late: Errors,
    tenths: [Tenth; 10],
    /// Steps from a move to the next of its game.
    steps: usize,
    jumps: usize,
    unmarked_jumps: usize,
}

/// The sum of squared errors.
#[derive(Default, Debug)]
struct Errors {
    count: usize,
    sum: f64,
}

/// Forecasts that lie in a tenth of the range from 0 to 1.
#[derive(Clone, Copy, Default, Debug)]
struct Tenth {
    count: usize,
    forecasts: f64,
    won: f64,
}

impl Reliability {
    /// Compares forecasts, in the order of their games, with the results.
    pub fn of(checked: &[Checked]) -> Self {
        let mut table = Self::default();
        for game in checked.chunk_by(|one, next| one.sample.game == next.sample.game) {
            table.games += 1;
            for moment in game {
                table.add(moment);
            }
            for pair in game.windows(2) {
                let is_jump = (pair[1].forecast - pair[0].forecast).abs() > JUMP;
                table.steps += 1;
                table.jumps += usize::from(is_jump);
                table.unmarked_jumps += usize::from(is_jump && !pair[0].is_marked);
            }
        }
        table
    }

    fn add(&mut self, moment: &Checked) {
        let Checked { sample, forecast, .. } = *moment;
        self.all.add(forecast - sample.won);
        if sample.phase >= LATE {
            self.late.add(forecast - sample.won);
        }
        let tenth = &mut self.tenths[((forecast * 10.0) as usize).min(9)];
        tenth.count += 1;
        tenth.forecasts += forecast;
        tenth.won += sample.won;
    }

    /// The largest difference between forecasts and games won, of tenths with enough positions.
    fn largest_gap(&self) -> f64 {
        let counting = self.tenths.iter().filter(|tenth| tenth.count >= ENOUGH);
        counting.map(|tenth| tenth.gap().abs()).fold(0.0, f64::max)
    }
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.sum += error * error;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

impl Tenth {
    fn gap(&self) -> f64 {
        (self.forecasts - self.won) / self.count.max(1) as f64
    }
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

/// Formats the scores, then a line for each tenth, then the jumps.
impl fmt::Display for Reliability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, all, late, steps, jumps, unmarked_jumps, .. } = self;
        writeln!(f, "games: {games}, positions: {}", all.count)?;
        writeln!(
            f,
            "Brier score {:.4}, {:.4} in the last quarter of games",
            all.mean(),
            late.mean()
        )?;
        writeln!(f, "{:>12}{:>11}{:>13}{:>10}", "forecast", "positions", "mean", "won")?;
        for (number, tenth) in self.tenths.iter().enumerate() {
            let Tenth { count, forecasts, won } = *tenth;
            let range = format!("{} to {} %", number * 10, number * 10 + 10);
            let mean = |sum: f64| match count {
                0 => "-".to_owned(),
                _ => percent(sum / count as f64),
            };
            writeln!(f, "{range:>12}{count:>11}{:>13}{:>10}", mean(forecasts), mean(won))?;
        }
        let gap = percent(self.largest_gap());
        writeln!(f, "largest gap of a tenth with {ENOUGH} positions: {gap}")?;
        writeln!(
            f,
            "changes by more than {:.0} % from one move to the next: {jumps} of {steps}, \
             {unmarked_jumps} of them not after a marked mistake",
            JUMP * 100.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forecast::FACTS;

    fn checked(game: usize, phase: f64, forecast: f64, won: f64) -> Checked {
        let sample = Sample { game, phase, facts: [0.0; FACTS], by_rating: 0.0, won };
        Checked { sample, forecast, is_marked: false }
    }

    #[test]
    fn errors_are_squared_and_late_ones_are_told_apart() {
        let table = Reliability::of(&[
            checked(1, 0.0, 0.5, 1.0),
            checked(1, 0.8, 1.0, 1.0),
            checked(2, 0.9, 0.6, 0.0),
        ]);
        assert!((table.all.mean() - (0.25 + 0.36) / 3.0).abs() < 1e-12);
        assert!((table.late.mean() - 0.18).abs() < 1e-12);
        assert_eq!((table.games, table.steps, table.jumps), (2, 1, 1));
    }

    #[test]
    fn a_jump_after_a_marked_mistake_is_no_surprise() {
        let mut moments = [0.2, 0.6, 0.61, 0.2].map(|forecast| checked(1, 0.0, forecast, 1.0));
        moments[2].is_marked = true;
        let table = Reliability::of(&moments);
        assert_eq!((table.steps, table.jumps, table.unmarked_jumps), (3, 2, 1));
    }

    #[test]
    fn a_tenth_counts_if_it_has_enough_positions() {
        let row = |count: usize, forecast| vec![checked(1, 0.0, forecast, 1.0); count];
        assert!(Reliability::of(&row(ENOUGH - 1, 0.05)).largest_gap() < 1e-12);
        assert!((Reliability::of(&row(ENOUGH, 0.75)).largest_gap() - 0.25).abs() < 1e-9);
        let told = Reliability::of(&row(ENOUGH, 1.0)).to_string();
        assert!(told.contains("90 to 100 %        200      100.0 %   100.0 %\n"), "{told}");
    }
}
