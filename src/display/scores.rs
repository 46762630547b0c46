//! Scores in words.

use tandem_engine::{Score, ScoreKind};

use crate::endpoint::appraisal;

/// A score for people, as in `+0.35`, `-M4` and `wins unless a piece arrives`: the number that engine
/// protocols have for a conditional win says nothing to a reader.
pub(crate) fn in_words(score: Score) -> String {
    match score.kind() {
        ScoreKind::Evaluation(_) | ScoreKind::Mate(_) => appraisal(score).to_string(),
        ScoreKind::Conditional(plies) => {
            let verb = if plies > 0 { "wins" } else { "loses" };
            format!("{verb} unless a piece arrives")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
