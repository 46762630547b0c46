//! A file of many games for the explorer, as it is and with the right lengths and checksums: questions have an
//! answer or an error, and what it holds can be merged into another file, or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_explorer::{BoardNumber, Builder, Explorer, Filter, Key, PlayerFilter};
use tandem_rules::{Boards, MoveRules, Position, Variant};

/// Bytes at the end of a part, behind the footer.
const TRAILER: usize = 32;
const PAGE: usize = 1 << 16;

fuzz_target!(|bytes: &[u8]| {
    ask(bytes.to_vec());
    if let Some(sealed) = sealed(bytes.to_vec()) {
        ask(sealed);
    }
});

fn open(file: Vec<u8>) -> Option<Explorer> {
    let length = file.len() as u64;
    Explorer::new(Box::new(file), length).ok()
}

fn ask(file: Vec<u8>) {
    let Some(explorer) = open(file) else { return };
    let player = PlayerFilter { name: "ann".to_owned(), color: None };
    let filters = [
        Filter::default(),
        Filter { player: Some(player), rating: Some(1000..=2500), ..Filter::default() },
        Filter { base_seconds: Some(0..=180), ended: Some(0..=u32::MAX), ..Filter::default() },
    ];
    let mut position = Position::start(Variant::Bughouse, MoveRules::FICS);
    for m in ["", "e2e4", "d7d5"] {
        if let Ok(m) = m.parse() {
            let _nothing = position.make(m, &mut ());
        }
        for filter in &filters {
            for key in [Key::WithHoldings, Key::Structure] {
                let _answer = explorer.look(&position, key, filter);
            }
            let pair = Boards::beside_start(position.clone());
            let _answer = explorer.look_at_both(&pair, filter);
        }
    }
    for number in (0..explorer.boards().min(40)).map(BoardNumber) {
        let _game = explorer.game(number);
    }
    if explorer.boards() < 1000 {
        merge(&explorer);
    }
}

fn merge(explorer: &Explorer) {
    let mut builder = Builder::new(&std::env::temp_dir()).expect("scratch files");
    if builder.add_all(explorer, |_| ()).is_err() {
        return;
    }
    let (boards, mut file) = (builder.boards(), Vec::new());
    builder.finish(&mut file).expect("memory takes all");
    let merged = open(file).expect("the file just built");
    assert_eq!(merged.boards(), boards);
    assert!((0..boards).all(|number| merged.board(BoardNumber(number)).is_ok()));
}

/// A part with the lengths and checksums that belong to its content; `None` if its footer has no place.
fn sealed(mut file: Vec<u8>) -> Option<Vec<u8>> {
    let at = file.len().checked_sub(TRAILER)?;
    let length = u64::from_le_bytes(file[at + 8..at + 16].try_into().ok()?);
    let end = at.checked_sub(usize::try_from(length).ok()?)?;
    let sums: Vec<u8> =
        file[..end].chunks(PAGE).map(crc32fast::hash).flat_map(u32::to_le_bytes).collect();
    let to = at.checked_sub(sums.len()).filter(|&to| to >= end)?;
    file[to..at].copy_from_slice(&sums);
    let whole = file.len() as u64;
    file[at..at + 8].copy_from_slice(&whole.to_le_bytes());
    let sum = crc32fast::hash(&file[end..at + 16]);
    file[at + 16..at + 20].copy_from_slice(&sum.to_le_bytes());
    Some(file)
}
