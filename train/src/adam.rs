//! Adam (Kingma and Ba, 2014), with decoupled weight decay as in `AdamW` (Loshchilov and Hutter,
//! 2017).

use num_traits::Float;

/// Constants of the optimizer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adam<T> {
    /// Decay of the moving average of the gradients.
    pub(crate) mean_decay: T,
    /// Decay of the moving average of their squares.
    pub(crate) square_decay: T,
    /// Part of a parameter that a step takes away, times the learning rate.
    pub(crate) weight_decay: T,
    /// Smallest size of a gradient that a step is divided by.
    pub(crate) epsilon: T,
}

/// One step, the same for all parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<T> {
    adam: Adam<T>,
    rate: T,
    /// Factor that weight decay leaves of a parameter.
    kept: T,
    /// Bias corrections of the two moving averages: `1 - decay^step`.
    mean_part: T,
    square_part: T,
}

impl<T: Float> Adam<T> {
    /// The step with this number, from 1, at a learning rate.
    pub(crate) fn step(self, number: u32, rate: T) -> Step<T> {
        let part = |decay: T| T::one() - decay.powi(number.min(1 << 20) as i32);
        Step {
            adam: self,
            rate,
            kept: T::one() - rate * self.weight_decay,
            mean_part: part(self.mean_decay),
            square_part: part(self.square_decay),
        }
    }
}

impl<T: Float> Step<T> {
    /// Updates parameters by their gradient, within ±`limit`, and the moving averages of the
    /// gradient and of its square.
    #[inline]
    pub(crate) fn update(
        self,
        parameters: &mut [T],
        gradient: &[T],
        [mean, square]: [&mut [T]; 2],
        limit: T,
    ) {
        let Adam { mean_decay, square_decay, epsilon, .. } = self.adam;
        let one = T::one();
        let averages = mean.iter_mut().zip(square);
        for ((parameter, &slope), (mean, square)) in
            parameters.iter_mut().zip(gradient).zip(averages)
        {
            *mean = mean_decay * *mean + (one - mean_decay) * slope;
            *square = square_decay * *square + (one - square_decay) * slope * slope;
            let size = (*square / self.square_part).sqrt() + epsilon;
            let change = self.rate * (*mean / self.mean_part) / size;
            *parameter = num_traits::clamp(*parameter * self.kept - change, -limit, limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_the_minimum_and_stay_within_the_limit() {
        let adam = Adam { mean_decay: 0.9, square_decay: 0.999, weight_decay: 0.0, epsilon: 1e-12 };
        let mut x = [5.0_f64, 5.0];
        let (mut mean, mut square) = ([0.0; 2], [0.0; 2]);
        for number in 1..=500 {
            let rate = 0.2 * (1.0 - f64::from(number) / 500.0);
            let gradient = [2.0 * (x[0] - 1.0), 2.0 * (x[1] - 9.0)];
            adam.step(number, rate).update(&mut x, &gradient, [&mut mean, &mut square], 6.0);
        }
        assert!((x[0] - 1.0).abs() < 1e-3 && (x[1] - 6.0).abs() < 1e-12, "{x:?}");
    }
}
