//! Own moves that are sent again, because they may have been lost.

use std::time::Instant;

use tandem_protocol::cecp::Reply;

use super::Session;
use crate::seat::brain::Brain;

impl<B: Brain> Session<B> {
    /// Sends the last own move again if its answer is late. It is the same move: if it did arrive,
    /// another one could pass for the next. But a drop of a piece that we do not hold, by the last
    /// holdings told, cannot be played at all: it is taken back, and the search starts again.
    pub(super) fn send_again(&mut self, now: Instant) {
        let Some(text) = self.echo.late(now) else { return };
        log::warn!("`{text}` was not answered");
        if self.record.is_drop_refused() {
            self.abandon(now);
            self.record.take_back_refused();
            self.timing.unmake_move();
            self.think(now);
        } else {
            self.output.push(Reply::Move(text));
        }
    }
}
