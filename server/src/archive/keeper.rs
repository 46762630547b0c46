//! The thread of the archive, which writes.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, at, never};
use tandem_rules::notation::bpgn::{BpgnResult, GameRecord};

use super::changes::{Changes, NumberedStep};
use super::order::{Change, Order};
use super::step::Step;
use super::store::Store;

/// Most orders that are done in one transaction.
const MOST_AT_ONCE: usize = 1000;
/// Steps after which the record of a running game is written anew.
const WHOLE_AFTER: i64 = 64;
/// Most games that wait to be stored while nothing can be.
const MOST_UNSTORED: usize = 256;
/// Pause before it is tried again to store what could not be stored.
const PAUSE: Duration = Duration::from_secs(1);

/// A running game.
struct Running {
    record: GameRecord,
    /// Number of steps since the record was stored.
    steps: i64,
}

/// A game that has ended.
struct Ended {
    game: i64,
    /// Hears that it is stored.
    stored: Option<Sender<()>>,
}

/// The one that writes. To write the record of a game after each of its moves would take a quarter of
/// the time of a server, and more in long games: a step is written at once, a record now and then and
/// at the end.
pub(super) struct Keeper {
    store: Store,
    running: HashMap<i64, Running>,
    /// Changes that are not stored yet. If they cannot be, they wait as the records of their games,
    /// [`MOST_UNSTORED`] of those that have ended at most, and are tried again.
    changes: Changes,
    /// Games that have ended and are not stored yet.
    ended: Vec<Ended>,
    /// The moment before which nothing is tried again, and the pause before it.
    not_before: Option<Instant>,
    pause: Duration,
    /// Hears of the games that have ended, once they are stored.
    news: Sender<i64>,
}

impl Keeper {
    pub(super) fn new(store: Store, news: Sender<i64>) -> Self {
        let (running, changes, ended) = (HashMap::new(), Changes::default(), Vec::new());
        Self { store, running, changes, ended, not_before: None, pause: PAUSE, news }
    }

    /// Does orders until the last one. Other changes are made while there is no order.
    pub(super) fn keep(mut self, orders: &Receiver<Order>, changes: &Receiver<Change>) {
        loop {
            let retry = self.not_before.map_or_else(never, at);
            let first = crossbeam::channel::select_biased! {
                recv(orders) -> order => order,
                recv(changes) -> change => match change {
                    Ok(change) => {
                        change(&mut self.store);
                        continue;
                    }
                    Err(_) => orders.recv(),
                },
                recv(retry) -> now => {
                    self.write(now.unwrap_or_else(|_| Instant::now()));
                    continue;
                }
            };
            let Ok(first) = first else { return };
            if self.do_all(std::iter::once(first).chain(orders.try_iter().take(MOST_AT_ONCE))) {
                return;
            }
        }
    }

    /// Does orders in one transaction; true if one of them was the last.
    fn do_all(&mut self, orders: impl Iterator<Item = Order>) -> bool {
        let (mut waiting, mut is_over) = (Vec::new(), false);
        for order in orders {
            match order {
                Order::Begin(number, record) => self.begin(number, *record),
                Order::Add(number, step) => self.add(number, step),
                Order::End(number, record, stored) => self.end(number, *record, stored),
                Order::Abort(number, reason, stored) => self.abort(number, reason, stored),
                Order::Tell(written) => waiting.push(written),
                Order::Finish => is_over = true,
            }
        }
        if is_over {
            self.complete();
            self.not_before = None;
        }
        self.write(Instant::now());
        is_over
    }

    fn begin(&mut self, number: i64, record: GameRecord) {
        self.changes.records.insert(number, record.clone());
        self.running.insert(number, Running { record, steps: 0 });
    }

    fn add(&mut self, number: i64, step: Step) {
        let Some(running) = self.running.get_mut(&number) else { return };
        step.clone().add_to(&mut running.record);
        if let Some(record) = self.changes.records.get_mut(&number) {
            step.add_to(record);
            return;
        }
        running.steps += 1;
        if running.steps > WHOLE_AFTER {
            running.steps = 0;
            self.changes.records.insert(number, running.record.clone());
        } else {
            let (number_of_step, line) = (running.steps, step.line());
            self.changes.steps.push(NumberedStep { game: number, number: number_of_step, line });
        }
    }

    fn end(&mut self, game: i64, record: GameRecord, stored: Sender<()>) {
        self.running.remove(&game);
        self.ended.push(Ended { game, stored: Some(stored) });
        self.changes.records.insert(game, record);
    }

