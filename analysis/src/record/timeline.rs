//! Times of a game, from the clocks of its record.
//!
//! A record shows a clock only after a move, and only the mover's. On each board exactly one clock
//! runs, so both clocks of a board together tell how long the game has gone on, and thereby how
//! long the player on turn on the other board has waited.

use tandem_rules::notation::bpgn::{GameRecord, RecordedPly};
use tandem_rules::{BoardId, Bonus, Color, Millis, Seat, TimeControl};

/// Times of a game.
#[derive(Debug)]
pub(crate) struct Timeline {
    base: Millis,
    /// Clocks at the start, in the order of [`Seat::ALL`].
    start: [Millis; 4],
    /// Thoughts in the order of the record, without those whose times are unknown.
    thoughts: Vec<Thought>,
    end: Millis,
    /// True if the record has clocks of each board that is played on.
    is_complete: bool,
}

/// The time in which a seat was on turn, counted from the start of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    /// The seat.
    pub(crate) seat: Seat,
    /// Its beginning.
    pub(crate) from: Millis,
    /// Its end.
    pub(crate) to: Millis,
    /// The index of the move that ended it; `None` if the game ended first.
    pub(crate) ply: Option<usize>,
    /// The clock of the seat after it, if the record has it.
    clock: Option<Millis>,
}

/// A wait of less than this part of the base time is an ordinary thought.
const LONG: i64 = 10;

impl Thought {
    /// Time for which the seat was on turn.
    pub(crate) fn length(&self) -> Millis {
        self.to - self.from
    }

    /// The part of the thought before a moment.
    fn before(&self, at: Millis) -> Millis {
        (self.to.min(at) - self.from).max(Millis::ZERO)
    }
}

impl Timeline {
    /// Reads the clocks of a record; without any, there are no thoughts. `flagged` is the seat
    /// whose flag ended the game.
    pub(crate) fn of(record: &GameRecord, flagged: Option<Seat>) -> Self {
        let controls = Seat::ALL.map(|seat| control(record, seat));
        let start = start_clocks(record, &controls);
        // Time played on each board; `None` where it is unknown.
        let mut boards = [Some(Millis::ZERO); 2];
        let mut used = Used { start, controls, spent: [Some(Millis::ZERO); 4], moves: [0; 4] };
        let mut thoughts = Vec::new();
        // The moves of an opening come before the clocks, and get no increment.
        let is_timed = |ply: &RecordedPly| ply.clock.is_some() || ply.elapsed.is_some();
        let first = record.plies().iter().position(is_timed).unwrap_or(0);
        for (at, ply) in record.plies().iter().enumerate().skip(first) {
            let from = &mut boards[ply.seat.board.index()];
            let to = used.add(ply);
            if let (Some(from), Some(to)) = (*from, to) {
                let (to, clock) = (to.max(from), ply.clock.map(Millis));
                thoughts.push(Thought { seat: ply.seat, from, to, ply: Some(at), clock });
            }
            *from = to.map(|to| from.map_or(to, |from| to.max(from)));
        }
        let base = controls.iter().map(|control| control.base).max().unwrap_or_default();
        let known = boards.iter().flatten().copied();
        let end = known.max().unwrap_or_default();
        let boards_known =
            |board: &BoardId| thoughts.iter().any(|thought| thought.seat.board == *board);
        let is_complete = record.start().in_play().iter().all(boards_known);
        let mut timeline = Self { base, start, thoughts, end, is_complete };
        timeline.finish(record, boards, flagged);
        timeline
    }

    /// Adds the thoughts that the end of the game cut off.
    fn finish(&mut self, record: &GameRecord, boards: [Option<Millis>; 2], flagged: Option<Seat>) {
        if self.thoughts.is_empty() {
            return;
        }
        if let Some(seat) = flagged.filter(|seat| record.boards().is_on_turn(*seat))
            && let Some(from) = boards[seat.board.index()]
        {
            self.end = self.end.max(from + self.left(seat, from));
        }
        for &board in record.start().in_play() {
            if let Some(from) = boards[board.index()] {
                let (seat, to) = (record.boards().on_turn(board), self.end.max(from));
                self.thoughts.push(Thought { seat, from, to, ply: None, clock: None });
            }
        }
    }

