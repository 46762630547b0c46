//! An arbiter endpoint without an engine process: Tandem plays in-process, for self-play, where
//! partners do not talk.

use std::sync::Arc;

use parking_lot::Mutex;
use tandem_analysis::text::scores::appraisal;
use tandem_arbiter::{Endpoint, News, Outbox, PlayerFault, Said, Snapshot, Thought};
use tandem_engine::{Decision, Event, Info, Limits, ParamSet, SearchId, Searcher, View};
use tandem_nets::Networks;
use tandem_rules::Seat;

use crate::search::view::{own_view, view};

/// Both players of one board. They are never on turn at once, so that they share one [`Searcher`]:
/// each starts with what the other has found.
pub(crate) struct InProcess {
    name: String,
    searcher: Searcher,
    limits: Limits,
    sight: Sight,
    awaited: Awaited,
}

/// The part of a game that a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    /// Its own board with its two clocks, as an engine that is not linked.
    OwnBoard,
    /// Both boards and all clocks, as linked partners.
    BothBoards,
}

/// The search whose answer counts, and the seat it is for. The lock is held while an answer is
/// sent, so that no answer is sent after this has changed.
type Awaited = Arc<Mutex<Option<(SearchId, Seat)>>>;

impl InProcess {
    /// Creates players that evaluate by `network`, or by the hand-written evaluation if it is
    /// `None`. Their answers go to `outbox`.
    pub(crate) fn new(
        table_mebibytes: usize,
        limits: Limits,
        networks: Option<Arc<Networks>>,
        outbox: Outbox,
    ) -> Self {
        let awaited = Arc::default();
        let mut messenger = Messenger { awaited: Arc::clone(&awaited), outbox };
        let mut searcher = Searcher::with_sink(table_mebibytes, move |event| messenger.take(event));
        searcher.set_networks(networks);
        Self { name: "Tandem".to_owned(), searcher, limits, sight: Sight::OwnBoard, awaited }
    }

    /// The players with these parameters of the search.
    pub(crate) fn with_params(mut self, params: ParamSet) -> Self {
        self.searcher.set_params(params);
        self
    }

    /// The players, who see this part of a game.
    pub(crate) fn seeing(self, sight: Sight) -> Self {
        Self { sight, ..self }
    }

    fn start(&mut self, seat: Seat, snapshot: &Snapshot) {
        let view = self.view(seat, snapshot);
        let mut awaited = self.awaited.lock();
        let search = self.searcher.start(view, self.limits.clone());
        *awaited = Some((search, seat));
    }

    /// The game as a player with this sight sees it.
    fn view(&self, seat: Seat, snapshot: &Snapshot) -> View {
        match self.sight {
            Sight::OwnBoard => own_view(seat, snapshot),
            Sight::BothBoards => view(seat, snapshot),
        }
    }

    /// Ends the search and clears what was found, so that the next game starts afresh.
    fn forget(&mut self) {
        *self.awaited.lock() = None;
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
            News::Update(seat, snapshot) => self.searcher.update(self.view(*seat, snapshot)),
            News::End(_) => self.forget(),
            News::Start(..)
            | News::Moved { .. }
            | News::Arrived { .. }
            | News::Told { .. }
            | News::DrawOffered { .. } => {}
        }
    }
}

/// Passes answers from the search thread to the arbiter.
struct Messenger {
    awaited: Awaited,
    outbox: Outbox,
}

impl Messenger {
    fn take(&mut self, event: Event) {
        let Event::Done(id, decision, info) = event else { return };
        let mut awaited = self.awaited.lock();
        if let Some((_, seat)) = awaited.take_if(|(search, _)| *search == id) {
            let said = match decision {
                Decision::Play(m) => Said::Move(m, thought(&info)),
                Decision::Sit => Said::Sit,
            };
            self.outbox.say(seat, said, info.nodes);
        }
    }
}

/// Reports a failure if an answer is owed: the messenger is dropped with the search thread, and the
/// arbiter must not wait in vain.
impl Drop for Messenger {
    fn drop(&mut self) {
        let awaited = self.awaited.lock().take();
        if let Some((_, seat)) = awaited {
            self.outbox.say(seat, Said::Fail(PlayerFault::Own("its search failed".to_owned())), 0);
        }
    }
}

/// Depth and score of a search, as an engine process would report them.
pub(crate) fn thought(info: &Info) -> Thought {
    // No score is available before depth 1 completes.
    Thought { depth: info.depth, score: (info.depth > 0).then(|| appraisal(info.score)) }
}
