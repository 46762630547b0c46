//! A damaged file is an error or gives the same answers; it is never a panic.

use std::sync::LazyLock;

use proptest::prelude::*;
use tandem_explorer::{
    Answer, Board, BoardNumber, Explorer, ExplorerError, Filter, Key, PlayerFilter,
};
use tandem_rules::{Boards, MoveRules, Position, Variant};

use crate::corpus::{Dice, built, games, opened};
use crate::naive::steps;

/// Bytes at the end of a file, behind the footer.
const TRAILER: usize = 32;
const PAGE: usize = 1 << 16;

struct Sound {
    file: Vec<u8>,
    positions: Vec<Position>,
    results: Results,
}

#[derive(PartialEq, Debug)]
struct Results {
    answers: Vec<Answer>,
    boards: Vec<Board>,
}

static SOUND: LazyLock<Sound> = LazyLock::new(|| {
    let boards = games(8, 100);
    let mut positions = vec![Position::start(Variant::Bughouse, MoveRules::FICS)];
    let steps: Vec<_> = boards.iter().flat_map(steps).collect();
    let mut dice = Dice::new(9);
    positions.extend((0..8).map(|_| steps[dice.below(steps.len())].position.clone()));
    let file = built(&boards);
    let explorer = opened(file.clone()).expect("the file just built");
    let results = results(&explorer, &positions).expect("the file just built");
    Sound { file, positions, results }
});

/// Asks a file much of what can be asked.
fn results(explorer: &Explorer, positions: &[Position]) -> Result<Results, ExplorerError> {
    let player = PlayerFilter { name: "bob".to_owned(), color: None };
    let rated =
        Filter { rating: Some(1500..=2500), base_seconds: Some(0..=180), ..Filter::default() };
    let filters = [
        Filter::default(),
        Filter { player: Some(player), ended: Some(0..=1_600_800_000), ..Filter::default() },
        rated,
    ];
    let mut answers = Vec::new();
    for position in positions {
        for filter in &filters {
            for key in [Key::WithHoldings, Key::Structure] {
                answers.push(explorer.look(position, key, filter)?);
            }
        }
    }
    for pair in positions.windows(2) {
        let pair = Boards::new(pair[0].clone(), pair[1].clone());
        answers.push(explorer.look_at_both(&pair, &filters[1])?);
    }
    answers.push(explorer.look_at_both(&Boards::default(), &filters[0])?);
    let boards = (0..explorer.boards().min(200)).step_by(17).map(BoardNumber);
    let boards = boards.map(|number| explorer.board(number)).collect::<Result<_, _>>()?;
    Ok(Results { answers, boards })
}

/// A file with the checksums that belong to its content.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    let at = file.len() - TRAILER;
    let length =
        u64::from_le_bytes(file[at + 8..at + 16].try_into().expect("eight bytes")) as usize;
    let end = at - length;
    let sums: Vec<u8> =
        file[..end].chunks(PAGE).map(crc32fast::hash).flat_map(u32::to_le_bytes).collect();
    file[at - sums.len()..at].copy_from_slice(&sums);
    let sum = crc32fast::hash(&file[end..at + 16]);
    file[at + 16..at + 20].copy_from_slice(&sum.to_le_bytes());
    file
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    proptest::collection::vec((any::<prop::sample::Index>(), 1..=u8::MAX), 1..4)
}

fn changed(changes: &[(prop::sample::Index, u8)], until: usize) -> Vec<u8> {
    let mut file = SOUND.file.clone();
    for (index, bits) in changes {
        file[index.index(until)] ^= bits;
    }
    file
}

proptest! {
    #[test]
    fn a_changed_file_is_an_error_or_answers_as_before(changes in changes()) {
        let file = changed(&changes, SOUND.file.len());
        let found = opened(file).and_then(|explorer| results(&explorer, &SOUND.positions));
        if let Ok(found) = found {
            prop_assert_eq!(&found, &SOUND.results);
        }
    }

    #[test]
    fn a_cut_file_is_an_error(length in any::<prop::sample::Index>()) {
        let file = SOUND.file[..length.index(SOUND.file.len())].to_vec();
        prop_assert!(opened(file).is_err());
    }

    #[test]
    fn a_changed_file_with_sound_checksums_is_no_panic(changes in changes()) {
        let file = sealed(changed(&changes, SOUND.file.len() - TRAILER));
        if let Ok(explorer) = opened(file) {
            let _any = results(&explorer, &SOUND.positions);
        }
    }

    #[test]
    fn a_changed_footer_with_sound_checksums_is_no_panic(
        changes in proptest::collection::vec((0_usize..332, 1..=u8::MAX), 1..4),
    ) {
        let mut file = SOUND.file.clone();
        let at = file.len() - TRAILER;
        let length = u64::from_le_bytes(file[at + 8..at + 16].try_into().expect("eight bytes"));
        for (index, bits) in changes {
            file[at - length as usize + index] ^= bits;
        }
        if let Ok(explorer) = opened(sealed(file)) {
            let _any = results(&explorer, &SOUND.positions);
        }
    }
}

#[test]
fn sealing_a_sound_file_changes_nothing() {
    assert!(sealed(SOUND.file.clone()) == SOUND.file);
}

#[test]
fn other_files_are_told_apart() {
    let error = |file: &[u8]| opened(file.to_vec()).err().map(|error| error.to_string());
    let mut later = SOUND.file.clone();
    later[8] = 9;
    let cases: [(&[u8], &str); 4] = [
        (b"[Event \"?\"]\n", "not an explorer file"),
        (b"", "incomplete: its end is missing"),
        (&SOUND.file[..SOUND.file.len() - 1], "incomplete: its end is missing"),
        (&later, "it has version `9` of the format, expected 2"),
    ];
    for (file, expected) in cases {
        assert_eq!(error(file).as_deref(), Some(expected));
    }
}
