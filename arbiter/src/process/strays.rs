//! Processes that an engine leaves behind: a session or a group of its own takes them out of the
//! engine's group. They are known by a variable of the environment that they inherit, and, as this
//! program adopts orphans, by being its children.
//!
//! Linux only. When this program is killed, nobody is left to look for them.

use std::fs;

use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, pidfd_open, pidfd_send_signal,
    set_child_subreaper, waitpid,
};

/// The variable that names the engine of a process.
pub(super) const VARIABLE: &str = "TANDEM_ENGINE";
/// Number of looks for processes that were started since the last one.
const MOST_LOOKS: usize = 100;

/// Lets this program adopt the orphans of engines.
pub(super) fn adopt() {
    if let Err(error) = set_child_subreaper(Some(getpid())) {
        log::debug!("orphans of engines cannot be adopted: {error}");
    }
}

/// Ends all processes of the engine with this name, except its leader.
pub(super) fn end_of(name: &str, leader: u32) {
    let entry = format!("{VARIABLE}={name}");
    end(|process| process.id.as_raw_nonzero().get() as u32 != leader && process.has(&entry));
}

/// Ends all processes that have been adopted and have a session of their own, whatever is in their
/// environment. For the end of a match, when no engine runs.
pub(super) fn end_adopted() {
    let own = Process::of(getpid()).map(|own| own.session);
    end(|process| process.parent == Some(getpid()) && Some(process.session) != own);
}

/// A process as `/proc` shows it.
#[derive(Debug, PartialEq)]
struct Process {
    id: Pid,
    parent: Option<Pid>,
    state: char,
    /// 0 if its session was begun outside of this name space of processes, as in a container.
    session: u32,
}

impl Process {
    fn of(id: Pid) -> Option<Self> {
        let stat = fs::read(format!("/proc/{}/stat", id.as_raw_nonzero())).ok()?;
        Self::read(id, &String::from_utf8_lossy(&stat))
    }

    /// Reads the line of its `stat` (`proc(5)`): `ID (NAME) STATE PARENT GROUP SESSION …`.
    fn read(id: Pid, stat: &str) -> Option<Self> {
        // The name may have any characters.
        let mut words = stat.rsplit_once(')')?.1.split_whitespace();
        let state = words.next()?.chars().next()?;
        let parent = words.next()?.parse().ok().and_then(Pid::from_raw);
        let session = words.nth(1)?.parse().ok()?;
        Some(Self { id, parent, state, session })
    }

    /// True if its environment has this entry, as `NAME=VALUE`.
    fn has(&self, entry: &str) -> bool {
        let environment = fs::read(format!("/proc/{}/environ", self.id.as_raw_nonzero()));
        let environment = environment.unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|found| found == entry.as_bytes())
    }
}

/// Kills all processes that are meant, until there is none, and takes note of their ends.
fn end(is_meant: impl Fn(&Process) -> bool) {
    for _ in 0..MOST_LOOKS {
        let mut found = false;
        for id in all() {
            // The handle stays with this process, even if its number goes to another one. Old systems
            // have none.
            let handle = match pidfd_open(id, PidfdFlags::empty()) {
                Ok(handle) => Some(handle),
                Err(Errno::NOSYS) => None,
                Err(_) => continue, // it has ended
            };
            let Some(process) = Process::of(id).filter(&is_meant) else { continue };
            if process.state != 'Z' {
                found = true;
                log::debug!("ending process {}, which an engine has left", id.as_raw_nonzero());
                let killed = match &handle {
                    Some(handle) => pidfd_send_signal(handle, Signal::KILL),
                    None => kill_process(id, Signal::KILL),
                };
                if let Err(error) = killed {
                    log::debug!("cannot end it: {error}");
                }
            }
            if process.parent == Some(getpid()) {
                take_note(id);
            }
        }
        if !found {
            return;
        }
    }
    log::warn!("an engine starts processes faster than they can be ended");
}

/// Waits for a child that has been killed, so that it does not stay as a zombie.
fn take_note(id: Pid) {
    while matches!(waitpid(Some(id), WaitOptions::empty()), Err(Errno::INTR)) {}
}

/// All processes.
fn all() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{Pid, Process};

    #[test]
    fn a_process_is_read_whatever_its_name_and_wherever_its_session_began() {
        let id = Pid::from_raw(12).expect("a positive number");
        let parent = Pid::from_raw(7);
        let read = |state, session| Some(Process { id, parent, state, session });
        for (stat, process) in [
            ("12 (sh) S 7 12 5 0 -1 4194304 1", read('S', 5)),
            ("12 (a) b (c) Z 7 12 12 0 -1", read('Z', 12)),
            ("12 (in a container) R 7 0 0 0 -1", read('R', 0)),
            ("12 (sh) S 0 12 5", Some(Process { id, parent: None, state: 'S', session: 5 })),
            ("12 (sh) S 7 12", None),
            ("12 sh S 7 12 5", None),
        ] {
            assert_eq!(Process::read(id, stat), process, "{stat}");
        }
    }
}
