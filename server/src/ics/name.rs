//! Names on the wire: one word of plain letters, so that no line of a client can be misread.

use crate::message::{Level, Pace};

/// Longest name. Clients keep names in fields of 32 bytes.
const LONGEST: usize = 17;
/// Name in place of one of which nothing is left.
const NAMELESS: &str = "Player";
/// Names that lines of the server begin with, or that it gives itself.
const RESERVED: [&str; 8] =
    ["guest", "admin", "your", "you", "game", "challenge", "server", "notification"];
/// The name of the house players; a number after it is their strength.
const HOUSE: &str = "tandem";

/// Error for a name that nobody may have; it is said to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum NameError {
    #[error(
        "Names can only consist of lower and upper case letters, 3 to {LONGEST} of them.  Try again."
    )]
    Form,
    #[error("That name is not given to anybody.  Try again.")]
    Reserved,
}

/// Checks a name that somebody wants to have.
///
/// # Errors
/// [`NameError`] if it has a wrong form, or could be taken for a player of the house or for the server.
pub(super) fn check(name: &str) -> Result<(), NameError> {
    let is_plain = name.chars().all(|letter| letter.is_ascii_alphabetic());
    if !is_plain || !(3..=LONGEST).contains(&name.len()) {
        return Err(NameError::Form);
    }
    let plain = lookalike(name);
    let is_house = plain.starts_with(&lookalike(HOUSE));
    if is_house || RESERVED.iter().any(|reserved| name.eq_ignore_ascii_case(reserved)) {
        return Err(NameError::Reserved);
    }
    Ok(())
}

/// The letters of a text as a name that the door takes, if they are one.
pub fn client_name(text: &str) -> Option<String> {
    let name: String = text.chars().filter(char::is_ascii_alphabetic).take(LONGEST).collect();
    check(&name).is_ok().then_some(name)
}

/// The name with one letter for all that look like it.
fn lookalike(name: &str) -> String {
    let plain = |letter: char| match letter.to_ascii_lowercase() {
        'i' => 'l',
        other => other,
    };
    name.chars().map(plain).collect::<String>().replace("rn", "m")
}

/// A player's name at a table, which may be anything, as one word of plain letters.
pub(super) fn of_player(name: &str) -> String {
    let plain = name.chars().filter(char::is_ascii_alphanumeric);
    let plain: String = plain.take(LONGEST).collect();
    if plain.is_empty() { NAMELESS.to_owned() } else { plain }
}

/// The player of the house with this name, within the strengths that it plays at.
pub(super) fn house(name: &str, [least, most]: [u16; 2]) -> Option<Level> {
    let number = strip_prefix(name, HOUSE)?;
    if number.is_empty() {
        return Some(Level { elo: None, pace: Pace::Engine });
    }
    let elo: u16 = number.parse().ok()?;
    (least..=most).contains(&elo).then_some(Level { elo: Some(elo), pace: Pace::Human })
}

/// The name of a player of the house.
pub(super) fn of_house(level: Level) -> String {
    level.elo.map_or_else(|| "Tandem".to_owned(), |elo| format!("Tandem{elo}"))
}

/// The rest of a name behind this beginning, in whatever case it is written.
fn strip_prefix<'a>(name: &'a str, beginning: &str) -> Option<&'a str> {
    let head = name.get(..beginning.len())?;
    head.eq_ignore_ascii_case(beginning).then(|| &name[beginning.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_plain_word_that_nobody_takes_for_another() {
        for (name, expected) in [
            ("Anna", Ok(())),
            ("Bert2", Err(NameError::Form)),
            ("An", Err(NameError::Form)),
            ("2Bert", Err(NameError::Form)),
            ("Anna Lisa", Err(NameError::Form)),
            ("Zo\u{eb}", Err(NameError::Form)),
            ("Anna\u{1b}", Err(NameError::Form)),
            ("AnnaAnnaAnnaAnnaAnna", Err(NameError::Form)),
            ("", Err(NameError::Form)),
            ("Guest", Err(NameError::Reserved)),
            ("Tandem", Err(NameError::Reserved)),
            ("TandemX", Err(NameError::Reserved)),
            ("TANDERN", Err(NameError::Reserved)),
        ] {
            assert_eq!(check(name), expected, "{name}");
        }
    }

    #[test]
    fn the_house_has_a_player_of_each_strength() {
        let elo = |name: &str| house(name, [500, 2850]).map(|level| level.elo);
        for (name, expected) in [
            ("Tandem", Some(None)),
            ("tandem1500", Some(Some(1500))),
            ("Tandem99", None),
            ("Tandem9999", None),
            ("Tandemx", None),
            ("Tan", None),
            ("Zo\u{eb}\u{eb}\u{eb}\u{eb}", None),
        ] {
            assert_eq!(elo(name), expected, "{name}");
        }
    }

    #[test]
    fn any_name_at_a_table_is_one_word() {
        for (name, expected) in [
            ("Tandem 1500", "Tandem1500"),
            ("Zo\u{eb} K.", "ZoK"),
            ("\u{6771}\u{4eac}", "Player"),
            ("", "Player"),
        ] {
            assert_eq!(of_player(name), expected);
        }
    }
}
