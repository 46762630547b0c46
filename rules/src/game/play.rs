//! Playing and taking back.

use crate::{BoardId, Ending, Handoff, IllegalMoveRule, Millis, Move, Seat};

use super::{Before, Claims, Game, Ply, State};

/// Why a move was not played. The game is as it was, but for flags that have fallen meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the opponent's turn.
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
    /// It is played, and can be claimed.
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
        if self.on_turn(seat.board) != seat {
            return Err(PlayError::NotOnTurn(seat));
        }
        match self.receive(seat, m) {
            Reception::Refuse => Err(PlayError::Illegal(seat, m)),
            Reception::LosesAtOnce => {
                self.lose(seat, Ending::IllegalMove(seat), now);
                Ok(None)
            }
            Reception::TakesKing => {
                self.lose(seat.opponent(), Ending::KingTaken(seat.opponent()), now);
                Ok(None)
            }
            Reception::Play => Ok(self.make(seat, m, now)),
            Reception::PlayOffending => {
                let handoff = self.make(seat, m, now);
                self.tables[seat.board.index()].offender = Some(seat);
                Ok(handoff)
            }
        }
    }

    /// Takes the last move back, on whichever board it was, with clocks and holdings.
    pub fn undo(&mut self) -> Option<Ply> {
        let ply = self.plies.pop()?;
        self.boards = ply.before.boards.clone();
        self.tables = ply.before.tables;
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
                (IllegalMoveRule::KingMayBeTaken, _) => Reception::Play,
                (_, Claims::Automatic) => Reception::LosesAtOnce,
                (_, Claims::Players) => Reception::PlayOffending,
            }
        }
    }

    fn make(&mut self, seat: Seat, m: Move, now: Millis) -> Option<Handoff> {
        let before = Before {
            boards: self.boards.clone(),
            tables: self.tables,
            offers: self.offers,
            state: self.state,
        };
        let earlier = self.state;
        let handoff = self.boards.make(seat.board, m, &mut ());
        self.press_clock(seat, now);
        // An offer stands until the opponent completes a move; so does the right to claim.
        self.offers[seat.opponent().index()] = false;
        self.tables[seat.board.index()].offender = None;
        self.note_seen(seat.board, m.is_drop() || handoff.is_some());
        self.state = State::Running;
        self.judge(seat, now);
        let is_final = self.outcome().is_some();
        let handoff = handoff.filter(|_| !is_final || self.rules.final_capture_handed_over);
        if let Some(handoff) = handoff {
            self.boards.hand_over(seat.board.other(), handoff);
        }
        self.settle(earlier, seat, m, now);
        let clock = self.clock(seat).map(|clock| clock.remaining());
        self.plies.push(Ply { seat, m, handoff, at: now, clock, before });
        handoff
    }

    fn press_clock(&mut self, seat: Seat, now: Millis) {
        let table = &mut self.tables[seat.board.index()];
        if let Some(clocks) = &mut table.clocks {
            clocks[seat.color.index()].stop(now - table.turn_since);
        }
        table.moves[seat.color.index()] += 1;
        table.turn_since = now;
    }

    /// True if the other board has just ended at this very moment, and the rules then let this
    /// one end too.
    fn may_end_at_once(&self, board: BoardId, now: Millis) -> bool {
        let both = self.rules.both_end == crate::BothEnd::SameTeamWinsElseDraw;
        matches!(self.state, State::Over { at, board: Some(ended), .. }
            if both && at == now && ended != board)
    }
}
