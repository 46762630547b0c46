//! The input of a search: the game as one seat sees it.

use tandem_rules::{Clock, Color, Key, Millis, OutcomeRules, PieceTypes, Position, Seat};

use crate::{Prices, Score, ScoreKind, eval};

/// The game as one seat sees it.
#[derive(Clone, Debug)]
pub struct View {
    /// The seat whose moves are searched; it need not be on turn.
    pub seat: Seat,
    /// The position on its own board.
    pub own: Position,
    /// `repetition_key`s of the own board since its last irreversible move, oldest first, without
    /// the current position.
    pub keys: Vec<Key>,
    /// The partner's board, if it is known.
    pub other: Option<Position>,
    /// The known clocks, in the order of [`Seat::ALL`], as they show now.
    pub clocks: [Option<Clock>; 4],
    /// Values of pieces on the other board beyond their average.
    pub prices: Prices,
    /// The rules that end the game.
    pub rules: OutcomeRules,
}

impl View {
    /// A view of one board alone, with nothing else known.
    pub fn of_board(seat: Seat, own: Position, rules: OutcomeRules) -> Self {
        Self {
            seat,
            own,
            keys: Vec::new(),
            other: None,
            clocks: [None; 4],
            prices: Prices::NEUTRAL,
            rules,
        }
    }

    /// True if a piece may arrive in time for `color` on the own board; false only if its partner
    /// is known not to be on turn and its diagonal opponent is known to have more time to sit.
    pub(crate) fn help_may_come(&self, color: Color) -> bool {
        let waiting = Seat { color, ..self.seat };
        let remaining =
            |seat: Seat| self.clocks[seat.index()].map(|clock: Clock| clock.remaining());
        let is_behind = remaining(waiting)
            .zip(remaining(waiting.diagonal()))
            .is_some_and(|(own, diagonal)| own < diagonal);
        !(self.partner_is_on_turn(color) == Some(false) && is_behind)
    }

    /// True if the partner of `color` is on turn on the other board, false if its opponent is; `None` if
    /// that board is not seen.
    pub(crate) fn partner_is_on_turn(&self, color: Color) -> Option<bool> {
        self.other.as_ref().map(|other| other.side_to_move() == !color)
    }

    /// Piece types that the partner of `color` could send with its next move, none if it is not on
    /// turn; `None` if its board is not seen.
    pub(crate) fn within_reach_of_partner(&self, color: Color) -> Option<PieceTypes> {
        let other = self.other.as_ref()?;
        let is_on_turn = self.partner_is_on_turn(color)?;
        Some(if is_on_turn { other.possible_handoffs() } else { PieceTypes::NONE })
    }

    /// Subtracts the prices of the men from an evaluation: they are part of every score, but say
    /// nothing about the own board.
    pub fn without_wishes(&self, score: Score) -> Score {
        match score.kind() {
            ScoreKind::Evaluation(_) => {
                score.plus(-eval::price(&self.own, self.seat.color, &self.prices))
            }
            ScoreKind::Mate(_) | ScoreKind::Conditional(_) => score,
        }
    }

    /// The diagonal lead: our clock minus the diagonal opponent's.
    ///
    /// If the clocks of the other board are unknown, our clock minus the opponent's stands in: the
    /// own board's share of the lead, which is the mean of this difference over both boards.
    pub(crate) fn lead(&self) -> Option<Millis> {
        let remaining = |seat: Seat| self.clocks[seat.index()].map(|clock| clock.remaining());
        let other = remaining(self.seat.diagonal()).or_else(|| remaining(self.seat.opponent()))?;
        Some(remaining(self.seat)? - other)
    }

    /// The partner's clock, if it is known and the partner is on turn.
    pub(crate) fn running_clock_of_partner(&self) -> Option<Millis> {
        let is_on_turn = self.partner_is_on_turn(self.seat.color)?;
        self.clocks[self.seat.partner().index()]
            .filter(|_| is_on_turn)
            .map(|clock| clock.remaining())
    }

    /// Our own clock, if it is known.
    pub fn clock(&self) -> Option<Clock> {
        self.clocks[self.seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{BoardId, MoveRules, TimeControl, Variant};

    /// (the partner is on turn, our clock, the diagonal opponent's clock, help may come)
    const WAITS: &[(bool, i64, i64, bool)] =
        &[(true, 10, 20, true), (false, 20, 10, true), (false, 10, 20, false)];

    #[test]
    fn help_comes_too_late_where_the_opponent_of_the_partner_can_sit_longer() {
        let start = Position::start(Variant::Bughouse, MoveRules::default());
        let seat = BoardId::A.seat(Color::White);
        let mut view = View::of_board(seat, start.clone(), OutcomeRules::default());
        assert!(view.help_may_come(Color::White), "nothing is known");
        for &(partner_is_on_turn, own, diagonal, expected) in WAITS {
            let mut other = start.clone();
            if partner_is_on_turn != (other.side_to_move() == seat.partner().color) {
                other.make_null();
            }
            view.other = Some(other);
            let clock =
                |seconds| Clock::new(TimeControl::sudden_death(Millis::from_seconds(seconds)));
            view.clocks[seat.index()] = Some(clock(own));
            view.clocks[seat.diagonal().index()] = Some(clock(diagonal));
            assert_eq!(view.help_may_come(Color::White), expected);
        }
    }

    #[test]
    fn the_lead_is_that_of_the_diagonal_or_else_of_the_own_board() {
        let start = Position::start(Variant::Bughouse, MoveRules::default());
        let seat = BoardId::A.seat(Color::White);
        let mut view = View::of_board(seat, start, OutcomeRules::default());
        let clock = Clock::new(TimeControl::sudden_death(Millis(60_000)));
        assert_eq!(view.lead(), None);
        for (other, shows, lead) in [
            (seat, 50_000, None),
            (seat.opponent(), 40_000, Some(10_000)),
            (seat.diagonal(), 55_000, Some(-5_000)),
        ] {
            view.clocks[other.index()] = Some(clock.showing(Millis(shows)));
            assert_eq!(view.lead(), lead.map(Millis), "with the clock of {other}");
        }
    }
}
