//! Settings of a command as text, which tell the journal of one run from that of another.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{JournalError, Kind};
use crate::excerpt::shown;

/// Settings as names and values, in the words of the command line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Settings(pub BTreeMap<String, String>);

impl Settings {
    /// Checks that both settings belong to one run: they agree in all but those that
    /// [may differ](Kind::may_differ).
    ///
    /// # Errors
    /// [`JournalError::OtherRun`] with the first setting that differs and must not.
    pub fn agree_with(&self, wanted: &Self, kind: &Kind) -> Result<(), JournalError> {
        let names = self.0.keys().chain(wanted.0.keys());
        for name in names.filter(|name| !kind.may_differ.contains(&name.as_str())) {
            let of = |settings: &Self| settings.0.get(name).cloned().unwrap_or_default();
            let (was, is) = (of(self), of(wanted));
            if was != is {
                return Err(JournalError::OtherRun {
                    noun: kind.noun,
                    name: shown(name),
                    was: shown(&was),
                    is: shown(&is),
                });
            }
        }
        Ok(())
    }
}
