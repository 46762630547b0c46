//! The conversation with one client.

mod answers;
mod lists;
mod login;
mod news;
mod paper;
mod pending;
mod resting;
mod watching;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};
use tandem_rules::Seat;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use self::login::Login;
pub(super) use self::paper::harmless;
use self::paper::{Paper, short};
use self::pending::Told;
use self::watching::Watched;
use super::Door;
use super::command::Command;
use super::lines::{Line, LineReader};
use super::lobby::{MOST_MAIL, Mail, refusal};
use super::scene::{Look, Scene};
use super::terms::Terms;
use crate::edge::Limits;
use crate::message::Phase;
use crate::page_sender::{Form, Outgoing, PageQueue, PageSender};
use crate::rate::Rate;
use crate::table::Table;
use crate::turns::Client;

/// Bytes that are read at once.
const READ_AT_ONCE: usize = 4 << 10;
/// Longest time for which a client may take nothing of what it is sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// Longest time for a name.
const LOGIN: Duration = Duration::from_mins(5);
/// Lines at once; then as many a second as messages of a page are allowed.
const LINES_AT_ONCE: u32 = 120;
/// Words and offers to others at once, and a second after that.
const WORDS_AT_ONCE: u32 = 30;
const WORDS_A_SECOND: u32 = 2;
/// Time without a sign after which a machine is asked whether it is there, and between such questions.
const SILENCE: Duration = Duration::from_mins(1);
const PROBE: Duration = Duration::from_secs(10);
/// Pause of a client that sends faster.
const PAUSE: Duration = Duration::from_millis(50);

/// A client from its connection on.
pub(super) struct Session {
    door: Arc<Door>,
    page: PageSender,
    queue: PageQueue,
    rate: Rate,
    /// The rate of what reaches others or takes time.
    words: Rate,
    name: String,
    paper: Paper,
    /// True until the first line after the name: clients send a password there, wanted or not.
    may_be_password: bool,
    /// The table at which the client sits.
    table: Option<Arc<Table>>,
    scene: Option<Scene>,
    /// True if it sees its partner's board.
    sees_partner: bool,
    /// The seats whose offer of a draw it has been told.
    draws_told: Vec<Seat>,
    watched: Option<Watched>,
    /// The last game, for `say` and `rematch`.
    last_game: Option<LastGame>,
    told: Told,
    /// True if it has opened a seat for somebody with a browser.
    invites: bool,
    /// The invitation that was printed last.
    invitation: Option<String>,
}

/// A game that is over.
#[derive(Clone)]
struct LastGame {
    opponent: String,
    terms: Terms,
}

/// A reason to end the conversation.
enum Parting {
    Gone,
    /// The client has said so, or its name is used elsewhere; the line is said before the end.
    Ends(String),
}

impl Session {
    pub(super) fn new(door: Arc<Door>, address: IpAddr) -> Self {
        let client = Client { address, connection: door.edge.next_number() };
        let (page, queue) = PageSender::in_form(Form::Values, client, &door.edge.backlog);
        let Limits { messages_a_second, .. } = door.edge.limits;
        let now = Instant::now();
        let rate = Rate::new(LINES_AT_ONCE, messages_a_second, now);
        let words = Rate::new(WORDS_AT_ONCE, WORDS_A_SECOND, now);
        Self {
            door,
            page,
            queue,
            rate,
            words,
            name: String::new(),
            paper: Paper::new(),
            may_be_password: true,
            table: None,
            scene: None,
            sees_partner: false,
            draws_told: Vec::new(),
            watched: None,
            last_game: None,
            told: Told::new(),
            invitation: None,
            invites: false,
        }
    }

    /// Talks with the client until one of both ends it.
    pub(super) async fn run(mut self, stream: TcpStream) {
        let (mail, mailbox) = mpsc::channel(MOST_MAIL);
        // A machine that has vanished says nothing, and its name would stay taken.
        let alive = TcpKeepalive::new().with_time(SILENCE).with_interval(PROBE);
        let _as_it_was = SockRef::from(&stream).set_tcp_keepalive(&alive);
        let mut wire = Wire { stream, reader: LineReader::default(), lines: Vec::new() };
        let login = Login::new(&self.door);
        let named = timeout(LOGIN, login.run(&mut wire, (&self.page, mail))).await;
        let Ok(Some((name, welcome))) = named else { return };
        self.name = name;
        let parting = match wire.send(&welcome).await {
            Ok(()) => self.converse(&mut wire, mailbox).await,
            Err(_) => Parting::Gone,
        };
        self.end();
        if let Parting::Ends(line) = parting {
            let _gone = wire.send(&format!("{line}\n\r")).await;
        }
    }

