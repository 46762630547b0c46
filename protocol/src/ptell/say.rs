//! The printer of partner messages, in the listener's vocabulary.

use std::fmt;

use tandem_rules::talk::{PartnerMessage, Reason, Urgency};
use tandem_rules::{Millis, PieceType};

use super::board;
use super::dialect::Dialect;
use super::heard::Heard;
use super::move_text::move_text;
use crate::text::{Line, Word};

/// The line that tells something to a listener, `None` if the listener has no words for it. Engines
/// are not told reasons, people are not asked for help, and no listener is asked for help on a
/// single word.
///
/// ```
/// use tandem_protocol::ptell::{Dialect, Heard, say};
/// use tandem_rules::PieceType;
/// use tandem_rules::talk::{PartnerMessage, Urgency};
///
/// let mates = Heard::Message(PartnerMessage::Need(PieceType::Knight, Urgency::Mates));
/// assert_eq!(say(&mates, Dialect::People).expect("words"), "N mates");
/// assert_eq!(say(&mates, Dialect::Sjeng).expect("signs"), "+++n");
/// ```
///
/// A move should be in coordinates, which all engines read. To tell a
/// [`Suggest`](PartnerMessage::Suggest), convert it to a [`Heard::Move`] with the board it is for.
pub fn say(what: &Heard, listener: Dialect) -> Option<Line> {
    let text = match what {
        Heard::Message(message) => in_words(*message, listener)?,
        Heard::Move(text) => suggestion(text, listener)?,
        Heard::Board(report) => (listener == Dialect::Tandem).then(|| board::say(report))?,
        Heard::Help(None) => (listener != Dialect::People).then(|| "help".to_owned())?,
        Heard::Greeting(Dialect::Tandem) => greeting(listener)?.to_owned(),
        Heard::Help(Some(_)) | Heard::Greeting(_) => return None,
        Heard::Courtesy => (listener == Dialect::People).then(|| "ok".to_owned())?,
    };
    Some(Line::new(&text))
}

fn in_words(message: PartnerMessage, listener: Dialect) -> Option<String> {
    match listener {
        Dialect::People | Dialect::Tandem => to_people(message),
        Dialect::FairyStockfish => to_fairy_stockfish(message),
        Dialect::Sjeng => to_sjeng(message),
        Dialect::Sunsetter => to_sunsetter(message).map(str::to_owned),
    }
}

fn to_people(message: PartnerMessage) -> Option<String> {
    use PartnerMessage as M;
    Some(match message {
        M::Sit(reason) => explained("sit", reason),
        M::Go(reason) => explained("go", reason),
        M::Sitting(reason) => explained("sitting", reason),
        M::Moving => "moving".into(),
        M::Fast => "fast".into(),
        M::Slow => "slow".into(),
        M::Need(piece, Urgency::Some) => format!("{} is good", letter(piece)?),
        M::Need(piece, Urgency::Much) => format!("need {}", letter(piece)?),
        M::Need(piece, Urgency::Mates) => format!("{} mates", letter(piece)?),
        M::Avoid(piece, Urgency::Some) => format!("{} is bad", letter(piece)?),
        M::Avoid(piece, Urgency::Much) => format!("no {}", letter(piece)?),
        M::Avoid(piece, Urgency::Mates) => format!("{} mates me", letter(piece)?),
        M::Indifferent(piece) => format!("{} no longer matters", letter(piece)?),
        M::TradesGood => "trades good".into(),
        M::TradesBad => "trades bad".into(),
        M::TradesIndifferent => "trades ok".into(),
        M::Mate(None) => "I mate".into(),
        M::Mate(Some(moves)) => format!("mate in {moves}"),
        M::Dead => "dead".into(),
        M::NotDead => "not dead any more".into(),
        M::Cancel => "never mind".into(),
        M::Suggest(_) => return None,
        M::Clock(time) => format!("my clock {}", Hundredths(time)),
        M::OpponentClock(time) => format!("his clock {}", Hundredths(time)),
        M::Ahead(None) => "up on time".into(),
        M::Ahead(Some(seconds)) => format!("up {seconds} s on time"),
        M::Behind(None) => "down on time".into(),
        M::Behind(Some(seconds)) => format!("down {seconds} s on time"),
        M::CallFlag => "call the flag".into(),
        M::Abort => "abort".into(),
    })
}

