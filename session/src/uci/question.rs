//! The question asked by `go`: limits and clocks.

use tandem_engine::{Limits, Thinking, TimeShare};
use tandem_protocol::uci::{BoardMove, Go};
use tandem_rules::notation::MoveTextError;
use tandem_rules::{BoardId, Clock, Millis, Move, Seat, TimeControl};

use crate::seat::options::{Joint, Options};
use crate::seat::record::Record;
use crate::seat::strength::Strength;
use crate::seat::told;

/// A question about one board or both.
pub(super) struct Question {
    pub(super) go: Go,
    /// True if two moves have to share the time of one.
    pub(super) is_shared: bool,
}

impl Question {
    /// The `searchmoves` that may be meant for a board, read there.
    fn search_moves<'a>(
        &'a self,
        board: BoardId,
        record: &'a Record,
    ) -> impl Iterator<Item = Result<Move, MoveTextError>> + 'a {
        let here = self.go.search_moves.iter().filter(move |m| is_for(m, board));
        here.map(|m| record.read(&m.text))
    }

    /// Errors of the `searchmoves` that can be played on none of the boards that are searched, one of each.
    pub(super) fn unread_moves<'a>(
        &self,
        boards: &[BoardId],
        record: impl Fn(BoardId) -> &'a Record,
    ) -> Vec<MoveTextError> {
        let error = |m: &BoardMove| {
            let here = boards.iter().filter(|&&board| is_for(m, board));
            let errors: Option<Vec<MoveTextError>> =
                here.map(|&board| record(board).read(&m.text).err()).collect();
            errors?.into_iter().next()
        };
        self.go.search_moves.iter().filter_map(error).collect()
    }

    /// Limits of a search of a board, and the moves it may consider.
    ///
    /// # Errors
    /// There are `searchmoves` here, but none of them can be played.
    pub(super) fn limits(
        &self,
        (board, record): (BoardId, &Record),
        options: &Options,
        time_share: TimeShare,
        most_nodes: Option<u64>,
    ) -> Result<Limits, MoveTextError> {
        let Self { go, is_shared } = self;
        let search_moves: Vec<Move> = self.search_moves(board, record).flatten().collect();
        if search_moves.is_empty()
            && let Some(Err(error)) = self.search_moves(board, record).next()
        {
            return Err(error);
        }
        let seat = board.seat(record.position().side_to_move());
        let part = |most: u64| if *is_shared { (most / 2).max(1) } else { most };
        let thinking = match (go.move_time_ms.map(part), self.clocks(seat)[seat.index()]) {
            _ if go.infinite => Thinking::Infinite,
            (Some(time), _) => told::exactly(time),
            (None, Some(_)) => Thinking::Clock,
            (None, None) => Thinking::Infinite,
        };
        // An infinite search is answered when it is told to stop, and not before.
        let ends = |limit: Option<u64>| limit.filter(|_| !go.infinite);
        Ok(Limits {
            thinking,
            time_share: if *is_shared { TimeShare::Half } else { time_share },
            pondering: go.ponder,
            depth: go.depth.map(|depth| depth.max(1)).filter(|_| !go.infinite),
            nodes: ends([go.nodes.map(part), most_nodes].into_iter().flatten().min()),
            mate: go.mate.filter(|_| !go.infinite),
            multi_pv: options.lines,
            search_moves,
            overhead: options.overhead,
            ..Limits::clock()
        })
    }

    /// The limits of a search at this strength. An analysis is made at full strength.
    pub(super) fn at_level(&self, limits: Limits, strength: Strength) -> Limits {
        let Go { infinite, mate, search_moves, .. } = &self.go;
        match *infinite || mate.is_some() || !search_moves.is_empty() {
            true => limits,
            false => strength.limit(limits),
        }
    }

    /// True if the answer is a plan for both boards.
    ///
    /// A search at a limited level, for a mate or of some moves is one of each board, and so is one in
    /// the opponent's time.
    pub(super) fn is_joint(&self, options: &Options) -> bool {
        let Go { infinite, ponder, mate, search_moves, .. } = &self.go;
        let is_wanted = match options.joint {
            Joint::Auto => !self.has_clock(),
            Joint::Always => true,
            Joint::Never => false,
        };
        let is_an_analysis = *infinite || !options.strength.level().is_limited();
        let is_held_back = options.strength.has_human_pace() && self.is_paced_by_clock();
        let is_for_mate = mate.is_some() && !infinite;
        is_wanted
            && is_an_analysis
            && !(is_held_back && self.has_clock())
            && !(is_for_mate || *ponder)
            && search_moves.is_empty()
    }

    fn has_clock(&self) -> bool {
        self.go.time_ms.iter().chain(&self.go.seat_time_ms).any(Option::is_some)
    }

    /// The clocks of all four seats, in the order of [`Seat::ALL`], if they are told.
    pub(super) fn all_clocks(&self) -> Option<[Millis; 4]> {
        let [Some(a), Some(b), Some(c), Some(d)] = self.go.seat_time_ms else { return None };
        Some([a, b, c, d].map(told::shown))
    }

    /// True if the answer comes without another line. A mate that is not there is looked for without end.
    pub(super) fn ends_by_itself(&self, of_program: Option<u64>) -> bool {
        let Go { infinite, depth, nodes, move_time_ms, .. } = &self.go;
        let has_limit = depth.is_some() || nodes.or(*move_time_ms).or(of_program).is_some();
        !infinite && (has_limit || self.has_clock())
    }

    /// True if it was asked in the opponent's time.
    pub(super) const fn is_pondering(&self) -> bool {
        self.go.ponder
    }

    /// The limit of nodes in all, if there is one.
    pub(super) fn most_nodes(&self, of_program: Option<u64>) -> Option<u64> {
        let limits = [self.go.nodes, of_program].into_iter().flatten();
        limits.min().filter(|_| !self.go.infinite)
    }

    /// True if only the clock limits the time of the answer.
    pub(super) fn is_paced_by_clock(&self) -> bool {
        let Go { infinite, mate, search_moves, depth, nodes, move_time_ms, .. } = &self.go;
        let has_limit = *infinite
            || mate.is_some()
            || depth.is_some()
            || nodes.is_some()
            || move_time_ms.is_some();
        !has_limit && search_moves.is_empty()
    }

    /// The clocks told for a question about `seat`, in the order of [`Seat::ALL`]: all four, or
    /// those of its board.
    pub(super) fn clocks(&self, seat: Seat) -> [Option<Clock>; 4] {
        let go = &self.go;
        Seat::ALL.map(|other| {
            let (at, color) = (other.index(), other.color.index());
            let here = other.board == seat.board;
            let time = go.seat_time_ms[at].or(go.time_ms[color].filter(|_| here))?;
            let increment = go.seat_increment_ms[at].or(go.increment_ms[color].filter(|_| here));
            Some(clock(time, increment.unwrap_or(0)))
        })
    }
}

/// True if a move may be meant for a board: it names it, or none.
fn is_for(m: &BoardMove, board: BoardId) -> bool {
    m.board.is_none_or(|named| named == board)
}

fn clock(time: i64, increment: u64) -> Clock {
    let control = TimeControl::sudden_death(told::shown(time));
    Clock::new(match told::millis(increment) {
        Millis::ZERO => control,
        increment => control.with_increment(increment),
    })
}

/// The limits of a search that has to answer now: depth 1.
pub(super) fn hastened(limits: Limits) -> Limits {
    Limits { thinking: Thinking::Infinite, pondering: false, depth: Some(1), mate: None, ..limits }
}
