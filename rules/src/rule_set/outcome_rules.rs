//! Rules of outcomes: how and when a game ends.

use crate::Seat;

/// The condition under which a side that is in check and has no move is mated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MateRule {
    /// Mate if no piece that could still arrive would block the check.
    Unblockable,
    /// Mate with the holdings at hand; pieces that could still arrive are ignored.
    HoldingsAtHand,
    /// Mate by the queen test: no move on the board, and a queen imagined beside the king would not
    /// help; see [`Position::fails_queen_test`](crate::Position::fails_queen_test).
    QueenTest,
}

/// The treatment of a side that has no move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoMoveRule {
    /// The side waits for a piece.
    Waits,
    /// The game is drawn if the side fails the queen test (see [`Position::fails_queen_test`](crate::Position::fails_queen_test)),
    /// otherwise the side waits for a piece.
    QueenTestDraws,
    /// The game is drawn; pieces that could still arrive are ignored.
    Draws,
}

/// The rule for draws by repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Repetition {
    /// The occurrence of a position at which the draw can be claimed, such as 3.
    pub occurrences: u8,
    /// True if only positions since the last drop or capture on that board count.
    pub drops_start_afresh: bool,
}

/// The consequence of a move that leaves the own king in check. Moves that are not even
/// pseudo-legal are always refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMoveRule {
    /// The move is not played.
    Refused,
    /// The move loses if it is claimed before the claimant's next move.
    LosesIfClaimed,
    /// The same as [`IllegalMoveRule::LosesIfClaimed`], and capturing the king is a claim too.
    LosesIfClaimedOrKingTaken,
    /// The move stands, and the opponent may capture the king, which wins.
    KingMayBeTaken,
}

/// The result when a flag of each team is down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BothFlags {
    /// The game is drawn at once.
    Draw,
    /// The game is drawn once the flags are noticed; a mate before that stands.
    DrawOnceNoticed,
}

/// The players who may make a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claimants {
    /// The players of the board concerned.
    OwnBoard,
    /// Both partners, on either board.
    EitherPartner,
}

/// The result when both boards end at the same moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BothEnd {
    /// The result that was seen first stands.
    FirstStands,
    /// A team that wins both boards wins; otherwise the game is drawn.
    SameTeamWinsElseDraw,
}

/// The last drop: a right of the partner of a player who was mated right after capturing, to
/// drop the captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LastDrop {
    /// No last drop: the mate stands.
    No,
    /// A last drop is granted if the partner is to move; a mate by it draws the game.
    MateDraws,
    /// A last drop is granted if the partner is to move; a mate or a repetition by it draws the
    /// game.
    MateOrRepetitionDraws,
}

/// The players who must agree to a draw of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawAgreement {
    /// All four players.
    AllFour,
    /// One player of each team, on behalf of the team.
    Teams,
    /// The two players of one board.
    Board,
}

impl DrawAgreement {
    /// True if a draw that is offered by a seat needs the agreement of another one.
    pub fn asks(self, other: Seat, by: Seat) -> bool {
        match self {
            Self::Board => other == by.opponent(),
            Self::Teams => other.team() != by.team(),
            Self::AllFour => other != by,
        }
    }
}

/// Rules of outcomes: the part of a rule set that belongs to a [`Game`](crate::Game).
///
/// A drawn board draws the game under every source, so there is no field for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent rules, each a yes or no")]
pub struct OutcomeRules {
    /// The condition under which a side that is in check and has no move is mated.
    pub mate: MateRule,
    /// The treatment of a side that has no move and is not in check.
    pub no_move: NoMoveRule,
    /// The rule for draws by repetition; `None` if there is no such draw.
    pub repetition: Option<Repetition>,
    /// A draw can be claimed after fifty moves of each side without capture, pawn move or drop.
    pub fifty_moves: bool,
    /// The game is drawn if one board has insufficient material, holdings ignored; see
    /// [`Position::lacks_material`](crate::Position::lacks_material).
    pub insufficient_material: bool,
    /// The consequence of a move that leaves the own king in check.
    pub illegal_move: IllegalMoveRule,
    /// The result when a flag of each team is down.
    pub both_flags: BothFlags,
    /// A win on time needs mating material on the board, otherwise the game is drawn; see
    /// [`Position::can_mate`](crate::Position::can_mate).
    pub flag_needs_material: bool,
    /// A player cannot claim a flag before both players of that board have moved.
    pub flag_needs_both_moved: bool,
    /// The players who may claim flags, illegal moves, repetitions and fifty moves.
    pub claimants: Claimants,
    /// The result when both boards end at the same moment.
    pub both_end: BothEnd,
    /// The last drop that is granted after a mate, if any.
    pub last_drop: LastDrop,
    /// The piece captured by the move that ends the game still reaches the partner.
    pub final_capture_handed_over: bool,
    /// The players who must agree to a draw.
    pub draw_agreement: DrawAgreement,
    /// A wrong claim of a draw counts as an illegal move.
    pub wrong_draw_claim_is_illegal: bool,
}

