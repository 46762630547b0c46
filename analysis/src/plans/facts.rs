//! The facts that speak for a plan. Each is checked on the boards; `text::plans` has a sentence for
//! each.

use tandem_rules::{Millis, PieceType, Seat};

/// A fact that speaks for a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The plan ends the game.
    MatesNow {
        /// The player who mates.
        seat: Seat,
        /// Its move in SAN.
        san: String,
    },
    /// A capture sends the partner a piece, which it uses.
    Gift {
        /// The player who captures.
        from: Seat,
        /// The captured piece.
        piece: PieceType,
        /// The piece that is given for it, if that is worth more.
        gives: Option<PieceType>,
        /// The purpose of it.
        purpose: Purpose,
        /// The partner's drop in SAN, if the line has it.
        drop: Option<String>,
    },
    /// A player of the team mates in several moves.
    MatesSoon {
        /// The player.
        seat: Seat,
        /// Its moves to the mate.
        moves: i32,
        /// The way in which the opponent may still escape.
        unless: Unless,
        /// The piece that it gives up with its first move.
        gives: Option<PieceType>,
    },
    /// The team loses all the same, unless a piece arrives.
    Lost {
        /// Moves to the loss.
        moves: i32,
        /// True if it is lost whatever arrives.
        is_certain: bool,
    },
    /// A player sits, since every move of its own loses.
    EveryMoveLoses {
        /// The player who sits.
        seat: Seat,
        /// Its lead on the diagonal; `None` if that is only assumed.
        lead: Option<Millis>,
    },
    /// A player sits, since it can sit longer than its diagonal, who has to move.
    TheyMustMove {
        /// The player who sits.
        seat: Seat,
        /// Its lead on the diagonal; `None` if that is only assumed.
        lead: Option<Millis>,
        /// The piece that the diagonal loses then.
        loses: Option<PieceType>,
    },
    /// A player has to move, since its diagonal can sit longer.
    MustMove {
        /// The player.
        seat: Seat,
        /// The time for which the diagonal can sit longer; `None` if that is only assumed.
        by: Option<Millis>,
    },
    /// A piece that must not be given away: the diagonal waits for it.
    Keeps {
        /// The player who keeps it.
        seat: Seat,
        /// The piece.
        piece: PieceType,
        /// A trade that would give it away, in SAN; `None` if it only hangs.
        trade: Option<String>,
    },
    /// A threat that the plan meets: the opponent would mate at once.
    Meets {
        /// The player who is threatened.
        seat: Seat,
        /// The mating move, in SAN.
        san: String,
    },
    /// The opponent is in check with hardly any time.
    Rushes {
        /// The opponent.
        seat: Seat,
        /// The time on its clock.
        left: Millis,
    },
    /// A capture sends the partner a piece.
    Sends {
        /// The player who captures.
        from: Seat,
        /// The captured piece.
        piece: PieceType,
    },
}

/// The way in which the loser of a board may still escape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unless {
    /// There is none, whatever arrives.
    Nothing,
    /// By a piece that arrives.
    Helped,
    /// By sitting: it can sit longer than its diagonal.
    Waits,
}

/// The purpose of a piece that is handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The partner mates with it at once.
    Mates,
    /// The partner mates with it in several moves.
    MatesIn(i32, Unless),
    /// The partner answers the check with it.
    Saves,
}

/// A fact that speaks against a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The opponent captures a piece with which its partner mates at once.
    GivesMate {
        /// The player who loses the piece.
        seat: Seat,
        /// The piece.
        piece: PieceType,
    },
    /// A player is mated by force.
    AllowsMate {
        /// The player.
        seat: Seat,
        /// Moves of the opponent to the mate.
        moves: i32,
    },
    /// The plan misses a mate at once.
    MissesMate {
        /// The player who had it.
        seat: Seat,
        /// The mating move, in SAN.
        san: String,
    },
    /// A player sits although its diagonal can sit longer.
    SitsBehind {
        /// The player.
        seat: Seat,
    },
}
