//! Fuzzes compressed input: gzip, bzip2 and zstd, as files of games and of records come.
#![no_main]

#[path = "../../src/games/reading/unpack.rs"]
mod unpack;
#[path = "../../src/games/reading/zstd.rs"]
mod zstd;

use std::io::{self, Cursor, Read};

use bzip2::write::BzEncoder;
use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Bytes after which unpacking is not followed: few bytes may stand for many.
const ENOUGH: u64 = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    // An error must be met again, and must not look like the end of a shorter file.
    let read = content(bytes);
    assert_eq!(read.as_ref().ok(), content(bytes).as_ref().ok());
    for packed in [gzip(bytes), bzip2(bytes), zstd(bytes)] {
        assert_eq!(content(&packed).expect("it is whole"), bytes);
        // Whatever follows, the first part was read before.
        let joined = [&packed[..], bytes].concat();
        if let Ok(content) = content(&joined) {
            assert!(content.starts_with(bytes));
        }
    }
});

fn content(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    unpack::unpacked(Cursor::new(packed.to_vec()))?.take(ENOUGH).read_to_end(&mut content)?;
    Ok(content)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    io::Write::write_all(&mut packed, bytes).expect("memory takes all");
    packed.finish().expect("memory takes all")
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut packed = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    io::Write::write_all(&mut packed, bytes).expect("memory takes all");
    packed.finish().expect("memory takes all")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}
