//! Quantisation: weights as floating-point numbers to the integers of a network, and back.

use std::ops::Range;

use tandem_nets::architecture::{
    FEATURES, KINGS, MEN, OUTPUTS, PROMOTED, QA, QB, THREAT_WIDTH, WIDTH,
};
use tandem_nets::{Feature, Network, Row, ThreatRow};

use crate::optimizer::Parameters;
use crate::weights::{BIAS, MOST_OUTPUT, Weights, most_sparse};

/// Step of the weights of the sparse layer, and so of their differences between two networks of a file: once
/// they are packed, multiples of 3 take 48 kB of 200 less than any number, and 40 of 105 in the differences, at
/// the same held-out loss.
const STEP: i32 = 3;
/// Step of the weights of the marks of promoted pieces, which take 6 kB less than with the other step, at the
/// same held-out loss.
const STEP_OF_MARKS: i32 = 9;
/// The rows of the marks of promoted pieces.
const MARKS: Range<usize> = KINGS * MEN..KINGS * MEN + PROMOTED;

impl Weights {
    /// The weights of a network, for continued training.
    pub fn of_network(network: &Network) -> Self {
        let sparse = sparse_rows(network).map(|row| (row, QA));
        let outputs = network.outputs().iter().flatten().map(|row| (*row, QB));
        let mut weights = Self::zero();
        for (row, (known, one)) in sparse.chain(outputs).enumerate() {
            weights.set_row(row, &known.0.map(|weight| f32::from(weight) / one as f32));
        }
        for (output, &bias) in network.output_bias().iter().enumerate() {
            *weights.output_bias_mut(output) = bias as f32 / (QA * QB) as f32;
        }
        weights
    }

    /// Adds all changes from one network to another, within the limits of the weights.
    pub fn add_change(&mut self, from: &Network, to: &Network) {
        let [from, to] = [from, to].map(Self::of_network);
        let changes = from.blocks().iter().zip(to.blocks());
        for (at, (strip, (from, to))) in self.blocks_mut().iter_mut().zip(changes).enumerate() {
            let most = Self::limit(at);
            for (weight, (from, to)) in strip.0.iter_mut().zip(from.0.iter().zip(&to.0)) {
                *weight = (*weight + (to - from)).clamp(-most, most);
            }
        }
    }

    /// The network with these weights, rounded and clamped: those of the sparse layer to multiples of 3, or
    /// of 9, so that they take fewer bytes once they are packed.
    pub fn to_network(&self) -> Network {
        let zeros = [0; WIDTH];
        self.quantised(|row| stepped(&self.row(row), &zeros, step(row)))
    }

    /// The network with these weights for a file that stores its differences from `other`: those of the
    /// sparse layer are multiples of 3, or of 9.
    pub fn to_network_beside(&self, other: &Network) -> Network {
        let others: Vec<Row> = sparse_rows(other).collect();
        self.quantised(|row| stepped(&self.row(row), &others[row].0, step(row)))
    }

    /// The network with these rows of the sparse layer, and the other weights rounded. The weights of
    /// features that never occur are what they were at random, and zeros take fewer bytes.
    fn quantised(&self, sparse: impl Fn(usize) -> Row) -> Network {
        let output =
            |output, perspective| rounded(&self.row(Self::output_row(output, perspective)));
        Network::new(
            Feature::all()
                .map(|feature| if feature.occurs() { sparse(feature.index()) } else { Row::ZERO })
                .collect(),
            sparse(BIAS),
            (FEATURES..BIAS).map(|row| narrowed(&sparse(row))).collect(),
            (0..OUTPUTS).map(|at| [output(at, 0), output(at, 1)]).collect(),
            std::array::from_fn(|at| (self.output_bias(at) * (QA * QB) as f32).round() as i32),
        )
    }
}

/// The rows of the sparse layer, in their order among [`Weights`].
fn sparse_rows(network: &Network) -> impl Iterator<Item = Row> {
    let threats = network.threats().iter().map(widened);
    network.features().iter().copied().chain(threats).chain([*network.bias()])
}

/// A row of weights of threats, with zeros for the neurons that do not see them.
fn widened(row: &ThreatRow) -> Row {
    let mut wide = Row::ZERO;
    wide.0[..THREAT_WIDTH].copy_from_slice(&row.0);
    wide
}

fn narrowed(row: &Row) -> ThreatRow {
    ThreatRow(*row.0.first_chunk().expect("a wider row"))
}

/// A row of output weights.
fn rounded(row: &[f32; WIDTH]) -> Row {
    let (one, most) = (QB as f32, MOST_OUTPUT as f32);
    Row(row.map(|weight| (weight * one).round().clamp(-most, most) as i16))
}

/// The step of the weights in a row of the sparse layer.
fn step(row: usize) -> i32 {
    if MARKS.contains(&row) { STEP_OF_MARKS } else { STEP }
}

