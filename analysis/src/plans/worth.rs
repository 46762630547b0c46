//! The worth of a plan: the share of such games that the team wins.

use tandem_engine::Score;
use tandem_rules::{BoardId, Team};

use super::clocks::Clocks;
use super::race::{Front, Hold, Race, Win, race};
use crate::forecast::{Outlook, Scale, for_team_one, share};

/// The plies by which a mate counts as longer if its loser can wait for the other board as long as it
/// likes; fewer with a smaller lead.
const HELD_PLIES: f64 = 16.0;
/// The same for a player of the team who waits already.
const WAITING_PLIES: f64 = 24.0;
/// The same for one who has moved, and waits only at its next turn: a move that was better not made.
const HURRIED_PLIES: f64 = 6.0;
/// The lead with which a player can wait as long as it likes.
const AMPLE_SECONDS: f64 = 10.0;
/// What the rest of the game may still take from a mate in several moves.
const BY_REST: f64 = 0.03;
/// The share of games that the team wins if both sides mate by their next move: it knows its own.
const FIRST: f64 = 0.94;
/// The share of games that the team wins if it is lost on one board and wins the other against a player
/// who can wait: the opponents have to play it all.
const RACING: f64 = 0.2;
/// The greatest share that is only estimated.
const MOST_ESTIMATED: f64 = 0.98;
/// The share of games that a certain mate wins, less for each ply to it: somebody has to play it.
const CERTAIN: f64 = 0.995;
/// The share of games that a mate wins which a piece could still prevent.
const CONDITIONAL: f64 = 0.93;
/// What a ply of a mate costs.
const BY_PLY: f64 = 0.004;
/// The least share of a board that is won.
const LEAST_OF_WON: f64 = 0.85;

/// The lean of what is told of plans on the boards as they are, in the logarithm of the odds.
struct Lean {
    /// Weight of the boards as they are.
    as_it_is: f64,
    /// Weight of the first plan.
    first: f64,
    /// The part that is subtracted, since the best of many looks better than it is.
    of_choice: f64,
}

/// Fitted to games of Tandem against itself; `docs/analyze.md` has the figures.
const ENGINES: Lean = Lean { as_it_is: 0.62, first: 0.19, of_choice: 0.12 };
/// People do not play the plans: in their games the first one adds nothing to the boards as they are.
const PEOPLE: Lean = Lean { as_it_is: 1.0, first: 0.0, of_choice: 0.0 };

/// The share of games that a plan wins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// The share, 0 to 1.
    pub wins: f64,
    /// How sure that is.
    pub certainty: Certainty,
}

/// How sure a share of games is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Certainty {
    /// The team mates in this many moves of the player who mates, whatever arrives. A move that the plan
    /// makes on that board is one of them.
    Mates(i32),
    /// The team wins in this many moves, counted likewise, unless a piece arrives.
    WinsUnlessHelped(i32),
    /// The team is mated in this many moves, whatever arrives.
    Mated(i32),
    /// The team loses in this many moves, unless a piece arrives.
    LosesUnlessHelped(i32),
    /// The share is an estimate. By this much it has changed with the latest searches, 0 to 1.
    Estimated(f64),
}

impl Worth {
    /// The worth by the boards after a plan, each with its score for the team.
    pub(super) fn of(
        fronts: &[(BoardId, Front)],
        (team, clocks): (Team, Clocks),
        scale: Scale,
    ) -> Self {
        let sides: Vec<Front> = fronts.iter().map(|&(_, front)| front).collect();
        let wins = match race(&sides) {
            Race::Won(Win { is_ours: false, plies, .. }) if plies > 1 && is_held_by_us(&sides) => {
                RACING
            }
            Race::Won(win) => {
                let won = Self::of_won(win);
                // What a piece could still change is worth no more than the rest of the game says.
                let rest = outlook(fronts, (team, clocks)).wins(team, scale);
                let wins = match (win.is_certain, win.is_ours) {
                    (true, true) if win.plies > 1 => won.wins - BY_REST * (1.0 - rest),
                    (true, _) => won.wins,
                    (false, true) => won.wins.max(rest),
                    (false, false) => won.wins.min(rest),
                };
                return Self { wins, ..won };
            }
            Race::Even { is_at_once: true } => FIRST,
            Race::Even { is_at_once: false } => 0.5,
            Race::Open => outlook(fronts, (team, clocks)).wins(team, scale),
        };
        let wins = wins.clamp(1.0 - MOST_ESTIMATED, MOST_ESTIMATED);
        Self { wins, certainty: Certainty::Estimated(0.0) }
    }