    fn abort(&mut self, game: i64, reason: &str, stored: Sender<()>) {
        if let Some(Running { mut record, .. }) = self.running.remove(&game) {
            record.end(BpgnResult::Unfinished, reason);
            self.end(game, record, stored);
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

    fn write(&mut self, now: Instant) {
        if self.not_before.is_some_and(|moment| now < moment) {
            return self.wait();
        }
        match self.store.write(&self.changes) {
            Ok(()) => {
                self.not_before = None;
                self.changes = Changes::default();
                for Ended { game, stored } in self.ended.drain(..) {
                    let _ = self.news.send(game); // a server that ends does not listen
                    if let Some(stored) = stored {
                        let _nobody_may_wait = stored.send(());
                    }
                }
            }
            Err(error) => {
                if self.not_before.is_none() {
                    log::error!("games are not kept: {error}");
                }
                self.not_before = Some(now + self.pause);
                self.wait();
            }
        }
    }

    /// Lets the changes wait that could not be stored, as few records. Nobody waits with them.
    fn wait(&mut self) {
        for NumberedStep { game, .. } in self.changes.steps.drain(..) {
            if let Some(running) = self.running.get_mut(&game) {
                running.steps = 0;
                self.changes.records.insert(game, running.record.clone());
            }
        }
        for ended in &mut self.ended {
            ended.stored = None;
        }
        let too_many = self.ended.len().saturating_sub(MOST_UNSTORED);
        for Ended { game, .. } in self.ended.drain(..too_many) {
            log::error!("game {game} is not kept up to its end");
            self.changes.records.remove(&game);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crossbeam::channel::unbounded;
    use tandem_rules::notation::bpgn::{Comment, RecordedPly};
    use tandem_rules::{Boards, MoveRules, Seat};

    use super::*;
    use crate::archive::{PLAYED_HERE, SERVER_STOPPED};
    use crate::message::ArchiveQuery;

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
        keeper.write(Instant::now());
        let steps =
            [ply(0, "e2e4"), Step::Word(Comment::remark("go")), ply(2, "d2d4"), ply(1, "e7e5")];
        for (done, step) in steps.into_iter().enumerate() {
            keeper.add(7, step.clone());
            step.add_to(&mut record);
            keeper.write(Instant::now());
            if done == 1 {
                keeper.complete();
                keeper.write(Instant::now());
            }
        }
        drop(keeper); // without an end, as if killed
        record.end(BpgnResult::Unfinished, SERVER_STOPPED);
        for _ in 0..2 {
            let store = Store::open(&path).expect("an archive");
            let (game, bpgn) = store.load(7).expect("it can be read").expect("it is there");
            assert_eq!((game.plies, bpgn), (3, record.to_string()));
        }
    }

    #[test]
    fn a_game_whose_record_was_just_written_is_known_to_have_been_cut_short() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let record = |event| {
            let mut record = GameRecord::new(Boards::start(MoveRules::default()));
            record.set_tag("Event", event);
            record
        };
        let mut keeper = Keeper::new(Store::open(&path).expect("an archive"), unbounded().0);
        keeper.begin(1, record(PLAYED_HERE));
        keeper.begin(2, record("Club evening"));
        keeper.write(Instant::now());
        drop(keeper); // without an end, as if killed
        let store = Store::open(&path).expect("an archive");
        let reason =
            |number| store.load(number).expect("it can be read").map(|(game, _)| game.reason);
        assert_eq!(reason(1).as_deref(), Some(SERVER_STOPPED));
        assert_eq!(reason(2).as_deref(), Some(""), "it was imported");
    }

    /// A game with this many moves, and an order for each thing that happens in it.
    fn shuffle(plies: usize) -> Vec<Step> {
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
        (0..plies).map(|at| ply(at % 2, moves[at % 4])).collect()
    }

    #[test]
    fn a_running_game_is_read_up_to_its_last_move_and_is_seldom_written_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let mut keeper = Keeper::new(Store::open(&path).expect("an archive"), unbounded().0);
        let reader = Store::reader(&path, &Arc::default()).expect("a reader");
        let mut record = GameRecord::new(Boards::start(MoveRules::default()));
        keeper.begin(7, record.clone());
        keeper.write(Instant::now());
        let mut written = 0;
        for (done, step) in shuffle(200).into_iter().enumerate() {
            keeper.add(7, step.clone());
            step.add_to(&mut record);
            written += keeper.changes.records.len();
            keeper.write(Instant::now());
            let (games, _) = reader.search(&ArchiveQuery::default()).expect("it can be read");
            assert_eq!(games[0].plies as usize, done + 1);
        }
        assert_eq!(written, 200 / 65);
        let (game, bpgn) = reader.load(7).expect("it can be read").expect("it is there");
        assert_eq!((game.plies, bpgn), (200, record.to_string()));
    }

    #[test]
    fn a_game_that_a_full_disk_refused_is_stored_without_another_order_once_there_is_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let (news, ended) = unbounded();
        let mut keeper = Keeper::new(Store::open(&path).expect("an archive"), news);
        keeper.pause = Duration::ZERO;
        let ((orders, received), (changes, to_make)) = (unbounded(), unbounded::<Change>());
        let keeping = std::thread::spawn(move || keeper.keep(&received, &to_make));
        // The least is the present size.
        let limit = |pages: i64| -> Change {
            Box::new(move |store: &mut Store| {
                let limited = store.connection().pragma_update(None, "max_page_count", pages);
                limited.expect("a limit");
            })
        };
        changes.send(limit(1)).expect("it listens");
        let mut record = GameRecord::new(Boards::start(MoveRules::default()));
        record.set_tag("Event", &"x".repeat(10_000));
        let (tell, told) = unbounded();
        changes
            .send(Box::new(move |_| tell.send(()).expect("it is waited for")))
            .expect("it listens");
        told.recv().expect("the disk is full");
        let (stored, is_stored) = unbounded();
        orders.send(Order::Begin(7, Box::new(record.clone()))).expect("it listens");
        orders.send(Order::End(7, Box::new(record), stored)).expect("it listens");
        assert!(is_stored.recv().is_err(), "nothing is said to be stored");
        assert!(ended.try_recv().is_err());
        changes.send(limit(1_000_000)).expect("it listens");
        assert_eq!(ended.recv(), Ok(7));
        orders.send(Order::Finish).expect("it listens");
        keeping.join().expect("it ends");
        let store = Store::open(&path).expect("an archive");
        assert!(store.load(7).expect("it can be read").is_some());
    }

