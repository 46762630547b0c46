//! The course of each value as a page: one file for any browser, without a script.

use std::fmt::Write as _;

use super::settings::Tuned;
use super::summary::{Row, Summary};

const STYLE: &str = include_str!("page.css");

/// Width and height of a figure.
const SIZE: (f64, f64) = (360.0, 190.0);
/// Margins around its curves.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 22.0;
/// Largest number of points of a curve: more are not seen at this width.
const MOST_POINTS: usize = 400;

/// The page of a summary: its settings, its table, and a figure for each value.
pub(super) fn page(summary: &Summary<'_>) -> String {
    let count = summary.tuned.len();
    let figures: String = (0..count).map(|value| figure(summary, value)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>A tuning of {count} parameters</title>\n<style>\n{STYLE}</style>\n\
         <h1>A tuning of {count} parameters</h1>\n<p>{}</p>\n{}\
         <p>The dashed line is the value at the start, the band around it 1 c wide on each side.</p>\n\
         <div class=\"courses\">\n{figures}</div>\n</html>\n",
        heading(summary),
        table(summary),
    )
}

/// The length of the courses in words, and their settings.
fn heading(summary: &Summary<'_>) -> String {
    let Some(first) = summary.courses.first() else { return String::new() };
    let (iterations, all) = (summary.iterations(), first.settings.iterations);
    let games = iterations * first.settings.pairs * 2;
    let length = match summary.courses.len() {
        1 => format!("{iterations} of {all} iterations, {games} games."),
        runs => format!(
            "The mean of {runs} runs: {iterations} of {all} iterations, {games} games each."
        ),
    };
    let is_common = |(name, _): &&(String, String)| summary.courses.len() == 1 || name != "seed";
    let facts: Vec<String> = first
        .facts
        .iter()
        .filter(is_common)
        .map(|(name, value)| format!("{} {}", escaped(name), escaped(value)))
        .collect();
    format!("{length} Settings: {}.", facts.join(", "))
}

/// A text of a file as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn table(summary: &Summary<'_>) -> String {
    let mut table = String::from("<table>\n<tr><th>parameter<th>start<th>c<th>end<th>move in c");
    if summary.courses.len() > 1 {
        table += "<th>± between runs";
    }
    table.push('\n');
    for Row { name, start, c, end, moved, error } in summary.rows() {
        let error = error.map_or_else(String::new, |error| format!("<td>{error}"));
        let _ = writeln!(table, "<tr><td>{name}<td>{start}<td>{c}<td>{end}<td>{moved}{error}");
    }
    let _ = writeln!(table, "</table>\n<p>By chance alone, {}.</p>", summary.caution());
    table
}

/// The figure of one value: its mean course, and those of the runs behind it.
fn figure(summary: &Summary<'_>, value: usize) -> String {
    let Tuned { name, start, c_end, .. } = summary.tuned[value];
    let start = f64::from(start);
    let column =
        |path: &[Vec<f64>]| -> Vec<f64> { path.iter().map(|values| values[value]).collect() };
    let runs: Vec<Vec<f64>> = summary.courses.iter().map(|course| column(&course.path)).collect();
    let mean = column(&summary.path);
    let axes = Axes::of(&runs, [start - c_end, start + c_end]);
    let end = mean.last().copied().unwrap_or(start);
    let (width, height) = SIZE;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{name}: from {start} to \
         {end:.1}\">\n"
    );
    svg += &axes.ground(start, c_end);
    svg += &text(LEFT, TOP - 12.0, "class=\"name\"", name);
    svg += &text(width - RIGHT, TOP - 12.0, ENDS_THERE, &format!("{start} → {end:.1}"));
    for shown in axes.range {
        svg += &text(LEFT - 6.0, axes.y(shown) + 4.0, ENDS_THERE, &axes.label(shown));
    }
    let steps = format!("{} iterations", axes.steps);
    svg += &text(width - RIGHT, height - 6.0, ENDS_THERE, &steps);
    if runs.len() > 1 {
        svg.extend(runs.iter().map(|run| axes.curve(run, " class=\"run\"")));
    }
    svg + &axes.curve(&mean, "") + "</svg>\n"
}

