//! Clocks and search limits, as the protocol sets them.

use std::num::NonZeroU64;
use std::time::Instant;

use tandem_engine::{Limits, Thinking, TimeShare};
use tandem_rules::{Clock, Color, Millis, Seat, TimeControl};

use super::measure::{Measure, WallClock};
use super::told;

/// Time control until `level` or `st` sets another. Without any limit, the first move would never
/// come.
const USUAL: TimeControl = TimeControl::sudden_death(Millis::from_seconds(180));

/// Milliseconds kept back of an exact time for each move, for everything between us and the clock;
/// at most a tenth of that time.
const MARGIN: i64 = 50;

/// Clocks of our own board, and other limits of a search.
pub(crate) struct Timing {
    own: Clock,
    opponent: Clock,
    measure: Measure,
    exact: Option<Millis>,
    depth: Option<u32>,
    /// Node limit of a move, from the command line.
    nodes: Option<u64>,
}

impl Timing {
    pub(crate) fn new() -> Self {
        Self {
            own: Clock::new(USUAL),
            opponent: Clock::new(USUAL),
            measure: Measure::default(),
            exact: None,
            depth: None,
            nodes: None,
        }
    }

    /// Resets for a new game: full clocks, no depth limit, time measured by the wall clock.
    pub(crate) fn reset(&mut self) {
        let Self { exact, nodes, .. } = *self;
        let [own, opponent] = [Clock::new(self.own.control()); 2];
        let measure = self.measure.in_next_game();
        *self = Self { own, opponent, measure, exact, depth: None, nodes };
    }

    /// Takes note that a game begins, or that a position is set up.
    pub(crate) fn begin_game(&mut self, now: Instant) {
        if let Some(wall) = self.measure.wall_mut() {
            wall.since = Some(now);
        }
    }

    /// Time since the start of the game, by the wall clock; on the node clock, the time that both
    /// clocks have lost.
    pub(crate) fn game_time(&self, now: Instant) -> Millis {
        match &self.measure {
            Measure::Wall(WallClock { since, .. }) => {
                since.map_or(Millis::ZERO, |since| now.saturating_duration_since(since).into())
            }
            Measure::Nodes { .. } => {
                let lost = [&self.own, &self.opponent].map(|c| c.control().base - c.remaining());
                (lost[0] + lost[1]).max(Millis::ZERO)
            }
        }
    }

    /// Takes note of something that was done late by this much. On the node clock nothing is late.
    pub(crate) fn note_lateness(&mut self, late: Millis, now: Instant) {
        if let Some(wall) = self.measure.wall_mut() {
            wall.lateness.note(late, now);
        }
    }

    /// True if too little is left on our clock to search once more before a move.
    pub(crate) fn forbids_search(&self, now: Instant) -> bool {
        let lateness = self.measure.wall().map(|wall| wall.lateness).unwrap_or_default();
        lateness.forbids_search(self.own_left(now), now)
    }

    /// Lateness of the machine, as seen of late; none on the node clock.
    pub(crate) fn lateness(&self, now: Instant) -> Millis {
        self.measure.wall().map_or(Millis::ZERO, |wall| wall.lateness.usual(now))
    }

    /// Remaining time on our clock.
    pub(crate) fn own_left(&self, now: Instant) -> Millis {
        self.own_now(now).remaining()
    }

    /// `level`: sets base time and increment. The number of moves for the base time does not
    /// matter, because `time` tells what is left.
    pub(crate) fn set_level(&mut self, base_ms: u64, increment_ms: u64) {
        let control = match told::millis(increment_ms) {
            Millis::ZERO => TimeControl::sudden_death(told::millis(base_ms)),
            increment => TimeControl::sudden_death(told::millis(base_ms)).with_increment(increment),
        };
        (self.own, self.opponent) = (Clock::new(control), Clock::new(control));
        self.exact = None;
    }

    /// `st`: sets an exact time for each move.
    pub(crate) fn set_exact(&mut self, ms: u64) {
        self.exact = Some(told::millis(ms));
    }

