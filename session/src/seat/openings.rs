//! Moves from the opening book: they cost no time, and a lead in time is worth a lot in bughouse.

use tandem_nets::{Book, BookError, BookMove};
use tandem_rules::{Move, Position};

use super::files::Files;

/// The opening book, and the choice of moves from it.
pub(crate) struct Openings {
    /// True if moves are played from the book (`OwnBook`).
    is_open: bool,
    /// The book that replaces the embedded one.
    own: Option<Book>,
    seed: Seed,
}

/// Seed of the choices from the book.
#[derive(Clone, Copy)]
enum Seed {
    /// The same in every game.
    Given(u64),
    /// A different one in each game.
    Changing(u64),
}

impl Default for Openings {
    fn default() -> Self {
        Self { is_open: true, own: None, seed: Seed::Changing(0) }
    }
}

impl Openings {
    /// Sets a seed for the choices in every game; 0 means a different one in each.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.seed = match seed {
            0 => Seed::Changing(self.seed.number()),
            seed => Seed::Given(seed),
        };
    }

    /// Makes the seed change from game to game, starting with this one.
    pub(crate) fn vary_from(&mut self, seed: u64) {
        self.seed = Seed::Changing(seed);
    }

    /// Changes the seed for the next game, unless it is given.
    pub(crate) fn begin_game(&mut self) {
        if let Seed::Changing(seed) = &mut self.seed {
            *seed = mixed(seed.wrapping_add(1));
        }
    }

    /// Opens or closes the book.
    pub(crate) fn set_open(&mut self, is_open: bool) {
        self.is_open = is_open;
    }

    /// True if moves are played from the book.
    #[cfg(test)]
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// The move to play here; `None` if the book is closed or knows none.
    pub(crate) fn choose(&self, position: &Position) -> Option<Move> {
        let chance = mixed(self.seed.number() ^ position.key().0);
        self.is_open.then(|| self.book().pick(position, chance)).flatten()
    }

    /// The moves of the book here.
    pub(crate) fn moves(&self, position: &Position) -> Vec<BookMove> {
        self.book().moves(position).collect()
    }

    /// Uses this book.
    #[cfg(test)]
    pub(crate) fn set_book(&mut self, book: Book) {
        self.own = Some(book);
    }

    fn book(&self) -> &Book {
        self.own.as_ref().unwrap_or_else(|| Book::embedded())
    }

    /// Uses the book in a file, or the embedded one if the name is empty.
    ///
    /// # Errors
    /// The file cannot be read or is not a book; the book in use stays.
    pub(crate) fn set_file(&mut self, name: &str, files: &dyn Files) -> Result<(), BookError> {
        self.own = match name.trim() {
            "" => None,
            file => Some(Book::parse(&files.read(file)?)?),
        };
        Ok(())
    }
}

impl Seed {
    const fn number(self) -> u64 {
        match self {
            Self::Given(seed) | Self::Changing(seed) => seed,
        }
    }
}

/// Hash of a number, so that choices look random: the finalizer of `SplitMix64` (Steele, Lea and
/// Flood, 2014).
pub(crate) const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::kind::Kind;
    use crate::seat::record::Record;
    use crate::seat::rule_book::RuleBook;
    use tandem_rules::{MoveRules, Variant};

    #[test]
    fn the_book_knows_the_start_of_bughouse_by_any_rules_and_of_no_other_game() {
        let openings = Openings::default();
        for (kind, is_known) in
            [(Kind::Bughouse, true), (Kind::Crazyhouse, false), (Kind::Normal, false)]
        {
            let record = Record::new(kind, RuleBook::default());
            let position = record.position();
            assert_eq!(!openings.moves(position).is_empty(), is_known, "{kind:?}");
            assert_eq!(openings.choose(position).is_some(), is_known, "{kind:?}");
        }
        for rules in [MoveRules::FICS, MoveRules::FIDE, MoveRules::USCF, MoveRules::WBN] {
            let mut position = Position::start(Variant::Bughouse, rules);
            let double_step = position.parse_coordinate("e2e4").expect("legal at the start");
            let _partner_elsewhere = position.make(double_step, &mut ());
            assert!(openings.choose(&position).is_some(), "{rules:?}: no move after 1. e4");
        }
    }
}
