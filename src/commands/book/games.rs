//! Openings of recorded games: moves that people like to play, which a book should know.

use std::collections::BTreeMap;
use std::path::PathBuf;

use tandem_analysis::record::is_of_book;
use tandem_nets::Book;
use tandem_rules::notation::bpgn::{GameRecord, ReplayRules};
use tandem_rules::{Move, Position};

use crate::games::reading::{self, listed};

/// Counts of the moves played in each position, by its key in books.
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
        for input in listed(files)? {
            for game in reading::Games::open(&input, ReplayRules::Recorded, true)? {
                match game? {
                    Ok(game) => games.add(&game.record),
                    Err(skipped) => log::warn!("{skipped}"),
                }
            }
        }
        Ok(games)
    }

    fn add(&mut self, game: &GameRecord) {
        let mut boards = game.start().clone();
        let mut plies = [0; 2];
        for ply in game.plies() {
            let board = ply.seat.board;
            let position = boards.position(board);
            plies[board.index()] += 1;
            if plies[board.index()] <= OPENING && !is_of_book(ply) {
                let played = self.played.entry(Book::key(position)).or_default();
                *played.entry(ply.m).or_default() += 1;
            }
            let _already_handed_over = boards.play(ply.seat, ply.m);
        }
    }

    /// The moves that were played in a position, each with its share of all, 0 to 1.
    pub(super) fn played(&self, position: &Position) -> Vec<(Move, f64)> {
        let Some(played) = self.played.get(&Book::key(position)) else { return Vec::new() };
        let all: u32 = played.values().sum();
        played.iter().map(|(&m, &count)| (m, f64::from(count) / f64::from(all))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::reading::cannot_read;

    #[test]
    fn a_file_that_cannot_be_read_is_an_error_and_no_game() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().to_path_buf();
        let error = Games::read(std::slice::from_ref(&path)).err().expect("a folder is no file");
        assert!(error.to_string().starts_with(&cannot_read(&path)), "{error}");
    }
}
