//! A WebSocket: the conversation with one browser.

use std::net::IpAddr;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use tandem_rules::Preset;
use tokio::time::{MissedTickBehavior, interval, sleep_until, timeout};

use super::accept::Held;
use super::error::{Breach, NotDone};
use super::intake::Intake;
use super::{Edge, Limits};
use crate::findings::Findings;
use crate::message::{
    ConnectionRequest, FromPage, LONGEST, RuleSetName, StudyRequest, TablesRequest, ToPage, VERSION,
};
use crate::page_sender::{PageQueue, PageSender};
use crate::rate::Rate;
use crate::services::GamesExplorer;
use crate::study::{Study, StudyError, Whence};
use crate::table::{Table, TableError};
use crate::tables::TablesError;
use crate::turns::Client;

/// Longest message, in bytes, that brings no files.
const LONGEST_USUAL: usize = 16 << 10;
/// Bytes that are read at once. The buffer is made anew for each message, and most have a hundred.
const READ_AT_ONCE: usize = 4 << 10;
/// Time within which a browser has to take the reason of the end.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time for which what a refused browser still sends is thrown away.
const LINGER: Duration = Duration::from_secs(2);
/// Most tables of one connection that have not ended.
const MOST_MADE: usize = 4;
/// Heartbeats without a sign of life after which a connection is given up.
const MOST_MISSED: u32 = 2;

/// Headers by which a proxy says that it speaks for others.
const FORWARDED: [&str; 5] =
    ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/// Begins the conversation.
pub(super) async fn upgrade(
    upgrade: WebSocketUpgrade,
    State(edge): State<Arc<Edge>>,
    Extension(place): Extension<Held>,
    headers: HeaderMap,
) -> Response {
    let whence = whence(place.address(), &headers);
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    let upgrade = upgrade.read_buffer_size(READ_AT_ONCE);
    upgrade.on_upgrade(move |socket| async move {
        let client = Client { address: place.address(), connection: edge.next_number() };
        let (page, waiting) = PageSender::new(client, &edge.backlog);
        place.intake.open(page.intake());
        let conversation = Conversation::new(edge, page, Arc::clone(&place.intake), whence);
        conversation.run(socket, waiting).await;
        drop(place);
    })
}

/// The place that a page is used from; a proxy on this machine speaks for others.
fn whence(address: IpAddr, headers: &HeaderMap) -> Whence {
    let is_forwarded = FORWARDED.iter().any(|&name| headers.contains_key(name));
    if address.is_loopback() && !is_forwarded { Whence::Here } else { Whence::Elsewhere }
}

/// A reason to end a conversation.
enum Parting {
    /// The browser has gone, or does not take what it is sent.
    Gone,
    /// The reason is said before the end.
    Refused(Breach),
}

struct Conversation {
    edge: Arc<Edge>,
    page: PageSender,
    intake: Arc<Intake>,
    rate: Rate,
    has_greeted: bool,
    /// The tables that this connection has made.
    made: Vec<Weak<Table>>,
    table: Option<Arc<Table>>,
    pinged: Option<Instant>,
    missed: u32,
    study: Study,
}

impl Conversation {
    fn new(edge: Arc<Edge>, page: PageSender, intake: Arc<Intake>, whence: Whence) -> Self {
        let Limits { messages_at_once, messages_a_second, .. } = edge.limits;
        let rate = Rate::new(messages_at_once, messages_a_second, Instant::now());
        let (table, pinged) = (None, None);
        let study = Study::new(Arc::clone(&edge.tables.app), page.clone(), whence);
        Self {
            edge,
            page,
            intake,
            rate,
            has_greeted: false,
            made: Vec::new(),
            table,
            pinged,
            missed: 0,
            study,
        }
    }

    async fn run(mut self, mut socket: WebSocket, waiting: PageQueue) {
        let parting = self.converse(&mut socket, waiting).await;
        self.leave();
        if let Parting::Refused(reason) = parting {
            let refused = ToPage::Refused { what: String::new(), reason: reason.to_string() };
            let told = async {
                socket.send(Message::Text(crate::page_sender::text_of(&refused))).await?;
                socket.send(Message::Close(None)).await
            };
            let _ = timeout(PATIENCE, told).await;
            linger(&mut socket).await;
        }
    }

