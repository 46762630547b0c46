//! Fuzzes game records: a file of them, and a single game, which needs no valid checksum.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_data::{GameRecord, Reader};
use tandem_rules::{Millis, MoveRules, Preset, TimeControl};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(reader) = Reader::new(bytes) {
        let (rules, control) = (reader.header().rules(), reader.header().control());
        let games = reader.take_while(Result::is_ok).flatten();
        games.for_each(|game| a_game_survives(&game, rules.moves, control));
    }
    let control = TimeControl::sudden_death(Millis::from_seconds(60));
    for rules in Preset::BUGHOUSE.map(|preset| preset.rules().moves) {
        if let Ok(game) = GameRecord::from_bytes(bytes, rules) {
            a_game_survives(&game, rules, control);
        }
    }
});

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
