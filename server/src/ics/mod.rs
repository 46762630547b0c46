//! A door for clients of internet chess servers (XBoard, WinBoard, pychess): the tables of the page, by
//! lines of text as servers of the FICS family send them.
//!
//! A client is a connection like that of a page, and sits at the same tables. What it sends becomes a
//! request of a page, and what a table tells becomes lines: style 12 for boards, `<b1>` for holdings.

mod board;
mod command;
mod lines;
mod lobby;
mod name;
mod password;
mod scene;
mod seal;
mod session;
mod terms;

use std::sync::Arc;

use tandem_rules::Variant;
use tokio::net::TcpListener;

use self::command::Command;
use self::lines::{Line, LineReader};
use self::lobby::Lobby;
pub use self::name::client_name;
use self::session::{Session, harmless};
use self::terms::Terms;
use crate::edge::{Edge, Open, each};

/// The things that all clients share.
pub(super) struct Door {
    edge: Arc<Edge>,
    lobby: Lobby,
}

/// Reads bytes of a client, and returns its lines as an answer would quote them; for a fuzz target.
pub fn lines_of_client(bytes: &[u8]) -> Vec<String> {
    let quoted = |line| match line {
        Line::Text(line) => {
            let (command, _code) = Command::read(&line);
            let words = line.split_whitespace().skip(1);
            let terms = Terms::read(words, Variant::Bughouse)
                .map_or_else(|error| error.to_string(), |terms| terms.to_string());
            harmless(&format!("{command:?} {terms} {line}"))
        }
        Line::TooLong => String::new(),
    };
    LineReader::default().take(bytes).into_iter().map(quoted).collect()
}

/// Serves clients, for ever.
pub(crate) async fn all(listener: TcpListener, edge: Arc<Edge>, open: Arc<Open>) {
    let lobby = Lobby::new(Arc::clone(&edge.tables), edge.limits.tables_of_one_address);
    let door = Arc::new(Door { edge, lobby });
    let limits = door.edge.limits;
    each(listener, (limits, open), |stream, place| {
        let Some(place) = place else { return };
        let _late = stream.set_nodelay(true);
        let session = Session::new(Arc::clone(&door), place.address());
        tokio::spawn(async move {
            session.run(stream).await;
            drop(place);
        });
    })
    .await;
}
