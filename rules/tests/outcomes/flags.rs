//! Flags: called at once, or claimed by players.

use tandem_rules::{Claim, ClaimError, Game, Millis, Preset};

use crate::support::{
    START, WHITE_MATES, claimed_game, ending, for_each_preset, play, run, seat, seconds, timed_game,
};

const LOST: &str = "0-1 White on A forfeits on time";
const BOTH: &str = "1/2-1/2 flags of both teams are down";

fn claim_flag(game: &mut Game, letter: &str, at: i64) -> Result<(), ClaimError> {
    game.claim(seat(letter), Claim::Flag, seconds(at))
}

#[test]
fn a_flag_is_called_at_the_moment_it_falls() {
    for preset in Preset::BUGHOUSE {
        let mut game = timed_game(preset, START, START, [10, 60, 60, 60]);
        assert_eq!(game.next_flag(), Some((seconds(10), seat("A"))));
        game.tick(Millis(9_999));
        assert_eq!(ending(&game), "none");
        game.tick(seconds(25));
        assert_eq!(ending(&game), LOST, "{}", preset.name());
        assert_eq!(game.next_flag(), None);
    }
}

#[test]
fn clocks_stand_still_once_the_game_is_over() {
    let mut game = timed_game(Preset::Uscf, START, START, [10, 60, 60, 60]);
    game.tick(seconds(25));
    let shown = ["A", "a", "B", "b"].map(|letter| game.time_left(seat(letter), seconds(40)));
    assert_eq!(shown, [0, 60, 50, 60].map(|left| Some(seconds(left))));
}

#[test]
fn two_flags_at_one_moment_draw_unless_one_team_has_both() {
    for preset in Preset::BUGHOUSE {
        let mut game = timed_game(preset, START, START, [10, 60, 10, 60]);
        game.tick(seconds(10));
        assert_eq!(ending(&game), BOTH, "{}", preset.name());

        let mut game = timed_game(preset, START, START, [10, 60, 60, 10]);
        run(&mut game, "Ba2a3"); // at one second
        game.set_clock(seat("b"), seconds(9), seconds(1));
        game.tick(seconds(10));
        assert_eq!(ending(&game), LOST, "{}", preset.name());
    }
}

#[test]
fn a_second_flag_draws_at_once_or_once_it_is_noticed() {
    let table = [("fide hawaii wbn fics", BOTH), ("uscf scholastic", "none")];
    for_each_preset(&table, |preset, expected| {
        let mut game = claimed_game(preset, START, START, [10, 60, 20, 60]);
        run(&mut game, "Aa2a3 aa7a6 Ba2a3 ba7a6");
        game.tick(seconds(15));
        assert_eq!(ending(&game), "none", "{}", preset.name());
        game.tick(seconds(30));
        assert_eq!(ending(&game), expected, "{}", preset.name());
        let _too_late = claim_flag(&mut game, "a", 31);
        assert_eq!(ending(&game), BOTH, "{}", preset.name());
    });
}

#[test]
fn a_mate_before_both_flags_are_noticed_stands_where_they_need_noticing() {
    let table = [("fide hawaii wbn fics", BOTH), ("uscf scholastic", "1-0 Black on A is mated")];
    for_each_preset(&table, |preset, expected| {
        let mut game = claimed_game(preset, WHITE_MATES, START, [10, 60, 20, 60]);
        let _over = play(&mut game, "Ag1g7", seconds(30));
        assert_eq!(ending(&game), expected, "{}", preset.name());
    });
}

#[test]
fn a_mate_before_the_claim_of_one_flag_stands_everywhere() {
    for preset in Preset::BUGHOUSE {
        let mut game = claimed_game(preset, WHITE_MATES, START, [10, 60, 60, 60]);
        assert_eq!(play(&mut game, "Ag1g7", seconds(30)), Ok(()));
        assert_eq!(ending(&game), "1-0 Black on A is mated", "{}", preset.name());
        assert_eq!(claim_flag(&mut game, "a", 31), Err(ClaimError::Over));
    }
}