    #[test]
    fn nothing_is_said_to_be_stored_on_a_full_disk_and_what_waits_is_bounded() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let store = Store::open(&path).expect("an archive");
        let limit = |store: &Store, pages: i64| {
            store.connection().pragma_update(None, "max_page_count", pages).expect("a limit");
        };
        let pages = |store: &Store| -> i64 {
            let connection = store.connection();
            connection.pragma_query_value(None, "page_count", |row| row.get(0)).expect("pages")
        };
        limit(&store, pages(&store));
        let (news, ended) = unbounded();
        let mut keeper = Keeper::new(store, news);
        let mut record = GameRecord::new(Boards::start(MoveRules::default()));
        // More than a page: no record fits in.
        record.set_tag("Event", &"x".repeat(10_000));
        let start = Instant::now();
        for game in 1..=300 {
            let (stored, is_stored) = unbounded();
            keeper.begin(game, record.clone());
            for step in shuffle(8) {
                keeper.add(game, step);
            }
            keeper.end(game, record.clone(), stored);
            keeper.write(start + PAUSE * game as u32);
            assert!(is_stored.try_recv().is_err(), "game {game} is not stored");
        }
        keeper.begin(400, record.clone());
        for step in shuffle(500) {
            keeper.add(400, step);
        }
        keeper.write(start + PAUSE * 301);
        assert!(keeper.changes.steps.is_empty());
        assert_eq!(keeper.changes.records.len(), MOST_UNSTORED + 1);
        limit(&keeper.store, 1_000_000);
        let (stored, is_stored) = unbounded();
        keeper.end(401, record, stored);
        keeper.write(start + PAUSE * 301);
        assert!(is_stored.try_recv().is_err(), "it is not tried again at once");
        keeper.write(start + PAUSE * 302);
        let kept: Vec<i64> = ended.try_iter().collect();
        assert_eq!((kept.len(), kept.first(), kept.last()), (MOST_UNSTORED, Some(&46), Some(&401)));
        let (game, _) = keeper.store.load(400).expect("it can be read").expect("it is there");
        assert_eq!(game.plies, 500);
    }

    #[test]
    fn moves_are_stored_before_other_changes_that_came_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("games.sqlite")).expect("an archive");
        let ((orders, received), (changes, to_make)) = (unbounded(), unbounded::<Change>());
        let (tell, told) = unbounded();
        let change = move |store: &mut Store| {
            let game = store.load(7).expect("it can be read");
            tell.send(game.map(|(game, _)| game.plies)).expect("it is waited for");
        };
        changes.send(Box::new(change)).expect("it waits");
        let record = GameRecord::new(Boards::start(MoveRules::default()));
        orders.send(Order::Begin(7, Box::new(record))).expect("it waits");
        for step in shuffle(3) {
            orders.send(Order::Add(7, step)).expect("it waits");
        }
        let keeper = Keeper::new(store, unbounded().0);
        let keeping = std::thread::spawn(move || keeper.keep(&received, &to_make));
        assert_eq!(told.recv(), Ok(Some(3)));
        orders.send(Order::Finish).expect("it listens");
        keeping.join().expect("it ends");
    }
}
