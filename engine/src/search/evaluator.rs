//! The evaluation along a line of the search: by a network, or the hand-written one.

use std::sync::Arc;

use tandem_nets::{Evaluator, Network};
use tandem_rules::{Color, Handoff, Move, MoveRules, Observer, Position, Variant};

use crate::eval::{evaluate, price};
use crate::{Prices, Score};

/// Evaluates positions along a line of moves.
pub(crate) struct LineEvaluator {
    /// `None` for the hand-written evaluation.
    network: Option<Evaluator>,
    /// True if there is a network and it knows the variant that is searched.
    is_known: bool,
}

impl LineEvaluator {
    /// An evaluator by the network where it knows the variant, by hand elsewhere or for `None`.
    pub(crate) fn new(network: Option<Arc<Network>>) -> Self {
        let anywhere = Position::start(Variant::Bughouse, MoveRules::default());
        let network = network.map(|network| Evaluator::new(network, &anywhere));
        Self { network, is_known: false }
    }

    /// Starts a line at this position. Networks are trained on games with drops only: chess is
    /// evaluated by hand.
    pub(crate) fn begin(&mut self, position: &Position) {
        self.is_known = position.variant() != Variant::Chess;
        if let Some(network) = self.network() {
            network.reset(position);
        }
    }

    /// The network that evaluates the line; `None` if it is evaluated by hand.
    fn network(&mut self) -> Option<&mut Evaluator> {
        self.network.as_mut().filter(|_| self.is_known)
    }

    /// Makes a move on the last position of the line, then adds the arrival, if any. Returns the
    /// handoff.
    pub(crate) fn make(
        &mut self,
        position: &mut Position,
        m: Move,
        arrival: Option<Handoff>,
    ) -> Option<Handoff> {
        match self.network() {
            Some(network) => play(position, m, arrival, &mut network.push()),
            None => play(position, m, arrival, &mut ()),
        }
    }

    /// Takes the last move off the line.
    pub(crate) fn unmake(&mut self) {
        if let Some(network) = self.network() {
            network.pop();
        }
    }

    /// The static evaluation of the last position of the line, for its side to move; prices are
    /// those of `us`.
    pub(crate) fn evaluate(&mut self, position: &Position, us: Color, prices: &Prices) -> Score {
        match self.network() {
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
