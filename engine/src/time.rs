//! Time management: the budget of a move.

use tandem_rules::{Bonus, Clock, Millis, Variant};

use crate::{Limits, Thinking, View};

/// The time of a search: after `soft` no new iteration begins, at `hard` the search stops. A search
/// that has not finished [`LEAST_DEPTH`] goes on for longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub(crate) soft: Millis,
    pub(crate) hard: Millis,
    /// Time at which a search stops that has not finished the least depth.
    pub(crate) least_depth: Millis,
    /// Time at which our flag is about to fall, also while the search gets no processor.
    pub(crate) flag: Millis,
}

/// Depth that a search finishes, unless our flag is about to fall: what it finds before is no better
/// than a guess.
pub const LEAST_DEPTH: u32 = 4;

/// Hard limit of a search: the time at which it stops by itself; `None` without a time limit.
pub fn hard_limit(view: &View, limits: &Limits) -> Option<Millis> {
    Budget::new(view, limits).map(|budget| budget.hard)
}

/// One in this many parts of the clock is the most that a move gets, apart from the bonus.
const PARTS: i64 = 8;
/// A fixed time may be exceeded this many times, or at least by `LEAST_FIXED`, for the least depth.
const TIMES_FIXED: i64 = 4;
const LEAST_FIXED: Millis = Millis(1_000);
/// Reserve for all delays between the engine and the clock.
const MARGIN: Millis = Millis(50);
/// Time to choose a move on a clock that has run out, if nobody has called the flag.
const AFTER_FLAG: Millis = Millis(10);
/// Bughouse: number of moves that the remaining time is divided by.
const MOVES_TO_GO: i64 = 40;
/// Crazyhouse and chess: number of moves that the remaining time is divided by; smaller, since no
/// partner's game suffers from a long thought and games are shorter.
const MOVES_TO_GO_ON_ONE_BOARD: i64 = 25;
/// Bughouse: the base time divided by this is the share of a move with even clocks.
const FLOOR_DIVISOR: i64 = 300;
/// Bughouse: bounds of that share, in milliseconds. The upper one is some 200,000 nodes on one
/// core, at any base time: an opponent that keeps its lead takes no longer at five minutes than at
/// one.
const FLOOR: std::ops::RangeInclusive<i64> = 30..=200;
/// Bughouse: a lead is spent over this many moves.
const LEAD_MOVES: i64 = 20;

/// The number of boards of a game.
#[derive(Clone, Copy)]
enum Boards {
    One,
    Two {
        /// The diagonal lead, if it is known.
        lead: Option<Millis>,
        /// The partner's clock, if it is known and runs.
        partner: Option<Millis>,
    },
}

impl Budget {
    /// The budget of a move; `None` without a time limit.
    pub(crate) fn new(view: &View, limits: &Limits) -> Option<Self> {
        match limits.thinking {
            Thinking::Infinite => None,
            Thinking::Fixed(time) => Some(Self::fixed(time, view.clock())),
            Thinking::Clock => view.clock().map(|clock| {
                let game = match view.own.variant() {
                    Variant::Bughouse => {
                        Boards::Two { lead: view.lead(), partner: view.running_clock_of_partner() }
                    }
                    Variant::Crazyhouse | Variant::Chess => Boards::One,
                };
                Self::by_clock(&clock, game, limits)
            }),
        }
    }

    /// The same budget, of a search that has spent `spent` and began `passed` ago: only the time that
    /// it spends from now on is our own, unless that before is enough.
    pub(crate) fn from(self, spent: Millis, passed: Millis) -> Self {
        let flag = Millis(self.flag.0.saturating_add(passed.0));
        Self { least_depth: self.least_depth + spent, flag, ..self }
    }

    /// True for a time that is to be used in full and not exceeded.
    pub(crate) fn is_fixed(self) -> bool {
        self.soft == self.hard
    }

    /// A fixed time, with a clock if one is known.
    fn fixed(time: Millis, clock: Option<Clock>) -> Self {
        let most = Millis(time.0.saturating_mul(TIMES_FIXED)).max(LEAST_FIXED);
        let (least_depth, flag) = match clock {
            Some(clock) => {
                let left = until_flag(&clock);
                (most.min(Millis(left.0 / PARTS)), left - MARGIN)
            }
            None => (most, most),
        };
        Self { soft: time, hard: time, least_depth: least_depth.max(time), flag: flag.max(time) }
    }

