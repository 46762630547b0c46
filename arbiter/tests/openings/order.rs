//! The order in which openings are used.

use tandem_arbiter::openings::{Openings, RandomOpenings};
use tandem_rules::{Boards, MoveRules, Variant};

use crate::{E4, START, TAKEN, fen, read};

fn balanced(_: &Boards) -> bool {
    true
}

#[test]
fn a_file_is_used_in_order_and_again_from_its_beginning() {
    let text = format!("{START}\n{E4}\n{TAKEN}\n");
    let openings = Openings::File(read(&text, Variant::Crazyhouse).expect("three"));
    let used: Vec<String> =
        (0..7).map(|pair| fen(openings.of_pair(pair, &balanced).boards())).collect();
    assert_eq!(used, [START, E4, TAKEN, START, E4, TAKEN, START]);
}

#[test]
fn a_seed_shuffles_the_same_way_and_loses_nothing() {
    let line = |number| format!("4k3/8/8/8/8/8/8/4K2R[] w K - 0 {number}");
    let lines: Vec<String> = (1..=100).map(line).collect();
    let openings = Openings::File(read(&lines.join("\n"), Variant::Crazyhouse).expect("many"));
    let order = |openings: &Openings| -> Vec<String> {
        (0..100).map(|pair| fen(openings.of_pair(pair, &balanced).boards())).collect()
    };
    let [one, again, other] = [1, 1, 2].map(|seed| order(&openings.clone().shuffled(seed)));
    assert_eq!(one, again);
    assert_ne!(one, other);
    assert_ne!(one, lines);
    let sorted = |mut order: Vec<String>| {
        order.sort();
        order
    };
    assert_eq!(sorted(one), sorted(lines));
}

#[test]
fn openings_that_are_no_file_stay_what_they_are() {
    let start = Openings::Start(Boards::start(MoveRules::FICS));
    assert_eq!(start.clone().shuffled(3), start);
    assert_eq!(start.of_pair(5, &|_| false).boards(), &Boards::start(MoveRules::FICS));
    let random = RandomOpenings {
        seed: 3,
        plies: 6,
        variant: Variant::Chess,
        rules: MoveRules::CHESS,
        chess960: false,
        gifts: false,
    };
    let first = random.of_pair(0, balanced);
    assert_eq!(Openings::Random(random).of_pair(0, &balanced), first);
    assert_ne!(Openings::Random(random).of_pair(0, &|boards| boards != first.boards()), first);
}
