//! Process groups: a child is ended with all that it has started. With `strays.rs` the only file
//! here that depends on the operating system.

pub(super) use system::{Guard, lead};

/// Ends what engines have left behind, when none of them runs any more: processes with a session of
/// their own that hide whose they are. Does nothing but on Linux.
pub fn end_strays() {
    #[cfg(target_os = "linux")]
    super::strays::end_adopted();
}

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

#[cfg(unix)]
mod unix {
    use std::hash::{BuildHasher, RandomState};
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    #[cfg(target_os = "linux")]
    use super::super::strays;

    /// Makes the child the leader of a new group, so that an interrupt at the terminal reaches only
    /// this program, and what the child starts can be ended with it. Returns the name by which
    /// processes are known that leave the group.
    pub(in super::super) fn lead(command: &mut Command) -> String {
        command.process_group(0);
        // A number that no engine of this or another match has.
        let name = format!("{:016x}", RandomState::new().hash_one(()));
        #[cfg(target_os = "linux")]
        {
            strays::adopt();
            command.env(strays::VARIABLE, &name);
        }
        name
    }

    /// Ends a group when told to, and also when this program is killed: a shell that waits for its
    /// input to close, which then happens. The input of engines closes too, but not all of them
    /// react.
    pub(in super::super) struct Guard {
        shell: Option<Child>,
        leader: u32,
        name: String,
    }

    impl Guard {
        /// Starts a guard for the group that this child leads. Without a shell there is none, and
        /// only the child itself can be ended.
        pub(in super::super) fn of(leader: &Child, name: String) -> Self {
            let leader = leader.id();
            let mut shell = Command::new("sh");
            shell.args(["-c", "read -r _; kill -s KILL -- \"-$0\"", &leader.to_string()]);
            shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let guard = shell.process_group(0).spawn();
            let complain = |error: &io::Error| {
                // An image of a container may have no shell, and its processes end with its first.
                let is_missing = error.kind() == io::ErrorKind::NotFound;
                let level = if is_missing { log::Level::Info } else { log::Level::Warn };
                log::log!(level, "process {leader} has no guard: {error}");
            };
            Self { shell: guard.inspect_err(complain).ok(), leader, name }
        }

        /// Ends the group, and on Linux also what has left it. Its leader must not have been waited
        /// for: until then no other process can get its id.
        pub(in super::super) fn end(&mut self) {
            // Waiting for the guard closes its input first.
            if let Some(Err(error)) = self.shell.take().map(|mut guard| guard.wait()) {
                log::debug!("cannot wait for a guard: {error}");
            }
            let Self { leader, name, .. } = self;
            #[cfg(target_os = "linux")]
            strays::end_of(name, *leader);
            #[cfg(not(target_os = "linux"))]
            log::debug!("what has left the group of {leader} is not looked for ({name})");
        }
    }
}

#[cfg(windows)]
mod windows {
    use std::io;
    use std::os::windows::io::AsRawHandle;
    use std::os::windows::process::CommandExt;
    use std::process::{Child, Command};

    use win32job::{ExtendedLimitInfo, Job};

    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;

    /// Makes the child the leader of a new group, so that an interrupt at the console reaches only
    /// this program.
    pub(in super::super) fn lead(command: &mut Command) -> String {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
        String::new()
    }

    /// Ends a child with all that it has started, when told to, and also when this program is
    /// killed: a job whose processes the system ends with its last handle, which is here. A process
    /// is in the job from a moment after its start, sooner than it can start another.
    pub(in super::super) struct Guard(Option<Job>);

    impl Guard {
        /// Makes the guard of a child. Without a job there is none, and only the child itself can
        /// be ended.
        pub(in super::super) fn of(leader: &Child, _: String) -> Self {
            let complain = |error: &_| log::warn!("process {} has no guard: {error}", leader.id());
            Self(job_of(leader).inspect_err(complain).ok())
        }

        /// Ends the child and all that it has started.
        pub(in super::super) fn end(&mut self) {
            self.0 = None;
        }
    }

    fn job_of(leader: &Child) -> io::Result<Job> {
        let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close())?;
        job.assign_process(leader.as_raw_handle() as isize)?;
        Ok(job)
    }
}
