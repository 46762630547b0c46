//! SPSA, simultaneous perturbation stochastic approximation: finds integers at which a noisy
//! comparison is won most often.
//!
//! A trial moves all values at once, each by its `c` up or down at random, and compares the point
//! with its mirror image. The result moves every value a little towards the better point: the
//! parts that the other values have in it cancel out over many trials. So a trial costs the same
//! for one value as for a hundred.
//!
//! **Sources.** The method and its decays (α = 0.602, γ = 0.101): J. C. Spall, *Implementation of
//! the Simultaneous Perturbation Algorithm for Stochastic Optimization* (IEEE Transactions on
//! Aerospace and Electronic Systems 34, 1998). The constants by their values at the end, `c_end` and
//! `r_end`, as in the tuning of chess engines on Fishtest and OpenBench. With trials counted by `k`
//! from 1 to `N`:
//!
//! | quantity | formula |
//! | --- | --- |
//! | perturbation | `c_k = c_end (N / k)^γ` |
//! | gain | `a_k = r_end c_end² ((A + N) / (A + k))^α` |
//! | points | `θ ± c_k Δ`, with each `Δ_i` 1 or −1 at random |
//! | step | `θ_i += a_k / c_k · result · Δ_i` |
//!
//! Values are real numbers between trials. A point has integers: a value is rounded up with the
//! probability of its fraction, so that its mean is right, and both points with the same random
//! number, so that two points differ by no more than they must.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A value to be found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpsaParameter {
    /// Value before the first trial.
    pub start: i32,
    /// Least and largest value.
    pub range: (i32, i32),
    /// Perturbation in the last trial; the scale on which the value matters.
    pub c_end: f64,
}

/// The decay of perturbations and steps over the trials.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpsaSchedule {
    /// Number of trials, `N`.
    pub trials: u64,
    /// Step in the last trial for a result of 1, as a part of `c_end`.
    pub r_end: f64,
    /// Exponent of the decay of the gain, α.
    pub alpha: f64,
    /// Exponent of the decay of the perturbation, γ.
    pub gamma: f64,
    /// Number of trials that keeps the first steps small, `A`.
    pub stability: f64,
}

impl SpsaSchedule {
    /// The usual constants: α = 0.602, γ = 0.101, `A` a tenth of the trials.
    pub fn usual(trials: u64, r_end: f64) -> Self {
        Self { trials, r_end, alpha: 0.602, gamma: 0.101, stability: trials as f64 / 10.0 }
    }

    /// The perturbation of the trial with this index, from 0, in units of `c_end`.
    fn perturbation(&self, trial: u64) -> f64 {
        (self.trials as f64 / (trial + 1) as f64).powf(self.gamma)
    }

    /// The step of the trial with this index for a result of 1, in units of `c_end`.
    fn step(&self, trial: u64) -> f64 {
        let Self { stability, trials, .. } = *self;
        let ratio = (stability + trials as f64) / (stability + (trial + 1) as f64);
        self.r_end * ratio.powf(self.alpha) / self.perturbation(trial)
    }
}

/// Mask for the seed, so that perturbations are independent of other things drawn from it.
const OTHER_THAN_POINTS: u64 = 0x7370_7361_0000_7370;
/// Number of bits of a random fraction.
const FRACTION_BITS: u32 = 52;

/// The state of a search for values. It follows from the seed and the results.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<SpsaParameter>,
    schedule: SpsaSchedule,
    seed: u64,
    values: Vec<f64>,
    /// Number of trials whose results are known.
    done: u64,
    /// Sum of the squares of all steps, in units of `c_end`.
    squares: f64,
}

impl Spsa {
    /// The state before the first trial.
    pub fn new(parameters: Vec<SpsaParameter>, schedule: SpsaSchedule, seed: u64) -> Self {
        let values = parameters.iter().map(|parameter| f64::from(parameter.start)).collect();
        Self { parameters, schedule, seed, values, done: 0, squares: 0.0 }
    }

