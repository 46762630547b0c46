//! The course of a tuning: the results of all iterations, and the values that follow from them.

pub(in crate::commands::tune) mod outputs;
mod page;
mod patch;
pub(in crate::commands::tune) mod settings;
mod summary;

use std::collections::BTreeMap;

use anyhow::bail;
use serde::{Deserialize, Serialize};
use tandem_arbiter::journal::{JournalError, Kind, Settings};
use tandem_train::Spsa;

use self::settings::CourseSettings;

/// The journal of a tuning.
pub(in crate::commands::tune) const KIND: Kind =
    Kind { key: "tandem_tune", version: 1, noun: "tuning", result: "iteration", may_differ: &[] };

/// One iteration: a line of the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::commands::tune) struct Iteration {
    /// Number of the iteration, from 1.
    #[serde(rename = "iteration")]
    number: u64,
    /// For each pair of games: the wins of the first point less those of the second, −2 to 2.
    results: Vec<i8>,
    /// The values after it, rounded, for people and other programs; they follow from the results.
    values: BTreeMap<String, f64>,
}

/// Factor by which values are rounded in a journal.
const ROUNDING: f64 = 1e4;
/// Largest difference of a value in a journal from the one that follows from the results.
const TOLERANCE: f64 = 1e-3;

/// The course of a tuning up to its last iteration.
#[derive(Debug)]
pub(in crate::commands::tune) struct Course {
    pub(in crate::commands::tune) settings: CourseSettings,
    /// All settings but the tuned parameters, as text.
    facts: Vec<(String, String)>,
    spsa: Spsa,
    /// The values at the start and after each iteration.
    path: Vec<Vec<f64>>,
    /// The expected distance of a value without any effect, in units of `c`, at these times.
    chances: Vec<f64>,
}

impl Course {
    /// The course with these settings before its first iteration.
    ///
    /// # Errors
    /// A setting is missing or invalid.
    pub(in crate::commands::tune) fn of(settings: &Settings) -> anyhow::Result<Self> {
        let facts = settings::facts(settings);
        let settings = CourseSettings::read(settings)?;
        let spsa = settings.spsa();
        let path = vec![spsa.values().to_vec()];
        Ok(Self { settings, facts, spsa, path, chances: vec![0.0] })
    }

    /// Number of iterations that are done.
    pub(in crate::commands::tune) fn done(&self) -> u64 {
        self.path.len() as u64 - 1
    }

    /// True once all iterations are done.
    pub(in crate::commands::tune) fn is_complete(&self) -> bool {
        self.done() >= self.settings.iterations
    }

    /// Number of the first pair of games of the next iteration, from 0.
    pub(in crate::commands::tune) const fn next_pair(&self) -> u64 {
        self.spsa.done()
    }

    /// The two points that play a pair of the next iteration against one another.
    pub(in crate::commands::tune) fn points(&self, pair: usize) -> [Vec<i32>; 2] {
        self.spsa.points(pair)
    }

    /// Adds the results of the next iteration, one for each pair, and returns its line.
    pub(in crate::commands::tune) fn add(&mut self, results: Vec<i8>) -> Iteration {
        let points: Vec<f64> = results.iter().map(|&result| f64::from(result)).collect();
        self.spsa.update(&points);
        self.path.push(self.spsa.values().to_vec());
        self.chances.push(self.spsa.chance());
        let names = self.settings.tuned.iter().map(|tuned| tuned.name.to_owned());
        let rounded = self.spsa.values().iter().map(|value| (value * ROUNDING).round() / ROUNDING);
        Iteration { number: self.done(), results, values: names.zip(rounded).collect() }
    }

    /// Adds the iterations of a journal.
    ///
    /// # Errors
    /// An iteration is missing or not one of this course.
    pub(in crate::commands::tune) fn add_all(
        &mut self,
        iterations: impl Iterator<Item = Result<Iteration, JournalError>>,
    ) -> anyhow::Result<()> {
        for read in iterations {
            let read = read?;
            let number = self.done() + 1;
            if read.number != number || self.is_complete() {
                bail!("expected iteration {number}, found `{}`", read.number);
            }
            let is_result = |result: &i8| (-2..=2).contains(result);
            if read.results.len() != self.settings.pairs || !read.results.iter().all(is_result) {
                let pairs = self.settings.pairs;
                bail!("iteration {number} has not the results of {pairs} pairs of games");
            }
            let ours = self.add(read.results);
            let agrees = |(name, value): (&String, &f64)| {
                read.values.get(name).is_some_and(|read| (read - value).abs() < TOLERANCE)
            };
            if !ours.values.iter().all(agrees) {
                bail!("the values of iteration {number} do not follow from its results");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::Variant;

    use super::settings::Tuned;
    use super::*;

    fn begun(seed: u64) -> Course {
        let tuned = |name, start, range, c_end| Tuned { name, start, range, c_end };
        let settings = CourseSettings {
            iterations: 5,
            pairs: 3,
            seed,
            r_end: 0.1,
            variant: Variant::Bughouse,
            tuned: vec![
                tuned("lmr_base", 1000, (-4096, 4096), 100.0),
                tuned("delta", 200, (0, 3000), 20.0),
            ],
        };
        let all = settings.with([("rules", "<fics>".to_owned()), ("param", String::new())]);
        Course::of(&all).expect("they are sound")
    }

    /// A course of this many iterations, and its lines.
    pub(super) fn course(seed: u64, count: u64) -> (Course, Vec<Iteration>) {
        let mut course = begun(seed);
        let lines = (0..count).map(|at| course.add(vec![2, -1, (at % 3) as i8])).collect();
        (course, lines)
    }

    #[test]
    fn a_course_follows_from_its_lines() {
        let (course, lines) = course(1, 5);
        let texts: Vec<String> =
            lines.iter().map(|line| serde_json::to_string(line).expect("plain")).collect();
        let read = texts.iter().map(|text| Ok(serde_json::from_str(text).expect("a line")));
        let mut again = begun(1);
        again.add_all(read).expect("they are its own");
        assert_eq!(again.path, course.path);
        assert!(again.is_complete() && again.next_pair() == 15);
        assert_ne!(course.path[5], course.path[0]);
    }

    #[test]
    fn lines_of_another_course_are_refused() {
        let (_, lines) = course(1, 5);
        let (_, others) = course(2, 5);
        let line = |at: usize, change: fn(&mut Iteration)| {
            let mut line = lines[at].clone();
            change(&mut line);
            line
        };
        for (lines, expected) in [
            (vec![lines[1].clone()], "expected iteration 1, found `2`"),
            (vec![lines[0].clone(), lines[0].clone()], "expected iteration 2, found `1`"),
            (vec![line(0, |line| line.results[0] = 3)], "iteration 1 has not the results of 3"),
            (vec![line(0, |line| line.results = vec![0])], "iteration 1 has not the results of 3"),
            (vec![line(0, |line| line.results[0] = -2)], "the values of iteration 1 do not"),
            (vec![line(0, |line| line.values.clear())], "the values of iteration 1 do not"),
            (others, "the values of iteration 1 do not follow from its results"),
        ] {
            let mut course = begun(1);
            let error = course.add_all(lines.into_iter().map(Ok)).expect_err(expected);
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }
}
