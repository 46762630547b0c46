//! A tuning that runs: games side by side, iteration after iteration.
//!
//! The games of an iteration may end in any order. Its results are put down once all are there, and
//! only then the next iteration begins, so that the course depends on no number of cores.

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use anyhow::Context;
use crossbeam::channel::{Sender, unbounded};
use indicatif::{ProgressBar, ProgressStyle};
use tandem_arbiter::Interruption;
use tandem_arbiter::journal::Journal;
use tandem_engine::ParamSet;

use super::table::{Conditions, Fixture, Table};
use crate::commands::tune::course::Course;
use crate::parallel::workers;

/// Number of games in a pair: one opening, with the seats exchanged.
pub(super) const PAIR: usize = 2;

/// A tuning that runs.
pub(super) struct Tuning<'a> {
    course: &'a mut Course,
    journal: Journal,
    /// The parameters that are not tuned have these values.
    base: ParamSet,
    /// The games to be played; closed at the end.
    fixtures: Option<Sender<Fixture>>,
    /// The results of the games of this iteration, for their first point; `None` where they are
    /// still to come.
    results: Vec<Option<i8>>,
    bar: ProgressBar,
}

/// Plays all iterations that a course lacks, or as many as are done before an interruption.
///
/// # Errors
/// A player cannot go on, or the journal cannot be written.
pub(super) fn run(
    conditions: &Conditions,
    (course, journal): (&mut Course, Journal),
    base: ParamSet,
    concurrency: NonZeroUsize,
    interruption: &Interruption,
) -> anyhow::Result<()> {
    if course.is_complete() {
        return Ok(());
    }
    let bar = ProgressBar::new(course.settings.iterations);
    bar.set_style(ProgressStyle::with_template("{pos}/{len} iterations  {eta} left")?);
    bar.set_position(course.done());
    bar.reset_eta();
    let (sender, fixtures) = unbounded();
    let mut tuning =
        Tuning { course, journal, base, fixtures: Some(sender), results: Vec::new(), bar };
    tuning.begin();
    workers::run(
        concurrency,
        fixtures.into_iter(), // waits for the next iteration
        || Ok(Table::new(conditions, interruption)),
        |table, fixture| (fixture.game, table.play(&fixture)),
        |(game, result)| {
            let taken = tuning.take(game, result);
            if !matches!(taken, Ok(ControlFlow::Continue(()))) {
                tuning.fixtures = None; // no worker waits for more
            }
            taken
        },
    )?;
    tuning.bar.finish_and_clear();
    Ok(())
}

impl Tuning<'_> {
    /// Begins the next iteration: hands out its games.
    fn begin(&mut self) {
        let pairs = self.course.settings.pairs;
        self.results = vec![None; pairs * PAIR];
        let Some(fixtures) = &self.fixtures else { return };
        for pair in 0..pairs {
            let [one, two] = self.course.points(pair).map(|point| self.params(&point));
            let number = self.course.next_pair() as usize + pair;
            let sides = [[one.clone(), two.clone()], [two, one]];
            for (game, params) in (pair * PAIR..).zip(sides) {
                let fixture = Fixture { game, pair: number, params };
                // The workers are gone only after an error, which ends the tuning.
                drop(fixtures.send(fixture));
            }
        }
    }

    /// The parameters at a point.
    fn params(&self, point: &[i32]) -> ParamSet {
        let mut params = self.base.clone();
        for (tuned, &value) in self.course.settings.tuned.iter().zip(point) {
            params.set(tuned.name, value).expect("SPSA keeps to the range of each parameter");
        }
        params
    }

    /// Takes the result of a game, for its team one; breaks after the last iteration, and where a
    /// game was broken off.
    fn take(
        &mut self,
        game: usize,
        result: anyhow::Result<Option<i8>>,
    ) -> anyhow::Result<ControlFlow<()>> {
        let Some(result) = result? else { return Ok(ControlFlow::Break(())) };
        // In the second game of a pair the first point has the seats of team two.
        self.results[game] = Some(if game.is_multiple_of(PAIR) { result } else { -result });
        let Some(results) = self.results.iter().copied().collect::<Option<Vec<i8>>>() else {
            return Ok(ControlFlow::Continue(()));
        };
        let pairs: Vec<i8> = results.chunks(PAIR).map(|pair| pair.iter().sum()).collect();
        let line = self.course.add(pairs);
        self.journal.add(&line).context("cannot write the results")?;
        self.tell(&results)?;
        if self.course.is_complete() {
            return Ok(ControlFlow::Break(()));
        }
        self.begin();
        Ok(ControlFlow::Continue(()))
    }

    /// Prints a line for the iteration that has just ended.
    fn tell(&self, results: &[i8]) -> anyhow::Result<()> {
        let count = |wanted: i8| results.iter().filter(|&&result| result == wanted).count();
        let line = format!(
            "iteration {} of {}: the first points won {}, drew {} and lost {}",
            self.course.done(),
            self.course.settings.iterations,
            count(1),
            count(0),
            count(-1)
        );
        self.bar.set_position(self.course.done());
        self.bar.suspend(|| writeln!(stdout(), "{line}"))?;
        Ok(())
    }
}
