//! Scores of records: centipawns or mates, in 16 bits.

use std::fmt;

/// A score for the side to move, in centipawns or as a mate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i16);

const MATE: i32 = 32_000;
const MOST_MOVES: i32 = 1_000;
const MOST_CENTIPAWNS: i32 = 30_000;
/// Limit of the engine's evaluations; a larger score is a win unless a piece arrives.
const MOST_EVALUATION: i16 = 20_000;
const UNKNOWN: i16 = i16::MIN;

impl Score {
    /// A score in centipawns, clamped to ±30 000.
    pub fn of_centipawns(centipawns: i32) -> Self {
        Self(centipawns.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS) as i16)
    }

    /// A mate in `moves` moves, negative if the side to move is mated. The number of moves is
    /// clamped to 1 to 1000, and 0 counts as 1.
    pub fn of_mate(moves: i32) -> Self {
        let size = MATE - moves.saturating_abs().clamp(1, MOST_MOVES);
        Self(if moves < 0 { -size } else { size } as i16)
    }

    /// The score in centipawns; `None` for a mate.
    pub fn centipawns(self) -> Option<i32> {
        let value = i32::from(self.0);
        (value.abs() <= MOST_CENTIPAWNS).then_some(value)
    }

    /// The moves to a mate, negative if the side to move is mated; `None` for a score in
    /// centipawns.
    pub fn mate(self) -> Option<i32> {
        let value = i32::from(self.0);
        self.centipawns().is_none().then(|| value.signum() * (MATE - value.abs()))
    }

    /// True for a mate and for a win unless a piece arrives, which are not evaluations.
    pub const fn is_decided(self) -> bool {
        self.0.unsigned_abs() > MOST_EVALUATION.unsigned_abs()
    }

    /// The score as the bits of a file; `None` is written as its own value.
    pub(crate) fn to_bits(score: Option<Self>) -> i16 {
        score.map_or(UNKNOWN, |score| score.0)
    }

    /// Reads what [`to_bits`](Self::to_bits) wrote. The outer `None` is for bits that are not a
    /// score.
    #[expect(clippy::option_option, reason = "no score, and none known, are two things")]
    pub(crate) fn from_bits(bits: i16) -> Option<Option<Self>> {
        if bits == UNKNOWN {
            return Some(None);
        }
        let score = Self(bits);
        let is_mate = (MATE - MOST_MOVES..MATE).contains(&i32::from(bits).abs());
        (is_mate || score.centipawns().is_some()).then_some(Some(score))
    }
}

/// Prints `+0.35`, or `#-4` for a mate.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(moves) => write!(f, "#{moves}"),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_what_they_were_made_of() {
        for centipawns in [0, 1, -1, 35, -20_000, 20_001, 24_990, -30_000] {
            let score = Score::of_centipawns(centipawns);
            assert_eq!((score.centipawns(), score.mate()), (Some(centipawns), None));
            assert_eq!(score.is_decided(), centipawns.abs() > 20_000, "{score}");
        }
        for moves in [1, -1, 7, 1_000, -1_000] {
            let score = Score::of_mate(moves);
            assert_eq!((score.centipawns(), score.mate()), (None, Some(moves)));
            assert!(score.is_decided());
        }
        assert_eq!(Score::of_centipawns(i32::MAX), Score::of_centipawns(30_000));
        assert_eq!(Score::of_mate(i32::MIN), Score::of_mate(-1_000));
        assert!(Score::of_mate(5) > Score::of_mate(6));
        assert!(Score::of_mate(1_000) > Score::of_centipawns(30_000));
    }

    #[test]
    fn bits_are_a_score_or_refused() {
        let scores = (i16::MIN..=i16::MAX).filter_map(|bits| Some((bits, Score::from_bits(bits)?)));
        let scores: Vec<_> = scores.collect();
        assert_eq!(scores.len(), 60_001 + 2_000 + 1);
        assert!(scores.into_iter().all(|(bits, score)| Score::to_bits(score) == bits));
    }
}
