//! Lessons from many games, for training and for validation.

use std::io::Read;
use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::Lesson;
use super::outlook::outlooks;
use tandem_data::{GameRecord, Header, ReadError, Reader, ReplayError};

/// Items made from the lessons of many games, in their order.
pub struct Pool<T> {
    /// Training set.
    pub known: Vec<T>,
    /// Validation set, which contains all lessons of some games.
    pub held_out: Vec<T>,
    /// Number of games read.
    pub games: usize,
    selection: Selection,
}

/// Settings for taking lessons from records.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The most lessons to take; later ones are dropped.
    pub most: usize,
    /// Weight of the score of each later position of a board relative to the one before it, see
    /// [`Worth::score`](super::Worth::score); 0 for the position's own score alone.
    pub ahead: f64,
    /// Limit of scores in centipawns: beyond it, the search has seen more than an evaluation could.
    pub most_score: i32,
    /// Interval of held-out games: one game in this many is held out.
    pub held_out: NonZeroUsize,
}

/// Reasons why games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
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

impl<T: Send> Pool<T> {
    /// An empty pool.
    pub const fn new(selection: Selection) -> Self {
        Self { known: Vec::new(), held_out: Vec::new(), games: 0, selection }
    }

    /// Number of lessons.
    pub fn count(&self) -> usize {
        self.known.len() + self.held_out.len()
    }

    /// Adds the lessons of a file's games, up to the limit. Returns the number of games read.
    ///
    /// # Errors
    /// A [`PoolError`] if the file is damaged or one of its games cannot be replayed.
    pub fn read<R: Read>(
        &mut self,
        reader: &mut Reader<R>,
        make: impl Fn(&Lesson<'_>) -> T + Sync,
    ) -> Result<usize, PoolError> {
        let header = reader.header().clone();
        let before = self.games;
        loop {
            let games = reader.by_ref().take(AT_ONCE).collect::<Result<Vec<_>, _>>()?;
            let of_game = |game| of_game(game, &header, self.selection, &make);
            let of_games: Vec<_> = games.par_iter().map(of_game).collect();
            for of_game in of_games {
                let left = self.selection.most - self.count();
                if left == 0 {
                    break;
                }
                let place = self.games % self.selection.held_out;
                let is_held_out = place + 1 == self.selection.held_out.get();
                let part = if is_held_out { &mut self.held_out } else { &mut self.known };
                part.extend(of_game?.into_iter().take(left));
                self.games += 1;
            }
            if games.len() < AT_ONCE || self.count() >= self.selection.most {
                return Ok(self.games - before);
            }
        }
    }
}

fn of_game<T>(
    game: &GameRecord,
    header: &Header,
    selection: Selection,
    make: impl Fn(&Lesson<'_>) -> T,
) -> Result<Vec<T>, PoolError> {
    let replay = game.replay(header.control());
    let replay = replay.map_err(|error| PoolError::Replay { number: game.number, error })?;
    let Selection { ahead, most_score, .. } = selection;
    let situations: Vec<_> = replay.situations().collect();
    let outlooks = outlooks(&situations, ahead, most_score);
    let lessons = situations.iter().zip(outlooks).filter_map(|(situation, outlook)| {
        Lesson::of(game, situation, most_score).map(|lesson| lesson.seen_from_later(outlook))
    });
    Ok(lessons.map(|lesson| make(&lesson)).collect())
}
