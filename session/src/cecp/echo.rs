//! Detection of own moves that have not reached the server.
//!
//! XBoard refuses a move silently, and a move that the server refuses comes back as an error that
//! no engine sees: an engine that waits for the next move then waits until its flag falls. But a
//! server answers each move with the holdings, so if it has done so before and now does not, the
//! move was probably lost.

use std::time::{Duration, Instant};

use tandem_protocol::text::Word;

/// Least time before an answer counts as late.
const LEAST_PATIENCE: Duration = Duration::from_secs(2);
/// An answer is late after this many times the slowest one, but not before [`LEAST_PATIENCE`].
const SLOWNESS: u32 = 4;
/// Number of times that one move is sent again.
const MOST_REPEATS: u32 = 3;

/// The answers that a server owes, and the time that earlier ones have taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Echo {
    /// Slowest answer to an own move in this game; `None` if none was answered.
    slowest: Option<Duration>,
    /// Number of moves whose answer has not come: the opponent's last move, then our own.
    owed: u32,
    sent: Option<Sent>,
}

/// An own move that has not been answered.
#[derive(Clone, Debug)]
struct Sent {
    text: Word,
    at: Instant,
    repeats: u32,
}

impl Echo {
    /// Forgets everything for a new game, which another host may relay.
    pub(super) fn begin_game(&mut self) {
        *self = Self::default();
    }

    /// Forgets the moves that were sent, since they no longer matter.
    pub(super) fn forget(&mut self) {
        (self.owed, self.sent) = (0, None);
    }

    pub(super) fn opponent_moved(&mut self) {
        (self.owed, self.sent) = (1, None);
    }

    pub(super) fn own_move(&mut self, text: Option<Word>, now: Instant) {
        self.owed += 1;
        self.sent = text.map(|text| Sent { text, at: now, repeats: 0 });
    }

    /// Takes note of the holdings that answer a move.
    pub(super) fn answered(&mut self, now: Instant) {
        self.owed = self.owed.saturating_sub(1);
        if self.owed == 0
            && let Some(sent) = self.sent.take()
        {
            let took = now.saturating_duration_since(sent.at);
            self.slowest = Some(self.slowest.map_or(took, |slowest| slowest.max(took)));
        }
    }

    /// Time at which the answer to our move is late; `None` if no move is to be sent again, or if
    /// the server has answered none so far.
    pub(super) fn due(&self) -> Option<Instant> {
        let sent = self.sent.as_ref().filter(|sent| sent.repeats < MOST_REPEATS)?;
        let patience = (self.slowest? * SLOWNESS).max(LEAST_PATIENCE);
        Some(sent.at + patience * (sent.repeats + 1))
    }

    /// The move to be sent again, if its answer is late.
    pub(super) fn late(&mut self, now: Instant) -> Option<Word> {
        let is_due = self.due().is_some_and(|due| due <= now);
        let sent = self.sent.as_mut().filter(|_| is_due)?;
        sent.repeats += 1;
        Some(sent.text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        Word::new(text).expect("a word")
    }

    #[test]
    fn a_host_that_never_answers_is_never_late() {
        let mut echo = Echo::default();
        let start = Instant::now();
        echo.own_move(Some(word("e2e4")), start);
        assert_eq!(echo.due(), None);
    }

    #[test]
    fn an_answer_is_late_by_what_the_slowest_took() {
        let start = Instant::now();
        let after = |ms| start + Duration::from_millis(ms);
        for (took, patience) in [(80, 2_000), (700, 2_800)] {
            let mut echo = Echo::default();
            echo.own_move(Some(word("e2e4")), start);
            echo.answered(after(took));
            assert_eq!(echo.due(), None);
            echo.opponent_moved();
            echo.own_move(Some(word("N@f3")), start);
            echo.answered(after(10)); // to the opponent's move, crossing with ours
            assert_eq!(echo.due(), Some(after(patience)));
            assert_eq!(echo.late(after(patience - 1)), None);
            assert_eq!(echo.late(after(patience)), Some(word("N@f3")));
            assert_eq!(echo.due(), Some(after(2 * patience)));
            echo.opponent_moved();
            assert_eq!(echo.due(), None);
        }
    }
}
