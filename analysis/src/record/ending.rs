//! The end of a decided game: the seat that lost, and by what.

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{BoardId, Seat, Team};

use super::outcome::{Ground, Outcome};
use super::players;

/// The end of a decided game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    pub(crate) kind: EndingKind,
    /// The seat of the losing team that is mated, flagged or at fault; where a record does not say
    /// so, the one on the board of the last move.
    pub(crate) seat: Seat,
}

/// The kind of an end, as far as it matters to an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndingKind {
    /// The seat is mated.
    Mate,
    /// The flag of the seat fell.
    Flag,
    /// The engine of the seat failed.
    Fault,
    /// Anything else, such as a resignation, or unknown.
    Other,
}

/// Phrases of records that tell the kind of an end: of this program, of FICS and bughouse-db, and of
/// chess.com, which names the winner with a game and the loser in an archive. Those of a fault come first,
/// since a fault may quote any text.
const WORDS: [(&str, EndingKind); 15] = [
    (" failed: ", EndingKind::Fault),
    (" played an illegal move", EndingKind::Fault),
    (" is mated", EndingKind::Mate),
    (" checkmated", EndingKind::Mate),
    (" won by checkmate", EndingKind::Mate),
    (" forfeits on time", EndingKind::Flag),
    (" ran out of time", EndingKind::Flag),
    (" won on time", EndingKind::Flag),
    (" timeout", EndingKind::Flag),
    ("ime forfeit", EndingKind::Flag),
    (" resigns", EndingKind::Other),
    (" resigned", EndingKind::Other),
    (" won by resignation", EndingKind::Other),
    (" abandoned", EndingKind::Other),
    (" disconnect", EndingKind::Other),
];

impl Ending {
    /// The end of a game; `None` if nobody has won, as far as the record shows.
    pub(crate) fn of(record: &GameRecord) -> Option<Self> {
        let Outcome { result, ground, loser } = Outcome::of(record)?;
        if let Some(seat) = loser {
            let kind = if ground == Ground::Flag { EndingKind::Flag } else { EndingKind::Mate };
            return Some(Self { kind, seat });
        }
        let loser = result.winner()?.other();
        let reason = record.reason().or_else(|| record.tag("Termination")).unwrap_or_default();
        let told = WORDS.iter().find(|(words, _)| reason.contains(words)).map(|(_, kind)| *kind);
        // A mate that nothing could block is one whatever the words are, unless an engine failed.
        let mated = record.boards().mated().filter(|seat| seat.team() == loser);
        if let Some(seat) = mated.filter(|_| told != Some(EndingKind::Fault)) {
            return Some(Self { kind: EndingKind::Mate, seat });
        }
        let blocked = in_check_without_a_move(record, loser);
        let kind = told.unwrap_or(match blocked {
            Some(_) if record.reason().is_none() => EndingKind::Mate,
            _ => EndingKind::Other,
        });
        let named = seat_in(reason, loser).or_else(|| loser_by_name(record, loser, reason));
        let last = record.plies().last().map_or(BoardId::A, |ply| ply.seat.board);
        let seat = named.or(blocked).unwrap_or_else(|| loser.seat(last));
        Some(Self { kind, seat })
    }
}

/// The seats of a team on the boards that are played on.
pub(crate) fn seats(record: &GameRecord, team: Team) -> impl Iterator<Item = Seat> {
    record.start().in_play().iter().map(move |&board| team.seat(board))
}

/// The seat that a text names, as in `White on B is mated`.
fn seat_in(reason: &str, team: Team) -> Option<Seat> {
    BoardId::ALL.map(|board| team.seat(board)).into_iter().find(|seat| {
        let name = seat.to_string();
        reason.starts_with(&name) || reason.contains(&format!("of {name} "))
    })
}

/// The seat of the losing team that a text tells by the name of a player: its own, as in `Anna checkmated`, or that of
/// its opponent, as in `Bert won on time`.
fn loser_by_name(record: &GameRecord, team: Team, reason: &str) -> Option<Seat> {
    let winner = || player_in(record, team.other(), reason).filter(|_| reason.contains(" won "));
    player_in(record, team, reason).or_else(|| Some(winner()?.opponent()))
}

/// The seat of a team whose player a text names first.
fn player_in(record: &GameRecord, team: Team, reason: &str) -> Option<Seat> {
    let names = players(record);
    seats(record, team).find(|seat| {
        let rest = reason.strip_prefix(names[seat.index()].as_str());
        rest.is_some_and(|rest| rest.starts_with(' '))
    })
}

/// The seat in check without a move at the end. No piece that might come is considered: servers
/// differ.
fn in_check_without_a_move(record: &GameRecord, team: Team) -> Option<Seat> {
    let boards = record.boards();
    seats(record, team).find(|seat| {
        let position = boards.position(seat.board);
        boards.is_on_turn(*seat) && position.in_check() && position.legal_moves().is_empty()
    })
}
