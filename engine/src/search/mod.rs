//! The search of one board: iterative deepening over a principal variation search.

mod control;
mod exchange;
mod node;
mod order;
mod params;
mod quiescence;
mod root;

pub(crate) use control::{Control, Watch};
use order::Memory;
use params::MAX_PLY;

use tandem_rules::{Key, Move, Position};

use crate::tt::Table;
use crate::{Info, Limits, SearchId, View};

/// What one search thread keeps from search to search.
pub(crate) struct Worker {
    memory: Memory,
}

impl Worker {
    pub(crate) fn new() -> Self {
        Self { memory: Memory::new() }
    }

    /// Forgets what it has learned.
    pub(crate) fn clear(&mut self) {
        self.memory = Memory::new();
    }
}

/// What a search has found.
pub(crate) struct Found {
    /// The best move; `None` if there is none.
    pub(crate) m: Option<Move>,
    pub(crate) info: Info,
}

/// One search of one view.
pub(crate) struct Search<'a> {
    id: SearchId,
    view: &'a View,
    limits: &'a Limits,
    table: &'a Table,
    control: &'a Control,
    watch: &'a mut Watch,
    memory: &'a mut Memory,
    /// `repetition_key`s from the game and along the line being searched.
    keys: Vec<Key>,
    lines: Lines,
    salt: Key,
    /// The depth of the iteration now running.
    iteration: u32,
    stopped: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        (id, view, limits): (SearchId, &'a View, &'a Limits),
        table: &'a Table,
        control: &'a Control,
        watch: &'a mut Watch,
        worker: &'a mut Worker,
    ) -> Self {
        worker.memory.fade();
        Self {
            id,
            view,
            limits,
            table,
            control,
            watch,
            memory: &mut worker.memory,
            keys: view.keys.clone(),
            lines: Lines::new(),
            salt: view.prices.salt(),
            iteration: 0,
            stopped: false,
        }
    }

    fn key(&self, position: &Position) -> Key {
        position.key() ^ self.salt
    }
}

/// The best line from each ply of the one being searched (a triangular table).
struct Lines(Vec<Vec<Move>>);

impl Lines {
    fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }

    fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line from `ply` is `m`, then the line from the next ply.
    fn extend(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.0.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }

    fn at(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}
