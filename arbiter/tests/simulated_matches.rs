//! Error rates of the sequential test and coverage of the intervals, in simulated matches.
//!
//! The seeds are fixed, so every run simulates the same matches; limits allow four standard errors.

use tandem_arbiter::statistics::{PairResult, Sprt, SprtState, Tally, elo, normalized_elo, score};

/// Distribution of pairs, LL to WW, of nearly equal teams with many draws.
const DRAWISH: [f64; 5] = [0.01, 0.19, 0.6, 0.19, 0.01];
/// The same with hardly any draws.
const DECISIVE: [f64; 5] = [0.24, 0.02, 0.48, 0.02, 0.24];
/// The same with a book full of openings that one side wins.
const LOPSIDED: [f64; 5] = [0.05, 0.03, 0.84, 0.03, 0.05];

const PAIRS: [PairResult; 5] = [
    PairResult::LossLoss,
    PairResult::LossDraw,
    PairResult::WinLoss,
    PairResult::WinDraw,
    PairResult::WinWin,
];

/// The generator `splitmix64`, so that a failure can be reproduced.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A random number from 0 up to but not including 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Two teams with a known distribution of pairs.
#[derive(Clone, Copy)]
struct Teams([f64; 5]);

impl Teams {
    /// Teams whose difference is `normalized_elo`, with everything else as in `base`.
    fn apart(base: [f64; 5], normalized_elo: f64) -> Self {
        let tilted = |slope: f64| {
            let mut weights = base;
            (0..5).for_each(|i| weights[i] *= (slope * i as f64).exp());
            let sum: f64 = weights.iter().sum();
            Self(weights.map(|weight| weight / sum))
        };
        let (mut low, mut high) = (-5.0, 5.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if tilted(middle).normalized_elo() < normalized_elo {
                low = middle;
            } else {
                high = middle;
            }
        }
        tilted(low)
    }

    fn expect(&self, function: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().enumerate().map(|(i, p)| p * function(i as f64 / 4.0)).sum()
    }

    fn score(&self) -> f64 {
        self.expect(|score| score)
    }

    fn normalized_elo(&self) -> f64 {
        let mean = self.score();
        let game_variance = 2.0 * self.expect(|score| (score - mean).powi(2));
        (mean - 0.5) / game_variance.sqrt() * 800.0 / 10.0_f64.ln()
    }

    fn play(&self, random: &mut Random) -> PairResult {
        let mut share = random.share();
        for (p, pair) in self.0.iter().zip(PAIRS) {
            if share < *p {
                return pair;
            }
            share -= p;
        }
        PairResult::WinWin // reached by rounding only
    }
}

/// The share of tests that end in `verdict`, if their state is checked after every eighth pair.
fn share_of_verdicts(sprt: &Sprt, teams: &Teams, seed: u64, verdict: SprtState) -> f64 {
    const MATCHES: u32 = 1000;
    let mut random = Random(seed);
    let mut ends_so = || {
        let mut tally = Tally::default();
        loop {
            tally.extend((0..8).map(|_| teams.play(&mut random)));
            match sprt.state(&tally) {
                SprtState::Running => assert!(tally.pairs() < 100_000, "a test without an end"),
                state => return state == verdict,
            }
        }
    };
    f64::from((0..MATCHES).map(|_| u32::from(ends_so())).sum::<u32>()) / f64::from(MATCHES)
}

/// Rates of 0.05 and 0.1, each with four standard errors of a thousand matches.
#[test]
fn the_sequential_test_keeps_its_error_rates() {
    let sprt = Sprt::new(0.0, 40.0, 0.05, 0.1).expect("a common test");
    for (seed, base) in (1..).zip([DRAWISH, DECISIVE, LOPSIDED]) {
        let (equal, apart) = (Teams::apart(base, 0.0), Teams::apart(base, 40.0));
        let wrongly_h1 = share_of_verdicts(&sprt, &equal, seed, SprtState::AcceptedH1);
        assert!(wrongly_h1 < 0.05 + 4.0 * 0.0069, "{base:?}: type I {wrongly_h1}");
        assert!(wrongly_h1 > 0.02, "{base:?}: a test far too careful, type I {wrongly_h1}");
        let wrongly_h0 = share_of_verdicts(&sprt, &apart, seed, SprtState::AcceptedH0);
        assert!(wrongly_h0 < 0.1 + 4.0 * 0.0095, "{base:?}: type II {wrongly_h0}");
        assert!(wrongly_h0 > 0.05, "{base:?}: a test far too careful, type II {wrongly_h0}");
    }
}

/// Beyond its bounds the test is right even more often.
#[test]
fn teams_beyond_the_bounds_are_told_apart_more_surely() {
    let sprt = Sprt::new(0.0, 40.0, 0.05, 0.05).expect("a common test");
    let (weaker, stronger) = (Teams::apart(DECISIVE, -20.0), Teams::apart(DECISIVE, 60.0));
    assert!(share_of_verdicts(&sprt, &weaker, 4, SprtState::AcceptedH1) < 0.02);
    assert!(share_of_verdicts(&sprt, &stronger, 5, SprtState::AcceptedH0) < 0.02);
}

/// 4000 matches of 500 pairs: 0.95 with four standard errors is 0.95 ± 0.014.
#[test]
fn intervals_cover_the_truth_in_95_of_100_matches() {
    const MATCHES: u32 = 4000;
    let cases = [(DRAWISH, 0.0), (DECISIVE, 30.0), (LOPSIDED, -50.0), (DECISIVE, 300.0)];
    for (seed, (base, difference)) in (10..).zip(cases) {
        let teams = Teams::apart(base, difference);
        let true_elo = 400.0 * (teams.score() / (1.0 - teams.score())).log10();
        let mut random = Random(seed);
        let mut covered = [0_u32; 3];
        for _ in 0..MATCHES {
            let tally: Tally = (0..500).map(|_| teams.play(&mut random)).collect();
            let estimates = [
                (score(&tally), teams.score()),
                (elo(&tally), true_elo),
                (normalized_elo(&tally), difference),
            ];
            for (covered, (estimate, truth)) in covered.iter_mut().zip(estimates) {
                *covered += u32::from(estimate.expect("500 pairs").contains(truth));
            }
        }
        for share in covered.map(|covered| f64::from(covered) / f64::from(MATCHES)) {
            assert!((share - 0.95).abs() < 0.014, "{base:?} at {difference}: {share}");
        }
    }
}
