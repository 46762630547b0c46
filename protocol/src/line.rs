//! Lines of moves as text.

use tandem_rules::{Move, Position};

/// Writes the moves of a line from `position` with `write`, up to the first that cannot be played:
/// the position may have changed since the line was found.
pub fn written<T>(
    position: &Position,
    line: &[Move],
    write: impl Fn(&Position, Move) -> T,
) -> Vec<T> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &m in line {
        if !position.is_accepted(m) {
            break;
        }
        texts.push(write(&position, m));
        let _partner_elsewhere = position.make(m, &mut ());
    }
    texts
}
