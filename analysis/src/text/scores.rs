//! Scores as records have them, and in words.

use tandem_engine::{Score, ScoreKind, moves_in};
use tandem_protocol::comment::Appraisal;

use crate::forecast::{Side, decided_for};

/// The score in the terms of engine protocols, which count mates in moves. A conditional win, which
/// the arrival of a piece may undo, has no term of its own and becomes centipawns.
pub fn appraisal(score: Score) -> Appraisal {
    match score.kind() {
        ScoreKind::Mate(plies) => Appraisal::Mate(moves_in(plies)),
        ScoreKind::Evaluation(_) | ScoreKind::Conditional(_) => {
            Appraisal::Centipawns(score.value())
        }
    }
}

/// A score for people, as in `+0.35`, `-M4` and `wins unless a piece arrives`: the number that engine
/// protocols have for a conditional win says nothing to a reader.
pub fn in_words(score: Score) -> String {
    match score.kind() {
        ScoreKind::Evaluation(_) | ScoreKind::Mate(_) => appraisal(score).to_string(),
        ScoreKind::Conditional(plies) => {
            let verb = if plies > 0 { "wins" } else { "loses" };
            format!("{verb} unless a piece arrives")
        }
    }
}

/// A mistake in words: what the mover got, and what it could have had, as in `+0.10 instead of +1.20`,
/// `gives up a mate in 3 for +11.50` and `allows a mate in 2 instead of +0.35`.
pub(crate) fn exchange(got: Score, best: Score) -> String {
    let (has, had) = (noun(got), noun(best));
    match (decided_for(best), decided_for(got)) {
        (Some(Side::Mover), Some(Side::Opponent)) => format!("gives up {had} and allows {has}"),
        (Some(Side::Mover), _) => format!("gives up {had} for {has}"),
        (_, Some(Side::Opponent)) => format!("allows {has} instead of {had}"),
        _ => format!("{has} instead of {had}"),
    }
}

/// A score as a noun: that of a decided board is the win, whoever has it.
fn noun(score: Score) -> String {
    match (score.kind(), decided_for(score)) {
        (ScoreKind::Mate(plies), _) => format!("a mate in {}", moves_in(plies).abs()),
        (ScoreKind::Conditional(_), _) => "a win unless a piece arrives".to_owned(),
        (ScoreKind::Evaluation(_), Some(_)) => "a mate with a piece to come".to_owned(),
        (ScoreKind::Evaluation(_), None) => in_words(score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_told_in_words() {
        let (slight, clear) = (Score::evaluation(10), Score::evaluation(1150));
        let (mate, mated) = (-Score::mated(5), Score::mated(4));
        let (helped, lost) = (-Score::lost_unless_helped(3), Score::lost_unless_helped(4));
        for (got, best, words) in [
            (slight, clear, "+0.10 instead of +11.50"),
            (clear, mate, "gives up a mate in 3 for +11.50"),
            (helped, mate, "gives up a mate in 3 for a win unless a piece arrives"),
            (mated, mate, "gives up a mate in 3 and allows a mate in 2"),
            (mated, slight, "allows a mate in 2 instead of +0.10"),
            (lost, slight, "allows a win unless a piece arrives instead of +0.10"),
            (slight, Score::evaluation(19_980), "gives up a mate with a piece to come for +0.10"),
        ] {
            assert_eq!(exchange(got, best), words);
        }
    }

    #[test]
    fn a_conditional_win_is_told_in_words_and_other_scores_in_numbers() {
        for (score, words) in [
            (Score::evaluation(35), "+0.35"),
            (Score::evaluation(-20_000), "-200.00"),
            (Score::mated(8), "-M4"),
            (-Score::mated(1), "+M1"),
            (Score::lost_unless_helped(4), "loses unless a piece arrives"),
            (-Score::lost_unless_helped(3), "wins unless a piece arrives"),
        ] {
            assert_eq!(in_words(score), words);
        }
    }
}
