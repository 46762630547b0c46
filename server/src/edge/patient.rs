//! A stream that gives up a reader who takes nothing, and counts what comes.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use super::intake::Intake;

/// A stream whose writes fail if the other side takes nothing for a while.
pub(super) struct Patient<S> {
    stream: S,
    intake: Arc<Intake>,
    /// Longest wait until something is taken.
    patience: Duration,
    /// The end of the patience, while something waits to be taken.
    end: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl<S> Patient<S> {
    pub(super) fn new(stream: S, patience: Duration, intake: &Arc<Intake>) -> Self {
        let (intake, end) = (Arc::clone(intake), Box::pin(sleep(patience)));
        Self { stream, intake, patience, end, is_waiting: false }
    }

    /// Passes on what came of a write. The time runs from the first that had to wait until one that
    /// had not.
    fn note<T>(
        &mut self,
        context: &mut Context<'_>,
        done: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.is_waiting = false;
            return done;
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.end.as_mut().reset(Instant::now() + self.patience);
        }
        ready!(self.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let done = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.intake.add(buffer.filled().len() - before);
        done
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.note(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn one_that_takes_nothing_is_given_up_after_a_while() {
        let (ours, _theirs) = duplex(100);
        let (mut ours, begun) = (Patient::new(ours, PATIENCE, &Arc::default()), Instant::now());
        let failed = ours.write_all(&[0; 1000]).await.expect_err("nobody takes it");
        assert_eq!((failed.kind(), begun.elapsed()), (io::ErrorKind::TimedOut, PATIENCE));
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_takes_something_now_and_then_is_waited_for() {
        let (ours, mut theirs) = duplex(100);
        let (mut ours, begun) = (Patient::new(ours, PATIENCE, &Arc::default()), Instant::now());
        let reading = async {
            for _ in 0..10 {
                sleep(PATIENCE / 2).await;
                theirs.read_exact(&mut [0; 100]).await.expect("bytes");
            }
        };
        let (written, ()) = tokio::join!(ours.write_all(&[0; 1000]), reading);
        written.expect("all is taken");
        assert_eq!(begun.elapsed(), PATIENCE * 5);
    }
}
