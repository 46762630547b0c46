//! Damaged files in each format: reading ends, with games or with reports, and what is read can be played.
//! `TANDEM_MUTANTS=10000` makes that many of each format.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use bzip2::write::BzEncoder;
use flate2::Compression;
use flate2::write::GzEncoder;
use indicatif::ProgressBar;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tandem_rules::notation::bpgn::ReplayRules;

use super::*;

/// Mutants of each format that are made without the variable.
const USUAL: usize = 150;

const BPGN: &str = "\
[WhiteA \"ann\"][BlackA \"bob\"][WhiteB \"cat\"][BlackB \"dan\"][WhiteAElo \"1800\"]\n\
[Date \"2025.05.01\"][TimeControl \"120+0\"][BughouseDBGameNo \"17\"]\n\n\
1A. e4 {119.0} 1a. d5 {118.0} 2A. exd5 {117.0} 1B. e4 {120.0} (1B. d4 1b. d5) 1b. P@e6 {115.0} $2 1-0\n\n\
[WhiteA \"ann\"][BlackA \"dan\"][WhiteB \"bob\"][BlackB \"cat\"][SetUp \"1\"]\n\
[FEN \"4k3/8/8/8/8/8/4P3/4K3[Qq] w - - 0 1 | 4k3/8/8/8/8/8/4P3/4K3[] b - - 0 1\"]\n\n\
1A. Q@d7+ {won already} 1a. Kf8 1b. Kd8 1/2-1/2\n\n";

const CALLBACKS: &str = concat!(
    r#"{"game":{"id":1000,"partnerGameId":1002,"type":"bughouse","plyCount":3,"moveList":"mCZJCJ","#,
    r#""moveTimestamps":"1199,1198,1190","baseTime1":1200,"timeIncrement1":0,"initialSetup":"","#,
    r#""colorOfWinner":"white","endTime":1765350163,"gameEndReason":"resigned","pgnHeaders":{"#,
    r#""White":"ann","Black":"bob","WhiteElo":1800,"Date":"2025.12.10","TimeControl":"120"}}}"#,
    "\n",
    r#"{"game":{"id":1002,"partnerGameId":1000,"type":"bughouse","plyCount":2,"moveList":"mC=S","#,
    r#""moveTimestamps":"1199,1150","baseTime1":1200,"timeIncrement1":0,"initialSetup":"","#,
    r#""colorOfWinner":"black","endTime":1765350163,"gameEndReason":"bughousepartnerlose","#,
    r#""pgnHeaders":{"White":"cat","Black":"dan","Date":"2025.12.10","TimeControl":"120"}}}"#,
    "\n",
);

const ARCHIVE: &str = concat!(
    r#"{"games":[{"url":"https://www.chess.com/game/live/1000","rules":"bughouse","tcn":"mCZJCJ","#,
    r#""time_control":"120","end_time":1765350163,"white":{"username":"ann","rating":1800,"#,
    r#""result":"win"},"black":{"username":"bob","rating":1700,"result":"resigned"}},"#,
    r#"{"url":"https://www.chess.com/game/live/1002","rules":"bughouse","tcn":"mC=S","#,
    r#""time_control":"120","end_time":1765350163,"white":{"username":"cat","rating":1500,"#,
    r#""result":"bughousepartnerlose"},"black":{"username":"dan","rating":1600,"result":"win"}},"#,
    r#"{"url":"https://www.chess.com/game/live/2000","rules":"chess","tcn":"mC","white":{},"black":{}}]}"#,
);

/// A change of some bytes of a file.
fn mutate(dice: &mut ChaCha8Rng, file: &mut Vec<u8>) {
    let below = |dice: &mut ChaCha8Rng, most: usize| dice.next_u64() as usize % most.max(1);
    for _ in 0..=below(dice, 4) {
        let at = below(dice, file.len());
        let length = below(dice, 20).min(file.len() - at);
        match below(dice, 6) {
            0 if !file.is_empty() => file[at] ^= 1 << below(dice, 8),
            1 if !file.is_empty() => file[at] = dice.next_u64() as u8,
            2 => drop(file.drain(at..at + length)),
            3 => {
                let copied = file[at..at + length].to_vec();
                let to = below(dice, file.len());
                drop(file.splice(to..to, copied));
            }
            4 => {
                let word = [&b"\"\""[..], b"{", b"}", b"(", b"N@", b"-1", b"null", b"\xff"];
                drop(file.splice(at..at, word[below(dice, word.len())].to_vec()));
            }
            _ => file.truncate(at),
        }
    }
}

/// Numbers of games, boards alone and reports of a file, and whether it could not be read on. What is read
/// must be playable.
fn read(path: &Path) -> (usize, usize, usize, bool) {
    let (mut games, mut alone, mut reports) = (0, 0, 0);
    for input in listed(&[path.to_owned()]).expect("it is there") {
        let read = Games::with_lone_boards(&input, ReplayRules::Recorded, &ProgressBar::hidden());
        let Ok(entries) = read else { return (games, alone, reports + 1, true) };
        for entry in entries {
            match entry {
                Ok(Ok(read)) => {
                    let mut boards = read.record.start().clone();
                    for ply in read.record.plies() {
                        boards.play(ply.seat, ply.m).expect("a record has accepted moves only");
                    }
                    games += 1;
                }
                Ok(Err(Skipped::Alone(board))) => {
                    alone += 1;
                    let _may_be_illegal = board.moves_alone(tandem_rules::MoveRules::default());
                }
                Ok(Err(_)) => reports += 1,
                Err(_) => return (games, alone, reports + 1, true),
            }
        }
    }
    (games, alone, reports, false)
}

/// The formats: a name for a file, its content, and the games in it.
fn formats() -> Vec<(&'static str, Vec<u8>, usize)> {
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(BPGN.as_bytes()).expect("memory takes it");
    let mut bz = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz.write_all(BPGN.as_bytes()).expect("memory takes it");
    vec![
        ("games.bpgn", BPGN.into(), 2),
        ("games.bpgn.gz", gz.finish().expect("memory takes it"), 2),
        ("games.bpgn.bz2", bz.finish().expect("memory takes it"), 2),
        ("games.bpgn.zst", compress_to_vec(BPGN.as_bytes(), CompressionLevel::Fastest), 2),
        ("callbacks.json", CALLBACKS.into(), 1),
        ("archive.json", ARCHIVE.into(), 1),
    ]
}

#[test]
fn a_damaged_file_is_read_to_its_end_or_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let wanted = std::env::var("TANDEM_MUTANTS").ok().and_then(|count| count.parse().ok());
    for (name, sound, games) in formats() {
        let path: PathBuf = folder.path().join(name);
        fs::write(&path, &sound).expect("there is room");
        let (found, _, _, is_cut) = read(&path);
        assert_eq!((found, is_cut), (games, false), "{name} as it was");
        let mut reported = 0;
        let count = wanted.unwrap_or(USUAL);
        for seed in 0..count as u64 {
            let mut file = sound.clone();
            mutate(&mut ChaCha8Rng::seed_from_u64(seed), &mut file);
            fs::write(&path, &file).expect("there is room");
            let (found, alone, reports, is_cut) = read(&path);
            assert!(found + alone + reports <= file.len() + 1, "{name} {seed}");
            reported += usize::from(is_cut || reports > 0 || found + alone < games);
        }
        assert!(reported * 4 > count, "{name}: only {reported} of {count} mutants were noticed");
    }
}
