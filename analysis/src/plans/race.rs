//! The race of two boards: a board that is won on one side counts only if its loser cannot wait.
//!
//! A seat that is lost whatever it plays need not play: if it can sit longer than its diagonal, the
//! other board goes on first. So a mate in several moves is a win against a seat that is behind on the
//! clock, and merely a good position against one that is ahead. A mate at once needs no clock.

use tandem_engine::{Score, ScoreKind};
use tandem_rules::{Millis, Seat, Team};

use super::clocks::Clocks;

/// What a board says about the game, for the team that is asked about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Front {
    /// Nothing is decided; the score is that of the team.
    Open(Score),
    /// It is won, but the loser can wait, and will.
    Held(Hold),
    /// It is won.
    Decided(Win),
}

/// A board that is won against a player who waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hold {
    /// True if the team has won it.
    pub(super) is_ours: bool,
    /// Plies to the mate, if the loser did not wait.
    pub(super) plies: i32,
    /// True if the loser is on turn, so that nothing changes while it waits.
    pub(super) is_waiting: bool,
    /// How much longer than its diagonal the loser can wait.
    pub(super) lead: Millis,
}

/// A board that is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Win {
    /// True if the team wins it.
    pub(super) is_ours: bool,
    /// Plies to the mate; 0 if the game is over.
    pub(super) plies: i32,
    /// Moves of the winner to the mate, with the one that the plan makes.
    pub(super) moves: i32,
    /// True if no arriving piece can change it.
    pub(super) is_certain: bool,
}

impl Win {
    /// The score of the board for the team.
    pub(super) fn score(self) -> Score {
        let loss = Score::lost_unless_helped(self.plies.unsigned_abs() as usize);
        if self.is_ours { -loss } else { loss }
    }

    /// True if the game is over, or ends by the next move, whatever the loser does on this board.
    pub(super) const fn is_at_once(self) -> bool {
        self.plies <= 1 && self.is_certain
    }
}

impl Front {
    /// The board of `mover`, who is on turn, by its score. A longer mate that a search has found is
    /// certain only if it is proved: the search knows what is in hand, and not what may still arrive.
    pub(super) fn of(
        (score, is_proved): (Score, bool),
        mover: Seat,
        (team, clocks): (Team, Clocks),
    ) -> Self {
        let is_our_turn = mover.team() == team;
        let (plies, is_certain) = match score.kind() {
            ScoreKind::Mate(plies) => (plies, is_proved || plies.abs() <= 1),
            ScoreKind::Conditional(plies) => (plies, false),
            ScoreKind::Evaluation(_) => {
                return Self::Open(if is_our_turn { score } else { -score });
            }
        };
        let mover_wins = score > Score::DRAW;
        let is_ours = mover_wins == is_our_turn;
        let loser = if mover_wins { mover.opponent() } else { mover };
        let win = Win { is_ours, plies: plies.abs(), moves: (plies.abs() + 1) / 2, is_certain };
        match !win.is_at_once() && clocks.can_wait(loser, team) {
            true => Self::Held(Hold {
                is_ours,
                plies: plies.abs(),
                is_waiting: !mover_wins,
                lead: clocks.lead(loser, team),
            }),
            false => Self::Decided(win),
        }
    }

    /// The same board, if the team's plan has made a move there: the move is one of those to a win.
    #[must_use]
    pub(super) const fn after_own_move(self) -> Self {
        match self {
            Self::Decided(win) if win.is_ours => Self::Decided(Win { moves: win.moves + 1, ..win }),
            front => front,
        }
    }

    /// The win of the board, if it is won for this side.
    pub(super) fn win(self, is_ours: bool) -> Option<Win> {
        match self {
            Self::Decided(win) if win.is_ours == is_ours => Some(win),
            _ => None,
        }
    }
}

/// The outcome of a race.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Race {
    /// Neither board decides.
    Open,
    /// One side wins, on the board where it is faster.
    Won(Win),
    /// Each side wins a board, as fast as the other.
    Even {
        /// True if the next moves decide. The team is first then: it knows what it plays.
        is_at_once: bool,
    },
}

/// The race between the boards.
pub(super) fn race(fronts: &[Front]) -> Race {
    let fastest = |is_ours| {
        let wins = fronts.iter().filter_map(|front| front.win(is_ours));
        wins.min_by_key(|win| (win.plies, !win.is_certain))
    };
    match (fastest(true), fastest(false)) {
        (None, None) => Race::Open,
        (Some(win), None) | (None, Some(win)) => Race::Won(win),
        (Some(ours), Some(theirs)) if ours.plies == theirs.plies => {
            Race::Even { is_at_once: ours.plies <= 1 }
        }
        (Some(ours), Some(theirs)) => {
            Race::Won(if ours.plies < theirs.plies { ours } else { theirs })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::clocks::Lead;
    use super::*;
    use tandem_rules::{BoardId, Color};

    fn front(score: Score, mover: Seat, lead: Lead) -> Front {
        Front::of((score, true), mover, (Team::One, Clocks::Assumed(lead)))
    }

    #[test]
    fn a_longer_mate_wins_only_against_a_seat_that_cannot_wait() {
        let (us, them) = (BoardId::A.seat(Color::White), BoardId::A.seat(Color::Black));
        // (score of the mover, mover, lead of the team, held, won for the team)
        for (score, mover, lead, held, ours) in [
            (-Score::mated(5), us, Lead::Ahead, false, true),
            (-Score::mated(5), us, Lead::Level, false, true),
            (-Score::mated(5), us, Lead::Behind, true, true),
            (Score::mated(4), them, Lead::Behind, true, true),
            (Score::mated(4), us, Lead::Ahead, true, false),
            (Score::mated(4), us, Lead::Behind, false, false),
            (-Score::mated(3), them, Lead::Ahead, true, false),
        ] {
            let found = front(score, mover, lead);
            let expected = match found {
                Front::Held(hold) => (true, hold.is_ours),
                Front::Decided(win) => (false, win.is_ours),
                Front::Open(_) => panic!("{score}: open"),
            };
            assert_eq!(expected, (held, ours), "{score} {lead:?}");
        }
    }

    #[test]
    fn a_mate_at_once_needs_no_clock() {
        let us = BoardId::A.seat(Color::White);
        for lead in Lead::ALL {
            let found = front(-Score::mated(1), us, lead);
            assert!(found.win(true).is_some_and(Win::is_at_once), "{lead:?}");
        }
    }

    #[test]
    fn the_faster_mate_wins_the_race() {
        let a = BoardId::A.seat(Color::White);
        let b = BoardId::B.seat(Color::White);
        let fronts = |ours: usize, theirs: usize| {
            [
                front(-Score::mated(ours), a, Lead::Level),
                front(-Score::mated(theirs), b, Lead::Level),
            ]
        };
        assert!(matches!(race(&fronts(1, 3)), Race::Won(win) if win.is_ours));
        assert!(matches!(race(&fronts(5, 3)), Race::Won(win) if !win.is_ours));
        assert_eq!(race(&fronts(3, 3)), Race::Even { is_at_once: false });
    }
}
