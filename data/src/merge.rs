//! The joint header of several files whose games become one file.

use crate::header::{CONTROL, Header, HeaderError, RULES};

/// The header of a file that joins the games of others.
///
/// The rules and the time control are those of all files. The rest of each header is kept as one
/// line for each file, `Source1` and so on: the number of its games and the settings that made
/// them.
#[derive(Default)]
pub struct Merge {
    /// The lines that all files share, those of the first file.
    common: Vec<(String, String)>,
    sources: Vec<String>,
}

/// Reasons why games cannot be joined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// A file has other rules or another time control than the first one.
    #[error("its {name} is `{found}`, that of the first file `{expected}`")]
    Differs {
        /// Name of the header line.
        name: &'static str,
        /// Value of this file.
        found: String,
        /// Value of the first file.
        expected: String,
    },
    /// The same settings make the same games: they would be there twice.
    #[error("another file holds games of {0}")]
    Repeated(String),
}

/// Prefix of header lines that name the sources of games.
const SOURCE: &str = "Source";
/// Separator between the number of games and the settings that made them.
const GAMES_OF: &str = " games of ";

impl Merge {
    /// Adds the header of a file with this number of games.
    ///
    /// # Errors
    /// A [`MergeError`] if its games do not belong to those of the earlier files.
    pub fn add(&mut self, header: &Header, games: usize) -> Result<(), MergeError> {
        if self.common.is_empty() {
            let common = header.lines().iter().filter(|(name, _)| is_common(name));
            self.common.extend(common.cloned());
        }
        self.agree(header)?;
        for source in sources_of(header, games) {
            if self.sources.iter().any(|known| made_by(known) == made_by(&source)) {
                return Err(MergeError::Repeated(made_by(&source).to_owned()));
            }
            self.sources.push(source);
        }
        Ok(())
    }

    /// Fails if a file has other rules or another time control than the first one.
    fn agree(&self, header: &Header) -> Result<(), MergeError> {
        for name in [RULES, CONTROL] {
            let expected = self.common.iter().find(|(known, _)| known == name);
            let expected = expected.map(|(_, value)| value.as_str()).unwrap_or_default();
            let found = header.value(name).unwrap_or_default();
            if found != expected {
                let [found, expected] = [found, expected].map(str::to_owned);
                return Err(MergeError::Differs { name, found, expected });
            }
        }
        Ok(())
    }

    /// The joint header of all files added.
    ///
    /// # Errors
    /// A [`HeaderError`] if no file was added, or the sources are too many for a header.
    pub fn header(self) -> Result<Header, HeaderError> {
        let sources = (1..).zip(self.sources);
        let sources =
            sources.map(|(number, source): (usize, _)| (format!("{SOURCE}{number}"), source));
        Header::new(self.common.into_iter().chain(sources).collect())
    }
}

/// True for the name of a line that all files must share.
fn is_common(name: &str) -> bool {
    name == RULES || name == CONTROL
}

/// The sources of the games of a file: its own header lines or, if the file was joined from others,
/// the sources that it lists, each followed by the other header lines.
fn sources_of(header: &Header, games: usize) -> Vec<String> {
    let (sources, own): (Vec<_>, Vec<_>) = header
        .lines()
        .iter()
        .filter(|(name, _)| !is_common(name))
        .partition(|(name, value)| name.starts_with(SOURCE) && value.contains(GAMES_OF));
    let own: Vec<_> = own.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let own = own.join(", ");
    if sources.is_empty() {
        return vec![format!("{games}{GAMES_OF}{own}")];
    }
    let since = if own.is_empty() { own } else { format!(", {own}") };
    sources.into_iter().map(|(_, value)| format!("{value}{since}")).collect()
}

/// The settings that made the games of a source, without their number: equal settings make the same
/// games.
fn made_by(source: &str) -> &str {
    source.split_once(GAMES_OF).map_or(source, |(_, made_by)| made_by)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(lines: &[(&str, &str)]) -> Header {
        let known = [("Rules", "fics"), ("TimeControl", "60")];
        let lines = known.iter().chain(lines);
        let lines = lines.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        Header::new(lines.collect()).expect("a header")
    }

    #[test]
    fn each_file_is_a_source_and_sources_of_sources_are_kept() {
        let mut merge = Merge::default();
        assert_eq!(merge.add(&header(&[("Seed", "1"), ("Nodes", "9")]), 5), Ok(()));
        let joined = header(&[("Source1", "3 games of Seed 2"), ("Shuffled", "7")]);
        assert_eq!(merge.add(&joined, 3), Ok(()));
        let header = merge.header().expect("a header");
        assert_eq!(header.value("Source1"), Some("5 games of Seed 1, Nodes 9"));
        assert_eq!(header.value("Source2"), Some("3 games of Seed 2, Shuffled 7"));
    }

    #[test]
    fn games_of_other_rules_and_the_same_games_are_refused() {
        let mut merge = Merge::default();
        assert_eq!(merge.add(&header(&[("Seed", "1")]), 5), Ok(()));
        let again = merge.add(&header(&[("Seed", "1")]), 6).expect_err("the same games");
        assert_eq!(again.to_string(), "another file holds games of Seed 1");
        let lines = [("Rules", "wbn"), ("TimeControl", "60")];
        let lines = lines.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let other = merge.add(&Header::new(lines.to_vec()).expect("a header"), 1);
        let other = other.expect_err("other rules").to_string();
        assert_eq!(other, "its Rules is `wbn`, that of the first file `fics`");
        assert_eq!(Merge::default().header(), Err(HeaderError::Missing("Rules")));
    }
}
