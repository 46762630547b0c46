//! Claims, draw offers and resignation.

use crate::{
    BoardId, Claimants, DrawAgreement, Ending, IllegalMoveRule, Millis, Outcome, Seat, Team,
};

use super::{Claims, Game, State};

/// A claim that a player makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// A flag of the other team is down.
    Flag,
    /// The position on this board has occurred as often as the rules require for a draw.
    Repetition(BoardId),
    /// Fifty moves of each side without capture, pawn move or drop on this board.
    FiftyMoves(BoardId),
    /// The last move of an opponent was illegal.
    IllegalMove,
}

/// The reason why a claim was turned down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Nothing of the kind has happened.
    #[error("{0} has no such claim")]
    Unfounded(Seat),
    /// This seat may not claim it, by [`OutcomeRules::claimants`](crate::OutcomeRules::claimants)
    /// or because the seat is not in play.
    #[error("{0} may not claim that")]
    NotEntitled(Seat),
    /// The game waits for a last drop, and only a flag can be claimed.
    #[error("only a flag can be claimed while the game waits for a last drop")]
    LastDropOnly,
    /// A flag was claimed before both players of this board have moved.
    #[error("not before both players of board {0} have moved")]
    TooEarly(BoardId),
}

impl Game {
    /// Settles a claim that `seat` makes at `now`. A claim that is granted ends the game.
    ///
    /// A wrong claim of a draw stands as a draw offer, which may end the game by agreement.
    ///
    /// # Errors
    /// [`ClaimError`] if the claim is turned down. If a wrong claim of a draw counts as an illegal
    /// move, the opponent can now claim that; with [`Claims::Automatic`] the game is lost by it.
    pub fn claim(&mut self, seat: Seat, claim: Claim, now: Millis) -> Result<(), ClaimError> {
        self.tick(now);
        match (self.state, claim) {
            (State::Over { .. }, _) => return Err(ClaimError::Over),
            _ if !self.is_taken(seat) => return Err(ClaimError::NotEntitled(seat)),
            (State::LastDrop { .. }, Claim::Flag) | (State::Running, _) => {}
            // Of all claims, only that of a flag can end the wait for a last drop.
            (State::LastDrop { .. }, _) => return Err(ClaimError::LastDropOnly),
        }
        match claim {
            Claim::Flag => self.claim_flag(seat, now),
            Claim::IllegalMove => self.claim_illegal_move(seat, now),
            Claim::Repetition(board) => {
                let founded = self.is_repeated(board);
                self.claim_draw(seat, founded, Ending::Repetition(board), now)
            }
            Claim::FiftyMoves(board) => {
                let founded = self.has_fifty_moves(board);
                self.claim_draw(seat, founded, Ending::FiftyMoves(board), now)
            }
        }
    }

    /// Resigns for the team of `seat`. Does nothing if the game is over, if the seat is not in
    /// play, or if the team has mated and the game only waits for a last drop.
    pub fn resign(&mut self, seat: Seat, now: Millis) {
        self.tick(now);
        if self.can_give_up(seat) {
            self.forfeit(seat, Ending::Resignation(seat), now);
        }
    }

    /// Ends the game by a loss of `seat`, whose move cannot be played at all. Does nothing in the
    /// cases in which [`Self::resign`] does nothing.
    pub fn forfeit_by_illegal_move(&mut self, seat: Seat, now: Millis) {
        self.tick(now);
        if self.can_give_up(seat) {
            self.forfeit(seat, Ending::IllegalMove(seat), now);
        }
    }

    /// Offers a draw, or agrees to one; the offer stands until the opponent completes a move.
    pub fn offer_draw(&mut self, seat: Seat, now: Millis) {
        self.tick(now);
        if self.state == State::Running && self.is_taken(seat) {
            self.offers[seat.index()] = true;
            if self.is_agreed() {
                self.end(Outcome::drawn(Ending::Agreement), now, None);
            }
        }
    }

    /// Declines a draw: the offers to which `seat` could agree fall.
    pub fn decline_draw(&mut self, seat: Seat, now: Millis) {
        self.tick(now);
        for by in Seat::ALL {
            self.offers[by.index()] &= !self.rules.draw_agreement.asks(seat, by);
        }
    }

    /// True if a draw offer of `seat` stands.
    pub const fn offers_draw(&self, seat: Seat) -> bool {
        self.offers[seat.index()]
    }

