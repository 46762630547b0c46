//! A whole game: its boards and clocks, and what ends it.
//!
//! Bughouse has two boards and four clocks. A game of crazyhouse or chess has board A alone, with
//! White as team one: the other board has no clocks, and nobody moves, claims or flags there.
//!
//! The game reads no clock. Whoever runs it says when a thing happens, as milliseconds since the
//! start; the same calls give the same game on any machine.

mod claims;
mod flags;
mod play;
mod verdict;

use crate::{
    BoardId, Boards, Clock, Color, Ending, Handoff, Key, Millis, Move, Outcome, OutcomeRules,
    PieceType, Position, RuleSet, Seat, TimeControl,
};

pub use claims::{Claim, ClaimError};
pub use play::PlayError;

/// Who calls flags, repetitions and illegal moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Claims {
    /// The game itself, at once.
    #[default]
    Automatic,
    /// The players, or nobody.
    Players,
}

/// A game in progress or over.
#[derive(Clone, Debug)]
pub struct Game {
    boards: Boards,
    rules: OutcomeRules,
    claims: Claims,
    sides: [BoardSide; 2],
    /// For each board, the key of every position so far and whether it began a new count.
    seen: [Vec<Seen>; 2],
    plies: Vec<Ply>,
    offers: [bool; 4],
    state: State,
}

/// One move as it was played.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Who played.
    pub seat: Seat,
    /// What.
    pub m: Move,
    /// What the partner got by it.
    pub handoff: Option<Handoff>,
    /// When, from the start of the game.
    pub at: Millis,
    /// What the mover's clock shows after it.
    pub clock: Option<Millis>,
    before: Before,
}

/// All that undo brings back; the boards are small enough to keep whole.
#[derive(Clone, Debug)]
struct Before {
    boards: Boards,
    sides: [BoardSide; 2],
    offers: [bool; 4],
    state: State,
}

/// The clocks of one board and what is claimable on it.
#[derive(Clone, Copy, Debug)]
struct BoardSide {
    clocks: Option<[Clock; 2]>,
    /// Since when the side to move is on turn.
    turn_since: Millis,
    moves: [u32; 2],
    /// When each flag fell, where flags are called by players.
    fallen: [Option<Millis>; 2],
    /// By color, who has played an illegal move, or made a wrong claim that counts as one, and
    /// can still be called to account: the opponent has not moved since.
    offended: [bool; 2],
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    key: Key,
    afresh: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    Running,
    /// `mated` is mated, but its partner may still drop the piece it got last.
    LastDrop {
        mated: Seat,
        piece: PieceType,
    },
    Over {
        outcome: Outcome,
        at: Millis,
        /// The board on which it ended, if on one.
        board: Option<BoardId>,
    },
}

impl Ply {
    /// The move in SAN.
    pub fn san(&self) -> String {
        self.before.boards.san(self.seat.board, self.m)
    }
}

impl Game {
    /// A bughouse game from the usual start, all four clocks alike; `None` for no clocks.
    pub fn start(rules: &RuleSet, control: Option<TimeControl>) -> Self {
        Self::new(Boards::start(rules.moves), rules.outcomes, control.map(|control| [control; 4]))
    }

    /// A game from any boards, with a time control for each seat in the order of [`Seat::ALL`].
    ///
    /// Where the boards are those of a game on one board, so is the game: controls of board B
    /// are passed over, and rules that speak of what could still arrive there hold nothing back
    /// (see [`OutcomeRules::without_partners`]).
    pub fn new(boards: Boards, rules: OutcomeRules, controls: Option<[TimeControl; 4]>) -> Self {
        let in_play = boards.in_play();
        let clocks = |board: BoardId| {
            let controls = controls.filter(|_| in_play.contains(&board))?;
            Some(Color::ALL.map(|color| Clock::new(controls[board.seat(color).index()])))
        };
        let side = |board: BoardId| BoardSide {
            clocks: clocks(board),
            turn_since: Millis::ZERO,
            moves: [0; 2],
            fallen: [None; 2],
            offended: [false; 2],
        };
        let mut game = Self {
            sides: BoardId::ALL.map(side),
            rules: match in_play {
                [_] => rules.without_partners(),
                _ => rules,
            },
            boards,
            claims: Claims::Automatic,
            seen: [Vec::new(), Vec::new()],
            plies: Vec::new(),
            offers: [false; 4],
            state: State::Running,
        };
        for board in BoardId::ALL {
            game.note_seen(board, false);
        }
        game
    }

    /// The same game with claims as stated.
    #[must_use]
    pub fn with_claims(self, claims: Claims) -> Self {
        Self { claims, ..self }
    }

