//! How and when a game ends.

use crate::Position;

/// When a side that is in check and has no move is mated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MateRule {
    /// When no piece that could still arrive would block the check.
    Unblockable,
    /// With the holdings at hand, whatever could still arrive.
    HoldingsAtHand,
    /// When it has no move on the board and a queen imagined beside its king would not help.
    QueenTest,
}

/// What a side does that has no move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoMoveRule {
    /// It waits for a piece.
    Waits,
    /// The queen test decides whether it waits or the match is drawn.
    QueenTestDraws,
    /// The match is drawn, whatever could still arrive.
    Draws,
}

/// When a repeated position draws the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Repetition {
    /// At which occurrence it can be claimed.
    pub occurrences: u8,
    /// True if only positions since the last drop or capture on that board count.
    pub drops_start_afresh: bool,
}

/// What an illegal move leads to. Moves that no piece makes are always refused; what differs is
/// a move that leaves the own king in check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMoveRule {
    /// It is not played.
    Refused,
    /// It loses if it is claimed before the claimant's next move.
    LosesIfClaimed,
    /// The same; to take the king is a claim too.
    LosesIfClaimedOrKingTaken,
    /// It stands, and the king may be taken, which wins.
    KingMayBeTaken,
}

/// What holds when a flag of each team is down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BothFlags {
    /// The match is drawn at once.
    Draw,
    /// The match is drawn once it is noticed; a mate before that stands.
    DrawOnceNoticed,
}

/// Who may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claimants {
    /// The players of the board.
    OwnBoard,
    /// Either partner, on either board.
    EitherPartner,
}

/// What holds when both boards end at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BothEnd {
    /// The result that was seen first.
    FirstStands,
    /// A team that wins both boards wins, otherwise the match is drawn.
    SameTeamWinsElseDraw,
}

/// Whether the partner of a player who was mated right after capturing may still drop that piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LastDrop {
    /// The mate stands.
    No,
    /// If on move, and mate with it draws the match.
    MateDraws,
    /// If on move, and mate with it or a repetition by it draws the match.
    MateOrRepetitionDraws,
}

/// Who must agree to a draw of the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawAgreement {
    /// All four players.
    AllFour,
    /// One player of each team, for the team.
    Teams,
    /// The two players of a board.
    Board,
}

/// How and when a game ends: the part of a rule set that belongs to a game.
///
/// A drawn board draws the match under every source; there is no field for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent rules, each a yes or no")]
pub struct OutcomeRules {
    /// When a side in check without a move is mated.
    pub mate: MateRule,
    /// What a side without a move does that is not in check.
    pub no_move: NoMoveRule,
    /// When a repeated position draws; `None` for never.
    pub repetition: Option<Repetition>,
    /// Fifty moves of each side without capture, pawn move or drop can be claimed as a draw.
    pub fifty_moves: bool,
    /// Drawn when nobody can mate on one board, holdings ignored; see
    /// [`Position::lacks_material`](crate::Position::lacks_material).
    pub insufficient_material: bool,
    /// What an illegal move leads to.
    pub illegal_move: IllegalMoveRule,
    /// What holds when a flag of each team is down.
    pub both_flags: BothFlags,
    /// Who wins by a flag needs mating material on the board, or the match is drawn; see
    /// [`Position::can_mate`](crate::Position::can_mate).
    pub flag_needs_material: bool,
    /// A flag cannot be claimed by a player before both players of that board have moved.
    pub flag_needs_both_moved: bool,
    /// Who may claim flags, repetitions and illegal moves.
    pub claimants: Claimants,
    /// What holds when both boards end at one moment.
    pub both_end: BothEnd,
    /// Whether a last drop is granted.
    pub last_drop: LastDrop,
    /// The piece taken by the move that ends the game still reaches the partner.
    pub final_capture_handed_over: bool,
    /// Who must agree to a draw.
    pub draw_agreement: DrawAgreement,
    /// A wrong claim of a draw counts as an illegal move.
    pub wrong_draw_claim_is_illegal: bool,
}

impl OutcomeRules {
    /// The FIDE extension (source 000).
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
    /// US Chess (source 001).
    pub const USCF: Self = Self {
        repetition: None,
        illegal_move: IllegalMoveRule::LosesIfClaimedOrKingTaken,
        both_flags: BothFlags::DrawOnceNoticed,
        both_end: BothEnd::FirstStands,
        last_drop: LastDrop::No,
        draw_agreement: DrawAgreement::Teams,
        ..Self::FIDE
    };
    /// Hawaii (source 002).
    pub const HAWAII: Self = Self {
        mate: MateRule::HoldingsAtHand,
        illegal_move: IllegalMoveRule::KingMayBeTaken,
        both_flags: BothFlags::Draw,
        ..Self::USCF
    };
    /// US Chess scholastic (source 003).
    pub const SCHOLASTIC: Self = Self::USCF;
    /// World Bughouse Network (source 004).
    pub const WBN: Self = Self {
        repetition: Some(Repetition { occurrences: 3, drops_start_afresh: false }),
        claimants: Claimants::EitherPartner,
        last_drop: LastDrop::MateOrRepetitionDraws,
        draw_agreement: DrawAgreement::Board,
        wrong_draw_claim_is_illegal: true,
        ..Self::FIDE
    };
    /// What a server of the FICS family does.
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
    /// Chess by the FIDE laws, an illegal move refused as programs do.
    pub const CHESS: Self = Self {
        mate: MateRule::HoldingsAtHand,
        no_move: NoMoveRule::Draws,
        repetition: Some(Repetition { occurrences: 3, drops_start_afresh: false }),
        flag_needs_both_moved: false,
        ..Self::FICS
    };
    /// Crazyhouse as its servers have it: no piece leaves the game, so a mate is always possible.
    pub const CRAZYHOUSE: Self = Self {
        fifty_moves: false,
        insufficient_material: false,
        flag_needs_material: false,
        ..Self::CHESS
    };

    /// What is left of the rules in a game of one board. Nothing arrives there, so that there is
    /// nothing to wait for: who has no move is mated, or the game is drawn.
    #[must_use]
    pub const fn without_partners(self) -> Self {
        Self { mate: MateRule::HoldingsAtHand, no_move: NoMoveRule::Draws, ..self }
    }

    /// Of so many plies before this position, how many count for a repetition of it: those since the
    /// last irreversible move, or all where drops and captures do not start afresh.
    pub fn counted_plies(&self, position: &Position, plies: usize) -> usize {
        match self.repetition.is_none_or(|rule| rule.drops_start_afresh) {
            true => usize::from(position.halfmove_clock()).min(plies),
            false => plies,
        }
    }
}

impl Default for OutcomeRules {
    /// What the servers do.
    fn default() -> Self {
        Self::FICS
    }
}
