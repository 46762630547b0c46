//! Starting clocks of games that begin as if in the middle.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tandem_rules::Millis;

use super::between::between;

/// Clocks as they might be after some play, in the order of [`Seat::ALL`](tandem_rules::Seat::ALL):
/// both boards have been played for the same time, which the players of each board share at random.
/// Every player has at least a quarter of `base` left.
pub(super) fn at_start(base: Millis, seed: u64, game: u64) -> [Millis; 4] {
    let mut random = ChaCha8Rng::seed_from_u64(!seed); // not the seed of the openings
    random.set_stream(game);
    let most = (base - Millis(base.0 / 4)).0;
    let played = between(&mut random, 0, 2 * most);
    let mut spent = || {
        let white = between(&mut random, (played - most).max(0), played.min(most));
        [white, played - white]
    };
    let ([wa, ba], [wb, bb]) = (spent(), spent());
    [wa, ba, wb, bb].map(|spent| base - Millis(spent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_boards_have_played_for_the_same_time_and_nobody_is_short_of_it() {
        for game in 0..1000 {
            let [wa, ba, wb, bb] = at_start(Millis(60_000), 7, game);
            assert_eq!(wa + ba, wb + bb);
            let possible = Millis(15_000)..=Millis(60_000);
            assert!([wa, ba, wb, bb].iter().all(|clock| possible.contains(clock)), "{game}");
        }
    }

    #[test]
    fn clocks_follow_from_the_seed_and_the_game() {
        let of = |seed, game| at_start(Millis(60_000), seed, game);
        assert_eq!(of(1, 3), of(1, 3));
        assert_ne!(of(1, 3), of(1, 4));
        assert_ne!(of(1, 3), of(2, 3));
        assert_eq!(at_start(Millis::ZERO, 1, 1), [Millis::ZERO; 4]);
    }
}
