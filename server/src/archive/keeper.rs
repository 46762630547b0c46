//! The thread of the archive, which writes.

use std::collections::HashMap;

use crossbeam::channel::{Receiver, Sender};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord};

use super::Order;
use super::step::Step;
use super::store::Store;

/// Most orders that are done in one transaction.
const MOST_AT_ONCE: usize = 1000;

/// Changes that are stored in one transaction: steps first, then records, which replace the steps of
/// their games.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) steps: Vec<NumberedStep>,
    pub(super) records: HashMap<i64, GameRecord>,
}

/// A step of a running game that is stored beside its record.
pub(super) struct NumberedStep {
    pub(super) game: i64,
    /// Number of the step since the record was stored, from 1.
    pub(super) number: i64,
    pub(super) line: String,
}

/// A running game.
struct Running {
    record: GameRecord,
    /// Number of steps since the record was stored.
    steps: i64,
}

/// The one that writes. To write the record of a game after each of its moves would take a quarter of
/// the time of a server, and more in long games: a record is written when somebody asks and at the
/// end, a step at once.
pub(super) struct Keeper {
    store: Store,
    running: HashMap<i64, Running>,
    /// Changes that are not stored yet. They stay if they cannot be, and are tried again with the next.
    changes: Changes,
    /// Games that have ended and are not stored yet.
    ended: Vec<i64>,
    /// Hears of the games that have ended, once they are stored.
    news: Sender<i64>,
}

impl Keeper {
    pub(super) fn new(store: Store, news: Sender<i64>) -> Self {
        let (running, changes, ended) = (HashMap::new(), Changes::default(), Vec::new());
        Self { store, running, changes, ended, news }
    }

    /// Does orders until the last one.
    pub(super) fn keep(mut self, orders: &Receiver<Order>) {
        while let Ok(first) = orders.recv() {
            let more = orders.try_iter().take(MOST_AT_ONCE);
            let batch: Vec<Order> = std::iter::once(first).chain(more).collect();
            let (mut questions, mut is_over) = (Vec::new(), false);
            for order in batch {
                match order {
                    Order::Begin(number, record) => self.begin(number, *record),
                    Order::Add(number, step) => self.add(number, step),
                    Order::End(number, record) => self.end(number, *record),
                    Order::Abort(number, reason) => self.abort(number, reason),
                    Order::Ask(question) => questions.push(question),
                    Order::Finish => is_over = true,
                }
            }
            if is_over || !questions.is_empty() {
                self.complete();
            }
            self.write();
            for ask in questions {
                ask(&mut self.store);
            }
            if is_over {
                return;
            }
        }
    }

    fn begin(&mut self, number: i64, record: GameRecord) {
        self.changes.records.insert(number, record.clone());
        self.running.insert(number, Running { record, steps: 0 });
    }

    fn add(&mut self, number: i64, step: Step) {
        let Some(running) = self.running.get_mut(&number) else { return };
        if let Some(record) = self.changes.records.get_mut(&number) {
            step.clone().add_to(record);
        } else {
            running.steps += 1;
            let (number_of_step, line) = (running.steps, step.line());
            self.changes.steps.push(NumberedStep { game: number, number: number_of_step, line });
        }
        step.add_to(&mut running.record);
    }

    fn end(&mut self, number: i64, record: GameRecord) {
        self.running.remove(&number);
        self.ended.push(number);
        self.changes.records.insert(number, record);
    }

    fn abort(&mut self, number: i64, reason: &str) {
        if let Some(Running { mut record, .. }) = self.running.remove(&number) {
            record.end(BpgnResult::Unfinished, reason);
            self.ended.push(number);
            self.changes.records.insert(number, record);
        }
    }

    /// Makes the records of running games whole.
    fn complete(&mut self) {
        for (&number, running) in &mut self.running {
            if running.steps > 0 {
                running.steps = 0;
                self.changes.records.insert(number, running.record.clone());
            }
        }
    }

    fn write(&mut self) {
        match self.store.write(&self.changes) {
            Ok(()) => {
                self.changes = Changes::default();
                for number in self.ended.drain(..) {
                    let _ = self.news.send(number); // a server that ends does not listen
                }
            }
            Err(error) => log::error!("games are not kept: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::unbounded;
    use tandem_rules::notation::bpgn::{Comment, RecordedPly};
    use tandem_rules::{Boards, MoveRules, Seat};

    use super::*;

    fn ply(seat: usize, m: &str) -> Step {
        let m = m.parse().expect("a move");
        Step::Ply(RecordedPly::new(Seat::ALL[seat], m).with_clock(59_123))
    }

    #[test]
    fn steps_of_a_game_that_was_cut_short_become_its_record() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let mut record = GameRecord::new(Boards::start(MoveRules::default()));
        record.set_tag("WhiteA", "Anna");
        let mut keeper = Keeper::new(Store::open(&path).expect("an archive"), unbounded().0);
        keeper.begin(7, record.clone());
        keeper.write();
        let steps =
            [ply(0, "e2e4"), Step::Word(Comment::remark("go")), ply(2, "d2d4"), ply(1, "e7e5")];
        for (done, step) in steps.into_iter().enumerate() {
            keeper.add(7, step.clone());
            step.add_to(&mut record);
            keeper.write();
            if done == 1 {
                keeper.complete(); // somebody has asked
                keeper.write();
            }
        }
        drop(keeper); // without an end, as if killed
        for _ in 0..2 {
            let store = Store::open(&path).expect("an archive");
            let (game, bpgn) = store.load(7).expect("it can be read").expect("it is there");
            assert_eq!((game.plies, bpgn), (3, record.to_string()));
        }
    }
}
