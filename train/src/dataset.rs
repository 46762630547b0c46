//! Data sets: the examples of many games, for training and for validation.

use std::collections::HashSet;
use std::io::Read;
use std::num::NonZeroUsize;

use rayon::prelude::*;
use tandem_data::{GameRecord, Header, ReadError, Reader, ReplayError};
use tandem_rules::{Key, Variant};

use crate::example::Example;
use crate::lambda_return::lambda_returns;

/// Items made from the examples of many games, in their order: a training set and a validation
/// set.
pub struct Dataset<T> {
    /// Training set.
    pub training: Vec<T>,
    /// Validation set, which contains all examples of some games.
    pub validation: Vec<T>,
    /// Number of games taken.
    pub games: usize,
    /// Settings by which examples are taken.
    pub selection: Selection,
    /// Positions of the examples taken, where each is taken once.
    taken: HashSet<Key>,
}

/// Settings for taking examples from records.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The most examples to take; later ones are dropped.
    pub most: usize,
    /// Weight of the score of each later position of a board relative to the one before it, see
    /// [`Label::score`](crate::Label::score); 0 for the position's own score alone.
    pub ahead: f64,
    /// Limit of scores in centipawns: beyond it, the search has seen more than an evaluation could.
    pub most_score: i32,
    /// Interval of noisy positions, see [`Example::is_noisy`]: one in this many of a game is taken;
    /// `None` for none of them.
    pub noisy: Option<NonZeroUsize>,
    /// True if each position is taken only where it first occurs: games from few openings repeat each
    /// other, and would be learned by heart.
    pub distinct: bool,
    /// Interval of held-out games: one game in this many is held out.
    pub held_out: NonZeroUsize,
    /// The variant of the games to take; `None` for all.
    pub variant: Option<Variant>,
}

/// Reasons why games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A game cannot be replayed.
    #[error("game {number}: {error}")]
    Replay {
        /// Number of the game in its file.
        number: u64,
        /// The reason.
        error: ReplayError,
    },
}

/// Games that are processed in parallel.
const AT_ONCE: usize = 256;

impl<T: Send> Dataset<T> {
    /// An empty data set.
    pub fn new(selection: Selection) -> Self {
        let taken = HashSet::new();
        Self { training: Vec::new(), validation: Vec::new(), games: 0, selection, taken }
    }

    /// Number of examples.
    pub fn count(&self) -> usize {
        self.training.len() + self.validation.len()
    }

    /// Adds the examples of a file's games, up to the limit. Returns the number of games taken.
    ///
    /// # Errors
    /// A [`DatasetError`] if the file is damaged or one of its games cannot be replayed.
    pub fn read<R: Read>(
        &mut self,
        reader: &mut Reader<R>,
        make: impl Fn(&Example<'_>) -> T + Sync,
    ) -> Result<usize, DatasetError> {
        let header = reader.header().clone();
        let before = self.games;
        loop {
            let mut games = reader.by_ref().take(AT_ONCE).collect::<Result<Vec<_>, _>>()?;
            let is_last = games.len() < AT_ONCE;
            games.retain(|game| self.selection.variant.is_none_or(|only| game.variant() == only));
            let of_game = |game| of_game(game, &header, self.selection, &make);
            let of_games: Vec<_> = games.par_iter().map(of_game).collect();
            for of_game in of_games {
                let left = self.selection.most - self.count();
                if left == 0 {
                    break;
                }
                let place = self.games % self.selection.held_out;
                let is_held_out = place + 1 == self.selection.held_out.get();
                let part = if is_held_out { &mut self.validation } else { &mut self.training };
                let mut is_new = |key| !self.selection.distinct || self.taken.insert(key);
                let examples = of_game?.into_iter().filter(|&(key, _)| is_new(key));
                part.extend(examples.map(|(_, item)| item).take(left));
                self.games += 1;
            }
            if is_last || self.count() >= self.selection.most {
                return Ok(self.games - before);
            }
        }
    }
}

/// The examples of a game that are taken, with the keys of their positions.
fn of_game<T>(
    game: &GameRecord,
    header: &Header,
    selection: Selection,
    make: impl Fn(&Example<'_>) -> T,
) -> Result<Vec<(Key, T)>, DatasetError> {
    let replay = game.replay(header.control());
    let replay = replay.map_err(|error| DatasetError::Replay { number: game.number, error })?;
    let Selection { ahead, most_score, noisy, .. } = selection;
    let situations: Vec<_> = replay.situations().collect();
    let scores = lambda_returns(&situations, ahead, most_score);
    let examples = situations.iter().zip(scores).filter_map(|(situation, score)| {
        Example::of(game, situation, most_score).map(|example| example.with_score(score))
    });
    let mut noisy_seen = 0;
    let is_taken = |example: &Example<'_>| {
        noisy_seen += usize::from(example.is_noisy);
        !example.is_noisy || noisy.is_some_and(|interval| noisy_seen % interval == 0)
    };
    let taken = examples.filter(is_taken);
    Ok(taken.map(|example| (example.position.key(), make(&example))).collect())
}
