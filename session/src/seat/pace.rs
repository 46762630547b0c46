//! The pace of a person: the time of a move, as people take it with that clock.
//!
//! The session holds an answer back until this time has passed; how good the answer is does not
//! depend on it.

use std::time::Instant;

use tandem_engine::Level;
use tandem_rules::{Bonus, Clock, Millis, Position};

use super::openings::mixed;

/// Number of moves that a person divides the remaining time by.
const MOVES_TO_GO: i64 = 60;
/// Longest time of an ordinary move.
const LONGEST: Millis = Millis(20_000);
/// Least time of a move outside a scramble: to see the move, and to make one.
const LEAST: Millis = Millis(400);
/// Least time of a move in the worst scramble.
const LEAST_IN_SCRAMBLE: Millis = Millis(60);
/// Time kept back for all delays between the session and the clock.
const MARGIN: Millis = Millis(250);
/// Number of a person's first moves that are played quickly.
const OPENING: u32 = 6;
/// Leads in centipawns of the best move over the next one between which a choice is ordinary: below
/// the first it is hard, above the last it is plain.
const CLOSE: i32 = 30;
const PLAIN: i32 = 250;
/// The time of equally hard moves, in percent of the usual one: most are a little quicker, some
/// take much longer.
const MOODS: [i64; 12] = [45, 55, 65, 72, 80, 88, 96, 105, 118, 135, 170, 230];

/// The features of a turn by which a person's time is estimated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// Our clock at the start of the turn.
    pub(crate) clock: Clock,
    /// The opponent's remaining time.
    pub(crate) opponent: Option<Millis>,
    /// Number of legal moves.
    pub(crate) choices: usize,
    pub(crate) in_check: bool,
    /// The number of the move in the game.
    pub(crate) number: u32,
    /// Lead of the best move over the next one in centipawns, if it is known.
    pub(crate) margin: Option<i32>,
    /// A number that decides the mood, the same for the whole turn.
    pub(crate) chance: u64,
}

impl Turn {
    /// The turn in a position.
    pub(crate) fn of(
        position: &Position,
        (clock, opponent): (Clock, Option<Millis>),
        seed: u64,
    ) -> Self {
        let number = u32::from(position.fullmove_number());
        let chance = mixed(seed ^ mixed(u64::from(number) ^ position.key().0));
        Self {
            clock,
            opponent,
            choices: position.count_legal(),
            in_check: position.in_check(),
            number,
            margin: None,
            chance,
        }
    }

    /// The time that a person of this level takes: never more than a quarter of what is left.
    pub(crate) fn time(&self, level: Level) -> Millis {
        let left = self.clock.remaining();
        let spare = (left - MARGIN).max(Millis::ZERO);
        let bonus = match self.clock.control().bonus {
            Bonus::None => Millis::ZERO,
            Bonus::Increment(bonus) | Bonus::UsDelay(bonus) | Bonus::Bronstein(bonus) => bonus,
        };
        let usual = (spare.0 / MOVES_TO_GO + bonus.0 * 7 / 10).min(LONGEST.0);
        let percents = [
            self.hardness(),
            MOODS[(self.chance % MOODS.len() as u64) as usize],
            slowness(level),
            self.hurry(),
        ];
        let time = percents.into_iter().fold(usual, |time, percent| time * percent / 100);
        let least = (left.0 / 50).clamp(LEAST_IN_SCRAMBLE.0, LEAST.0);
        Millis(time.max(least).min(spare.0 / 4))
    }

    /// The share of the usual time by the difficulty of the choice, in percent.
    fn hardness(&self) -> i64 {
        match self.margin {
            _ if self.choices <= 1 => 20,
            _ if self.number <= OPENING => 45,
            _ if self.in_check || self.choices <= 3 => 60,
            Some(margin) if margin >= PLAIN => 50,
            Some(margin) if margin <= CLOSE => 135,
            _ if self.choices > 60 => 120,
            _ => 100,
        }
    }

    /// The share of the usual time by the race on the board, in percent: who is behind hurries.
    fn hurry(&self) -> i64 {
        let left = self.clock.remaining().0.max(1);
        self.opponent.map_or(100, |opponent| (left * 100 / opponent.0.max(1)).clamp(50, 130))
    }
}