    fn by_clock(clock: &Clock, boards: Boards, limits: &Limits) -> Self {
        let until_flag = until_flag(clock);
        let kept_back =
            MARGIN.0 + kept_for_wire(until_flag, bonus_per_move(clock), limits.overhead);
        let usable = (until_flag.0 - kept_back).max(1);
        let bonus = bonus_per_move(clock);
        let even = |moves: i64| usable / moves + bonus * 3 / 4;
        let share = match boards {
            Boards::One => even(MOVES_TO_GO_ON_ONE_BOARD),
            Boards::Two { lead, partner } => {
                let in_race = lead.filter(|&lead| is_race(clock, lead));
                let in_race = in_race.map_or(i64::MAX, |lead| race_share(clock, lead));
                // A partner that sits on a lost board leaves us as long as its clock lasts.
                let until_partner_flags =
                    partner.map_or(i64::MAX, |left| (left.0 / MOVES_TO_GO).max(*FLOOR.start()));
                even(MOVES_TO_GO).min(in_race).min(until_partner_flags)
            }
        };
        let share = share * limits.time_share.percent() / 100;
        // A single move takes at most an eighth of the usable time, plus half the bonus.
        let hard = (share * 3).min(usable / PARTS + bonus / 2).min(usable).max(1);
        let soft = (share * 3 / 5).clamp(1, hard);
        let [soft, hard] = [soft, hard].map(Millis);
        let least_depth = Millis((until_flag - limits.overhead).0 / PARTS).max(hard);
        let flag = (until_flag - MARGIN - limits.overhead).max(hard);
        // Where the flag should have fallen, and the game goes on, a move is still chosen.
        let [least_depth, flag] = match until_flag > Millis::ZERO {
            true => [least_depth, flag],
            false => [least_depth, flag].map(|time| time.max(AFTER_FLAG)),
        };
        Self { soft, hard, least_depth, flag }
    }
}

/// The part of a clock that is kept for what moves cost outside the search. An increment pays for its own
/// move. A wire that takes most of the clock leaves a third to think.
fn kept_for_wire(until_flag: Millis, bonus: i64, overhead: Millis) -> i64 {
    let unpaid = (overhead.0 - bonus).max(0);
    let wanted = overhead.0 + unpaid * (MOVES_TO_GO - 1);
    wanted.min(overhead.0.max(until_flag.0 * 2 / 3))
}

/// Time until the flag falls: with a US delay more than the clock shows.
fn until_flag(clock: &Clock) -> Millis {
    clock.flag_after().unwrap_or(clock.remaining())
}

/// True unless the lead is beyond reach: a team that is behind by more than half of its clock, as
/// with odds of time, cannot make that up by fast moves before the game is decided on the boards.
fn is_race(clock: &Clock, lead: Millis) -> bool {
    lead.0 > -(clock.remaining().0 / 2)
}

/// The share of a bughouse move that keeps the diagonal lead.
///
/// Once each team mates on one board, both sit, and the lead decides. Every second of thought costs
/// a second of lead, so a move gets a small fixed time and a part of the lead; when behind, it gets
/// less than the fixed time, but at least half of it. Against a slower opponent the lead grows
/// until both teams spend the same, at `LEAD_MOVES` times the difference between the opponent's
/// time per move and the fixed time.
fn race_share(clock: &Clock, lead: Millis) -> i64 {
    let base = clock.control().base.0.max(1);
    let free = match clock.control().bonus {
        Bonus::None => 0,
        Bonus::Increment(bonus) => bonus.0 / 4, // saved, it becomes lead
        Bonus::UsDelay(bonus) | Bonus::Bronstein(bonus) => bonus.0 * 3 / 4,
    };
    let floor = (base / FLOOR_DIVISOR).clamp(*FLOOR.start(), *FLOOR.end());
    (floor + lead.0 / LEAD_MOVES).max(floor / 2) + free
}

