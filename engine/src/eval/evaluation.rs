//! What judges the positions of a line as it is searched: a network, or what is written by hand.

use std::sync::Arc;

use tandem_nets::{Evaluator, Network};
use tandem_rules::{Color, Handoff, Move, MoveRules, Position, Variant};

use super::{evaluate, price};
use crate::{Prices, Score};

/// Judges positions along a line of moves.
pub(crate) struct Evaluation {
    /// `None`: by hand.
    network: Option<Evaluator>,
    /// What the line now searched is judged by.
    judge: Judge,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Judge {
    Hand,
    Network,
}

impl Evaluation {
    /// By a network where it can tell; by hand elsewhere, or if there is none.
    pub(crate) fn new(network: Option<Arc<Network>>) -> Self {
        let anywhere = Position::start(Variant::Bughouse, MoveRules::default());
        let network = network.map(|network| Evaluator::new(network, &anywhere));
        Self { network, judge: Judge::Hand }
    }

    /// A line begins here. Networks have learned from games with drops alone.
    pub(crate) fn begin(&mut self, position: &Position) {
        self.judge = Judge::Hand;
        if let Some(network) = &mut self.network
            && position.variant() != Variant::Chess
        {
            network.reset(position);
            self.judge = Judge::Network;
        }
    }

    /// Plays a move on the last position of the line, which thereby goes on.
    pub(crate) fn make(&mut self, position: &mut Position, m: Move) -> Option<Handoff> {
        match (self.judge, &mut self.network) {
            (Judge::Network, Some(network)) => position.make(m, &mut network.push()),
            _ => position.make(m, &mut ()),
        }
    }

    /// The line ends a move earlier.
    pub(crate) fn unmake(&mut self) {
        if let (Judge::Network, Some(network)) = (self.judge, &mut self.network) {
            network.pop();
        }
    }

    /// What the last position of the line is worth to its side to move; prices are those of `us`.
    pub(crate) fn of(&mut self, position: &Position, us: Color, prices: &Prices) -> Score {
        match (self.judge, &mut self.network) {
            (Judge::Network, Some(network)) => {
                let premium = price(position, us, prices);
                let premium = if position.side_to_move() == us { premium } else { -premium };
                Score::evaluation(network.evaluate(position) + premium)
            }
            _ => evaluate(position, us, prices),
        }
    }
}
