//! Chess clocks: time controls, the time a move costs, and flags. Nothing here reads the time.

use std::fmt;
use std::ops::{Add, Sub};

/// A time span or a moment in milliseconds; may be negative, as on a clock after its flag fell.
/// Arithmetic saturates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Millis(pub i64);

impl Millis {
    /// Zero milliseconds.
    pub const ZERO: Self = Self(0);

    /// The given number of seconds.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// The given number of seconds, to the nearest millisecond.
    pub fn from_seconds_f64(seconds: f64) -> Self {
        Self((seconds * 1000.0).round() as i64)
    }

    /// The time in seconds, for text and statistics.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// The time as a duration; zero if it is negative.
    pub fn duration(self) -> std::time::Duration {
        std::time::Duration::from_millis(u64::try_from(self.0).unwrap_or(0))
    }
}

impl From<std::time::Duration> for Millis {
    fn from(duration: std::time::Duration) -> Self {
        Self(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
    }
}

impl Add for Millis {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// Formats the time in seconds with three decimals.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let whole = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:03}", whole / 1000, whole % 1000)
    }
}

/// Increment or delay, which a player gets besides the base time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Bonus {
    /// No increment or delay.
    #[default]
    None,
    /// Increment: added after each move.
    Increment(Millis),
    /// US delay: the clock waits this long before it runs.
    UsDelay(Millis),
    /// Bronstein delay: the clock runs at once, and the time used, up to this much, is given back
    /// after the move.
    Bronstein(Millis),
}

/// Timing of a player's first move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum FirstMove {
    /// The first move is timed like any other.
    #[default]
    Timed,
    /// The first move costs no time.
    Free,
}

/// Time control of one player.
///
/// ```
/// use tandem_rules::{FirstMove, Millis, TimeControl};
///
/// let control: TimeControl = "180+2".parse()?;
/// let minutes = Millis::from_seconds(180);
/// let two = Millis::from_seconds(2);
/// assert_eq!(control, TimeControl::sudden_death(minutes).with_increment(two));
///
/// let free = TimeControl { first_move: FirstMove::Free, ..control };
/// assert_eq!(free.to_string(), "180+2 free-first-move");
/// # Ok::<(), tandem_rules::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeControl {
    /// Time at the start.
    pub base: Millis,
    /// Increment or delay.
    pub bonus: Bonus,
    /// Timing of the first move.
    pub first_move: FirstMove,
    /// Minimum time that is charged for a timed move.
    pub smallest_charge: Millis,
    /// Time by which a player may overstep the clock without losing; a clock overstepped shows zero
    /// before its bonus. For engines behind slow pipes: no rule set has one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub margin: Millis,
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(time: &Millis) -> bool {
    *time == Millis::ZERO
}

impl TimeControl {
    /// Sudden death: `base` for all moves, without increment or delay.
    pub const fn sudden_death(base: Millis) -> Self {
        Self {
            base,
            bonus: Bonus::None,
            first_move: FirstMove::Timed,
            smallest_charge: Millis::ZERO,
            margin: Millis::ZERO,
        }
    }

    /// An exact time for each move; what a move leaves of it is lost.
    pub const fn per_move(time: Millis) -> Self {
        Self::sudden_death(time).with_bronstein(time)
    }

    /// The exact time of each move, if the control is one of [`Self::per_move`]: Bronstein delay that
    /// gives back all that a move can take.
    pub fn move_time(&self) -> Option<Millis> {
        let Bonus::Bronstein(delay) = self.bonus else { return None };
        (delay >= self.base && self.smallest_charge == Millis::ZERO).then_some(self.base)
    }

    /// Base time and bonus alone, as in the tag `TimeControl` of BPGN: `180+0`.
    pub fn to_tag(&self) -> String {
        let (sign, bonus) = match self.bonus {
            Bonus::None => ('+', Millis::ZERO),
            Bonus::Increment(bonus) => ('+', bonus),
            Bonus::UsDelay(bonus) => ('d', bonus),
            Bonus::Bronstein(bonus) => ('b', bonus),
        };
        format!("{}{sign}{}", self.base.seconds(), bonus.seconds())
    }

