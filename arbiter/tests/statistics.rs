//! The statistics, against examples worked by hand, published values, and laws.

use proptest::prelude::*;
use tandem_arbiter::statistics::{
    PairResult, Sprt, SprtError, SprtState, Summary, Tally, TeamResult, elo,
    likelihood_of_superiority, normalized_elo, score,
};
use tandem_rules::Team;

/// A tally with these counts of LL, LD, DD, WL, WD and WW.
fn tally(counts: [u64; 6]) -> Tally {
    let mut tally = Tally::default();
    PairResult::ALL.into_iter().zip(counts).for_each(|(pair, count)| tally.add_pairs(pair, count));
    tally
}

/// A tally with these counts of the five scores of a pair, those in the middle all drawn twice.
fn pentanomial([ll, ld, even, wd, ww]: [u64; 5]) -> Tally {
    tally([ll, ld, even, 0, wd, ww])
}

#[track_caller]
fn assert_near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value}, expected {expected} ± {tolerance}");
}

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05).expect("the tests ask for tests that exist")
}

#[test]
fn games_of_a_pair_count_in_any_order() {
    for first in TeamResult::ALL {
        for second in TeamResult::ALL {
            let pair = PairResult::new(first, second);
            assert_eq!(pair, PairResult::new(second, first));
            assert_eq!(pair.half_points(), first as usize + second as usize);
        }
    }
    assert_eq!(TeamResult::of(Team::One, Some(Team::One)), TeamResult::Win);
    assert_eq!(TeamResult::of(Team::One, Some(Team::Two)), TeamResult::Loss);
    assert_eq!(TeamResult::of(Team::One, None), TeamResult::Draw);
}

#[test]
fn an_odd_game_counts_but_makes_no_pair() {
    let mut odd = tally([1, 2, 3, 4, 5, 6]);
    let (elo_before, ratio_before) = (elo(&odd), sprt(0.0, 5.0).log_likelihood_ratio(&odd));
    odd.add_unpaired(TeamResult::Win);
    assert_eq!((odd.games(), odd.pairs(), odd.unpaired()), (43, 21, 1));
    // W: 4 + 5 + 2·6 + 1; D: 2 + 2·3 + 5; L: 2·1 + 2 + 4.
    assert_eq!(TeamResult::ALL.map(|result| odd.games_with(result)), [8, 13, 22]);
    assert_eq!(odd.pentanomial(), [1, 2, 7, 5, 6]);
    assert_near(odd.score().expect("games"), 28.5 / 43.0, 1e-15);
    assert_near(odd.decisive_pairs().expect("pairs"), 14.0 / 21.0, 1e-15);
    assert_eq!(elo(&odd), elo_before);
    assert_near(sprt(0.0, 5.0).log_likelihood_ratio(&odd), ratio_before, 0.0);
}

/// 100 pairs: 10 LL, 20 LD, 30 even, 20 WD, 20 WW.
///
/// Mean: 20·¼ + 30·½ + 20·¾ + 20 = 55, by 100: 0.55.
/// Mean square: 20/16 + 30/4 + 20·9/16 + 20 = 40, by 100: 0.4. Variance: 0.4 − 0.3025 = 0.0975.
/// Error of the mean: √(0.0975/100) = 0.0312250. Interval: 0.55 ± 1.959964 · 0.0312250 = 0.0611999.
/// Elo: 400 log₁₀(0.55/0.45) = 34.8601; of 0.4888001: −7.7838; of 0.6111999: 78.5827.
/// nElo: 0.05/√(2·0.0975) · 347.43559 = 0.1132277 · 347.43559 = 39.3393.
/// LOS: Φ(0.05/0.0312250) = Φ(1.601282) = 0.945343.
#[test]
fn an_example_worked_by_hand() {
    let tally = pentanomial([10, 20, 30, 20, 20]);
    let share = score(&tally).expect("pairs");
    assert_near(share.value, 0.55, 1e-12);
    assert_near(share.margin(), 0.061_199_9, 1e-7);
    let elo = elo(&tally).expect("pairs");
    assert_near(elo.value, 34.8601, 1e-4);
    assert_near(elo.low, -7.7838, 1e-4);
    assert_near(elo.high, 78.5827, 1e-4);
    assert_near(normalized_elo(&tally).expect("pairs").value, 39.3393, 1e-4);
    assert_near(likelihood_of_superiority(&tally).expect("pairs"), 0.945_343, 1e-5);
}

