//! Move ordering: the staged move picker.
//!
//! The TT move comes first, then captures and promotions that lose nothing by SEE, then killers and
//! the counter move, then the other quiet moves and drops by their history, and captures that lose
//! material last. Each stage is only generated when it is reached: most nodes are cut off earlier.

use tandem_rules::{Move, MoveKind, Position, Stage};

use super::checks::Checks;
use super::history::History;
use super::params::Params;
use super::piece_to::PreviousMoves;
use super::ranked_moves::RankedMoves;
use super::see;
use crate::eval;

/// The data by which the moves of a node are ordered.
#[derive(Clone, Copy)]
pub(super) struct MoveOrdering<'a> {
    pub(super) position: &'a Position,
    pub(super) previous: PreviousMoves,
    pub(super) history: &'a History,
    pub(super) params: &'a Params,
}

/// The stage of a picker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PickerStage {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    /// Killers and the counter move, from this index on.
    Refutations(usize),
    GenerateQuiets,
    /// Quiet moves, then losing captures.
    Rest,
}

/// Gives the moves of a node one after the other, in stages.
pub(super) struct MovePicker<'a> {
    ordering: MoveOrdering<'a>,
    stage: PickerStage,
    tt_move: Option<Move>,
    /// Two killers and the counter move.
    refutations: [Option<Move>; 3],
    checks: Checks,
    moves: RankedMoves,
    only_captures: bool,
}

/// Base ranks: captures come in one band, those that lose material in another, quiet moves between.
const CAPTURE: i32 = 1 << 21;
const LOSING_CAPTURE: i32 = -(1 << 21);
/// Half the width of a band, which no difference between captures exceeds.
const BAND: i32 = 1 << 20;

impl<'a> MovePicker<'a> {
    /// A picker of all moves; the TT move, killers and counter move need not be legal here.
    pub(super) fn new(
        ordering: MoveOrdering<'a>,
        tt_move: Option<Move>,
        refutations: [Option<Move>; 3],
    ) -> Self {
        let tt_move = tt_move.filter(|&m| ordering.position.is_legal(m));
        Self {
            ordering,
            stage: PickerStage::TtMove,
            tt_move,
            refutations,
            checks: Checks::new(ordering.position),
            moves: RankedMoves::new(),
            only_captures: false,
        }
    }

    /// A picker of captures and promotions only, those that lose material left out.
    pub(super) fn captures(ordering: MoveOrdering<'a>, tt_move: Option<Move>) -> Self {
        let tt_move = tt_move.filter(|&m| !ordering.position.is_quiet(m));
        Self { only_captures: true, ..Self::new(ordering, tt_move, [None; 3]) }
    }

    /// Squares from which a piece of the side to move gives check.
    pub(super) const fn checks(&self) -> &Checks {
        &self.checks
    }

    /// Skips the quiet moves that are left.
    pub(super) fn skip_quiets(&mut self) {
        if matches!(self.stage, PickerStage::Refutations(_) | PickerStage::GenerateQuiets) {
            self.stage = PickerStage::Rest;
        }
        self.moves.drop_above(LOSING_CAPTURE + BAND);
    }

    /// The next move; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Move> {
        loop {
            match self.stage {
                PickerStage::TtMove => {
                    self.stage = PickerStage::GenerateCaptures;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                PickerStage::GenerateCaptures => {
                    self.stage = PickerStage::GoodCaptures;
                    self.generate_captures();
                }
                PickerStage::GoodCaptures => match self.next_good_capture() {
                    Some(m) => return Some(m),
                    None if self.only_captures => return None,
                    None => self.stage = PickerStage::Refutations(0),
                },
                PickerStage::Refutations(at) => {
                    self.stage = match at {
                        0 | 1 => PickerStage::Refutations(at + 1),
                        _ => PickerStage::GenerateQuiets,
                    };
                    if let Some(m) = self.refutation(at) {
                        return Some(m);
                    }
                }
                PickerStage::GenerateQuiets => {
                    self.stage = PickerStage::Rest;
                    self.generate_quiets();
                }
                PickerStage::Rest => return self.moves.take_best(),
            }
        }
    }

    fn generate_captures(&mut self) {
        let MoveOrdering { position, history, params, .. } = self.ordering;
        let tt_move = self.tt_move;
        let weight = params.order_capture_history;
        let learned = |m| history.capture_score(position, m) * weight;
        self.moves.add(position, Stage::Captures, |m| {
            let worth = mvv_lva(position, m) * 8 + learned(m) / 800;
            (Some(m) != tt_move).then_some(CAPTURE + worth)
        });
    }

    /// The best capture that loses nothing; losing ones met on the way move behind everything else.
    fn next_good_capture(&mut self) -> Option<Move> {
        while let Some((at, m, worth)) = self.moves.best() {
            if worth < CAPTURE - BAND {
                return None;
            }
            let matters = self.only_captures || self.ordering.params.order_see > 0;
            if !matters || !see::loses(self.ordering.position, m) {
                self.moves.remove(at);
                return Some(m);
            }
            self.moves.rank(at, worth - CAPTURE + LOSING_CAPTURE);
        }
        None
    }