    /// The current values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Number of trials whose results are known.
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// The distance, in units of `c_end`, by which a value without any effect on the results is
    /// expected to have moved by now: its standard deviation, as all its steps had random signs.
    pub fn chance(&self) -> f64 {
        self.squares.sqrt()
    }

    /// The two points that a trial compares; `ahead` counts trials from the next one, at 0.
    pub fn points(&self, ahead: usize) -> [Vec<i32>; 2] {
        let trial = self.done + ahead as u64;
        let c = self.schedule.perturbation(trial);
        let mut points = [const { Vec::new() }; 2];
        for ((parameter, &value), draw) in
            self.parameters.iter().zip(&self.values).zip(self.draws(trial))
        {
            let (least, most) = parameter.range;
            for (point, sign) in points.iter_mut().zip([draw.sign, -draw.sign]) {
                let moved = value + sign * c * parameter.c_end;
                let within = moved.clamp(f64::from(least), f64::from(most));
                point.push((within + draw.fraction).floor() as i32);
            }
        }
        points
    }

    /// Takes the results of the next trials, all made at the current values: of each, the first
    /// point's points less the second's.
    pub fn update(&mut self, results: &[f64]) {
        let mut sums = vec![0.0; self.values.len()];
        for (trial, &result) in (self.done..).zip(results) {
            let step = self.schedule.step(trial) * result;
            self.squares += step * step;
            for (sum, draw) in sums.iter_mut().zip(self.draws(trial)) {
                *sum += step * draw.sign;
            }
        }
        for ((value, parameter), sum) in self.values.iter_mut().zip(&self.parameters).zip(sums) {
            let (least, most) = parameter.range;
            let moved = *value + parameter.c_end * sum;
            *value = moved.clamp(f64::from(least), f64::from(most));
        }
        self.done += results.len() as u64;
    }

    /// The random numbers of a trial, one for each value in their order.
    fn draws(&self, trial: u64) -> impl Iterator<Item = Draw> + use<> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed ^ OTHER_THAN_POINTS);
        random.set_stream(trial);
        std::iter::repeat_with(move || Draw::of(random.next_u64()))
    }
}

/// The random numbers of one value in one trial.
struct Draw {
    /// 1 or −1.
    sign: f64,
    /// From 0 to 1, without 1; added before a value is rounded down.
    fraction: f64,
}

