//! Adding the boards of other files.

use std::collections::HashMap;

use crate::board::BoardNumber;
use crate::error::BuildError;
use crate::read::Explorer;

use super::{Added, Builder};

/// Numbers of boards that a merge has added and left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Boards that were added.
    pub added: u64,
    /// Boards that were there already, by their numbers at their source.
    pub known: u64,
}

impl Builder {
    /// Adds all boards of a file, in its order, as if they had been added one by one. `progress` is
    /// called after each with the number of those that are done.
    ///
    /// # Errors
    /// A [`BuildError`]: the file is damaged or cannot be read, or as for [`Self::add`].
    pub fn add_all(
        &mut self,
        file: &Explorer,
        mut progress: impl FnMut(u32),
    ) -> Result<Merged, BuildError> {
        let mut merged = Merged::default();
        // The new numbers of boards whose partner follows.
        let mut waiting = HashMap::new();
        for number in 0..file.boards() {
            let mut board = file.board(BoardNumber(number))?;
            let later = board.partner.filter(|partner| partner.0 > number);
            board.partner = board.partner.and_then(|partner| waiting.remove(&partner));
            if board.partner.is_none() {
                board.order = None; // its partner is one of the boards left out, or follows
            }
            match self.add(&board)? {
                Added::New(new) => {
                    merged.added += 1;
                    waiting.extend(later.map(|_| (BoardNumber(number), new)));
                }
                Added::Known => merged.known += 1,
            }
            progress(number + 1);
        }
        Ok(merged)
    }
}