    /// True if the team of `seat` can lose by a resignation or forfeit. A team that has mated and
    /// waits for a last drop cannot, nor can a seat that is not in play.
    fn can_give_up(&self, seat: Seat) -> bool {
        match self.state {
            State::Running => self.is_taken(seat),
            State::LastDrop { mated, .. } => mated.team() == seat.team(),
            State::Over { .. } => false,
        }
    }

    fn is_agreed(&self) -> bool {
        let offers = |seat: &Seat| self.offers_draw(*seat);
        match self.rules.draw_agreement {
            DrawAgreement::AllFour => {
                Seat::ALL.iter().filter(|&&seat| self.is_taken(seat)).all(offers)
            }
            DrawAgreement::Teams => Team::ALL
                .into_iter()
                .all(|team| Seat::ALL.iter().filter(|seat| seat.team() == team).any(offers)),
            DrawAgreement::Board => BoardId::ALL
                .into_iter()
                .any(|board| Seat::ALL.iter().filter(|seat| seat.board == board).all(offers)),
        }
    }

    fn may_claim_on(&self, seat: Seat, board: BoardId) -> bool {
        match self.rules.claimants {
            Claimants::OwnBoard => seat.board == board,
            Claimants::EitherPartner => true,
        }
    }

    /// A claimed flag wins if no flag of the claimant's team is down. If both teams have one down,
    /// the game is drawn, unless a mate that only a last drop could undo has decided it.
    fn claim_flag(&mut self, seat: Seat, now: Millis) -> Result<(), ClaimError> {
        let rivals = [seat.opponent(), seat.diagonal()];
        let fallen = rivals.into_iter().filter(|&rival| self.fallen(rival).is_some());
        let flagged = self.first_claimable(seat, fallen)?;
        let moved = self.sides[flagged.board.index()].moves.iter().all(|&moves| moves > 0);
        if self.rules.flag_needs_both_moved && !moved {
            return Err(ClaimError::TooEarly(flagged.board));
        }
        match self.flag_of(seat.team()) {
            Some(_) if self.state == State::Running => {
                self.end(Outcome::drawn(Ending::BothFlags), now, None);
            }
            _ => self.lose_on_time(flagged, now),
        }
        Ok(())
    }

    fn claim_illegal_move(&mut self, seat: Seat, now: Millis) -> Result<(), ClaimError> {
        let has_offended =
            |rival: &Seat| self.sides[rival.board.index()].offended[rival.color.index()];
        let rivals = [seat.opponent(), seat.diagonal()].into_iter();
        let offender = self.first_claimable(seat, rivals.filter(has_offended))?;
        let counts = matches!(
            self.rules.illegal_move,
            IllegalMoveRule::LosesIfClaimed | IllegalMoveRule::LosesIfClaimedOrKingTaken
        );
        if !counts {
            return Err(ClaimError::Unfounded(seat));
        }
        self.lose(offender, Ending::IllegalMove(offender), now);
        Ok(())
    }

    /// The first of the rivals against whom there is a case that `seat` may claim on. The error
    /// tells if there is no case at all, or if it is for others to claim.
    fn first_claimable(
        &self,
        seat: Seat,
        rivals: impl Iterator<Item = Seat>,
    ) -> Result<Seat, ClaimError> {
        let mut error = ClaimError::Unfounded(seat);
        for rival in rivals {
            if self.may_claim_on(seat, rival.board) {
                return Ok(rival);
            }
            error = ClaimError::NotEntitled(seat);
        }
        Err(error)
    }

    fn claim_draw(
        &mut self,
        seat: Seat,
        founded: bool,
        ending: Ending,
        now: Millis,
    ) -> Result<(), ClaimError> {
        let is_entitled = ending.board().is_none_or(|board| self.may_claim_on(seat, board));
        if founded && is_entitled {
            self.end(Outcome::drawn(ending), now, None);
            return Ok(());
        }
        // A claim of a draw is an offer of one (WBN 3.1), and a wrong one may be an illegal move.
        self.offer_draw(seat, now);
        if self.outcome().is_some() {
            return Ok(());
        }
        if self.rules.wrong_draw_claim_is_illegal {
            match self.claims {
                Claims::Automatic => self.lose(seat, Ending::IllegalMove(seat), now),
                Claims::Players => {
                    self.sides[seat.board.index()].offended[seat.color.index()] = true;
                }
            }
        }
        Err(if founded { ClaimError::NotEntitled(seat) } else { ClaimError::Unfounded(seat) })
    }
}
