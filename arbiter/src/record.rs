//! Conversion of played games to BPGN.

use std::fmt::Write;
use std::num::NonZeroU64;

use tandem_protocol::comment::OF_THE_BOOK;
use tandem_protocol::ptell::{self, Dialect, Heard};
use tandem_rules::notation::bpgn::{BpgnResult, Comment, GameRecord, RecordedPly};
use tandem_rules::talk::PartnerMessage;
use tandem_rules::{Boards, Ending, Millis, Ply, Seat, TimeControl};

use crate::openings::Opening;
use crate::{Close, Played, PlayerFault, Told};

/// Data of a game record besides its moves and messages.
pub struct Round {
    /// Value of the tag `Event`.
    pub event: &'static str,
    /// Value of the tag `Round`.
    pub number: usize,
    /// Names of the players, in the order of [`Seat::ALL`].
    pub names: [String; 4],
    /// The rule set, with the rules that override it.
    pub rules: String,
    /// Time controls, in the order of [`Seat::ALL`].
    pub controls: [TimeControl; 4],
    /// Clocks at the start of the game, in the same order.
    pub clocks: [Millis; 4],
    /// Nodes per second on the node clock, in the same order; `None` on the wall clock.
    pub node_rates: Option<[NonZeroU64; 4]>,
}

/// Value of the tag `Site`: no server, and no name of a machine, as records are shown to others.
const HERE: &str = "local";

/// Writes a game as a BPGN record, with messages, scores and depths as comments. It carries no
/// [date](set_date).
pub fn of(played: &Played, start: &Boards, round: &Round) -> GameRecord {
    after(played, &Opening::at(start.clone()), round)
}

/// Writes a game as [`of`] does, with the moves of its opening before its own. They have no clocks,
/// and each is marked as a move of the book.
///
/// A game on one board has its comments and tags as other match runners write them: `{+0.35/12 0.085s}`,
/// where the time is that of the game's clock, `{book}`, `PlyCount` and `Termination`.
pub fn after(played: &Played, opening: &Opening, round: &Round) -> GameRecord {
    let is_alone = opening.start().in_play().len() == 1;
    let note = if is_alone { Comment::text_or_remark } else { Comment::annotation };
    let mut record = begun(opening.start(), round);
    if is_alone {
        let plies = opening.moves().len() + played.game.plies().len();
        record.set_tag("PlyCount", &plies.to_string());
        record.set_tag("Termination", termination(&played.close));
    }
    for &(seat, m) in opening.moves() {
        match record.push(RecordedPly::new(seat, m)) {
            Ok(()) => record.comment(note(OF_THE_BOOK)),
            Err(error) => log::error!("the moves of an opening are not legal: {error}"),
        }
    }
    let told = &played.messages;
    let is_kept = |one: &&Told| is_for_people(one) && !is_greeting_of_programs(one, told);
    let mut messages = told.iter().filter(is_kept).peekable();
    let mut before = Millis::ZERO;
    for (count, (ply, effort)) in played.game.plies().iter().zip(&played.efforts).enumerate() {
        while let Some(told) = messages.next_if(|told| told.plies <= count) {
            record.comment(remark(told));
        }
        let mut thought = effort.thought.to_string();
        let took = ply.at - std::mem::replace(&mut before, ply.at);
        if is_alone && !thought.is_empty() {
            let _ = write!(thought, " {}.{:03}s", took.0 / 1000, took.0 % 1000);
        }
        if let Err(error) = record.push(recorded(ply)) {
            // Where kings may be captured, a game can go on with moves that no record can hold.
            log::warn!("the record was cut short: {error}");
            break;
        }
        if !thought.is_empty() {
            record.comment(note(&thought));
        }
    }
    messages.for_each(|told| record.comment(remark(told)));
    record.end(result(&played.close), &played.close.in_words(opening.start().in_play().len()));
    record
}

/// The ending as the tag `Termination` of PGN has it.
const fn termination(close: &Close) -> &'static str {
    match close {
        Close::Outcome(outcome) => match outcome.ending {
            Ending::Flag(_) | Ending::FlagWithoutMaterial(_) | Ending::BothFlags => "time forfeit",
            Ending::IllegalMove(_) => "rules infraction",
            _ => "normal",
        },
        Close::Adjudicated(_) => "adjudication",
        Close::Fault { reason: PlayerFault::Said(_), .. } => "rules infraction",
        Close::Fault { .. } => "abandoned",
        Close::TooLong(_) | Close::BrokenOff(_) | Close::Standstill => "unterminated",
    }
}

/// Tells when a game was played: `at` is as [`date::now`](crate::date::now) gives it. Only games on
/// the wall clock are dated, since the same game on the node clock gives the same text.
pub fn set_date(record: &mut GameRecord, at: &str) {
    let (day, time) = at.split_once(' ').unwrap_or((at, ""));
    record.set_tag("Site", HERE);
    record.set_tag("Date", &day.replace('-', "."));
    record.set_tag("Time", &format!("{time}:00"));
}

