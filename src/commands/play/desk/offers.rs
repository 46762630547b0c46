//! Resignation and draw offers of the person, and draw offers to it.

use std::sync::Arc;
use std::time::Duration;

use tandem_arbiter::Said;
use tandem_rules::Seat;

use super::super::screen::whom;
use super::{Desk, Manners, State};

/// Time within which a program agrees to a draw, if it does: it answers at once, and has no word for
/// a refusal.
const PATIENCE: Duration = Duration::from_secs(2);

impl Desk {
    /// Resigns, or asks first whether that is meant.
    pub(super) fn resign(&self, confirmed: bool) {
        let mut state = self.state.lock();
        if !state.turn.is_in_game() {
            return;
        }
        if confirmed || self.manners == Manners::Unasked {
            return self.say(Said::Resign);
        }
        state.resigning = true;
        let question = if state.has_partner() { "resign for your team?" } else { "resign?" };
        self.screen
            .note(&format!("{question} Type `yes` or `resign` again; anything else plays on."));
    }

    /// Offers a draw, or agrees to one. An answer follows in any case.
    pub(super) fn offer_draw(self: &Arc<Self>) {
        let mut state = self.state.lock();
        if !state.turn.is_in_game() {
            return;
        }
        self.screen.note("you offer a draw, or agree to one");
        self.say(Said::OfferDraw);
        if !std::mem::replace(&mut state.offering, true) {
            let desk = Arc::clone(self);
            std::thread::spawn(move || desk.await_agreement());
        }
    }

    /// Waits for the end of the game by agreement, and tells the person if it goes on.
    fn await_agreement(&self) {
        let goes_on = |state: &mut State| state.turn.is_in_game();
        let mut state = self.state.lock();
        self.changed.wait_while_for(&mut state, goes_on, PATIENCE);
        state.offering = false;
        if state.turn.is_in_game() {
            self.screen.note(match state.has_partner() {
                true => "no draw: not all agree to it, and the game goes on",
                false => "no draw: Tandem plays on",
            });
        }
    }

    /// Tells the person that somebody offers a draw.
    pub(in super::super) fn draw_offered(&self, by: Seat) {
        let by = whom(by, self.seat);
        self.screen.note(&format!("{by} offers a draw; type `draw` to agree, or play on"));
    }
}
