//! A child with all that it starts: the only file here that asks which system it is.

use std::process::Command;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// Has the child lead a group of its own, so that an interrupt at the terminal is ours alone and
/// what the child starts can be ended with it.
pub(super) fn lead(command: &mut Command) {
    system::lead(command);
}

/// Ends the group of this child, which must not have been waited for: until then nobody else
/// has its number. The standard library ends single processes only, so a program of the system
/// does it; if there is none, the child itself is still ended by its owner.
pub(super) fn end(leader: u32) {
    let mut command = system::end(leader);
    let nothing = std::process::Stdio::null;
    let status = command.stdin(nothing()).stdout(nothing()).stderr(nothing()).status();
    if let Err(error) = status {
        log::debug!("cannot end process group {leader}: {error}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn end(leader: u32) -> Command {
        let mut kill = Command::new("kill");
        kill.args(["-s", "KILL", "--", &format!("-{leader}")]);
        kill
    }
}

#[cfg(windows)]
mod windows {
    use std::os::windows::process::CommandExt;
    use std::process::Command;

    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;

    pub(super) fn lead(command: &mut Command) {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
    }

    pub(super) fn end(leader: u32) -> Command {
        let mut kill = Command::new("taskkill");
        kill.args(["/T", "/F", "/PID", &leader.to_string()]).creation_flags(CREATE_NO_WINDOW);
        kill
    }
}
