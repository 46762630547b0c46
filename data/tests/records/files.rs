//! Files of games: torn, damaged, foreign and sound ones.

use std::fs;

use proptest::prelude::*;
use proptest::sample::select;
use tandem_data::{GameRecord, Header, ReadError, Reader, Writer};
use tandem_rules::Preset;

use crate::support::{folder, game, header, header_bytes, read, sample, write};

fn preset_and_games() -> impl Strategy<Value = (Preset, Vec<GameRecord>)> {
    select(&Preset::BUGHOUSE[..]).prop_flat_map(|preset| {
        let game = game(preset.rules().moves);
        (Just(preset), proptest::collection::vec(game, 0..4))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read((preset, games) in preset_and_games()) {
        let folder = folder();
        let path = folder.path().join("games");
        let header = header(preset, 7);
        let (first, second) = games.split_at(games.len() / 2);
        let numbers: Vec<u64> = first.iter().map(|game| game.number).collect();
        prop_assert_eq!(write(&path, &header, first).expect("a new file"), Vec::<u64>::new());
        prop_assert_eq!(write(&path, &header, second).expect("the same header"), numbers);
        let bytes = fs::read(&path).expect("it is there");
        let reader = Reader::new(&bytes[..]).expect("a header");
        prop_assert_eq!(reader.header(), &header);
        let (read, error) = read(&bytes);
        prop_assert!(error.is_none());
        prop_assert_eq!(read, games);
    }

    #[test]
    fn bytes_never_cause_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let (header, _, sound) = sample();
        read(&bytes);
        read(&[&sound[..header_bytes(&header) as usize], &bytes].concat());
    }
}

#[test]
fn a_file_cut_anywhere_holds_the_games_that_are_whole_and_can_be_gone_on_with() {
    let (header, games, whole) = sample();
    let folder = folder();
    let path = folder.path().join("games");
    let ends = [0, 1, 2].map(|count| {
        let path = folder.path().join(format!("{count}"));
        write(&path, &header, &games[..count]).expect("a new file");
        fs::metadata(path).expect("it is there").len() as usize
    });
    for length in 0..whole.len() {
        let left = ends[1..].iter().filter(|&&end| end <= length).count();
        let (read, error) = read(&whole[..length]);
        assert_eq!(read, games[..left], "{length} bytes");
        match error {
            None => assert!(ends.contains(&length)),
            Some(ReadError::Torn(at)) => {
                let from = ends[..=left].iter().rfind(|&&end| end <= length);
                assert_eq!(at as usize, from.copied().unwrap_or(0), "{length} bytes");
            }
            Some(error) => panic!("{length} bytes: {error}"),
        }
        fs::write(&path, &whole[..length]).expect("it can be written");
        let kept = write(&path, &header, &games[left..]).expect("only its end is torn");
        assert_eq!(kept.len(), left);
        assert_eq!(fs::read(&path).expect("it is there"), whole, "{length} bytes");
    }
}

#[test]
fn damage_before_the_end_is_told_with_its_place_and_never_cut_off() {
    let (header, games, whole) = sample();
    let folder = folder();
    let path = folder.path().join("games");
    let first = header_bytes(&header) as usize;
    let second = first + 12 + games[0].to_bytes().len();
    for at in first..second {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        let (read, error) = read(&bytes);
        assert_eq!(read, [], "byte {at}");
        let Some(ReadError::Damaged { offset, .. }) = error else { panic!("{error:?}") };
        assert_eq!(offset as usize, first);
        fs::write(&path, &bytes).expect("it can be written");
        let error = write(&path, &header, &games).expect_err("it is damaged");
        assert!(error.to_string().starts_with(&format!("the game at byte {first} is damaged: ")));
        assert_eq!(fs::read(&path).expect("it is there"), bytes);
    }
}

#[test]
fn a_last_game_with_a_wrong_checksum_is_torn() {
    let (_, games, mut whole) = sample();
    *whole.last_mut().expect("there are bytes") ^= 1;
    let (read, error) = read(&whole);
    assert_eq!(read, games[..1]);
    assert!(matches!(error, Some(ReadError::Torn(_))), "{error:?}");
}

#[test]
fn another_version_another_header_and_other_files_are_refused() {
    let (header, games, whole) = sample();
    let folder = folder();
    let path = folder.path().join("games");
    let mut newer = whole.clone();
    newer[8] = 3;
    let mut worded = whole.clone();
    worded[25] ^= 1;
    for (bytes, message) in [
        (&newer[..], "it has version `3` of the format, expected 1 to 2"),
        (&worded[..], "its header: its checksum is `"),
        (b"[Event \"Tandem match\"]\n", "not a file of game records"),
        (b"TDMGAMES", "incomplete from byte 0 on"),
    ] {
        let (read, error) = read(bytes);
        assert_eq!(read, []);
        let error = error.expect("it is refused").to_string();
        assert!(error.starts_with(message), "{error}");
    }
    fs::write(&path, &newer).expect("it can be written");
    let error = write(&path, &header, &games).expect_err("another version");
    assert_eq!(error.to_string(), "it has version `3` of the format, expected 1 to 2");
    fs::write(&path, &whole).expect("it can be written");
    let error = write(&path, &self::header(Preset::Fics, 2), &games).expect_err("another seed");
    assert_eq!(error.to_string(), "it was made with Seed `1`, not `2`");
    assert_eq!(fs::read(&path).expect("it is there"), whole);
}

#[test]
fn files_of_version_1_are_read_but_not_gone_on_with() {
    let (header, games, mut older) = sample();
    older[8] = 1;
    let (read, error) = read(&older);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(read, games);
    let folder = folder();
    let path = folder.path().join("games");
    fs::write(&path, &older).expect("it can be written");
    let error = write(&path, &header, &games).expect_err("an earlier version");
    assert!(error.to_string().starts_with("it has version `1` of the format, "), "{error}");
    assert_eq!(fs::read(&path).expect("it is there"), older);
}

#[test]
fn two_writers_do_not_share_a_file() {
    let folder = folder();
    let path = folder.path().join("games");
    let header = header(Preset::Wbn, 1);
    let first = Writer::open(&path, &header, |_| {}).expect("a new file");
    let second = Writer::open(&path, &header, |_| {}).err().expect("it is locked");
    assert_eq!(second.to_string(), "another process is writing it");
    drop(first);
    Writer::open(&path, &header, |_| {}).expect("nobody writes it any more");
}

#[test]
fn a_header_that_is_too_long_is_neither_written_nor_called_torn() {
    let (header, _, whole) = sample();
    let long = [header.lines(), &[("Note".to_owned(), "x".repeat(1 << 20))]].concat();
    let error = Header::new(long).expect_err("it is too long").to_string();
    assert!(error.ends_with(" bytes are too many for it, expected 1048576 at most"), "{error}");
    let mut stated = whole.clone();
    stated[12..16].copy_from_slice(&(1_u32 << 20 | 1).to_le_bytes());
    stated.resize(1 << 21, b'x');
    let (read, error) = read(&stated);
    assert_eq!(read, []);
    let error = error.expect("it is refused").to_string();
    let expected = "its header: `1048577` bytes are too many for it, expected 1048576 at most";
    assert_eq!(error, expected);
}
