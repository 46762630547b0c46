//! `AdamW` (Loshchilov and Hutter, 2017): Adam with weights that fade by themselves.

use super::Strip;

/// One step of the descent, the same for all weights.
#[derive(Clone, Copy)]
pub(super) struct Step {
    rate: f32,
    /// What the weights keep of themselves.
    kept: f32,
    /// How much of the means has come together since the beginning.
    mean_part: f32,
    square_part: f32,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const WEIGHT_DECAY: f32 = 0.01;
const TINY: f32 = 1e-8;

impl Step {
    /// The step with this number, from 1.
    pub(super) fn new(number: u32, rate: f32) -> Self {
        let part = |decay: f32| 1.0 - decay.powi(number.min(1 << 20) as i32);
        Self {
            rate,
            kept: 1.0 - rate * WEIGHT_DECAY,
            mean_part: part(MEAN_DECAY),
            square_part: part(SQUARE_DECAY),
        }
    }

    /// Changes some weights by its slopes, up to `most`, and what is remembered of them: their
    /// mean and the mean of their squares.
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
