//! The sequential probability ratio test (SPRT): play until one of two hypotheses is accepted.

use super::Tally;
use super::distribution::Distribution;
use super::estimate::lead_from_normalized_elo;
use super::likelihood::Hypothesis;

/// Count that stands for a score that has not occurred, so that a hypothesis may expect it.
const UNSEEN: f64 = 1e-3;

/// Largest absolute bound of normalised Elo; a larger one must be a mistake, as two teams so far
/// apart differ by three deviations of a game.
const LARGEST_ELO: f64 = 1000.0;

/// A sequential probability ratio test of normalised Elo.
///
/// H0 says that normalised Elo is `elo0`, H1 that it is `elo1`. The ratio compares the likelihood
/// of all pairs under the likeliest pentanomial distribution of each hypothesis. It is computed
/// exactly and not by a normal approximation, so that it holds for lopsided and drawish matches
/// too. The deviation of the results is a nuisance parameter, fitted under each hypothesis.
///
/// The test looks at pairs; unpaired games do not change it. Wald's thresholds are used unchanged:
/// overshooting a threshold makes the real error rates a little smaller than the nominal ones.
///
/// **Regularisation.** A score that has not occurred counts as a thousandth of a pair, as in
/// fishtest. A match with nothing but draws therefore supports the hypothesis nearer to zero, and
/// one with nothing but wins the upper one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    hypotheses: [Hypothesis; 2],
}

/// State of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SprtState {
    /// More games are needed.
    Running,
    /// H0 is accepted: we are no stronger than `elo0`, within the error rates.
    AcceptedH0,
    /// H1 is accepted: we are at least as strong as `elo1`, within the error rates.
    AcceptedH1,
}

/// Error of the parameters of a test.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The bounds are out of range or in the wrong order.
    #[error("bounds [{0}, {1}] of normalised Elo, expected two ascending numbers within ±1000")]
    Bounds(f64, f64),
    /// An error rate is out of range.
    #[error("error rates {0} and {1}, expected numbers above 0 and below 0.5")]
    Rates(f64, f64),
}

impl Sprt {
    /// Makes a test of `elo0` against `elo1` (normalised Elo, `elo0 < elo1`, within ±1000) that
    /// accepts H1 wrongly with a probability of `alpha` and H0 wrongly with one of `beta` (both
    /// above 0 and below ½).
    ///
    /// # Errors
    /// A number is out of its range.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let bounds = -LARGEST_ELO..=LARGEST_ELO;
        if !(bounds.contains(&elo0) && bounds.contains(&elo1) && elo0 < elo1) {
            return Err(SprtError::Bounds(elo0, elo1));
        }
        let is_rate = |rate: f64| 0.0 < rate && rate < 0.5;
        if !(is_rate(alpha) && is_rate(beta)) {
            return Err(SprtError::Rates(alpha, beta));
        }
        let hypotheses = [elo0, elo1].map(|elo| Hypothesis::new(lead_from_normalized_elo(elo)));
        Ok(Self { elo0, elo1, alpha, beta, hypotheses })
    }

    /// The normalised Elo of H0 and of H1.
    pub const fn bounds(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted: ln (β / (1 − α)), negative, and
    /// ln ((1 − β) / α), positive.
    pub fn thresholds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The natural logarithm of the likelihood of all pairs under H1 over that under H0; zero
    /// without pairs.
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        if tally.pairs() == 0 {
            return 0.0;
        }
        let counts = tally.pentanomial().map(|count| (count as f64).max(UNSEEN));
        let sample = Distribution::from_weights(counts).expect("no count is zero");
        let [h0, h1] = self.hypotheses.map(|hypothesis| hypothesis.likeliest(&sample));
        let (Some(h0), Some(h1)) = (h0, h1) else {
            return self.gaussian_ratio(&sample, counts.iter().sum());
        };
        let fits = h0.probabilities().iter().zip(h1.probabilities());
        counts.iter().zip(fits).map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// The ratio for normal pair scores of unknown variance: under a lead of `t` deviations, the
    /// profile likelihood of a sample with a lead of `t̂` is close to (1 + (t̂ − t)²) to the power
    /// of −n / 2. It always exists, and is used where the exact ratio cannot be found.
    fn gaussian_ratio(&self, sample: &Distribution, pairs: f64) -> f64 {
        let seen = sample.t_value();
        let [misfit0, misfit1] =
            self.hypotheses.map(|hypothesis| (seen - hypothesis.t()).powi(2).ln_1p());
        pairs / 2.0 * (misfit0 - misfit1)
    }

    /// State of the test. Ask after each pair or batch of pairs, and stop at the first verdict: the
    /// error rates are those of a test that stops there.
    pub fn state(&self, tally: &Tally) -> SprtState {
        let (lower, upper) = self.thresholds();
        match self.log_likelihood_ratio(tally) {
            ratio if ratio <= lower => SprtState::AcceptedH0,
            ratio if ratio >= upper => SprtState::AcceptedH1,
            _ => SprtState::Running,
        }
    }
}

impl std::fmt::Display for SprtState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Running => "running",
            Self::AcceptedH0 => "H0 accepted",
            Self::AcceptedH1 => "H1 accepted",
        })
    }
}
