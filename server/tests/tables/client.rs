//! A browser of the tests: a WebSocket that says and hears JSON.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tandem_server::{Limits, Tables, serve};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Time after which a test that waits has failed.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server of the tests. It ends with its test.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    /// The door of clients of internet chess servers.
    pub(crate) ics: SocketAddr,
    pub(crate) tables: Arc<Tables>,
}

impl TestServer {
    pub(crate) async fn start(tables: Tables, limits: Limits) -> Self {
        let tables = Arc::new(tables);
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut serving = serve(Arc::clone(&tables), any, limits).await.expect("a free port");
        let address = serving.address();
        let ics = serving.open_ics(any).await.expect("another free port");
        tokio::spawn(serving.run());
        Self { address, ics, tables }
    }

    /// A connection that has greeted.
    pub(crate) async fn browser(&self) -> Browser {
        Browser::greeting(self.address).await
    }
}

pub(crate) struct Browser(WebSocketStream<TcpStream>);

impl Browser {
    /// Connects as a page of the server does.
    pub(crate) async fn connect(address: SocketAddr) -> Result<Self, String> {
        Self::connect_from(address, &format!("http://{address}"), &address.to_string()).await
    }

    /// Connects and greets.
    pub(crate) async fn greeting(address: SocketAddr) -> Self {
        let mut browser = Self::connect(address).await.expect("a place");
        browser.say(json!({"type": "hello", "version": 1})).await;
        browser.hear("welcome").await;
        browser
    }

    /// Connects as a page of any origin that calls the server by a name.
    pub(crate) async fn connect_from(
        address: SocketAddr,
        origin: &str,
        host: &str,
    ) -> Result<Self, String> {
        let mut request = format!("ws://{address}/ws").into_client_request().expect("an address");
        request.headers_mut().insert("Origin", origin.parse().expect("a header"));
        request.headers_mut().insert("Host", host.parse().expect("a header"));
        let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
        let connected = client_async(request, stream).await;
        connected.map(|(socket, _)| Self(socket)).map_err(|error| error.to_string())
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        // A server that has hung up is noticed by what is heard next.
        let _ = self.0.send(Message::text(text)).await;
    }

    pub(crate) async fn say_bytes(&mut self, bytes: Vec<u8>) {
        let _ = self.0.send(Message::binary(bytes)).await;
    }

    /// Says the beginning of a text, whose rest does not follow.
    pub(crate) async fn say_first_part(&mut self, text: &str) {
        let part = Frame::message(text.to_owned(), OpCode::Data(Data::Text), false);
        let _ = self.0.send(Message::Frame(part)).await;
    }

    /// Gives a sign of life without a word.
    pub(crate) async fn knock(&mut self) {
        let _ = self.0.send(Message::Ping(b"knock".to_vec().into())).await;
    }

    /// The next message; `None` once the server has hung up.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        // In all, however many heartbeats come.
        timeout(PATIENCE, self.next_message()).await.expect("an answer in time")
    }

    async fn next_message(&mut self) -> Option<Value> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) => {
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a kind; others are passed over, but for refusals.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("hung up before {kind}"));
            if message["type"] == kind {
                return message;
            }
            assert_ne!(message["type"], "refused", "{message} in place of {kind}");
        }
    }

    /// The next refusal: its reason.
    pub(crate) async fn refusal(&mut self) -> String {
        loop {
            let message = self.next().await.expect("a refusal before the end");
            if message["type"] == "refused" {
                let reason = message["reason"].as_str().expect("a reason").to_owned();
                assert!(!reason.contains('\n') && !reason.is_empty(), "{reason:?}");
                return reason;
            }
        }
    }

    /// The next state of the table in which it is in a phase.
    pub(crate) async fn hear_phase(&mut self, phase: &str) -> Value {
        loop {
            let table = self.hear("table").await;
            if table["phase"] == phase {
                return table;
            }
        }
    }

    /// Waits until the server has hung up.
    pub(crate) async fn is_hung_up(&mut self) -> bool {
        while self.next().await.is_some() {}
        true
    }
}
