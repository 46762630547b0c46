//! Words for a person who has started the engine at a terminal, where a program would talk to it.

use crossbeam::channel::{Receiver, bounded};

use crate::input::{Arrival, Input};

/// The first words.
const WELCOME: &str = "\
Tandem waits for the commands of a chess program, in CECP (XBoard), or in UCI after `uci`.
To play against it, type `quit`, then `tandem play`. `help` says more.";

/// The answer to `help`.
const HELP: &str = "\
Tandem runs as an engine here, for XBoard, WinBoard and programs that speak UCI.
  by hand, in CECP   new, variant bughouse, usermove e2e4, go, hint, quit
  by hand, in UCI    uci, position startpos moves e2e4, go movetime 1000, quit
From the command line, after `quit`:
  tandem play        you against Tandem, in the terminal
  tandem match       Tandem against Tandem, and you watch
  tandem analyze     evaluates positions and games
  tandem --help      all commands";

/// The answer to `go`.
const GO: &str = "\
`go` lets Tandem play the side on turn: it answers with `move`. Enter yours as in `usermove e7e5`.";

/// Commands of UCI that people type first, not knowing that `uci` comes before them.
const UCI: &[&str] = &["position", "ucinewgame", "isready", "setoption", "d", "eval"];
/// Commands of the command line that people type here.
const COMMANDS: &[&str] = &["play", "match", "analyze", "perft", "show", "tandem"];

/// An answer to a line of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Answer {
    text: String,
    /// True if the line is a command of the protocol as well.
    passes: bool,
}

/// Greets the person on standard error and answers what programs do not say; all other lines are
/// passed on, and once UCI is spoken, every line.
pub(super) fn guided(lines: Receiver<Arrival>) -> Receiver<Arrival> {
    eprintln!("{WELCOME}");
    let (sender, guided) = bounded(0);
    std::thread::spawn(move || {
        let mut speaks_uci = false;
        for arrival in lines {
            let input = &arrival.input;
            let answer = match input {
                Input::Line(line) if !speaks_uci => answer(line),
                Input::Line(_) | Input::TooLong => None,
            };
            if let Some(answer) = &answer {
                eprintln!("{}", answer.text);
            }
            speaks_uci |= matches!(input, Input::Line(line) if line.trim() == "uci");
            if answer.is_none_or(|answer| answer.passes) && sender.send(arrival).is_err() {
                break; // the engine has ended
            }
        }
    });
    guided
}

/// The answer to a line; `None` to one that a program might send.
fn answer(line: &str) -> Option<Answer> {
    let (first, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let (text, passes) = match (first.to_ascii_lowercase().as_str(), rest.trim()) {
        ("help", _) => (HELP.to_owned(), false),
        ("go", "") => (GO.to_owned(), true),
        ("go", _) => (before(line), false),
        (word, _) if UCI.contains(&word) => (before(line), false),
        (word, _) if COMMANDS.contains(&word) => {
            let command = if word == "tandem" { rest.trim() } else { line.trim() };
            let command = format!("tandem {command}");
            (format!("To run `{}`, type `quit` first.", command.trim()), false)
        }
        ("exit", _) => ("To leave, type `quit`.".to_owned(), true), // CECP ends an analysis by it
        _ => return None,
    };
    Some(Answer { text, passes })
}

fn before(line: &str) -> String {
    format!("`{}` is a command of UCI: type `uci` first.", line.trim())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn what_people_type_is_answered_and_what_programs_say_is_not() {
        let said = |text: &str, passes| Some(Answer { text: text.to_owned(), passes });
        for (line, expected) in [
            ("help", said(HELP, false)),
            (" Help me", said(HELP, false)),
            ("go", said(GO, true)),
            ("go depth 5", said("`go depth 5` is a command of UCI: type `uci` first.", false)),
            ("d", said("`d` is a command of UCI: type `uci` first.", false)),
            ("play", said("To run `tandem play`, type `quit` first.", false)),
            ("tandem", said("To run `tandem`, type `quit` first.", false)),
            ("tandem match", said("To run `tandem match`, type `quit` first.", false)),
            ("exit", said("To leave, type `quit`.", true)),
            ("", None),
            ("xboard", None),
            ("protover 2", None),
            ("uci", None),
            ("usermove e2e4", None),
            ("quit", None),
        ] {
            assert_eq!(answer(line), expected, "{line:?}");
        }
    }

    #[test]
    fn lines_of_uci_are_passed_on() {
        let (sender, lines) = bounded(10);
        let guided = guided(lines);
        let told = ["help", "xboard", "go", "d", "uci", "d", "help", "go depth 1"];
        for line in told {
            let arrival = Arrival { input: Input::Line(line.to_owned()), at: Instant::now() };
            sender.send(arrival).expect("it is received");
        }
        drop(sender);
        let passed: Vec<Input> = guided.iter().map(|arrival| arrival.input).collect();
        let expected = ["xboard", "go", "uci", "d", "help", "go depth 1"];
        assert_eq!(passed, expected.map(|line| Input::Line(line.to_owned())));
    }
}
