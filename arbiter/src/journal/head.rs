//! The first line of a journal: its kind, the version of its format, and the settings of the run.

use std::io;

use serde_json::Value;

use super::{JournalError, Kind, Settings};
use crate::excerpt::excerpt;

/// The head line of a run, with its line break.
pub(super) fn write(kind: &Kind, settings: &Settings) -> io::Result<String> {
    let settings = serde_json::to_string(settings)?;
    Ok(format!("{{\"{}\":{},\"settings\":{settings}}}\n", kind.key, kind.version))
}

/// Reads a head line.
///
/// # Errors
/// The line is not the head of a journal of this kind, or of another version of its format.
pub(super) fn read(line: &[u8], kind: &Kind) -> Result<Settings, JournalError> {
    // An editor may have put a byte-order mark in front.
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    let first = String::from_utf8_lossy(line.trim_ascii_end());
    let no_head = || JournalError::NoHead { noun: kind.noun, first: excerpt(&first) };
    let mut head: Value = serde_json::from_slice(line).map_err(|_| no_head())?;
    let version = head.get(kind.key).and_then(Value::as_u64).ok_or_else(no_head)?;
    if version != u64::from(kind.version) {
        return Err(JournalError::Version { was: version, expected: kind.version });
    }
    serde_json::from_value(head["settings"].take()).map_err(|_| no_head())
}
