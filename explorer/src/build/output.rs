//! A part in the making: sections one after the other, and a checksum for each page.

use std::io::{self, BufWriter, Write};

use bytes::BufMut;

use crate::format::{Extent, Footer, HEADER, MAGIC, PAGE, Section, Trailer, VERSION};

use super::spool::Spool;

/// Writes sections and, at the end, the footer.
pub(super) struct Output<W: Write> {
    out: BufWriter<W>,
    length: u64,
    sections: [Extent; Section::COUNT],
    pages: Vec<u32>,
    /// Checksum of the page that is not full yet.
    page: crc32fast::Hasher,
}

/// Sections begin at multiples of this, so that no number of a column lies on two pages.
const ALIGNMENT: u64 = 8;

impl<W: Write> Output<W> {
    /// Begins a part.
    pub(super) fn new(out: W) -> io::Result<Self> {
        let mut output = Self {
            out: BufWriter::with_capacity(PAGE, out),
            length: 0,
            sections: [Extent::default(); Section::COUNT],
            pages: Vec::new(),
            page: crc32fast::Hasher::new(),
        };
        let mut header = MAGIC.to_vec();
        header.put_u32_le(VERSION);
        header.put_u32_le(0);
        debug_assert_eq!(header.len(), HEADER);
        output.write_all(&header)?;
        Ok(output)
    }

    /// Begins a section.
    pub(super) fn begin(&mut self, section: Section) -> io::Result<()> {
        let gap = self.length.next_multiple_of(ALIGNMENT) - self.length;
        self.write_all(&[0; ALIGNMENT as usize][..gap as usize])?;
        self.sections[section as usize].offset = self.length;
        Ok(())
    }

    /// Ends the section that was begun last.
    pub(super) fn end(&mut self, section: Section) {
        let extent = &mut self.sections[section as usize];
        extent.length = self.length - extent.offset;
    }

    /// Writes a section of these bytes.
    pub(super) fn section(&mut self, section: Section, bytes: &[u8]) -> io::Result<()> {
        self.begin(section)?;
        self.write_all(bytes)?;
        self.end(section);
        Ok(())
    }

    /// Writes a section of these numbers.
    pub(super) fn numbers(&mut self, section: Section, numbers: &[u64]) -> io::Result<()> {
        self.begin(section)?;
        for number in numbers {
            self.write_all(&number.to_le_bytes())?;
        }
        self.end(section);
        Ok(())
    }

    /// Writes a section of what was spooled.
    pub(super) fn spool(&mut self, section: Section, spool: Spool) -> io::Result<()> {
        self.begin(section)?;
        io::copy(&mut spool.into_reader()?, self)?;
        self.end(section);
        Ok(())
    }

    /// Writes the footer.
    pub(super) fn finish(mut self, boards: u32, names: u32, fan_bits: u32) -> io::Result<()> {
        if !self.length.is_multiple_of(PAGE as u64) {
            self.close_page();
        }
        let footer = Footer { boards, names, fan_bits, sections: self.sections, pages: self.pages };
        let bytes = footer.to_bytes();
        self.out.write_all(&bytes)?;
        self.out.write_all(&Trailer::new(&bytes, self.length).to_bytes())?;
        self.out.flush()
    }

    fn close_page(&mut self) {
        self.pages.push(std::mem::take(&mut self.page).finalize());
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = PAGE - (self.length % PAGE as u64) as usize;
        let bytes = &bytes[..bytes.len().min(left)];
        self.out.write_all(bytes)?;
        self.page.update(bytes);
        self.length += bytes.len() as u64;
        if bytes.len() == left {
            self.close_page();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
