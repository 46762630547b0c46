//! Compressed input, told by its first bytes and unpacked as a stream.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

use super::zstd::Zstd;

const BUFFER_BYTES: usize = 1 << 16;
/// The bytes at which gzip is told from anything else.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zstd frame, as in RFC 8878.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The last three bytes of the mark of a frame to be skipped, with which files of `pzstd` begin;
/// the first byte is 0x50 to 0x5f.
const SKIPPED: [u8; 3] = [0x2a, 0x4d, 0x18];

/// The content of an input: unpacked if it is gzip or zstd, else as it is. The first bytes decide,
/// not the name, so that standard input and renamed files are read alike.
pub(crate) fn unpacked(input: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let (head, input) = peeked(input, ZSTD.len())?;
    let is_gzip = head.starts_with(&GZIP);
    let is_zstd = head == ZSTD || head.get(1..) == Some(&SKIPPED) && head[0] >> 4 == 5;
    let input = BufReader::with_capacity(BUFFER_BYTES, input);
    Ok(match (is_gzip, is_zstd) {
        (true, _) => Box::new(BufReader::with_capacity(BUFFER_BYTES, MultiGzDecoder::new(input))),
        (_, true) => Box::new(BufReader::with_capacity(BUFFER_BYTES, Zstd::new(input))),
        _ => Box::new(input),
    })
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
            zstd(&text),
            [skipped.clone(), zstd(&text[..9]), zstd(b""), skipped, zstd(&text[9..])].concat(),
        ] {
            assert!(content(packed).expect("it is whole") == text);
        }
    }

    #[test]
    fn short_inputs_are_text() {
        for text in [&b""[..], b"*", b"\x1f", b"\x28\xb5\x2f"] {
            assert_eq!(content(text.to_vec()).expect("it is text"), text);
        }
    }

    #[test]
    fn a_file_that_was_cut_off_is_an_error_and_not_a_shorter_file() {
        let text = b"1A. e4 1a. e5 1-0\n\n".repeat(20);
        for whole in [gzip(&text), zstd(&text)] {
            for length in 4..whole.len() {
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
            for mut packed in [gzip(&text), zstd(&text)] {
                for (at, byte) in &flips {
                    let at = at.index(packed.len());
                    packed[at] = *byte;
                }
                packed.extend(&tail);
                let _ends = content(packed);
            }
            let _ends = content([&ZSTD, tail.as_slice()].concat());
            let _ends = content([&GZIP, tail.as_slice()].concat());
        }
    }
}
