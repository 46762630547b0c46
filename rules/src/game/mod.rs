//! A whole game: boards, clocks, claims and the outcome.

mod claims;
mod flags;
mod play;
mod repetition;
mod verdict;

use crate::{
    BoardId, Boards, Clock, Color, Ending, Handoff, Key, Millis, Move, Outcome, OutcomeRules,
    PieceType, Position, RuleSet, Seat, TimeControl,
};

pub use claims::{Claim, ClaimError};
pub use play::PlayError;

/// The way in which flags, repetitions and illegal moves are called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Claims {
    /// By the game itself, at once.
    #[default]
    Automatic,
    /// By the players, who may let them pass.
    Players,
}

/// A game in progress or over: boards, clocks, moves and the outcome.
///
/// Bughouse has two boards and four clocks. A game of crazyhouse or chess has board A alone, with
/// White as team one: board B has no clocks, and nothing is played or claimed there.
///
/// ```
/// use tandem_rules::{BoardId, Color, Game, Millis, PlayError, Preset};
///
/// let mut game = Game::start(&Preset::Fide.rules(), Some("60+0".parse()?));
/// let white = BoardId::A.seat(Color::White);
/// let m = game.position(BoardId::A).parse_san("Nf3")?;
/// game.play(white, m, Millis::from_seconds(2))?;
/// assert_eq!(game.clock(white).map(|clock| clock.remaining()), Some(Millis::from_seconds(58)));
/// assert_eq!(game.plies()[0].san(), "Nf3");
///
/// let again = game.play(white, m, Millis::from_seconds(3));
/// assert_eq!(again, Err(PlayError::NotOnTurn(white)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A game does not read the time. The caller passes the moment of each event, in milliseconds
/// since the start of the game, so that the same calls give the same game on any machine.
#[derive(Clone, Debug)]
pub struct Game {
    boards: Boards,
    rules: OutcomeRules,
    claims: Claims,
    sides: [BoardSide; 2],
    /// For each board, the key of every position so far, with a mark if it began a new count.
    seen: [Vec<Seen>; 2],
    plies: Vec<Ply>,
    offers: [bool; 4],
    state: State,
}

/// One move of a game, as it was played.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The seat that moved.
    pub seat: Seat,
    /// The move.
    pub m: Move,
    /// The captured piece that the partner received, if any.
    pub handoff: Option<Handoff>,
    /// The moment of the move, since the start of the game.
    pub at: Millis,
    /// Time on the mover's clock after the move; `None` without clocks.
    pub clock: Option<Millis>,
    before: Before,
}

/// Everything that undo restores; the boards are small enough to be kept whole.
#[derive(Clone, Debug)]
struct Before {
    boards: Boards,
    sides: [BoardSide; 2],
    offers: [bool; 4],
    state: State,
}

/// The clocks of one board, and the events on it that can be claimed.
#[derive(Clone, Copy, Debug)]
struct BoardSide {
    clocks: Option<[Clock; 2]>,
    /// The moment since which the side to move has been on turn.
    turn_since: Millis,
    moves: [u32; 2],
    /// For each color, the moment when its flag fell, if it has.
    fallen: [Option<Millis>; 2],
    /// For each color, true if it has played an illegal move, or made a wrong claim that counts as
    /// one, and this can still be claimed: the opponent has not moved since.
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
    /// `mated` is mated, but its partner may still drop the piece that it got last.
    LastDrop {
        mated: Seat,
        piece: PieceType,
    },
    Over {
        outcome: Outcome,
        at: Millis,
        /// The board on which the game ended, if on one.
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
    /// A bughouse game from the standard start position, with the same time control for all four
    /// seats; without clocks if `control` is `None`.
    pub fn start(rules: &RuleSet, control: Option<TimeControl>) -> Self {
        Self::new(Boards::start(rules.moves), rules.outcomes, control.map(|control| [control; 4]))
    }

    /// A game from any boards, with a time control for each seat in the order of [`Seat::ALL`];
    /// without clocks if `controls` is `None`.
    ///
    /// If only board A is in play, the time controls of board B are ignored, and so are rules about
    /// pieces that could still arrive (see [`OutcomeRules::without_partners`]).
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

    /// The same game with this way of calling flags, repetitions and illegal moves.
    #[must_use]
    pub fn with_claims(self, claims: Claims) -> Self {
        Self { claims, ..self }
    }

    /// Both boards.
    pub const fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The boards in play: both, or A alone.
    pub const fn boards_in_play(&self) -> &'static [BoardId] {
        self.boards.in_play()
    }

    /// The position on a board.
    pub const fn position(&self, board: BoardId) -> &Position {
        self.boards.position(board)
    }

    /// The rules by which the game ends.
    pub const fn rules(&self) -> &OutcomeRules {
        &self.rules
    }

    /// The seat to move on a board; also defined for a board that is not in play.
    pub fn on_turn(&self, board: BoardId) -> Seat {
        self.boards.on_turn(board)
    }

    /// All moves so far, in the order they were played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The outcome; `None` while the game goes on.
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Over { outcome, .. } => Some(outcome),
            State::Running | State::LastDrop { .. } => None,
        }
    }

    /// The moment when the game ended; `None` while it goes on.
    pub const fn ended_at(&self) -> Option<Millis> {
        match self.state {
            State::Over { at, .. } => Some(at),
            State::Running | State::LastDrop { .. } => None,
        }
    }

    /// The last drop that could still undo a mate: the seat that may play it, and the piece. `None`
    /// if the game does not wait for one.
    pub fn last_drop(&self) -> Option<(Seat, PieceType)> {
        match self.state {
            State::LastDrop { mated, piece } => Some((mated.partner(), piece)),
            State::Running | State::Over { .. } => None,
        }
    }

    /// A seat's clock as it was when its last move ended; `None` without clocks, and on a board
    /// that is not in play.
    pub fn clock(&self, seat: Seat) -> Option<Clock> {
        self.sides[seat.board.index()].clocks.map(|clocks| clocks[seat.color.index()])
    }

    /// Time on a seat's clock at `now`; `None` without clocks. Clocks stand still once the game is
    /// over, and a mated player's clock does so while the partner may still save the game.
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

    /// The diagonal lead of a seat at `now`: its clock minus its diagonal's; `None` without clocks.
    /// Each seat of a team has its own; without bonus, charge or offset they are the same number.
    pub fn diagonal_lead(&self, seat: Seat, now: Millis) -> Option<Millis> {
        Some(self.time_left(seat, now)? - self.time_left(seat.diagonal(), now)?)
    }

    /// Sets the time on a clock at `now`, as an arbiter does for an offset or a penalty. A flag
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

    /// Keys of the earlier positions on a board that count for a repetition, oldest first, for a
    /// search to detect one; see [`Position::repetition_key`]. The current position is left out.
    pub fn reversible_keys(&self, board: BoardId) -> Vec<Key> {
        let earlier = self.counted(board).split_last().map_or(&[][..], |(_, earlier)| earlier);
        earlier.iter().map(|seen| seen.key).collect()
    }

    /// The positions on a board that count for a repetition, the current one last. All do if drops
    /// and captures do not start a new count: a piece can be dropped where it was captured.
    fn counted(&self, board: BoardId) -> &[Seen] {
        let seen = &self.seen[board.index()];
        let afresh = self.rules.repetition.is_none_or(|rule| rule.drops_start_afresh);
        let last = seen.iter().rposition(|seen| seen.afresh).filter(|_| afresh);
        &seen[last.unwrap_or(0)..]
    }

    /// True if the board of `seat` is in play.
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
