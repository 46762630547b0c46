//! Playing and taking back.

use crate::{BoardId, Ending, Handoff, IllegalMoveRule, Millis, Move, Seat};

use super::{Before, Claims, Game, Ply, State};

/// Why a move was not played. The game is as it was, but for flags that have fallen meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the opponent's turn, or nobody plays on this board.
    #[error("it is not the turn of {0}")]
    NotOnTurn(Seat),
    /// The rules do not allow it.
    #[error("{0} may not play {1:?} here")]
    Illegal(Seat, Move),
    /// Only a drop that may save the match can be played now.
    #[error("{0} can only save the match by a last drop")]
    LastDropOnly(Seat),
}

/// What the rules make of a move that somebody wants to play.
enum Reception {
    Play,
    /// It is played, and can be claimed, or the king taken.
    PlayOffending,
    TakesKing,
    LosesAtOnce,
    Refuse,
}

impl Game {
    /// Plays a move at a moment and returns what the partner gets by it. Who can claim what by
    /// the rules, and when the game is over, is seen to here.
    ///
    /// # Errors
    /// The move is not played; see [`PlayError`]. A flag that has fallen by `now` counts first.
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

    /// Takes the last move back, on whichever board it was, with clocks and holdings.
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
                // Castling through an attack leaves no king to be taken: nothing would answer it.
                (IllegalMoveRule::KingMayBeTaken, _) if m.is_castle() => Reception::Refuse,
                (
                    IllegalMoveRule::LosesIfClaimed | IllegalMoveRule::LosesIfClaimedOrKingTaken,
                    Claims::Automatic,
                ) => Reception::LosesAtOnce,
                _ => Reception::PlayOffending,
            }
        }
    }

    /// Plays a move; one that is not legal ends nothing, whatever stands on the board after it.
    fn make(&mut self, seat: Seat, m: Move, now: Millis, is_legal: bool) -> Option<Handoff> {
        let before = Before {
            boards: self.boards.clone(),
            sides: self.sides,
            offers: self.offers,
            state: self.state,
        };
        let other = seat.board.other();
        let mut handoff = self.boards.make(seat.board, m, &mut ());
        // Before the verdict: what could still be dropped depends on where all men are.
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

    /// Ends the game against `seat` without a move, beside what was open.
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

    /// True if the other board has just ended at this very moment, and the rules then let this
    /// one end too.
    fn may_end_at_once(&self, board: BoardId, now: Millis) -> bool {
        let both = self.rules.both_end == crate::BothEnd::SameTeamWinsElseDraw;
        matches!(self.state, State::Over { at, board: Some(ended), .. }
            if both && at == now && ended != board)
    }
}
