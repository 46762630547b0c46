//! Match statistics: the strength difference of two teams, with error bars and a sequential test.
//!
//! Games are played in pairs: one opening, teams swapped. The two games of a pair depend on one
//! another (a lopsided opening is won by both teams in turn), so the unit of all error bars here is
//! the pair and not the game: the *pentanomial* model, after the five scores of a pair. A game
//! whose pair is incomplete counts only in wins, draws and losses.
//!
//! Everything is seen by one team, "we", and is a pure function of a [`Tally`]; tallies of shards
//! are merged by addition.
//!
//! | quantity | unit | here |
//! | --- | --- | --- |
//! | score | share of the points, 0 to 1 | [`Tally::score`], [`score`] |
//! | Elo | logistic, 400 for odds of 10 to 1 | [`elo`] |
//! | normalised Elo | standard deviations of a game × 800 / ln 10 | [`normalized_elo`] |
//! | likelihood of superiority | probability | [`likelihood_of_superiority`] |
//! | verdict with fixed error rates | log-likelihood ratio, natural logarithm | [`Sprt`] |
//!
//! **Sources.** Normalised Elo: M. Van den Bergh, *Normalized Elo* (note for fishtest,
//! `normalized_elo.pdf`, 2020). The sequential test: A. Wald, *Sequential Tests of Statistical
//! Hypotheses* (Annals of Mathematical Statistics 16, 1945), with maximum likelihood in the place
//! of unknown parameters: X. Li, J. Liu and Z. Ying, *Generalized Sequential Probability Ratio
//! Test for Separate Families of Hypotheses* (Sequential Analysis 33, 2014). Likelihood of a few
//! weighted outcomes under a constraint: A. Owen, *Empirical Likelihood Ratio Confidence Intervals
//! for a Single Functional* (Biometrika 75, 1988).

mod distribution;
mod estimate;
mod likelihood;
mod sprt;
mod summary;
mod tally;

pub use estimate::{Estimate, elo, likelihood_of_superiority, normalized_elo, score};
pub use sprt::{Sprt, SprtError, SprtState};
pub(crate) use summary::InWords;
pub use summary::Summary;
pub use tally::{PairResult, Tally, TeamResult};
