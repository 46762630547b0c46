//! The view that a player has of a game.

use tandem_arbiter::Snapshot;
use tandem_engine::{Prices, View};
use tandem_rules::Seat;

/// The game as `seat` sees it: its own board and the two clocks of that board, which is what an
/// engine process in this seat would be told.
pub(crate) fn own_view(seat: Seat, snapshot: &Snapshot) -> View {
    let mut clocks = snapshot.clocks;
    for other in Seat::ALL.into_iter().filter(|other| other.board != seat.board) {
        clocks[other.index()] = None;
    }
    View {
        seat,
        own: snapshot.boards.position(seat.board).clone(),
        keys: snapshot.keys[seat.board.index()].clone(),
        other: None,
        clocks,
        prices: Prices::NEUTRAL,
        rules: snapshot.rules,
    }
}

/// The game with all clocks and, in a game of two boards, the other board in view.
pub(crate) fn view(seat: Seat, snapshot: &Snapshot) -> View {
    let other = seat.board.other();
    let beside = snapshot.boards.in_play().contains(&other);
    View {
        other: beside.then(|| snapshot.boards.position(other).clone()),
        clocks: snapshot.clocks,
        ..own_view(seat, snapshot)
    }
}
