//! Fuzzes the reader of chess.com's games: two JSON texts, parted by a zero byte, are the boards of
//! one game. The same bytes are read as an archive, too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_rules::MoveRules;
use tandem_rules::notation::bpgn::{ReadOptions, Reader};
use tandem_rules::notation::chesscom::{Documents, Found, GameBoard, Pairing, join};

fuzz_target!(|bytes: &[u8]| {
    archive(bytes);
    let mut texts = bytes.splitn(2, |&byte| byte == 0);
    let [one, other] = [texts.next(), texts.next()].map(Option::unwrap_or_default);
    let (Ok(one), Ok(other)) = (GameBoard::parse(one), GameBoard::parse(other)) else { return };
    // An error may name either board; a game is the same in both orders.
    let [game, swapped] = [(&one, &other), (&other, &one)]
        .map(|(one, other)| join(one, other, MoveRules::default()).ok());
    assert_eq!(game, swapped, "the order of the boards matters");
    let Some(game) = game else { return };
    let text = game.record.to_string();
    let again = Reader::with_options(text.as_bytes(), ReadOptions::default()).next();
    let again = again.expect("there is a game").expect("it can be read");
    assert_eq!(again.record, game.record, "{text}");
});

/// Each board of an archive is in one game, or counted.
fn archive(bytes: &[u8]) {
    let documents = Documents::new(bytes).map(|document| document.expect("memory can be read"));
    let texts = documents.filter_map(|document| document.text);
    let boards: Vec<GameBoard> = texts.filter_map(|text| GameBoard::parse(&text).ok()).collect();
    let (all, rules) = (boards.len(), MoveRules::default());
    let mut counted = 0;
    for found in Pairing::among(boards, rules) {
        counted += match found {
            Found::Game(_) | Found::Fault(..) => 2,
            Found::Alone(_) | Found::Unclear(_) | Found::Again => 1,
        };
    }
    assert_eq!(counted, all);
}
