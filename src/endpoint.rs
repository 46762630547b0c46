//! Tandem itself at the board, without a process between.

use std::sync::{Arc, Mutex, PoisonError};

use crossbeam::channel::Receiver;
use tandem_arbiter::{Endpoint, News, Outbox, Said, Snapshot};
use tandem_engine::{Decision, Event, Limits, Prices, SearchId, Searcher, View};
use tandem_rules::Seat;

/// One seat played by a searcher of its own.
pub(crate) struct InProcess {
    name: String,
    seat: Seat,
    searcher: Searcher,
    limits: Limits,
    /// The search whose answer counts. Held while an answer is sent, so that none is sent once
    /// it has been changed.
    awaited: Arc<Mutex<Option<SearchId>>>,
}

impl InProcess {
    /// Sits down; answers go to `outbox`.
    pub(crate) fn new(seat: Seat, table_mebibytes: usize, limits: Limits, outbox: Outbox) -> Self {
        let (searcher, events) = Searcher::new(table_mebibytes);
        let awaited = Arc::default();
        let forwarded = Arc::clone(&awaited);
        // Ends by itself when the searcher is dropped.
        std::thread::spawn(move || forward(&events, &forwarded, &outbox, seat));
        Self { name: "Tandem".to_owned(), seat, searcher, limits, awaited }
    }

    fn start(&mut self, snapshot: &Snapshot) {
        let mut awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        *awaited = Some(self.searcher.start(view(self.seat, snapshot), self.limits.clone()));
    }

    fn forget(&mut self) {
        *self.awaited.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.searcher.stop();
    }
}

impl Endpoint for InProcess {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Start(_) => self.searcher.clear(),
            News::Go(seat, snapshot) if *seat == self.seat => self.start(snapshot),
            News::Update(seat, snapshot) if *seat == self.seat => {
                self.searcher.update(view(self.seat, snapshot));
            }
            News::End(_) => self.forget(),
            News::Go(..)
            | News::Update(..)
            | News::Moved { .. }
            | News::Arrived { .. }
            | News::Told { .. } => {}
        }
    }
}

/// The game as this seat sees it.
fn view(seat: Seat, snapshot: &Snapshot) -> View {
    View {
        seat,
        own: snapshot.boards.position(seat.board).clone(),
        keys: snapshot.keys[seat.board.index()].clone(),
        other: Some(snapshot.boards.position(seat.board.other()).clone()),
        clocks: snapshot.clocks,
        prices: Prices::NEUTRAL,
        rules: snapshot.rules,
    }
}

fn forward(
    events: &Receiver<Event>,
    awaited: &Mutex<Option<SearchId>>,
    outbox: &Outbox,
    seat: Seat,
) {
    for event in events {
        let Event::Done(id, decision, info) = event else { continue };
        let mut awaited = awaited.lock().unwrap_or_else(PoisonError::into_inner);
        if *awaited == Some(id) {
            *awaited = None;
            let said = match decision {
                Decision::Play(m) => Said::Move(m),
                Decision::Sit => Said::Sit,
            };
            outbox.say(seat, said, info.nodes);
        }
    }
    if awaited.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
        outbox.say(seat, Said::Fail("its search has died".to_owned()), 0);
    }
}
