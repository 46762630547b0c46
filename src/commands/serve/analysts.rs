//! Analysts for pages: the search of `tandem analyze`, on both boards at once.

use std::sync::Arc;
use std::thread;

use crossbeam::channel::{Receiver, Sender, unbounded};
use parking_lot::Mutex;
use serde_json::Value;
use tandem_analysis::analyst::needs;
use tandem_analysis::forecast::{Outlook, Scale, for_team_one};
use tandem_analysis::json;
use tandem_analysis::scene::Scene;
use tandem_analysis::text::notation::san_line;
use tandem_arbiter::lower_priority;
use tandem_engine::{Event, Info, Limits, MateSolver, Needs, Score, SearchId, Searcher, Thinking};
use tandem_nets::Networks;
use tandem_protocol::line::written;
use tandem_rules::notation::bpgn::ReadGame;
use tandem_rules::{
    BoardId, Boards, Color, Millis, OutcomeRules, PieceType, Position, Preset, RuleSet, Team,
    Variant,
};
use tandem_server::message::{AnalysisLine, AnalysisPosition, BoardScore, Mating};
use tandem_server::{Analysts, Analyzer, Finding, Reviewed, ServiceError};

use super::reviewer::reviewed;
use crate::fault::with_causes;
use crate::games::start;

/// Size of the transposition table of each board in MiB.
const TABLE_MEBIBYTES: usize = 32;
/// Size of the mate solver's table in MiB.
const SOLVER_MEBIBYTES: usize = 1;
/// Longest time for one position.
const LONGEST: Millis = Millis(120_000);

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
                BothBoards::new(tell)
            });
            Box::new(analyzer.join().expect("an analyzer is set up"))
        })
    }

    fn review(
        &self,
        game: &ReadGame,
        progress: &(dyn Fn() + Sync),
        stop: &Receiver<()>,
    ) -> Option<Reviewed> {
        let (game, bpgn) = reviewed(game, self.review_nodes, &|| progress(), stop)?;
        Some(Reviewed { game, bpgn })
    }
}

/// An analyzer with a searcher for each board.
struct BothBoards {
    searchers: [Searcher; 2],
    shared: Arc<Shared>,
    /// Questions for mates, by the number of the position.
    asks: Sender<(u32, Scene)>,
}

/// The position that is analyzed, and the way to tell of it. The lock is held while a search begins,
/// so that none is heard before it is known.
struct Shared {
    tell: Box<dyn Fn(u32, Finding) + Send + Sync>,
    current: Mutex<Option<Current>>,
}

struct Current {
    id: u32,
    scene: Scene,
    scale: Scale,
    searches: [Option<SearchId>; 2],
    /// The best lines of each board so far.
    lines: [Vec<Info>; 2],
}

impl BothBoards {
    fn new(tell: Box<dyn Fn(u32, Finding) + Send + Sync>) -> Self {
        let shared = Arc::new(Shared { tell, current: Mutex::new(None) });
        let searchers = BoardId::ALL.map(|board| {
            let shared = Arc::clone(&shared);
            let mut searcher =
                Searcher::with_sink(TABLE_MEBIBYTES, move |event| shared.hear(board, event));
            searcher.set_networks(Some(Networks::embedded()));
            searcher
        });
        let (asks, asked) = unbounded();
        let solving = Arc::clone(&shared);
        if let Err(error) =
            thread::Builder::new().name("mates".to_owned()).spawn(move || solve(&solving, &asked))
        {
            log::warn!("no mates are looked for: {error}");
        }
        Self { searchers, shared, asks }
    }
}

impl Analyzer for BothBoards {
    fn begin(
        &mut self,
        id: u32,
        position: &AnalysisPosition,
        lines: usize,
    ) -> Result<(), ServiceError> {
        let (scene, rules, scale) = match set_up(position) {
            Ok(set) => set,
            Err(error) => {
                self.stop();
                return Err(ServiceError(with_causes(&error)));
            }
        };
        let limits =
            Limits { thinking: Thinking::Fixed(LONGEST), multi_pv: lines, ..Limits::clock() };
        let mut current = self.shared.current.lock();
        let mut searches = [None; 2];
        for (board, searcher) in BoardId::ALL.into_iter().zip(&mut self.searchers) {
            if scene.shown().contains(&board) {
                let search = searcher.start(scene.view(board, rules), limits.clone());
                searches[board.index()] = Some(search);
            } else {
                searcher.stop();
            }
        }
        let asked = (id, scene.clone());
        *current = Some(Current { id, scene, scale, searches, lines: Default::default() });
        drop(current);
        if self.asks.send(asked).is_err() {
            log::debug!("no mates are looked for");
        }
        Ok(())
    }

