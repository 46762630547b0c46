//! The search of analyzed positions: both boards by a planner, one board by a search without an end.

use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender};
use tandem_analysis::forecast::Scale;
use tandem_analysis::plans::{Clocks, Lead, Planner, Question};
use tandem_analysis::search::keep;
use tandem_engine::{Info, Limits, Thinking};
use tandem_nets::Networks;
use tandem_rules::{BoardId, Millis};
use tandem_server::Finding;

use super::findings::{Lines, team_plans};
use super::task::Task;
use crate::search::asker::Asker;
use crate::search::planning::Planners;

/// Size of the transposition table of each board in MiB.
const TABLE_MEBIBYTES: usize = 32;
/// Longest time for one position.
const LONGEST: Duration = Duration::from_mins(2);
/// Most rounds of a planner. Each takes twice the nodes of the one before, so the time ends first,
/// unless the searches find all there is.
const MOST_ROUNDS: u32 = 16;

/// Searches each position that is asked for until it ends. Mates are asked for after the first results,
/// which come sooner so.
pub(super) fn search_all(asked: &Receiver<Task>, asks_for_mates: &Sender<Task>) {
    let searcher = |_| Asker::new(TABLE_MEBIBYTES, Some(Networks::embedded()));
    let mut planners = Planners::new(BoardId::ALL.map(searcher));
    while let Ok(first) = asked.recv() {
        let task = asked.try_iter().last().unwrap_or(first);
        planners.listen_to(&task.end);
        let mut after_first = || {
            if asks_for_mates.send(task.clone()).is_err() {
                log::debug!("no mates are looked for");
            }
        };
        match task.scene.shown() {
            [board] => search(&task, *board, planners.asker(*board), &mut after_first),
            _ => plan(&task, &mut planners, &mut after_first),
        }
        let seconds = LONGEST.as_secs();
        let reason = format!("there is no more to find, or {seconds} s are over");
        task.tell(Finding::Done(reason));
    }
}

/// Plans on both boards, round after round.
fn plan(task: &Task, planners: &mut Planners, after_first: &mut dyn FnMut()) {
    let end = Instant::now() + LONGEST;
    let mut planner = Planner::new(question(task));
    while planner.rounds() < MOST_ROUNDS {
        let rounds = planner.rounds();
        let mut jobs = planner.jobs();
        for job in jobs.iter_mut().filter(|job| job.is_root) {
            job.limits.multi_pv = job.limits.multi_pv.max(task.wanted.lines);
        }
        let Some(found) = planners.search(jobs, Some(end)) else { return };
        planner.take(found);
        if planner.rounds() == rounds {
            tell_lines(task, BoardId::ALL.map(|board| planner.lines(board)));
        } else {
            task.tell(Finding::Plans(team_plans(&planner)));
            if rounds == 0 {
                after_first();
            }
        }
    }
}

/// The question for the plans: with the clocks as they are, if they are known, and for each lead.
fn question(task: &Task) -> Question {
    let known = task.scene.all_clocks().map(Clocks::Known);
    Question {
        scene: task.scene.clone(),
        rules: task.rules,
        team: task.wanted.team,
        clocks: known.into_iter().chain(Lead::ALL.map(Clocks::Assumed)).collect(),
        must_move: task.wanted.must_move,
        also: None,
        scale: Scale::Engines,
    }
}

/// Searches one board.
fn search(task: &Task, board: BoardId, asker: &mut Asker, after_first: &mut dyn FnMut()) {
    let time = Millis(i64::try_from(LONGEST.as_millis()).unwrap_or(i64::MAX));
    let thinking = Thinking::Fixed(time);
    let limits = Limits { thinking, multi_pv: task.wanted.lines, ..Limits::clock() };
    let mut lines: Vec<Info> = Vec::new();
    let answer = asker.ask_showing(task.scene.view(board, task.rules), limits, |info| {
        if lines.is_empty() {
            after_first();
        }
        keep(&mut lines, info);
        tell_lines(task, on(board, &lines));
    });
    // Without a legal move there was no line.
    if let (Ok((_, info)), true) = (answer, lines.is_empty()) {
        tell_lines(task, on(board, &[Info { pv: Vec::new(), ..info }]));
    }
}

/// Lines of one board.
fn on(board: BoardId, lines: &[Info]) -> [&[Info]; 2] {
    BoardId::ALL.map(|other| if other == board { lines } else { &[] })
}

/// Tells the best lines of the boards, and the forecast by them.
fn tell_lines(task: &Task, lines: [&[Info]; 2]) {
    let most = task.wanted.lines;
    let lines = lines.map(|lines| &lines[..lines.len().min(most)]);
    let found = Lines { scene: &task.scene, lines };
    if let Some(wins) = found.wins(task.scale) {
        task.tell(Finding::Wins(wins));
    }
    for &board in task.scene.shown() {
        task.tell(Finding::Board(found.score(board)));
    }
}
