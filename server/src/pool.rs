//! Pools: a few threads that do the work of all clients, in turns.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam::channel::{Receiver, TryRecvError};
use parking_lot::{Condvar, Mutex};
use tandem_arbiter::lower_priority;

use crate::page_sender::PageSender;
use crate::turns::{MostWaiting, NoTurn, Ticket, Turn, Turns};

/// The refusal of work that made room for that of others.
const OUSTED: &str = "too many questions from your address wait; others come first";

/// True once the other end of this channel is gone: nobody wants the work any more.
pub(crate) fn is_stopped(stop: &Receiver<()>) -> bool {
    stop.try_recv() == Err(TryRecvError::Disconnected)
}

/// Work of a client, done with the tools of a worker.
type Work<T> = Box<dyn FnOnce(&mut T, Turn) + Send>;

struct Job<T: 'static> {
    page: PageSender,
    /// The `type` of the message that asked for it.
    what: &'static str,
    work: Work<T>,
}

/// Threads that do work in turns. They end when this is closed or dropped.
pub(crate) struct Pool<T: 'static> {
    shared: Arc<Shared<T>>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared<T: 'static> {
    state: Mutex<State<T>>,
    news: Condvar,
}

struct State<T: 'static> {
    turns: Turns<Job<T>>,
    is_closed: bool,
}

impl<T: 'static> Pool<T> {
    /// A pool with a worker for each of these tools.
    ///
    /// # Errors
    /// There are no threads for it.
    pub(crate) fn new(
        name: &str,
        most: MostWaiting,
        tools: impl IntoIterator<Item = T>,
    ) -> io::Result<Self>
    where
        T: Send,
    {
        let state = Mutex::new(State { turns: Turns::new(most), is_closed: false });
        let pool = Self {
            shared: Arc::new(Shared { state, news: Condvar::new() }),
            workers: Mutex::default(),
        };
        for tools in tools {
            let shared = Arc::clone(&pool.shared);
            let worker = thread::Builder::new()
                .name(name.to_owned())
                .spawn(move || shared.work_with(tools))?;
            pool.workers.lock().push(worker);
        }
        Ok(pool)
    }

    /// Lets work of a client wait for its turn.
    ///
    /// # Errors
    /// [`NoTurn`] if too much waits already, or this is closed.
    pub(crate) fn push(
        &self,
        page: &PageSender,
        what: &'static str,
        work: impl FnOnce(&mut T, Turn) + Send + 'static,
    ) -> Result<(), NoTurn> {
        let job = Job { page: page.clone(), what, work: Box::new(work) };
        let mut state = self.shared.state.lock();
        if state.is_closed {
            return Err(NoTurn::Closed);
        }
        let ousted = state.turns.push(page.client, job)?;
        drop(state);
        self.shared.news.notify_one();
        if let Some((_, Job { page, what, .. })) = ousted {
            page.refuse(what, OUSTED);
        }
        Ok(())
    }

    /// Lets the rest of the work whose turn this is wait for the next one.
    pub(crate) fn again(
        &self,
        turn: &Turn,
        page: &PageSender,
        what: &'static str,
        work: impl FnOnce(&mut T, Turn) + Send + 'static,
    ) {
        let job = Job { page: page.clone(), what, work: Box::new(work) };
        let mut state = self.shared.state.lock();
        if !state.is_closed {
            state.turns.again(turn.ticket(), job);
        }
        drop(state);
        self.shared.news.notify_one();
    }

    /// Forgets the work of a client that waits, since nobody wants its answers any more.
    pub(crate) fn withdraw(&self, page: &PageSender) {
        self.shared.state.lock().turns.withdraw(page.client);
    }

    /// True while work of a client is done or waits.
    pub(crate) fn is_busy(&self) -> bool {
        self.shared.state.lock().turns.are_some()
    }

    /// Forgets the work that waits, and lets the workers end after what they do.
    pub(crate) fn close(&self) {
        let mut state = self.shared.state.lock();
        state.is_closed = true;
        state.turns.clear();
        drop(state);
        self.shared.news.notify_all();
    }

    /// Waits until all workers have ended, after [`close`](Self::close).
    pub(crate) fn join(&self) {
        let mut workers = self.workers.lock();
        for worker in workers.drain(..) {
            if worker.join().is_err() {
                log::error!("a worker has failed");
            }
        }
    }
}

impl<T: 'static> Drop for Pool<T> {
    fn drop(&mut self) {
        self.close();
    }
}

