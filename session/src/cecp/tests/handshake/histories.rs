//! Random histories of two partners.

use proptest::prelude::*;
use proptest::sample::Index;

use super::Event;

/// Lines that anybody could have sent.
const TOLD: &[&str] = &["hi", "sit", "go", "n mates"];
/// A line that is answered, and the greeting of another program.
const STRANGE: &[&str] = &["help", "Hello! I am Sjeng"];
/// A history of disturbances, and how it goes on after them.
#[derive(Clone, Debug)]
pub(super) struct History {
    pub(super) events: Vec<(usize, Event)>,
    /// Number of the line that is lost, in histories where no other is.
    pub(super) to_lose: Option<usize>,
    /// Side that is named a partner if neither knows the other any more.
    pub(super) helped: usize,
    pub(super) choice: Index,
}

pub(super) fn histories(event: impl Strategy<Value = Event>) -> impl Strategy<Value = History> {
    let events = prop::collection::vec((0..2_usize, event), 0..40);
    let to_lose = proptest::option::weighted(0.9, 0..8_usize);
    (events, to_lose, 0..2_usize, any::<Index>())
        .prop_map(|(events, to_lose, helped, choice)| History { events, to_lose, helped, choice })
}

/// Events without loss or repetition.
pub(super) fn harmless() -> BoxedStrategy<Event> {
    prop_oneof![
        2 => Just(Event::Named),
        1 => Just(Event::NewGame),
        4 => any::<Index>().prop_map(Event::Moved),
        6 => Just(Event::Delivered),
        1 => prop::sample::select(TOLD).prop_map(Event::Told),
    ]
    .boxed()
}

pub(super) fn disturbances() -> BoxedStrategy<Event> {
    prop_oneof![
        12 => harmless(),
        2 => Just(Event::Repeated),
        1 => prop::sample::select(STRANGE).prop_map(Event::Told),
        1 => Just(Event::Left),
        1 => Just(Event::Restarted),
        3 => Just(Event::Lost),
    ]
    .boxed()
}

/// These events, and others of a direct link.
pub(super) fn with_link(events: BoxedStrategy<Event>) -> BoxedStrategy<Event> {
    prop_oneof![
        16 => events,
        6 => Just(Event::ToldByLink),
        1 => Just(Event::LinkOpened),
        1 => Just(Event::LinkClosed),
        1 => Just(Event::Restarted),
    ]
    .boxed()
}
