//! Holdings of both players in one word, so that one comparison tells whose are better.

use tandem_rules::{Color, Holdings, MoveRules, PieceType, Position, Variant};

/// The holdings of both players as the attacker sees them: more in its own hand and less in the
/// defender's is better.
///
/// Ten counts, the defender's inverted, with a spare bit above each that takes the borrow when two
/// words are subtracted. Counts above [`Hands::MOST`] are capped: there are not so many squares to
/// drop them on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hands(u64);

const BITS: u32 = 6;

impl Hands {
    /// Worse than any others: nothing against everything.
    pub(super) const NONE: Self = Self(0);
    const MOST: u8 = (1 << (BITS - 1)) - 1;
    const SPARE: u64 = {
        let (mut spare, mut field) = (0, 1);
        while field <= 10 {
            spare |= 1 << (field * BITS - 1);
            field += 1;
        }
        spare
    };

    pub(super) fn of(position: &Position, attacker: Color) -> Self {
        let ours = fields(position.holdings(attacker));
        let theirs = fields(position.holdings(!attacker));
        let most = fields_of(|_| Self::MOST);
        Self(ours << (5 * BITS) | (most - theirs))
    }

    /// True if every mate with `other` is a mate with these too.
    pub(super) fn are_as_good_as(self, other: Self) -> bool {
        ((self.0 | Self::SPARE) - other.0) & Self::SPARE == Self::SPARE
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }
}

fn fields(holdings: Holdings) -> u64 {
    fields_of(|piece| holdings.count(piece).min(Hands::MOST))
}

fn fields_of(count: impl Fn(PieceType) -> u8) -> u64 {
    PieceType::DROPPABLE.into_iter().fold(0, |all, piece| all << BITS | u64::from(count(piece)))
}

const COUNTS: usize = Holdings::MOST as usize + 1;

/// The share of the holdings in the key of a position, to take it out again.
pub(super) struct HandKeys(Box<[[[u64; COUNTS]; 5]; 2]>);

impl HandKeys {
    pub(super) fn new() -> Self {
        let mut keys = Box::new([[[0; COUNTS]; 5]; 2]);
        let mut position = Position::start(Variant::Bughouse, MoveRules::default());
        let bare = position.key();
        for color in Color::ALL {
            for piece in PieceType::DROPPABLE {
                for count in 0..=Holdings::MOST {
                    let mut holdings = Holdings::EMPTY;
                    holdings.set(piece, count);
                    position.set_holdings(color, holdings, &mut ());
                    keys[color.index()][piece.index()][usize::from(count)] =
                        (position.key() ^ bare).0;
                }
                position.set_holdings(color, Holdings::EMPTY, &mut ());
            }
        }
        Self(keys)
    }

    /// The key of a position without the holdings.
    pub(super) fn bare_key(&self, position: &Position) -> u64 {
        let held = Color::ALL.into_iter().flat_map(|color| {
            let keys = &self.0[color.index()];
            let holdings = position.holdings(color);
            holdings.iter().map(move |(piece, count)| keys[piece.index()][usize::from(count)])
        });
        held.fold(position.key().0, |key, held| key ^ held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::notation::Fen;

    fn position(hands: &str) -> Position {
        let fen = format!("4k3/8/8/8/8/8/8/4K3[{hands}] w - - 0 1");
        Fen::position(&fen, Variant::Bughouse, MoveRules::default()).expect("sound")
    }

    #[test]
    fn more_for_the_attacker_and_less_for_the_defender_is_as_good() {
        let cases = [
            ("", "", true),
            ("Q", "", true),
            ("", "Q", false),
            ("QPPp", "QPp", true),
            ("QPp", "QPpp", true),
            ("QPpp", "QPp", false),
            ("QNr", "QPr", false),
            ("PPPPPPPPPPPPPPPP", "PPPPPPPPPPPPPPP", true),
            ("PPPPPPPPPPPPPPP", "PPPPPPPPPPPPPPPP", false),
        ];
        for (these, others, expected) in cases {
            let [a, b] = [these, others].map(|hands| Hands::of(&position(hands), Color::White));
            assert_eq!(a.are_as_good_as(b), expected, "{these} against {others}");
        }
    }

    #[test]
    fn bare_keys_leave_the_holdings_out() {
        let keys = HandKeys::new();
        let bare = position("").key().0;
        for hands in ["Q", "QQRBNPPP", "qp", "QNPPqbbppppp"] {
            assert_eq!(keys.bare_key(&position(hands)), bare, "{hands}");
        }
    }
}
