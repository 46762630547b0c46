//! The mean of several courses, and its table.

use std::fmt;

use super::Course;
use super::settings::Tuned;

/// The mean of courses with the same settings but the seed, as far as all of them go.
pub(super) struct Summary<'a> {
    pub(super) tuned: &'a [Tuned],
    pub(super) courses: &'a [Course],
    /// The mean values at the start and after each iteration.
    pub(super) path: Vec<Vec<f64>>,
}

impl<'a> Summary<'a> {
    /// The mean of one or more courses.
    pub(super) fn of(courses: &'a [Course]) -> Self {
        let length = courses.iter().map(|course| course.path.len()).min().unwrap_or_default();
        let tuned = courses.first().map_or(&[][..], |course| &course.settings.tuned);
        let mean = |at: usize, value: usize| {
            courses.iter().map(|course| course.path[at][value]).sum::<f64>() / courses.len() as f64
        };
        let values = |at| (0..tuned.len()).map(|value| mean(at, value)).collect();
        Self { tuned, courses, path: (0..length).map(values).collect() }
    }

    /// Number of iterations that all courses have.
    pub(super) fn iterations(&self) -> usize {
        self.path.len().saturating_sub(1)
    }

    /// The values at the end.
    pub(super) fn ends(&self) -> impl Iterator<Item = (&Tuned, f64)> {
        self.tuned.iter().zip(self.path.last().into_iter().flatten().copied())
    }

    /// The distance, in units of `c`, by which a value without any effect is expected to be off.
    pub(super) fn chance(&self) -> f64 {
        let last = self.iterations();
        let squares: f64 = self.courses.iter().map(|course| course.chances[last].powi(2)).sum();
        squares.sqrt() / self.courses.len() as f64
    }

    /// Standard error of a mean at the end, in units of `c`, by the differences of the courses;
    /// `None` of a single one.
    pub(super) fn error(&self, value: usize) -> Option<f64> {
        let count = self.courses.len() as f64;
        let last = self.iterations();
        let mean = self.path.last()?.get(value)?;
        let squares = self.courses.iter().map(|course| (course.path[last][value] - mean).powi(2));
        let variance = squares.sum::<f64>() / (count - 1.0) / count;
        (self.courses.len() > 1).then(|| variance.sqrt() / self.tuned[value].c_end)
    }

    /// The rows of the table: name, start, c, end, move in units of c, and its standard error.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row> {
        self.ends().enumerate().map(|(value, (tuned, end))| Row {
            name: tuned.name,
            start: tuned.start.to_string(),
            c: format!("{:.1}", tuned.c_end),
            end: format!("{end:.1}"),
            moved: format!("{:+.2}", (end - f64::from(tuned.start)) / tuned.c_end),
            error: self.error(value).map(|error| format!("{error:.2}")),
        })
    }

    /// A sentence on moves that mean nothing.
    pub(super) fn caution(&self) -> String {
        format!(
            "a value without any effect is off by {:.2} c (one standard deviation) after these games",
            self.chance()
        )
    }
}

/// A row of the table, as text.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) start: String,
    pub(super) c: String,
    pub(super) end: String,
    pub(super) moved: String,
    /// Only of several courses.
    pub(super) error: Option<String>,
}

/// Writes the table as text.
impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.tuned.iter().map(|tuned| tuned.name.len());
        let width = names.chain(["parameter".len()]).max().unwrap_or_default();
        write!(
            f,
            "{:<width$} {:>7} {:>8} {:>9} {:>7}",
            "parameter", "start", "c", "end", "move/c"
        )?;
        f.write_str(if self.courses.len() > 1 { "  ± (runs)\n" } else { "\n" })?;
        for Row { name, start, c, end, moved, error } in self.rows() {
            write!(f, "{name:<width$} {start:>7} {c:>8} {end:>9} {moved:>7}")?;
            writeln!(f, "{}", error.map_or_else(String::new, |error| format!(" {error:>10}")))?;
        }
        f.write_str(&self.caution())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::tune::course::tests::course;

    #[test]
    fn the_mean_of_courses_goes_as_far_as_all_of_them() {
        let courses = [course(1, 5).0, course(2, 4).0];
        let summary = Summary::of(&courses);
        assert_eq!(summary.iterations(), 4);
        let mean = f64::midpoint(courses[0].path[4][1], courses[1].path[4][1]);
        assert!((summary.path[4][1] - mean).abs() < 1e-9);
        // With two courses, the standard error is half their difference.
        let half = (courses[0].path[4][1] - mean).abs() / 20.0;
        assert!((summary.error(1).expect("two courses") - half).abs() < 1e-9);
        assert!(Summary::of(&courses[..1]).error(1).is_none());
        let chance = courses[0].chances[4].hypot(courses[1].chances[4]) / 2.0;
        assert!((summary.chance() - chance).abs() < 1e-9);
    }

    #[test]
    fn the_table_has_a_line_for_each_value_and_a_caution() {
        let table = Summary::of(&[course(1, 5).0]).to_string();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 4, "{table}");
        assert!(lines[1].starts_with("lmr_base     1000    100.0 "), "{table}");
        assert!(lines[3].starts_with("a value without any effect is off by 0."), "{table}");
    }
}
