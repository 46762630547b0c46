//! Moves, their numbers, and clocks as text.

use tandem_protocol::line::written;
use tandem_rules::{Boards, Color, Millis, Move, PieceTypes, Position, Seat, Variant};

/// The SAN of a line of moves from a position, as far as it can be played.
pub fn san_line(position: &Position, moves: &[Move]) -> Vec<String> {
    let arrivals = match position.variant() {
        Variant::Bughouse => PieceTypes::DROPPABLE,
        Variant::Crazyhouse | Variant::Chess => PieceTypes::NONE,
    };
    written(position, moves, |position, m| position.san(m, arrivals))
}

/// The number before a move as records write it: `14A.` and `14a.` on two boards, `14.` and `14...`
/// on one.
pub fn move_number(number: u16, seat: Seat, boards: &Boards) -> String {
    match (boards.in_play().len(), seat.color) {
        (1, Color::White) => format!("{number}."),
        (1, Color::Black) => format!("{number}..."),
        _ => format!("{number}{}.", seat.to_char()),
    }
}

/// A clock in minutes, seconds and tenths, as in `0:29.5`; a negative one is shown as zero.
pub fn minutes(time: Millis) -> String {
    let tenths = time.0.max(0) / 100;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_tenths_and_never_less_than_nothing() {
        for (time, text) in
            [(29_590, "0:29.5"), (600_000, "10:00.0"), (99, "0:00.0"), (-5, "0:00.0")]
        {
            assert_eq!(minutes(Millis(time)), text);
        }
    }
}