    async fn converse(&mut self, socket: &mut WebSocket, mut waiting: PageQueue) -> Parting {
        let Limits { greeting, heartbeat, .. } = self.edge.limits;
        let greeting_ends = tokio::time::Instant::now() + greeting;
        let findings = Arc::clone(&self.study.findings);
        let mut heartbeat = interval(heartbeat);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let done = tokio::select! {
                outgoing = waiting.outgoing.recv() => match outgoing {
                    // It is on its way until it is taken.
                    Some(outgoing) => send(socket, &self.page, Message::Text(outgoing.content.json())).await,
                    None => Err(Parting::Gone),
                },
                frame = socket.recv() => self.hear(frame),
                _ = heartbeat.tick() => self.beat(socket).await,
                () = findings.wait() => {
                    let sent = send_findings(socket, &self.page, &findings).await;
                    self.study.rest();
                    sent
                }
                () = self.page.hung_up() => Err(Parting::Gone),
                () = self.intake.overdue() => {
                    Err(Parting::Refused(Breach::SlowMessage))
                }
                () = sleep_until(greeting_ends), if !self.has_greeted => {
                    Err(Parting::Refused(Breach::Silence))
                }
            };
            if let Err(parting) = done {
                return parting;
            }
        }
    }

    /// Asks for a sign of life, by which the lag is measured. The answer may be behind a long message
    /// on a slow way, of which each byte is such a sign.
    async fn beat(&mut self, socket: &mut WebSocket) -> Result<(), Parting> {
        let is_moving = self.intake.is_moving();
        if self.pinged.is_some() {
            self.missed = if is_moving { 0 } else { self.missed + 1 };
            return if self.missed >= MOST_MISSED { Err(Parting::Gone) } else { Ok(()) };
        }
        self.pinged = Some(Instant::now());
        send(socket, &self.page, Message::Ping(Vec::new().into())).await
    }

    fn hear(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), Parting> {
        match &frame {
            Some(Ok(Message::Ping(content) | Message::Pong(content))) => {
                self.intake.take_control(content.len());
            }
            _ => self.intake.take(),
        }
        match frame {
            None | Some(Ok(Message::Close(_))) => return Err(Parting::Gone),
            Some(Err(error)) => {
                return Err(Breach::of(&error).map_or(Parting::Gone, Parting::Refused));
            }
            Some(Ok(_)) if !self.rate.take(Instant::now()) => {
                return Err(Parting::Refused(Breach::TooMany));
            }
            Some(Ok(Message::Text(text))) => return self.read(&text),
            Some(Ok(Message::Binary(_))) => {
                self.page.refuse("", "messages are text, and this one is not");
            }
            Some(Ok(Message::Pong(_))) => self.measure(),
            Some(Ok(Message::Ping(_))) => {}
        }
        Ok(())
    }

    fn measure(&mut self) {
        self.missed = 0;
        let Some(pinged) = self.pinged.take() else { return };
        let lag_ms = u32::try_from(pinged.elapsed().as_millis()).unwrap_or(u32::MAX);
        if let Some(table) = &self.table {
            table.measured(self.page.number(), lag_ms);
        }
    }

    fn read(&mut self, text: &Utf8Bytes) -> Result<(), Parting> {
        let asked = match FromPage::parse(text) {
            Ok(asked) => asked,
            Err(refusal) if !self.has_greeted => return Err(Parting::Refused(refusal.into())),
            Err(refusal) => {
                self.page.refuse("", refusal);
                return Ok(());
            }
        };
        let what = asked.name();
        if !self.has_greeted
            && !matches!(asked, FromPage::Connection(ConnectionRequest::Hello { .. }))
        {
            return Err(Parting::Refused(Breach::NoGreeting));
        }
        if text.len() > LONGEST_USUAL && !asked.brings_files() {
            self.page.refuse(what, format!("the message has more than {LONGEST_USUAL} bytes"));
            return Ok(());
        }
        if let Err(reason) = self.answer(asked) {
            self.page.refuse(what, reason);
        }
        Ok(())
    }

    fn answer(&mut self, asked: FromPage) -> Result<(), NotDone> {
        match asked {
            FromPage::Connection(ConnectionRequest::Hello { .. }) => {
                self.has_greeted = true;
                self.page.send(&self.welcome());
            }
            FromPage::Connection(ConnectionRequest::Ping { sent_ms }) => {
                let now_ms = self.edge.tables.app.clock.now_ms();
                self.page.send(&ToPage::Pong { sent_ms, now_ms });
            }
            FromPage::Tables(asked) => self.go(asked)?,
            FromPage::Table(asked) => self.table()?.take(self.page.number(), &asked)?,
            FromPage::Game(asked) => self.table()?.act(self.page.number(), asked)?,
            FromPage::Study(asked) => {
                let is_playing = |table: &Arc<Table>| table.is_playing(self.page.number());
                if matches!(asked, StudyRequest::Analyze { .. } | StudyRequest::Explore { .. })
                    && self.table.as_ref().is_some_and(is_playing)
                {
                    return Err(StudyError::GameRuns.into());
                }
                self.study.take(asked)?;
            }
            FromPage::Archive(asked) => self.study.ask_archive(asked)?,
            FromPage::Puzzle(asked) => self.study.ask_puzzles(asked)?,
        }
        Ok(())
    }

    /// The table that the page is at.
    fn table(&self) -> Result<&Arc<Table>, TableError> {
        self.table.as_ref().ok_or(TableError::NotHere)
    }

    /// Goes to a table or away from it, or tells which there are.
    fn go(&mut self, asked: TablesRequest) -> Result<(), NotDone> {
        match asked {
            TablesRequest::Tables {} => {
                self.page.send(&ToPage::Tables { tables: self.edge.tables.rows() });
            }
            TablesRequest::Create { name, setup } => {
                self.made.retain(|made| made.upgrade().is_some_and(|table| !table.is_closed()));
                if self.made.len() >= MOST_MADE {
                    return Err(TablesError::OfConnection(MOST_MADE).into());
                }
                let most = self.edge.limits.tables_of_one_address;
                let table = self.edge.tables.create(&self.page, &name, &setup, most)?;
                self.made.push(Arc::downgrade(&table));
                self.sit_down(table);
            }
            TablesRequest::Accept { table, invitation, name } => {
                let table = self.edge.tables.table(&table)?;
                self.leave_for(&table);
                table.accept(&self.page, &invitation, &name)?;
                self.table = Some(table);
            }
            TablesRequest::Return { table, key } => {
                let table = self.edge.tables.table(&table)?;
                self.leave_for(&table);
                table.come_back(&self.page, &key)?;
                self.table = Some(table);
            }
            TablesRequest::Watch { table } => {
                let table = self.edge.tables.table(&table)?;
                self.leave_for(&table);
                table.watch(&self.page)?;
                self.table = Some(table);
            }
            TablesRequest::Leave {} => {
                self.leave();
                self.page.send(&ToPage::Left { reason: "you have left the table".to_owned() });
            }
        }
        Ok(())
    }

    fn welcome(&self) -> ToPage {
        let services = &self.edge.tables.app.services;
        let rule_sets = Preset::ALL.map(|preset| RuleSetName {
            name: preset.name().to_owned(),
            variant: preset.variant().to_string(),
            clock: preset.usual_clock().to_string(),
        });
        ToPage::Welcome {
            version: VERSION,
            program: services.program.clone(),
            run: self.edge.tables.app.run.clone(),
            rule_sets: rule_sets.to_vec(),
            elo: services.elo,
            addresses: self.edge.addresses(),
            has_archive: self.edge.tables.app.archive.is_some(),
            explorer_boards: self.edge.tables.app.explorer().map(GamesExplorer::boards).ok(),
            may_delete: self.study.may_delete(),
        }
    }

    /// Takes note of the table that this connection is at now.
    fn sit_down(&mut self, table: Arc<Table>) {
        self.leave_for(&table);
        self.table = Some(table);
    }

    /// Leaves the table before, if it is another one.
    fn leave_for(&mut self, next: &Arc<Table>) {
        if self.table.as_ref().is_some_and(|table| !Arc::ptr_eq(table, next)) {
            self.leave();
        }
    }

    fn leave(&mut self) {
        if let Some(table) = self.table.take() {
            table.leave(self.page.number());
        }
    }
}