/// Attribute of a text that ends at its place.
const ENDS_THERE: &str = "text-anchor=\"end\"";

fn text(x: f64, y: f64, attributes: &str, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y:.1}\" {attributes}>{text}</text>\n")
}

/// The scale of a figure.
struct Axes {
    /// The largest value shown, at the top, and the least.
    range: [f64; 2],
    /// Number of iterations from the left to the right.
    steps: usize,
}

impl Axes {
    /// The scale on which all courses and some other values are seen.
    fn of(courses: &[Vec<f64>], others: [f64; 2]) -> Self {
        let all = || courses.iter().flatten().chain(&others).copied();
        let range = [all().fold(f64::MIN, f64::max), all().fold(f64::MAX, f64::min)];
        let steps = courses.iter().map(|course| course.len() - 1).max();
        Self { range, steps: steps.unwrap_or_default().max(1) }
    }

    fn x(&self, step: usize) -> f64 {
        LEFT + (SIZE.0 - LEFT - RIGHT) * step as f64 / self.steps as f64
    }

    fn y(&self, value: f64) -> f64 {
        let [most, least] = self.range;
        TOP + (SIZE.1 - TOP - BOTTOM) * (most - value) / (most - least)
    }

    /// A value with as many places as tell the ends of the scale apart.
    fn label(&self, value: f64) -> String {
        let places = usize::from(self.range[0] - self.range[1] < 10.0);
        format!("{value:.places$}")
    }

    /// The start as a line, and the band of one `c` around it.
    fn ground(&self, start: f64, c: f64) -> String {
        let [high, line, low] = [start + c, start, start - c].map(|value| self.y(value));
        let (right, width, height) = (SIZE.0 - RIGHT, SIZE.0 - LEFT - RIGHT, low - high);
        format!(
            "<rect class=\"band\" x=\"{LEFT}\" y=\"{high:.1}\" width=\"{width}\" height=\"{height:.1}\"/>\n\
             <line class=\"start\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{line:.1}\" y2=\"{line:.1}\"/>\n"
        )
    }

    fn curve(&self, course: &[f64], attributes: &str) -> String {
        let every = course.len().div_ceil(MOST_POINTS).max(1);
        let last = course.len() - 1;
        let shown =
            course.iter().enumerate().filter(|&(step, _)| step % every == 0 || step == last);
        let points: Vec<String> = shown
            .map(|(step, &value)| format!("{:.1},{:.1}", self.x(step), self.y(value)))
            .collect();
        format!("<polyline{attributes} points=\"{}\"/>\n", points.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::tune::course::tests::course;

    #[test]
    fn a_page_has_a_row_and_a_figure_for_each_value_and_needs_nothing_else() {
        for seeds in [&[1][..], &[1, 2, 3]] {
            let courses: Vec<_> = seeds.iter().map(|&seed| course(seed, 5).0).collect();
            let page = page(&Summary::of(&courses));
            for name in ["lmr_base", "delta"] {
                assert!(page.contains(&format!("<tr><td>{name}<td>")), "{page}");
                assert!(page.contains(&format!("aria-label=\"{name}: from ")), "{page}");
            }
            let curves = if seeds.len() == 1 { 1 } else { 1 + seeds.len() };
            assert_eq!(page.matches("<polyline").count(), 2 * curves);
            assert_eq!(page.contains("seed 1"), seeds.len() == 1, "{page}");
            assert!(page.contains(", rules &lt;fics>"), "{page}");
            assert!(!page.contains("http") && !page.contains("<script"), "{page}");
            assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
        }
    }

    #[test]
    fn a_curve_stays_in_its_frame_and_keeps_its_last_point() {
        let long: Vec<f64> = (0..10_001).map(f64::from).collect();
        let axes = Axes::of(std::slice::from_ref(&long), [-5.0, 5.0]);
        let curve = axes.curve(&long, "");
        let points = curve.matches(',').count();
        assert!((300..=MOST_POINTS + 1).contains(&points), "{points}");
        let last = format!("{:.1},{TOP:.1}\"", SIZE.0 - RIGHT);
        assert!(curve.contains(&last), "{curve}");
        assert!((axes.y(-5.0) - (SIZE.1 - BOTTOM)).abs() < 1e-9);
    }
}
