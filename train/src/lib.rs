//! Training on recorded games: of the evaluation network, and of any evaluation that is a
//! differentiable function of its weights.
//!
//! An [`Example`] is a position of a record with its [`Label`]. A [`Dataset`] collects items
//! made from the examples of many games. A [`Trainer`] trains the [`Weights`] of a network on
//! [`Sample`]s, which are packed examples; the result is rounded to a
//! [`Network`](tandem_nets::Network). A [`Fit`] does the same for an evaluation that is
//! [`Differentiable`], such as the hand-written one. Both go through the same batches, with the
//! same optimizer (Adam).
//!
//! Training is deterministic: it follows from the records and a seed, with any number of threads,
//! because a batch is cut into shares of a fixed size whose gradients are added up in their order.
//!
//! [`Spsa`] is for numbers without a gradient, such as those of a search: it finds them by the
//! results of comparisons, and knows neither games nor positions.
//!
//! This crate knows no search and no hand-written evaluation: an evaluation says its value and its
//! gradient, and whoever owns both crates joins them.
//!
//! ```
//! use tandem_train::{Differentiable, Fit, FitSettings, Label, Labelled};
//!
//! /// An evaluation of two counts: their sum, each times its weight.
//! struct Counts([f64; 2]);
//!
//! impl Differentiable for Counts {
//!     type Tape = ();
//!
//!     fn evaluate(&self, weights: &[f64]) -> (f64, ()) {
//!         (self.0[0] * weights[0] + self.0[1] * weights[1], ())
//!     }
//!
//!     fn add_gradient(&self, (): (), factor: f64, gradient: &mut [f64]) {
//!         gradient[0] += factor * self.0[0];
//!         gradient[1] += factor * self.0[1];
//!     }
//! }
//!
//! // The scores are those of a pawn of 100 and a knight of 200 centipawns.
//! let counts = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-2.0, 1.0]];
//! let samples: Vec<_> = counts
//!     .map(|[pawns, knights]| {
//!         let score = 100.0 * pawns + 200.0 * knights;
//!         let label = Label { score, result: 0.5, trust: 0.0 };
//!         Labelled { evaluation: Counts([pawns, knights]), label }
//!     })
//!     .into();
//! let settings = FitSettings { epochs: 300, seed: 1, unit: 400.0, result: 0.0, expected: 1e6 };
//! let mut fit = Fit::new(&samples, &[150.0, 150.0], settings);
//! for _ in 0..settings.epochs {
//!     fit.epoch();
//! }
//! assert!((fit.weights()[0] - 100.0).abs() < 3.0 && (fit.weights()[1] - 200.0).abs() < 3.0);
//! ```
#![deny(unsafe_code)]

mod adam;
mod batch;
mod checkpoint;
mod dataset;
mod example;
mod fit;
#[cfg(test)]
mod fixtures;
mod hyperparameters;
mod label;
mod lambda_return;
mod loss;
mod micro_batch;
mod optimizer;
mod quantise;
mod sample;
mod schedule;
#[allow(unsafe_code, reason = "vector instructions, each beside a safe twin")]
mod simd;
mod sparse;
mod spsa;
mod trainer;
mod weights;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use dataset::{Dataset, DatasetError, Selection};
pub use example::Example;
pub use fit::{Differentiable, Fit, FitSettings, Labelled};
pub use hyperparameters::Hyperparameters;
pub use label::Label;
pub use loss::{cross_entropy, expectation};
pub use sample::Sample;
pub use spsa::{Spsa, SpsaParameter, SpsaSchedule};
pub use trainer::Trainer;
pub use weights::Weights;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
