//! The plans of teams on the positions of the team suite, whose answers are proved.
//!
//! Beside them stand independent lines: the best move of each board, as two searches find it.

#[allow(dead_code, reason = "shared with the tests of the engine")]
#[path = "../../../engine/tests/team_suite/boards.rs"]
mod boards;
#[path = "../desk/mod.rs"]
mod desk;
#[allow(dead_code, reason = "shared with the tests of the mate solver")]
#[path = "../../../engine/tests/mate/exhaustive.rs"]
mod exhaustive;
#[allow(dead_code, reason = "shared with the tests of the engine")]
#[path = "../../../engine/tests/team_suite/handoffs.rs"]
mod handoffs;
#[allow(dead_code, reason = "shared with the tests of the engine")]
#[path = "../../../engine/tests/team_suite/joint.rs"]
mod joint;
#[allow(dead_code, reason = "shared with the tests of the engine")]
#[path = "../../../engine/tests/team_suite/row.rs"]
mod row;

use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::thread;

use tandem_analysis::forecast::Scale;
use tandem_analysis::plans::{Clocks, Part, Parts, Question};
use tandem_analysis::scene::Scene;
use tandem_analysis::search::Search;
use tandem_engine::{Limits, Thinking};
use tandem_rules::{BoardId, Preset, Seat};

use desk::Desk;
use row::Row;

/// Nodes for each board: a quarter of a second or so.
const NODES: u64 = 84_000;
/// Minimum percentage of positions to be solved.
const SOLVED: usize = 95;

fn question(row: &Row) -> Question {
    let clocks = Seat::ALL.map(|seat| row.shows(seat));
    let [white_a, black_a, white_b, black_b] = clocks;
    let known = [Some([white_a, black_a]), Some([white_b, black_b])];
    Question {
        scene: Scene::new(row.scene.boards.clone(), known),
        rules: Preset::Fics.rules().outcomes,
        team: row.scene.seat.team(),
        clocks: vec![Clocks::Known(clocks)],
        must_move: None,
        also: None,
        scale: Scale::Engines,
    }
}

/// The parts of the first plan after this many nodes on each board.
fn planned(desk: &mut Desk, question: Question, nodes: u64) -> Parts {
    desk.plan(question, nodes).parts
}

/// The best move of each board where the team is on turn.
fn independent(desk: &mut Desk, question: &Question, nodes: u64) -> Parts {
    BoardId::ALL.map(|board| {
        let view = question.scene.view(board, question.rules);
        if view.seat.team() != question.team {
            return None;
        }
        let thinking = Thinking::Infinite;
        let limits = Limits { nodes: Some(nodes), thinking, ..Limits::clock() };
        let line = desk.lines(view, limits).swap_remove(0);
        Some(line.pv.first().map_or(Part::Sit, |&m| Part::Move(m)))
    })
}

fn is_right(row: &Row, parts: Parts) -> bool {
    let part = |part: Part| match part {
        Part::Move(m) => joint::Part::Move(m),
        Part::Sit => joint::Part::Sit,
    };
    row.team_answer().contains(parts.map(|known| known.map(part)))
}

fn nodes() -> u64 {
    std::env::var("TANDEM_SUITE_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(NODES)
}

/// What a position has shown: its theme, whether the plan is right, and whether the lines are; with a
/// text on the plan if it is wrong.
struct Outcome {
    theme: &'static str,
    is_right: [bool; 2],
    fault: Option<String>,
}

fn outcome(desk: &mut Desk, row: &Row, nodes: u64) -> Outcome {
    desk.clear();
    let question = question(row);
    let lines = independent(desk, &question, nodes);
    desk.clear();
    let plan = planned(desk, question, nodes);
    let right = [plan, lines].map(|parts| is_right(row, parts));
    let fault = (!right[0]).then(|| format!("{}: {plan:?}", row.name()));
    Outcome { theme: row.theme, is_right: right, fault }
}

/// The outcomes of all rows, half of them in a thread of its own.
fn outcomes(rows: &[Row], nodes: u64) -> Vec<Outcome> {
    let look = |rows: &[Row]| {
        let mut desk = Desk::new();
        rows.iter().map(|row| outcome(&mut desk, row, nodes)).collect::<Vec<_>>()
    };
    let (first, second) = rows.split_at(rows.len() / 2);
    thread::scope(|scope| {
        let others = scope.spawn(|| look(second));
        let mut found = look(first);
        found.extend(others.join().expect("a search does not panic"));
        found
    })
}

#[test]
fn the_first_plan_is_right_in_95_of_100_positions() {
    let rows = Row::all();
    let outcomes = outcomes(&rows, nodes());
    let mut table: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut out = stdout().lock();
    for outcome in &outcomes {
        let counts = table.entry(outcome.theme).or_default();
        counts[0] += 1;
        counts[1] += usize::from(outcome.is_right[0]);
        counts[2] += usize::from(outcome.is_right[1]);
        if let Some(fault) = &outcome.fault {
            writeln!(out, "{fault}").expect("standard output is open");
        }
    }
    writeln!(out, "{:12} positions  plans  independent lines", "theme").expect("it is open");
    for (theme, [count, plans, lines]) in &table {
        writeln!(out, "{theme:12} {count:9} {plans:6} {lines:18}").expect("it is open");
    }
    drop(out);
    let solved: usize = table.values().map(|counts| counts[1]).sum();
    assert!(solved * 100 >= rows.len() * SOLVED, "{solved} of {}", rows.len());
}
