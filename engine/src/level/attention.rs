//! Attention: the moves that come to a player's mind.

use tandem_rules::{Color, Move, Position, Square};

use super::{Dice, Shortcomings};

/// Ranks or files from which on a move of a piece is a long one.
const LONG: u8 = 4;

/// The legal moves that a player of these shortcomings notices: all but those that are overlooked
/// by chance. At least one, if there is any.
pub(crate) fn noticed(
    position: &Position,
    shortcomings: &Shortcomings,
    dice: &mut Dice,
) -> Vec<Move> {
    let all = position.legal_moves();
    let seen: Vec<Move> = all
        .iter()
        .copied()
        .filter(|&m| !dice.chance(chance_to_overlook(position, m, shortcomings)))
        .collect();
    if seen.is_empty() { all.to_vec() } else { seen }
}

/// Chance in permill that the move is overlooked: quiet, backward and long moves and drops rather
/// than captures and checks.
fn chance_to_overlook(position: &Position, m: Move, shortcomings: &Shortcomings) -> u32 {
    let percent = match () {
        () if position.in_check() => 40, // whoever is in check looks for a way out
        () if position.is_capture(m) && !is_backward(position.side_to_move(), m) => 25,
        () if position.is_capture(m) => 50,
        () if position.gives_check(m) => 50,
        () if m.is_drop() || m.is_castle() => 110,
        () if is_backward(position.side_to_move(), m) || is_long(m) => 130,
        () => 100,
    };
    (shortcomings.overlooks * percent / 100).min(900)
}

fn is_backward(color: Color, m: Move) -> bool {
    let rank = |square: Square| square.rank().index();
    m.from().is_some_and(|from| match color {
        Color::White => rank(m.to()) < rank(from),
        Color::Black => rank(m.to()) > rank(from),
    })
}

fn is_long(m: Move) -> bool {
    m.from().is_some_and(|from| {
        let ranks = from.rank().index().abs_diff(m.to().rank().index());
        let files = from.file().index().abs_diff(m.to().file().index());
        ranks.max(files) >= LONG.into()
    })
}

#[cfg(test)]
mod tests {
    use super::super::Elo;
    use super::*;
    use tandem_rules::notation::Fen;
    use tandem_rules::{Key, MoveRules, Variant};

    /// How often of 1000 times a player of 1000 Elo notices this move of White.
    fn times_noticed(fen: &str, text: &str) -> usize {
        let position =
            Fen::position(fen, Variant::Bughouse, MoveRules::FICS).expect("the table is sound");
        let m = position.parse_coordinate(text).expect("a legal move");
        let elo = Elo::new(1000).expect("in range");
        let sees = |seed: &u64| {
            let mut dice = Dice::new(Key(0), *seed);
            noticed(&position, &Shortcomings::of(elo, Variant::Crazyhouse), &mut dice).contains(&m)
        };
        (0..1000).filter(sees).count()
    }

    #[test]
    fn quiet_backward_moves_are_overlooked_rather_than_captures_and_checks() {
        const FEN: &str = "6k1/8/3p4/8/1B6/8/8/4R1K1[N] w - - 0 1";
        let of = |text| times_noticed(FEN, text);
        let (capture, check, drop) = (of("b4d6"), of("e1e8"), of("N@a1"));
        let (quiet, backward) = (of("b4c5"), of("b4a3"));
        assert!(capture > check && check > quiet, "{capture} {check} {quiet}");
        assert!(quiet > drop && drop > backward, "{quiet} {drop} {backward}");
    }

    #[test]
    fn an_only_move_is_noticed() {
        assert_eq!(times_noticed("7k/8/8/8/8/8/1r6/K7[] w - - 0 1", "a1b2"), 1000);
    }
}
