//! Analysts for pages: an analyzer searches in a thread of its own, and another one looks for mates.

use std::sync::Arc;
use std::thread;

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use tandem_analysis::analyst::needs;
use tandem_analysis::forecast::Scale;
use tandem_analysis::scene::Scene;
use tandem_arbiter::lower_priority;
use tandem_engine::{MateSolver, Needs};
use tandem_rules::notation::bpgn::ReadGame;
use tandem_rules::{
    BoardId, Boards, Color, Millis, OutcomeRules, PieceType, Preset, RuleSet, Variant,
};
use tandem_server::message::{AnalysisPosition, Mating};
use tandem_server::{Analysts, Analyzer, Effort, Finding, Reviewed, ServiceError, Wanted};

use super::reviewer::reviewed;
use super::searching::search_all;
use super::task::Task;
use crate::fault::with_causes;
use crate::games::start;

/// Size of the mate solver's table in MiB.
const SOLVER_MEBIBYTES: usize = 1;

/// A quick review has one in so many of the nodes.
const QUICK_PART: u64 = 6;

/// Analysts with the embedded networks.
pub(super) struct Tandem {
    /// Nodes for each search of a review.
    pub(super) review_nodes: u64,
}

impl Analysts for Tandem {
    fn analyzer(&self, tell: Box<dyn Fn(u32, Finding) + Send + Sync>) -> Box<dyn Analyzer> {
        // Threads have the priority of the one that starts them: a lower one than moves on their way.
        thread::scope(|scope| {
            let analyzer = scope.spawn(|| {
                lower_priority();
                Threads::new(tell)
            });
            Box::new(analyzer.join().expect("an analyzer is set up"))
        })
    }

    fn review(
        &self,
        game: &ReadGame,
        effort: Effort,
        progress: &(dyn Fn() + Sync),
        stop: &Receiver<()>,
    ) -> Option<Reviewed> {
        let nodes = match effort {
            Effort::Whole => self.review_nodes,
            Effort::Quick => self.review_nodes.div_ceil(QUICK_PART),
        };
        let (game, bpgn) = reviewed(game, nodes, &|| progress(), stop)?;
        Some(Reviewed { game, bpgn })
    }
}

/// The thread that searches positions, and the one that looks for mates. Both end when this is dropped.
struct Threads {
    asks: Sender<Task>,
    /// Closes to end the task that runs.
    running: Option<Sender<()>>,
    tell: Arc<dyn Fn(u32, Finding) + Send + Sync>,
}

impl Threads {
    fn new(tell: Box<dyn Fn(u32, Finding) + Send + Sync>) -> Self {
        let (asks, asked) = unbounded();
        let (asks_for_mates, asked_for_mates) = unbounded();
        begin("analysis", move || search_all(&asked, &asks_for_mates));
        begin("mates", move || find_mates(&asked_for_mates));
        Self { asks, running: None, tell: tell.into() }
    }
}

/// Begins a thread.
fn begin(name: &str, work: impl FnOnce() + Send + 'static) {
    if let Err(error) = thread::Builder::new().name(name.to_owned()).spawn(work) {
        log::warn!("no thread for {name}: {error}");
    }
}

impl Analyzer for Threads {
    fn begin(
        &mut self,
        id: u32,
        position: &AnalysisPosition,
        wanted: Wanted,
    ) -> Result<(), ServiceError> {
        self.stop();
        let (scene, rules, scale) =
            set_up(position).map_err(|error| ServiceError(with_causes(&error)))?;
        let (running, end) = bounded(0);
        let task = Task { id, scene, rules, scale, wanted, end, tell: Arc::clone(&self.tell) };
        self.running = Some(running);
        self.asks.send(task).map_err(|_| ServiceError("the analysis has ended".to_owned()))
    }

    fn stop(&mut self) {
        self.running = None;
    }
}

/// The boards of a question, their rules, and the scale of the forecast.
fn set_up(asked: &AnalysisPosition) -> anyhow::Result<(Scene, OutcomeRules, Scale)> {
    let rules: RuleSet = asked.rules.parse()?;
    let variant = Preset::leading(&asked.rules).unwrap_or_default().variant();
    let scene = match (variant, asked.fens.as_slice()) {
        (Variant::Bughouse, [a, b]) => {
            let bfen = start::two_boards(&format!("{a} | {b}"), rules.moves)?;
            let clocks = asked.clocks_ms.as_deref().and_then(|clocks| match *clocks {
                [a, b, c, d] => Some([Some([a, b].map(Millis)), Some([c, d].map(Millis))]),
                _ => None,
            });
            Scene::new(bfen.boards, clocks.unwrap_or_default())
        }
        (_, [fen]) => {
            Scene::alone(Boards::beside_start(start::one_board(fen, variant, rules.moves)?))
        }
        (_, fens) => anyhow::bail!("{} boards are not analyzed, expected one or two", fens.len()),
    };
    let scale = if scene.shown().len() == 1 { Scale::OneBoard } else { Scale::People };
    Ok((scene, rules.outcomes, scale))
}

/// Looks for the pieces that mate, position by position; only the newest counts.
fn find_mates(asked: &Receiver<Task>) {
    let mut solver = MateSolver::new(SOLVER_MEBIBYTES);
    while let Ok(first) = asked.recv() {
        let task = asked.try_iter().last().unwrap_or(first);
        if task.scene.boards.position(BoardId::A).variant() == Variant::Chess {
            continue; // no piece arrives
        }
        let mut boards = Vec::new();
        for &board in task.scene.shown() {
            let position = task.scene.boards.position(board);
            let of_color =
                |color| (!task.has_ended()).then(|| needs(&mut solver, position, color)).flatten();
            boards.push(Color::ALL.map(of_color).map(|found| found.as_ref().map(mating)));
        }
        task.tell(Finding::Mates(boards));
    }
}

fn mating(needs: &Needs) -> Mating {
    let with_one_more = needs.single.iter().map(PieceType::to_char).collect();
    Mating { already: needs.already.is_some(), with_one_more }
}
