//! Puzzles from games, each proved by the mate solver. `docs/serve.md` says what is asked and what
//! is proved.

mod finder;
mod kinds;
mod prover;

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{MateRule, Move, Position};
use tandem_server::{FoundPuzzle, Judged, Puzzlers};

use prover::{Prover, is_mated_after};

/// Puzzles by the mate solver.
pub(super) struct Proved;

impl Puzzlers for Proved {
    fn find(&self, game: &GameRecord, goes_on: &dyn Fn() -> bool) -> Option<Vec<FoundPuzzle>> {
        finder::find(game, goes_on)
    }

    fn judge(&self, position: &Position, m: Move, rule: MateRule) -> Judged {
        if rule == MateRule::HoldingsAtHand && is_mated_after(position, m) {
            return Judged::Mates;
        }
        Prover::new().judge(position, m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges a move in a position of bughouse.
    fn judged(fen: &str, m: &str, rule: MateRule) -> Judged {
        let position: Position = fen.parse().expect("a position");
        let m = position.parse_coordinate(m).expect("a move");
        Proved.judge(&position, m, rule)
    }

    #[test]
    fn moves_of_a_mate_are_judged_by_all_replies() {
        let smothered = "r4rk1/5Npp/8/8/2Q5/8/8/6K1[] w - - 0 1";
        let back_rank = "6k1/5ppp/8/8/8/8/8/K2R4[] w - - 0 1";
        let (strict, at_hand) = (MateRule::Unblockable, MateRule::HoldingsAtHand);
        assert!(matches!(judged(smothered, "f7h6", strict), Judged::Leads(_)));
        assert_eq!(judged(smothered, "f7d8", strict), Judged::Fails);
        assert_eq!(judged(smothered, "g1f1", strict), Judged::Fails);
        assert_eq!(judged("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", "N@f7", strict), Judged::Mates);
        // A piece that arrives can be put between, unless the rules look at the holdings alone.
        assert_eq!(judged(back_rank, "d1d8", strict), Judged::Fails);
        assert_eq!(judged(back_rank, "d1d8", at_hand), Judged::Mates);
    }
}