/// A record with the tags of a game, before its first move.
pub fn begun(start: &Boards, round: &Round) -> GameRecord {
    let mut record = GameRecord::new(start.clone());
    record.set_tag("Event", round.event);
    record.set_tag("Round", &round.number.to_string());
    let in_play = start.in_play();
    let seats = || Seat::ALL.into_iter().filter(|seat| in_play.contains(&seat.board));
    for seat in seats() {
        let name = &round.names[seat.index()];
        record.set_tag(&format!("{}{}", seat.color, seat.board), name);
    }
    record.set_tag("Rules", &round.rules);
    set_tag_of_seats(&mut record, seats(), "TimeControl", &round.controls.map(|c| c.to_tag()));
    if seats().any(|seat| round.clocks[seat.index()] != round.controls[seat.index()].base) {
        let shown: Vec<String> =
            seats().map(|seat| round.clocks[seat.index()].to_string()).collect();
        record.set_tag("StartClocks", &shown.join(" "));
    }
    if let Some(rates) = round.node_rates {
        let rates = rates.map(|rate| rate.to_string());
        set_tag_of_seats(&mut record, seats(), "NodesPerSecond", &rates);
    }
    record
}

/// Sets a tag to the value of these seats, or a tag for each of them if their values differ.
fn set_tag_of_seats(
    record: &mut GameRecord,
    seats: impl Iterator<Item = Seat> + Clone,
    name: &str,
    values: &[String; 4],
) {
    if seats.clone().all(|seat| values[seat.index()] == values[0]) {
        return record.set_tag(name, &values[0]);
    }
    for seat in seats {
        record.set_tag(&format!("{}{}{name}", seat.color, seat.board), &values[seat.index()]);
    }
}

/// A move as it is recorded, with the clock after it.
pub fn recorded(ply: &Ply) -> RecordedPly {
    let recorded = RecordedPly::new(ply.seat, ply.m);
    match ply.clock {
        Some(clock) => recorded.with_clock(clock.0),
        None => recorded,
    }
}

/// False for what programs report to each other in words of their own: boards (Tandem) and clocks
/// (Fairy-Stockfish, many times a second). The record has these positions and clocks anyway.
pub fn is_for_people(told: &Told) -> bool {
    match ptell::hear(&told.text).as_slice() {
        [Heard::Board(_)] => false,
        [clock @ Heard::Message(PartnerMessage::Clock(_) | PartnerMessage::OpponentClock(_))] => {
            ptell::say(clock, Dialect::FairyStockfish)
                .is_none_or(|words| words.as_str() != told.text)
        }
        _ => true,
    }
}

/// True for the greeting of a program to another one, which greets as well: it tells nobody anything
/// about the game.
fn is_greeting_of_programs(told: &Told, all: &[Told]) -> bool {
    let partner = told.seat.partner();
    is_greeting(told) && all.iter().any(|other| other.seat == partner && is_greeting(other))
}

/// True for the words by which a program makes itself known to its partner.
pub fn is_greeting(told: &Told) -> bool {
    matches!(ptell::hear(&told.text).as_slice(), [Heard::Greeting(_)])
}

/// A message as it is recorded.
pub fn remark(told: &Told) -> Comment {
    Comment::remark(&format!("{} tells: {}", told.seat, told.text))
}

/// The result in BPGN's terms.
pub fn result(close: &Close) -> BpgnResult {
    match close.is_broken_off() {
        true => BpgnResult::Unfinished,
        false => BpgnResult::of(close.winner()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seat: Seat, text: &str) -> Told {
        Told { seat, at: Millis::ZERO, plies: 0, text: text.to_owned() }
    }

    #[test]
    fn boards_and_clocks_that_programs_report_are_not_for_people() {
        for (text, is_for_people) in [
            ("~1 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 300 900", false),
            ("time 656", false),
            ("otim 291", false),
            ("my time 36", true),
            ("his time 2:05", true),
            ("look time", true),
            ("down on time", true),
        ] {
            let told = told(Seat::ALL[0], text);
            assert_eq!(super::is_for_people(&told), is_for_people, "{text}");
        }
    }

    #[test]
    fn programs_greet_programs_out_of_sight() {
        let greeting = "Tandem is an engine. Say 'help' to see which words it understands.";
        let [near, _, far, _] = Seat::ALL;
        let partner = near.partner();
        let program = told(near, greeting);
        for (others, is_hidden) in [
            (vec![], false),
            (vec![told(partner, "hello")], false),
            (vec![told(far, greeting)], far == partner),
            (vec![told(partner, "Hi.  Thanks for being my partner")], true),
            (vec![told(partner, greeting)], true),
        ] {
            let all = [&[program.clone()][..], &others].concat();
            assert_eq!(is_greeting_of_programs(&program, &all), is_hidden, "{others:?}");
        }
        assert!(!is_greeting_of_programs(&told(near, "need n"), &[told(partner, greeting)]));
    }
}
