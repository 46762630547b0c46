//! Both boards and all clocks, as a seat knows them.

use std::time::Instant;

use tandem_protocol::text::Line;
use tandem_protocol::ubi::{Command, PositionSpec, Start};
use tandem_rules::{BoardId, Clock, Handoff, Millis, Move, Position, Seat};

use crate::Snapshot;

/// Time shown for a clock that there is not, in milliseconds: UBI has no games without clocks.
const NO_CLOCK: i64 = 3_600_000;

/// Both boards and all clocks.
pub(super) struct Table {
    boards: [Position; 2],
    /// The clocks, as they showed when the current turn on their board began or was last seen.
    clocks: [Option<Clock>; 4],
    since: Since,
}

/// The time from which the clocks of a board have run on.
#[derive(Clone, Copy)]
enum Since {
    /// On the wall clock, one for each board.
    Wall([Instant; 2]),
    /// On the node clock, where no time passes between two looks.
    Nodes,
}

impl Since {
    fn now(is_by_nodes: bool) -> Self {
        if is_by_nodes { Self::Nodes } else { Self::Wall([Instant::now(); 2]) }
    }

    fn elapsed(self, board: BoardId) -> Millis {
        match self {
            Self::Wall(since) => since[board.index()].elapsed().into(),
            Self::Nodes => Millis::ZERO,
        }
    }

    fn restart(&mut self, board: BoardId) {
        if let Self::Wall(since) = self {
            since[board.index()] = Instant::now();
        }
    }
}

impl Table {
    pub(super) fn new(snapshot: &Snapshot, is_by_nodes: bool) -> Self {
        let boards = BoardId::ALL.map(|board| snapshot.boards.position(board).clone());
        Self { boards, clocks: snapshot.clocks, since: Since::now(is_by_nodes) }
    }

    /// Takes in the board of a seat and the clocks, which are as they show now. The other board is
    /// known by its moves.
    pub(super) fn look(&mut self, seat: Seat, snapshot: &Snapshot) {
        let own = snapshot.boards.position(seat.board);
        self.boards[seat.board.index()].clone_from(own);
        self.clocks = snapshot.clocks;
        self.since = Since::now(matches!(self.since, Since::Nodes));
    }

    /// Makes a move. A piece taken on the board of `viewer` is on the other board at once: whoever
    /// sees the capture knows it. What is taken there is told as it arrives.
    pub(super) fn play(&mut self, mover: Seat, m: Move, viewer: Seat) {
        let board = mover.board;
        if let Some(clock) = &mut self.clocks[mover.index()] {
            clock.stop(self.since.elapsed(board));
        }
        self.since.restart(board);
        let handoff = self.boards[board.index()].make(m, &mut ());
        if let Some(handoff) = handoff.filter(|_| board == viewer.board) {
            self.receive(board.other(), handoff);
        }
    }

    /// Adds a piece to the holdings of a board.
    pub(super) fn receive(&mut self, board: BoardId, handoff: Handoff) {
        self.boards[board.index()].receive(handoff, &mut ());
    }

    pub(super) const fn board(&self, board: BoardId) -> &Position {
        &self.boards[board.index()]
    }

    /// The command that tells all of it.
    pub(super) fn command(&self) -> Command {
        let boards = self.boards.each_ref().map(|board| Start::Fen(Line::new(&board.to_fen())));
        let clocks_ms = Seat::ALL.map(|seat| self.left_ms(seat));
        Command::Position(Box::new(PositionSpec { boards, clocks_ms }))
    }

    /// Remaining time of a seat, at least one millisecond: a flag that has fallen is called by the
    /// arbiter, or has no effect.
    fn left_ms(&self, seat: Seat) -> i64 {
        let Some(clock) = self.clocks[seat.index()] else { return NO_CLOCK };
        let is_on_turn = self.board(seat.board).side_to_move() == seat.color;
        let left = match is_on_turn {
            true => clock.after(self.since.elapsed(seat.board)),
            false => clock.remaining(),
        };
        left.0.max(1)
    }
}
