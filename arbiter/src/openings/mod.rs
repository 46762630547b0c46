//! Openings: the positions from which the games of a match begin.

mod below;
mod error;
mod file;
mod games;
mod opening;
mod positions;
mod random;

use tandem_rules::Boards;

pub use error::OpeningError;
pub use file::OpeningFile;
pub use opening::Opening;
pub use random::RandomOpenings;

/// The openings of a match, one for each pair of games.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a match has one of them")]
pub enum Openings {
    /// The same boards for all games.
    Start(Boards),
    /// Random plies, different for each pair.
    Random(RandomOpenings),
    /// The openings of a file in order, starting again after the last.
    File(OpeningFile),
}

impl Openings {
    /// Returns the opening of a pair of games; it does not depend on earlier calls. `is_balanced`
    /// can reject random openings only: a chosen opening is always played.
    pub fn of_pair(&self, pair: usize, is_balanced: &dyn Fn(&Boards) -> bool) -> Opening {
        match self {
            Self::Start(boards) => Opening::at(boards.clone()),
            Self::Random(openings) => openings.of_pair(pair, is_balanced),
            Self::File(openings) => openings.of_pair(pair).clone(),
        }
    }

    /// Shuffles the openings of a file in an order that depends only on `seed`; others stay as they
    /// are.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Self {
        match self {
            Self::File(openings) => Self::File(openings.shuffled(seed)),
            Self::Start(_) | Self::Random(_) => self,
        }
    }
}
