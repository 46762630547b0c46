//! Fuzzes files of openings: positions, one for each line, or games.
#![no_main]

mod wire;

use libfuzzer_sys::fuzz_target;
use tandem_arbiter::openings::{Opening, OpeningFile};
use tandem_rules::Preset;
use tandem_rules::notation::bpgn::ReadOptions;

fuzz_target!(|bytes: &[u8]| {
    for preset in Preset::ALL {
        let options = ReadOptions { variant: preset.variant(), rules: preset.rules().moves };
        match OpeningFile::read(bytes, options) {
            Ok(file) => openings_can_be_played(&file, options),
            Err(error) => wire::assert_one_message(&error),
        }
    }
});

/// Checks that a game can go on from each opening, and that shuffling loses none.
fn openings_can_be_played(file: &OpeningFile, options: ReadOptions) {
    assert!(!file.openings().is_empty());
    for opening in file.openings() {
        let opening = opening.boards();
        for &board in opening.in_play() {
            let position = opening.position(board);
            assert_eq!(position.variant(), options.variant);
            assert!(!position.king_en_prise());
            assert!(!position.legal_moves().is_empty(), "{}", position.to_fen());
        }
    }
    let texts = |openings: &[Opening]| {
        let mut texts: Vec<String> =
            openings.iter().map(|opening| opening.boards().to_fen()).collect();
        texts.sort();
        texts
    };
    assert_eq!(texts(file.clone().shuffled(7).openings()), texts(file.openings()));
}