/// A row of the sparse layer, whole steps away from another one.
fn stepped(row: &[f32; WIDTH], others: &[i16; WIDTH], step: i32) -> Row {
    let one = QA as f32;
    Row(std::array::from_fn(|at| beside(row[at] * one, others[at], step, most_sparse(at))))
}

/// A weight of the sparse layer, whole steps away from another one, and no larger than `most`.
fn beside(weight: f32, other: i16, step: i32, most: i32) -> i16 {
    let weight = weight.clamp(-most as f32, most as f32);
    let steps = ((weight - f32::from(other)) / step as f32).round() as i32;
    let sum = i32::from(other) + step * steps;
    // A step back, if need be: what is read is within the limit, as what was trained is.
    let back = if sum.abs() > most { sum.signum() * step } else { 0 };
    (sum - back) as i16
}

#[cfg(test)]
mod tests {
    use tandem_nets::architecture::{KINGS, MEN, MOST_ACTIVE, MOST_ACTIVE_WITH_THREATS, WIDTH};

    use super::*;
    use crate::weights::ROWS;

    #[test]
    fn a_network_is_the_weights_it_is_gone_on_with() {
        let network = Weights::random(3).to_network();
        let again = Weights::of_network(&network).to_network();
        assert_eq!(network.hash(), again.hash());
    }

    #[test]
    fn a_change_of_one_network_leaves_another_as_far_from_it_as_before() {
        let [before, after, beside] = [1, 2, 3].map(|seed| Weights::random(seed).to_network());
        let mut weights = Weights::of_network(&beside);
        weights.add_change(&before, &before);
        assert_eq!(weights.to_network().hash(), beside.hash());
        weights.add_change(&before, &after);
        let moved = weights.to_network();
        for (at, row) in moved.features().iter().enumerate() {
            for neuron in 0..WIDTH {
                let [before, after, beside] =
                    [&before, &after, &beside].map(|network| network.features()[at].0[neuron]);
                assert_eq!(row.0[neuron] - after, beside - before, "{at}, {neuron}");
            }
        }
        weights.add_change(&after, &before);
        assert_eq!(weights.to_network().hash(), beside.hash());
    }

    #[test]
    fn a_weight_beside_another_is_the_nearest_that_is_whole_steps_away() {
        let most = most_sparse(0) as i16;
        let table = [
            (10.4, 10, 10),
            (11.6, 10, 13),
            (8.4, 10, 7),
            (-20.0, -10, -19),
            (1e9, most, most),
            (1e9, most - 1, most - 1),
            (-1e9, 1, -most + (most + 1) % 3),
        ];
        for (weight, other, expected) in table {
            assert_eq!(
                beside(weight, other, STEP, most.into()),
                expected,
                "{weight} beside {other}"
            );
        }
        let [one, other] = [1, 2].map(Weights::random);
        let other = other.to_network();
        let network = one.to_network_beside(&other);
        let rows = network.features().iter().zip(other.features());
        for (feature, (new, other)) in Feature::all().zip(rows).filter(|(of, _)| of.occurs()) {
            let weights = one.row(feature.index()).map(|weight| weight * QA as f32);
            for ((new, other), weight) in new.0.into_iter().zip(other.0).zip(weights) {
                let step = step(feature.index());
                assert_eq!([new % step as i16, other % step as i16], [0; 2]);
                let off = (f32::from(new) - weight).abs();
                assert!(off <= step as f32 / 2.0 + 0.01, "{new} for {weight}");
            }
        }
        assert_eq!(network.output_bias(), one.to_network().output_bias());
    }

    #[test]
    fn features_that_never_occur_have_no_weights() {
        let network = Weights::random(3).to_network();
        for (feature, row) in Feature::all().zip(network.features()).take(KINGS * MEN) {
            assert_eq!(row.0 != Row::ZERO.0, feature.occurs(), "{feature:?}");
        }
    }

    #[test]
    fn what_is_too_large_is_cut_off() {
        let mut weights = Weights::zero();
        for row in 0..ROWS {
            let mut large = [0.0; WIDTH];
            (large[0], large[WIDTH - 1]) = (9.0, -9.0);
            weights.set_row(row, &large);
        }
        let network = weights.to_network();
        let fits =
            |weight: i16, active: usize| i32::from(weight) * (active as i32 + 1) <= i16::MAX.into();
        let rows = Feature::all().zip(network.features()).filter(|(feature, _)| feature.occurs());
        let rows = rows.map(|(feature, row)| (step(feature.index()), row));
        for (step, row) in rows.chain([(STEP, network.bias())]) {
            let least = if step == STEP { -336 } else { -333 };
            assert_eq!([row.0[0], row.0[1], row.0[WIDTH - 1]], [171, 0, least]);
            assert!(fits(row.0[0], MOST_ACTIVE_WITH_THREATS) && fits(-least, MOST_ACTIVE));
        }
        for row in network.threats() {
            assert_eq!([row.0[0], row.0[1]], [171, 0]);
        }
        for row in network.outputs().iter().flatten() {
            assert_eq!([row.0[0], row.0[1], row.0[WIDTH - 1]], [127, 0, -127]);
        }
    }
}