impl OutcomeRules {
    /// Rules of the FIDE extension.
    pub const FIDE: Self = Self {
        mate: MateRule::Unblockable,
        no_move: NoMoveRule::Waits,
        repetition: Some(Repetition { occurrences: 4, drops_start_afresh: false }),
        fifty_moves: false,
        insufficient_material: false,
        illegal_move: IllegalMoveRule::LosesIfClaimed,
        both_flags: BothFlags::Draw,
        flag_needs_material: false,
        flag_needs_both_moved: false,
        claimants: Claimants::OwnBoard,
        both_end: BothEnd::SameTeamWinsElseDraw,
        last_drop: LastDrop::MateDraws,
        final_capture_handed_over: true,
        draw_agreement: DrawAgreement::AllFour,
        wrong_draw_claim_is_illegal: false,
    };
    /// Rules of US Chess.
    pub const USCF: Self = Self {
        repetition: None,
        illegal_move: IllegalMoveRule::LosesIfClaimedOrKingTaken,
        both_flags: BothFlags::DrawOnceNoticed,
        both_end: BothEnd::FirstStands,
        last_drop: LastDrop::No,
        draw_agreement: DrawAgreement::Teams,
        ..Self::FIDE
    };
    /// Hawaii rules.
    pub const HAWAII: Self = Self {
        mate: MateRule::HoldingsAtHand,
        illegal_move: IllegalMoveRule::KingMayBeTaken,
        both_flags: BothFlags::Draw,
        ..Self::USCF
    };
    /// Scholastic rules of US Chess.
    pub const SCHOLASTIC: Self = Self::USCF;
    /// Rules of the World Bughouse Network.
    pub const WBN: Self = Self {
        repetition: Some(Repetition { occurrences: 3, drops_start_afresh: false }),
        claimants: Claimants::EitherPartner,
        last_drop: LastDrop::MateOrRepetitionDraws,
        draw_agreement: DrawAgreement::Board,
        wrong_draw_claim_is_illegal: true,
        ..Self::FIDE
    };
    /// Rules of servers of the FICS family.
    pub const FICS: Self = Self {
        mate: MateRule::QueenTest,
        no_move: NoMoveRule::QueenTestDraws,
        repetition: Some(Repetition { occurrences: 3, drops_start_afresh: true }),
        fifty_moves: true,
        insufficient_material: true,
        illegal_move: IllegalMoveRule::Refused,
        both_flags: BothFlags::Draw,
        flag_needs_material: true,
        flag_needs_both_moved: true,
        claimants: Claimants::OwnBoard,
        both_end: BothEnd::FirstStands,
        last_drop: LastDrop::No,
        final_capture_handed_over: false,
        draw_agreement: DrawAgreement::Board,
        wrong_draw_claim_is_illegal: false,
    };
    /// Chess by the FIDE Laws, except that an illegal move is refused, as programs do.
    pub const CHESS: Self = Self {
        mate: MateRule::HoldingsAtHand,
        no_move: NoMoveRule::Draws,
        repetition: Some(Repetition { occurrences: 3, drops_start_afresh: false }),
        flag_needs_both_moved: false,
        ..Self::FICS
    };
    /// Crazyhouse as servers have it: no piece leaves the game, so a mate is always possible.
    pub const CRAZYHOUSE: Self = Self {
        fifty_moves: false,
        insufficient_material: false,
        flag_needs_material: false,
        ..Self::CHESS
    };

    /// The same rules for a game on one board. No piece can arrive there, so a side without a move
    /// does not wait: it is mated, or the game is drawn.
    #[must_use]
    pub const fn without_partners(self) -> Self {
        Self { mate: MateRule::HoldingsAtHand, no_move: NoMoveRule::Draws, ..self }
    }
}

impl Default for OutcomeRules {
    /// The rules of the servers, [`OutcomeRules::FICS`].
    fn default() -> Self {
        Self::FICS
    }
}
