//! The functions of C by which the standard library starts threads, where memory is shared: each
//! thread runs in a worker that the host starts on the same memory.
//!
//! A worker outlives its thread and takes the next one, so that its stack is never freed while
//! something still stands on it.

#![expect(unsafe_code, reason = "the standard library finds these functions by their names")]

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// WASI's error numbers for what lacks memory, and for a wrong argument.
const EAGAIN: i32 = 6;
const EINVAL: i32 = 28;

/// Bytes of the stack of every worker, and of its thread-local variables: as a search thread asks for.
const STACK_BYTES: usize = 8 << 20;
/// Number of keys of thread-local variables; the standard library uses one.
const KEYS: usize = 4;

#[link(wasm_import_module = "tandem")]
unsafe extern "C" {
    /// Lets the host start a worker that calls [`run_thread`] with this number again and again. The
    /// [`STACK_BYTES`] below `stack` are its stack and its thread-local variables.
    safe fn start_worker(number: usize, stack: usize);
}

/// All workers. A thread of C is named by the place of its worker here, counted from 1.
static WORKERS: Mutex<Vec<&'static Worker>> = Mutex::new(Vec::new());

/// Functions that end the thread-local variables of a thread, by their key less 1.
static DESTRUCTORS: Mutex<Vec<Option<Destructor>>> = Mutex::new(Vec::new());

/// The error number of C, of which the standard library expects one in each thread. Debian's C library, which knows of one
/// thread, writes that of the first; no call of it fails here.
#[thread_local]
#[unsafe(no_mangle)]
static errno: Cell<i32> = Cell::new(0);

type Start = extern "C" fn(usize) -> usize;
type Destructor = extern "C" fn(usize);

thread_local! {
    /// The values of the keys in this thread; 0 for none.
    static VALUES: [Cell<usize>; KEYS] = const { [const { Cell::new(0) }; KEYS] };
}

/// The desk between a worker and those who give it threads.
struct Worker {
    thread: Mutex<Thread>,
    changed: Condvar,
}

#[derive(Clone, Copy)]
enum Thread {
    /// The worker may have the next thread.
    None,
    /// A thread that has not begun.
    Given { start: Start, argument: usize, is_detached: bool },
    /// A thread that runs.
    Running { is_detached: bool },
    /// A thread that is over and that nobody has joined yet.
    Over,
}

impl Worker {
    /// Waits until `take` finds what it looks for, and changes, and wakes those who wait for that.
    fn wait<T>(&self, mut take: impl FnMut(&mut Thread) -> Option<T>) -> T {
        let mut thread = lock(&self.thread);
        loop {
            if let Some(taken) = take(&mut thread) {
                self.changed.notify_all();
                return taken;
            }
            thread = self.changed.wait(thread).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Runs the next thread of a worker to its end. Called with new thread-local variables.
#[unsafe(no_mangle)]
extern "C" fn run_thread(number: usize) {
    let worker = worker(number);
    let (start, argument) = worker.wait(|thread| match *thread {
        Thread::Given { start, argument, is_detached } => {
            *thread = Thread::Running { is_detached };
            Some((start, argument))
        }
        _ => None,
    });
    start(argument);
    end_variables();
    worker.wait(|thread| {
        let is_detached = matches!(thread, Thread::Running { is_detached: true });
        *thread = if is_detached { Thread::None } else { Thread::Over };
        Some(())
    });
}

#[unsafe(no_mangle)]
extern "C" fn pthread_create(
    thread: &mut usize,
    _attributes: usize,
    start: Start,
    argument: usize,
) -> i32 {
    let given = Thread::Given { start, argument, is_detached: false };
    let mut workers = lock(&WORKERS);
    let is_free = |worker: &&Worker| matches!(*lock(&worker.thread), Thread::None);
    if let Some(at) = workers.iter().position(is_free) {
        workers[at].wait(|thread| Some(*thread = given));
        *thread = at + 1;
        return 0;
    }
    let mut stack = ManuallyDrop::new(Vec::<u128>::new());
    if stack.try_reserve_exact(STACK_BYTES / size_of::<u128>()).is_err() {
        return EAGAIN;
    }
    let stack = stack.as_ptr().addr() + STACK_BYTES;
    workers
        .push(Box::leak(Box::new(Worker { thread: Mutex::new(given), changed: Condvar::new() })));
    *thread = workers.len();
    start_worker(*thread, stack);
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_join(thread: usize, _result: usize) -> i32 {
    worker(thread).wait(|thread| matches!(thread, Thread::Over).then(|| *thread = Thread::None));
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_detach(thread: usize) -> i32 {
    let mut thread = lock(&worker(thread).thread);
    match &mut *thread {
        Thread::Given { is_detached, .. } | Thread::Running { is_detached } => *is_detached = true,
        Thread::None | Thread::Over => *thread = Thread::None,
    }
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_init(_attributes: usize) -> i32 {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_setstacksize(_attributes: usize, bytes: usize) -> i32 {
    if bytes <= STACK_BYTES { 0 } else { EINVAL }
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_destroy(_attributes: usize) -> i32 {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_key_create(key: &mut u32, destructor: Option<Destructor>) -> i32 {
    let mut destructors = lock(&DESTRUCTORS);
    if destructors.len() == KEYS {
        return EAGAIN;
    }
    destructors.push(destructor);
    *key = destructors.len() as u32;
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_setspecific(key: u32, value: usize) -> i32 {
    VALUES.with(|values| match values.get((key as usize).wrapping_sub(1)) {
        Some(place) => {
            place.set(value);
            0
        }
        None => EINVAL,
    })
}

/// A key is never used again: there are a few, and they last as long as the program.
#[unsafe(no_mangle)]
extern "C" fn pthread_key_delete(_key: u32) -> i32 {
    0
}

/// Ends the thread-local variables of this thread.
fn end_variables() {
    let destructors = lock(&DESTRUCTORS).clone();
    VALUES.with(|values| {
        for (place, destructor) in values.iter().zip(destructors) {
            let value = place.take();
            if let Some(destructor) = destructor.filter(|_| value != 0) {
                destructor(value);
            }
        }
    });
}

fn worker(number: usize) -> &'static Worker {
    lock(&WORKERS)[number - 1]
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
