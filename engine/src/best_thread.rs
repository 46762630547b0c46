//! The best thread: the vote of the search threads on the move to play.

use tandem_rules::Move;

use crate::Score;
use crate::search::Found;

/// The result whose move has the most votes. A thread's vote weighs more the deeper it has searched
/// and the higher its score; ties go to the deeper result, then to `own`, that of the main
/// thread. `own` stands if its score is decided or it has no move. A win seen only by a helper is
/// played.
pub(crate) fn best_thread(own: Found, helpers: Vec<Found>) -> Found {
    if own.m.is_none() || own.info.score.is_decided() {
        return own;
    }
    let all = || std::iter::once(&own).chain(&helpers).filter(|found| found.m.is_some());
    let lowest = all().map(|found| found.info.score).min().unwrap_or_default();
    let votes = |m: Option<Move>| -> i64 {
        all().filter(|found| found.m == m).map(|found| weight(found, lowest)).sum()
    };
    let wins = |found: &Found| found.info.score.is_decided() && found.info.score > Score::DRAW;
    let rank = |found: &Found| {
        let mate = wins(found).then_some(found.info.score);
        (mate, votes(found.m), found.info.depth)
    };
    let own_rank = rank(&own);
    let ranks: Vec<_> = helpers.iter().map(rank).collect();
    let best = helpers.into_iter().zip(ranks).max_by_key(|(_, rank)| *rank);
    match best {
        Some((found, rank)) if rank > own_rank && found.m.is_some() => found,
        _ => own,
    }
}

/// Base weight of a vote, in centipawns: a vote for the lowest-scored move counts too.
const BASE_WEIGHT: i32 = 20;

fn weight(found: &Found, lowest: Score) -> i64 {
    let centipawns = |score: Score| Score::evaluation(score.value()).value();
    let liking = centipawns(found.info.score) - centipawns(lowest) + BASE_WEIGHT;
    i64::from(liking) * i64::from(found.info.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Info;

    fn found(number: u16, score: Score, depth: u32) -> Found {
        let m = Move::from_bits(number);
        Found { m, info: Info { depth, score, ..Info::default() } }
    }

    /// (own move, score, depth), those of the helpers, the move that is played
    type Case = ((u16, i32, u32), &'static [(u16, i32, u32)], u16);

    const CASES: &[Case] = &[
        ((0o0102, 10, 9), &[], 0o0102),
        ((0o0102, 10, 9), &[(0o0304, 10, 9)], 0o0102),
        ((0o0102, 10, 9), &[(0o0304, 10, 10)], 0o0304),
        ((0o0102, 10, 9), &[(0o0304, -30, 10)], 0o0102),
        ((0o0102, 10, 9), &[(0o0304, 10, 8), (0o0304, 5, 8)], 0o0304),
        ((0o0102, 10, 9), &[(0o0102, 10, 0), (0o0304, 12, 0)], 0o0102),
        // Decided scores, seen by a helper or against us.
        ((0o0102, 10, 9), &[(0o0304, 31_990, 4), (0o0102, 10, 9)], 0o0304),
        ((0o0102, -31_990, 9), &[(0o0304, 300, 4)], 0o0102),
        ((0o0102, 10, 9), &[(0o0304, -31_990, 4)], 0o0102),
    ];

    #[test]
    fn the_deeper_and_the_happier_have_more_to_say() {
        for (own, helpers, expected) in CASES {
            let read =
                |&(m, value, depth): &(u16, i32, u32)| found(m, Score::DRAW.plus(value), depth);
            let elected = best_thread(read(own), helpers.iter().map(read).collect());
            assert_eq!(elected.m, Move::from_bits(*expected), "{own:?} and {helpers:?}");
        }
    }

    #[test]
    fn a_vote_without_a_move_elects_none() {
        let none = || Found { m: None, info: Info::default() };
        assert_eq!(best_thread(none(), vec![none(), none()]).m, None);
    }
}
