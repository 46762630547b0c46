//! The verdict after a move: mates, draws, and the end of both boards.

use crate::{
    BoardId, Boards, BothEnd, Ending, LastDrop, MateRule, Millis, Move, MoveKind, NoMoveRule,
    Outcome, OutcomeRules, PieceType, PieceTypes, Seat, Standing, TimeControl,
};

use super::{Claims, Game, State};

/// Fifty moves of each side, in plies.
const FIFTY_MOVES: u16 = 100;

impl Game {
    /// The outcome of boards as they stand: a mate, a draw that a board shows by itself, or the flag
    /// of a player on turn, by the clocks in the order of [`Seat::ALL`]. `None` if the game goes on.
    ///
    /// The moves that led there are not known, so no position is repeated, and there is no last drop.
    pub fn outcome_of(
        boards: &Boards,
        rules: OutcomeRules,
        clocks: Option<[Millis; 4]>,
    ) -> Option<Outcome> {
        let controls = clocks.map(|clocks| clocks.map(TimeControl::sudden_death));
        let mut game = Self::new(boards.clone(), rules, controls);
        let judged = boards.in_play().iter().filter_map(|&board| {
            let mut game = game.clone();
            game.judge(boards.on_turn(board).opponent(), Millis::ZERO);
            game.outcome()
        });
        // A mate comes before a draw of the other board.
        judged.min_by_key(|outcome| outcome.winner.is_none()).or_else(|| {
            game.tick(Millis::ZERO);
            game.outcome()
        })
    }

    /// Ends the game if the move that `seat` has just made on its board decides it.
    pub(super) fn judge(&mut self, seat: Seat, now: Millis) {
        let board = seat.board;
        let next = seat.opponent();
        let position = self.position(board);
        if self.is_mated(next) {
            match self.last_drop_for(next) {
                Some(piece) => self.state = State::LastDrop { mated: next, piece },
                None => self.lose(next, Ending::Mate(next), now),
            }
        } else if self.is_stalemated(next) {
            self.end(Outcome::drawn(Ending::Stalemate(next)), now, Some(board));
        } else if self.rules.insufficient_material && position.lacks_material() {
            self.end(Outcome::drawn(Ending::InsufficientMaterial(board)), now, Some(board));
        } else if self.claims == Claims::Automatic {
            self.call_draw(board, now);
        }
    }

    /// Combines the result that was open before a move or a forfeit at `now` with the new one.
    pub(super) fn settle(&mut self, earlier: State, is_saved: bool, now: Millis) {
        let (first, first_at) = match earlier {
            State::Running => return,
            State::LastDrop { mated, .. } if is_saved => {
                (Outcome::drawn(Ending::LastDrop(mated)), None)
            }
            State::LastDrop { mated, .. } => {
                let mated_at = self.sides[mated.board.index()].turn_since;
                (Outcome::lost_by(mated, Ending::Mate(mated)), Some(mated_at))
            }
            State::Over { outcome, at, .. } => (outcome, Some(at)),
        };
        let second = match self.state {
            State::Running => None,
            State::LastDrop { mated, .. } => Some(Outcome::lost_by(mated, Ending::Mate(mated))),
            State::Over { outcome, .. } => Some(outcome),
        };
        let at_once = first_at == Some(now) && self.rules.both_end == BothEnd::SameTeamWinsElseDraw;
        let outcome = match second {
            Some(second) if at_once && second.winner != first.winner => {
                Outcome::drawn(Ending::BothBoards)
            }
            _ => first,
        };
        self.end(outcome, now, None);
    }

    /// True if the move played is the last drop that the game waited for, and saves the game.
    pub(super) fn is_saved_by(&self, earlier: State, seat: Seat, m: Move) -> bool {
        matches!(earlier, State::LastDrop { piece, .. } if drops(m, piece))
            && self.saves_the_match(seat)
    }

    pub(super) fn call_draw(&mut self, board: BoardId, now: Millis) {
        if self.is_repeated(board) {
            self.end(Outcome::drawn(Ending::Repetition(board)), now, Some(board));
        } else if self.has_fifty_moves(board) {
            self.end(Outcome::drawn(Ending::FiftyMoves(board)), now, Some(board));
        }
    }

    pub(super) fn is_repeated(&self, board: BoardId) -> bool {
        let (Some(rule), [.., last]) = (self.rules.repetition, self.counted(board)) else {
            return false;
        };
        let times = self.counted(board).iter().filter(|seen| seen.key == last.key).count();
        times >= usize::from(rule.occurrences)
    }

    pub(super) fn has_fifty_moves(&self, board: BoardId) -> bool {
        self.rules.fifty_moves && self.position(board).halfmove_clock() >= FIFTY_MOVES
    }

    /// True if `seat`, on turn, is mated by the rules of this game.
    fn is_mated(&self, seat: Seat) -> bool {
        let position = self.position(seat.board);
        if !position.in_check() {
            return false;
        }
        match self.rules.mate {
            MateRule::QueenTest => position.fails_queen_test(),
            MateRule::HoldingsAtHand => position.standing(PieceTypes::NONE) == Standing::Mated,
            MateRule::Unblockable => {
                position.standing(self.boards.possible_arrivals(seat)) == Standing::Mated
            }
        }
    }

    /// True if `seat`, on turn, has no move and need not wait for one by the rules of this game.
    fn is_stalemated(&self, seat: Seat) -> bool {
        let position = self.position(seat.board);
        let has_no_move = match self.rules.no_move {
            NoMoveRule::Waits => false,
            NoMoveRule::QueenTestDraws => position.fails_queen_test(),
            NoMoveRule::Draws => position.standing(PieceTypes::NONE) == Standing::Waiting,
        };
        has_no_move && !position.in_check()
    }

    /// The piece that the partner of a player just mated may still drop: the one that the mated
    /// player captured with its last move, if the partner is to move and a drop of it would help.
    fn last_drop_for(&self, mated: Seat) -> Option<PieceType> {
        let partner = mated.partner();
        if self.rules.last_drop == LastDrop::No || self.on_turn(partner.board) != partner {
            return None;
        }
        let captured = self.plies.iter().rposition(|ply| ply.seat == mated)?;
        let piece = self.plies[captured].handoff?.piece;
        if self.plies[captured..].iter().any(|ply| ply.seat == partner) {
            return None; // it has moved since: the two boards did not end at once
        }
        let helps = |m: Move| {
            let mut after = self.clone();
            let _nobody_needs_it = after.boards.make(partner.board, m, &mut ());
            after.note_seen(partner.board, true);
            after.saves_the_match(partner)
        };
        let moves = self.position(partner.board).legal_moves();
        moves.iter().copied().any(|m| drops(m, piece) && helps(m)).then_some(piece)
    }

    /// True if the move that `seat` has just made, a last drop, draws the game.
    fn saves_the_match(&self, seat: Seat) -> bool {
        self.is_mated(seat.opponent())
            || self.rules.last_drop == LastDrop::MateOrRepetitionDraws
                && self.is_repeated(seat.board)
    }
}

fn drops(m: Move, piece: PieceType) -> bool {
    matches!(m.kind(), MoveKind::Drop { piece: dropped, .. } if dropped == piece)
}
