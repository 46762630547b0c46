//! `AdamW` (Loshchilov and Hutter, 2017): Adam with decoupled weight decay.

use super::Strip;

/// One optimizer step, the same for all weights.
#[derive(Clone, Copy)]
pub(super) struct Step {
    rate: f32,
    /// Factor that weight decay leaves of a weight: `1 - rate * WEIGHT_DECAY`.
    kept: f32,
    /// Bias corrections of the two moving averages: `1 - decay^step`.
    mean_part: f32,
    square_part: f32,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const WEIGHT_DECAY: f32 = 0.01;
const TINY: f32 = 1e-8;

impl Step {
    /// The step with this number, from 1, at a learning rate.
    pub(super) fn new(number: u32, rate: f32) -> Self {
        let part = |decay: f32| 1.0 - decay.powi(number.min(1 << 20) as i32);
        Self {
            rate,
            kept: 1.0 - rate * WEIGHT_DECAY,
            mean_part: part(MEAN_DECAY),
            square_part: part(SQUARE_DECAY),
        }
    }

    /// Updates weights by their gradients, within ±`most`, and the moving averages of the gradients
    /// and of their squares.
    pub(super) fn change(
        self,
        weights: &mut Strip,
        slopes: &Strip,
        [mean, square]: [&mut Strip; 2],
        most: f32,
    ) {
        let means = mean.0.iter_mut().zip(&mut square.0);
        for ((weight, &slope), (mean, square)) in weights.0.iter_mut().zip(&slopes.0).zip(means) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let size = (*square / self.square_part).sqrt() + TINY;
            let change = self.rate * (*mean / self.mean_part) / size;
            *weight = (*weight * self.kept - change).clamp(-most, most);
        }
    }
}
