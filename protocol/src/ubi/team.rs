//! Messages between partners: `teammsg …` from an engine is `partnermsg …` to the other.

use std::fmt;
use std::str::FromStr;

use tandem_rules::PieceType;
use tandem_rules::talk::{self, PartnerMessage};

use crate::uci::words::write_field;

/// A message to the partner.
///
/// ```
/// use tandem_protocol::ubi::TeamMessage;
/// use tandem_rules::talk::{PartnerMessage, Urgency};
/// use tandem_rules::PieceType;
///
/// let message: TeamMessage = "need n urgency high".parse()?;
/// let meaning = PartnerMessage::Need(PieceType::Knight, Urgency::Much);
/// assert_eq!(message.meaning(), Some(meaning));
/// assert!("need k".parse::<TeamMessage>().is_err());
/// # Ok::<(), tandem_protocol::ubi::TeamMessageError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TeamMessage {
    /// `need n`, `need n urgency high`: a piece would help the sender.
    Need {
        /// The piece, which is not a king.
        piece: PieceType,
        /// The degree, if it is told.
        urgency: Option<Urgency>,
    },
    /// `stall`, `stall duration 2`: request to capture nothing for a while.
    Stall {
        /// Number of moves, if it is told.
        moves: Option<u32>,
    },
    /// `play_fast`, `play_fast reason time`: request to move quickly.
    PlayFast {
        /// The reason, if it is told.
        reason: Option<Rush>,
    },
    /// `material +350`: the sender's lead in material, in centipawns.
    Material(i32),
    /// `threat high`: the danger on the sender's board.
    Threat(Threat),
}

/// Declares an enum of words.
macro_rules! words {
    ($(#[$attribute:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word in the line.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// The degree to which a piece is needed.
    Urgency {
        /// It would help.
        Low = "low",
        /// It would help much.
        Medium = "medium",
        /// It is needed now.
        High = "high"
    }
}

words! {
    /// The reason to move quickly.
    Rush {
        /// The team has little time.
        Time = "time",
        /// The opponent is to be put under pressure.
        Pressure = "pressure"
    }
}

words! {
    /// The degree of danger.
    Threat {
        /// There is none to speak of.
        Low = "low",
        /// There is some.
        Medium = "medium",
        /// There is much.
        High = "high",
        /// The game is about to be lost.
        Critical = "critical"
    }
}

/// Parse error of [`TeamMessage`], with the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown message `{0}`, expected need, stall, play_fast, material or threat")]
pub struct TeamMessageError(pub String);

impl TeamMessage {
    /// The message in the terms that all protocols share; `None` if it has no consequence.
    ///
    /// A piece that is needed is never said to mate: many engines call all their needs urgent.
    pub const fn meaning(self) -> Option<PartnerMessage> {
        Some(match self {
            Self::Need { piece, urgency: Some(Urgency::High) } => {
                PartnerMessage::Need(piece, talk::Urgency::Much)
            }
            Self::Need { piece, .. } => PartnerMessage::Need(piece, talk::Urgency::Some),
            Self::Stall { .. } => PartnerMessage::TradesBad,
            Self::PlayFast { .. } => PartnerMessage::Fast,
            Self::Threat(Threat::Critical) => PartnerMessage::Dead,
            Self::Threat(Threat::Low | Threat::Medium) => PartnerMessage::NotDead,
            Self::Threat(Threat::High) | Self::Material(_) => return None,
        })
    }

    /// The message that says this; `None` if UBI has no words for it.
    pub const fn of(message: PartnerMessage) -> Option<Self> {
        use PartnerMessage as P;
        Some(match message {
            P::Need(piece, degree) => {
                let urgency = Some(match degree {
                    talk::Urgency::Some => Urgency::Low,
                    talk::Urgency::Much | talk::Urgency::Mates => Urgency::High,
                });
                Self::Need { piece, urgency }
            }
            // To give no piece at all is the only way to withhold one.
            P::Avoid(_, talk::Urgency::Mates) => Self::Stall { moves: Some(1) },
            P::TradesBad => Self::Stall { moves: None },
            P::Go(Some(talk::Reason::BehindOnTime)) | P::Behind(_) => {
                Self::PlayFast { reason: Some(Rush::Time) }
            }
            P::Go(_) | P::Fast => Self::PlayFast { reason: None },
            P::Dead => Self::Threat(Threat::Critical),
            P::NotDead => Self::Threat(Threat::Low),
            _ => return None,
        })
    }
}

impl FromStr for TeamMessage {
    type Err = TeamMessageError;

    fn from_str(text: &str) -> Result<Self, TeamMessageError> {
        parse(text).ok_or_else(|| TeamMessageError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<TeamMessage> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["need", letter] => TeamMessage::Need { piece: piece(letter)?, urgency: None },
        ["need", letter, "urgency", degree] => {
            TeamMessage::Need { piece: piece(letter)?, urgency: Some(Urgency::parse(degree)?) }
        }
        ["stall"] => TeamMessage::Stall { moves: None },
        ["stall", "duration", moves] => TeamMessage::Stall { moves: Some(moves.parse().ok()?) },
        ["play_fast"] => TeamMessage::PlayFast { reason: None },
        ["play_fast", "reason", reason] => {
            TeamMessage::PlayFast { reason: Some(Rush::parse(reason)?) }
        }
        ["material", value] => TeamMessage::Material(value.parse().ok()?),
        ["threat", level] => TeamMessage::Threat(Threat::parse(level)?),
        _ => return None,
    })
}

/// The piece of a lower-case letter that can be dropped.
fn piece(word: &str) -> Option<PieceType> {
    PieceType::DROPPABLE.into_iter().find(|piece| {
        let mut letters = word.chars();
        letters.next() == Some(letter(*piece)) && letters.next().is_none()
    })
}

const fn letter(piece: PieceType) -> char {
    piece.to_char().to_ascii_lowercase()
}

impl fmt::Display for TeamMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Need { piece, urgency } => {
                write!(f, "need {}", letter(*piece))?;
                write_field(f, "urgency", *urgency)
            }
            Self::Stall { moves } => {
                f.write_str("stall")?;
                write_field(f, "duration", *moves)
            }
            Self::PlayFast { reason } => {
                f.write_str("play_fast")?;
                write_field(f, "reason", *reason)
            }
            Self::Material(value) => write!(f, "material {value:+}"),
            Self::Threat(level) => write!(f, "threat {level}"),
        }
    }
}

