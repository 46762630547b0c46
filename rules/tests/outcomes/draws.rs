//! Repetition, fifty moves, material, and draws by agreement.

use tandem_rules::{BoardId, Claim, ClaimError, Claims, Game, Millis, Preset};

use crate::support::{
    Case, START, check, claimed_game, ending, for_each_preset, game, run, seat, seconds,
};

const ALL: &str = "fide uscf hawaii scholastic wbn fics";
const REPEATED: &str = "1/2-1/2 a position is repeated on A";
/// Ten plies back to the first position: a knight is captured and another dropped in its place.
const AROUND_A_DROP: &str = "ae8e4 Ad1c1 ae4e8 Ac1d1 ag8h8 AN@e4 ah8h7 Ad1c1 ah7g8 Ac1d1 ";

#[test]
fn a_repeated_position_draws_when_the_rules_say() {
    const TWICE: &str = "Ag1f3 ag8f6 Af3g1 af6g8 Ag1f3 ag8f6 Af3g1 af6g8";
    const THRICE: &str = "Ag1f3 ag8f6 Af3g1 af6g8 Ag1f3 ag8f6 Af3g1 af6g8 Ag1f3 ag8f6 Af3g1 af6g8";
    check(&[
        Case {
            what: "third occurrence",
            a: START,
            b: START,
            script: TWICE,
            expected: &[("wbn fics", REPEATED), ("fide uscf hawaii scholastic", "none")],
        },
        Case {
            what: "fourth occurrence",
            a: START,
            b: START,
            script: THRICE,
            expected: &[("fide wbn fics", REPEATED), ("uscf hawaii scholastic", "none")],
        },
        Case {
            what: "one short of the third occurrence",
            a: START,
            b: START,
            script: "Ag1f3 ag8f6 Af3g1 af6g8 Ag1f3 ag8f6 Af3g1",
            expected: &[(ALL, "none")],
        },
    ]);
}

#[test]
fn captures_and_drops_start_the_count_afresh_on_servers_only() {
    let table = [("fide", [false, true]), ("wbn", [true, true])];
    let others = ("uscf hawaii scholastic fics", [false, false]);
    for_each_preset(&[table[0], table[1], others], |preset, drawn| {
        for (rounds, drawn) in [2, 3].into_iter().zip(drawn) {
            let mut game = game(preset, "4r1k1/8/8/8/4N3/8/8/3K4[NNN] b - - 0 1", START);
            run(&mut game, &AROUND_A_DROP.repeat(rounds));
            let expected = if drawn { REPEATED } else { "none" };
            assert_eq!(ending(&game), expected, "{rounds} rounds, {}", preset.name());
        }
    });
}

#[test]
fn a_repetition_is_claimed_by_the_board_or_by_either_partner_while_it_stands() {
    let repeated = |preset| {
        let mut game = game(preset, START, START).with_claims(Claims::Players);
        run(&mut game, "Ag1f3 ag8f6 Af3g1 af6g8 Ag1f3 ag8f6 Af3g1 af6g8");
        assert_eq!(ending(&game), "none");
        game
    };
    for (preset, claimant, accepted) in [
        (Preset::Wbn, "A", true),
        (Preset::Wbn, "b", true),
        (Preset::Wbn, "B", true),
        (Preset::Fics, "a", true),
        (Preset::Fics, "A", true),
        (Preset::Fics, "b", false),
        (Preset::Fide, "A", false),
        (Preset::Uscf, "A", false),
    ] {
        let mut game = repeated(preset);
        let claim = game.claim(seat(claimant), Claim::Repetition(BoardId::A), seconds(20));
        assert_eq!(claim.is_ok(), accepted, "{claimant}, {}", preset.name());
        assert_eq!(ending(&game), if accepted { REPEATED } else { "none" });
    }
    let mut game = repeated(Preset::Fics);
    run(&mut game, "Ae2e4");
    let late = game.claim(seat("a"), Claim::Repetition(BoardId::A), seconds(20));
    assert_eq!(late, Err(ClaimError::Unfounded(seat("a"))));
}

