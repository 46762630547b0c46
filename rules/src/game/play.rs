//! Playing moves and taking them back.

use crate::{BoardId, Ending, Handoff, IllegalMoveRule, Millis, Move, Seat};

use super::{Before, Claims, Game, Ply, State};

/// The reason why a move was not played. The game is as it was, but for flags that have fallen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is not the turn of this seat, or its board is not in play.
    #[error("it is not the turn of {0}")]
    NotOnTurn(Seat),
    /// The rules refuse this move of this seat.
    #[error("{0} may not play {1:?} here")]
    Illegal(Seat, Move),
    /// The partner of this seat is mated, and the game waits for the last drop of this seat: nobody
    /// else may move.
    #[error("only {0} may move, whose last drop can still draw the game")]
    LastDropOnly(Seat),
}

/// The treatment of a move by the rules.
enum Reception {
    Play,
    /// It is played, and can then be claimed or answered by capturing the king.
    PlayOffending,
    TakesKing,
    LosesAtOnce,
    Refuse,
}

impl Game {
    /// Plays a move at the moment `now`, gives the captured piece to the partner and returns it.
    /// Updates the claims that are possible, and ends the game if the rules say so.
    ///
    /// A move that leaves the own king in check, or captures a king, is treated by
    /// [`OutcomeRules::illegal_move`](crate::OutcomeRules::illegal_move). If it ends the game at
    /// once, the result is `Ok(None)` and the move is not added to [`Self::plies`].
    ///
    /// # Errors
    /// [`PlayError`] if the move is not played. A flag that has fallen by `now` counts first.
    pub fn play(&mut self, seat: Seat, m: Move, now: Millis) -> Result<Option<Handoff>, PlayError> {
        self.tick(now);
        match self.state {
            State::Over { .. } if !self.may_end_at_once(seat.board, now) => {
                return Err(PlayError::Over);
            }
            State::LastDrop { mated, .. } if seat != mated.partner() => {
                return Err(PlayError::LastDropOnly(mated.partner()));
            }
            _ => {}
        }
        if !self.boards.is_on_turn(seat) {
            return Err(PlayError::NotOnTurn(seat));
        }
        match self.receive(seat, m) {
            Reception::Refuse => Err(PlayError::Illegal(seat, m)),
            Reception::LosesAtOnce => {
                self.forfeit(seat, Ending::IllegalMove(seat), now);
                Ok(None)
            }
            Reception::TakesKing => {
                self.forfeit(seat.opponent(), Ending::KingTaken(seat.opponent()), now);
                Ok(None)
            }
            Reception::Play => Ok(self.make(seat, m, now, true)),
            Reception::PlayOffending => Ok(self.make(seat, m, now, false)),
        }
    }

    /// Takes back the last move on either board, with clocks and holdings, and returns it; `None`
    /// if there is none.
    pub fn undo(&mut self) -> Option<Ply> {
        let ply = self.plies.pop()?;
        self.boards = ply.before.boards.clone();
        self.sides = ply.before.sides;
        self.offers = ply.before.offers;
        self.state = ply.before.state;
        self.seen[ply.seat.board.index()].pop();
        Some(ply)
    }

    fn receive(&self, seat: Seat, m: Move) -> Reception {
        let position = self.position(seat.board);
        let rule = self.rules.illegal_move;
        let king_counts = matches!(
            rule,
            IllegalMoveRule::LosesIfClaimedOrKingTaken | IllegalMoveRule::KingMayBeTaken
        );
        if position.is_accepted(m) {
            Reception::Play
        } else if king_counts && position.captures_king(m) {
            Reception::TakesKing
        } else if !position.is_pseudo_legal(m) {
            Reception::Refuse
        } else {
            match (rule, self.claims) {
                (IllegalMoveRule::Refused, _) => Reception::Refuse,
                // After castling through an attack, no king could be captured in answer.
                (IllegalMoveRule::KingMayBeTaken, _) if m.is_castle() => Reception::Refuse,
                (
                    IllegalMoveRule::LosesIfClaimed | IllegalMoveRule::LosesIfClaimedOrKingTaken,
                    Claims::Automatic,
                ) => Reception::LosesAtOnce,
                _ => Reception::PlayOffending,
            }
        }
    }

    /// Plays a move; one that is not legal does not end the game, not even by a mate.
    fn make(&mut self, seat: Seat, m: Move, now: Millis, is_legal: bool) -> Option<Handoff> {
        let before = Before {
            boards: self.boards.clone(),
            sides: self.sides,
            offers: self.offers,
            state: self.state,
        };
        let other = seat.board.other();
        let mut handoff = self.boards.make(seat.board, m, &mut ());
        // Before the verdict: the pieces that could still arrive depend on both boards.
        if let Some(handoff) = handoff {
            self.boards.hand_over(other, handoff);
        }
        self.press_clock(seat, now);
        self.note_seen(seat.board, m.is_drop() || handoff.is_some());
        // An offer stands until the opponent completes a move; so does the right to claim.
        self.offers[seat.opponent().index()] = false;
        let offended = &mut self.sides[seat.board.index()].offended;
        offended[seat.opponent().color.index()] = false;
        offended[seat.color.index()] |= !is_legal;
        self.state = State::Running;
        if is_legal {
            self.judge(seat, now);
        }
        if self.outcome().is_some() && !self.rules.final_capture_handed_over {
            self.boards.set_position(other, before.boards.position(other).clone());
            handoff = None;
        }
        let is_saved = is_legal && self.is_saved_by(before.state, seat, m);
        self.settle(before.state, is_saved, now);
        let clock = self.clock(seat).map(|clock| clock.remaining());
        self.plies.push(Ply { seat, m, handoff, at: now, clock, before });
        handoff
    }

    /// Ends the game by a loss of `seat` without a move, and settles it with what was open before.
    pub(super) fn forfeit(&mut self, seat: Seat, ending: Ending, now: Millis) {
        let earlier = self.state;
        self.lose(seat, ending, now);
        self.settle(earlier, false, now);
    }

    fn press_clock(&mut self, seat: Seat, now: Millis) {
        let side = &mut self.sides[seat.board.index()];
        if let Some(clocks) = &mut side.clocks {
            clocks[seat.color.index()].stop(now - side.turn_since);
        }
        side.moves[seat.color.index()] += 1;
        side.turn_since = now;
    }

    /// True if the other board has ended at this same moment, and the rules let this one end too.
    fn may_end_at_once(&self, board: BoardId, now: Millis) -> bool {
        let both = self.rules.both_end == crate::BothEnd::SameTeamWinsElseDraw;
        matches!(self.state, State::Over { at, board: Some(ended), .. }
            if both && at == now && ended != board)
    }
}