    async fn converse(&mut self, wire: &mut Wire, mut mailbox: mpsc::Receiver<Mail>) -> Parting {
        loop {
            while let Some(line) = wire.next_line() {
                if !self.rate.take(Instant::now()) {
                    wire.lines.insert(0, line);
                    break;
                }
                match self.take(line) {
                    Ok(text) if text.is_empty() => {}
                    Ok(text) => {
                        if wire.send(&text).await.is_err() {
                            return Parting::Gone;
                        }
                    }
                    Err(parting) => return parting,
                }
            }
            let waits = !wire.lines.is_empty();
            let mut lines = tokio::select! {
                read = wire.read(), if !waits => match read {
                    Ok(()) => continue,
                    Err(_) => return Parting::Gone,
                },
                () = sleep(PAUSE), if waits => continue,
                mail = mailbox.recv() => match mail {
                    Some(Mail::Lines(lines)) => lines,
                    Some(Mail::Seek(line)) if self.told.shows_seeks => vec![line],
                    Some(Mail::Seek(_)) => Vec::new(),
                    Some(Mail::Replaced) => {
                        let line = format!("**** {} has arrived - you can't both be logged in. ****", self.name);
                        return Parting::Ends(line);
                    }
                    None => return Parting::Gone,
                },
                outgoing = self.queue.outgoing.recv() => match outgoing {
                    Some(outgoing) => self.hear(message(outgoing)),
                    None => return Parting::Gone,
                },
                message = Watched::next(&mut self.watched) => self.hear_watched(message),
                () = self.page.hung_up() => return Parting::Gone,
            };
            lines.extend(self.changes());
            if !lines.is_empty() && wire.send(&self.paper.news(&lines)).await.is_err() {
                return Parting::Gone;
            }
        }
    }

    /// Does what a line asks for; returns the text of the answer.
    fn take(&mut self, line: Line) -> Result<String, Parting> {
        let is_first = std::mem::take(&mut self.may_be_password);
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong => {
                return Ok(self.paper.answer(&["Command is too long.".to_owned()], None));
            }
        };
        let (number, text) = match self.paper.in_blocks {
            true => number_of_block(&line),
            false => (None, line.as_str()),
        };
        let (command, code) = Command::read(text);
        if command == Command::Quit {
            return Err(Parting::Ends("Thank you for playing.".to_owned()));
        }
        if is_first && matches!(command, Command::Unknown(_) | Command::Nothing | Command::Move(_))
        {
            return Ok(String::new());
        }
        let is_too_much = command.is_costly() && !self.words.take(Instant::now());
        let answer = match is_too_much {
            true => refusal("You say too much at once; wait a moment."),
            false => self.answer(command),
        };
        let lines = answer.unwrap_or_else(|refusal| vec![short(&refusal.0)]);
        let mut text = self.paper.answer(&lines, number.map(|number| (number, code)));
        let changes = self.changes();
        if !changes.is_empty() {
            text.push_str(&self.paper.news(&changes));
        }
        Ok(text)
    }

    /// Leaves all, at the end of the connection: also a table of which it has not heard yet.
    fn end(&mut self) {
        let arranged = self.door.lobby.leave(&self.name, self.page.number());
        self.stop_watching();
        if let Some(table) = self.table.take().or(arranged) {
            table.forsake(self.page.number());
        }
    }

    /// Gets up from the table.
    fn get_up(&mut self) {
        self.end_game();
        if let Some(table) = self.table.take() {
            table.leave(self.page.number());
        }
        self.scene = None;
        self.door.lobby.is_free(&self.name, None);
    }

    /// Ends a game, and stays where it was played: somebody with a browser may want another one.
    fn rest(&mut self) {
        self.end_game();
        if let Some(scene) = &mut self.scene {
            scene.table.phase = Phase::Over;
        }
        self.door.lobby.is_free(&self.name, self.table.as_ref());
    }

    fn end_game(&mut self) {
        if let Some(scene) = &self.scene
            && let Some(seat) = scene.own_seat()
        {
            let opponent = scene.name(seat.opponent());
            self.last_game = Some(LastGame { opponent, terms: scene.terms() });
        }
        self.sees_partner = false;
        self.draws_told.clear();
        self.invitation = None;
        self.invites = false;
    }

    /// True at the table of a game that is over.
    fn is_resting(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| scene.table.phase == Phase::Over)
    }

    fn look(&self) -> Look {
        Look { in_ms: self.paper.in_ms, now_ms: self.door.edge.tables.app.clock.now_ms() }
    }
}

/// The connection of a client, and the lines of it that wait.
struct Wire {
    stream: TcpStream,
    reader: LineReader,
    lines: Vec<Line>,
}

impl Wire {
    fn next_line(&mut self) -> Option<Line> {
        (!self.lines.is_empty()).then(|| self.lines.remove(0))
    }

    /// Reads some bytes, and keeps the lines that they end.
    async fn read(&mut self) -> std::io::Result<()> {
        let mut bytes = [0; READ_AT_ONCE];
        let count = self.stream.read(&mut bytes).await?;
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        self.lines.extend(self.reader.take(&bytes[..count]));
        Ok(())
    }

    /// Sends a text. A client that takes none of it for a while has gone.
    async fn send(&mut self, text: &str) -> std::io::Result<()> {
        self.send_bytes(text.as_bytes()).await
    }

    async fn send_bytes(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        timeout(PATIENCE, self.stream.write_all(bytes)).await?
    }
}

/// The message of a table.
fn message(outgoing: Outgoing) -> crate::message::ToPage {
    match outgoing.into_content() {
        crate::page_sender::Content::Value(message) => *message,
        crate::page_sender::Content::Json(_) => unreachable!("clients are sent values"),
    }
}

/// The number before a command, and the command.
fn number_of_block(line: &str) -> (Option<u32>, &str) {
    let line = line.trim_start();
    let (number, rest) = line.split_once(' ').unwrap_or((line, ""));
    match number.parse() {
        Ok(number) => (Some(number), rest),
        Err(_) => (None, line),
    }
}
