//! A running `tandem serve`, and pages that talk with it.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, ChildStdout};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::tandem::command;

/// Time after which a page that waits has failed.
const PATIENCE: Duration = Duration::from_mins(2);

/// A server; it is killed when this is dropped, as by `kill -9`.
pub(crate) struct Served {
    child: Child,
    address: String,
    /// The rest of its standard output, line by line.
    output: BufReader<ChildStdout>,
}

impl Served {
    /// Starts the program on a free port.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let arguments = [&["serve", "--port", "0"], arguments].concat();
        let mut child = command(&arguments).spawn().expect("the program can be started");
        let mut line = String::new();
        let output = child.stdout.take().expect("a pipe");
        let mut output = BufReader::new(output);
        output.read_line(&mut line).expect("text");
        let address = line.strip_prefix("http://").and_then(|rest| rest.split_whitespace().next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Self { child, address: address.trim_end_matches('/').to_owned(), output }
    }

    /// The port of the door for clients of internet chess servers, which the next line names.
    pub(crate) fn ics_port(&mut self) -> u16 {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        let port = line.split_whitespace().last().and_then(|port| port.parse().ok());
        port.unwrap_or_else(|| panic!("no port in {line:?}"))
    }

    /// Number of threads of the server.
    #[cfg(target_os = "linux")]
    pub(crate) fn threads(&self) -> usize {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        tasks.map_or(0, Iterator::count)
    }

    /// A page that has greeted.
    pub(crate) fn page(&self) -> Page {
        let mut request = format!("ws://{}/ws", self.address).into_client_request().expect("a URL");
        let origin = format!("http://{}", self.address).parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        stream.set_nodelay(true).expect("no delay");
        let (socket, _) = tungstenite::client(request, stream).expect("it answers");
        let mut page = Page(socket);
        page.say(&json!({"type": "hello", "version": 1}));
        page.hear("welcome");
        page
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _it_may_have_ended = self.child.kill();
        let _it_is_gone = self.child.wait();
    }
}

/// A page: a WebSocket that says and hears JSON.
pub(crate) struct Page(WebSocket<TcpStream>);

impl Page {
    pub(crate) fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).expect("the server listens");
    }

    /// The next message.
    pub(crate) fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().expect("an answer in time") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// The next message of a kind; others are passed over, but for refusals.
    pub(crate) fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next();
            if message["type"] == kind {
                return message;
            }
            assert_ne!(message["type"], "refused", "{message} in place of {kind}");
        }
    }
}
