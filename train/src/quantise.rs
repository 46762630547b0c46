//! Quantisation: weights as floating-point numbers to the integers of a network, and back.

use tandem_nets::architecture::{OUTPUTS, QA, QB, WIDTH};
use tandem_nets::{Network, Row};

use crate::weights::{BIAS, MOST_OUTPUT, MOST_SPARSE, Weights};

impl Weights {
    /// The weights of a network, for continued training.
    pub fn of_network(network: &Network) -> Self {
        let sparse = network.features().iter().chain([network.bias()]).map(|row| (row, QA));
        let outputs = network.outputs().iter().flatten().map(|row| (row, QB));
        let mut weights = Self::zero();
        for (row, (known, one)) in sparse.chain(outputs).enumerate() {
            weights.set_row(row, &known.0.map(|weight| f32::from(weight) / one as f32));
        }
        for (output, &bias) in network.output_bias().iter().enumerate() {
            *weights.output_bias_mut(output) = bias as f32 / (QA * QB) as f32;
        }
        weights
    }

    /// The network with these weights, rounded and clamped.
    pub fn to_network(&self) -> Network {
        let sparse = |row| rounded(&self.row(row), QA, MOST_SPARSE);
        let output = |output, perspective| {
            rounded(&self.row(Self::output_row(output, perspective)), QB, MOST_OUTPUT)
        };
        Network::new(
            (0..BIAS).map(sparse).collect(),
            sparse(BIAS),
            (0..OUTPUTS).map(|at| [output(at, 0), output(at, 1)]).collect(),
            std::array::from_fn(|at| (self.output_bias(at) * (QA * QB) as f32).round() as i32),
        )
    }
}

fn rounded(row: &[f32; WIDTH], one: i32, most: i32) -> Row {
    let (one, most) = (one as f32, most as f32);
    Row(row.map(|weight| (weight * one).round().clamp(-most, most) as i16))
}

#[cfg(test)]
mod tests {
    use tandem_nets::architecture::{MOST_ACTIVE, WIDTH};

    use super::*;
    use crate::weights::ROWS;

    #[test]
    fn a_network_is_the_weights_it_is_gone_on_with() {
        let network = Weights::random(3).to_network();
        let again = Weights::of_network(&network).to_network();
        assert_eq!(network.hash(), again.hash());
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
        let rows = network.features().iter().chain([network.bias()]);
        for row in rows {
            assert_eq!([row.0[0], row.0[1], row.0[WIDTH - 1]], [337, 0, -337]);
            assert!(i32::from(row.0[0]) * (MOST_ACTIVE as i32 + 1) <= i32::from(i16::MAX));
        }
        for row in network.outputs().iter().flatten() {
            assert_eq!([row.0[0], row.0[1], row.0[WIDTH - 1]], [127, 0, -127]);
        }
    }
}