    /// Thoughts in the order of the record, those that the end cut off last.
    pub(crate) fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }

    /// The thought that led to a move.
    pub(crate) fn thought(&self, ply: usize) -> Option<&Thought> {
        self.thoughts.iter().find(|thought| thought.ply == Some(ply))
    }

    /// The length of the game.
    pub(crate) const fn end(&self) -> Millis {
        self.end
    }

    /// The longest base time of the seats; zero if unknown.
    pub(crate) const fn base(&self) -> Millis {
        self.base
    }

    /// True if the record has clocks of each board that is played on.
    pub(crate) const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// True for a tenth of the base time or more.
    pub(crate) const fn is_long(&self, span: Millis) -> bool {
        self.base.0 > 0 && span.0.saturating_mul(LONG) >= self.base.0
    }

    /// The time a seat was on turn before a moment.
    pub(crate) fn spent(&self, seat: Seat, at: Millis) -> Millis {
        self.of_seat(seat).fold(Millis::ZERO, |sum, thought| sum + thought.before(at))
    }

    /// The clock of a seat at a moment.
    pub(crate) fn left(&self, seat: Seat, at: Millis) -> Millis {
        let shown = self.of_seat(seat).filter(|thought| thought.to <= at);
        let shown = shown.filter_map(|thought| Some((thought.clock?, thought.to))).last();
        let (clock, since) = shown.unwrap_or((self.start[seat.index()], Millis::ZERO));
        clock - (self.spent(seat, at) - self.spent(seat, since))
    }

    /// All clocks at a moment: White and Black of each board.
    pub(crate) fn clocks(&self, at: Millis) -> [Option<[Millis; 2]>; 2] {
        BoardId::ALL.map(|board| Some(Color::ALL.map(|color| self.left(board.seat(color), at))))
    }

    /// All clocks when the moves before this one had been made on both boards, in the order of
    /// [`Seat::ALL`]; `None` if the record lacks the clocks of a board.
    pub(crate) fn clocks_before(&self, ply: usize) -> Option<[Millis; 4]> {
        let is_earlier = |thought: &&Thought| thought.ply.is_some_and(|earlier| earlier < ply);
        let earlier = self.thoughts.iter().filter(is_earlier);
        let now = earlier.map(|thought| thought.to).max().unwrap_or_default();
        self.is_complete.then(|| Seat::ALL.map(|seat| self.left(seat, now)))
    }

    fn of_seat(&self, seat: Seat) -> impl Iterator<Item = &Thought> {
        self.thoughts.iter().filter(move |thought| thought.seat == seat)
    }
}

/// Time used by each seat, in the order of [`Seat::ALL`].
struct Used {
    start: [Millis; 4],
    controls: [TimeControl; 4],
    /// `None` after a move without a clock, until the next one with a clock.
    spent: [Option<Millis>; 4],
    moves: [i64; 4],
}

impl Used {
    /// Adds a move and returns how long its board has been played on, if that is known.
    fn add(&mut self, ply: &RecordedPly) -> Option<Millis> {
        let seat = ply.seat.index();
        self.moves[seat] += 1;
        let increment = match self.controls[seat].bonus {
            Bonus::Increment(increment) => increment.0.saturating_mul(self.moves[seat]),
            // With a delay, clocks do not show all the time that a move takes.
            Bonus::None | Bonus::UsDelay(_) | Bonus::Bronstein(_) => 0,
        };
        let given = self.start[seat] + Millis(increment);
        self.spent[seat] = ply.clock.map(|clock| given - Millis(clock));
        let elapsed = ply.elapsed.map(Millis);
        elapsed.or(Some(self.spent[seat]? + self.spent[ply.seat.opponent().index()]?))
    }
}

/// The time control of a seat; without a readable one, the longest clock of the record as base.
fn control(record: &GameRecord, seat: Seat) -> TimeControl {
    let own = format!("{}{}TimeControl", seat.color, seat.board);
    let tag = record.tag(&own).or_else(|| record.tag("TimeControl"));
    tag.and_then(|text| text.parse().ok()).unwrap_or_else(|| {
        let clocks = record.plies().iter().filter_map(|ply| ply.clock);
        TimeControl::sudden_death(Millis(clocks.max().unwrap_or(0)))
    })
}

/// Clocks at the start: those that a tag tells, else the base times.
fn start_clocks(record: &GameRecord, controls: &[TimeControl; 4]) -> [Millis; 4] {
    let told = record.tag("StartClocks").unwrap_or_default();
    let mut told = told.split_whitespace().map(|clock| clock.parse::<TimeControl>().ok());
    Seat::ALL.map(|seat| {
        let is_played = record.start().in_play().contains(&seat.board);
        let shown = if is_played { told.next().flatten() } else { None };
        shown.map_or(controls[seat.index()].base, |shown| shown.base)
    })
}

#[cfg(test)]
mod tests {
    use tandem_rules::Variant;
    use tandem_rules::notation::bpgn::{ReadOptions, Reader};

    use super::*;

    #[test]
    fn the_moves_of_an_opening_take_no_time_and_get_no_increment() {
        let text = "[TimeControl \"60+10\"]\n\n1. f3 e6 2. g4 d6 {[%clk 0:01:08]} \
                    3. e3 {[%clk 0:01:07]} h6 {[%clk 0:01:17]} *";
        let options = ReadOptions { variant: Variant::Chess, ..ReadOptions::default() };
        let mut games = Reader::with_options(text.as_bytes(), options);
        let record = games.next().expect("a game").expect("it is sound").record;
        let times = Timeline::of(&record, None);
        let lengths = times.thoughts().iter().map(|thought| thought.length().0);
        assert_eq!(lengths.collect::<Vec<_>>(), [2000, 3000, 1000, 0]);
    }
}
