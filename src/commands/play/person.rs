//! The person as a player for the arbiter, like any other.

use std::sync::Arc;

use tandem_arbiter::{Endpoint, News, PlayerFault, Snapshot, Watcher};
use tandem_protocol::ptell::{self, Dialect, Heard};
use tandem_rules::{Game, Millis};

use super::desk::Desk;

/// Name of the person in records.
pub(super) const NAME: &str = "Player";

/// True for the message by which Tandem makes itself known to a partner: the person knows who plays.
/// An answer to `help` is none, though it tells a program the same.
pub(super) fn is_greeting(text: &str) -> bool {
    let greeting = ptell::say(&Heard::Greeting(Dialect::Tandem), Dialect::People);
    greeting.is_some_and(|greeting| &*greeting == text)
}

/// The endpoint of the person. Typed lines go to the arbiter from the [`Desk`].
pub(super) struct Person(pub(super) Arc<Desk>);

impl Endpoint for Person {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn hear(&mut self, news: &News) {
        let desk = &self.0;
        match news {
            News::Start(_, snapshot) => desk.begin(snapshot.clone()),
            News::Go(_, snapshot) => desk.go(snapshot.clone()),
            News::Update(_, snapshot) => desk.see(snapshot.clone()),
            News::Arrived { seat, handoff } => desk.arrived(*seat, *handoff),
            News::Told { text, .. } if is_greeting(text) => {}
            News::Told { text, .. } => desk.screen().note(&format!("partner: {text}")),
            News::DrawOffered { by, .. } => desk.draw_offered(*by),
            News::Moved { .. } | News::End(_) => {}
        }
    }

    /// Waits until the person says that it is ready, where there is somebody to ask.
    fn settle(&mut self) -> Result<(), PlayerFault> {
        self.0.wait_until_ready();
        Ok(())
    }
}

/// A watcher that shows the game to the person, without messages between opponents.
pub(super) struct Onlooker(pub(super) Arc<Desk>);

impl Watcher for Onlooker {
    fn moved(&mut self, game: &Game, now: Millis) {
        self.0.see(Snapshot::of(game, now));
        self.0.screen().moved(game, now);
    }

    fn looked(&mut self, game: &Game, now: Millis) {
        self.0.screen().look(game, now);
    }

    fn interval(&self) -> Option<Millis> {
        self.0.screen().interval()
    }
}