/// Two scores only, 60 WW and 40 LL, so that the likeliest distributions can be found by hand: with
/// a share w of WW the lead is (w − ½) / √(w (1 − w)). H0 at zero: w = ½. H1 at 100:
/// t = 100/347.43559·√2 = 0.4070434, and from w − ½ = t √(w (1 − w)) follows
/// w = ½ + t / (2 √(1 + t²)) = 0.6885039.
/// Ratio: 60 ln(0.6885039/0.5) + 40 ln(0.3114961/0.5) = 19.1948 − 18.9288 = 0.2659. The scores that
/// do not occur add less than 0.01.
#[test]
fn a_likelihood_ratio_worked_by_hand() {
    let ratio = sprt(0.0, 100.0).log_likelihood_ratio(&pentanomial([40, 0, 0, 0, 60]));
    assert_near(ratio, 0.2659, 0.01);
}

/// Compares with the raw statistics of montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712, a
/// page of fishtest's software: "Normalized (exact)", "Normalized Elo" and the split of (DD, WL).
#[test]
fn a_published_page_of_fishtest_s_software_agrees() {
    let tally = tally([13, 37, 23, 27, 25, 3]);
    assert_near(sprt(0.0, 4.0).log_likelihood_ratio(&tally), -0.54912, 5e-6);
    assert_near(normalized_elo(&tally).expect("pairs").value, -63.97, 5e-3);
    assert_near(sprt(0.0, 4.0).thresholds().0, -2.9444, 5e-5);
    assert_near(sprt(0.0, 4.0).thresholds().1, 2.9444, 5e-5);
}

/// Cases (bounds, LL to WW, ratio) from fastchess, `app/tests/sprt_test.cpp`, "normalized
/// pentanomial" 1 and 2, and two matches printed in its pull request 882, which test leads of three
/// deviations.
#[test]
fn published_likelihood_ratios_agree() {
    let published = [
        ((0.0, 2.0), [365, 16_618, 36_229, 16_974, 390], 2.25),
        ((-1.75, 0.25), [127, 4883, 10_712, 5150, 104], 3.01),
        ((-1000.0, -500.0), [77, 1, 0, 0, 0], -2.95),
        ((-1000.0, -500.0), [72, 10, 0, 0, 0], -2.97),
    ];
    for ((elo0, elo1), counts, expected) in published {
        let ratio = sprt(elo0, elo1).log_likelihood_ratio(&pentanomial(counts));
        assert_near(ratio, expected, 0.005);
    }
}

/// Cases (LL to WW, Elo, its margin, normalised Elo) from fastchess, `app/tests/elo_test.cpp`,
/// `EloPentanomial` 1 and 2 (checked there to 1%), and from output printed at
/// chess.stackexchange.com/questions/45881.
#[test]
fn published_estimates_agree() {
    let published = [
        ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94),
        ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17),
        ([4, 3, 34, 42, 117], 277.0, 40.9, 345.17),
    ];
    for (counts, elo_expected, margin, normalized) in published {
        let tally = pentanomial(counts);
        let elo = elo(&tally).expect("pairs");
        assert_near(elo.value, elo_expected, 0.006);
        assert_near(elo.margin(), margin, 0.01 * margin);
        assert_near(normalized_elo(&tally).expect("pairs").value, normalized, 0.006);
    }
}

#[test]
fn nothing_is_known_before_the_first_pair() {
    let mut tally = Tally::default();
    assert_eq!((tally.score(), tally.decisive_pairs()), (None, None));
    tally.add_unpaired(TeamResult::Draw);
    assert_eq!((elo(&tally), normalized_elo(&tally)), (None, None));
    assert_eq!(likelihood_of_superiority(&tally), None);
    assert_eq!(sprt(0.0, 5.0).state(&tally), SprtState::Running);
    let summary = Summary { tally: &tally, sprt: None }.to_string();
    assert_eq!(
        summary,
        "Elo: -, LOS: -\nnElo: -\nGames: 1, W: 0, D: 1, L: 0, score: 50.0%\n\
         Pairs: 0, Ptnml(0-2): [0, 0, 0, 0, 0], decisive: -, unpaired games: 1"
    );
}

