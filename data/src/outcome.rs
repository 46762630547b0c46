//! Outcomes of games as numbers.

use tandem_rules::{Ending, Outcome, Seat, Team};

use crate::ply::board_with_code;

/// Winner, ending, and the seat or board that the ending is about; all zero for an unfinished game.
pub(crate) fn to_bytes(outcome: Option<Outcome>) -> [u8; 3] {
    let Some(Outcome { winner, ending }) = outcome else { return [0; 3] };
    let (code, about) = match ending {
        Ending::Mate(seat) => (1, seat.index()),
        Ending::KingTaken(seat) => (2, seat.index()),
        Ending::Resignation(seat) => (3, seat.index()),
        Ending::Flag(seat) => (4, seat.index()),
        Ending::FlagWithoutMaterial(seat) => (5, seat.index()),
        Ending::BothFlags => (6, 0),
        Ending::IllegalMove(seat) => (7, seat.index()),
        Ending::Repetition(board) => (8, board.index()),
        Ending::FiftyMoves(board) => (9, board.index()),
        Ending::InsufficientMaterial(board) => (10, board.index()),
        Ending::Stalemate(seat) => (11, seat.index()),
        Ending::Agreement => (12, 0),
        Ending::LastDrop(seat) => (13, seat.index()),
        Ending::BothBoards => (14, 0),
    };
    [winner.map_or(0, |team| team.index() as u8 + 1), code, about as u8]
}

/// Reads what [`to_bytes`] wrote. The outer `None` is for numbers without a meaning.
#[expect(clippy::option_option, reason = "no outcome, and one that says nothing, are two things")]
pub(crate) fn from_bytes([winner, code, about]: [u8; 3]) -> Option<Option<Outcome>> {
    let seat = || Seat::ALL.get(usize::from(about)).copied();
    let board = || board_with_code(about);
    let nothing = (about == 0).then_some(());
    let winner = match winner {
        0 => None,
        team => Some(*Team::ALL.get(usize::from(team) - 1)?),
    };
    let ending = match code {
        0 => return (nothing.is_some() && winner.is_none()).then_some(None),
        1 => Ending::Mate(seat()?),
        2 => Ending::KingTaken(seat()?),
        3 => Ending::Resignation(seat()?),
        4 => Ending::Flag(seat()?),
        5 => Ending::FlagWithoutMaterial(seat()?),
        6 => nothing.map(|()| Ending::BothFlags)?,
        7 => Ending::IllegalMove(seat()?),
        8 => Ending::Repetition(board()?),
        9 => Ending::FiftyMoves(board()?),
        10 => Ending::InsufficientMaterial(board()?),
        11 => Ending::Stalemate(seat()?),
        12 => nothing.map(|()| Ending::Agreement)?,
        13 => Ending::LastDrop(seat()?),
        14 => nothing.map(|()| Ending::BothBoards)?,
        _ => return None,
    };
    Some(Some(Outcome { winner, ending }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_an_outcome_or_refused() {
        let all = (0..=u8::MAX).flat_map(|code| (0..=u8::MAX).map(move |about| (code, about)));
        let all = all.flat_map(|(code, about)| (0..5).map(move |winner| [winner, code, about]));
        let sound: Vec<_> = all.filter_map(|bytes| Some((bytes, from_bytes(bytes)?))).collect();
        assert_eq!(sound.len(), 1 + 3 * (8 * 4 + 3 * 2 + 3));
        assert!(sound.into_iter().all(|(bytes, outcome)| to_bytes(outcome) == bytes));
    }
}