    /// `sd`: sets the depth limit; 0 removes it.
    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.depth = (depth > 0).then_some(depth);
    }

    /// Sets the node limit of a move, in this game and all others.
    pub(crate) fn set_nodes(&mut self, nodes: Option<u64>) {
        self.nodes = nodes;
    }

    /// `nps`: measures time in nodes, at this rate per second. 0 means processor time, which with
    /// one thread is not worth telling from wall-clock time.
    pub(crate) fn set_node_rate(&mut self, rate: u64, now: Instant) {
        match (NonZeroU64::new(rate), &self.measure) {
            (Some(rate), _) => self.measure = Measure::Nodes { rate },
            (None, Measure::Wall(_)) => {}
            (None, Measure::Nodes { .. }) => self.measure = Measure::Wall(WallClock::since(now)),
        }
    }

    /// `time`: sets our clock. If it runs, it runs on from here.
    pub(crate) fn show_own(&mut self, centiseconds: i64, now: Instant) {
        let shown = self.own.showing(from_centiseconds(centiseconds));
        if let Some(wall) = self.measure.wall_mut() {
            wall.shown(self.own.remaining() - shown.remaining(), now);
        }
        self.own = shown;
    }

    /// `otim`: sets the opponent's clock.
    pub(crate) fn show_opponent(&mut self, centiseconds: i64) {
        self.opponent = self.opponent.showing(from_centiseconds(centiseconds));
    }

    /// Starts our clock, unless it runs already.
    pub(crate) fn run(&mut self, now: Instant) {
        if let Some(wall) = self.measure.wall_mut() {
            wall.running_since.get_or_insert(now);
        }
    }

    /// Stops our clock after a move. The time spent is `searched` on the node clock, otherwise the
    /// time that the clock has run.
    pub(crate) fn end_move(&mut self, searched: Millis, now: Instant) {
        let spent = match &mut self.measure {
            Measure::Wall(wall) => {
                let spent = wall.elapsed(now);
                wall.before_move = wall.running_since.take().map(|since| (self.own, since));
                spent
            }
            Measure::Nodes { .. } => searched,
        };
        self.own.stop(spent);
    }

    /// Undoes the last [`Self::end_move`]: the move did not count, and the clock has run on.
    pub(crate) fn unmake_move(&mut self) {
        let wall = self.measure.wall_mut();
        if let Some((wall, (own, since))) = wall.and_then(|w| w.before_move.take().map(|b| (w, b)))
        {
            (self.own, wall.running_since) = (own, Some(since));
        }
    }

    /// Stops our clock in the middle of a move.
    pub(crate) fn halt(&mut self, now: Instant) {
        self.own = self.own_now(now);
        if let Some(wall) = self.measure.wall_mut() {
            wall.running_since = None;
        }
    }

    /// True on the node clock, where nodes measure time.
    pub(crate) const fn is_in_nodes(&self) -> bool {
        matches!(self.measure, Measure::Nodes { .. })
    }

    /// True if only the clock limits the time of a move.
    pub(crate) fn is_paced_by_clock(&self) -> bool {
        self.exact.is_none() && self.depth.is_none() && !self.is_in_nodes()
    }

    /// Time at which our clock began to run; `None` while it stands, and on the node clock.
    pub(crate) fn turn_since(&self) -> Option<Instant> {
        self.measure.wall().and_then(|wall| wall.running_since)
    }

    /// Our clock when it began to run, and the opponent's remaining time.
    pub(crate) fn at_start_of_turn(&self) -> (Clock, Option<Millis>) {
        (self.own, Some(self.opponent.remaining()))
    }

    /// Limits of a search for a move, with this share of the usual time.
    pub(crate) fn limits(&self, time_share: TimeShare) -> Limits {
        let thinking = match self.exact {
            Some(Millis(time)) => Thinking::Fixed(Millis(time - MARGIN.min(time / 10))),
            None => Thinking::Clock,
        };
        let Self { depth, nodes, .. } = *self;
        let node_rate = self.measure.node_rate();
        let overhead = self.measure.wall().map_or(Millis::ZERO, |wall| wall.overhead.usual());
        Limits { thinking, time_share, overhead, depth, nodes, node_rate, ..Limits::clock() }
    }

    /// The clocks known to `seat`, in the order of [`Seat::ALL`]: its own and its opponent's.
    pub(crate) fn clocks(&self, seat: Seat, now: Instant) -> [Option<Clock>; 4] {
        let mut clocks = [None; 4];
        clocks[seat.index()] = Some(self.own_now(now));
        clocks[seat.opponent().index()] = Some(self.opponent);
        clocks
    }

    /// Remaining time of White and Black on the board of `seat`.
    pub(crate) fn board_clocks(&self, seat: Seat, now: Instant) -> [Millis; 2] {
        let clocks = self.clocks(seat, now);
        Color::ALL.map(|color| {
            let clock = clocks[Seat { color, ..seat }.index()];
            clock.map_or(Millis::ZERO, |clock| clock.remaining())
        })
    }

    fn own_now(&self, now: Instant) -> Clock {
        let elapsed = self.measure.wall().map_or(Millis::ZERO, |wall| wall.elapsed(now));
        self.own.showing(self.own.after(elapsed))
    }
}

