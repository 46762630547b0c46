//! Openings of recorded games: moves that people like to play, which a book should know.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::bail;
use tandem_rules::notation::bpgn::{Fault, FaultReason, GameRecord, ReadOptions, Reader};
use tandem_rules::{Move, Position, Variant};

use crate::games::reading::{Source, cannot_read};

/// Counts of the moves played in each position, by the key of the position.
#[derive(Default)]
pub(super) struct Games {
    played: BTreeMap<u64, BTreeMap<Move, u32>>,
}

/// Number of plies on each board that count as the opening.
const OPENING: usize = 16;

impl Games {
    /// Reads all files.
    ///
    /// # Errors
    /// An error if a file cannot be opened or read to its end. A game that cannot be read is only warned of.
    pub(super) fn read(files: &[PathBuf]) -> anyhow::Result<Self> {
        let mut games = Self::default();
        for path in files {
            games.read_file(path)?;
        }
        Ok(games)
    }

    fn read_file(&mut self, path: &Path) -> anyhow::Result<()> {
        let options = ReadOptions { variant: Variant::Bughouse, ..ReadOptions::default() };
        let Source { input, bar } = Source::open(path, true)?;
        for game in Reader::with_options(input, options) {
            match game {
                Ok(game) => self.add(&game.record),
                Err(Fault { reason: FaultReason::Input(error), .. }) => {
                    bail!("{}: {error}", cannot_read(path))
                }
                Err(fault) => log::warn!("{}: {fault}", path.display()),
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn add(&mut self, game: &GameRecord) {
        let mut boards = game.start().clone();
        let mut plies = [0; 2];
        for ply in game.plies() {
            let board = ply.seat.board;
            let position = boards.position(board);
            plies[board.index()] += 1;
            if plies[board.index()] <= OPENING {
                let played = self.played.entry(position.key().0).or_default();
                *played.entry(ply.m).or_default() += 1;
            }
            let _already_handed_over = boards.play(ply.seat, ply.m);
        }
    }

    /// The moves that were played in a position, each with its share of all, 0 to 1.
    pub(super) fn played(&self, position: &Position) -> Vec<(Move, f64)> {
        let Some(played) = self.played.get(&position.key().0) else { return Vec::new() };
        let all: u32 = played.values().sum();
        played.iter().map(|(&m, &count)| (m, f64::from(count) / f64::from(all))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_is_an_error_and_no_game() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().to_path_buf();
        let error = Games::read(std::slice::from_ref(&path)).err().expect("a folder is no file");
        assert!(error.to_string().starts_with(&cannot_read(&path)), "{error}");
    }
}