/// With the imaginary pair: mean ½, variance (½·¼ + ½·¼) / 11, error √(0.25/11)/√11 = 0.5/11.
#[test]
fn ten_drawn_pairs_leave_room_for_doubt() {
    let tally = pentanomial([0, 0, 10, 0, 0]);
    let share = score(&tally).expect("pairs");
    assert_near(share.value, 0.5, 1e-15);
    assert_near(share.margin(), 1.959_964 * 0.5 / 11.0, 1e-7);
    assert_near(elo(&tally).expect("pairs").value, 0.0, 1e-9);
    assert_near(likelihood_of_superiority(&tally).expect("pairs"), 0.5, 1e-12);
    assert_near(sprt(-5.0, 5.0).log_likelihood_ratio(&tally), 0.0, 1e-6);
    assert_eq!(sprt(0.0, 5.0).state(&pentanomial([0, 0, 16_700, 0, 0])), SprtState::AcceptedH0);
}

/// With the imaginary pair: 10½ wins and ½ loss, a mean of 10.5/11, Elo 400 log₁₀ 21 = 528.9.
#[test]
fn ten_won_pairs_have_no_upper_bound() {
    let tally = pentanomial([0, 0, 0, 0, 10]);
    let elo = elo(&tally).expect("pairs");
    assert_near(elo.value, 528.888, 1e-3);
    assert!(elo.low > 200.0 && elo.low < 300.0 && elo.high.is_infinite(), "{elo:?}");
    let normalized = normalized_elo(&tally).expect("pairs");
    assert!(normalized.low.is_finite() && normalized.high.is_finite(), "{normalized:?}");
    let summary = Summary { tally: &tally, sprt: None }.to_string();
    assert!(summary.starts_with("Elo: all won, at least 2"), "{summary}");
    assert_eq!(sprt(0.0, 5.0).state(&pentanomial([0, 0, 0, 0, 200])), SprtState::AcceptedH1);
    assert_eq!(sprt(-5.0, 0.0).state(&pentanomial([200, 0, 0, 0, 0])), SprtState::AcceptedH0);
}

#[test]
fn tests_that_make_no_sense_are_refused() {
    let nan = f64::NAN;
    for (elo0, elo1) in [(5.0, 0.0), (0.0, 0.0), (nan, 5.0), (0.0, nan), (0.0, 1e4)] {
        let refused = Sprt::new(elo0, elo1, 0.05, 0.05);
        assert!(matches!(refused, Err(SprtError::Bounds(..))), "{elo0}, {elo1}");
    }
    for (alpha, beta) in [(0.0, 0.05), (0.05, 0.5), (nan, 0.05)] {
        let refused = Sprt::new(0.0, 5.0, alpha, beta);
        assert!(matches!(refused, Err(SprtError::Rates(..))), "{alpha}, {beta}");
    }
}

fn any_tally() -> impl Strategy<Value = Tally> {
    let count = prop_oneof![Just(0), 0..50_u64, 0..100_000_u64];
    let games = proptest::collection::vec(0..TeamResult::ALL.len(), 0..4);
    (proptest::array::uniform6(count), games).prop_map(|(counts, games)| {
        let mut tally = tally(counts);
        for game in games {
            tally.add_unpaired(TeamResult::ALL[game]);
        }
        tally
    })
}

proptest! {
    #[test]
    fn shards_merge_in_any_order(a in any_tally(), b in any_tally(), c in any_tally()) {
        prop_assert_eq!(a + b, b + a);
        prop_assert_eq!((a + b) + c, a + (b + c));
        prop_assert_eq!(a + Tally::default(), a);
        prop_assert_eq!([a, b, c].into_iter().sum::<Tally>(), a + b + c);
    }

    #[test]
    fn the_other_team_sees_the_opposite(tally in any_tally()) {
        let other = tally.reversed();
        prop_assert_eq!(other.reversed(), tally);
        prop_assert_eq!(tally.games_with(TeamResult::Win), other.games_with(TeamResult::Loss));
        if let (Some(ours), Some(theirs)) = (normalized_elo(&tally), normalized_elo(&other)) {
            prop_assert!((ours.value + theirs.value).abs() <= 1e-6 * ours.value.abs().max(1.0));
        }
        let ratio = sprt(0.0, 10.0).log_likelihood_ratio(&tally);
        let mirrored = -sprt(-10.0, 0.0).log_likelihood_ratio(&other);
        prop_assert!((ratio - mirrored).abs() <= 1e-4 * ratio.abs().max(1.0), "{ratio} {mirrored}");
    }

    #[test]
    fn every_tally_has_finite_values(tally in any_tally(), elo0 in -200.0..199.0_f64) {
        prop_assert!(sprt(elo0, elo0 + 1.0).log_likelihood_ratio(&tally).is_finite());
        for estimate in [elo(&tally), normalized_elo(&tally)].into_iter().flatten() {
            prop_assert!(estimate.value.is_finite());
            prop_assert!(estimate.contains(estimate.value));
        }
    }
}
