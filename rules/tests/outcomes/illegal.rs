//! Moves that leave the own king in check, and moves that no piece makes.

use tandem_rules::{Claim, ClaimError, Claims, Game, PlayError, Preset};

use crate::support::{Case, START, check, ending, for_each_preset, game, play, run, seat, seconds};

/// White's knight on e2 is pinned by the rook.
const PINNED: &str = "4r1k1/8/8/8/8/8/4N3/4K3[] w - - 0 1";
const LOST: &str = "0-1 White on A played an illegal move";
const TAKEN: &str = "0-1 the king of White on A is taken";

fn claimed(preset: Preset, a: &str, script: &str) -> Game {
    let mut game = game(preset, a, START).with_claims(Claims::Players);
    run(&mut game, script);
    game
}

#[test]
fn to_leave_the_king_in_check_loses_is_refused_or_has_it_taken() {
    check(&[
        Case {
            what: "the knight leaves the pin",
            a: PINNED,
            b: START,
            script: "Ae2c3",
            expected: &[("fide uscf scholastic wbn", LOST), ("hawaii fics", "none")],
        },
        Case {
            what: "and the king is taken",
            a: PINNED,
            b: START,
            script: "Ae2c3 ae8e1",
            expected: &[("fide uscf scholastic wbn", LOST), ("hawaii", TAKEN), ("fics", "none")],
        },
        Case {
            what: "a move that no piece makes is refused",
            a: PINNED,
            b: START,
            script: "Ae2e5",
            expected: &[("fide uscf hawaii scholastic wbn fics", "none")],
        },
        Case {
            what: "castling through an attack leaves no king to be taken",
            a: "5rk1/8/8/8/8/8/8/4K2R[] w K - 0 1",
            b: START,
            script: "AOe1h1",
            expected: &[("fide uscf scholastic wbn", LOST), ("hawaii fics", "none")],
        },
    ]);
}

#[test]
fn a_refused_move_is_not_played() {
    for (preset, a, word) in [
        (Preset::Fics, PINNED, "Ae2c3"),
        (Preset::Uscf, PINNED, "Ae2e5"),
        (Preset::Hawaii, "5rk1/8/8/8/8/8/8/4K2R[] w K - 0 1", "AOe1h1"),
    ] {
        let mut game = game(preset, a, START);
        let refused = play(&mut game, word, seconds(1));
        assert!(matches!(refused, Err(PlayError::Illegal(..))), "{word}: {refused:?}");
        assert!(game.plies().is_empty());
    }
}

#[test]
fn players_claim_an_illegal_move_until_they_move_themselves() {
    let table = [("fide uscf scholastic wbn", true), ("hawaii fics", false)];
    for_each_preset(&table, |preset, counts| {
        let mut game = claimed(preset, PINNED, "Ae2c3");
        assert_eq!(ending(&game), "none");
        let claim = game.claim(seat("a"), Claim::IllegalMove, seconds(2));
        assert_eq!(claim.is_ok(), counts, "{}", preset.name());
        assert_eq!(ending(&game), if counts { LOST } else { "none" });
    });
    let mut game = claimed(Preset::Uscf, PINNED, "Ae2c3 ag8g7");
    let late = game.claim(seat("a"), Claim::IllegalMove, seconds(3));
    assert_eq!(late, Err(ClaimError::Unfounded(seat("a"))));
}

#[test]
fn only_the_wronged_claim_and_their_partners_where_either_may() {
    for (preset, claimant, counts) in [
        (Preset::Wbn, "a", true),
        (Preset::Wbn, "B", true),
        (Preset::Wbn, "A", false),
        (Preset::Wbn, "b", false),
        (Preset::Fide, "a", true),
        (Preset::Fide, "B", false),
        (Preset::Fide, "A", false),
    ] {
        let mut game = claimed(preset, PINNED, "Ae2c3");
        let claim = game.claim(seat(claimant), Claim::IllegalMove, seconds(2));
        assert_eq!(claim.is_ok(), counts, "{claimant}, {}", preset.name());
    }
}

#[test]
fn the_king_is_taken_only_where_that_is_a_way_to_claim() {
    let table = [("uscf hawaii scholastic", TAKEN), ("fide wbn fics", "none")];
    for_each_preset(&table, |preset, expected| {
        let game = claimed(preset, PINNED, "Ae2c3 ae8e1");
        assert_eq!(ending(&game), expected, "{}", preset.name());
    });
}

/// White is in check from e8 and, instead of answering it, gives a check without an answer.
#[test]
fn an_illegal_move_does_not_mate() {
    let mating = "4r2k/8/8/5N2/8/8/8/4K1Q1[] w - - 0 1";
    for preset in [Preset::Fide, Preset::Uscf, Preset::Hawaii, Preset::Scholastic, Preset::Wbn] {
        let game = claimed(preset, mating, "Ag1g7");
        assert_eq!(ending(&game), "none", "{}", preset.name());
    }
    let mut game = claimed(Preset::Wbn, mating, "Ag1g7");
    assert_eq!(game.claim(seat("a"), Claim::IllegalMove, seconds(2)), Ok(()));
    assert_eq!(ending(&game), LOST);
    assert_eq!(ending(&claimed(Preset::Hawaii, mating, "Ag1g7 ae8e1")), TAKEN);
}
