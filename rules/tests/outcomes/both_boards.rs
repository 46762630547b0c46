//! Two boards that end at once, the last drop, and resignation.

use tandem_rules::{Claim, Claims, Game, Millis, PlayError, Preset, Seat};

use crate::support::{
    BLACK_MATES, Case, START, WHITE_MATES, check, ending, for_each_preset, game, play, run, seat,
    seconds, timed_game,
};

const ALL: &str = "fide uscf hawaii scholastic wbn fics";
const A_MATED: &str = "0-1 White on A is mated";
const SAVED: &str = "1/2-1/2 White on A is mated, its partner's last drop draws";
const AT_ONCE: &str = "1/2-1/2 both boards end at once";

#[test]
fn both_boards_end_at_one_moment() {
    check(&[
        Case {
            what: "each team wins one",
            a: WHITE_MATES,
            b: WHITE_MATES,
            script: "Ag1g7 =Bg1g7",
            expected: &[
                ("fide wbn", AT_ONCE),
                ("uscf hawaii scholastic fics", "1-0 Black on A is mated"),
            ],
        },
        Case {
            what: "one team wins both",
            a: WHITE_MATES,
            b: BLACK_MATES,
            script: "Ag1g7 =bg1g7",
            expected: &[(ALL, "1-0 Black on A is mated")],
        },
        Case {
            what: "a moment later",
            a: WHITE_MATES,
            b: WHITE_MATES,
            script: "Ag1g7 Bg1g7",
            expected: &[(ALL, "1-0 Black on A is mated")],
        },
        Case {
            what: "the other board goes on",
            a: WHITE_MATES,
            b: WHITE_MATES,
            script: "Ag1g7 =Bg1g6",
            expected: &[(ALL, "1-0 Black on A is mated")],
        },
        Case {
            what: "one wins, the other is drawn by repetition",
            a: WHITE_MATES,
            b: START,
            script: "Bg1f3 bg8f6 Bf3g1 bf6g8 Bg1f3 bg8f6 Bf3g1 bf6g8 \
                     Bg1f3 bg8f6 Bf3g1 Ag1g7 =bf6g8",
            expected: &[
                ("fide", AT_ONCE),
                ("uscf hawaii scholastic", "1-0 Black on A is mated"),
                ("wbn fics", "1/2-1/2 a position is repeated on B"),
            ],
        },
    ]);
}

#[test]
fn an_illegal_move_at_the_moment_of_a_mate_counts_beside_it() {
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3[] w - - 0 1";
    let pinned_black = "4k3/4n3/8/8/8/8/8/4R1K1[] b - - 0 1";
    check(&[
        Case {
            what: "the team that is mated loses the other board too",
            a: WHITE_MATES,
            b: pinned,
            script: "Ag1g7 =Be2c3",
            expected: &[(ALL, "1-0 Black on A is mated")],
        },
        Case {
            what: "the team that mates loses the other board",
            a: WHITE_MATES,
            b: pinned_black,
            script: "Ag1g7 =be7c6",
            expected: &[
                ("fide wbn", AT_ONCE),
                ("uscf hawaii scholastic fics", "1-0 Black on A is mated"),
            ],
        },
    ]);
}

/// White on A takes a knight and is mated; Black on B could mate with that knight on f2.
const TAKES_KNIGHT: &str = "n5q1/8/8/8/8/5k2/8/R6K[] w - - 0 1";
const KNIGHT_MATES: &str = "k7/8/8/8/8/8/6PP/6RK[] b - - 0 1";

#[test]
fn a_last_drop_saves_the_match_where_it_is_granted() {
    check(&[
        Case {
            what: "the drop mates",
            a: TAKES_KNIGHT,
            b: KNIGHT_MATES,
            script: "Aa1a8 ag8g2 bN@f2",
            expected: &[("fide wbn", SAVED), ("uscf hawaii scholastic fics", A_MATED)],
        },
        Case {
            what: "the game waits for it",
            a: TAKES_KNIGHT,
            b: KNIGHT_MATES,
            script: "Aa1a8 ag8g2",
            expected: &[("fide wbn", "none"), ("uscf hawaii scholastic fics", A_MATED)],
        },
        Case {
            what: "another square",
            a: TAKES_KNIGHT,
            b: KNIGHT_MATES,
            script: "Aa1a8 ag8g2 bN@f3",
            expected: &[(ALL, A_MATED)],
        },
        Case {
            what: "another move than a drop",
            a: TAKES_KNIGHT,
            b: KNIGHT_MATES,
            script: "Aa1a8 ag8g2 ba8b8",
            expected: &[(ALL, A_MATED)],
        },
        Case {
            what: "another piece, though it mates as well",
            a: TAKES_KNIGHT,
            b: "k7/8/8/8/8/6b1/6P1/6RK[q] b - - 0 1",
            script: "Aa1a8 ag8g2 bQ@h2",
            expected: &[(ALL, A_MATED)],
        },
    ]);
}

