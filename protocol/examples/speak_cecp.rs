//! Speaks CECP with whoever types: prints what each line means, and the reply of a polite engine.
//!
//! ```sh
//! printf 'protover 2\nping 1\nholding [QP] [n]\nhello\nquit\n' | cargo run --example speak_cecp
//! ```

use std::io::{self, BufRead, Write};

use tandem_protocol::cecp::{Command, Reply, announcement};

fn main() -> io::Result<()> {
    speak(io::stdin().lock(), &mut io::stdout().lock())
}

/// Answers each line until `quit`.
pub(crate) fn speak(input: impl BufRead, out: &mut impl Write) -> io::Result<()> {
    for line in input.lines() {
        let command = Command::parse(&line?);
        writeln!(out, "# {command:?}")?;
        for reply in replies(&command) {
            writeln!(out, "{reply}")?;
        }
        out.flush()?;
        if command == Command::Quit {
            break;
        }
    }
    Ok(())
}

fn replies(command: &Command) -> Vec<Reply> {
    match command {
        Command::Protover(_) => announcement("Polite", &["bughouse"], []),
        Command::Ping(number) => vec![Reply::Pong(*number)],
        other => other.complaint().into_iter().collect(),
    }
}
