//! Questions to the mate solver, each with a limit of its own.

use tandem_engine::{MateLimits, MateSolver, Proof, Supply, Verdict};
use tandem_rules::{
    Color, Handoff, Move, MoveKind, MoveList, PieceType, PieceTypes, Position, Standing, Variant,
};

use super::Judgement;

/// Size of the mate solver's table in MiB.
const TABLE_MEBIBYTES: usize = 4;
/// Maximum number of positions made to find out that there is no mate with nothing arriving, and to
/// prove a mate against all that may arrive.
const NODES: [u64; 2] = [10_000, 40_000];
/// The same for a quick look.
const QUICK_NODES: [u64; 2] = [1_000, 6_000];

/// The answer to whether the side to move mates by checks.
pub(super) enum Answer {
    /// It does, against every piece that may arrive for its opponent.
    Mate(Proof),
    /// It does not, not even if nothing arrives.
    NoMate,
    /// Neither was proved.
    Open,
}

/// Proves mates by checks, and that there is none.
pub(super) struct Prover {
    solver: MateSolver,
    /// Nodes against a mate with nothing arriving, and for one against everything.
    nodes: [u64; 2],
}

impl Prover {
    pub(super) fn new() -> Self {
        Self { solver: MateSolver::new(TABLE_MEBIBYTES), nodes: NODES }
    }

    /// A prover that leaves more questions open.
    pub(super) fn quick() -> Self {
        Self { nodes: QUICK_NODES, ..Self::new() }
    }

    /// Finds out whether the side to move mates by checks.
    pub(super) fn ask(&mut self, position: &Position) -> Answer {
        // Few positions have a mate, and most of those without are told by few nodes.
        if self.has_no_mate(position) {
            return Answer::NoMate;
        }
        match self.solve(position) {
            Verdict::Mate(proof) => Answer::Mate(proof),
            Verdict::NoMate | Verdict::Unknown => Answer::Open,
        }
    }

    /// The verdict on a mate against all that may arrive.
    fn solve(&mut self, position: &Position) -> Verdict {
        self.solver.solve(position, Supply::ANY, MateLimits::nodes(self.nodes[1]))
    }

    /// True if it is proved that the side to move does not mate, not even if nothing arrives.
    pub(super) fn has_no_mate(&mut self, position: &Position) -> bool {
        let limits = MateLimits::nodes(self.nodes[0]);
        self.solver.solve(position, Supply::Frozen, limits) == Verdict::NoMate
    }

    /// True if it is proved that a move does not lead to mate by checks, not even if nothing arrives.
    pub(super) fn fails(&mut self, position: &Position, m: Move) -> bool {
        let next = after(position, m);
        if !next.in_check() {
            return true;
        }
        replies(&next).iter().any(|&reply| self.has_no_mate(&after(&next, reply)))
    }

    /// Judges a move of the side to move: it mates by checks if a mate follows each reply, also a
    /// drop of any piece that may arrive.
    pub(super) fn judge(&mut self, position: &Position, m: Move) -> Judgement {
        let mut next = after(position, m);
        if !next.in_check() {
            return Judgement::Fails;
        }
        let held = next.holdings(next.side_to_move());
        supply(&mut next);
        let mut longest: Option<(usize, bool, Move)> = None;
        for reply in &replies(&next) {
            let plies = match self.solve(&after(&next, reply)) {
                Verdict::Mate(proof) => proof.plies,
                Verdict::NoMate => return Judgement::Fails,
                Verdict::Unknown => return Judgement::Undecided,
            };
            // Of two replies that hold out alike, the one for which nothing has to arrive.
            let is_at_hand = dropped(reply).is_none_or(|piece| held.has(piece));
            let is_longer = longest
                .is_none_or(|(known, was_at_hand, _)| (plies, is_at_hand) > (known, was_at_hand));
            if is_longer {
                longest = Some((plies, is_at_hand, reply));
            }
        }
        longest.map_or(Judgement::Mates, |(.., reply)| Judgement::Leads(reply))
    }
}

/// True if a move mates by the holdings at hand.
pub(super) fn is_mated_after(position: &Position, m: Move) -> bool {
    after(position, m).standing(PieceTypes::NONE) == Standing::Mated
}

/// The position after a move.
pub(super) fn after(position: &Position, m: Move) -> Position {
    let mut next = position.clone();
    let _partner_elsewhere = next.make(m, &mut ());
    next
}

/// The piece that a move drops.
fn dropped(m: Move) -> Option<PieceType> {
    match m.kind() {
        MoveKind::Drop { piece, .. } => Some(piece),
        _ => None,
    }
}

/// All answers that the rules take.
pub(super) fn replies(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    position.generate_accepted_only(&mut moves);
    moves
}

/// Sets the holdings of the side to move to one of each piece that may arrive: another may arrive
/// for each that is dropped.
fn supply(position: &mut Position) {
    if position.variant() != Variant::Bughouse {
        return;
    }
    let color = position.side_to_move();
    let arrivals = position.possible_arrivals(color);
    let mut holdings = position.holdings(color);
    for piece in PieceType::DROPPABLE {
        holdings.set(piece, u8::from(arrivals.contains(piece)));
    }
    position.set_holdings(color, holdings, &mut ());
}

/// The position with one more piece in a hand.
pub(super) fn with_piece(position: &Position, color: Color, piece: PieceType) -> Position {
    let mut given = position.clone();
    given.receive(Handoff { color, piece }, &mut ());
    given
}

/// A line of a proof in SAN. The defender may drop pieces that arrive.
pub(super) fn san_line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut texts = Vec::with_capacity(line.len());
    walk(position, line, |position, m| texts.push(san(position, m)));
    texts
}

/// The position after a line of a proof.
pub(super) fn walk(
    position: &Position,
    line: &[Move],
    mut visit: impl FnMut(&Position, Move),
) -> Position {
    let attacker = position.side_to_move();
    let mut position = position.clone();
    for &m in line {
        if position.side_to_move() != attacker {
            supply(&mut position);
        }
        visit(&position, m);
        position = after(&position, m);
    }
    position
}

/// A move in SAN, marked as mate if no piece that could arrive would help.
pub(super) fn san(position: &Position, m: Move) -> String {
    position.san(m, position.possible_arrivals(!position.side_to_move()))
}
