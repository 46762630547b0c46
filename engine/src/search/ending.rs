//! Ends of a line by the rules: no move, a draw, or a decision on the other board.

use tandem_rules::{
    Color, Handoff, MateRule, NoMoveRule, PieceTypes, Position, Repetition, Standing, Variant,
};

use super::node::Node;
use super::state::Search;
use crate::Score;

impl Search<'_> {
    /// The score of a position without a legal move.
    pub(super) fn no_moves(&mut self, position: &Position, ply: usize) -> Score {
        let can_be_helped = position.variant() == Variant::Bughouse
            && self.view.rules.mate != MateRule::HoldingsAtHand;
        let arrivals = match can_be_helped {
            true => position.possible_arrivals(position.side_to_move()),
            false => PieceTypes::NONE,
        };
        let may_wait =
            position.variant() == Variant::Bughouse && self.view.rules.no_move != NoMoveRule::Draws;
        match position.standing(arrivals) {
            Standing::Mated => Score::mated(ply),
            Standing::Blocked if self.may_be_helped(position.side_to_move()) => {
                Score::evaluation(self.evaluate(position).value().min(0) - self.params.blocked)
            }
            Standing::Blocked => Score::lost_unless_helped(ply),
            Standing::Waiting | Standing::Free if may_wait => self.evaluate(position),
            Standing::Waiting | Standing::Free => self.draw(position),
        }
    }

    /// The score of a capture at a node that decides the game on the other board, for the side that
    /// makes it; `None` for any other move.
    pub(super) fn decided_elsewhere(
        &mut self,
        node: &Node,
        handoff: Option<Handoff>,
    ) -> Option<Score> {
        let ply = node.ply;
        let by_us = node.position.side_to_move() == self.view.seat.color;
        let decides = |handoff: Handoff| self.elsewhere.decides(by_us, handoff.piece, ply);
        if !handoff.is_some_and(decides) {
            return None;
        }
        self.time.nodes += 1;
        self.pv.clear(ply + 1);
        Some(-Score::lost_unless_helped(ply + 1))
    }

    /// True if a piece may arrive in time for a side of this color that has no answer to a check.
    pub(super) fn may_be_helped(&self, color: Color) -> bool {
        self.params.blocked > 0 && self.help_may_come[color.index()]
    }

    /// The score of a draw for the side to move. A draw ends both boards, so it costs our team what
    /// the partner's board is worth, within `draw_most`.
    pub(super) fn draw(&self, position: &Position) -> Score {
        let most = self.params.draw_most;
        let elsewhere = self.forecast.score().value().clamp(-most, most);
        let is_ours = position.side_to_move() == self.view.seat.color;
        Score::evaluation(if is_ours { -elsewhere } else { elsewhere })
    }

    /// True if the position is drawn by the rules of this game, or as good as drawn.
    pub(super) fn is_drawn(&self, position: &Position) -> bool {
        let rules = &self.view.rules;
        rules.repetition.is_some_and(|rule| self.is_repetition(position, rule))
            || rules.insufficient_material && position.lacks_material()
            || rules.fifty_moves && position.halfmove_clock() >= 100 && !position.in_check()
            || rules.no_move == NoMoveRule::QueenTestDraws
                && position.variant() == Variant::Bughouse
                && !position.in_check()
                && position.fails_queen_test()
    }

    /// True if men, turn and rights are the same as before in the game or in this line. One
    /// repetition is enough: a player who can repeat once can repeat again.
    fn is_repetition(&self, position: &Position, rule: Repetition) -> bool {
        let counted = match rule.drops_start_afresh {
            true => usize::from(position.halfmove_clock()).min(self.keys.len()),
            false => self.keys.len(),
        };
        self.keys[self.keys.len() - counted..].contains(&position.repetition_key())
    }
}
