//! The evaluation along a line of the search: by a network, or the hand-written one.

use std::sync::Arc;

use tandem_nets::{Evaluator, Networks};
use tandem_rules::{Color, Handoff, Move, Observer, Position, Variant};

use crate::eval::{evaluate, price};
use crate::{Prices, Score};

/// Evaluates positions along a line of moves.
pub(crate) struct LineEvaluator {
    /// `None` for the hand-written evaluation.
    networks: Option<Arc<Networks>>,
    /// The variant of the line; `None` before the first one.
    variant: Option<Variant>,
    /// The evaluator by the variant's network; `None` if the line is evaluated by hand.
    network: Option<Evaluator>,
}

impl LineEvaluator {
    /// An evaluator by the network of the variant that is searched, by hand for chess or for `None`.
    pub(crate) const fn new(networks: Option<Arc<Networks>>) -> Self {
        Self { networks, variant: None, network: None }
    }

    /// Starts a line at this position.
    pub(crate) fn begin(&mut self, position: &Position) {
        let variant = position.variant();
        if self.variant == Some(variant) {
            if let Some(network) = &mut self.network {
                network.reset(position);
            }
        } else {
            let network = self.networks.as_ref().and_then(|networks| networks.of(variant));
            self.network = network.map(|network| Evaluator::new(Arc::clone(network), position));
            self.variant = Some(variant);
        }
    }

    /// Makes a move on the last position of the line, then adds the arrival, if any. Returns the
    /// handoff.
    pub(crate) fn make(
        &mut self,
        position: &mut Position,
        m: Move,
        arrival: Option<Handoff>,
    ) -> Option<Handoff> {
        match &mut self.network {
            Some(network) => play(position, m, arrival, &mut network.push()),
            None => play(position, m, arrival, &mut ()),
        }
    }

    /// Takes the last move off the line.
    pub(crate) fn unmake(&mut self) {
        if let Some(network) = &mut self.network {
            network.pop();
        }
    }

    /// The static evaluation of the last position of the line, for its side to move; prices are
    /// those of `us`.
    pub(crate) fn evaluate(&mut self, position: &Position, us: Color, prices: &Prices) -> Score {
        match &mut self.network {
            Some(network) => {
                let premium = price(position, us, prices);
                let premium = if position.side_to_move() == us { premium } else { -premium };
                Score::evaluation(network.evaluate(position) + premium)
            }
            None => evaluate(position, us, prices),
        }
    }
}

fn play(
    position: &mut Position,
    m: Move,
    arrival: Option<Handoff>,
    observer: &mut impl Observer,
) -> Option<Handoff> {
    let handoff = position.make(m, observer);
    if let Some(arrival) = arrival {
        position.receive(arrival, observer);
    }
    handoff
}
