//! Visits on their way to the index, cut by the top byte of the placement key.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use bytes::{Buf, BufMut};

use crate::edge::Edge;
use crate::replay::Visit;
use crate::time::TimeCode;

/// A visit of a board, in the order of the index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct IndexRow {
    pub(super) placement: u64,
    pub(super) edge: Edge,
    pub(super) board: u32,
    pub(super) time: u8,
}

impl IndexRow {
    pub(super) const fn time(&self) -> TimeCode {
        TimeCode(self.time)
    }
}

/// Bytes of a row in the scratch file.
const ROW: usize = 8 + Edge::BYTES + 4 + 1;
/// Bytes of a chunk: rows of one partition that are written together.
const CHUNK: usize = 3200 * ROW;
const PARTITIONS: usize = 256;

/// Rows in 256 partitions, in chunks of one scratch file.
pub(super) struct Partitions {
    file: File,
    end: u64,
    rows: u64,
    parts: Vec<Partition>,
}

#[derive(Default)]
struct Partition {
    /// Rows of the chunk that is not full yet.
    open: Vec<u8>,
    /// Offsets of the full chunks.
    chunks: Vec<u64>,
}

impl Partitions {
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let parts = (0..PARTITIONS).map(|_| Partition::default()).collect();
        Ok(Self { file: tempfile::tempfile_in(folder)?, end: 0, rows: 0, parts })
    }

    /// Number of rows.
    pub(super) const fn rows(&self) -> u64 {
        self.rows
    }

    pub(super) fn add(&mut self, visit: &Visit, board: u32) -> io::Result<()> {
        let partition = &mut self.parts[(visit.placement >> 56) as usize];
        partition.open.put_u64_le(visit.placement);
        partition.open.put_uint_le(visit.edge.bits(), Edge::BYTES);
        partition.open.put_u32_le(board);
        partition.open.put_u8(visit.time.0);
        self.rows += 1;
        if partition.open.len() >= CHUNK {
            self.file.write_all(&partition.open)?;
            partition.chunks.push(self.end);
            self.end += CHUNK as u64;
            partition.open.clear();
        }
        Ok(())
    }

    /// Calls `visit` with the sorted rows of each partition; partitions come in the order of their
    /// keys.
    pub(super) fn sorted(
        mut self,
        mut visit: impl FnMut(&[IndexRow]) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut rows, mut chunk) = (Vec::new(), vec![0; CHUNK]);
        for partition in std::mem::take(&mut self.parts) {
            rows.clear();
            rows.reserve_exact((partition.chunks.len() * CHUNK + partition.open.len()) / ROW);
            for offset in partition.chunks {
                self.file.seek(SeekFrom::Start(offset))?;
                self.file.read_exact(&mut chunk)?;
                rows.extend(chunk.chunks_exact(ROW).map(row));
            }
            rows.extend(partition.open.chunks_exact(ROW).map(row));
            rows.sort_unstable();
            visit(&rows)?;
        }
        Ok(())
    }
}

fn row(mut bytes: &[u8]) -> IndexRow {
    IndexRow {
        placement: bytes.get_u64_le(),
        edge: Edge::from_bits(bytes.get_uint_le(Edge::BYTES)),
        board: bytes.get_u32_le(),
        time: bytes.get_u8(),
    }
}