#[cfg(test)]
pub(super) use tests::messages;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::option;
    use proptest::prelude::*;

    #[test]
    fn messages_are_written_as_they_are_read() {
        for text in [
            "need p",
            "need n urgency low",
            "need q urgency high",
            "stall",
            "stall duration 2",
            "play_fast",
            "play_fast reason time",
            "play_fast reason pressure",
            "material +350",
            "material -150",
            "material +0",
            "threat medium",
            "threat critical",
        ] {
            let message: TeamMessage = text.parse().expect(text);
            assert_eq!(message.to_string(), text);
        }
    }

    #[test]
    fn anything_else_is_refused_and_quoted() {
        for text in [
            "",
            "need",
            "need k",
            "need N",
            "need nn",
            "need n urgency",
            "need n urgency extreme",
            "need n urgency low now",
            "stall duration many",
            "stall 2",
            "play_fast please",
            "material",
            "material much",
            "threat",
            "threat none",
            "hello",
        ] {
            let error = text.parse::<TeamMessage>().expect_err(text);
            assert!(error.to_string().starts_with(&format!("unknown message `{text}`")), "{error}");
        }
    }

    #[test]
    fn what_is_said_keeps_its_meaning() {
        use PartnerMessage as P;
        for message in [
            P::Need(PieceType::Queen, talk::Urgency::Some),
            P::Need(PieceType::Pawn, talk::Urgency::Much),
            P::TradesBad,
            P::Fast,
            P::Dead,
            P::NotDead,
        ] {
            assert_eq!(TeamMessage::of(message).and_then(TeamMessage::meaning), Some(message));
        }
        for silent in [P::Sit(None), P::Indifferent(PieceType::Rook), P::Mate(Some(2)), P::Cancel] {
            assert_eq!(TeamMessage::of(silent), None);
        }
    }

    pub(in crate::ubi) fn messages() -> impl Strategy<Value = TeamMessage> {
        let piece = prop::sample::select(&PieceType::DROPPABLE[..]);
        let urgency = option::of(prop::sample::select(Urgency::ALL));
        prop_oneof![
            (piece, urgency).prop_map(|(piece, urgency)| TeamMessage::Need { piece, urgency }),
            any::<Option<u32>>().prop_map(|moves| TeamMessage::Stall { moves }),
            option::of(prop::sample::select(Rush::ALL))
                .prop_map(|reason| TeamMessage::PlayFast { reason }),
            any::<i32>().prop_map(TeamMessage::Material),
            prop::sample::select(Threat::ALL).prop_map(TeamMessage::Threat),
        ]
    }
}
