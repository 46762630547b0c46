//! Losses of predicted results, and the result that a score predicts.

/// The loss of one output, and its derivative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// The loss.
    pub(crate) value: f64,
    /// Derivative of the loss with respect to the output.
    pub(crate) slope: f64,
}

/// Expected result of a score, 0 to 1: the logistic function `1 / (1 + e^(-score / unit))`.
pub fn expectation(score: f64, unit: f64) -> f64 {
    1.0 / (1.0 + (-score / unit).exp())
}

/// Cross entropy of an expected result and a target, both from 0 to 1.
pub fn cross_entropy(expected: f64, target: f64) -> f64 {
    let expected = expected.clamp(1e-9, 1.0 - 1e-9);
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}

impl Loss {
    /// Squared difference of the expected result of a network's output and a target. An output of
    /// 1 is worth `scale` centipawns, of which `unit` win e times as often as they lose.
    pub(crate) fn squared(output: f64, target: f64, [scale, unit]: [f64; 2]) -> Self {
        let expected = expectation(output * scale, unit);
        let off = expected - target;
        let slope = 2.0 * off * expected * (1.0 - expected) * scale / unit;
        Self { value: off * off, slope }
    }
}
