//! Tandem itself at the board, without a process between: for self-play, where nobody talks.

use std::sync::{Arc, Mutex, PoisonError};

use tandem_arbiter::{Appraisal, Endpoint, News, Outbox, Said, Snapshot, Thought};
use tandem_engine::{
    Decision, Event, Info, Limits, Prices, Score, ScoreKind, SearchId, Searcher, View, moves_in,
};
use tandem_nets::Network;
use tandem_rules::Seat;

/// Both players of a board, who are never on turn at once, so that one searcher does for them: each
/// begins with what the other has found.
pub(crate) struct InProcess {
    name: String,
    searcher: Searcher,
    limits: Limits,
    awaited: Awaited,
}

/// The search whose answer counts, and for which seat. Held while an answer is sent, so that none
/// is sent once it has been changed.
type Awaited = Arc<Mutex<Option<(SearchId, Seat)>>>;

impl InProcess {
    /// Evaluates by a network, or by hand. Answers go to `outbox`.
    pub(crate) fn new(
        table_mebibytes: usize,
        limits: Limits,
        network: Option<Arc<Network>>,
        outbox: Outbox,
    ) -> Self {
        let awaited = Arc::default();
        let mut messenger = Messenger { awaited: Arc::clone(&awaited), outbox };
        let mut searcher = Searcher::with_sink(table_mebibytes, move |event| messenger.take(event));
        searcher.set_network(network);
        Self { name: "Tandem".to_owned(), searcher, limits, awaited }
    }

    fn start(&mut self, seat: Seat, snapshot: &Snapshot) {
        let mut awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        let search = self.searcher.start(own_view(seat, snapshot), self.limits.clone());
        *awaited = Some((search, seat));
    }

    /// The next game begins afresh.
    fn forget(&mut self) {
        *self.awaited.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.searcher.stop();
        self.searcher.clear();
    }
}

impl Endpoint for InProcess {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Go(seat, snapshot) => self.start(*seat, snapshot),
            News::Update(seat, snapshot) => self.searcher.update(own_view(*seat, snapshot)),
            News::End(_) => self.forget(),
            News::Start(..)
            | News::Moved { .. }
            | News::Arrived { .. }
            | News::Told { .. }
            | News::DrawOffered { .. } => {}
        }
    }
}

/// The game as this seat sees it: its own board and the clocks beside that, which is what a process
/// in its place would be told.
fn own_view(seat: Seat, snapshot: &Snapshot) -> View {
    let mut clocks = snapshot.clocks;
    for other in Seat::ALL.into_iter().filter(|other| other.board != seat.board) {
        clocks[other.index()] = None;
    }
    View {
        seat,
        own: snapshot.boards.position(seat.board).clone(),
        keys: snapshot.keys[seat.board.index()].clone(),
        other: None,
        clocks,
        prices: Prices::NEUTRAL,
        rules: snapshot.rules,
    }
}

/// The game with both boards and all clocks in view.
pub(crate) fn view(seat: Seat, snapshot: &Snapshot) -> View {
    let other = seat.board.other();
    let beside = snapshot.boards.in_play().contains(&other);
    View {
        other: beside.then(|| snapshot.boards.position(other).clone()),
        clocks: snapshot.clocks,
        ..own_view(seat, snapshot)
    }
}

/// Takes answers from the thread that thinks to the arbiter.
struct Messenger {
    awaited: Awaited,
    outbox: Outbox,
}

impl Messenger {
    fn take(&mut self, event: Event) {
        let Event::Done(id, decision, info) = event else { return };
        let mut awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, seat)) = awaited.take_if(|(search, _)| *search == id) {
            let said = match decision {
                Decision::Play(m) => Said::Move(m, thought(&info)),
                Decision::Sit => Said::Sit,
            };
            self.outbox.say(seat, said, info.nodes);
        }
    }
}

/// It goes with the thread that thinks, and nobody should wait for that in vain.
impl Drop for Messenger {
    fn drop(&mut self) {
        let awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((_, seat)) = awaited {
            self.outbox.say(seat, Said::Fail("its search has died".to_owned()), 0);
        }
    }
}

/// The same that a process would tell over a wire.
pub(crate) fn thought(info: &Info) -> Thought {
    // A search that has not come to the end of its first iteration knows no score.
    Thought { depth: info.depth, score: (info.depth > 0).then(|| appraisal(info.score)) }
}

/// In the words of protocols, which count mates in moves and know of no win that a piece undoes.
pub(crate) fn appraisal(score: Score) -> Appraisal {
    match score.kind() {
        ScoreKind::Mate(plies) => Appraisal::Mate(moves_in(plies)),
        ScoreKind::Evaluation(_) | ScoreKind::Conditional(_) => {
            Appraisal::Centipawns(score.value())
        }
    }
}
