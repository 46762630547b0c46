//! A thread pool for independent jobs.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::anyhow;
use crossbeam::channel::unbounded;
use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Number of threads that the machine can run at once; at least 1.
pub(crate) fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Runs `jobs` on `workers` threads, started in their order. Each worker sets itself up once and
/// keeps its tools from job to job. `take` gets each result in the calling thread as soon as the
/// job is done; once `take` breaks off or fails, no further job is started.
///
/// # Errors
/// The first error of `take`, or of a worker that could not set itself up.
pub(crate) fn run<Job: Send, Tools, Done: Send>(
    workers: NonZeroUsize,
    jobs: impl Iterator<Item = Job> + Send,
    set_up: impl Fn() -> anyhow::Result<Tools> + Sync + Send,
    work: impl Fn(&mut Tools, Job) -> Done + Sync + Send,
    mut take: impl FnMut(Done) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let pool = pool(Some(workers))?;
    let jobs = Mutex::new(jobs.fuse());
    let next_job = || jobs.lock().next();
    let is_over = AtomicBool::new(false);
    let (results, done) = unbounded();
    pool.in_place_scope(|scope| {
        let (next_job, is_over, set_up, work) = (&next_job, &is_over, &set_up, &work);
        // The channel closes when the last worker has ended and this closure is dropped.
        scope.spawn_broadcast(move |_, _| {
            let say = |result| drop(results.send(result)); // the receiver reads to the end
            match set_up() {
                Err(error) => say(Err(error)),
                Ok(mut tools) => {
                    while let (false, Some(job)) = (is_over.load(Relaxed), next_job()) {
                        say(Ok(work(&mut tools, job)));
                    }
                }
            }
        });
        let mut outcome = Ok(());
        for result in done {
            if outcome.is_err() {
                continue; // jobs already started run to their end
            }
            match result.and_then(&mut take) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => is_over.store(true, Relaxed),
                Err(error) => {
                    is_over.store(true, Relaxed);
                    outcome = Err(error);
                }
            }
        }
        outcome
    })
}

/// A pool of threads; by default, one for each core.
///
/// # Errors
/// The system has no memory for them.
pub(crate) fn pool(threads: Option<NonZeroUsize>) -> anyhow::Result<ThreadPool> {
    let threads = ThreadPoolBuilder::new().num_threads(threads.map_or(0, NonZeroUsize::get));
    threads.build().map_err(|error| anyhow!("cannot start threads: {error}"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    const THREE: NonZeroUsize = NonZeroUsize::new(3).expect("more than none");

    #[test]
    fn every_job_is_done_once_and_its_result_taken() {
        let mut squares = Vec::new();
        let take = |square| {
            squares.push(square);
            Ok(ControlFlow::Continue(()))
        };
        run(THREE, 0..100, || Ok(()), |(), n| n * n, take).expect("nothing fails");
        squares.sort_unstable();
        assert_eq!(squares, (0..100).map(|n| n * n).collect::<Vec<_>>());
    }

    #[test]
    fn after_a_break_what_was_begun_is_still_taken() {
        let (begun, mut taken) = (AtomicUsize::new(0), 0);
        let work = |(): &mut (), _: u64| begun.fetch_add(1, Relaxed);
        let take = |_| {
            taken += 1;
            Ok(ControlFlow::Break(()))
        };
        run(THREE, 0.., || Ok(()), work, take).expect("nothing fails");
        assert_eq!(taken, begun.into_inner());
    }

    #[test]
    fn an_error_ends_the_work() {
        let fails = |_| anyhow::bail!("the disk is full");
        let error = run(THREE, 0.., || Ok(()), |(), n: u64| n, fails).expect_err("it fails");
        assert_eq!(error.to_string(), "the disk is full");
        let no_tools = || -> anyhow::Result<()> { anyhow::bail!("no such engine") };
        let nothing = |()| Ok(ControlFlow::Continue(()));
        let error = run(THREE, 0.., no_tools, |(), _: u64| (), nothing).expect_err("no tools");
        assert_eq!(error.to_string(), "no such engine");
    }
}
