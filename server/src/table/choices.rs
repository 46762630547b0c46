//! The choices of a table as values.

use tandem_rules::notation::{Bfen, BfenError, BfenWarning};
use tandem_rules::{Boards, Game, Millis, Preset, RuleSet, Seat, TimeControl, Variant};

use super::error::SetupError;
use crate::message::{Level, Setup, Sitter};
use crate::plain::line_of;

/// Shortest and longest base time of a player.
const BASE_TIMES: std::ops::RangeInclusive<i64> = 1_000..=24 * 3_600_000;

/// Most characters of the name of a rule set with the rules that override it. All who look at the list
/// of tables get it.
const LONGEST_RULES: usize = 1_000;

/// The choices with which a table was made, checked.
pub(crate) struct Choices {
    pub(crate) rules_text: String,
    pub(crate) rules: RuleSet,
    pub(crate) control: TimeControl,
    pub(crate) boards: Boards,
    /// Clocks of the position to start from, in the order of [`Seat::ALL`].
    clocks: Option<[Millis; 4]>,
    pub(crate) sitters: [Sitter; 4],
    /// The parts of the text of the start that the boards lack.
    pub(crate) left_out: Vec<BfenWarning>,
}

impl Choices {
    /// Checks the choices of a person.
    ///
    /// # Errors
    /// [`SetupError`] if something is wrong with them.
    pub(crate) fn of(setup: &Setup, elo: [u16; 2]) -> Result<Self, SetupError> {
        let rules_text = line_of(&setup.rules, usize::MAX);
        let length = rules_text.chars().count();
        if length > LONGEST_RULES {
            return Err(SetupError::LongRules { length, most: LONGEST_RULES });
        }
        let rules: RuleSet = setup.rules.parse()?;
        let variant = Preset::leading(&setup.rules).unwrap_or_default().variant();
        let control: TimeControl = setup.clock.parse()?;
        if !BASE_TIMES.contains(&control.base.0) {
            return Err(SetupError::BaseTime(control.base));
        }
        for sitter in &setup.sitters_in_play(variant) {
            if let Sitter::Guest { level } | Sitter::Tandem { level } = sitter {
                check_level(*level, elo)?;
            }
        }
        let (Bfen { boards, clocks }, left_out) = start(setup.start.as_deref(), variant, &rules)?;
        let clocks = match clocks {
            [Some([a, b]), Some([c, d])] => Some([a, b, c, d].map(Millis)),
            _ => None,
        };
        let sitters = setup.seats;
        Ok(Self { rules_text, rules, control, boards, clocks, sitters, left_out })
    }

    /// The game that is played.
    pub(crate) fn variant(&self) -> Variant {
        Preset::leading(&self.rules_text).unwrap_or_default().variant()
    }

    /// The seats in play.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        let in_play = self.boards.in_play();
        Seat::ALL.into_iter().filter(|seat| in_play.contains(&seat.board))
    }

    /// A game before its first move, and its clocks.
    pub(crate) fn game(&self) -> (Game, [Millis; 4]) {
        let mut game = Game::new(self.boards.clone(), self.rules.outcomes, Some([self.control; 4]));
        let clocks = self.clocks.unwrap_or([self.control.base; 4]);
        for (seat, left) in Seat::ALL.into_iter().zip(clocks) {
            game.set_clock(seat, left, Millis::ZERO);
        }
        (game, clocks)
    }
}

impl Setup {
    fn sitters_in_play(&self, variant: Variant) -> Vec<Sitter> {
        self.seats[..2 * variant.boards().len()].to_vec()
    }
}

/// Checks a level.
///
/// # Errors
/// [`SetupError::Level`] if Tandem does not play at it.
pub(crate) fn check_level(level: Level, [least, most]: [u16; 2]) -> Result<(), SetupError> {
    match level.elo {
        Some(elo) if !(least..=most).contains(&elo) => Err(SetupError::Level { elo, least, most }),
        _ => Ok(()),
    }
}

/// The boards to start from, with their clocks if the text has them; and what else it has.
fn start(
    text: Option<&str>,
    variant: Variant,
    rules: &RuleSet,
) -> Result<(Bfen, Vec<BfenWarning>), BfenError> {
    match text.map(str::trim) {
        None | Some("") => Ok((Bfen::new(Boards::start_of(variant, rules.moves)), Vec::new())),
        Some(text) => Bfen::start_leniently(text, variant, rules.moves),
    }
}
