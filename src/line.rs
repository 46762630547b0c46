//! Lines of moves as texts.

use tandem_rules::{Move, Position};

/// Each move of a line from a position as `write` has it, as far as it can be played: something may
/// have changed since it was found.
pub(crate) fn written<T>(
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
