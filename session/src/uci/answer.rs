//! Results of a search in UCI's terms.

use tandem_engine::{Info, Score, ScoreKind};
use tandem_protocol::line;
use tandem_protocol::uci::{self, Choice};
use tandem_rules::{BoardId, Variant};

use super::game::{Game, move_text};
use crate::seat::options::Options;
use crate::seat::told;

/// Share of the worse side's points that come from draws, in chess.
const SHARE_OF_DRAWS: f64 = 0.6;

/// Thinking output about a board; in a game of two boards, the moves on the other one are passes.
///
/// Front-ends match the whole line with one pattern and drop it if a field is missing: all fields are
/// there in every line, also at depth 0 and time 0.
pub(super) fn info(info: &Info, board: BoardId, game: &Game, options: &Options) -> uci::Info {
    let milliseconds = u64::try_from(info.time.0).unwrap_or(0);
    let position = game.board(board).position();
    let pv = line::written(position, &info.pv, |position, m| move_text(position, m, options));
    let choice = |m| match (game.is_team(), board) {
        (false, _) => Choice::One(m),
        (true, BoardId::A) => Choice::Both([Some(m), None]),
        (true, BoardId::B) => Choice::Both([None, Some(m)]),
    };
    uci::Info {
        depth: Some(info.depth),
        selective_depth: Some(info.selective_depth),
        multi_pv: Some(u32::try_from(info.rank.max(1)).unwrap_or(u32::MAX)),
        score: Some(uci::Score { value: told::score(info.score), bound: None }),
        wdl: options.shows_wdl.then(|| wdl(info.score, position.variant())),
        nodes: Some(info.nodes),
        nodes_per_second: Some(info.nodes.saturating_mul(1000) / milliseconds.max(1)),
        hash_full: Some(info.table_use),
        tb_hits: Some(0), // there are no tables of endings with holdings
        time_ms: Some(milliseconds),
        pv: pv.into_iter().flatten().map(choice).collect(),
        ..uci::Info::default()
    }
}

/// Wins, draws and losses of a thousand games. With drops, draws count as none: few games are drawn.
/// Without, the worse side saves [`SHARE_OF_DRAWS`] of its points by draws; the better side's points stay
/// what they are.
fn wdl(score: Score, variant: Variant) -> [u32; 3] {
    let points = match score.kind() {
        ScoreKind::Mate(_) if score > Score::DRAW => 1.0,
        ScoreKind::Mate(_) => 0.0,
        ScoreKind::Evaluation(_) | ScoreKind::Conditional(_) => score.win_rate(),
    };
    let share = if variant == Variant::Chess { SHARE_OF_DRAWS } else { 0.0 };
    let draws = 2.0 * points.min(1.0 - points) * share;
    let whole = |games: f64| (games * 1000.0).round() as u32;
    let wins = whole(points - draws / 2.0).min(1000 - whole(draws));
    [wins, whole(draws), 1000 - wins - whole(draws)]
}