fn from_centiseconds(centiseconds: i64) -> Millis {
    told::shown(centiseconds.saturating_mul(10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tandem_rules::{BoardId, Color};

    const SEAT: Seat = BoardId::A.seat(Color::Black);

    fn own(timing: &Timing, now: Instant) -> Millis {
        timing.clocks(SEAT, now)[SEAT.index()].expect("the own clock is known").remaining()
    }

    #[test]
    fn the_own_clock_runs_from_the_turn_to_the_move() {
        let mut timing = Timing::new();
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        timing.set_level(60_000, 2_000);
        assert_eq!(own(&timing, after(5)), Millis(60_000));
        timing.run(after(10));
        timing.run(after(12)); // searches again in the same turn
        assert_eq!(own(&timing, after(13)), Millis(57_000));
        timing.end_move(Millis(1), after(14));
        assert_eq!(own(&timing, after(20)), Millis(58_000));
        timing.run(after(20));
        timing.show_own(4_000, after(21));
        assert_eq!(own(&timing, after(22)), Millis(39_000));
        timing.halt(after(23));
        assert_eq!(own(&timing, after(30)), Millis(38_000));
    }

    #[test]
    fn the_clock_has_run_on_after_a_refused_move() {
        let mut timing = Timing::new();
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        timing.set_level(60_000, 2_000);
        timing.run(after(10));
        timing.end_move(Millis(1), after(14));
        timing.unmake_move();
        timing.run(after(16));
        assert_eq!(own(&timing, after(16)), Millis(54_000));
        timing.end_move(Millis(1), after(17));
        timing.show_own(5_400, after(18));
        timing.unmake_move(); // the told clock replaces the saved one
        assert_eq!(own(&timing, after(20)), Millis(54_000));
    }

    #[test]
    fn the_overhead_of_moves_is_learned() {
        let mut timing = Timing::new();
        let start = Instant::now();
        timing.set_level(60_000, 0);
        let mut shown = 60_000;
        for turn in 0..40 {
            let at = start + Duration::from_secs(2 * turn);
            timing.show_own(shown / 10, at);
            timing.show_own(shown / 10, at); // told twice, counted once
            timing.run(at);
            timing.end_move(Millis(1), at + Duration::from_millis(300));
            shown -= 300 + 40;
        }
        let overhead = timing.limits(TimeShare::Usual).overhead;
        assert!((Millis(35)..=Millis(40)).contains(&overhead), "{overhead}");
        timing.show_own(50_000, start); // somebody gives time
        assert!(timing.limits(TimeShare::Usual).overhead <= overhead);
    }

    #[test]
    fn nodes_measure_time_where_they_have_a_rate() {
        let mut timing = Timing::new();
        let start = Instant::now();
        timing.set_level(60_000, 0);
        timing.set_node_rate(1000, start);
        timing.run(start);
        assert_eq!(own(&timing, start + Duration::from_secs(9)), Millis(60_000));
        timing.end_move(Millis(700), start + Duration::from_secs(9));
        assert_eq!(own(&timing, start), Millis(59_300));
        timing.reset();
        assert_eq!(
            (own(&timing, start), timing.limits(TimeShare::Usual).node_rate),
            (Millis(60_000), None)
        );
    }

    #[test]
    fn on_the_node_clock_nothing_depends_on_when_it_is_done() {
        let start = Instant::now();
        let mut seen = Vec::new();
        for late in [0, 40, 90, 5_000] {
            let mut timing = Timing::new();
            let mut now = start;
            timing.set_level(1_000, 0);
            timing.note_lateness(Millis(late), now);
            timing.set_node_rate(50_000, now);
            for shown in [100, 45, 12, 7, 6] {
                now += Duration::from_millis(late as u64);
                timing.note_lateness(Millis(late), now);
                timing.show_own(shown, now);
                timing.run(now);
                now += Duration::from_millis(late as u64);
                let shown = (timing.own_left(now), timing.game_time(now), timing.lateness(now));
                let forbids = timing.forbids_search(now);
                seen.push((late, (shown, forbids, timing.limits(TimeShare::Usual))));
                timing.end_move(Millis(7), now);
            }
        }
        let of = |late| seen.iter().filter(move |(of, _)| *of == late).map(|(_, seen)| seen);
        for late in [40, 90, 5_000] {
            assert!(of(late).eq(of(0)), "{seen:?}");
        }
    }

    #[test]
    fn an_exact_time_replaces_the_clock_until_the_next_level() {
        let mut timing = Timing::new();
        timing.set_exact(5_000);
        timing.set_depth(7);
        let limits = timing.limits(TimeShare::Usual);
        assert_eq!((limits.thinking, limits.depth), (Thinking::Fixed(Millis(4_950)), Some(7)));
        timing.reset();
        assert_eq!(timing.limits(TimeShare::Usual).depth, None);
        timing.set_level(1_000, 0);
        assert_eq!(timing.limits(TimeShare::Usual).thinking, Thinking::Clock);
    }

    #[test]
    fn no_number_is_too_big() {
        let mut timing = Timing::new();
        let now = Instant::now();
        timing.set_level(u64::MAX, u64::MAX);
        timing.set_exact(u64::MAX);
        timing.set_node_rate(u64::MAX, now);
        timing.show_own(i64::MIN, now);
        timing.show_opponent(i64::MAX);
        timing.run(now);
        timing.end_move(Millis(i64::MAX), now);
        timing.limits(TimeShare::Usual);
        timing.clocks(SEAT, now);
    }
}
