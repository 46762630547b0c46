//! Move ordering: the staged move picker.
//!
//! The TT move comes first, then captures and promotions that lose nothing by SEE, then killers and
//! the counter move, then the other quiet moves and drops by their history, and captures that lose
//! material last. Each stage is only generated when it is reached: most nodes are cut off earlier.

use arrayvec::ArrayVec;
use tandem_rules::{Bitboard, CheckSquares, Move, MoveKind, MoveList, Position, Stage, attacks};

use super::exchange;
use super::history::{History, Scene};
use super::params::Params;
use crate::eval;

/// The data that moves are ordered by.
#[derive(Clone, Copy)]
pub(super) struct Guide<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) history: &'a History,
    pub(super) params: &'a Params,
}

/// The stage of a picker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    TableMove,
    Captures,
    GoodCaptures,
    Refuters(usize),
    Quiets,
    Rest,
}

/// Gives the moves of a node one after the other, in stages.
pub(super) struct Picker {
    next: Next,
    table_move: Option<Move>,
    /// Two killers and the counter move.
    refuters: [Option<Move>; 3],
    checks: Checks,
    list: Ranked,
    only_captures: bool,
}

/// Base ranks: captures come in one band, those that lose material in another, quiet moves between.
const CAPTURE: i32 = 1 << 21;
const LOSING_CAPTURE: i32 = -(1 << 21);
/// Half the width of a band, which no difference between captures exceeds.
const BAND: i32 = 1 << 20;

impl Picker {
    /// A picker of all moves; the TT move, killers and counter move need not be legal here.
    pub(super) fn new(
        position: &Position,
        table_move: Option<Move>,
        refuters: [Option<Move>; 3],
    ) -> Self {
        let table_move = table_move.filter(|&m| position.is_legal(m));
        Self {
            next: Next::TableMove,
            table_move,
            refuters,
            checks: Checks::new(position),
            list: Ranked::new(),
            only_captures: false,
        }
    }

    /// A picker of captures and promotions only, those that lose material left out.
    pub(super) fn captures(position: &Position, table_move: Option<Move>) -> Self {
        let table_move = table_move.filter(|&m| !position.is_quiet(m));
        Self { only_captures: true, ..Self::new(position, table_move, [None; 3]) }
    }

    /// Squares from which a piece of the side to move gives check.
    pub(super) const fn checks(&self) -> &Checks {
        &self.checks
    }

    /// Skips the quiet moves that are left.
    pub(super) fn leave_quiets(&mut self) {
        if matches!(self.next, Next::Refuters(_) | Next::Quiets) {
            self.next = Next::Rest;
        }
        self.list.drop_above(LOSING_CAPTURE + BAND);
    }

    /// The next move; `None` at the end.
    pub(super) fn next(&mut self, guide: Guide) -> Option<Move> {
        loop {
            match self.next {
                Next::TableMove => {
                    self.next = Next::Captures;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Next::Captures => {
                    self.next = Next::GoodCaptures;
                    self.list_captures(guide);
                }
                Next::GoodCaptures => match self.next_good_capture(guide) {
                    Some(m) => return Some(m),
                    None if self.only_captures => return None,
                    None => self.next = Next::Refuters(0),
                },
                Next::Refuters(at) => {
                    self.next = if at < 2 { Next::Refuters(at + 1) } else { Next::Quiets };
                    if let Some(m) = self.refuter(guide.scene.position, at) {
                        return Some(m);
                    }
                }
                Next::Quiets => {
                    self.next = Next::Rest;
                    self.list_quiets(guide);
                }
                Next::Rest => return self.list.take_best(),
            }
        }
    }

    fn list_captures(&mut self, guide: Guide) {
        let position = guide.scene.position;
        let table_move = self.table_move;
        let weight = guide.params.order_capture_history;
        let learned = |m| guide.history.capture(position, m) * weight;
        self.list.add(position, Stage::Captures, |m| {
            let worth = gain(position, m) * 8 + learned(m) / 800;
            (Some(m) != table_move).then_some(CAPTURE + worth)
        });
    }

    /// The best capture that loses nothing; losing ones met on the way move behind everything else.
    fn next_good_capture(&mut self, guide: Guide) -> Option<Move> {
        while let Some((at, m, worth)) = self.list.best() {
            if worth < CAPTURE - BAND {
                return None;
            }
            let matters = self.only_captures || guide.params.order_see > 0;
            if !matters || !exchange::loses(guide.scene.position, m) {
                self.list.remove(at);
                return Some(m);
            }
            self.list.rank(at, worth - CAPTURE + LOSING_CAPTURE);
        }
        None
    }

    fn refuter(&self, position: &Position, at: usize) -> Option<Move> {
        let m = self.refuters[at]?;
        let is_new = Some(m) != self.table_move && !self.refuters[..at].contains(&Some(m));
        (is_new && position.is_quiet(m) && position.is_legal(m)).then_some(m)
    }

    fn list_quiets(&mut self, guide: Guide) {
        let Guide { scene, history, params } = guide;
        let Self { list, checks, table_move, refuters, .. } = self;
        let is_done = |m| Some(m) == *table_move || refuters.contains(&Some(m));
        list.add(scene.position, Stage::Quiets, |m| {
            (!is_done(m)).then(|| history.quiet(scene, m, params))
        });
        list.add(scene.position, Stage::Drops, |m| {
            (!is_done(m))
                .then(|| history.quiet(scene, m, params) + checks.bonus(scene.position, m, params))
        });
    }
}

/// A list of moves with their ranks.
///
/// A rank is the worth and, in its lowest bits, the index in the list, so that the best is a plain
/// maximum, and the earlier one among equals. A move that was taken out has the lowest rank.
struct Ranked {
    moves: MoveList,
    ranks: ArrayVec<i32, { Ranked::MOST }>,
}

impl Ranked {
    const MOST: usize = 512;
    const TAKEN: i32 = i32::MIN;

