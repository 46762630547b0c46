//! The laws of the handshake.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};

use super::histories::{History, disturbances, harmless, histories, with_link};
use super::{Event, HANDFUL, Pair};

/// Histories of a slow test.
const MANY: u32 = 100_000;

/// After any disturbances it takes one side that knows the other, or else one more `partner` line:
/// two that have both forgotten the other and whose greetings were lost cannot be told from people,
/// who are told nothing more.
fn links_after_disturbances(history: History) -> TestCaseResult {
    let mut pair = Pair::new();
    for (at, event) in history.events {
        pair.happen(at, event);
    }
    let disturbed_until = pair.sent.len();
    pair.deliver_all()?;
    if !pair.sides.iter().any(super::Side::is_linked) {
        pair.happen(history.helped, Event::Named);
    }
    pair.must_link(history.choice, disturbed_until)
}

/// Law of one lost line: if each side is named its partner once in a game, in any order and at any
/// time, both are linked by the next game. No line is repeated.
fn links_although_a_line_is_lost(history: History) -> TestCaseResult {
    let mut pair = Pair { to_lose: history.to_lose, ..Pair::new() };
    for (at, event) in history.events {
        match event {
            Event::Named if pair.sides[at].namings > 0 => {}
            Event::NewGame => {
                pair.deliver_all()?;
                (0..2).for_each(|at| pair.happen(at, event));
            }
            _ => pair.happen(at, event),
        }
    }
    let disturbed_until = pair.sent.len();
    for at in [history.helped, 1 - history.helped] {
        if pair.sides[at].namings == 0 {
            pair.happen(at, Event::Named);
        }
    }
    pair.must_link(history.choice, disturbed_until)
}

/// With a direct link that opens, closes and is open at last, where a process begun anew knows
/// nothing: it takes one more `partner` line for a side that does not know a Tandem.
fn links_beside_a_link(history: History) -> TestCaseResult {
    let mut pair = Pair::new();
    pair.open_link();
    for (at, event) in history.events {
        pair.happen(at, event);
    }
    pair.open_link();
    pair.deliver_all()?;
    let disturbed_until = pair.sent.len();
    for at in [history.helped, 1 - history.helped] {
        if !pair.sides[at].knows_a_tandem() {
            pair.happen(at, Event::Named);
        }
    }
    pair.must_link(history.choice, disturbed_until)
}

/// Either process may be begun anew in mid-game, where it is named its partner once, and any one
/// line of partner talk may be lost beside the link.
fn links_beside_a_link_although_a_line_is_lost(history: History) -> TestCaseResult {
    let mut pair = Pair { to_lose: history.to_lose, ..Pair::new() };
    pair.open_link();
    for (at, event) in history.events {
        match event {
            Event::Named if pair.sides[at].namings > 0 => {}
            Event::NewGame => {
                pair.deliver_all()?;
                (0..2).for_each(|at| pair.happen(at, event));
            }
            _ => pair.happen(at, event),
        }
    }
    pair.open_link();
    let disturbed_until = pair.sent.len();
    for at in [history.helped, 1 - history.helped] {
        if pair.sides[at].namings == 0 {
            pair.happen(at, Event::Named);
        }
    }
    pair.must_link(history.choice, disturbed_until)
}

/// Plays on after these events in every possible order of names and greetings, without a move, and
/// returns the number of orders. At the end of each both must be linked.
fn orders_after(events: &mut Vec<(usize, Event)>) -> usize {
    let mut pair = Pair::new();
    for &(at, event) in &*events {
        pair.happen(at, event);
    }
    let nameless = (0..2).filter(|&at| pair.sides[at].namings == 0);
    let addressed = (0..2).filter(|&at| !pair.sides[at].inbox.is_empty());
    let next = nameless.map(|at| (at, Event::Named));
    let next: Vec<_> = next.chain(addressed.map(|at| (at, Event::Delivered))).collect();
    if next.is_empty() {
        assert!(pair.are_linked() && pair.sent.len() <= HANDFUL, "{events:?}: {:?}", pair.sent);
        return 1;
    }
    let orders = next.into_iter().map(|event| {
        events.push(event);
        let orders = orders_after(events);
        events.pop();
        orders
    });
    orders.sum()
}

