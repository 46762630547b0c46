//! Puzzles from games, each proved by the mate solver. `docs/serve.md` says what is asked and what
//! is proved.

mod exchange;
mod finder;
mod kinds;
mod prover;
pub mod set;
mod setting;
mod theme;
mod words;

use tandem_rules::{MateRule, Millis, Move, Position, Seat};

pub use finder::{find, find_quickly};
use prover::{Prover, after, is_mated_after};
pub use setting::{Setting, SettingError};
pub use theme::Theme;
pub use words::explanation;

/// A puzzle that was found in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Number of moves on both boards before it.
    pub ply: usize,
    /// The seat that is asked; it is on turn.
    pub seat: Seat,
    /// The question.
    pub kind: Kind,
    /// Number of moves of the mate; 0 if there is none.
    pub moves: usize,
    /// Number of positions that the mate solver made for the proofs of its mates.
    pub nodes: u64,
    /// What it is about.
    pub theme: Theme,
    /// A FEN for each board in play.
    pub fens: Vec<String>,
    /// The clocks of the boards in play, in the order of [`Seat::ALL`], if they are known.
    pub clocks: Option<Vec<Millis>>,
    /// The squares of the last move on each board.
    pub last: Vec<Vec<String>>,
    /// The solution.
    pub solution: Solution,
}

/// The question of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Mate with what you hold.
    Mate,
    /// Mate with a piece that your partner can take.
    Take,
    /// Which piece do you need in order to mate?
    Need,
    /// Capture, and do not give the piece that mates your partner.
    Give,
    /// Sit or move?
    Sit,
}

impl Kind {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Mate, Self::Take, Self::Need, Self::Give, Self::Sit];

    /// Its name in files, as in `take`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Take => "take",
            Self::Need => "need",
            Self::Give => "give",
            Self::Sit => "sit",
        }
    }
}

/// The solution of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Solution {
    /// The right answers: the first move in coordinates; the partner's captures of the piece; the
    /// letters of the pieces; the capture that gives nothing; `sit` or `move`.
    pub answers: Vec<String>,
    /// Lines in SAN: the mate; the mate with each piece; after the move that holds out longest; the
    /// moves that do not lose, a line each.
    pub lines: Vec<Vec<String>>,
    /// The letter of the piece that arrives before each line: the one that the partner takes, or
    /// those that must not be given. Then the lines are of the player who gets it. Empty for the
    /// other kinds.
    pub pieces: Vec<String>,
}

/// The judgement of a move of a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It mates.
    Mates,
    /// A mate follows each reply; this one holds out longest. It may drop a piece that arrives.
    Leads(Move),
    /// It does not lead to mate by checks.
    Fails,
    /// The limits were too low to decide.
    Undecided,
}

/// Judges a move of the side to move, which is to mate by checks.
pub fn judge(position: &Position, m: Move, rule: MateRule) -> Judgement {
    if rule == MateRule::HoldingsAtHand && is_mated_after(position, m) {
        return Judgement::Mates;
    }
    Prover::new().judge(position, m)
}

/// True if it is proved that the opponent of the side to move does not mate by checks after a move.
pub fn escapes(position: &Position, m: Move) -> bool {
    Prover::new().has_no_mate(&after(position, m))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges a move in a position of bughouse.
    fn judged(fen: &str, m: &str, rule: MateRule) -> Judgement {
        let position: Position = fen.parse().expect("a position");
        let m = position.parse_coordinate(m).expect("a move");
        judge(&position, m, rule)
    }

    #[test]
    fn moves_of_a_mate_are_judged_by_all_replies() {
        let smothered = "r4rk1/5Npp/8/8/2Q5/8/8/6K1[] w - - 0 1";
        let back_rank = "6k1/5ppp/8/8/8/8/8/K2R4[] w - - 0 1";
        let (strict, at_hand) = (MateRule::Unblockable, MateRule::HoldingsAtHand);
        assert!(matches!(judged(smothered, "f7h6", strict), Judgement::Leads(_)));
        assert_eq!(judged(smothered, "f7d8", strict), Judgement::Fails);
        assert_eq!(judged(smothered, "g1f1", strict), Judgement::Fails);
        assert_eq!(judged("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", "N@f7", strict), Judgement::Mates);
        // A piece that arrives can be put between, unless the rules look at the holdings alone.
        assert_eq!(judged(back_rank, "d1d8", strict), Judgement::Fails);
        assert_eq!(judged(back_rank, "d1d8", at_hand), Judgement::Mates);
    }
}
