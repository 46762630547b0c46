//! Fuzzes game records: a file as it is, the same with the lengths and checksums that belong to its
//! content, and a single game.
#![no_main]

mod wire;

use std::num::NonZeroUsize;

use libfuzzer_sys::fuzz_target;
use tandem_data::{GameRecord, Merge, Reader, Statistics};
use tandem_rules::{Millis, MoveRules, Preset, TimeControl};
use tandem_train::{Dataset, Label, Sample, Selection};

/// Bytes before the text of a header, and before the content of a game.
const HEADER: usize = 20;
const BLOCK: usize = 12;

fuzz_target!(|bytes: &[u8]| {
    a_file_survives(bytes);
    a_file_survives(&sealed(bytes));
    let control = TimeControl::sudden_death(Millis::from_seconds(60));
    for rules in Preset::BUGHOUSE.map(|preset| preset.rules().moves) {
        if let Ok(game) = GameRecord::from_bytes(bytes, rules) {
            a_game_survives(&game, rules, control);
        }
    }
});

/// The file with the lengths and checksums that belong to its content, so that no sum keeps the
/// fuzzer from what is behind it. A length beyond the end is that of the rest.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let Some((head, mut rest)) = bytes.split_at_checked(HEADER) else { return bytes.to_vec() };
    let mut part = |length: &[u8]| {
        let length = length.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        let (part, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        part
    };
    let text = part(&head[12..14]);
    let mut file = head[..12].to_vec();
    file.extend((text.len() as u32).to_le_bytes());
    file.extend(crc32fast::hash(text).to_le_bytes());
    file.extend(text);
    loop {
        let head = part(&(BLOCK as u32).to_le_bytes());
        if head.len() < BLOCK {
            file.extend(head);
            return file;
        }
        let game = part(&head[..2]);
        let length = game.len() as u32;
        file.extend([length, !length, crc32fast::hash(game)].map(u32::to_le_bytes).concat());
        file.extend(game);
    }
}

/// Checks that all that is done with a file can be done with this one, or is refused in one line.
fn a_file_survives(bytes: &[u8]) {
    let mut reader = match Reader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return wire::assert_one_message(&error),
    };
    let (rules, control) = (reader.header().rules(), reader.header().control());
    let mut statistics = Statistics::default();
    let mut games = 0;
    for game in reader.by_ref() {
        match game {
            Ok(game) => {
                a_game_survives(&game, rules.moves, control);
                statistics.add(&game, 0);
                games += 1;
            }
            Err(error) => wire::assert_one_message(&error),
        }
    }
    assert!(reader.offset() <= bytes.len() as u64);
    statistics.to_string().lines().for_each(wire::assert_one_line);
    let mut merge = Merge::default();
    // A joined file may name the same source twice.
    if let Err(error) = merge.add(reader.header(), games) {
        wire::assert_one_message(&error);
    } else if let Err(error) = merge.header() {
        wire::assert_one_message(&error);
    }
    a_training_survives(bytes);
}

/// Checks that a file can be learned from, or is refused in one line, and that the scores that a
/// network is to learn are finite.
fn a_training_survives(bytes: &[u8]) {
    let Ok(mut reader) = Reader::new(bytes) else { return };
    let held_out = NonZeroUsize::new(2).expect("not zero");
    let selection = Selection {
        most: 1000,
        ahead: 0.7,
        most_score: Sample::MOST_SCORE,
        noisy: NonZeroUsize::new(2),
        distinct: false,
        held_out,
        variant: None,
    };
    let mut set = Dataset::new(selection);
    if let Err(error) = set.read(&mut reader, Sample::of) {
        wire::assert_one_message(&error);
    }
    if !set.training.is_empty() {
        assert!(Label::unit(&set.training.iter().map(Sample::label)).is_finite());
    }
}

/// Checks that a game reads back from its bytes unchanged and, if it can be replayed, has a
/// situation for each ply.
fn a_game_survives(game: &GameRecord, rules: MoveRules, control: TimeControl) {
    let again = GameRecord::from_bytes(&game.to_bytes(), rules);
    assert_eq!(again.as_ref(), Ok(game));
    let Ok(replay) = game.replay(control) else { return };
    assert_eq!(replay.situations().count(), game.plies.len());
    for situation in replay.situations() {
        let position = situation.boards.position(situation.seat.board);
        assert_eq!(position.side_to_move(), situation.seat.color);
        assert_eq!(position.keys_from_scratch(), (position.key(), position.placement_key()));
    }
}
