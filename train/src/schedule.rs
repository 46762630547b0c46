//! Learning-rate schedules.

use std::f64::consts::PI;

/// Steps of the warm-up, in which the rate rises linearly from 0; at most a twentieth of all steps.
/// Early gradients are not reliable enough for the full rate.
const WARM_UP: u32 = 500;

/// Factor of the learning rate at the step with this index, from 0, in a run of `steps`: a linear
/// warm-up, and the cosine decay from 1 to 0 that it is multiplied with.
pub(crate) fn warm_up_and_cosine(step: u32, steps: u32) -> [f64; 2] {
    let warm = f64::from((steps / 20).clamp(1, WARM_UP));
    let rise = (f64::from(step + 1) / warm).min(1.0);
    let fall = 0.5 + 0.5 * (PI * f64::from(step) / f64::from(steps)).cos();
    [rise, fall]
}

/// Factor of the learning rate at the step with this index, from 0, in a run of epochs of
/// `batches` steps each: a linear decay from 1 to 0.
pub(crate) fn linear(step: u32, batches: u32, epochs: u32) -> f64 {
    let done = f64::from(step / batches) + f64::from(step % batches) / f64::from(batches);
    1.0 - done / f64::from(epochs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_rate_falls_by_the_same_part_with_each_step() {
        let rates: Vec<f64> = (0..12).map(|step| linear(step, 4, 3)).collect();
        assert!((rates[0] - 1.0).abs() < 1e-12 && rates[11] > 0.0);
        assert!(rates.windows(2).all(|two| (two[0] - two[1] - 1.0 / 12.0).abs() < 1e-12));
    }
}