impl Draw {
    fn of(bits: u64) -> Self {
        let drawn = bits >> (u64::BITS - FRACTION_BITS);
        let fraction = drawn as f64 / (1_u64 << FRACTION_BITS) as f64;
        Self { sign: if bits & 1 == 0 { 1.0 } else { -1.0 }, fraction }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(start: i32, c_end: f64) -> SpsaParameter {
        SpsaParameter { start, range: (-10_000, 10_000), c_end }
    }

    /// Two noisy games between two points: the better one, by a sum of squares around `best`, wins
    /// each with the probability of its lead in Elo.
    fn two_games([one, two]: &[Vec<i32>; 2], best: &[(f64, f64)], random: &mut ChaCha8Rng) -> f64 {
        let elo = |point: &[i32]| -> f64 {
            let square = |(&value, &(best, scale)): (&i32, &(f64, f64))| {
                -((f64::from(value) - best) / scale).powi(2)
            };
            point.iter().zip(best).map(square).sum()
        };
        let expected = 1.0 / (1.0 + 10_f64.powf((elo(two) - elo(one)) / 400.0));
        let mut game = || if Draw::of(random.next_u64()).fraction < expected { 1.0 } else { -1.0 };
        game() + game()
    }

    /// Each value starts at 6 times its `c` from the best one, where 36 Elo are lost.
    #[test]
    fn the_best_values_are_found_by_noisy_games() {
        let scales = [100.0, 5.0, 0.6, 30.0, 1000.0, 2.0, 60.0, 8.0];
        let starts = [1000, 0, 8, -200, 3000, 40, 0, 100];
        let parameters: Vec<SpsaParameter> =
            starts.into_iter().zip(scales).map(|(start, c)| parameter(start, c)).collect();
        let directions = [1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0];
        let best: Vec<(f64, f64)> = parameters
            .iter()
            .zip(directions)
            .map(|(parameter, to)| {
                (f64::from(parameter.start) + 6.0 * to * parameter.c_end, parameter.c_end)
            })
            .collect();
        let mut noise = ChaCha8Rng::seed_from_u64(3);
        let mut spsa = Spsa::new(parameters, SpsaSchedule::usual(60_000, 0.02), 1);
        while spsa.done() < 60_000 {
            let results: Vec<f64> =
                (0..10).map(|ahead| two_games(&spsa.points(ahead), &best, &mut noise)).collect();
            spsa.update(&results);
        }
        for (&value, (best, scale)) in spsa.values().iter().zip(best) {
            assert!(((value - best) / scale).abs() < 2.0, "{:?}", spsa.values());
        }
    }

    /// Without an effect, values move as chance says and no further.
    #[test]
    fn values_without_an_effect_move_by_chance_alone() {
        let count = 400;
        let mut spsa =
            Spsa::new(vec![parameter(0, 10.0); count], SpsaSchedule::usual(500, 0.01), 5);
        let mut noise = ChaCha8Rng::seed_from_u64(4);
        for _ in 0..500 {
            let result = [-2.0, 0.0, 0.0, 2.0][(noise.next_u64() % 4) as usize];
            spsa.update(&[result]);
        }
        let mean_square =
            spsa.values().iter().map(|value| (value / 10.0).powi(2)).sum::<f64>() / count as f64;
        let ratio = mean_square.sqrt() / spsa.chance();
        assert!((0.9..1.1).contains(&ratio), "{ratio}");
    }

    #[test]
    fn the_two_points_are_right_in_the_mean_and_differ_by_twice_the_perturbation() {
        for (start, c) in [(7, 0.5), (-3, 0.3), (100, 12.7)] {
            let spsa = Spsa::new(vec![parameter(start, c)], SpsaSchedule::usual(4_000, 0.002), 2);
            let (mut sum, mut differences) = (0.0, 0.0);
            let mut expected = 0.0;
            for ahead in 0..4_000 {
                let [one, two] = spsa.points(ahead).map(|point| f64::from(point[0]));
                let apart = 2.0 * c * spsa.schedule.perturbation(ahead as u64);
                assert!(((one - two).abs() - apart).abs() < 1.0, "{one} {two} {apart}");
                sum += one + two;
                differences += (one - two).abs();
                expected += apart;
            }
            assert!((sum / 8_000.0 - f64::from(start)).abs() < 0.03, "{sum}");
            assert!((differences - expected).abs() / 4_000.0 < 0.03, "{differences} {expected}");
        }
    }

    #[test]
    fn no_point_and_no_value_leaves_its_range() {
        let parameters = vec![SpsaParameter { start: 1, range: (0, 2), c_end: 5.0 }; 20];
        let mut spsa = Spsa::new(parameters, SpsaSchedule::usual(100, 1.0), 9);
        for trial in 0..100 {
            for point in spsa.points(0) {
                assert!(point.iter().all(|value| (0..=2).contains(value)), "{point:?}");
            }
            spsa.update(&[if trial % 3 == 0 { -2.0 } else { 2.0 }]);
            assert!(spsa.values().iter().all(|value| (0.0..=2.0).contains(value)));
        }
    }

    #[test]
    fn constants_have_their_values_in_the_last_trial() {
        let schedule = SpsaSchedule::usual(1000, 0.002);
        assert!((schedule.perturbation(999) - 1.0).abs() < 1e-12);
        assert!((schedule.step(999) - 0.002).abs() < 1e-12);
        // In the first: c = 1000^0.101, and the gain has grown by (1100 / 101)^0.602.
        assert!((schedule.perturbation(0) - 2.0091).abs() < 1e-4);
        assert!((schedule.step(0) * schedule.perturbation(0) - 0.002 * 4.2103).abs() < 1e-4);
    }
}
