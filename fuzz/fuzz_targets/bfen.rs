//! Fuzzes FEN, BFEN and move text: one board or two on the first line, and words that may be moves
//! on the lines below.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_rules::notation::{Bfen, Fen, FenError};
use tandem_rules::{BoardId, Move, MoveList, MoveRules, PieceTypes, Position, Preset, Variant};

const VARIANTS: [Variant; 3] = [Variant::Bughouse, Variant::Crazyhouse, Variant::Chess];

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (boards, words) = text.split_once('\n').unwrap_or((&text, ""));
    if Fen::parse(boards).is_ok() {
        presets().for_each(|rules| one_board(boards, words, rules));
    }
    if Bfen::fens(boards).is_ok() {
        presets().for_each(|rules| two_boards(boards, words, rules));
    }
});

/// The move rules of all presets, without duplicates.
fn presets() -> impl Iterator<Item = MoveRules> {
    let rules = Preset::ALL.map(|preset| preset.rules().moves);
    (0..rules.len()).filter(move |&i| !rules[..i].contains(&rules[i])).map(move |i| rules[i])
}

fn one_board(text: &str, words: &str, rules: MoveRules) {
    let read = VARIANTS.map(|variant| {
        let (position, left_out) = Fen::position_leniently(text, variant, rules)?;
        let strict = Fen::position(text, variant, rules);
        assert_eq!(strict.as_ref() == Ok(&position), left_out.is_empty(), "{text}: {strict:?}");
        Ok::<_, FenError>(position)
    });
    for position in read.iter().flatten() {
        a_position_survives_its_text(position);
        moves_keep_their_laws(position);
    }
    // The text of a move does not depend on where captured pieces go, so one variant is enough.
    if let Ok(position) = &read[0] {
        moves_survive_their_text(position, words);
    }
}

fn two_boards(text: &str, words: &str, rules: MoveRules) {
    let Ok((bfen, left_out)) = Bfen::parse_leniently(text, rules) else { return };
    assert_eq!(Bfen::parse(text, rules).as_ref() == Ok(&bfen), left_out.is_empty(), "{text}");
    two_boards_survive_their_text(&bfen, rules);
    for board in BoardId::ALL {
        moves_keep_their_laws(bfen.boards.position(board));
        moves_survive_their_text(bfen.boards.position(board), words);
    }
}

fn a_position_survives_its_text(position: &Position) {
    let fen = position.to_fen();
    let again = Fen::position(&fen, position.variant(), position.rules());
    assert_eq!(again.as_ref(), Ok(position), "{fen}");
}

fn two_boards_survive_their_text(bfen: &Bfen, rules: MoveRules) {
    let fen = bfen.boards.to_fen();
    assert_eq!(Bfen::parse(&fen, rules), Ok(Bfen::new(bfen.boards.clone())), "{fen}");
    // BFEN has no move counters: they are lost when boards are first written, and nothing else is.
    let written = bfen.to_bfen();
    let read = Bfen::parse(&written, rules).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(read.clocks, bfen.clocks, "{written}");
    assert_eq!(read.to_bfen(), written);
    for board in BoardId::ALL {
        let key = |bfen: &Bfen| bfen.boards.position(board).key();
        assert_eq!(key(&read), key(bfen), "{written}");
    }
}

/// Checks that generated moves are legal, that accepted-only moves are accepted but not legal, and
/// that the keys stay right when any of them is made.
fn moves_keep_their_laws(position: &Position) {
    let legal = position.legal_moves();
    assert_eq!(position.count_legal(), legal.len());
    assert_eq!(position.keys_from_scratch(), (position.key(), position.placement_key()));
    for m in &legal {
        assert!(position.is_legal(m), "{m:?}");
        making_it_keeps_the_keys(position, m);
    }
    for m in &accepted_only(position) {
        assert!(position.is_accepted(m) && !position.is_legal(m), "{m:?}");
        making_it_keeps_the_keys(position, m);
    }
}

fn accepted_only(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    position.generate_accepted_only(&mut moves);
    moves
}

/// Checks that moves, generated or named by the words, read back from their text unchanged.
fn moves_survive_their_text(position: &Position, words: &str) {
    for m in position.legal_moves().iter().chain(accepted_only(position).iter()) {
        a_move_survives_its_text(position, *m);
        where_it_leads_has_a_text(position, *m);
    }
    for word in words.lines() {
        for m in [position.parse_san(word), position.parse_coordinate(word)].into_iter().flatten() {
            assert!(position.is_accepted(m), "{word}");
            a_move_survives_its_text(position, m);
        }
    }
}

fn a_move_survives_its_text(position: &Position, m: Move) {
    let text = position.coordinate(m).to_string();
    assert_eq!(position.parse_coordinate(&text), Ok(m), "{text}");
    let text = position.san(m, PieceTypes::DROPPABLE);
    assert_eq!(position.parse_san(&text), Ok(m), "{text}");
}

fn making_it_keeps_the_keys(position: &Position, m: Move) {
    let mut after = position.clone();
    let _partner_elsewhere = after.make(m, &mut ());
    assert_eq!(after.keys_from_scratch(), (after.key(), after.placement_key()), "{m:?}");
    assert!(!after.king_en_prise(), "{m:?}");
}

/// Checks that the position after a move has a FEN that reads back. A right that outlives a drop is
/// not in a FEN, so the texts are compared, not the positions.
fn where_it_leads_has_a_text(position: &Position, m: Move) {
    let mut after = position.clone();
    let _partner_elsewhere = after.make(m, &mut ());
    let fen = after.to_fen();
    let again = Fen::position(&fen, after.variant(), after.rules());
    assert_eq!(again.map(|again| again.to_fen()).as_deref(), Ok(fen.as_str()), "{m:?}");
}
