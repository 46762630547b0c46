//! The vocabularies of partners.

/// The vocabulary of a listener.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// People: short English, as it is typed on servers.
    People,
    /// Fairy-Stockfish: reads the first word, and a move or a number after it.
    FairyStockfish,
    /// Sjeng: uses signs, `+++n` for a knight that mates, `---n` for one that mates the speaker.
    Sjeng,
    /// Sunsetter: reads the first word.
    Sunsetter,
    /// Tandem: understands the vocabulary of people.
    Tandem,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 5] =
        [Self::People, Self::FairyStockfish, Self::Sjeng, Self::Sunsetter, Self::Tandem];
}
