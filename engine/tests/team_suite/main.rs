//! Positions of both boards with clocks, most of them from real games: mate races, pieces that
//! mate, captures that must not be made, sitting and for how long, double turns.
//!
//! The expected answers follow from the rules, and are checked against them; they are not what
//! Tandem happens to answer. So a position that it fails stays. `suite.tsv` describes its columns.

#[path = "../answer/mod.rs"]
mod answer;
mod boards;
#[allow(dead_code, reason = "shared with the tests of the mate solver")]
#[path = "../mate/exhaustive.rs"]
mod exhaustive;
mod proof;
mod row;

use std::io::{Write, stdout};

use crossbeam::channel::Receiver;
use tandem_engine::{
    Decision, Event, Habits, Info, Limits, Moment, Searcher, Stance, Team, Thinking, View,
    Vocabulary,
};
use tandem_nets::Networks;
use tandem_rules::{Millis, Preset};

use answer::done;
use row::{Answer, Row};

/// Nodes of a tenth of a second, at half a million a second.
const NODES: u64 = 50_000;
/// Minimum percentage of positions to be solved.
const SOLVED: usize = 90;
const THEMES: [&str; 5] = ["race", "piece", "capture", "sit", "double turn"];

fn rows() -> Vec<Row> {
    let lines = include_str!("suite.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).map(Row::parse).collect()
}

/// A seat that thinks about one position after the other.
struct Desk {
    searcher: Searcher,
    events: Receiver<Event>,
}

impl Desk {
    fn new() -> Self {
        let (mut searcher, events) = Searcher::new(16);
        searcher.set_networks(Some(Networks::embedded()));
        Self { searcher, events }
    }

    fn think(&mut self, view: &View) -> (Decision, Info) {
        self.searcher.clear();
        let limits = Limits { nodes: Some(NODES), thinking: Thinking::Infinite, ..Limits::clock() };
        self.searcher.start(view.clone(), limits);
        done(&self.events)
    }
}

/// The view of a seat whose partner is linked.
fn view(row: &Row) -> View {
    let scene = &row.scene;
    let rules = Preset::Fics.rules().outcomes;
    View {
        other: Some(scene.other().clone()),
        clocks: row.timed(),
        ..View::of_board(scene.seat, scene.own().clone(), rules)
    }
}

/// The stance of a team that has just seen the partner's board.
fn stance(row: &Row, view: &View, (decision, info): (Decision, &Info)) -> Stance {
    let diagonal = view.seat.diagonal();
    let [own, opponent] = [view.seat, view.seat.opponent()].map(|seat| row.shows(seat));
    let now = Millis(2 * Row::BASE.0 - own.0 - opponent.0);
    let moment = Moment { view, now, lateness: Millis::ZERO };
    let mut team = Team::new(Habits::default());
    team.meet(Vocabulary::ALL);
    team.see_clock(row.shows(diagonal), row.scene.boards.is_on_turn(diagonal), moment);
    team.decide((decision, info), moment).0
}

/// True if this is the expected answer.
fn is_right(row: &Row, decision: Decision, stance: Stance) -> bool {
    let played = match decision {
        Decision::Play(m) if !stance.sits() => Some(m),
        Decision::Play(_) | Decision::Sit => None,
    };
    match &row.answer {
        Answer::Play(moves) => played.is_some_and(|m| moves.contains(&m)),
        Answer::Not(moves) => played.is_none_or(|m| !moves.contains(&m)),
        Answer::Sit(at_least) => {
            let until = stance.until().unwrap_or(Millis::ZERO);
            played.is_none() && row.shows(row.scene.seat) - until >= *at_least
        }
        Answer::Go => played.is_some(),
    }
}

#[test]
fn nine_of_ten_are_solved() {
    let mut desk = Desk::new();
    let (mut solved, rows) = (0, rows());
    for row in &rows {
        let view = view(row);
        let (decision, info) = desk.think(&view);
        let stance = stance(row, &view, (decision, &info));
        if is_right(row, decision, stance) {
            solved += 1;
        } else {
            let found = format!("{decision:?}, {}, {stance:?}", info.score);
            writeln!(stdout(), "{}: {found}, but {:?}", row.name(), row.answer)
                .expect("standard output is open");
        }
    }
    writeln!(stdout(), "{solved} of {}", rows.len()).expect("standard output is open");
    assert!(solved * 100 >= rows.len() * SOLVED, "{solved} of {}", rows.len());
}

#[test]
fn what_is_expected_follows_from_the_rules() {
    rows().iter().for_each(proof::assert_follows);
}

#[test]
fn there_are_sixty_in_five_themes_and_half_of_them_are_from_real_games() {
    let rows = rows();
    let real = rows.iter().filter(|row| row.source.starts_with("game ")).count();
    assert!(rows.len() >= 60 && 2 * real >= rows.len(), "{real} of {}", rows.len());
    for theme in THEMES {
        let count = rows.iter().filter(|row| row.theme == theme).count();
        assert!(count >= 8, "{theme}: {count}");
    }
    assert!(rows.iter().all(|row| THEMES.contains(&row.theme)));
}