    fn stop(&mut self) {
        *self.shared.current.lock() = None;
        self.searchers.iter_mut().for_each(Searcher::stop);
    }
}

impl Drop for BothBoards {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn hear(&self, board: BoardId, event: Event) {
        let mut guard = self.current.lock();
        let Some(current) = &mut *guard else { return };
        let (Event::Info(search, _) | Event::Done(search, ..)) = &event;
        if current.searches[board.index()] != Some(*search) {
            return;
        }
        let is_done = matches!(event, Event::Done(..));
        match event {
            Event::Info(_, info) => current.add(board, info),
            // Without a legal move there was no line.
            Event::Done(_, _, info) if current.lines[board.index()].is_empty() => {
                current.add(board, Info { pv: Vec::new(), ..info });
            }
            Event::Done(..) => {}
        }
        let id = current.id;
        if let Some(wins) = current.wins() {
            (self.tell)(id, Finding::Wins(wins));
        }
        (self.tell)(id, Finding::Board(current.score(board)));
        if is_done {
            current.searches[board.index()] = None;
            if current.searches == [None; 2] {
                let seconds = LONGEST.seconds();
                let reason = format!("there is no more to find, or {seconds} s are over");
                (self.tell)(id, Finding::Done(reason));
            }
        }
    }

    /// True while this position is analyzed.
    fn is_about(&self, id: u32) -> bool {
        self.current.lock().as_ref().is_some_and(|current| current.id == id)
    }
}

impl Current {
    fn add(&mut self, board: BoardId, info: Info) {
        let lines = &mut self.lines[board.index()];
        let at = info.rank.max(1) - 1;
        match lines.get_mut(at) {
            Some(line) => *line = info,
            None => lines.push(info),
        }
    }

    fn position(&self, board: BoardId) -> &Position {
        self.scene.boards.position(board)
    }

    fn for_team_one(&self, board: BoardId, score: Score) -> Score {
        for_team_one(board.seat(self.position(board).side_to_move()), score)
    }

    fn score(&self, board: BoardId) -> BoardScore {
        let lines = &self.lines[board.index()];
        let latest = lines.iter().max_by_key(|info| info.nodes);
        let (nodes, time) = latest.map_or((0, Millis::ZERO), |info| (info.nodes, info.time));
        BoardScore {
            board: board.into(),
            depth: lines.first().map_or(0, |info| info.depth),
            nodes,
            nps: nodes * 1000 / u64::try_from(time.0).unwrap_or_default().max(1),
            time_ms: time.0,
            lines: lines.iter().map(|info| self.line(board, info)).collect(),
        }
    }

    fn line(&self, board: BoardId, info: &Info) -> AnalysisLine {
        let position = self.position(board);
        AnalysisLine {
            score: score_of(self.for_team_one(board, info.score)),
            moves: written(position, &info.pv, |position, m| position.coordinate(m).to_string()),
            san: san_line(position, &info.pv),
        }
    }

    /// The share of such games that team one wins, once each board has a score.
    fn wins(&self) -> Option<f64> {
        let mut outlook = Outlook { clocks: self.scene.all_clocks(), ..Outlook::default() };
        for &board in self.scene.shown() {
            let best = self.lines[board.index()].first()?;
            outlook = outlook.with_score(board, self.for_team_one(board, best.score));
        }
        Some(json::permille(outlook.wins(Team::One, self.scale)))
    }
}

/// A score as a field of JSON.
fn score_of(score: Score) -> Value {
    serde_json::to_value(json::score(score)).expect("all keys are texts")
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
fn solve(shared: &Shared, asked: &Receiver<(u32, Scene)>) {
    let mut solver = MateSolver::new(SOLVER_MEBIBYTES);
    while let Ok(first) = asked.recv() {
        let (id, scene) = asked.try_iter().last().unwrap_or(first);
        if scene.boards.position(BoardId::A).variant() == Variant::Chess {
            continue; // no piece arrives
        }
        let mut boards = Vec::new();
        for &board in scene.shown() {
            let position = scene.boards.position(board);
            let of_color =
                |color| shared.is_about(id).then(|| needs(&mut solver, position, color)).flatten();
            boards.push(Color::ALL.map(of_color).map(|found| found.as_ref().map(mating)));
        }
        (shared.tell)(id, Finding::Mates(boards));
    }
}

fn mating(needs: &Needs) -> Mating {
    let with_one_more = needs.single.iter().map(PieceType::to_char).collect();
    Mating { already: needs.already.is_some(), with_one_more }
}