fn bonus_per_move(clock: &Clock) -> i64 {
    match clock.control().bonus {
        Bonus::None => 0,
        Bonus::Increment(bonus) | Bonus::UsDelay(bonus) | Bonus::Bronstein(bonus) => bonus.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::TimeControl;

    #[test]
    fn a_budget_never_reaches_the_flag() {
        for remaining in [-5, 0, 1, 49, 50, 51, 60, 100, 1_000, 30_000, 10_000_000] {
            for bonus in [0, 100, 2_000, 60_000].map(Millis) {
                let plain = TimeControl::sudden_death(Millis(1));
                let controls = [
                    plain.with_increment(bonus),
                    plain.with_us_delay(bonus),
                    plain.with_bronstein(bonus),
                ];
                for clock in controls.map(|control| Clock::new(control).showing(Millis(remaining)))
                {
                    let budget = Budget::by_clock(&clock, Boards::One, &Limits::clock());
                    let flag = clock.flag_after().expect("a first move that is timed");
                    assert!(budget.soft <= budget.hard && budget.soft > Millis::ZERO);
                    assert!(budget.hard <= (flag - MARGIN).max(Millis(1)), "{clock:?}");
                    let least = if flag > Millis::ZERO { Millis(1) } else { AFTER_FLAG };
                    assert!((budget.hard..=flag.max(least)).contains(&budget.least_depth));
                    assert!(budget.flag <= (flag - MARGIN).max(least), "{clock:?}");
                }
            }
        }
    }

    /// (time control, own clock, lead, soft limit), in milliseconds.
    const RACES: &[(&str, i64, i64, i64)] = &[
        ("60", 60_000, 0, 120),
        ("60", 60_000, 10_000, 420),
        ("60", 60_000, -1_000, 90),
        ("60", 60_000, -29_000, 60),
        // As without a known lead: it cannot be made up.
        ("60", 60_000, -31_000, 898),
        ("3", 3_000, -6_000, 43),
        // At most the share without a known lead.
        ("60", 30_000, 60_000, 448),
        ("180", 180_000, 0, 120),
        ("300", 300_000, 20_000, 720),
        ("3", 3_000, 0, 18),
        ("60+2", 60_000, 0, 420),
        ("60d2", 60_000, 0, 1_020),
    ];

    #[test]
    fn a_bughouse_move_gets_little_of_the_clock_and_a_part_of_the_lead() {
        for &(control, shown, lead, soft) in RACES {
            let clock = Clock::new(control.parse().expect(control)).showing(Millis(shown));
            let boards = Boards::Two { lead: Some(Millis(lead)), partner: None };
            let budget = Budget::by_clock(&clock, boards, &Limits::clock());
            assert_eq!(budget.soft, Millis(soft), "{control}, {shown} ms left, ahead by {lead} ms");
        }
    }

    #[test]
    fn a_partner_that_is_nearly_out_of_time_hurries_us() {
        let clock = Clock::new(TimeControl::sudden_death(Millis(60_000)));
        let soft = |partner: i64| {
            let boards = Boards::Two { lead: Some(Millis::ZERO), partner: Some(Millis(partner)) };
            Budget::by_clock(&clock, boards, &Limits::clock()).soft
        };
        assert_eq!([50_000, 4_000, 100].map(soft), [120, 60, 18].map(Millis));
    }

    #[test]
    fn the_lead_settles_where_both_teams_spend_the_same() {
        let clock = Clock::new(TimeControl::sudden_death(Millis(180_000)));
        let theirs = 1_000;
        let (mut lead, mut spent) = (0, 0);
        for _ in 0..200 {
            let boards = Boards::Two { lead: Some(Millis(lead)), partner: None };
            spent = Budget::by_clock(&clock, boards, &Limits::clock()).soft.0;
            lead += theirs - spent;
        }
        assert!((theirs - 10..=theirs).contains(&spent) && lead > 5_000, "{spent}, {lead}");
    }

    #[test]
    fn the_overhead_of_moves_is_kept_back() {
        let clock = Clock::new(TimeControl::sudden_death(Millis(1_000)));
        let soft = |overhead| {
            let limits = Limits { overhead: Millis(overhead), ..Limits::clock() };
            Budget::by_clock(&clock, Boards::Two { lead: None, partner: None }, &limits).soft
        };
        assert_eq!([0, 10, 100].map(soft), [13, 7, 4].map(Millis));
    }

    /// (time control, milliseconds that a move costs outside the search, moves that are played if each takes its soft limit)
    const WIRES: &[(&str, i64, usize)] = &[
        ("60", 100, 140),
        ("60", 1_000, 45),
        ("180+2", 100, 1_000),
        ("180+2", 1_000, 1_000),
        ("60+1", 900, 1_000),
        ("60+1", 1_500, 45),
        ("10+0.2", 100, 1_000),
    ];

    #[test]
    fn on_a_late_wire_that_is_told_no_flag_falls_while_there_is_time_for_the_wire() {
        for &(control, late, least) in WIRES {
            let limits = Limits { overhead: Millis(late), ..Limits::clock() };
            let mut clock = Clock::new(control.parse().expect(control));
            let moves = (0..least).take_while(|_| {
                let budget = Budget::by_clock(&clock, Boards::One, &limits);
                clock.stop(budget.soft + Millis(late));
                clock.remaining() > Millis::ZERO
            });
            assert_eq!(moves.count(), least, "{control}, {late} ms late");
        }
    }
}
