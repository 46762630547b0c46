//! The parser of [`Command`].

use super::super::time::{parse_minutes, parse_seconds};
use super::super::{GameResult, looks_like_move, split_word};
use super::{Command, MoveChoice, PLAIN};
use crate::text::{Line, Word};

/// The forms of the commands with arguments.
const FORMS: &[&str] = &[
    "protover NUMBER",
    "accepted FEATURE",
    "rejected FEATURE",
    "ping NUMBER",
    "memory MEGABYTES",
    "cores NUMBER",
    "egtpath KIND PATH",
    "option NAME or NAME=VALUE",
    "variant NAME",
    "setboard FEN",
    "usermove MOVE",
    "exclude MOVE, all or best",
    "include MOVE, all or best",
    "result TOKEN {TEXT}",
    "level MOVES MINUTES INCREMENT",
    "st SECONDS",
    "sd DEPTH",
    "nps RATE",
    "time CENTISECONDS",
    "otim CENTISECONDS",
    "rating OWN OPPONENT",
    "ics HOST",
    "holding [WHITE] [BLACK] and nothing or color and piece",
    "pmove MOVE",
    "pholding [WHITE] [BLACK] and nothing or color and piece",
];

impl Command {
    /// Parses a line. Any text is a command, if need be [`Unknown`](Self::Unknown). Whitespace
    /// around the line, including its end, is ignored.
    pub fn parse(line: &str) -> Self {
        let line = Line::new(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, rest) = split_word(&line);
        let known = about_the_conversation(&words, rest)
            .or_else(|| about_the_game(&words, rest))
            .or_else(|| about_time(&words))
            .or_else(|| about_people(&words, rest))
            .or_else(|| plain(&words));
        match (known, expected(name)) {
            (Some(command), _) => command,
            (None, Some(expected)) => Self::Malformed { line, expected },
            (None, None) => Self::Unknown(line),
        }
    }
}

/// The form of the command with this name, regardless of its arguments. `None` if the name is
/// unknown.
fn expected(name: &str) -> Option<&'static str> {
    let form = FORMS.iter().copied().find(|form| split_word(form).0 == name);
    form.or_else(|| PLAIN.iter().any(|&(plain, _)| plain == name).then_some("no argument"))
}

fn about_the_conversation(words: &[&str], rest: &str) -> Option<Command> {
    match words {
        ["protover", version] => version.parse().ok().map(Command::Protover),
        ["accepted", feature] => Word::new(feature).map(Command::Accepted),
        ["rejected", feature] => Word::new(feature).map(Command::Rejected),
        ["ping", number] => number.parse().ok().map(Command::Ping),
        ["memory", megabytes] => megabytes.parse().ok().map(Command::Memory),
        ["cores", count] => count.parse().ok().map(Command::Cores),
        ["egtpath", kind, _, ..] => {
            Some(Command::EgtPath { kind: Word::new(kind)?, path: Line::new(split_word(rest).1) })
        }
        ["option", _, ..] => set_option(rest),
        _ => None,
    }
}

fn about_the_game(words: &[&str], rest: &str) -> Option<Command> {
    match words {
        ["variant", name] => Word::new(name).map(Command::Variant),
        ["setboard", _, ..] => Some(Command::SetBoard(Line::new(rest))),
        ["exclude", choice] => MoveChoice::parse(choice).map(Command::Exclude),
        ["include", choice] => MoveChoice::parse(choice).map(Command::Include),
        ["usermove", text] => Word::new(text).map(Command::UserMove),
        ["pmove", text] => Word::new(text).map(Command::PartnerMove),
        ["holding", ..] => rest.parse().ok().map(Command::Holding),
        ["pholding", ..] => rest.parse().ok().map(Command::PartnerHolding),
        ["result", ..] => {
            let (result, text) = GameResult::parse_with_text(rest)?;
            Some(Command::Result { result, text })
        }
        [text] if looks_like_move(text) => Word::new(text).map(Command::Move),
        _ => None,
    }
}

fn about_time(words: &[&str]) -> Option<Command> {
    match words {
        ["level", moves, base, increment] => Some(Command::Level {
            moves: moves.parse().ok()?,
            base_ms: parse_minutes(base)?,
            increment_ms: parse_seconds(increment)?,
        }),
        ["st", seconds] => parse_seconds(seconds).map(|ms| Command::MoveTime { ms }),
        ["sd", depth] => depth.parse().ok().map(Command::Depth),
        ["nps", rate] => rate.parse().ok().map(Command::NodesPerSecond),
        ["time", time] => time.parse().ok().map(|centiseconds| Command::Time { centiseconds }),
        ["otim", time] => {
            time.parse().ok().map(|centiseconds| Command::OpponentTime { centiseconds })
        }
        _ => None,
    }
}

fn about_people(words: &[&str], rest: &str) -> Option<Command> {
    match words {
        ["name", ..] => Some(Command::Name(Line::new(rest))),
        ["rating", own, opponent] => {
            Some(Command::Rating { own: own.parse().ok()?, opponent: opponent.parse().ok()? })
        }
        ["ics", host] => Word::new(host).map(Command::Ics),
        ["partner"] => Some(Command::Partner(None)),
        ["partner", ..] => Some(Command::Partner(Some(Line::new(rest)))),
        ["ptell", ..] => Some(Command::Ptell(Line::new(rest))),
        _ => None,
    }
}

fn plain(words: &[&str]) -> Option<Command> {
    match words {
        [] => Some(Command::Blank),
        [word] => PLAIN.iter().find(|(name, _)| name == word).map(|(_, command)| command.clone()),
        _ => None,
    }
}

fn set_option(text: &str) -> Option<Command> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(Line::new(value))),
        None => (text, None),
    };
    let name = Line::new(name);
    (!name.is_empty()).then_some(Command::SetOption { name, value })
}
