//! Games as bytes, and their replays.

use proptest::prelude::*;
use tandem_data::{GameFault, GameRecord, PlyRecord, Score};
use tandem_rules::notation::BfenError;
use tandem_rules::{
    BoardId, Boards, Ending, Millis, Move, MoveRules, Outcome, RuleSet, Seat, Team, Variant,
};

use crate::support::{game, play, sample};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_game_is_played_again_with_what_each_player_knew(
        game in game(MoveRules::FIDE), base in 0i64..100_000,
    ) {
        let control = "60+0.5".parse().expect("a control");
        let game = GameRecord { clocks: [Millis(base); 4], ..game };
        let replay = game.replay(control).expect("its moves are legal");
        let mut boards = game.start.clone();
        let mut knew = vec![boards.clone()];
        for (index, situation) in replay.situations().enumerate() {
            let known = &knew[index - usize::from(situation.ply.unseen)];
            prop_assert_eq!(situation.boards, known);
            prop_assert_eq!(situation.seat, boards.on_turn(situation.ply.board));
            // Only holdings can have changed during the search: the last move on the board precedes
            // it.
            let men = |boards: &Boards| boards.position(situation.ply.board).placement_key();
            prop_assert_eq!(men(situation.boards), men(&boards));
            let _already_handed_over =
                boards.play(situation.seat, situation.ply.m).expect("a legal move");
            knew.push(boards.clone());
        }
        prop_assert_eq!(replay.boards(game.plies.len()), Some(&boards));
        // On each board one clock runs; the control defines what a ply adds.
        let clocks = replay.clocks(game.plies.len()).expect("there is one more");
        let at = game.plies.last().map_or(0, |ply| ply.at.0);
        for board in BoardId::ALL {
            let at = if game.start.in_play().contains(&board) { at } else { 0 };
            let plies = game.plies.iter().filter(|ply| ply.board == board).count() as i64;
            let both: i64 = Seat::ALL
                .into_iter()
                .filter(|seat| seat.board == board)
                .map(|seat| clocks[seat.index()].0)
                .sum();
            prop_assert_eq!(both, 2 * base - at + 500 * plies);
        }
    }

    #[test]
    fn bytes_are_a_game_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        if let Ok(game) = GameRecord::from_bytes(&bytes, MoveRules::FICS) {
            survives(&game);
        }
    }

    #[test]
    fn a_changed_byte_is_noticed_or_means_something(
        game in game(MoveRules::FICS), at in any::<proptest::sample::Index>(), byte in any::<u8>(),
    ) {
        let mut bytes = game.to_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(game) = GameRecord::from_bytes(&bytes, MoveRules::FICS) {
            survives(&game);
        }
    }
}

/// A game that could be read is written and read again, and is replayed or refused.
fn survives(game: &GameRecord) {
    let again = GameRecord::from_bytes(&game.to_bytes(), MoveRules::FICS);
    assert_eq!(again.as_ref(), Ok(game));
    if let Ok(replay) = game.replay("60".parse().expect("a control")) {
        assert_eq!(replay.situations().count(), game.plies.len());
    }
}

#[test]
fn a_record_that_cannot_be_played_says_where() {
    let (_, games, _) = sample();
    let control = "60".parse().expect("a control");
    let mut game = games[0].clone();
    game.plies[1].m = Move::from_bits(0o0001).expect("a move");
    let error = game.replay(control).expect_err("an empty square").to_string();
    assert!(error.starts_with("ply 1: Black on A may not play "), "{error}");
    let mut game = games[0].clone();
    game.plies[2].unseen = 1;
    let error = game.replay(control).expect_err("it is on its own board").to_string();
    assert_eq!(error, "ply 2: `1` plies before it cannot all be on the other board");
    game.plies[2].unseen = 4;
    assert!(game.replay(control).is_err());
}

#[test]
fn a_game_on_one_board_is_kept_as_that_board() {
    for (variant, code) in [(Variant::Crazyhouse, 1), (Variant::Chess, 2)] {
        let start = Boards::start_of(variant, MoveRules::FICS);
        let plies = play(start.clone(), &[(true, 7, None, (4, 1000, 50, 3)); 4]);
        let clocks = [Millis(60_000); 4];
        let game = GameRecord { number: 1, start, clocks, plies, outcome: None };
        let bytes = game.to_bytes();
        let fen = game.start.position(BoardId::A).to_fen();
        assert_eq!(
            (bytes[27], usize::from(bytes[28]), &bytes[32..32 + fen.len()]),
            (code, fen.len(), fen.as_bytes())
        );
        let read = GameRecord::from_bytes(&bytes, MoveRules::FICS).expect("it was written so");
        assert_eq!((&read, read.variant()), (&game, variant));
        let replay = game.replay("60".parse().expect("a control")).expect("its moves are legal");
        let clocks = replay.clocks(4).expect("there are four plies").map(|clock| clock.0);
        assert_eq!(clocks, [59_900, 59_900, 60_000, 60_000]);
        let mut unknown = bytes.clone();
        unknown[27] = 3;
        let error = GameRecord::from_bytes(&unknown, MoveRules::FICS);
        assert_eq!(error, Err(GameFault::Variant(3)));
        let on_two = [&bytes[..27], &[0], &bytes[28..]].concat();
        let error = GameRecord::from_bytes(&on_two, MoveRules::FICS);
        assert!(matches!(error, Err(GameFault::Start(BfenError::Count(1)))));
    }
}

/// The bytes of the tables in the documentation, written by hand.
#[test]
fn the_format_is_as_it_is_documented() {
    let rules = RuleSet::default().moves;
    let start = Boards::start(rules);
    let m = start.position(BoardId::B).parse_coordinate("e2e4").expect("a move");
    let ply = PlyRecord {
        board: BoardId::B,
        m,
        score: Some(Score::of_mate(-3)),
        depth: 9,
        nodes: 0x0102_0304,
        at: Millis(0x0a0b),
        unseen: 0,
    };
    let outcome = Outcome { winner: Some(Team::Two), ending: Ending::Flag(Seat::ALL[3]) };
    let clocks = [1, 2, -1, 0x0001_0000].map(Millis);
    let (plies, outcome) = (vec![ply], Some(outcome));
    let game = GameRecord { number: 0x0708, start: start.clone(), clocks, plies, outcome };
    let text = start.to_fen();
    let expected = [
        &[8, 7, 0, 0, 0, 0, 0, 0][..],
        &[1, 0, 0, 0, 2, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 1, 0],
        &[2, 4, 3, 0],
        &[text.len() as u8, 0, 1, 0],
        text.as_bytes(),
        // e2 is 12, e4 is 28; -31 997 is 0x8303
        &[0o34, 0o03, 0x03, 0x83, 4, 3, 2, 1, 0x0b, 0x0a, 0, 0, 1, 9, 0, 0],
    ];
    assert_eq!(game.to_bytes(), expected.concat());
}
