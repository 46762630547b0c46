//! The index of positions: those of several boards with their moves, those of one board in the tail.

use std::io::{self, Write};
use std::path::Path;

use bytes::BufMut;

use crate::edge::Flags;
use crate::format::{READY, Section, bucket, fan_bits, fingerprint};
use crate::tally::{Sample, Tally};
use crate::varint;

use super::columns::Facts;
use super::output::Output;
use super::partitions::{IndexRow, Partitions};
use super::spool::Spool;

/// Writes the index and returns the bits of placement keys by which it is cut into buckets.
pub(super) fn put<W: Write>(
    partitions: Partitions,
    facts: &Facts,
    folder: &Path,
    out: &mut Output<W>,
) -> io::Result<u32> {
    let fan_bits = fan_bits(partitions.rows());
    let mut index = Index {
        facts,
        fan_bits,
        buckets: Vec::new(),
        positions: Spool::new(folder)?,
        postings: Spool::new(folder)?,
        tail: Spool::new(folder)?,
        edges: Vec::new(),
        lists: Vec::new(),
        list: Vec::new(),
    };
    partitions.sorted(|rows| {
        let mut same_placement = rows.chunk_by(|a, b| a.placement == b.placement);
        same_placement.try_for_each(|rows| index.position(rows))
    })?;
    index.begin_buckets((1 << fan_bits) + 1);
    out.numbers(Section::Buckets, index.buckets.as_flattened())?;
    out.spool(Section::Positions, index.positions)?;
    out.spool(Section::Postings, index.postings)?;
    out.spool(Section::Tail, index.tail)?;
    Ok(fan_bits)
}

struct Index<'a> {
    facts: &'a Facts,
    fan_bits: u32,
    /// The offset of each bucket that was begun in positions, postings and tail.
    buckets: Vec<[u64; 3]>,
    positions: Spool,
    postings: Spool,
    tail: Spool,
    /// The edges of a position, the postings of all of them, and those of one.
    edges: Vec<u8>,
    lists: Vec<u8>,
    list: Vec<u8>,
}

impl Index<'_> {
    /// Begins buckets until there are `count`. Those without positions are empty.
    fn begin_buckets(&mut self, count: u64) {
        let at = [&self.positions, &self.postings, &self.tail].map(Spool::len);
        self.buckets.resize(self.buckets.len().max(count as usize), at);
    }

    /// Adds a position by its rows, of which there is at least one.
    fn position(&mut self, rows: &[IndexRow]) -> io::Result<()> {
        let placement = rows[0].placement;
        self.begin_buckets(bucket(placement, self.fan_bits) + 1);
        if rows.iter().all(|row| row.board == rows[0].board) {
            let fingerprint = u64::from(fingerprint(placement, self.fan_bits));
            let mut entry = Vec::with_capacity(7);
            entry.put_uint_le(fingerprint, 3);
            entry.put_u32_le(rows[0].board);
            return self.tail.write_all(&entry);
        }
        self.edges.clear();
        self.lists.clear();
        let mut group = None;
        for rows in rows.chunk_by(|a, b| a.edge == b.edge) {
            let edge = rows[0].edge;
            let begins_group = group.replace(edge.group()) != Some(edge.group());
            self.edges.put_u16_le(edge.m() | u16::from(begins_group) << 15);
            if begins_group {
                self.edges.put_u8(edge.flags().byte());
                if !edge.flags().has(Flags::UNKNOWN) {
                    self.edges.put_u32_le(edge.holdings());
                }
            }
            self.edge(rows);
        }
        self.write_position(placement)
    }

    /// Adds an edge by its rows: their number, the length of their postings and, if they are many,
    /// their sums.
    fn edge(&mut self, rows: &[IndexRow]) {
        self.list.clear();
        let mut last = 0;
        for row in rows {
            varint::put(&mut self.list, u64::from(row.board - last));
            self.list.push(row.time);
            last = row.board;
        }
        varint::put(&mut self.edges, rows.len() as u64);
        varint::put(&mut self.edges, self.list.len() as u64);
        self.lists.extend(&self.list);
        if rows.len() as u64 >= READY {
            let mut tally = Tally::default();
            for row in rows {
                tally.add(self.sample(row));
            }
            tally.put(&mut self.edges);
        }
    }

    fn sample(&self, row: &IndexRow) -> Sample {
        let (ratings, outcome) = self.facts.of(row.board);
        let mover = row.edge.flags().mover();
        Sample { result: outcome.result(), mover, time: row.time(), rating: ratings[mover.index()] }
    }

    fn write_position(&mut self, placement: u64) -> io::Result<()> {
        let mut head = placement.to_le_bytes().to_vec();
        varint::put(&mut head, self.edges.len() as u64);
        varint::put(&mut head, self.lists.len() as u64);
        self.positions.write_all(&head)?;
        self.positions.write_all(&self.edges)?;
        self.postings.write_all(&self.lists)
    }
}
