//! What is asked: limits and clocks.

use tandem_engine::{Limits, Thinking};
use tandem_protocol::uci::Go;
use tandem_rules::notation::MoveTextError;
use tandem_rules::{BoardId, Clock, Color, Millis, Move, Seat, TimeControl};

use super::options::Settings;
use crate::session::record::Record;

/// Kept back of an exact time, for everything between us and whoever counts it.
const MARGIN: u64 = 10;
/// No time is meant to be longer: some thirty years.
const LONGEST: u64 = 1_000_000_000_000;

/// What a search of a board may spend, and on which moves.
///
/// # Errors
/// One of the moves to search is none.
pub(super) fn limits(
    go: &Go,
    board: BoardId,
    record: &Record,
    settings: &Settings,
    most_nodes: Option<u64>,
) -> Result<Limits, MoveTextError> {
    let here = go.search_moves.iter().filter(|m| m.board.is_none_or(|named| named == board));
    let search_moves: Result<Vec<Move>, _> = here.map(|m| record.read(&m.text)).collect();
    let turn = record.position().side_to_move();
    let thinking = match (go.move_time_ms, go.time_ms[turn.index()]) {
        _ if go.infinite => Thinking::Infinite,
        (Some(time), _) => Thinking::Fixed(millis(time - MARGIN.min(time / 10))),
        (None, Some(_)) => Thinking::Clock,
        (None, None) => Thinking::Infinite,
    };
    Ok(Limits {
        thinking,
        pondering: go.ponder,
        depth: go.depth.map(|depth| depth.max(1)),
        nodes: [go.nodes, most_nodes].into_iter().flatten().min(),
        mate: go.mate,
        multi_pv: settings.multi_pv,
        search_moves: search_moves?,
        ..Limits::clock()
    })
}

/// The clocks of a board, where they are told.
pub(super) fn clocks(go: &Go, seat: Seat) -> [Option<Clock>; 4] {
    let mut clocks = [None; 4];
    for color in Color::ALL {
        let left = go.time_ms[color.index()].map(Millis);
        let increment = go.increment_ms[color.index()].map_or(Millis::ZERO, millis);
        clocks[Seat { color, ..seat }.index()] = left.map(|left| {
            let control = match increment {
                Millis::ZERO => TimeControl::sudden_death(left),
                increment => TimeControl::sudden_death(left).with_increment(increment),
            };
            Clock::new(control)
        });
    }
    clocks
}

/// Two boards are asked about in the time and the nodes of one question.
pub(super) fn share(go: &mut Go) {
    let half = |most: &mut Option<u64>| *most = most.map(|most| (most / 2).max(1));
    half(&mut go.move_time_ms);
    half(&mut go.nodes);
}

/// An answer is wanted now.
pub(super) fn hasten(go: &mut Go) {
    *go =
        Go { depth: Some(1), search_moves: std::mem::take(&mut go.search_moves), ..Go::default() };
}

fn millis(milliseconds: u64) -> Millis {
    Millis(i64::try_from(milliseconds.min(LONGEST)).unwrap_or(0))
}
