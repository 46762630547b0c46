//! What a search is given to think about.

use crate::{Score, ScoreKind, eval};
use tandem_rules::{
    Clock, Color, Key, Millis, Move, OutcomeRules, PieceType, PieceTypes, Position, Seat,
};

/// The game as one seat sees it.
#[derive(Clone, Debug)]
pub struct View {
    /// Whose moves are searched; it need not be on turn.
    pub seat: Seat,
    /// Its own board.
    pub own: Position,
    /// `repetition_key`s on the own board since its last irreversible move, the current one left
    /// out, oldest first.
    pub keys: Vec<Key>,
    /// The partner's board, where it is known.
    pub other: Option<Position>,
    /// The clocks that are known, in the order of [`Seat::ALL`], as they show now.
    pub clocks: [Option<Clock>; 4],
    /// What pieces are worth on the other board beyond their average.
    pub prices: Prices,
    /// How the game ends.
    pub rules: OutcomeRules,
}

impl View {
    /// A view of one board alone, nothing else known.
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

    /// False if whoever of this color waits for a piece on the own board will lose on time: its
    /// partner is not on turn, and whoever is has more time to sit. Where that is not known, help
    /// may come.
    pub(crate) fn help_may_come(&self, color: Color) -> bool {
        let waiting = Seat { color, ..self.seat };
        let remaining =
            |seat: Seat| self.clocks[seat.index()].map(|clock: Clock| clock.remaining());
        let partner_is_on_turn =
            self.other.as_ref().map(|other| other.side_to_move() == waiting.partner().color);
        let is_behind = remaining(waiting)
            .zip(remaining(waiting.diagonal()))
            .is_some_and(|(own, diagonal)| own < diagonal);
        !(partner_is_on_turn == Some(false) && is_behind)
    }

    /// What the partner of whoever has this color here could send with its next move, if it is on turn;
    /// `None` where its board is not seen.
    pub(crate) fn within_reach_of_partner(&self, color: Color) -> Option<PieceTypes> {
        let other = self.other.as_ref()?;
        let is_on_turn = other.side_to_move() == !color;
        Some(if is_on_turn { within_reach(other) } else { PieceTypes::NONE })
    }

    /// What a score says of the own board: what the prices make of its men is part of each score,
    /// and no part of how the game stands.
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
    /// Where the other board's clocks are unknown, our clock minus the opponent's stands in: it is the own
    /// board's share of the lead, which is the mean of this difference over both boards.
    pub(crate) fn lead(&self) -> Option<Millis> {
        let remaining = |seat: Seat| self.clocks[seat.index()].map(|clock| clock.remaining());
        let other = remaining(self.seat.diagonal()).or_else(|| remaining(self.seat.opponent()))?;
        Some(remaining(self.seat)? - other)
    }

    /// The own clock, where it is known.
    pub fn clock(&self) -> Option<Clock> {
        self.clocks[self.seat.index()]
    }
}

/// The types that the side to move could send to its partner at once.
pub(crate) fn within_reach(position: &Position) -> PieceTypes {
    let sent = |m: &Move| position.clone().make(*m, &mut ()).map(|handoff| handoff.piece);
    position.legal_moves().iter().filter_map(sent).collect()
}

/// Deviations from what a piece is worth on average when it changes boards, in quarter pawns; and
/// the pieces that decide the game on the other board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Prices {
    gains: [i8; 5],
    losses: [i8; 5],
    winning: PieceTypes,
    losing: PieceTypes,
}

impl Prices {
    /// Every piece is worth what it is on average.
    pub const NEUTRAL: Self =
        Self { gains: [0; 5], losses: [0; 5], winning: PieceTypes::NONE, losing: PieceTypes::NONE };
    /// No price is further from the average: four pawns.
    pub const MOST: i8 = 16;

    /// Sets what our partner gains beyond the average by getting this piece.
    pub fn set_gain(&mut self, piece: PieceType, quarters: i8) {
        set(&mut self.gains, piece, quarters);
    }

    /// Sets what we lose beyond the average when the diagonal opponent gets this piece.
    pub fn set_loss(&mut self, piece: PieceType, quarters: i8) {
        set(&mut self.losses, piece, quarters);
    }

    /// With this piece our partner mates: to capture one is a win, unless a piece comes to whom
    /// it would mate.
    pub fn set_winning(&mut self, piece: PieceType) {
        self.winning = self.winning.with(piece);
    }

    /// With this piece the diagonal opponent mates: to lose one is a loss, likewise.
    pub fn set_losing(&mut self, piece: PieceType) {
        self.losing = self.losing.with(piece);
    }

    /// True if some piece decides the game elsewhere.
    pub(crate) fn decide_anything(&self) -> bool {
        !(self.winning.is_empty() && self.losing.is_empty())
    }

    /// The pieces with which our partner mates, by its words.
    pub(crate) fn winning(&self) -> PieceTypes {
        self.winning
    }

    /// The pieces with which our partner is mated, by its words.
    pub(crate) fn losing(&self) -> PieceTypes {
        self.losing
    }

    /// What a capture of this piece by us is worth beyond the average, in centipawns.
    pub fn gain(&self, piece: PieceType) -> i32 {
        get(self.gains, piece)
    }

    /// What a loss of this piece costs us beyond the average, in centipawns.
    pub fn loss(&self, piece: PieceType) -> i32 {
        get(self.losses, piece)
    }

    /// A number that differs for different prices: zero for neutral ones, so that those share
    /// the table with everybody.
    pub(crate) fn salt(&self) -> Key {
        let mixed = self.gains.iter().chain(&self.losses).fold(0u64, |salt, &quarters| {
            (salt ^ u64::from(quarters as u8)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        let deciding = u64::from(self.winning.bits()) << 8 | u64::from(self.losing.bits());
        Key(mixed ^ deciding.wrapping_mul(0xd6e8_feb8_6659_fd93))
    }
}

fn set(prices: &mut [i8; 5], piece: PieceType, quarters: i8) {
    if let Some(price) = prices.get_mut(piece.index()) {
        *price = quarters.clamp(-Prices::MOST, Prices::MOST);
    }
}

fn get(prices: [i8; 5], piece: PieceType) -> i32 {
    prices.get(piece.index()).map_or(0, |&quarters| i32::from(quarters) * 25)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{BoardId, MoveRules, TimeControl, Variant};

    /// (the partner is on turn, our clock, the clock of whoever the partner plays, may help come)
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

    #[test]
    fn prices_are_bounded_and_salt_the_table_only_where_they_say_something() {
        let mut prices = Prices::NEUTRAL;
        assert_eq!(prices.salt(), Key(0));
        prices.set_gain(PieceType::Knight, 100);
        assert_eq!(prices.gain(PieceType::Knight), 400);
        let salt = prices.salt();
        assert_ne!(salt, Key(0));
        prices.set_gain(PieceType::Knight, 0);
        prices.set_loss(PieceType::Knight, 100);
        assert_ne!(prices.salt(), salt);
    }

    #[test]
    fn what_decides_the_other_board_depends_on_who_captures_it() {
        let mut prices = Prices::NEUTRAL;
        prices.set_winning(PieceType::Knight);
        let salt = prices.salt();
        prices.set_losing(PieceType::Queen);
        assert!(salt != Key(0) && prices.salt() != salt);
        assert_eq!(prices.winning(), PieceTypes::NONE.with(PieceType::Knight));
        assert_eq!(prices.losing(), PieceTypes::NONE.with(PieceType::Queen));
    }
}
