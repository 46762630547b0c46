//! The analysis of a game as text: its head, its mistakes, and a line for each player.

use std::fmt::Write as _;

use tandem_rules::notation::bpgn::{GameRecord, ReadGame};
use tandem_rules::{Millis, Seat, Team};
use textwrap::core::display_width;

use super::notation::minutes;
use super::scores::exchange;
use crate::record::outcome::{Ground, Outcome};
use crate::record::timeline::{Thought, Timeline};
use crate::record::{players, seat_name};
use crate::review::{Review, SHOWN, Verdict};

/// The most columns of a player's name.
const LONGEST_NAME: usize = 16;
/// The least time of a turn that counts as sitting, if the other board moved meanwhile.
const SITTING: Millis = Millis(5000);
/// Space between two columns, and before the first one.
const GAP: &str = "  ";

/// The text on a game: its place, players and result, its mistakes, and a table of its players.
pub fn of_game(file: &str, read: &ReadGame, review: &Review) -> String {
    let ReadGame { record, game, line, .. } = read;
    let mut text = format!(
        "{file}:{line}: game {game}: {}, {}, {} plies",
        who(record),
        result(record, review.outcome),
        review.verdicts.len()
    );
    for row in mistakes(record, review).into_iter().chain(summary(record, review)) {
        let _ = write!(text, "\n{GAP}{}", row.trim_end()); // a text takes all
    }
    text
}

/// The players, team one first.
fn who(record: &GameRecord) -> String {
    let [white_a, black_a, white_b, black_b] = players(record);
    match record.start().in_play() {
        [_, _] => format!("{white_a} and {black_b} against {black_a} and {white_b}"),
        _ => format!("{white_a} against {black_a}"),
    }
}

/// The result and its reason, also where the boards or the clocks imply it.
fn result(record: &GameRecord, outcome: Option<Outcome>) -> String {
    let implied = outcome.and_then(|outcome| {
        let loser = seat_name(outcome.loser?, record.start().in_play().len());
        let fate = if outcome.ground == Ground::Mate { "mated" } else { "out of time" };
        Some(format!("{loser} is {fate}"))
    });
    let shown = outcome.map_or(record.result(), |outcome| outcome.result);
    match implied.as_deref().or(record.reason()) {
        Some(reason) => format!("{shown} ({reason})"),
        None => shown.to_string(),
    }
}

/// The mistakes, a line each below a head; nothing without mistakes.
fn mistakes(record: &GameRecord, review: &Review) -> Vec<String> {
    let names = players(record);
    let marked = review.verdicts.iter().filter(|verdict| !verdict.mark().is_empty());
    let rows: Vec<Vec<String>> = marked.map(|verdict| mistake(verdict, &names)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let head = ["move", "player", "clock", "forecast", ""].map(str::to_owned).to_vec();
    aligned(&std::iter::once(head).chain(rows).collect::<Vec<_>>(), &[])
}

fn mistake(verdict: &Verdict, names: &[String; 4]) -> Vec<String> {
    let Verdict { seat, number, san, clock, best, played, .. } = verdict;
    let better = verdict.better.iter().flatten().take(SHOWN).map(String::as_str);
    let better = better.collect::<Vec<_>>().join(" ");
    let instead = match verdict.team.as_ref().filter(|team| team.counts) {
        Some(team) => format!("better {}", team.best),
        None => format!("{}: {better}", exchange(*played, best.score)),
    };
    let [before, after] = verdict.shares().map(|share| (share * 100.0).round());
    vec![
        format!("{number} {san}{}", verdict.mark()),
        short(&names[seat.index()]),
        clock.map_or_else(String::new, |clock| minutes(Millis(clock))),
        format!("{before} -> {after} %"),
        format!("{instead}{}", because(verdict)),
    ]
}

/// The reasons of a mistake, after a full stop.
fn because(verdict: &Verdict) -> String {
    verdict.why().iter().fold(String::new(), |text, why| {
        format!("{text}{} {why}", if text.is_empty() { "." } else { "" })
    })
}

/// A table of the players: their moves, marks and losses, and the time that they sat.
fn summary(record: &GameRecord, review: &Review) -> Vec<String> {
    let (names, times) = (players(record), Timeline::of(record, None));
    let boards = record.start().in_play();
    let mut rows = vec![
        ["player", "", "moves", "?!", "?", "??", "a move costs", "sat"].map(str::to_owned).to_vec(),
    ];
    let teams = [Team::One, Team::Two].into_iter();
    for seat in teams.flat_map(|team| boards.iter().map(move |&board| team.seat(board))) {
        let is_own = |verdict: &&Verdict| verdict.seat == seat && !verdict.is_of_book;
        let mine: Vec<&Verdict> = review.verdicts.iter().filter(is_own).collect();
        let marks = |mark| mine.iter().filter(|verdict| verdict.mark() == mark).count().to_string();
        let lost: f64 = mine.iter().map(|verdict| verdict.lost()).sum();
        let mean = lost * 100.0 / mine.len() as f64;
        let [name, place] = [short(&names[seat.index()]), seat_name(seat, boards.len())];
        let mut row = vec![name, place, mine.len().to_string()];
        row.extend(["?!", "?", "??"].map(marks));
        row.push(if mine.is_empty() { String::new() } else { format!("{mean:.1} %") });
        row.push(sat(record, &times, seat).map_or_else(String::new, minutes));
        rows.push(row);
    }
    aligned(&rows, &[2, 3, 4, 5, 6, 7])
}

/// The time of the turns in which a player sat; `None` where no clocks tell it, and on one board.
fn sat(record: &GameRecord, times: &Timeline, seat: Seat) -> Option<Millis> {
    let thoughts = times.thoughts();
    let went_on = |ply: usize| {
        let before = ply.checked_sub(1).map(|before| record.plies()[before].seat.board);
        before.is_some_and(|board| board != seat.board)
    };
    let is_sitting = |thought: &&Thought| {
        let is_mine = thought.seat == seat && thought.length() >= SITTING;
        is_mine && thought.ply.is_some_and(went_on)
    };
    let lengths = thoughts.iter().filter(is_sitting).map(Thought::length);
    let is_known = !thoughts.is_empty() && record.start().in_play().len() == 2;
    is_known.then(|| lengths.fold(Millis::ZERO, |sum, time| sum + time))
}

/// A name that fits into its column.
fn short(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    let begin: String = name.chars().take(LONGEST_NAME - 1).collect();
    format!("{begin}…")
}

/// Rows as lines of columns of one width each; those at `right` are flush right, and columns without
/// content are left out.
fn aligned(rows: &[Vec<String>], right: &[usize]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| display_width(&row[column])).max();
    let is_used = |column: usize| rows.iter().skip(1).any(|row| !row[column].is_empty());
    let used: Vec<(usize, usize)> = (0..columns)
        .filter(|&column| is_used(column))
        .map(|column| (column, width(column).unwrap_or_default()))
        .collect();
    let line = |row: &Vec<String>| {
        let cells = used.iter().map(|&(column, width)| {
            let blank = " ".repeat(width - display_width(&row[column]));
            match right.contains(&column) {
                true => format!("{blank}{}", row[column]),
                false => format!("{}{blank}", row[column]),
            }
        });
        cells.collect::<Vec<_>>().join(GAP)
    };
    rows.iter().map(line).collect()
}