    /// The same time control with an increment, in place of any other bonus.
    #[must_use]
    pub const fn with_increment(self, increment: Millis) -> Self {
        Self { bonus: Bonus::Increment(increment), ..self }
    }

    /// The same time control with US delay, in place of any other bonus.
    #[must_use]
    pub const fn with_us_delay(self, delay: Millis) -> Self {
        Self { bonus: Bonus::UsDelay(delay), ..self }
    }

    /// The same time control with Bronstein delay, in place of any other bonus.
    #[must_use]
    pub const fn with_bronstein(self, delay: Millis) -> Self {
        Self { bonus: Bonus::Bronstein(delay), ..self }
    }
}

/// Error for text that is not a time control; contains the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid time control `{0}`, expected SECONDS, SECONDS+INCREMENT, SECONDSdDELAY or SECONDSbBRONSTEIN"
)]
pub struct TimeControlError(pub String);

/// Parses `60`, `60+0.5`, `300d2` (US delay) or `180b2` (Bronstein delay), in seconds from 0 to
/// 1,000,000. The words `free-first-move`, `smallest-charge=SECONDS` and `margin=SECONDS` may
/// follow.
impl std::str::FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (times, options) = split_options(text);
        let control = parse_times(times).and_then(|control| {
            options.split_whitespace().try_fold(control, |control, word| {
                if word == FREE_FIRST_MOVE {
                    return Some(Self { first_move: FirstMove::Free, ..control });
                }
                if let Some(margin) = word.strip_prefix(MARGIN) {
                    return Some(Self { margin: parse_seconds(margin)?, ..control });
                }
                let charge = word.strip_prefix(SMALLEST_CHARGE)?;
                Some(Self { smallest_charge: parse_seconds(charge)?, ..control })
            })
        });
        control.ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

/// Words after the times of a time control.
const FREE_FIRST_MOVE: &str = "free-first-move";
const SMALLEST_CHARGE: &str = "smallest-charge=";
const MARGIN: &str = "margin=";

/// Splits a time control into its times and the words after them.
fn split_options(text: &str) -> (&str, &str) {
    let words = [FREE_FIRST_MOVE, SMALLEST_CHARGE, MARGIN];
    let at = words.into_iter().filter_map(|word| text.find(word)).min();
    text.split_at(at.unwrap_or(text.len()))
}

fn parse_times(text: &str) -> Option<TimeControl> {
    let split = text.find(['+', 'd', 'b']).map(|at| (&text[..at], &text[at..=at], &text[at + 1..]));
    let Some((base, kind, bonus)) = split else {
        return Some(TimeControl::sudden_death(parse_seconds(text)?));
    };
    let (base, bonus) = (TimeControl::sudden_death(parse_seconds(base)?), parse_seconds(bonus)?);
    Some(match (kind, bonus) {
        (_, Millis::ZERO) => base,
        ("+", bonus) => base.with_increment(bonus),
        ("d", bonus) => base.with_us_delay(bonus),
        _ => base.with_bronstein(bonus),
    })
}

fn parse_seconds(text: &str) -> Option<Millis> {
    let value: f64 = text.trim().parse().ok()?;
    (0.0..=1e6).contains(&value).then(|| Millis::from_seconds_f64(value))
}

/// Formats the time control as it is parsed; sudden death is `180+0`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_tag())?;
        if self.first_move == FirstMove::Free {
            write!(f, " {FREE_FIRST_MOVE}")?;
        }
        let times = [(SMALLEST_CHARGE, self.smallest_charge), (MARGIN, self.margin)];
        for (word, time) in times.into_iter().filter(|&(_, time)| time != Millis::ZERO) {
            write!(f, " {word}{}", time.seconds())?;
        }
        Ok(())
    }
}

