//! The login of a client: its name, or one for a guest.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::Wire;
use crate::ics::Door;
use crate::ics::lines::Line;
use crate::ics::lobby::Mail;
use crate::ics::{name, password};
use crate::page_sender::PageSender;

/// Most names that a client may try.
const MOST_TRIES: usize = 10;

const GREETING: &str = "\n\rTandem: bughouse, crazyhouse and chess, at the tables of this machine.\n\r\
    \n\rGive any name of letters, or \"guest\".\n\r\n\r";
const PROMPT: &str = "login: ";
const WELCOME: &str = "\n\rTandem plays here: \"partner Tandem\", then \"match Tandem 3 0 bughouse\".\n\r\
    \"help\" has the other commands.\n\r\n\rfics% ";
/// The question for a password, which a telnet does not show, and the end of that.
const HIDE: &[u8] = b"password: \xff\xfb\x01";
const SHOW: &[u8] = b"\xff\xfc\x01\n\r";
const WRONG: &str = "\n\r**** Invalid password! ****\n\r\n\r";

pub(super) struct Login<'a> {
    door: &'a Door,
}

impl<'a> Login<'a> {
    pub(super) const fn new(door: &'a Door) -> Self {
        Self { door }
    }

    /// Asks for a name until there is one; returns it with the text that says so. `None` if the client
    /// gives up.
    pub(super) async fn run(
        &self,
        wire: &mut Wire,
        (page, mail): (&PageSender, mpsc::Sender<Mail>),
    ) -> Option<(String, String)> {
        wire.send(&format!("{GREETING}{PROMPT}")).await.ok()?;
        let mut tries = 0;
        while tries < MOST_TRIES {
            let Some(line) = wire.next_line() else {
                wire.read().await.ok()?;
                continue;
            };
            let Line::Text(line) = line else { return None };
            // A browser at the wrong door.
            if line.ends_with(" HTTP/1.1") || line.ends_with(" HTTP/1.0") {
                return None;
            }
            let wanted = line.trim();
            if wanted.starts_with('%') {
                continue;
            }
            tries += 1;
            if let Some(hash) = self.hash_of(wanted).await {
                wire.send_bytes(HIDE).await.ok()?;
                let password = loop {
                    match wire.next_line() {
                        Some(Line::Text(password)) => break password,
                        Some(Line::TooLong) => break String::new(),
                        None => wire.read().await.ok()?,
                    }
                };
                wire.send_bytes(SHOW).await.ok()?;
                if !fits(password, hash).await {
                    wire.send(&format!("{WRONG}{PROMPT}")).await.ok()?;
                    continue;
                }
            }
            match self.enter(wanted, (page, mail.clone())) {
                Ok((name, how)) => {
                    let text = format!(
                        "\n\r{how}\n\r\n\rPress return to enter the server as \"{name}\":\n\r\
                         **** Starting FICS session as {name} ****\n\r{WELCOME}"
                    );
                    return Some((name, text)); // sent by one who lets it go again
                }
                Err(_) if wanted.is_empty() => {
                    wire.send(&format!("\n\r{PROMPT}")).await.ok()?;
                }
                Err(reason) => wire.send(&format!("\n\r{reason}\n\r\n\r{PROMPT}")).await.ok()?,
            }
        }
        None
    }

    /// The hash of the password of a name.
    async fn hash_of(&self, name: &str) -> Option<String> {
        let (edge, name) = (Arc::clone(&self.door.edge), name.to_owned());
        let reading = move || password::of(edge.tables.app.archive.as_ref(), &name);
        // What cannot be read is a hash that no password fits.
        tokio::task::spawn_blocking(reading).await.unwrap_or_else(|_| Some(String::new()))
    }

    /// Lets the client in under a name; returns it, and the line that says so.
    fn enter(
        &self,
        wanted: &str,
        (page, mail): (&PageSender, mpsc::Sender<Mail>),
    ) -> Result<(String, String), String> {
        let lobby = &self.door.lobby;
        if wanted.eq_ignore_ascii_case("guest") || wanted.eq_ignore_ascii_case("g") {
            let name = lobby.enter_as_guest(page, mail);
            let how = format!(
                "Logging you in as \"{name}\"; you may use this name to play unrated games."
            );
            return Ok((name, how));
        }
        name::check(wanted).map_err(|error| error.to_string())?;
        lobby.enter(wanted, page, mail).map_err(|refusal| refusal.0)?;
        let how =
            format!("\"{wanted}\" is not a registered name. You may use it to play unrated games.");
        Ok((wanted.to_owned(), how))
    }
}

/// True if the password is that of the hash.
async fn fits(password: String, hash: String) -> bool {
    let _turn = password::TURN.acquire().await;
    let checking = tokio::task::spawn_blocking(move || password::fits(&password, &hash));
    checking.await.unwrap_or(false)
}
