//! Compressed input, told by its first bytes and unpacked as a stream.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;

use super::zstd::Zstd;

const BUFFER_BYTES: usize = 1 << 16;
/// The bytes at which gzip is told from anything else.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zstd frame, as in RFC 8878.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of a bzip2 stream, but for the fourth, a digit from 1 to 9; and those of its first
/// block, or of its end if it has none.
const BZIP2: [u8; 3] = *b"BZh";
const BZIP2_BLOCKS: [[u8; 6]; 2] =
    [[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]];
/// The first bytes of archives that are not read, by the names of their programs: what a browser or a
/// file manager makes of a folder of games.
const FOREIGN: [(&[u8], &str); 4] = [
    (b"PK\x03\x04", "zip"),
    (b"\xfd7zXZ\0", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    (b"Rar!\x1a\x07", "RAR"),
];
/// The bytes that tell all kinds.
const MARKS: usize = 10;
/// The last three bytes of the mark of a frame to be skipped, with which files of `pzstd` begin;
/// the first byte is 0x50 to 0x5f.
const SKIPPED: [u8; 3] = [0x2a, 0x4d, 0x18];

/// The content of an input: unpacked if it is gzip, bzip2 or zstd, else as it is. The first bytes decide,
/// not the name, so that standard input and renamed files are read alike.
pub(crate) fn unpacked(input: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let (head, input) = peeked(input, MARKS)?;
    let input = BufReader::with_capacity(BUFFER_BYTES, input);
    Ok(match Packing::of(&head) {
        Packing::None => Box::new(input),
        Packing::Gzip => buffered(MultiGzDecoder::new(input)),
        Packing::Bzip2 => buffered(MultiBzDecoder::new(input)),
        Packing::Zstd => buffered(Zstd::new(input)),
        Packing::Foreign(name) => {
            let reason = format!("it is packed by {name}; unpack it first");
            return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
        }
    })
}

fn buffered(input: impl Read + Send + 'static) -> Box<dyn BufRead + Send> {
    Box::new(BufReader::with_capacity(BUFFER_BYTES, input))
}

/// How an input is compressed.
enum Packing {
    None,
    Gzip,
    Bzip2,
    Zstd,
    /// Packed in a way that is not read, by its name.
    Foreign(&'static str),
}

impl Packing {
    /// The packing that the first bytes of an input tell.
    fn of(head: &[u8]) -> Self {
        if head.starts_with(&GZIP) {
            Self::Gzip
        } else if head.starts_with(&BZIP2)
            && head.get(3).is_some_and(|level| (b'1'..=b'9').contains(level))
            && head.get(4..).is_some_and(|block| BZIP2_BLOCKS.iter().any(|known| block == known))
        {
            Self::Bzip2
        } else if head.starts_with(&ZSTD) || head.get(1..4) == Some(&SKIPPED) && head[0] >> 4 == 5 {
            Self::Zstd
        } else {
            let foreign = FOREIGN.iter().find(|(mark, _)| head.starts_with(mark));
            foreign.map_or(Self::None, |(_, name)| Self::Foreign(name))
        }
    }
}

/// An input whose first bytes have been read, from its start.
type Whole<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// The first bytes of an input, at most `length`, and the whole input.
pub(super) fn peeked<R: Read>(mut input: R, length: usize) -> io::Result<(Vec<u8>, Whole<R>)> {
    let mut head = Vec::with_capacity(length);
    input.by_ref().take(length as u64).read_to_end(&mut head)?;
    let whole = Cursor::new(head.clone()).chain(input);
    Ok((head, whole))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use bzip2::write::BzEncoder;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(text).expect("memory takes it");
        packed.finish().expect("memory takes it")
    }

    fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut packed = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        packed.write_all(text).expect("memory takes it");
        packed.finish().expect("memory takes it")
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    fn content(packed: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        unpacked(Cursor::new(packed))?.read_to_end(&mut content)?;
        Ok(content)
    }

    #[test]
    fn text_is_the_same_packed_in_any_way_and_in_any_number_of_parts() {
        let text = b"1A. e4 1a. e5 1-0\n\n".repeat(20_000);
        let skipped = [&[0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
        for packed in [
            text.clone(),
            gzip(&text),
            [gzip(&text[..9]), gzip(b""), gzip(&text[9..])].concat(),
            bzip2(&text),
            [bzip2(&text[..9]), bzip2(b""), bzip2(&text[9..])].concat(),
            [bzip2(b""), bzip2(&text)].concat(),
            zstd(&text),
            [skipped.clone(), zstd(&text[..9]), zstd(b""), skipped, zstd(&text[9..])].concat(),
        ] {
            assert!(content(packed).expect("it is whole") == text);
        }
    }

    #[test]
    fn short_inputs_are_text() {
        for text in [&b""[..], b"*", b"\x1f", b"\x28\xb5\x2f", b"BZh9 1A. e4"] {
            assert_eq!(content(text.to_vec()).expect("it is text"), text);
        }
    }

    #[test]
    fn archives_that_are_not_read_are_refused_by_name() {
        for (mark, name) in FOREIGN {
            let archive = [mark, &[0; 100]].concat();
            let error = content(archive).expect_err("it is no text").to_string();
            assert_eq!(error, format!("it is packed by {name}; unpack it first"));
        }
    }

    #[test]
    fn a_file_that_was_cut_off_is_an_error_and_not_a_shorter_file() {
        let text = b"1A. e4 1a. e5 1-0\n\n".repeat(20);
        for whole in [gzip(&text), bzip2(&text), zstd(&text)] {
            for length in MARKS..whole.len() {
                assert!(content(whole[..length].to_vec()).is_err(), "{length}");
            }
        }
    }

    proptest! {
        #[test]
        fn damaged_files_end_without_a_panic(
            tail in proptest::collection::vec(any::<u8>(), 0..200),
            flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        ) {
            let text = b"1A. e4 1a. e5 2A. Nf3 2a. d6 1-0\n\n".repeat(20);
            for mut packed in [gzip(&text), bzip2(&text), zstd(&text)] {
                for (at, byte) in &flips {
                    let at = at.index(packed.len());
                    packed[at] = *byte;
                }
                packed.extend(&tail);
                let _ends = content(packed);
            }
            let _ends = content([&ZSTD, tail.as_slice()].concat());
            let _ends = content([&GZIP, tail.as_slice()].concat());
            let _ends = content([b"BZh1", &BZIP2_BLOCKS[0][..], tail.as_slice()].concat());
        }
    }
}
