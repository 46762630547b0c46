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
        pub(in super::super) fn of(leader: u32, name: String) -> Self {
            let mut shell = Command::new("sh");
            shell.args(["-c", "read -r _; kill -s KILL -- \"-$0\"", &leader.to_string()]);
            shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let guard = shell.process_group(0).spawn();
            let complain = |error: &_| log::warn!("process {leader} has no guard: {error}");
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
    use std::os::windows::process::CommandExt;
    use std::process::{Command, Stdio};

    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;

    /// Makes the child the leader of a new group, so that an interrupt at the console reaches only
    /// this program.
    pub(in super::super) fn lead(command: &mut Command) -> String {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
        String::new()
    }

    /// Ends a child with all that it has started, as far as `taskkill` finds it by its parents: a
    /// process whose parent has ended is not found. When this program is killed, engines only see
    /// their input close.
    pub(in super::super) struct Guard(u32);

    impl Guard {
        /// Makes the guard of this child.
        pub(in super::super) fn of(leader: u32, _: String) -> Self {
            Self(leader)
        }

        /// Ends the child. It must not have been waited for: until then no other process can get
        /// its id.
        pub(in super::super) fn end(&mut self) {
            let mut kill = Command::new("taskkill");
            kill.args(["/T", "/F", "/PID", &self.0.to_string()]).creation_flags(CREATE_NO_WINDOW);
            kill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            if let Err(error) = kill.status() {
                log::debug!("cannot end process {}: {error}", self.0);
            }
        }
    }
}