#[test]
fn a_flag_is_claimed_by_the_opponent_or_by_either_partner() {
    let table = [("wbn", true), ("fide uscf hawaii scholastic fics", false)];
    for_each_preset(&table, |preset, either| {
        for (claimant, counts) in [("a", true), ("B", either), ("A", false), ("b", false)] {
            let mut game = claimed_game(preset, START, START, [10, 60, 60, 60]);
            run(&mut game, "Aa2a3 aa7a6");
            assert!(claim_flag(&mut game, claimant, 10).is_err(), "not down yet");
            let claim = claim_flag(&mut game, claimant, 30);
            assert_eq!(claim.is_ok(), counts, "{claimant}, {}", preset.name());
            let reason = match claimant {
                "B" => ClaimError::NotEntitled(seat(claimant)),
                _ => ClaimError::Unfounded(seat(claimant)), // it is a flag of the own team
            };
            assert_eq!(claim, if counts { Ok(()) } else { Err(reason) });
            assert_eq!(ending(&game), if counts { LOST } else { "none" });
        }
    });
}

#[test]
fn a_flag_may_be_claimed_after_the_player_has_moved_on() {
    let mut game = claimed_game(Preset::Uscf, START, START, [10, 60, 60, 60]);
    assert_eq!(play(&mut game, "Aa2a3", seconds(12)), Ok(()));
    assert_eq!(game.time_left(seat("A"), seconds(13)), Some(seconds(-2)));
    assert_eq!(claim_flag(&mut game, "a", 15), Ok(()));
    assert_eq!(ending(&game), LOST);
    assert_eq!(game.time_left(seat("a"), seconds(99)), Some(seconds(57)));
}

#[test]
fn a_flag_is_not_claimed_on_a_server_before_both_have_moved() {
    let table = [("fics", false), ("fide uscf hawaii scholastic wbn", true)];
    for_each_preset(&table, |preset, at_once| {
        for (script, counts) in [("", at_once), ("Aa2a3", at_once), ("Aa2a3 aa7a6", true)] {
            let mut game = claimed_game(preset, START, START, [10, 60, 60, 60]);
            run(&mut game, script);
            if script == "Aa2a3" {
                game.set_clock(seat("a"), seconds(10), Millis::ZERO);
            }
            let claimant = if script == "Aa2a3" { "A" } else { "a" };
            let claim = claim_flag(&mut game, claimant, 30);
            assert_eq!(claim.is_ok(), counts, "after `{script}`, {}", preset.name());
            if !counts {
                assert_eq!(claim, Err(ClaimError::TooEarly(seat("A").board)));
            }
        }
    });
}

#[test]
fn nobody_wins_on_time_with_a_flag_down_on_the_own_team() {
    for preset in [Preset::Uscf, Preset::Scholastic] {
        let mut game = claimed_game(preset, START, START, [10, 60, 20, 60]);
        assert_eq!(claim_flag(&mut game, "b", 15), Err(ClaimError::Unfounded(seat("b"))));
        // White on B, the partner of the claimant, is down too.
        assert_eq!(claim_flag(&mut game, "a", 30), Ok(()));
        assert_eq!(ending(&game), BOTH, "{}", preset.name());
    }
}

#[test]
fn the_winner_of_a_flag_needs_men_to_mate_with_on_servers_only() {
    const DRAWN: &str = "1/2-1/2 White on A runs out of time against insufficient material";
    for (a, fics) in [
        ("4k3/8/8/8/8/8/8/Q3K3[q] w - - 0 1", DRAWN),
        ("4k1n1/8/8/8/8/8/8/Q3K3[q] w - - 0 1", DRAWN),
        ("4k1nn/8/8/8/8/8/8/Q3K3[] w - - 0 1", LOST),
        ("4k1nb/8/8/8/8/8/8/Q3K3[] w - - 0 1", LOST),
        ("4k3/p7/8/8/8/8/8/Q3K3[] w - - 0 1", LOST),
        ("4k2r/8/8/8/8/8/8/4K3[] w - - 0 1", LOST),
    ] {
        let table = [("fide uscf hawaii scholastic wbn", LOST), ("fics", fics)];
        for_each_preset(&table, |preset, expected| {
            let mut game = timed_game(preset, a, START, [10, 60, 60, 60]);
            game.tick(seconds(10));
            assert_eq!(ending(&game), expected, "{a}, {}", preset.name());
        });
    }
}

#[test]
fn a_flag_that_has_fallen_comes_before_the_move() {
    let mut game = timed_game(Preset::Fide, WHITE_MATES, START, [10, 60, 60, 60]);
    assert!(play(&mut game, "Ag1g7", seconds(10)).is_err());
    assert_eq!(ending(&game), LOST);
}