    fn new() -> Self {
        Self { moves: MoveList::new(), ranks: ArrayVec::new() }
    }

    /// Generates the moves of a stage; those without a worth are skipped.
    fn add(
        &mut self,
        position: &Position,
        stage: Stage,
        mut worth: impl FnMut(Move) -> Option<i32>,
    ) {
        position.generate(stage, &mut self.moves);
        for at in self.ranks.len()..self.moves.len() {
            let rank = worth(self.moves[at]).map_or(Self::TAKEN, |worth| Self::ranked(worth, at));
            self.ranks.push(rank);
        }
    }

    const fn ranked(worth: i32, at: usize) -> i32 {
        worth * Self::MOST as i32 + (Self::MOST - 1 - at) as i32
    }

    fn best(&self) -> Option<(usize, Move, i32)> {
        let best = self.ranks.iter().copied().max().filter(|&rank| rank != Self::TAKEN)?;
        let at = Self::MOST - 1 - best.rem_euclid(Self::MOST as i32) as usize;
        Some((at, self.moves[at], best.div_euclid(Self::MOST as i32)))
    }

    fn remove(&mut self, at: usize) {
        self.ranks[at] = Self::TAKEN;
    }

    fn rank(&mut self, at: usize, worth: i32) {
        self.ranks[at] = Self::ranked(worth, at);
    }

    fn take_best(&mut self) -> Option<Move> {
        let (at, m, _) = self.best()?;
        self.remove(at);
        Some(m)
    }

    /// Takes out all moves of greater worth.
    fn drop_above(&mut self, worth: i32) {
        let most = Self::ranked(worth, 0);
        for rank in &mut self.ranks {
            if *rank > most {
                *rank = Self::TAKEN;
            }
        }
    }
}

/// The squares from which the side to move gives check, and those beside the enemy king.
pub(super) struct Checks {
    squares: CheckSquares,
    ring: Bitboard,
}

impl Checks {
    fn new(position: &Position) -> Self {
        let king = position.king(!position.side_to_move());
        Self { squares: position.check_squares(), ring: attacks::king(king) }
    }

    /// True for a move that gives check with the piece that arrives; discovered checks are not
    /// seen.
    pub(super) fn gives(&self, position: &Position, m: Move) -> bool {
        self.squares.is_check(position, m)
    }

    /// True for a drop beside the enemy king.
    pub(super) fn is_contact_drop(&self, m: Move) -> bool {
        m.is_drop() && self.ring.contains(m.to())
    }

    fn bonus(&self, position: &Position, drop: Move, params: &Params) -> i32 {
        let check = if self.gives(position, drop) { params.order_check_drop } else { 0 };
        let contact = if self.ring.contains(drop.to()) { params.order_contact_drop } else { 0 };
        check + contact
    }
}

/// MVV-LVA: the most valuable victim by the least valuable attacker.
fn gain(position: &Position, m: Move) -> i32 {
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
    use tandem_rules::{MoveRules, Variant, notation::Fen};

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

    fn all(position: &Position, mut picker: Picker) -> Vec<Move> {
        let (history, params) = (History::new(), Params::default());
        let scene = Scene { position, before: [None; 2] };
        let guide = Guide { scene, history: &history, params: &params };
        std::iter::from_fn(|| picker.next(guide)).collect()
    }

    #[test]
    fn every_legal_move_comes_once_whatever_is_thought_to_be_good() {
        for position in POSITIONS.iter().copied().map(position) {
            let legal = position.legal_moves();
            let foreign = Move::from_bits(0o1234);
            for (at, &m) in legal.iter().enumerate() {
                let other = Some(legal[legal.len() - 1 - at]);
                let picker = Picker::new(&position, Some(m), [other, Some(m), foreign]);
                let mut given = all(&position, picker);
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
            expected.retain(|&m| !exchange::loses(&position, m));
            let mut given = all(&position, Picker::captures(&position, None));
            given.sort_by_key(|m| m.bits());
            expected.sort_by_key(|m| m.bits());
            assert_eq!(given, expected);
        }
    }

    #[test]
    fn captures_precede_quiet_moves_and_losing_ones_come_last() {
        for position in POSITIONS.iter().copied().map(position) {
            let rank = |&m: &Move| match (position.is_quiet(m), exchange::loses(&position, m)) {
                (false, false) => 0,
                (true, _) => 1,
                (false, true) => 2,
            };
            assert!(all(&position, Picker::new(&position, None, [None; 3])).is_sorted_by_key(rank));
        }
    }

    #[test]
    fn who_leaves_the_quiet_moves_still_gets_the_losing_captures() {
        let position = position("4k3/8/3p4/4p3/8/8/8/Q3K3[N] w - - 0 1");
        let (history, params) = (History::new(), Params::default());
        let scene = Scene { position: &position, before: [None; 2] };
        let guide = Guide { scene, history: &history, params: &params };
        let mut picker = Picker::new(&position, None, [None; 3]);
        assert!(picker.next(guide).is_some_and(|m| position.is_quiet(m)));
        picker.leave_quiets();
        let losing = position.parse_coordinate("a1e5").expect("legal");
        assert_eq!([picker.next(guide), picker.next(guide)], [Some(losing), None]);
    }
}
