//! Random lines for the laws: any start position, any rule set, moves and arriving pieces.

use proptest::prelude::*;
use tandem_rules::notation::Fen;
use tandem_rules::{
    Bitboard, Color, Handoff, Move, MoveList, MoveRules, Observer, Permission, PieceType, Position,
    Setup, Stage, Variant,
};

/// The rules of the presets, and values of single fields that no preset has.
pub(crate) const RULES: [MoveRules; 8] = [
    MoveRules::FIDE,
    MoveRules::USCF,
    MoveRules::WBN,
    MoveRules::FICS,
    MoveRules { dropped_pawn_double_step: Permission::No, ..MoveRules::FICS },
    MoveRules { dropped_pawn_double_step: Permission::Accepted, ..MoveRules::FIDE },
    MoveRules { crossed_castling: Permission::Accepted, ..MoveRules::WBN },
    MoveRules { en_passant_after_drops: Permission::Yes, ..MoveRules::USCF },
];

/// Start positions that soon lead to events which are rare from the standard one.
const STARTS: [&str; 6] = [
    // crossed kings and queens
    "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR[] w KQkq - 0 1",
    "r2k3r/8/8/8/8/8/8/R2K3R[RPrp] w KQkq - 0 1",
    // castling, with rooks to take and to drop
    "r3k2r/1b4b1/1n4n1/8/8/1N4N1/1B4B1/R3K2R[RPrp] w KQkq - 0 1",
    // promotions at once
    "1n2k1n1/P1P4P/8/8/8/8/p1p4p/1N2K1N1[Qq] w - - 0 1",
    // en passant at once, on a full board and on an empty one
    "4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3[] w - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3[Pp] w - - 0 1",
];

/// One step of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// The accepted move with this number, counted around.
    Move(u16),
    /// The capture or promotion with this number, if there is one.
    Capture(u16),
    /// A piece from the partner.
    Receive(Color, PieceType),
    /// A null move, where that is allowed.
    Null,
}

/// A start position and the steps from there.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) start: Position,
    pub(crate) steps: Vec<Step>,
}

impl Line {
    /// Calls `visit` with the start position and with the position after each step.
    pub(crate) fn visit(
        &self,
        mut visit: impl FnMut(&Position) -> Result<(), TestCaseError>,
    ) -> Result<(), TestCaseError> {
        let mut position = self.start.clone();
        visit(&position)?;
        for &step in &self.steps {
            take(&mut position, step, &mut ());
            visit(&position)?;
        }
        Ok(())
    }

    /// The position at the end of the line.
    pub(crate) fn end(&self) -> Position {
        let mut position = self.start.clone();
        self.steps.iter().for_each(|&step| take(&mut position, step, &mut ()));
        position
    }
}

/// All moves that the rules accept: the legal ones, then the others.
pub(crate) fn accepted_moves(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    position.generate_accepted_only(&mut moves);
    moves
}

/// Plays one step; a step that cannot be played is skipped.
pub(crate) fn take(position: &mut Position, step: Step, observer: &mut impl Observer) {
    let (moves, number) = match step {
        Step::Move(number) => (accepted_moves(position), number),
        Step::Capture(number) => {
            let mut moves = MoveList::new();
            position.generate(Stage::Captures, &mut moves);
            (moves, number)
        }
        Step::Receive(color, piece) => {
            return position.receive(Handoff { color, piece }, observer);
        }
        Step::Null if position.in_check() => return,
        Step::Null => return position.make_null(),
    };
    if !moves.is_empty() {
        let _partner_elsewhere = position.make(moves[usize::from(number) % moves.len()], observer);
    }
}

/// The position after a move that is known to be possible.
pub(crate) fn after(position: &Position, m: Move) -> Position {
    let mut next = position.clone();
    let _partner_elsewhere = next.make(m, &mut ());
    next
}

/// The pieces of one color that attack the king of the other, found from their own squares.
pub(crate) fn attackers_of_king(position: &Position, by: Color) -> Bitboard {
    let king = position.king(!by);
    position
        .men(by)
        .into_iter()
        .filter(|&from| {
            let piece = position.piece_at(from).expect("a man stands there");
            let reach = tandem_rules::attacks::of(by, piece.piece_type, from, position.occupied());
            reach.contains(king)
        })
        .fold(Bitboard::EMPTY, |all, from| all | Bitboard::of(from))
}

pub(crate) fn rules() -> impl Strategy<Value = MoveRules> {
    proptest::sample::select(&RULES[..])
}

pub(crate) fn variant() -> impl Strategy<Value = Variant> {
    proptest::sample::select(&[Variant::Bughouse, Variant::Crazyhouse, Variant::Chess][..])
}

fn start() -> impl Strategy<Value = Setup> {
    let parse = |fen| Fen::parse(fen).expect("the table holds sound positions").setup;
    prop_oneof![
        Just(Setup::start()),
        (0u16..960).prop_map(|number| Setup::chess960(number).expect("a number below 960")),
        proptest::sample::select(&STARTS[..]).prop_map(parse),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let received = (
        proptest::sample::select(&Color::ALL[..]),
        proptest::sample::select(&PieceType::DROPPABLE[..]),
    );
    prop_oneof![
        12 => any::<u16>().prop_map(Step::Move),
        6 => any::<u16>().prop_map(Step::Capture),
        2 => received.prop_map(|(color, piece)| Step::Receive(color, piece)),
        1 => Just(Step::Null),
    ]
}

/// Lines under the rule sets that `rules` draws.
pub(crate) fn lines_under(rules: impl Strategy<Value = MoveRules>) -> impl Strategy<Value = Line> {
    let steps = proptest::collection::vec(step(), 0..80);
    (start(), variant(), rules, steps).prop_map(|(setup, variant, rules, steps)| {
        let start = Position::from_setup(&setup, variant, rules).expect("every start is sound");
        Line { start, steps }
    })
}

/// Lines under all rule sets.
pub(crate) fn lines() -> impl Strategy<Value = Line> {
    lines_under(rules())
}
