//! The decision to move or to sit.

use tandem_rules::{Millis, PieceTypes};

use super::habits::Sitting;
use super::moment::Moment;
use super::outlook::{is_won, moves_to_loss};
use super::sit_time;
use super::stance::Stance;
use super::state::Team;
use super::wishes::Wishes;
use crate::{Decision, Info};

/// Probability that a partner makes a capture that it is asked for and can make at once.
const PARTNER_TAKES: f64 = 0.9;
/// Maximum number of moves to a mate for which we sit: a further one the opponent may not have
/// seen.
const CLEARLY_LOST: i64 = 6;
/// Centipawns from which a board is clearly better for one side.
const CLEAR: i32 = 300;

impl Team {
    /// Chooses the stance in our turn, after a search.
    pub(super) fn weigh(
        &mut self,
        (decision, info): (Decision, &Info),
        wishes: Wishes,
        moment: &Moment,
    ) -> Stance {
        if decision == Decision::Sit {
            return Stance::Sitting { until: None };
        }
        // The board that ends first decides the game, so a win is played; and the request to go is
        // obeyed.
        if is_won(info.score) || self.must_go {
            return Stance::Playing;
        }
        let is_free = self.habits.sitting == Sitting::Freely;
        let lost = if_lost(info, moment).or_else(|| self.if_every_move_gives_mate(info, moment));
        let lost = lost.filter(|_| is_free);
        let stance = lost.or_else(|| self.if_asked(moment));
        let waiting = || {
            self.if_a_piece_mates(wishes, info, moment)
                .or_else(|| self.if_the_other_board_wins(info, moment))
                .filter(|_| is_free)
        };
        stance
            .or_else(waiting)
            .filter(|stance| may_wait(*stance, moment))
            .unwrap_or(Stance::Playing)
    }

    /// Sits if the partner has asked for it or mates: for a limited time, but as long as the mated diagonal
    /// does if its flag falls first. Our own move could only help it, for example by a repetition.
    fn if_asked(&mut self, moment: &Moment) -> Option<Stance> {
        if self.partner_mates_since.is_some() && self.diagonal_flags_first(moment) {
            // Nothing has happened there that undoes the mate.
            self.partner_mates_since = Some(moment.now);
            return Some(Stance::Sitting { until: Some(sit_time::reserve(moment)) });
        }
        let own = moment.own_time().0;
        // A request to sit counts for our next turn; an announced mate comes soon or not at all.
        let (from, longest) = match (self.asked_to_sit, self.partner_mates_since) {
            (Some(since), _) => (self.turn_since.map_or(since, |turn| turn.max(since)), own / 3),
            (None, Some(since)) => (since, own / 8),
            (None, None) => return None,
        };
        let left = Millis(longest) - (moment.now - from);
        if left <= Millis::ZERO {
            (self.asked_to_sit, self.partner_mates_since) = (None, None);
            return None;
        }
        Some(Stance::Sitting { until: Some(sit_time::until(left, moment)) })
    }

    /// Sits if our board is clearly worse, and the partner's clearly better: the diagonal has to move
    /// first, and every move of ours could end the game here, if only by a repetition.
    fn if_the_other_board_wins(&self, info: &Info, moment: &Moment) -> Option<Stance> {
        let own = moment.view.without_wishes(info.score).value();
        let wins_there = own <= -CLEAR && info.elsewhere.value() >= CLEAR;
        let sits = wins_there && self.diagonal_flags_first(moment);
        sits.then(|| Stance::Sitting { until: Some(sit_time::reserve(moment)) })
    }

    /// True if the diagonal opponent is seen to be on turn, and its flag falls before ours if both sit.
    fn diagonal_flags_first(&self, moment: &Moment) -> bool {
        let is_on_turn = moment.view.partner_is_on_turn(moment.us()) == Some(false);
        let lead = self.clocks.lead(moment);
        is_on_turn && lead.is_some_and(|lead| lead > sit_time::reserve(moment))
    }

    /// Waits for a piece that mates and can be asked for, if that is worth the time.
    fn if_a_piece_mates(&self, wishes: Wishes, info: &Info, moment: &Moment) -> Option<Stance> {
        let seen = moment.view.within_reach_of_partner(moment.us());
        let within_reach = seen.unwrap_or(PieceTypes::NONE);
        let piece = wishes.nearest_mate(within_reach)?;
        if !self.habits.talks || !self.voice.can_ask_for(piece, moment.now) {
            return None; // the partner would not know
        }
        let are_ahead = self.clocks.are_ahead(moment);
        if seen == Some(PieceTypes::NONE) && are_ahead == Some(false) {
            return None; // the diagonal can sit longer
        }
        if let Some(wait) = sit_time::wait_with_lead(self.clocks.lead(moment), moment) {
            let until = sit_time::until(wait, moment);
            return Some(Stance::AwaitingPiece { piece, until });
        }
        if let Stance::AwaitingPiece { until, .. } = self.stance {
            return Some(Stance::AwaitingPiece { piece, until }); // the wait is not over yet
        }
        let wait = sit_time::moment_of_grace(are_ahead, moment);
        let chance = match within_reach.contains(piece) {
            true => PARTNER_TAKES,
            false => self.arrivals.chance(piece, wait, moment.now),
        };
        let gain = chance * (1.0 - hope(info, moment));
        (gain > sit_time::cost(wait, moment))
            .then(|| Stance::AwaitingPiece { piece, until: sit_time::until(wait, moment) })
    }

    /// Sits if every move of ours lets the opponent capture the piece that the diagonal opponent
    /// waits for. Only if we are ahead: the diagonal's clock runs too, and it has to move first.
    fn if_every_move_gives_mate(&self, info: &Info, moment: &Moment) -> Option<Stance> {
        let may_sit = info.gives_mate && self.clocks.are_ahead(moment) == Some(true);
        may_sit.then(|| Stance::Lost { until: sit_time::reserve(moment) })
    }
}

/// The share of games won by moving now. A mate with a piece that is only expected counts half: it
/// is better to have the piece first.
fn hope(info: &Info, moment: &Moment) -> f64 {
    match info.score.is_decided_as_expected() {
        true => 0.5,
        false => moment.view.without_wishes(info.score).win_rate(),
    }
}

/// Sits if every move is soon mated: the partner, or the diagonal's flag, may end the game first.
fn if_lost(info: &Info, moment: &Moment) -> Option<Stance> {
    let moves = moves_to_loss(info.score, &moment.view.prices)?;
    let until = sit_time::last_moment(moment);
    (moves <= CLEARLY_LOST).then_some(Stance::Lost { until })
}

/// False once the time to wait is over.
fn may_wait(stance: Stance, moment: &Moment) -> bool {
    stance.until().is_none_or(|until| moment.own_time() > until)
}