#[test]
fn whoever_is_named_and_greeted_first_both_are_linked_before_the_first_move() {
    let orders = orders_after(&mut Vec::new());
    assert!(orders >= 6, "{orders}");
}

/// Histories found by the slow tests, in which neither side knew the other any more while the link
/// was open, and the one greeting that could have told was lost.
#[test]
fn the_link_brings_together_two_that_have_both_forgotten_the_other() {
    use Event::{Delivered, Moved, Named, NewGame, Restarted};
    let choice = any_choice();
    let m = Moved(choice);
    let renamed = vec![
        (1, Named),
        (0, NewGame),
        (0, Restarted),
        (0, Named),
        (1, Delivered),
        (0, Delivered),
        (0, Restarted),
        (0, Named),
        (1, Delivered),
    ];
    let renamed_after_moves = vec![
        (1, Named),
        (0, Named),
        (0, NewGame),
        (1, m),
        (1, Named),
        (1, m),
        (0, Delivered),
        (1, Delivered),
        (1, Restarted),
        (1, Named),
        (0, Delivered),
    ];
    let both_begun_anew = vec![
        (0, Named),
        (1, m),
        (1, m),
        (0, Event::ToldByLink),
        (0, m),
        (1, m),
        (0, m),
        (1, Delivered),
        (1, Delivered),
        (0, Delivered),
        (1, m),
        (0, Delivered),
        (0, Restarted),
        (0, Named),
        (1, Delivered),
        (1, Delivered),
        (1, Restarted),
    ];
    for (lost, events) in [(5, renamed), (5, renamed_after_moves), (6, both_begun_anew)] {
        let history = History { events, to_lose: Some(lost), helped: 0, choice };
        let shown = format!("{history:?}");
        links_beside_a_link_although_a_line_is_lost(history)
            .unwrap_or_else(|failure| panic!("{failure} after {shown}"));
    }
}

/// A choice of moves, the same in each run.
fn any_choice() -> Index {
    let mut runner = TestRunner::deterministic();
    any::<Index>().new_tree(&mut runner).expect("any number is a choice").current()
}

fn run_many(histories: impl Strategy<Value = History>, law: impl Fn(History) -> TestCaseResult) {
    let config = ProptestConfig { cases: MANY, failure_persistence: None, ..Default::default() };
    TestRunner::new(config).run(&histories, law).unwrap_or_else(|failure| panic!("{failure}"));
}

proptest! {
    #[test]
    fn two_tandems_end_linked_after_any_disturbances(history in histories(disturbances())) {
        links_after_disturbances(history)?;
    }

    #[test]
    fn two_tandems_end_linked_whichever_line_is_lost(history in histories(harmless())) {
        links_although_a_line_is_lost(history)?;
    }
}

proptest! {
    #[test]
    fn two_tandems_with_a_link_end_linked_after_any_disturbances(
        history in histories(with_link(disturbances())),
    ) {
        links_beside_a_link(history)?;
    }

    #[test]
    fn two_tandems_with_a_link_end_linked_whichever_line_is_lost(
        history in histories(with_link(harmless())),
    ) {
        links_beside_a_link_although_a_line_is_lost(history)?;
    }
}

#[test]
#[ignore = "slow: 100,000 histories"]
fn two_tandems_end_linked_after_any_disturbances_of_very_many() {
    run_many(histories(disturbances()), links_after_disturbances);
}

#[test]
#[ignore = "slow: 100,000 histories"]
fn two_tandems_end_linked_whichever_line_is_lost_of_very_many() {
    run_many(histories(harmless()), links_although_a_line_is_lost);
}

#[test]
#[ignore = "slow: 100,000 histories"]
fn two_tandems_with_a_link_end_linked_after_any_disturbances_of_very_many() {
    run_many(histories(with_link(disturbances())), links_beside_a_link);
}

#[test]
#[ignore = "slow: 100,000 histories"]
fn two_tandems_with_a_link_end_linked_whichever_line_is_lost_of_very_many() {
    run_many(histories(with_link(harmless())), links_beside_a_link_although_a_line_is_lost);
}