impl<T: 'static> Shared<T> {
    /// Does work until the pool is closed.
    fn work_with(self: Arc<Self>, mut tools: T) {
        lower_priority();
        while let Some((ticket, Job { page, what, work })) = self.next() {
            let turn = self.turn_of(ticket);
            // A bug in the work of one must not end that of all others.
            let done = std::panic::AssertUnwindSafe(|| work(&mut tools, turn));
            if std::panic::catch_unwind(done).is_err() {
                page.refuse(what, "the server has failed in this");
            }
        }
    }

    /// The next work, once there is some; `None` once the pool is closed.
    fn next(&self) -> Option<(Ticket, Job<T>)> {
        let mut state = self.state.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(next) = state.turns.next(|_| true) {
                return Some(next);
            }
            self.news.wait(&mut state);
        }
    }

    fn turn_of(self: &Arc<Self>, ticket: Ticket) -> Turn {
        let shared = Arc::downgrade(self);
        let end = move || {
            let Some(shared) = shared.upgrade() else { return };
            shared.state.lock().turns.done(ticket.client);
            shared.news.notify_one();
        };
        Turn::new(ticket, end)
    }
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::{bounded, unbounded};

    use super::*;
    use crate::message::ToPage;
    use crate::turns::tests::client;

    const MOST: MostWaiting = MostWaiting { of_connection: 4, of_address: 4, in_all: 8 };

    #[tokio::test]
    async fn a_client_has_its_next_turn_when_it_has_taken_the_answer() {
        let pool = Pool::new("test", MOST, [(); 2]).expect("threads");
        let (page, mut waiting) = PageSender::new(client(1, 1), &Arc::default());
        let (tell, told) = unbounded();
        for work in 0..2 {
            let (own, tell) = (page.clone(), tell.clone());
            let answer = move |(): &mut (), turn| {
                own.answer("x", &ToPage::ReviewDone { id: work }, turn);
                tell.send(work).expect("it is heard");
            };
            pool.push(&page, "x", answer).expect("there is room");
        }
        assert_eq!(told.recv(), Ok(0));
        assert!(
            pool.shared.state.lock().turns.next(|_| true).is_none(),
            "it has not taken the first"
        );
        drop(waiting.outgoing.recv().await.expect("an answer"));
        assert_eq!(told.recv(), Ok(1));
    }

    #[test]
    fn work_that_is_withdrawn_is_not_done_and_that_of_others_is() {
        let pool = Pool::new("test", MOST, [()]).expect("threads");
        let backlog = Arc::default();
        let [(gone, _gone), (stays, _stays)] =
            [1, 2].map(|connection| PageSender::new(client(1, connection), &backlog));
        let (begins, begun) = bounded(0);
        let (goes_on, ends) = bounded::<()>(0);
        let first = move |(): &mut (), _| {
            begins.send(()).expect("it is waited for");
            let _ended = ends.recv();
        };
        pool.push(&stays, "x", first).expect("there is room");
        begun.recv().expect("it begins");
        let (tell, told) = unbounded();
        for (page, work) in [(&gone, "gone"), (&stays, "stays"), (&gone, "gone too")] {
            let tell = tell.clone();
            let work = move |(): &mut (), _| tell.send(work).expect("it is heard");
            pool.push(page, "x", work).expect("there is room");
        }
        drop(tell);
        pool.withdraw(&gone);
        drop(goes_on);
        assert_eq!(told.iter().collect::<Vec<_>>(), ["stays"]);
    }

    #[tokio::test]
    async fn a_bug_in_the_work_of_one_is_told_and_others_go_on() {
        let pool = Pool::new("test", MOST, [()]).expect("threads");
        let (page, mut waiting) = PageSender::new(client(1, 1), &Arc::default());
        pool.push(&page, "x", |(), _| panic!("a bug")).expect("there is room");
        let outgoing = waiting.outgoing.recv().await.expect("a refusal");
        let text = outgoing.content.json();
        assert!(text.contains("has failed"), "{}", text.as_str());
        let own = page.clone();
        let answer = move |(): &mut (), turn| own.answer("x", &ToPage::ReviewDone { id: 1 }, turn);
        pool.push(&page, "x", answer).expect("there is room");
        assert!(
            waiting
                .outgoing
                .recv()
                .await
                .expect("an answer")
                .content
                .json()
                .contains("review_done")
        );
    }
}
