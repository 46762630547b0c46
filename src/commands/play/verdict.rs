//! The result of a game in words for the person who has played it.

use tandem_arbiter::Close;
use tandem_rules::{Ending, Seat};

use super::screen::whom;

/// Says who has won and how, as in `Your team lost: you resigned.`; `boards` is the number of boards.
pub(super) fn verdict(close: &Close, person: Seat, boards: usize) -> String {
    let us = if boards == 1 { "You" } else { "Your team" };
    let result = match close.winner() {
        _ if close.is_broken_off() => "No result".to_owned(),
        Some(team) if team == person.team() => format!("{us} won"),
        Some(_) => format!("{us} lost"),
        None => "A draw".to_owned(),
    };
    format!("{result}: {}.", reason(close, person, boards))
}

fn reason(close: &Close, person: Seat, boards: usize) -> String {
    let did = |seat: Seat, what: &str| format!("{} {what}", name(seat, person, boards));
    let is = |seat: Seat, what: &str| {
        let is = if seat == person { "are" } else { "is" };
        format!("{} {is} {what}", name(seat, person, boards))
    };
    match close {
        Close::Outcome(outcome) => match outcome.ending {
            Ending::Mate(seat) => is(seat, "mated"),
            Ending::KingTaken(seat) => did(seat, "lost the king"),
            Ending::Resignation(seat) => did(seat, "resigned"),
            Ending::Flag(seat) => did(seat, "ran out of time"),
            Ending::FlagWithoutMaterial(seat) => {
                did(seat, "ran out of time, but cannot be mated any more")
            }
            Ending::IllegalMove(seat) => did(seat, "played an illegal move"),
            Ending::Stalemate(seat) => is(seat, "stalemated"),
            Ending::LastDrop(seat) => is(seat, "mated, but the partner's last drop saves the game"),
            Ending::BothFlags
            | Ending::Repetition(_)
            | Ending::FiftyMoves(_)
            | Ending::InsufficientMaterial(_)
            | Ending::Agreement
            | Ending::BothBoards => outcome.ending.to_string(),
        },
        Close::Fault { seat, reason } => did(*seat, &format!("failed: {reason}")),
        Close::BrokenOff(seat) => did(*seat, "left the game"),
        Close::Adjudicated(_) | Close::TooLong(_) | Close::Standstill => close.to_string(),
    }
}

/// A player as the person calls it; on two boards an opponent with its board.
fn name(seat: Seat, person: Seat, boards: usize) -> String {
    let name = whom(seat, person);
    match seat.team() == person.team() || boards == 1 {
        true => name.to_owned(),
        false => format!("{name} on {}", seat.board),
    }
}

#[cfg(test)]
mod tests {
    use tandem_arbiter::PlayerFault;
    use tandem_rules::{BoardId, Color, Outcome, Team};

    use super::*;

    const ME: Seat = BoardId::A.seat(Color::White);
    const PARTNER: Seat = BoardId::B.seat(Color::Black);
    const OPPONENT: Seat = BoardId::A.seat(Color::Black);
    const DIAGONAL: Seat = BoardId::B.seat(Color::White);

    fn ended(winner: Option<Team>, ending: Ending) -> Close {
        Close::Outcome(Outcome { winner, ending })
    }

    #[test]
    fn the_verdict_says_who_won_and_how() {
        let (won, lost) = (Some(ME.team()), Some(OPPONENT.team()));
        for (close, one, two) in [
            (
                ended(lost, Ending::Resignation(ME)),
                "You lost: you resigned.",
                "Your team lost: you resigned.",
            ),
            (
                ended(lost, Ending::Mate(ME)),
                "You lost: you are mated.",
                "Your team lost: you are mated.",
            ),
            (
                ended(won, Ending::Mate(OPPONENT)),
                "You won: Tandem is mated.",
                "Your team won: Tandem on A is mated.",
            ),
            (
                ended(won, Ending::Flag(OPPONENT)),
                "You won: Tandem ran out of time.",
                "Your team won: Tandem on A ran out of time.",
            ),
            (
                ended(None, Ending::Agreement),
                "A draw: a draw is agreed.",
                "A draw: a draw is agreed.",
            ),
            (
                Close::BrokenOff(ME),
                "No result: you left the game.",
                "No result: you left the game.",
            ),
        ] {
            assert_eq!(verdict(&close, ME, 1), one);
            assert_eq!(verdict(&close, ME, 2), two);
        }
        let flag = ended(lost, Ending::Flag(PARTNER));
        assert_eq!(verdict(&flag, ME, 2), "Your team lost: your partner ran out of time.");
        let mate = ended(won, Ending::Mate(DIAGONAL));
        assert_eq!(verdict(&mate, ME, 2), "Your team won: Tandem on B is mated.");
        let fault = Close::Fault { seat: OPPONENT, reason: PlayerFault::Silent };
        assert_eq!(verdict(&fault, ME, 2), "Your team won: Tandem on A failed: no answer.");
    }
}
