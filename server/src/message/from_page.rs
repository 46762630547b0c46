//! Messages of the page.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use strum::VariantNames;
use tandem_rules::notation::legible;

use super::requests::{
    ArchiveRequest, ConnectionRequest, GameRequest, PuzzleRequest, StudyRequest, TableRequest,
    TablesRequest,
};

/// Most characters of an error of the parser that are told.
const LONGEST_REASON: usize = 120;

/// A message of the page. The first one of a connection is `hello`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum FromPage {
    /// Answered by the connection.
    Connection(ConnectionRequest),
    /// Answered by the list of tables.
    Tables(TablesRequest),
    /// Answered by a table.
    Table(TableRequest),
    /// Answered by the game at a table.
    Game(GameRequest),
    /// Answered by the study of a connection.
    Study(StudyRequest),
    /// Answered by the archive.
    Archive(ArchiveRequest),
    /// Answered by the puzzles of the archive.
    Puzzle(PuzzleRequest),
}

/// Error for text that is no message of the page.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The text is not JSON, or no message that is known.
    #[error("this is no message: {0}")]
    Unreadable(String),
    /// The page speaks another version.
    #[error("version {0} of the messages is not known, expected {expected}; reload the page", expected = super::VERSION)]
    Version(u32),
}

impl FromPage {
    /// Parses the text of a frame.
    ///
    /// # Errors
    /// A [`Refusal`] if it is no message, or a greeting in another version.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        #[derive(Deserialize)]
        struct Head {
            r#type: String,
            version: Option<u32>,
        }
        let unreadable =
            |error: serde_json::Error| Refusal::Unreadable(in_one_line(&error.to_string()));
        let Head { r#type: name, version } = serde_json::from_str(text).map_err(unreadable)?;
        // Before anything else: other fields may differ in another version.
        if let Some(version) =
            version.filter(|&version| name == "hello" && version != super::VERSION)
        {
            return Err(Refusal::Version(version));
        }
        let read = part(&name, text, Self::Connection)
            .or_else(|| part(&name, text, Self::Tables))
            .or_else(|| part(&name, text, Self::Table))
            .or_else(|| part(&name, text, Self::Game))
            .or_else(|| part(&name, text, Self::Study))
            .or_else(|| part(&name, text, Self::Archive))
            .or_else(|| part(&name, text, Self::Puzzle));
        match read {
            Some(read) => read.map_err(unreadable),
            None => Err(Refusal::Unreadable(in_one_line(&format!("no type is called `{name}`")))),
        }
    }

    /// The value of its field `type`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Connection(asked) => asked.into(),
            Self::Tables(asked) => asked.into(),
            Self::Table(asked) => asked.into(),
            Self::Game(asked) => asked.into(),
            Self::Study(asked) => asked.into(),
            Self::Archive(asked) => asked.into(),
            Self::Puzzle(asked) => asked.into(),
        }
    }

    /// True for a message that may be long, as it brings files.
    pub const fn brings_files(&self) -> bool {
        matches!(
            self,
            Self::Study(StudyRequest::OpenGame { .. } | StudyRequest::Review { .. })
                | Self::Archive(ArchiveRequest::AddToArchive { .. })
        )
    }
}

/// Reads a message if its type is one of these requests.
fn part<Request: DeserializeOwned + VariantNames>(
    name: &str,
    text: &str,
    whole: fn(Request) -> FromPage,
) -> Option<serde_json::Result<FromPage>> {
    Request::VARIANTS.contains(&name).then(|| serde_json::from_str(text).map(whole))
}

/// An error in one line of moderate length, whatever it quotes.
fn in_one_line(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_REASON).collect();
    let rest = if short.len() < text.len() { "…" } else { "" };
    format!("{}{rest}", legible(&short).replace(char::is_control, " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_ping_comes_back_to_the_last_digit() {
        for sent_ms in
            [0.1, 1_234_567.890_123, f64::MAX, f64::MIN_POSITIVE, 1.222_222_222_222_222_2e70]
        {
            let text = format!(r#"{{"type":"ping","sent_ms":{sent_ms:e}}}"#);
            let ping = FromPage::parse(&text).expect("a message");
            assert_eq!(ping, FromPage::Connection(ConnectionRequest::Ping { sent_ms }), "{text}");
        }
        let long = r#"{"type":"ping","sent_ms":12222222222222222222222222222222222222222222222222222222222222222222222.5}"#;
        let written =
            serde_json::to_string(&FromPage::parse(long).expect("a message")).expect("text");
        let again = FromPage::parse(&written).expect("a message");
        assert_eq!(serde_json::to_string(&again).expect("text"), written);
    }

    #[test]
    fn a_type_that_is_none_is_quoted() {
        for (text, expected) in [
            (r#"{"type":"fly"}"#, "no type is called `fly`"),
            (r#"{"version":1}"#, "missing field `type` at line 1 column 13"),
            ("[", "EOF while parsing a list at line 1 column 1"),
            (r#"{"type":"ping"}"#, "missing field `sent_ms`"),
            (r#"{"type":"tables","more":1}"#, "unknown field `more`, there are no fields"),
        ] {
            let refusal = FromPage::parse(text).expect_err(text).to_string();
            assert_eq!(refusal, format!("this is no message: {expected}"), "{text}");
        }
    }
}
