//! Intake: the bytes of the message that is arriving on a connection, which is not whole yet.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::backlog::Load;

/// Longest time from the first byte of a message to its last.
const PATIENCE: Duration = Duration::from_mins(1);
/// Bytes of a message that are not counted, so that short ones take no lock that all share.
const FREE: usize = 4 << 10;
/// Bytes of a short frame besides its content: the header and the mask.
const HEADER: usize = 6;

/// The message that is arriving. The stream counts its bytes, and the conversation takes it.
#[derive(Default)]
pub(super) struct Intake {
    state: Mutex<State>,
    begun: Notify,
}

#[derive(Default)]
struct State {
    /// The load of the bytes; `None` before the conversation.
    load: Option<Load>,
    bytes: usize,
    /// The moment at which its first byte came.
    since: Option<Instant>,
    /// True if something came since this was asked last.
    is_moving: bool,
}

impl Intake {
    /// Begins to count the bytes of messages, where they load.
    pub(super) fn open(&self, load: Option<Load>) {
        *self.state.lock() = State { load, ..State::default() };
    }

    /// Counts bytes that came.
    pub(super) fn add(&self, bytes: usize) {
        if bytes == 0 {
            return;
        }
        let mut state = self.state.lock();
        state.is_moving = true;
        if state.load.is_some() {
            let bytes = state.bytes + bytes;
            state.set(bytes);
            if state.since.is_none() {
                state.since = Some(Instant::now());
                self.begun.notify_one();
            }
        }
    }

    /// Takes a message that is whole.
    pub(super) fn take(&self) {
        self.state.lock().set(0);
    }

    /// Takes a ping or a pong with so much content. It may come amid another message, whose time runs
    /// on.
    pub(super) fn take_control(&self, content: usize) {
        let mut state = self.state.lock();
        let bytes = state.bytes.saturating_sub(HEADER + content);
        state.set(bytes);
    }

    /// True if something came since this was asked last.
    pub(super) fn is_moving(&self) -> bool {
        std::mem::take(&mut self.state.lock().is_moving)
    }

    /// Waits until a message has taken too long.
    pub(super) async fn overdue(&self) {
        loop {
            let since = self.state.lock().since;
            let Some(since) = since else {
                self.begun.notified().await;
                continue;
            };
            sleep_until(since + PATIENCE).await;
            if self.state.lock().since == Some(since) {
                return;
            }
        }
    }
}

impl State {
    fn set(&mut self, bytes: usize) {
        self.bytes = bytes;
        if bytes == 0 {
            self.since = None;
        }
        if let Some(load) = &mut self.load {
            load.set(bytes.saturating_sub(FREE));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::time::timeout;

    use super::*;
    use crate::message::ToPage;
    use crate::page_sender::PageSender;
    use crate::turns::tests::client;

    #[tokio::test(start_paused = true)]
    async fn a_message_has_a_time_to_arrive_however_many_pongs_come_amid_it() {
        let (page, _waiting) = PageSender::new(client(1, 1), &Arc::default());
        let (intake, begun) = (Intake::default(), Instant::now());
        intake.open(page.intake());
        let arriving = async {
            intake.add(100); // a whole message, and a pong
            intake.take();
            intake.add(6);
            intake.take_control(0);
            for _ in 0..100 {
                tokio::time::sleep(PATIENCE / 10).await;
                intake.add(20);
                intake.take_control(4);
            }
        };
        tokio::select! {
            () = intake.overdue() => {}
            () = arriving => panic!("it arrives for ever"),
        }
        assert_eq!(begun.elapsed(), PATIENCE / 10 + PATIENCE);
        intake.take();
        assert!(timeout(PATIENCE * 10, intake.overdue()).await.is_err(), "nothing arrives");
    }

    #[tokio::test]
    async fn messages_that_arrive_count_among_all_that_is_on_its_way() {
        let backlog = Arc::default();
        let connections: Vec<_> =
            (0..100).map(|connection| PageSender::new(client(1, connection), &backlog)).collect();
        let (other, others) = PageSender::new(client(2, 100), &backlog);
        let intakes: Vec<Intake> = connections.iter().map(|_| Intake::default()).collect();
        for ((page, _), intake) in connections.iter().zip(&intakes) {
            intake.open(page.intake());
            for _ in 0..256 {
                intake.add(4 << 10);
            }
        }
        let hung_up = connections.iter().filter(|(page, _)| page.intake().is_none()).count();
        assert_eq!(hung_up, 100 - 64, "64 MiB are on their way");
        assert!(other.intake().is_some() && others.outgoing.is_empty());
        intakes.iter().for_each(Intake::take);
        let (another, _waiting) = PageSender::new(client(3, 101), &backlog);
        another.send(&ToPage::Record { bpgn: "x".repeat(8 << 20) });
        let hung_up = connections.iter().filter(|(page, _)| page.intake().is_none()).count();
        assert_eq!(hung_up, 100 - 64, "all has arrived");
    }

    #[test]
    fn whatever_comes_is_a_sign_of_life_once() {
        let intake = Intake::default();
        assert!(!intake.is_moving());
        intake.add(1);
        assert_eq!([intake.is_moving(), intake.is_moving()], [true, false]);
    }
}