    /// Both boards.
    pub const fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The boards that are played on: both, or A alone.
    pub const fn boards_in_play(&self) -> &'static [BoardId] {
        self.boards.in_play()
    }

    /// The position on a board.
    pub const fn position(&self, board: BoardId) -> &Position {
        self.boards.position(board)
    }

    /// The rules by which it ends.
    pub const fn rules(&self) -> &OutcomeRules {
        &self.rules
    }

    /// Who is on turn on a board, or would be if somebody played on it.
    pub fn on_turn(&self, board: BoardId) -> Seat {
        self.boards.on_turn(board)
    }

    /// All moves so far, in the order they were played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// How it ended, `None` while it goes on.
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Over { outcome, .. } => Some(outcome),
            State::Running | State::LastDrop { .. } => None,
        }
    }

    /// When it ended, `None` while it goes on.
    pub const fn ended_at(&self) -> Option<Millis> {
        match self.state {
            State::Over { at, .. } => Some(at),
            State::Running | State::LastDrop { .. } => None,
        }
    }

    /// While a mate has been given that a last drop may still undo: by whom, and of what.
    pub fn last_drop(&self) -> Option<(Seat, PieceType)> {
        match self.state {
            State::LastDrop { mated, piece } => Some((mated.partner(), piece)),
            State::Running | State::Over { .. } => None,
        }
    }

    /// A seat's clock as it was when its last move ended; `None` without clocks, and where nobody
    /// plays.
    pub fn clock(&self, seat: Seat) -> Option<Clock> {
        self.sides[seat.board.index()].clocks.map(|clocks| clocks[seat.color.index()])
    }

    /// What a seat's clock shows at `now`; `None` without clocks. It stands still once the game
    /// is over, and a mated player's while the partner may still save the match.
    pub fn time_left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        let clock = self.clock(seat)?;
        if self.on_turn(seat.board) != seat {
            return Some(clock.remaining());
        }
        let since = self.sides[seat.board.index()].turn_since;
        let until = match self.state {
            State::LastDrop { mated, .. }
            | State::Over {
                outcome: Outcome { ending: Ending::Mate(mated) | Ending::LastDrop(mated), .. },
                ..
            } if mated == seat => since,
            State::Over { at, .. } => now.min(at),
            State::Running | State::LastDrop { .. } => now,
        };
        Some(clock.after(until - since))
    }

    /// The diagonal lead of a seat at `now`: its clock minus its diagonal's. Each seat of a
    /// team has its own; without bonus, charge or offset they are one number.
    pub fn diagonal_lead(&self, seat: Seat, now: Millis) -> Option<Millis> {
        Some(self.time_left(seat, now)? - self.time_left(seat.diagonal(), now)?)
    }

    /// Sets what a clock shows at `now`, as an arbiter does for an offset or a penalty. A flag
    /// that has fallen stays down.
    pub fn set_clock(&mut self, seat: Seat, remaining: Millis, now: Millis) {
        let runs = self.on_turn(seat.board) == seat;
        let side = &mut self.sides[seat.board.index()];
        if let Some(clocks) = &mut side.clocks {
            let clock = &mut clocks[seat.color.index()];
            *clock = clock.showing(remaining);
            if runs {
                side.turn_since = now;
            }
        }
    }

    /// The keys on a board that count for a repetition (see [`Position::repetition_key`]), oldest
    /// first, the current one left out: what a search needs to see one.
    pub fn reversible_keys(&self, board: BoardId) -> Vec<Key> {
        let earlier = self.counted(board).split_last().map_or(&[][..], |(_, earlier)| earlier);
        earlier.iter().map(|seen| seen.key).collect()
    }

    /// The positions of a board that count for a repetition, the current one last. Where drops
    /// and captures do not start afresh all do: a piece can be dropped where it was taken.
    fn counted(&self, board: BoardId) -> &[Seen] {
        let seen = &self.seen[board.index()];
        let afresh = self.rules.repetition.is_none_or(|rule| rule.drops_start_afresh);
        let last = seen.iter().rposition(|seen| seen.afresh).filter(|_| afresh);
        &seen[last.unwrap_or(0)..]
    }

    /// True if somebody sits here.
    fn is_taken(&self, seat: Seat) -> bool {
        self.boards_in_play().contains(&seat.board)
    }

    fn note_seen(&mut self, board: BoardId, afresh: bool) {
        let position = self.boards.position(board);
        let key = position.repetition_key();
        self.seen[board.index()].push(Seen { key, afresh });
    }

    fn end(&mut self, outcome: Outcome, at: Millis, board: Option<BoardId>) {
        self.state = State::Over { outcome, at, board };
    }

    fn lose(&mut self, seat: Seat, ending: Ending, at: Millis) {
        self.end(Outcome::lost_by(seat, ending), at, Some(seat.board));
    }
}
