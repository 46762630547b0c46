//! Explanations as text.

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{Millis, Seat, Team};

use super::given::Given;
use super::reasons::Reason;
use super::standoff::Standoff;
use super::story::{Forecast, Story};
use crate::record::ending::{self, EndingKind};
use crate::record::{players, scores};
use crate::text::harmless;

/// The most characters shown of a name, and of the reason of an end.
const LONGEST: usize = 78;

/// The losing team and the end, as in `White on A and Black on B (t) lost (Black on B is mated)`.
pub(super) fn of_loser(story: &Story<'_>) -> String {
    let team = story.ending.seat.team();
    let seats = ending::seats(story.record, team).map(|seat| seat.to_string());
    let seats = seats.collect::<Vec<_>>().join(" and ");
    format!("{seats} ({}) lost{}", names(story.record, team), end(story))
}

/// A named team and the end, as in `t lost (Black on B is mated)`.
pub(super) fn of_team(story: &Story<'_>, name: &str, has_won: bool) -> String {
    let verb = if has_won { "won" } else { "lost" };
    format!("{} {verb}{}", harmless(name, LONGEST), end(story))
}

/// The first reason at length, the others in brief.
pub(super) fn long(story: &Story<'_>, reasons: &[Reason]) -> String {
    let texts = reasons.iter().enumerate().map(|(at, reason)| match (at, reason) {
        (0, Reason::Standoff(standoff)) => named(reason, &long_standoff(story, standoff)),
        (0, Reason::PieceGiven(given)) => named(reason, &long_given(story, given)),
        _ => named(reason, &brief(story, reason)),
    });
    texts.collect::<Vec<_>>().join("; also ")
}

/// The first reason in brief.
pub(super) fn short(story: &Story<'_>, reasons: &[Reason]) -> String {
    reasons.first().map(|reason| named(reason, &brief(story, reason))).unwrap_or_default()
}

fn named(reason: &Reason, detail: &str) -> String {
    let name = reason.kind().name();
    if detail.is_empty() { name.to_owned() } else { format!("{name}: {detail}") }
}

fn brief(story: &Story<'_>, reason: &Reason) -> String {
    let loser = story.ending.seat;
    match *reason {
        Reason::Standoff(Standoff { sitters: [ours, theirs], lead, .. }) => {
            format!("{ours} and {theirs} sat, {}", led(ours, lead))
        }
        Reason::PieceGiven(Given { piece, capture, mate, .. }) => {
            let [capture, mate] = [capture, mate].map(|ply| story.label(ply));
            format!("a {piece} taken by {capture}, dropped by {mate}")
        }
        Reason::AgainstForecast { last, plies } => {
            let Forecast { ply, score, depth } = last;
            let (label, plies) = (story.label(ply), counted(plies, "ply", "plies"));
            format!(
                "{loser} gave itself {score}/{depth} with {label}, {plies} before the end there"
            )
        }
        Reason::Outplayed { plies: Some(plies), scores } => format!(
            "{loser} was below zero for the last {plies} plies there, in {}",
            counted(scores, "score", "scores")
        ),
        Reason::Outplayed { plies: None, scores } => {
            let scores = counted(scores, "score", "scores");
            format!("{loser} was below zero from the beginning, in {scores}")
        }
        Reason::Flag { moves } => format!("{loser} had {}", counted(moves, "move", "moves")),
        Reason::Fault => String::new(), // the end says it
        Reason::Other => lacking(story),
    }
}

fn long_standoff(story: &Story<'_>, standoff: &Standoff) -> String {
    let Standoff { sitters: [ours, theirs], began, lead, spent } = *standoff;
    let [left, raced] = [ours, theirs].map(|seat| seconds(story.timeline.left(seat, began)));
    let spent: Vec<String> = Seat::ALL
        .into_iter()
        .zip(spent)
        .map(|(seat, spent)| format!("{seat} {}", seconds(spent)))
        .collect();
    format!(
        "{ours} and {theirs} sat from {} on, {} ({left} against {raced}); spent by then: {}",
        seconds(began),
        led(ours, lead),
        spent.join(", ")
    )
}

fn long_given(story: &Story<'_>, given: &Given) -> String {
    let Given { piece, by, capture, plies, mate, wait } = *given;
    let taker = by.opponent();
    let [capture, mate] = [capture, mate].map(|ply| story.label(ply));
    let waited = match wait {
        Some((last, usual)) => {
            format!("thought for {} (usually {})", seconds(last), seconds(usual))
        }
        None => "made no other move".to_owned(),
    };
    let place = match plies {
        0 => "the last ply there".to_owned(),
        plies => format!("{} before the end there", counted(plies, "ply", "plies")),
    };
    let mating = taker.partner();
    format!(
        "{by} let {taker} take a {piece} by {capture}, {place}; {mating} {waited} and mated by {mate}"
    )
}

/// A seat with its lead, as in `Black on B 0.5 s behind`.
fn led(seat: Seat, lead: Millis) -> String {
    let side = if lead < Millis::ZERO { "behind" } else { "ahead" };
    format!("{seat} {} {side}", seconds(Millis(lead.0.saturating_abs())))
}

/// A note on the clocks or scores that a record lacks; empty if it has both.
fn lacking(story: &Story<'_>) -> String {
    let plies = story.record.plies();
    let has_scores = plies.iter().any(|ply| scores::of(ply).is_some());
    match (has_scores, story.timeline.thoughts().is_empty()) {
        (true, false) => String::new(),
        (true, true) => "the record has no clocks".to_owned(),
        (false, false) => "the record has no scores".to_owned(),
        (false, true) => "the record has neither clocks nor scores".to_owned(),
    }
}

/// The end in parentheses, after a blank; nothing if a record does not say it.
fn end(story: &Story<'_>) -> String {
    match (story.record.reason(), story.ending.kind) {
        (Some(reason), _) => format!(" ({})", harmless(reason, LONGEST)),
        (None, EndingKind::Mate) => format!(" ({} is mated)", story.ending.seat),
        (None, _) => String::new(),
    }
}

/// The players of a team, once if it is one program.
fn names(record: &GameRecord, team: Team) -> String {
    let all = players(record);
    let mut names: Vec<String> =
        ending::seats(record, team).map(|seat| harmless(&all[seat.index()], LONGEST)).collect();
    names.dedup();
    names.join(", ")
}

fn seconds(time: Millis) -> String {
    format!("{:.1} s", time.seconds())
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