/// The share of the usual time of a level, in percent: weaker players are slower.
fn slowness(level: Level) -> i64 {
    match level {
        Level::Full => 80,
        Level::Limited(elo) => 125 - i64::from(elo.number()) / 64,
    }
}

/// Our current turn at a person's pace.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pacing(Option<(Turn, Instant)>);

impl Pacing {
    /// Begins to hold an answer back, in a turn that began at this time.
    pub(crate) fn begin(&mut self, turn: Turn, since: Instant) {
        self.0 = Some((turn, since));
    }

    /// Answers as soon as an answer is found.
    pub(crate) fn end(&mut self) {
        self.0 = None;
    }

    /// Takes note of the lead of the best move over the next one.
    pub(crate) fn note_margin(&mut self, margin: Option<i32>) {
        if let Some((turn, _)) = &mut self.0 {
            turn.margin = margin.or(turn.margin);
        }
    }

    /// Time at which the answer is due; `None` if none is held back.
    pub(crate) fn due(&self, level: Level) -> Option<Instant> {
        self.0.map(|(turn, since)| since + turn.time(level).duration())
    }

    /// True if an answer is held back no longer; said once for each turn.
    pub(crate) fn is_over(&mut self, level: Level, now: Instant) -> bool {
        let is_due = self.due(level).is_some_and(|due| due <= now);
        if is_due {
            self.end();
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_engine::Elo;
    use tandem_rules::TimeControl;

    fn turn(left: i64, bonus: i64) -> Turn {
        let control = TimeControl::sudden_death(Millis(180_000)).with_increment(Millis(bonus));
        Turn {
            clock: Clock::new(control).showing(Millis(left)),
            opponent: None,
            choices: 35,
            in_check: false,
            number: 20,
            margin: None,
            chance: 7,
        }
    }

    fn level(elo: u16) -> Level {
        Elo::new(elo).map_or(Level::Full, Level::Limited)
    }

    #[test]
    fn a_person_never_moves_at_once_and_never_flags() {
        for left in [-5, 0, 100, 250, 300, 500, 1_000, 3_000, 20_000, 180_000, 10_000_000] {
            for bonus in [0, 100, 2_000, 60_000] {
                for (chance, margin) in
                    (0..12).flat_map(|c| [(c, None), (c, Some(0)), (c, Some(900))])
                {
                    for choices in [0, 1, 2, 35, 120] {
                        let turn = Turn { choices, margin, chance, ..turn(left, bonus) };
                        let time = turn.time(level(1200));
                        assert!(time >= Millis::ZERO && time.0 <= (left - MARGIN.0).max(0) / 4);
                        assert!(left < 1_000 || time >= LEAST_IN_SCRAMBLE, "{left}: {time}");
                        assert!(left < 20_000 || time >= LEAST, "{left}: {time}");
                    }
                }
            }
        }
    }

    #[test]
    fn hard_choices_take_longer_than_plain_ones_and_scrambles_are_quick() {
        let usual = turn(120_000, 0);
        let of = |turn: Turn| turn.time(level(1500));
        let close = of(Turn { margin: Some(5), ..usual });
        let plain = of(Turn { margin: Some(400), ..usual });
        let forced = of(Turn { choices: 1, ..usual });
        assert!(
            close > of(usual) && of(usual) > plain && plain > forced,
            "{close} {plain} {forced}"
        );
        assert!(of(turn(5_000, 0)) < Millis(300));
        assert!(of(Turn { opponent: Some(Millis(180_000)), ..usual }) < of(usual));
        assert!(usual.time(level(500)) > usual.time(level(2500)));
    }

    /// At 3+0 a level takes a second or more for a move on average, so that a person at the other
    /// side keeps up.
    #[test]
    fn a_game_at_three_minutes_lasts_as_long_as_one_between_people() {
        let mut left = 180_000;
        for number in 1..=40 {
            let chance = mixed(u64::from(number));
            left -= Turn { number, chance, ..turn(left, 0) }.time(level(1200)).0;
        }
        assert!((60_000..140_000).contains(&left), "{left} ms left after 40 moves");
    }
}
