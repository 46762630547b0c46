//! A person's own client of the door: XBoard, on Windows WinBoard, logged in and with a game offered.

use std::fs;
use std::io::{ErrorKind, IsTerminal, stdin};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use tandem_server::client_name;
use tempfile::TempDir;

/// The name of somebody whose own is none at the door.
const NAMELESS: &str = "Player";

/// Places of the program, in the order in which they are tried.
const PROGRAMS: &[&str] = if cfg!(windows) {
    &["winboard", r"C:\WinBoard\winboard.exe", r"C:\WinBoard-4.9.1\WinBoard\winboard.exe"]
} else {
    &["xboard", "/usr/games/xboard"]
};

/// Options of one of both programs. WinBoard shows the second board in the same window, and its usual
/// size would put it beside the screen.
const OWN_OPTIONS: &[&str] = if cfg!(windows) { &["-boardSize", "average"] } else { &[] };

/// The name of the client on this system, as one types it.
pub(super) const CLIENT: &str = if cfg!(windows) { "winboard" } else { "xboard" };

/// The strength of the players of the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    Full,
    Elo(u16),
}

/// A client that runs. It ends when this is dropped.
pub(super) struct Client {
    process: Child,
    /// The file with its first lines.
    _folder: TempDir,
}

impl Client {
    /// Starts the client at the door. Its partner is Tandem, and so are its opponents, of this strength.
    ///
    /// # Errors
    /// There is no such program here, or it cannot be started.
    pub(super) fn start(door: SocketAddr, strength: Strength) -> anyhow::Result<Self> {
        let folder = TempDir::new().context("cannot make a folder for the client")?;
        let logon = folder.path().join("tandem.logon");
        let house = match strength {
            Strength::Full => "Tandem".to_owned(),
            Strength::Elo(elo) => format!("Tandem{elo}"),
        };
        // Lines that are typed where the server was started go to the client, which would end without.
        let input = || if stdin().is_terminal() { Stdio::inherit() } else { Stdio::piped() };
        let lines = format!("{}\npartner {house}\nmatch {house} 3 0 bughouse white\n", own_name());
        fs::write(&logon, lines).context("cannot write a file for the client")?;
        let host =
            if door.ip().is_unspecified() { "127.0.0.1".to_owned() } else { door.ip().to_string() };
        for program in PROGRAMS {
            let mut command = Command::new(program);
            command
                .args(["-ics", "-icshost", &host, "-icsport", &door.port().to_string()])
                .arg("-icslogon")
                .arg(&logon)
                .args(["-backgroundObserve", "true", "-dualBoard", "true"])
                .args(["-autoCallFlag", "true", "-popupExitMessage", "false"])
                .args(OWN_OPTIONS)
                .stdin(input());
            match command.spawn() {
                Ok(process) => return Ok(Self { process, _folder: folder }),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => bail!("cannot start `{program}`: {error}"),
            }
        }
        let name = if cfg!(windows) { "WinBoard" } else { "XBoard" };
        bail!("{name} is not installed here, tried {}", PROGRAMS.join(", "))
    }

    /// True once the client has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        self.process.try_wait().map_or(true, |status| status.is_some())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _has_ended = self.process.kill();
        let _is_gone = self.process.wait();
    }
}

/// The name of the user as the door takes it.
fn own_name() -> String {
    let user = ["USER", "USERNAME"].into_iter().find_map(|name| std::env::var(name).ok());
    named(&user.unwrap_or_default())
}

fn named(user: &str) -> String {
    let mut name = client_name(user).unwrap_or_else(|| NAMELESS.to_owned());
    name[..1].make_ascii_uppercase();
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_has_a_name_that_the_door_takes() {
        for (user, name) in [
            ("anna", "Anna"),
            ("anna.smith-42", "Annasmith"),
            ("", NAMELESS),
            ("j", NAMELESS),
            ("admin", NAMELESS),
            ("\u{6771}\u{4eac}", NAMELESS),
            ("averyveryverylongname", "Averyveryverylong"),
        ] {
            assert_eq!(named(user), name, "{user}");
        }
    }
}
