//! Fuzzes the reader of chess.com's games: two JSON texts, parted by a zero byte, are the boards of
//! one game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_rules::MoveRules;
use tandem_rules::notation::bpgn::{ReadOptions, Reader};
use tandem_rules::notation::chesscom::{GameBoard, join};

fuzz_target!(|bytes: &[u8]| {
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
