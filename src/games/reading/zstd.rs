//! Reader of zstd, frame after frame.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The content of a stream of zstd frames. The library decodes one frame; files that were joined,
/// or packed by several threads, have many, and frames to be skipped between them.
pub(super) struct Zstd<R> {
    input: R,
    decoder: FrameDecoder,
    is_within_frame: bool,
}

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, decoder: FrameDecoder::new(), is_within_frame: false }
    }

    /// Begins the next frame with content; false if there is none.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.input.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.input) {
                Ok(()) => {
                    self.is_within_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => skip(&mut self.input, length)?,
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.is_within_frame = false;
        let stated = self.decoder.get_checksum_from_data();
        match stated.is_none_or(|sum| self.decoder.get_calculated_checksum() == Some(sum)) {
            true => Ok(()),
            false => Err(io::Error::other("a zstd frame does not have its checksum")),
        }
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() && self.decoder.can_collect() == 0 {
            if self.is_within_frame && !self.decoder.is_finished() {
                let blocks = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.decoder.decode_blocks(&mut self.input, blocks);
                decoded.map_err(io::Error::other)?;
                continue;
            }
            if self.is_within_frame {
                self.end_frame()?;
            }
            if !self.next_frame()? {
                return Ok(0);
            }
        }
        self.decoder.read(buffer)
    }
}

fn skip(input: &mut impl Read, length: u32) -> io::Result<()> {
    let skipped = io::copy(&mut input.take(u64::from(length)), &mut io::sink())?;
    match skipped == u64::from(length) {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
