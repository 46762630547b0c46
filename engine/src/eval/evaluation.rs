//! What judges the positions of a line as it is searched: a network, or what is written by hand.

use std::sync::Arc;

use tandem_nets::{Evaluator, Network};
use tandem_rules::{Color, Handoff, Move, MoveRules, Observer, Position, Variant};

use super::{evaluate, price};
use crate::{Prices, Score};

/// Judges positions along a line of moves.
pub(crate) struct Evaluation {
    /// `None`: by hand.
    network: Option<Evaluator>,
    /// The network, if there is one, knows the game that is searched.
    is_known: bool,
}

impl Evaluation {
    /// By a network where it can tell; by hand elsewhere, or if there is none.
    pub(crate) fn new(network: Option<Arc<Network>>) -> Self {
        let anywhere = Position::start(Variant::Bughouse, MoveRules::default());
        let network = network.map(|network| Evaluator::new(network, &anywhere));
        Self { network, is_known: false }
    }

    /// A line begins here. Networks have learned from games with drops alone.
    pub(crate) fn begin(&mut self, position: &Position) {
        self.is_known = position.variant() != Variant::Chess;
        if let Some(network) = self.network() {
            network.reset(position);
        }
    }

    /// What judges the line, if that is not done by hand.
    fn network(&mut self) -> Option<&mut Evaluator> {
        self.network.as_mut().filter(|_| self.is_known)
    }

    /// Plays a move on the last position of the line, which thereby goes on; then something may arrive.
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

    /// The line ends a move earlier.
    pub(crate) fn unmake(&mut self) {
        if let Some(network) = self.network() {
            network.pop();
        }
    }

    /// What the last position of the line is worth to its side to move; prices are those of `us`.
    pub(crate) fn of(&mut self, position: &Position, us: Color, prices: &Prices) -> Score {
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
