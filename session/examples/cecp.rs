//! A bughouse engine for XBoard in a few lines: CECP on standard input and output.
//!
//! ```sh
//! printf 'new\nvariant bughouse\ngo\n' | cargo run --release -p tandem-session --example cecp
//! ```

use std::io::{self, BufRead, Write};
use std::time::Instant;

use crossbeam::channel::{at, never, select_biased, unbounded};
use tandem_engine::Searcher;
use tandem_protocol::cecp::{Command, Reply};
use tandem_session::TABLE_MEBIBYTES;
use tandem_session::cecp::Session;

fn main() -> io::Result<()> {
    let (sender, lines) = unbounded();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let (searcher, events) = Searcher::new(TABLE_MEBIBYTES);
    let mut session = Session::new(searcher);
    // After the last line, a move that is owed is waited for.
    let mut is_over = false;
    while !is_over || session.is_move_owed() {
        let wakes = session.wakes_at(Instant::now()).map_or_else(never, at);
        let open = if is_over { never() } else { lines.clone() };
        let replies = select_biased! {
            recv(open) -> line => match line.as_deref().map(Command::parse) {
                Ok(Command::Quit) => return Ok(()),
                Ok(command) => session.command(&command, Instant::now()),
                Err(_) => {
                    is_over = true;
                    Vec::new()
                }
            },
            recv(events) -> event => match event {
                Ok(event) => session.event(event, Instant::now()),
                Err(_) => return Err(io::Error::other("the search thread ended")),
            },
            recv(wakes) -> _ => session.wake(Instant::now()),
        };
        print(&replies)?;
    }
    Ok(())
}

/// Prints replies; a front-end waits for each of them.
fn print(replies: &[Reply]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for reply in replies {
        writeln!(output, "{reply}")?;
    }
    output.flush()
}
