//! The choice of the next puzzle, from the answers so far and the day.

use std::cmp::Reverse;

use super::schedule::{Answered, Day, Schedule, rating};
use crate::message::{PuzzleKind, PuzzleRecord};
use crate::services::SetPuzzle;

/// Most new puzzles from losses on one day.
const NEW_LOSSES: usize = 5;
/// All kinds, in the order of their records.
pub(crate) const KINDS: [PuzzleKind; 5] =
    [PuzzleKind::Mate, PuzzleKind::Take, PuzzleKind::Need, PuzzleKind::Give, PuzzleKind::Sit];

/// The next puzzle of a set: one that comes again; else a new one, whose rating is next to that of who
/// solves; else one that was not solved, then one that was, the longest ago first. Another than `but`,
/// if there is one.
pub(crate) fn of_set<'a>(
    set: &'a [SetPuzzle],
    kind: Option<PuzzleKind>,
    but: Option<i64>,
    answers: &[Answered],
    today: Day,
) -> Option<&'a SetPuzzle> {
    let schedule = Schedule::of(answers);
    let own = solver(set, answers);
    let due = schedule.due(today);
    let place = |puzzle: &&SetPuzzle| {
        let number = puzzle.number;
        let waits = due.iter().position(|&due| due == number);
        let asked = schedule.get(number);
        (
            Some(number) == but,
            waits.is_none(),
            waits,
            asked.is_some(),
            asked.map(|asked| (asked.is_solved, asked.latest)),
            puzzle.rating.abs_diff(own),
            Reverse(number),
        )
    };
    let wanted = set.iter().filter(|puzzle| kind.is_none_or(|kind| puzzle.found.kind == kind));
    wanted.min_by_key(place)
}

/// The rating of who solves the puzzles of a set.
pub(crate) fn solver(set: &[SetPuzzle], answers: &[Answered]) -> u16 {
    let ratings: std::collections::HashMap<_, _> =
        set.iter().map(|puzzle| (puzzle.number, puzzle.rating)).collect();
    rating(answers, |number| ratings.get(&number).copied())
}

/// The next puzzle from losses, of which these are the numbers in the order in which they are asked:
/// one that comes again, else a new one, if fewer than five were new on the day. Another than `but`, if
/// there is one.
pub(crate) fn of_losses(
    losses: &[i64],
    but: Option<i64>,
    answers: &[Answered],
    today: Day,
) -> Option<i64> {
    let schedule = Schedule::of(answers);
    let is_of_today = |loss: &&i64| schedule.get(**loss).is_some_and(|asked| asked.first == today);
    let may_be_new = losses.iter().filter(is_of_today).count() < NEW_LOSSES;
    let due = schedule.due(today);
    let due = due.into_iter().filter(|puzzle| losses.contains(puzzle));
    let new = losses.iter().copied();
    let new = new.filter(|&loss| may_be_new && schedule.get(loss).is_none());
    due.chain(new).min_by_key(|&puzzle| Some(puzzle) == but)
}

/// The puzzles of a set in numbers, kind by kind.
pub(crate) fn records(set: &[SetPuzzle], answers: &[Answered]) -> Vec<PuzzleRecord> {
    let schedule = Schedule::of(answers);
    let record = |kind| {
        let mut record = PuzzleRecord { kind, puzzles: 0, solved: 0, failed: 0 };
        for puzzle in set.iter().filter(|puzzle| puzzle.found.kind == kind) {
            record.puzzles += 1;
            match schedule.get(puzzle.number).map(|asked| asked.is_solved) {
                Some(true) => record.solved += 1,
                Some(false) => record.failed += 1,
                None => {}
            }
        }
        record
    };
    KINDS.into_iter().map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Outcome;
    use super::*;
    use crate::message::{AnalysisPosition, PuzzleSolution};
    use crate::services::FoundPuzzle;

    fn puzzle(number: i64, rating: u16, kind: PuzzleKind) -> SetPuzzle {
        let position = AnalysisPosition { rules: "fics".to_owned(), fens: vec![], clocks_ms: None };
        let seat = tandem_rules::Seat::ALL[0];
        let solution = PuzzleSolution::default();
        let found =
            FoundPuzzle { ply: 0, seat, kind, moves: 1, position, last: Vec::new(), solution };
        SetPuzzle { number, rating, found }
    }

    fn set() -> Vec<SetPuzzle> {
        vec![
            puzzle(-1, 700, PuzzleKind::Mate),
            puzzle(-2, 1250, PuzzleKind::Need),
            puzzle(-3, 2000, PuzzleKind::Mate),
        ]
    }

    fn answer(puzzle: i64, day: Day, is_solved: bool) -> Answered {
        let outcome = if is_solved { Outcome::Solved } else { Outcome::Failed };
        Answered { puzzle, day, outcome }
    }

    fn chosen(kind: Option<PuzzleKind>, but: Option<i64>, answers: &[Answered]) -> Option<i64> {
        of_set(&set(), kind, but, answers, 10).map(|puzzle| puzzle.number)
    }

    #[test]
    fn a_new_puzzle_is_one_of_the_own_strength() {
        assert_eq!(chosen(None, None, &[]), Some(-2));
        assert_eq!(chosen(Some(PuzzleKind::Mate), None, &[]), Some(-1));
        assert_eq!(chosen(Some(PuzzleKind::Sit), None, &[]), None);
        assert_eq!(chosen(None, Some(-2), &[]), Some(-1), "it is skipped");
    }

    #[test]
    fn what_comes_again_goes_before_what_is_new_and_that_before_what_was_asked() {
        let failed = answer(-3, 9, false);
        assert_eq!(chosen(None, None, &[failed]), Some(-3), "it comes again");
        assert_eq!(chosen(None, None, &[answer(-3, 10, false)]), Some(-2), "not on the same day");
        let all = [answer(-3, 10, true), answer(-1, 10, false), answer(-2, 10, true)];
        assert_eq!(chosen(None, None, &all), Some(-1), "it was not solved");
        assert_eq!(chosen(None, Some(-1), &all), Some(-3), "the longest ago");
    }

    #[test]
    fn five_puzzles_from_losses_are_new_on_a_day() {
        let losses: Vec<i64> = (1..=8).collect();
        let mut answers = Vec::new();
        for expected in 1..=5 {
            assert_eq!(of_losses(&losses, None, &answers, 10), Some(expected));
            answers.push(answer(expected, 10, expected != 2));
        }
        assert_eq!(of_losses(&losses, None, &answers, 10), None);
        assert_eq!(of_losses(&losses, None, &answers, 11), Some(2), "it was failed");
        answers.push(answer(2, 11, true));
        assert_eq!(of_losses(&losses, None, &answers, 11), Some(6));
        assert_eq!(of_losses(&losses, Some(6), &answers, 11), Some(7));
        assert_eq!(of_losses(&[], None, &answers, 11), None);
    }

    #[test]
    fn each_kind_has_its_record() {
        let records = records(&set(), &[answer(-1, 1, false), answer(-1, 2, true)]);
        let told: Vec<_> =
            records.iter().map(|one| (one.puzzles, one.solved, one.failed)).collect();
        assert_eq!(told, [(2, 1, 0), (0, 0, 0), (1, 0, 0), (0, 0, 0), (0, 0, 0)]);
    }
}