    fn of_won(win: Win) -> Self {
        let Win { is_ours, plies, moves, is_certain } = win;
        let best = if is_certain { CERTAIN } else { CONDITIONAL };
        let share = match plies {
            0 if is_certain => 1.0,
            plies => (best - BY_PLY * f64::from(plies)).max(LEAST_OF_WON),
        };
        let certainty = match (is_ours, is_certain) {
            (true, true) => Certainty::Mates(moves),
            (true, false) => Certainty::WinsUnlessHelped(moves),
            (false, true) => Certainty::Mated(moves),
            (false, false) => Certainty::LosesUnlessHelped(moves),
        };
        Self { wins: if is_ours { share } else { 1.0 - share }, certainty }
    }

    /// The same worth, after it was another one in the round before.
    #[must_use]
    pub(super) fn since(self, before: Option<f64>) -> Self {
        let certainty = match (self.certainty, before) {
            (Certainty::Estimated(_), Some(before)) => {
                Certainty::Estimated((self.wins - before).abs())
            }
            (certainty, _) => certainty,
        };
        Self { certainty, ..self }
    }

    /// The share that is told of a plan: it is the best of many that are searched briefly, and so looks
    /// better than it is. The boards as they are, searched longer, put it right.
    #[must_use]
    pub(super) fn beside(self, first: Self, as_it_is: Self, scale: Scale) -> Self {
        if self.is_proved() || first.is_proved() || as_it_is.is_proved() {
            return self;
        }
        let lean = if scale == Scale::Engines { ENGINES } else { PEOPLE };
        let told = lean.as_it_is * log_odds(as_it_is.wins) + lean.first * log_odds(first.wins)
            - lean.of_choice;
        let odds = told + log_odds(self.wins) - log_odds(first.wins);
        Self { wins: share(odds), ..self }
    }

    /// True if the share is no estimate.
    pub fn is_proved(self) -> bool {
        !matches!(self.certainty, Certainty::Estimated(_))
    }
}

/// The logarithm of the odds of a share.
pub(super) fn log_odds(share: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    (share / (1.0 - share)).ln()
}

fn is_held_by_us(fronts: &[Front]) -> bool {
    fronts.iter().any(|front| matches!(front, Front::Held(hold) if hold.is_ours))
}

/// The score of a board for the team, if its loser waits.
fn held(hold: Hold) -> Score {
    let most = match (hold.is_ours, hold.is_waiting) {
        (true, _) => HELD_PLIES,
        (false, true) => WAITING_PLIES,
        (false, false) => HURRIED_PLIES,
    };
    let longer = most * (hold.lead.seconds() / AMPLE_SECONDS).clamp(0.25, 1.0);
    let loss = Score::mated(hold.plies as usize + longer as usize);
    if hold.is_ours { -loss } else { loss }
}

/// The state of the game if neither board is decided: a board whose loser waits counts as a good one.
fn outlook(fronts: &[(BoardId, Front)], (team, clocks): (Team, Clocks)) -> Outlook {
    let start = Outlook { clocks: Some(clocks.example(team)), ..Outlook::default() };
    fronts.iter().fold(start, |outlook, &(board, front)| {
        let score = match front {
            Front::Open(score) => score,
            Front::Held(hold) => held(hold),
            Front::Decided(win) => win.score(),
        };
        outlook.with_score(board, for_team_one(team.seat(board), score))
    })
}