/// The clock of one player. It does not run by itself: [`Clock::stop`] is told the time that a
/// move took.
///
/// ```
/// use tandem_rules::{Clock, Millis};
///
/// let mut clock = Clock::new("60+0.5".parse()?);
/// assert_eq!(clock.flag_after(), Some(Millis::from_seconds(60)));
/// clock.stop(Millis(1_500));
/// assert_eq!(clock.remaining(), Millis::from_seconds(59));
/// # Ok::<(), tandem_rules::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    control: TimeControl,
    remaining: Millis,
    moves: u32,
}

impl Clock {
    /// A clock before the first move.
    pub const fn new(control: TimeControl) -> Self {
        Self { control, remaining: control.base, moves: 0 }
    }

    /// The same clock with another time remaining.
    #[must_use]
    pub const fn showing(self, remaining: Millis) -> Self {
        Self { remaining, ..self }
    }

    /// Time control of the clock.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Time shown while the opponent's clock runs.
    pub const fn remaining(&self) -> Millis {
        self.remaining
    }

    /// Number of moves completed on this clock, a free first move included.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    fn is_free(&self) -> bool {
        self.moves == 0 && self.control.first_move == FirstMove::Free
    }

    /// Time shown `elapsed` into the current move; negative after the flag has fallen.
    pub fn after(&self, elapsed: Millis) -> Millis {
        let run = match self.control.bonus {
            _ if self.is_free() => Millis::ZERO,
            Bonus::UsDelay(delay) => (elapsed - delay).max(Millis::ZERO),
            Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => elapsed,
        };
        self.remaining - run
    }

    /// Time that the current move may take until the flag falls; `None` if the move is not timed.
    pub fn flag_after(&self) -> Option<Millis> {
        let delay = match self.control.bonus {
            Bonus::UsDelay(delay) => delay,
            Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => Millis::ZERO,
        };
        let until = (self.remaining + delay).max(Millis::ZERO) + self.control.margin;
        (!self.is_free()).then_some(until)
    }

    /// Completes a move that took `elapsed`: charges the time and adds the bonus.
    pub fn stop(&mut self, elapsed: Millis) {
        if !self.is_free() {
            let spent = self.remaining - self.after(elapsed);
            let refund = match self.control.bonus {
                Bonus::Increment(increment) => increment,
                Bonus::Bronstein(delay) => elapsed.min(delay),
                Bonus::None | Bonus::UsDelay(_) => Millis::ZERO,
            };
            let left = self.remaining - spent.max(self.control.smallest_charge);
            let is_overlooked = left < Millis::ZERO && left + self.control.margin >= Millis::ZERO;
            self.remaining = if is_overlooked { refund } else { left + refund };
        }
        self.moves = self.moves.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (control, time of each move, clock after each move), times in milliseconds.
    const CASES: &[(&str, &[i64], &[i64])] = &[
        ("60", &[1000, 0, 59_000], &[59_000, 59_000, 0]),
        ("60+0.5", &[1000, 200], &[59_500, 59_800]),
        ("60d2", &[1000, 2000, 5000], &[60_000, 60_000, 57_000]),
        ("60b2", &[1000, 2000, 5000], &[60_000, 60_000, 57_000]),
    ];

    #[test]
    fn a_move_costs_what_the_table_says() {
        for (control, moves, shown) in CASES {
            let mut clock = Clock::new(control.parse().expect("a control"));
            for (&elapsed, &shown) in moves.iter().zip(*shown) {
                clock.stop(Millis(elapsed));
                assert_eq!(clock.remaining(), Millis(shown), "{control}");
            }
        }
    }

    #[test]
    fn a_delay_puts_off_the_flag_and_bronstein_does_not() {
        for (control, flag) in
            [("60", 60_000), ("60d2", 62_000), ("60b2", 60_000), ("60+2", 60_000)]
        {
            let clock = Clock::new(control.parse().expect("a control"));
            assert_eq!(clock.flag_after(), Some(Millis(flag)), "{control}");
            assert_eq!(clock.after(Millis(flag)), Millis::ZERO, "{control}");
        }
    }

    #[test]
    fn a_time_for_each_move_is_a_bronstein_delay_of_the_whole_base() {
        let two = Millis::from_seconds(2);
        for (control, time) in [
            ("2b2", Some(two)),
            ("2b3", Some(two)),
            ("2b2 margin=0.1", Some(two)),
            ("2b1.9", None),
            ("2d2", None),
            ("2+2", None),
            ("2", None),
            ("2b2 smallest-charge=0.1", None),
        ] {
            let control: TimeControl = control.parse().expect("a control");
            assert_eq!(control.move_time(), time, "{control}");
        }
        let mut clock = Clock::new(TimeControl::per_move(two));
        for elapsed in [0, 1500, 2000] {
            assert_eq!(clock.flag_after(), Some(two));
            clock.stop(Millis(elapsed));
            assert_eq!(clock.remaining(), two);
        }
    }

    #[test]
    fn a_free_first_move_costs_nothing_and_cannot_flag() {
        let control =
            TimeControl { first_move: FirstMove::Free, ..TimeControl::sudden_death(Millis(1000)) };
        let mut clock = Clock::new(control);
        assert_eq!(clock.flag_after(), None);
        clock.stop(Millis(5000));
        assert_eq!((clock.remaining(), clock.flag_after()), (Millis(1000), Some(Millis(1000))));
    }

    #[test]
    fn the_smallest_charge_is_charged_for_a_quick_move() {
        let control =
            TimeControl { smallest_charge: Millis(100), ..TimeControl::sudden_death(Millis(1000)) };
        let mut clock = Clock::new(control);
        clock.stop(Millis(1));
        clock.stop(Millis(200));
        assert_eq!(clock.remaining(), Millis(700));
    }

    #[test]
    fn a_margin_puts_off_the_flag_and_lends_no_time() {
        let margin = |text: &str| -> TimeControl { text.parse().expect("a control") };
        for (control, flag, moves, shown) in [
            ("1 margin=0.05", 1050, [1050, 0], [0, 0]),
            ("1+0.1 margin=0.05", 1050, [1030, 120], [100, 100]),
            ("1d1 margin=0.05", 2050, [2040, 500], [0, 0]),
            ("1 margin=0.05", 1050, [1051, 0], [-51, -51]),
        ] {
            let mut clock = Clock::new(margin(control));
            assert_eq!(clock.flag_after(), Some(Millis(flag)), "{control}");
            for (elapsed, shown) in moves.into_iter().zip(shown) {
                clock.stop(Millis(elapsed));
                assert_eq!(clock.remaining(), Millis(shown), "{control}");
            }
        }
    }

    #[test]
    fn controls_survive_their_text_and_nonsense_is_refused() {
        for text in [
            "60+0",
            "60+0.5",
            "300d2",
            "180b2",
            "0.1+0",
            "180+0 free-first-move",
            "180d2 smallest-charge=0.1",
            "180+2 free-first-move smallest-charge=1",
            "60+0 margin=0.05",
            "180+2 free-first-move smallest-charge=1 margin=0.1",
        ] {
            let control: TimeControl = text.parse().expect("a control");
            assert_eq!(control.to_string(), text);
            assert!(text.starts_with(&control.to_tag()));
        }
        let control: TimeControl = "60 smallest-charge=0.1 free-first-move".parse().expect("one");
        let charge = (control.first_move, control.smallest_charge);
        assert_eq!(charge, (FirstMove::Free, Millis(100)));
        for text in ["free-first-move", "60 free", "60 smallest-charge=-1", "60 smallest-charge="] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        for text in ["", "+", "60+", "x", "-1", "60+nan", "inf", "1e9", "d2"] {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError(text.to_owned())));
        }
    }
}
