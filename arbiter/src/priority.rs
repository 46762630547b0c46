//! The priority of threads that search while others relay moves: below that of moves on their way.

/// Niceness of such threads on Linux: a tenth of the weight of others.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lowers the priority of the calling thread, and of all threads and processes that it starts from
/// now on. Other systems than Linux know priorities of whole processes only; there it does nothing.
pub fn lower() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        log::debug!("a thread keeps its priority: {error}");
    }
}