fn explained(word: &str, reason: Option<Reason>) -> String {
    let Some(reason) = reason else { return word.into() };
    let reason = match reason {
        Reason::AwaitsPiece => "I wait for a piece",
        Reason::OpponentWaits => "my opponent waits for a piece",
        Reason::Trouble => "I would be mated",
        Reason::Safe => "I am safe",
        Reason::AheadOnTime => "we are up on time",
        Reason::BehindOnTime => "we are down on time",
    };
    format!("{word} ({reason})")
}

fn to_fairy_stockfish(message: PartnerMessage) -> Option<String> {
    use PartnerMessage as M;
    Some(match message {
        M::Sit(_) => "sit".into(),
        M::Go(_) => "go".into(),
        M::Fast => "fast".into(),
        M::Slow => "slow".into(),
        M::Dead => "dead".into(),
        M::NotDead | M::Cancel => "x".into(),
        M::Clock(time) => format!("time {}", time.0.div_euclid(10)),
        M::OpponentClock(time) => format!("otim {}", time.0.div_euclid(10)),
        _ => return None,
    })
}

fn to_sjeng(message: PartnerMessage) -> Option<String> {
    use PartnerMessage as M;
    let signed = |sign: &str, urgency: Urgency, piece| {
        let letter = letter(piece)?.to_ascii_lowercase();
        Some(format!("{}{letter}", sign.repeat(urgency as usize + 1)))
    };
    Some(match message {
        M::Sit(_) => "sit".into(),
        M::Go(_) => "go".into(),
        M::Fast => "fast".into(),
        M::Slow => "slow".into(),
        M::Need(piece, urgency) => signed("+", urgency, piece)?,
        M::Avoid(piece, urgency) => signed("-", urgency, piece)?,
        // Sjeng tells this to other Sjengs, and takes it to be about all pieces.
        M::Indifferent(piece) => {
            format!("{} doesn't mate me anymore", letter(piece)?.to_ascii_lowercase())
        }
        M::TradesGood => "+trades".into(),
        M::TradesBad => "-trades".into(),
        M::Dead => "dead".into(),
        M::Cancel => "x".into(),
        M::CallFlag => "flag".into(),
        M::Abort => "abort".into(),
        _ => return None,
    })
}

fn to_sunsetter(message: PartnerMessage) -> Option<&'static str> {
    use PartnerMessage as M;
    Some(match message {
        M::Sit(_) => "sit",
        M::Go(_) => "go",
        M::Sitting(_) => "sitting",
        M::Moving | M::Cancel => "cancel",
        M::CallFlag => "flag",
        M::Abort => "abort",
        _ => return None,
    })
}

/// Tells a move. `None` if the text is not a move in the form that `hear` returns, or if the
/// listener reads no moves.
fn suggestion(text: &Word, listener: Dialect) -> Option<String> {
    let text = move_text(text).filter(|bare| bare == text)?;
    match listener {
        Dialect::People => Some(format!("play {text}")),
        Dialect::FairyStockfish | Dialect::Tandem => Some(format!("move {text}")),
        Dialect::Sunsetter => Some(text.to_string()),
        Dialect::Sjeng => None,
    }
}

fn greeting(listener: Dialect) -> Option<&'static str> {
    match listener {
        Dialect::People | Dialect::Tandem => {
            Some("Tandem is an engine. Say 'help' to see which words it understands.")
        }
        // Fairy-Stockfish sends its clocks to a partner whose greeting begins with these two words.
        Dialect::FairyStockfish => Some("partner Fairy-Stockfish may tell Tandem its clocks."),
        Dialect::Sjeng | Dialect::Sunsetter => None,
    }
}

/// The letter of a piece; `None` for the king, which cannot be held.
fn letter(piece: PieceType) -> Option<char> {
    PieceType::DROPPABLE.contains(&piece).then(|| piece.to_char())
}

/// A time, printed as seconds with two decimals.
struct Hundredths(Millis);

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.0.0.div_euclid(10);
        let sign = if hundredths < 0 { "-" } else { "" };
        let hundredths = hundredths.unsigned_abs();
        write!(f, "{sign}{}.{:02}", hundredths / 100, hundredths % 100)
    }
}
