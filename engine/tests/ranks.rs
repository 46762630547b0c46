//! The lines of a `MultiPV` search compared with a search for each of them.

use std::time::Duration;

use crossbeam::channel::Receiver;
use tandem_engine::{Event, Info, Limits, Score, Searcher, View};
use tandem_nets::Networks;
use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, Move, MoveRules, OutcomeRules, Variant};

/// Timeout that no machine needs; only a search that hangs reaches it.
const PATIENCE: Duration = Duration::from_mins(1);

/// Positions with pieces and pawns as they occur in games.
const POSITIONS: &[(Variant, &str)] = &[
    (Variant::Bughouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
    (
        Variant::Bughouse,
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7",
    ),
    (Variant::Bughouse, "r1bq1rk1/ppp2ppp/2n5/3Np1N1/2B1P1b1/8/PPPP1nPP/R1BQ1RK1[BPrp] w - - 0 12"),
    (
        Variant::Crazyhouse,
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR[Pp] w KQkq - 4 4",
    ),
    (Variant::Chess, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9"),
    (Variant::Chess, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"),
];

/// Tolerances in games won, since centipawns are not the same for every network: of one line, and
/// of all in the mean. Later lines find a TT and histories that those before them have filled, and
/// a fresh search does not: beyond its first iteration it prunes and reduces other moves.
const CLOSE: f64 = 0.25;
const CLOSE_IN_THE_MEAN: f64 = 0.03;

struct Desk {
    searcher: Searcher,
    events: Receiver<Event>,
}

impl Desk {
    fn new() -> Self {
        let (mut searcher, events) = Searcher::new(8);
        searcher.set_networks(Some(Networks::embedded()));
        Self { searcher, events }
    }

    /// The lines of the last iteration of a search that knows nothing of earlier ones.
    fn lines(&mut self, view: &View, limits: Limits) -> Vec<Info> {
        self.searcher.clear();
        self.searcher.start(view.clone(), limits);
        let mut lines: Vec<Info> = Vec::new();
        while let Event::Info(_, info) = self.events.recv_timeout(PATIENCE).expect("events") {
            lines.truncate(info.rank - 1);
            lines.push(info);
        }
        lines
    }

    fn best(&mut self, view: &View, depth: u32, search_moves: Vec<Move>) -> Score {
        self.lines(view, Limits { search_moves, ..Limits::to_depth(depth) })[0].score
    }
}

fn views() -> impl Iterator<Item = View> {
    POSITIONS.iter().map(|(variant, fen)| {
        let own = Fen::position(fen, *variant, MoveRules::default()).expect("a position");
        View::of_board(BoardId::A.seat(own.side_to_move()), own, OutcomeRules::default())
    })
}

fn differ(one: Score, other: Score) -> f64 {
    (one.win_rate() - other.win_rate()).abs()
}

#[test]
fn each_line_is_the_best_of_the_moves_that_are_left() {
    let mut desk = Desk::new();
    let mut differences = Vec::new();
    for view in views() {
        // After one iteration there is nothing yet that a search could remember of another.
        for (depth, close) in [(1, 0.0), (5, CLOSE)] {
            let ranked = desk.lines(&view, Limits { multi_pv: 5, ..Limits::to_depth(depth) });
            let moves: Vec<Move> = ranked.iter().map(|line| line.pv[0]).collect();
            assert_eq!(ranked.len(), view.own.legal_moves().len().min(5));
            assert!(ranked.is_sorted_by(|a, b| a.score >= b.score), "{ranked:?}");
            for (rank, line) in ranked.iter().enumerate() {
                assert!(!moves[..rank].contains(&moves[rank]), "{moves:?}");
                let better = &moves[..rank];
                let legal = view.own.legal_moves();
                let left = legal.iter().copied().filter(|m| !better.contains(m)).collect();
                let alone = desk.best(&view, depth, left);
                let fen = view.own.to_fen();
                let difference = differ(line.score, alone);
                assert!(difference <= close, "{fen}: {line:?} but {alone}");
                differences.extend((depth > 1).then_some(difference));
            }
            // A plain search may prove a mate that a search of several lines has to find.
            let plain = desk.best(&view, depth, Vec::new());
            assert!(differ(ranked[0].score, plain) <= close, "{ranked:?} but {plain}");
        }
    }
    let mean =
        differences.iter().sum::<f64>() / f64::from(u32::try_from(differences.len()).expect("few"));
    assert!(mean <= CLOSE_IN_THE_MEAN, "{mean} in the mean");
}

#[test]
fn lines_of_one_thread_and_so_many_nodes_repeat() {
    let mut desk = Desk::new();
    for view in views() {
        let mut told = || {
            let limits = Limits { nodes: Some(20_000), ..Limits::to_depth(100) };
            let lines = desk.lines(&view, Limits { multi_pv: 4, ..limits });
            let told = lines.into_iter().map(|line| (line.depth, line.nodes, line.score, line.pv));
            told.collect::<Vec<_>>()
        };
        let first = told();
        assert!(first.len() == 4 && first[0].0 > 1, "{first:?}");
        assert_eq!(told(), first);
    }
}
