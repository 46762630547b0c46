//! The schedule by which puzzles come again, and the rating of who solves them.
//!
//! A puzzle that was failed, or solved with a hint, comes again after 1, 3, 7 and 21 days. Solved on or
//! after its day it goes one step on, and after the last step it rests; failed, it begins anew; solved
//! with a hint, it keeps its step. A puzzle that was solved at once does not come again.

use std::collections::HashMap;

/// Days until a puzzle comes again, step by step.
const DAYS: [i64; 4] = [1, 3, 7, 21];
/// The rating of somebody who has not solved a puzzle yet.
const BEGINNING: f64 = 1200.0;
/// The share of a surprise by which the rating changes, at first and after some puzzles.
const STEPS: [f64; 2] = [64.0, 24.0];
/// Number of puzzles after which the rating is settled.
const SETTLED: usize = 20;

/// A day, in days since 1970.
pub(crate) type Day = i64;

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Solved,
    SolvedWithHint,
    Failed,
}

/// An answer that was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Answered {
    pub(crate) puzzle: i64,
    pub(crate) day: Day,
    pub(crate) outcome: Outcome,
}

/// A puzzle that was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    /// The day of its first answer.
    pub(crate) first: Day,
    /// The place of its latest answer among all.
    pub(crate) latest: usize,
    pub(crate) is_solved: bool,
    /// Its step and the day on which it comes again.
    again: Option<(usize, Day)>,
}

/// The puzzles that were asked, with the days on which they come again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule(HashMap<i64, Asked>);

impl Schedule {
    /// The schedule after these answers, the oldest first.
    pub(crate) fn of(answers: &[Answered]) -> Self {
        let mut schedule = Self::default();
        for (at, answer) in answers.iter().enumerate() {
            schedule.add(at, *answer);
        }
        schedule
    }

    fn add(&mut self, at: usize, Answered { puzzle, day, outcome }: Answered) {
        let new = Asked { first: day, latest: at, is_solved: false, again: None };
        let asked = self.0.entry(puzzle).or_insert(new);
        let is_first = asked.latest == at;
        asked.latest = at;
        asked.is_solved = outcome != Outcome::Failed;
        let comes = |step: usize| DAYS.get(step).map(|days| (step, day + days));
        asked.again = match (outcome, asked.again) {
            (Outcome::Failed, _) => comes(0),
            (Outcome::SolvedWithHint, None) if is_first => comes(0),
            (Outcome::SolvedWithHint, Some((step, due))) if due <= day => comes(step),
            (Outcome::Solved, Some((step, due))) if due <= day => comes(step + 1),
            (_, again) => again, // asked before its day
        };
    }

    /// A puzzle, if it was asked.
    pub(crate) fn get(&self, puzzle: i64) -> Option<&Asked> {
        self.0.get(&puzzle)
    }

    /// The puzzles that come again by a day, those that have waited longest first.
    pub(crate) fn due(&self, today: Day) -> Vec<i64> {
        let due = self.0.iter().filter_map(|(&puzzle, asked)| Some((asked.again?.1, puzzle)));
        let mut due: Vec<_> = due.filter(|(day, _)| *day <= today).collect();
        due.sort_unstable();
        due.into_iter().map(|(_, puzzle)| puzzle).collect()
    }
}

/// The rating of who gave these answers, from the first answer to each rated puzzle.
pub(crate) fn rating(answers: &[Answered], of: impl Fn(i64) -> Option<u16>) -> u16 {
    let mut seen = std::collections::HashSet::new();
    let mut rating = BEGINNING;
    for answer in answers {
        let Some(puzzle) = of(answer.puzzle).filter(|_| !seen.contains(&answer.puzzle)) else {
            continue;
        };
        let step = STEPS[usize::from(seen.len() >= SETTLED)];
        seen.insert(answer.puzzle);
        let expected = 1.0 / (1.0 + 10_f64.powf((f64::from(puzzle) - rating) / 400.0));
        let found = match answer.outcome {
            Outcome::Solved => 1.0,
            Outcome::SolvedWithHint => 0.5,
            Outcome::Failed => 0.0,
        };
        rating = (rating + step * (found - expected)).clamp(200.0, 3200.0);
    }
    rating.round() as u16
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Failed, Solved, SolvedWithHint};
    use super::*;

    /// Answers by day and outcome.
    type Course = &'static [(Day, Outcome)];

    /// (answers, the day on which the puzzle comes again)
    const COURSES: &[(Course, Option<Day>)] = &[
        (&[(10, Solved)], None),
        (&[(10, Failed)], Some(11)),
        (&[(10, SolvedWithHint)], Some(11)),
        (&[(10, Failed), (11, Solved)], Some(14)),
        (&[(10, Failed), (12, Solved), (15, Solved)], Some(22)),
        (&[(10, Failed), (11, Solved), (14, Solved), (21, Solved)], Some(42)),
        (&[(10, Failed), (11, Solved), (14, Solved), (21, Solved), (42, Solved)], None),
        (&[(10, Failed), (11, Solved), (14, Failed)], Some(15)),
        (&[(10, Failed), (11, Solved), (14, SolvedWithHint)], Some(17)),
        // What is asked before its day does not go on.
        (&[(10, Failed), (10, Solved)], Some(11)),
        (&[(10, Failed), (11, Solved), (12, Solved)], Some(14)),
        (&[(10, Solved), (12, SolvedWithHint)], None),
        (&[(10, Solved), (12, Failed)], Some(13)),
    ];

    fn answers(puzzle: i64, course: &[(Day, Outcome)]) -> Vec<Answered> {
        course.iter().map(|&(day, outcome)| Answered { puzzle, day, outcome }).collect()
    }

    #[test]
    fn a_puzzle_comes_again_after_1_3_7_and_21_days() {
        for &(course, expected) in COURSES {
            let schedule = Schedule::of(&answers(7, course));
            let comes = |day: Day| schedule.due(day) == [7];
            match expected {
                Some(day) => assert!(comes(day) && !comes(day - 1), "{course:?}"),
                None => assert!(!comes(Day::MAX), "{course:?}"),
            }
        }
    }

    #[test]
    fn what_has_waited_longest_comes_first() {
        let failed = |puzzle, day| Answered { puzzle, day, outcome: Failed };
        let schedule = Schedule::of(&[failed(1, 5), failed(-2, 3), failed(3, 9)]);
        assert_eq!(schedule.due(7), [-2, 1]);
        assert_eq!(schedule.get(3).map(|asked| (asked.first, asked.is_solved)), Some((9, false)));
    }

    #[test]
    fn the_rating_rises_with_what_is_solved_and_counts_each_puzzle_once() {
        let of = |puzzle: i64| (puzzle < 0).then_some(1400);
        let at = |puzzle, outcome| Answered { puzzle, day: 1, outcome };
        assert_eq!(rating(&[], of), 1200);
        let solved = rating(&[at(-1, Solved)], of);
        let failed = rating(&[at(-1, Failed)], of);
        assert!(failed < 1200 && solved > 1200 && solved - 1200 > 1200 - failed);
        assert_eq!(rating(&[at(-1, Failed), at(-1, Solved)], of), failed);
        assert_eq!(rating(&[at(5, Solved)], of), 1200, "it has no rating");
        let many: Vec<_> = (1..500).map(|puzzle| at(-puzzle, Solved)).collect();
        assert!(rating(&many, of) > 2000);
    }
}