/// Sends what an analysis has found.
async fn send_findings(
    socket: &mut WebSocket,
    page: &PageSender,
    findings: &Findings,
) -> Result<(), Parting> {
    for message in findings.take() {
        send(socket, page, Message::Text(crate::page_sender::text_of(&message))).await?;
    }
    Ok(())
}

/// Sends a frame. However long that takes, the browser has to take a part of it now and then
/// ([`Patient`](super::patient::Patient)), and not to be hung up meanwhile.
async fn send(socket: &mut WebSocket, page: &PageSender, message: Message) -> Result<(), Parting> {
    match page.unless_hung_up(socket.send(message)).await {
        Some(Ok(())) => Ok(()),
        Some(Err(_)) | None => Err(Parting::Gone),
    }
}

/// Reads on until the browser has hung up as well. A socket that is closed over unread bytes resets
/// the connection, and the refusal would be lost on its way.
async fn linger(socket: &mut WebSocket) {
    let _ = timeout(LINGER, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn only_this_machine_itself_is_here() {
        for (address, header, expected) in [
            ("127.0.0.1", None, Whence::Here),
            ("::1", None, Whence::Here),
            ("192.168.1.5", None, Whence::Elsewhere),
            ("127.0.0.1", Some("x-forwarded-for"), Whence::Elsewhere),
            ("127.0.0.1", Some("forwarded"), Whence::Elsewhere),
            ("127.0.0.1", Some("user-agent"), Whence::Here),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(name) = header {
                headers.insert(HeaderName::from_static(name), HeaderValue::from_static("x"));
            }
            let address = address.parse().expect("an address");
            assert_eq!(whence(address, &headers), expected, "{address} {header:?}");
        }
    }
}
