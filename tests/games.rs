//! Tests of files of games as people keep them: compressed, in directories, from sites.

mod folder;
mod tandem;

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use folder::Folder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tandem::tandem;

const GOOD: &str = "[Event \"good\"]\n\n1A. e4 1a. e5 2A. Qh5 2a. Nc6 1B. d4 0-1\n\n";
const BAD: &str = "[Event \"bad\"]\n\n1A. e4 1a. e5\n2A. Ke3 1-0\n\n";

fn gzip(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).expect("memory takes it");
    packed.finish().expect("memory takes it")
}

fn zstd(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

/// Writes a file of the folder and returns its path.
fn write(folder: &Folder, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path(name);
    fs::write(&path, content).expect("it can be written");
    path
}

#[test]
fn compressed_files_and_directories_of_them_are_read_as_the_files_in_them() {
    let folder = Folder::new();
    write(&folder, "1.bpgn", GOOD);
    write(&folder, "2.bpgn.gz", gzip(&GOOD.repeat(2)));
    let bad = write(&folder, "3.PGN.zst", zstd(&[GOOD, BAD, GOOD].concat()));
    write(&folder, "notes.txt", "not a game");
    let ran = tandem(&["bpgn", "check", &folder.path("")]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    let fault = format!("{bad}:8: game 2: White on A, move 2: `Ke3` is not legal here");
    assert_eq!(ran.stdout.lines().next(), Some(fault.as_str()));
    assert_eq!([ran.number("games read"), ran.number("faults")], [5, 1]);
    let plain = write(&folder, "plain", [GOOD, GOOD].concat());
    let packed = tandem(&["bpgn", "convert", &folder.path("2.bpgn.gz")]);
    assert_eq!(packed.stdout, tandem(&["bpgn", "convert", &plain]).stdout);
}

#[test]
fn a_file_that_was_cut_off_is_told_after_the_games_before_the_cut() {
    let folder = Folder::new();
    let text = GOOD.repeat(3_000);
    for (name, packed) in [("cut.gz", gzip(&text)), ("cut.zst", zstd(&text))] {
        let path = write(&folder, name, &packed[..packed.len() - 9]);
        let ran = tandem(&["bpgn", "check", &path]);
        let told = format!("tandem: cannot read `{path}`: ");
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1));
        assert!(ran.stderr.starts_with(&told), "{}", ran.stderr);
    }
}

#[test]
fn a_directory_without_games_and_an_output_within_the_input_are_refused() {
    let folder = Folder::new();
    let all = folder.path("");
    let ran = tandem(&["bpgn", "check", &all]);
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1));
    assert!(ran.stderr.contains(&all) && ran.stderr.contains(".bpgn"), "{}", ran.stderr);
    let games = write(&folder, "games.bpgn", GOOD);
    let ran = tandem(&["bpgn", "convert", &all, "--output", &games]);
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1));
    assert_eq!(fs::read_to_string(&games).expect("still there"), GOOD);
}
