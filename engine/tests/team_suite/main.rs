//! Positions of both boards with clocks, most of them from real games: mate races, pieces that
//! mate, captures that must not be made, sitting and for how long, double turns, sacrifices that
//! feed the partner, and captures that save it.
//!
//! The expected answers follow from the rules, and are checked against them; they are not what
//! Tandem happens to answer. So a position that it fails stays. `suite.tsv` describes its columns.

#[path = "../answer/mod.rs"]
mod answer;
mod boards;
#[allow(dead_code, reason = "shared with the tests of the mate solver")]
#[path = "../mate/exhaustive.rs"]
mod exhaustive;
mod handoffs;
mod joint;
mod proof;
mod row;

use std::io::{Write, stdout};

use crossbeam::channel::Receiver;
use tandem_engine::{
    Decision, Event, Habits, Info, Limits, Moment, Searcher, Stance, Team, Thinking, View,
    Vocabulary,
};
use tandem_nets::Networks;
use tandem_rules::{BoardId, Boards, Millis, Preset, Seat};

use answer::done;
use joint::Part;
use row::{Answer, Row};

/// Nodes of a tenth of a second, at half a million a second.
const NODES: u64 = 50_000;
/// Minimum percentage of positions to be solved.
const SOLVED: usize = 90;
/// The themes that one seat can answer, with their minimum numbers of positions.
const THEMES: [(&str, usize); 5] =
    [("race", 15), ("piece", 25), ("capture", 40), ("sit", 50), ("double turn", 20)];
/// The themes whose answers follow from a search of both boards, which no seat makes.
const TEAM_THEMES: [(&str, usize); 3] = [("sacrifice", 20), ("feeding", 20), ("save", 15)];

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

/// True if the seat finds the expected answer; prints what it finds instead.
fn is_solved(row: &Row, desk: &mut Desk) -> bool {
    let view = view(row);
    let (decision, info) = desk.think(&view);
    let stance = stance(row, &view, (decision, &info));
    let is_solved = is_right(row, decision, stance);
    if !is_solved {
        let found = format!("{decision:?}, {}, {stance:?}", info.score);
        print(&format!("{}: {found}, but {:?}", row.name(), row.answer));
    }
    is_solved
}

fn print(line: &str) {
    writeln!(stdout(), "{line}").expect("standard output is open");
}

/// The number of positions that a seat solves, and of those that it is asked.
fn count_solved(themes: &[(&str, usize)]) -> (usize, usize) {
    let mut desk = Desk::new();
    let (mut solved, mut asked) = (0, 0);
    for (theme, _) in themes {
        let rows: Vec<_> = Row::all().into_iter().filter(|row| row.theme == *theme).collect();
        let right = rows.iter().filter(|row| is_solved(row, &mut desk)).count();
        print(&format!("{theme}: {right} of {}", rows.len()));
        (solved, asked) = (solved + right, asked + rows.len());
    }
    (solved, asked)
}

#[test]
fn nine_of_ten_are_solved() {
    let (solved, asked) = count_solved(&THEMES);
    assert!(solved * 100 >= asked * SOLVED, "{solved} of {asked}");
}

/// Sets no bound: the number shows what a seat misses that does not search both boards.
#[test]
fn a_seat_solves_some_of_what_takes_both_boards() {
    let (solved, asked) = count_solved(&TEAM_THEMES);
    print(&format!("{solved} of {asked} that take both boards"));
}

#[test]
fn what_is_expected_follows_from_the_rules() {
    Row::all().iter().for_each(proof::assert_follows);
}

/// All parts of a team on the board of this seat.
fn parts(boards: &Boards, seat: Seat) -> Vec<Option<Part>> {
    if !boards.is_on_turn(seat) {
        return vec![None];
    }
    let moves = boards.position(seat.board).legal_moves();
    moves.iter().map(|&m| Some(Part::Move(m))).chain([Some(Part::Sit)]).collect()
}

#[test]
fn some_parts_of_the_team_are_right_and_some_are_not_and_the_seat_agrees() {
    for row in Row::all() {
        let (boards, seat, answer) = (&row.scene.boards, row.scene.seat, row.team_answer());
        let others = parts(boards, seat.partner());
        let is_right = |own: Option<Part>, other: Option<Part>| match seat.board {
            BoardId::A => answer.contains([own, other]),
            BoardId::B => answer.contains([other, own]),
        };
        let own = parts(boards, seat);
        let (right, wrong): (Vec<Option<Part>>, Vec<Option<Part>>) =
            own.into_iter().partition(|&own| others.iter().any(|&other| is_right(own, other)));
        assert!(!right.is_empty() && !wrong.is_empty(), "{}: {right:?}", row.name());
        let agrees = |part: &Option<Part>| match (part, &row.answer) {
            (Some(Part::Move(m)), Answer::Play(moves)) => moves.contains(m),
            (Some(Part::Move(m)), Answer::Not(moves)) => !moves.contains(m),
            (Some(Part::Move(_)), answer) => matches!(answer, Answer::Go),
            (part, answer) => part.is_some() && matches!(answer, Answer::Sit(_) | Answer::Not(_)),
        };
        assert!(right.iter().all(agrees), "{}: {right:?}", row.name());
    }
}

#[test]
fn there_are_two_hundred_in_eight_themes_and_three_of_four_are_from_real_games() {
    let (rows, themes) = (Row::all(), [THEMES.as_slice(), &TEAM_THEMES].concat());
    let real = rows.iter().filter(|row| row.source.starts_with("game ")).count();
    assert!(rows.len() >= 210 && 4 * real >= 3 * rows.len(), "{real} of {}", rows.len());
    for &(theme, least) in &themes {
        let count = rows.iter().filter(|row| row.theme == theme).count();
        assert!(count >= least, "{theme}: {count}");
    }
    assert!(rows.iter().all(|row| themes.iter().any(|&(theme, _)| theme == row.theme)));
}