#[test]
fn fifty_moves_and_bare_boards_draw_on_servers_only() {
    const FIFTY: &str = "1/2-1/2 fifty moves without progress on A";
    const BARE: &str = "1/2-1/2 insufficient material on A";
    const OTHERS: &str = "fide uscf hawaii scholastic wbn";
    let row = |what, a, script, fics| {
        let table = [(OTHERS, "none"), ("fics", fics)];
        for_each_preset(&table, |preset, expected| {
            let mut game = game(preset, a, START);
            run(&mut game, script);
            assert_eq!(ending(&game), expected, "{what}, {}", preset.name());
        });
    };
    row("100th ply", "4k3/8/8/8/8/8/8/4K2R[N] w - - 99 80", "Ae1d1", FIFTY);
    row("99th ply", "4k3/8/8/8/8/8/8/4K2R[N] w - - 98 80", "Ae1d1", "none");
    row("a drop resets", "4k3/8/8/8/8/8/8/4K2R[N] w - - 99 80", "AN@a1", "none");
    row("bare kings", "4k3/8/8/8/8/8/4r3/4K3[] w - - 0 1", "Ae1e2", BARE);
    row("holdings are ignored", "4k3/8/8/8/8/8/4r3/4K3[Qq] w - - 0 1", "Ae1e2", BARE);
    row("one minor piece", "4k1n1/8/8/8/8/8/4r3/4K3[] w - - 0 1", "Ae1e2", BARE);
    row("one on each side", "4k1n1/8/8/8/8/8/4r3/4K1N1[] w - - 0 1", "Ae1e2", "none");
    row("a pawn", "4k3/p7/8/8/8/8/4r3/4K3[] w - - 0 1", "Ae1e2", "none");
}

#[test]
fn fifty_moves_are_claimed_where_players_claim() {
    let mut game = claimed_game(Preset::Fics, "4k3/8/8/8/8/8/8/4K2R[] w - - 99 80", START, [60; 4]);
    let claim = Claim::FiftyMoves(BoardId::A);
    assert!(game.claim(seat("A"), claim, Millis::ZERO).is_err());
    run(&mut game, "Ae1d1");
    assert_eq!(ending(&game), "none");
    assert_eq!(game.claim(seat("a"), claim, seconds(2)), Ok(()));
    assert_eq!(ending(&game), "1/2-1/2 fifty moves without progress on A");
}

const AGREED: &str = "1/2-1/2 a draw is agreed";

#[test]
fn a_draw_is_agreed_by_those_whom_the_rules_name() {
    for (offers, agreed) in [
        ("A a", "uscf hawaii scholastic wbn fics"),
        ("B b", "uscf hawaii scholastic wbn fics"),
        ("A B", "uscf hawaii scholastic"),
        ("A b", ""),
        ("A a B", "uscf hawaii scholastic wbn fics"),
        ("A a b B", ALL),
    ] {
        for_each_preset(&[(ALL, offers)], |preset, offers| {
            let mut game = game(preset, START, START);
            offers.split(' ').for_each(|letter| game.offer_draw(seat(letter), Millis::ZERO));
            let expected = if agreed.contains(preset.name()) { AGREED } else { "none" };
            assert_eq!(ending(&game), expected, "{offers}, {}", preset.name());
        });
    }
}

#[test]
fn an_offer_stands_until_the_opponent_completes_a_move() {
    let after = |script: &str| {
        let mut game = game(Preset::Wbn, START, START);
        game.offer_draw(seat("A"), Millis::ZERO);
        run(&mut game, script);
        game
    };
    for (script, stands) in
        [("", true), ("Ae2e4", true), ("Ae2e4 Be2e4 be7e5", true), ("Ae2e4 ae7e5", false)]
    {
        let mut game = after(script);
        assert_eq!(game.offers_draw(seat("A")), stands, "after `{script}`");
        game.offer_draw(seat("a"), seconds(9));
        assert_eq!(ending(&game), if stands { AGREED } else { "none" }, "after `{script}`");
    }
}

#[test]
fn a_wrong_claim_of_a_draw_is_an_offer_and_where_the_rules_say_an_offence() {
    let claim = |game: &mut Game, letter| {
        game.claim(seat(letter), Claim::Repetition(BoardId::A), seconds(1))
    };
    let table = [
        ("wbn", "0-1 White on A played an illegal move"),
        ("fide uscf hawaii scholastic fics", "none"),
    ];
    for_each_preset(&table, |preset, expected| {
        let mut game = game(preset, START, START);
        assert_eq!(claim(&mut game, "A"), Err(ClaimError::Unfounded(seat("A"))));
        assert_eq!(ending(&game), expected, "{}", preset.name());
        assert!(game.offers_draw(seat("A")));
    });

    // With claims by players, the opponent can claim it as an illegal move until it has moved.
    let mut game = game(Preset::Wbn, START, START).with_claims(Claims::Players);
    assert!(claim(&mut game, "A").is_err());
    run(&mut game, "Ae2e4");
    assert_eq!(game.claim(seat("a"), Claim::IllegalMove, seconds(3)), Ok(()));
    assert_eq!(ending(&game), "0-1 White on A played an illegal move");
}

#[test]
fn a_wrong_claim_that_meets_an_offer_agrees_to_the_draw() {
    for claims in [Claims::Automatic, Claims::Players] {
        let mut game = game(Preset::Wbn, START, START).with_claims(claims);
        game.offer_draw(seat("a"), Millis::ZERO);
        let claim = game.claim(seat("A"), Claim::Repetition(BoardId::A), seconds(1));
        assert_eq!((claim, ending(&game).as_str()), (Ok(()), AGREED));
    }
}
