//! Interruptions: a switch that breaks off the games of several mailrooms from outside.

use std::sync::Arc;
use std::time::Instant;

use crossbeam::channel::Sender;
use parking_lot::{Mutex, MutexGuard};
use tandem_rules::{Millis, Seat};

use crate::Said;
use crate::endpoint::Answer;

/// A switch that breaks off all games of the [`Mailroom`](crate::Mailroom)s that share it, those
/// that run and those that would begin later. Clones are the same switch.
#[derive(Clone, Default)]
pub struct Interruption(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    is_on: bool,
    mailrooms: Vec<Sender<Answer>>,
}

impl Interruption {
    /// Breaks off the games. A player that is thinking is waited for on the node clock.
    pub fn interrupt(&self) {
        let mut state = self.state();
        state.is_on = true;
        for mailroom in &state.mailrooms {
            // A mailroom that is gone has no game.
            let _ = mailroom.send(break_off());
        }
    }

    /// True once the games have been broken off.
    pub fn is_on(&self) -> bool {
        self.state().is_on
    }

    pub(crate) fn reaches(&self, mailroom: &Sender<Answer>) {
        self.state().mailrooms.push(mailroom.clone());
    }

    /// The answer with which a game has to begin that comes too late to be played.
    pub(crate) fn first_answer(&self) -> Option<Answer> {
        self.is_on().then(break_off)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock() // nothing can be half written
    }
}

/// An answer that breaks the game off. Its seat does not matter.
fn break_off() -> Answer {
    let (seat, at, arrived) = (Seat::ALL[0], Millis::ZERO, Instant::now());
    Answer { seat, said: Said::BreakOff, at, arrived, nodes: 0, node_rate: None }
}