#[test]
fn no_last_drop_is_waited_for_that_could_not_save_the_match() {
    check(&[
        Case {
            what: "no drop would help",
            a: TAKES_KNIGHT,
            b: "k7/8/8/8/8/8/8/6RK[] b - - 0 1",
            script: "Aa1a8 ag8g2",
            expected: &[(ALL, A_MATED)],
        },
        Case {
            what: "the partner is not on move",
            a: TAKES_KNIGHT,
            b: "k7/8/8/8/8/8/6PP/6RK[] w - - 0 1",
            script: "Aa1a8 ag8g2",
            expected: &[(ALL, A_MATED)],
        },
        Case {
            what: "the partner has moved since",
            a: TAKES_KNIGHT,
            b: "k7/8/8/8/8/8/P5PP/6RK[] b - - 0 1",
            script: "Aa1a8 ba8b8 Ba2a3 ag8g2",
            expected: &[(ALL, A_MATED)],
        },
        Case {
            what: "the mated player took nothing with its last move",
            a: "6q1/8/8/8/8/5k2/8/R6K[] w - - 0 1",
            b: "k7/8/8/8/8/8/6PP/6RK[n] b - - 0 1",
            script: "Aa1a8 ag8g2",
            expected: &[(ALL, A_MATED)],
        },
    ]);
}

/// On B, White captures a knight and Black drops another in its place; the second time only the
/// drop is missing, and the knight for it is the one captured on A.
#[test]
fn a_last_drop_may_repeat_where_the_rules_grant_that() {
    const AROUND: &str = "Be1e5 bd8c8 Be5e1 bc8d8 Bg1h1 bd8c8 Bh1h2 bc8d8 Bh2g1 ";
    let script = format!("{AROUND} bN@e5 {AROUND} Aa1a8 ag8g2 bN@e5");
    let table = [("wbn", SAVED), ("fide uscf hawaii scholastic fics", A_MATED)];
    for_each_preset(&table, |preset, expected| {
        let mut game = game(preset, TAKES_KNIGHT, "3k4/8/8/4n3/8/8/8/4R1K1[n] w - - 0 1");
        run(&mut game, &script);
        assert_eq!(ending(&game), expected, "{}", preset.name());
    });
}

/// A game that waits for a last drop after a mate at two seconds, with `clocks` in seconds.
fn waiting(clocks: [i64; 4], claims: Claims) -> Game {
    let mut game = timed_game(Preset::Fide, TAKES_KNIGHT, KNIGHT_MATES, clocks).with_claims(claims);
    run(&mut game, "Aa1a8 ag8g2");
    assert_eq!(ending(&game), "none");
    game
}

#[test]
fn the_flag_of_the_partner_ends_the_wait_and_the_mate_stands() {
    let mut game = waiting([60, 60, 60, 10], Claims::Automatic);
    assert_eq!(game.next_flag(), Some((seconds(10), seat("b"))));
    assert!(play(&mut game, "bN@f2", seconds(10)).is_err());
    assert_eq!(ending(&game), A_MATED);

    let mut game = waiting([60, 60, 60, 10], Claims::Players);
    game.tick(seconds(20));
    assert_eq!(game.claim(seat("B"), Claim::Flag, seconds(21)), Ok(()));
    assert_eq!(ending(&game), A_MATED);
}

#[test]
fn the_clock_of_the_mated_player_stands_still_while_the_partner_thinks() {
    let mut game = waiting([5, 60, 60, 20], Claims::Automatic);
    assert_eq!(game.next_flag(), Some((seconds(20), seat("b"))));
    assert_eq!(play(&mut game, "bN@f2", seconds(15)), Ok(()));
    assert_eq!(ending(&game), SAVED);
    assert_eq!(game.time_left(seat("A"), seconds(30)), Some(seconds(4)));
}

#[test]
fn while_a_last_drop_is_awaited_nothing_else_counts() {
    for letter in ["A", "a", "B"] {
        let mut game = waiting([60; 4], Claims::Automatic);
        let word = format!("{letter}h1h2");
        let refused = play(&mut game, &word, seconds(3));
        assert_eq!(refused, Err(PlayError::LastDropOnly(seat("b"))), "{letter}");
    }
    for letter in ["a", "B"] {
        let mut game = waiting([60; 4], Claims::Automatic);
        game.resign(seat(letter), seconds(3));
        assert_eq!(ending(&game), "none", "{letter} has nothing left to resign");
    }
    for letter in ["A", "b"] {
        let mut game = waiting([60; 4], Claims::Automatic);
        game.resign(seat(letter), seconds(3));
        assert_eq!(ending(&game), A_MATED, "{letter}");
    }
    let mut game = waiting([60; 4], Claims::Automatic);
    for seat in Seat::ALL {
        game.offer_draw(seat, seconds(3));
    }
    assert_eq!(ending(&game), "none");
}

#[test]
fn a_mate_at_the_moment_of_the_mate_draws_though_it_is_no_last_drop() {
    // The knight would mate on f2; the queen that was held before mates too.
    let held = "k7/8/8/8/8/6b1/6P1/6RK[q] b - - 0 1";
    let mut game = game(Preset::Fide, TAKES_KNIGHT, held);
    run(&mut game, "Aa1a8 ag8g2 =bQ@h2");
    assert_eq!(ending(&game), AT_ONCE);
}

#[test]
fn a_resignation_loses_for_the_team() {
    for preset in Preset::BUGHOUSE {
        for (letter, expected) in [
            ("A", "0-1 White on A resigns"),
            ("a", "1-0 Black on A resigns"),
            ("B", "1-0 White on B resigns"),
            ("b", "0-1 Black on B resigns"),
        ] {
            let mut game = game(preset, START, START);
            game.resign(seat(letter), Millis::ZERO);
            assert_eq!(ending(&game), expected, "{}", preset.name());
            assert_eq!(play(&mut game, "Ae2e4", seconds(1)), Err(PlayError::Over));
        }
    }
}
