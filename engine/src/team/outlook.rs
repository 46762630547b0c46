//! The meaning of a score for the team: a win, a loss, a suggestion worth playing.

use crate::{Prices, Score, ScoreKind, moves_in};

/// True if a move suggested by the partner is good enough beside the best one: it may lose a
/// little, since the partner sees what we do not, but not the game.
pub fn accepts_suggestion(suggested: Score, best: Score) -> bool {
    const LESS: i32 = 150;
    !suggested.is_lost() && suggested.value() >= best.value() - LESS
}

/// True if the side to move mates, or wins unless a piece arrives.
pub(super) fn is_won(score: Score) -> bool {
    score > Score::DRAW && score.is_decided()
}

/// Moves until a decided loss on the own board; `None` without one. Conditional losses do not count
/// while the partner names pieces that decide its board: such words seldom hold for long.
pub(super) fn moves_to_loss(score: Score, prices: &Prices) -> Option<i64> {
    match score.kind() {
        ScoreKind::Conditional(_) if prices.decide_anything() => None,
        ScoreKind::Mate(plies) | ScoreKind::Conditional(plies) if score < Score::DRAW => {
            Some(i64::from(moves_in(plies).abs()))
        }
        _ => None,
    }
}