    fn refutation(&self, at: usize) -> Option<Move> {
        let position = self.ordering.position;
        let m = self.refutations[at]?;
        let is_new = Some(m) != self.tt_move && !self.refutations[..at].contains(&Some(m));
        (is_new && position.is_quiet(m) && position.is_legal(m)).then_some(m)
    }

    fn generate_quiets(&mut self) {
        let MoveOrdering { position, previous, history, params } = self.ordering;
        let Self { moves, checks, tt_move, refutations, .. } = self;
        let is_done = |m| Some(m) == *tt_move || refutations.contains(&Some(m));
        let score = |m| history.quiet_score(position, previous, m, params);
        moves.add(position, Stage::Quiets, |m| (!is_done(m)).then(|| score(m)));
        moves.add(position, Stage::Drops, |m| {
            (!is_done(m)).then(|| score(m) + checks.bonus(position, m, params))
        });
    }
}

/// MVV-LVA: the most valuable victim by the least valuable attacker.
fn mvv_lva(position: &Position, m: Move) -> i32 {
    let variant = position.variant();
    let value = |piece| eval::value(variant, piece);
    let victim = position.captured(m).map_or(0, value);
    let attacker = match m.kind() {
        MoveKind::Promotion { piece, .. } => return victim + eval::promoted(position, piece),
        _ => m.from().and_then(|from| position.piece_at(from)),
    };
    victim * 2 - attacker.map_or(0, |piece| value(piece.piece_type)) / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{MoveList, MoveRules, Variant, notation::Fen};

    /// Positions with much to take, to drop and to promote, and with checks to answer.
    const POSITIONS: &[&str] = &[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20",
        "r4k1r/ppN2ppp/3Pp3/2Np4/1n1P4/4Pq2/PPPKBb1P/R2Q1Bq1[Nrnp] w - - 4 27",
        "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
        "4k3/8/8/3Pp3/8/8/8/4K2R[Q] w K e6 0 1",
        "r3k2r/ppp2ppp/3p4/3Pn3/1b2P2P/4Pqp1/PPPP1b2/R1B2K1R[NNN] b kq - 8 21",
    ];

    fn position(fen: &str) -> Position {
        Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("sound")
    }

    /// The moves of a picker, made by `picker` from the ordering of a position.
    fn all(position: &Position, picker: impl FnOnce(MoveOrdering) -> MovePicker) -> Vec<Move> {
        let (history, params) = (History::new(), Params::usual(Variant::Bughouse));
        let mut picker = picker(MoveOrdering {
            position,
            previous: [None; 2],
            history: &history,
            params: &params,
        });
        std::iter::from_fn(|| picker.next()).collect()
    }

    #[test]
    fn every_legal_move_comes_once_whatever_is_thought_to_be_good() {
        for position in POSITIONS.iter().copied().map(position) {
            let legal = position.legal_moves();
            let foreign = Move::from_bits(0o1234);
            for (at, &m) in legal.iter().enumerate() {
                let other = Some(legal[legal.len() - 1 - at]);
                let refutations = [other, Some(m), foreign];
                let mut given =
                    all(&position, |ordering| MovePicker::new(ordering, Some(m), refutations));
                assert_eq!(given[0], m);
                let mut expected = legal.to_vec();
                given.sort_by_key(|m| m.bits());
                expected.sort_by_key(|m| m.bits());
                assert_eq!(given, expected);
            }
        }
    }

    #[test]
    fn captures_come_without_those_that_lose_material() {
        for position in POSITIONS.iter().copied().map(position) {
            let mut captures = MoveList::new();
            position.generate(Stage::Captures, &mut captures);
            let mut expected = captures.to_vec();
            expected.retain(|&m| !see::loses(&position, m));
            let mut given = all(&position, |ordering| MovePicker::captures(ordering, None));
            given.sort_by_key(|m| m.bits());
            expected.sort_by_key(|m| m.bits());
            assert_eq!(given, expected);
        }
    }

    #[test]
    fn captures_precede_quiet_moves_and_losing_ones_come_last() {
        for position in POSITIONS.iter().copied().map(position) {
            let rank = |&m: &Move| match (position.is_quiet(m), see::loses(&position, m)) {
                (false, false) => 0,
                (true, _) => 1,
                (false, true) => 2,
            };
            let given = all(&position, |ordering| MovePicker::new(ordering, None, [None; 3]));
            assert!(given.is_sorted_by_key(rank));
        }
    }

    #[test]
    fn losing_captures_follow_when_the_quiet_moves_are_skipped() {
        let position = position("4k3/8/3p4/4p3/8/8/8/Q3K3[N] w - - 0 1");
        let (history, params) = (History::new(), Params::usual(Variant::Bughouse));
        let previous = [None; 2];
        let ordering =
            MoveOrdering { position: &position, previous, history: &history, params: &params };
        let mut picker = MovePicker::new(ordering, None, [None; 3]);
        assert!(picker.next().is_some_and(|m| position.is_quiet(m)));
        picker.skip_quiets();
        let losing = position.parse_coordinate("a1e5").expect("legal");
        assert_eq!([picker.next(), picker.next()], [Some(losing), None]);
    }
}
