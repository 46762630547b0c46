//! Forecasts beside the results of games: how reliable they are, and the weights that fit best.

mod finished;
mod fit;
mod reliability;

pub use finished::FinishedGame;
pub use reliability::{Checked, Reliability};

use crate::forecast::FACTS;
use fit::{Sample, fit, held_out};

/// Fits the weights of the forecast to games, in their order, and makes the forecast of each game
/// that by weights which are fitted to the others. Returns the weights that fit all games.
pub fn refit(checked: &mut [Checked]) -> [f64; FACTS] {
    let samples: Vec<Sample> = checked.iter().map(|moment| moment.sample).collect();
    for (moment, forecast) in checked.iter_mut().zip(held_out(&samples)) {
        moment.forecast = forecast;
    }
    fit(&samples.iter())
}
