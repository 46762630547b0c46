//! Names on the wire: one word of plain letters, so that no line of a client can be misread.

use crate::message::{Level, Pace};

/// Longest name. Clients keep names in fields of 32 bytes.
const LONGEST: usize = 17;
/// Name in place of one of which nothing is left.
const NAMELESS: &str = "Player";
/// Names that lines of the server begin with, or that it gives itself.
const RESERVED: [&str; 8] =
    ["guest", "admin", "your", "you", "game", "challenge", "server", "notification"];
/// The name of guests; four letters after it tell them apart.
pub(super) const GUEST: &str = "Guest";
/// The name of the house players; a number after it is their strength.
const HOUSE: &str = "tandem";

/// Error for a name that nobody may have; it is said to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum NameError {
    // The words by which pychess knows a name that is refused.
    #[error("Sorry, names can only consist of lower and upper case letters.  Try again.")]
    Letters,
    #[error("A name should be at least three characters long!  Try again.")]
    Short,
    #[error("Sorry, names may be at most {LONGEST} characters long.  Try again.")]
    Long,
    #[error("That name is not given to anybody.  Try again.")]
    Reserved,
}

/// Checks a name that somebody wants to have.
///
/// # Errors
/// [`NameError`] if it has a wrong form, or could be taken for a player of the house or for the server.
pub(super) fn check(name: &str) -> Result<(), NameError> {
    if !name.chars().all(|letter| letter.is_ascii_alphabetic()) {
        return Err(NameError::Letters);
    }
    match name.len() {
        ..3 => return Err(NameError::Short),
        3..=LONGEST => {}
        _ => return Err(NameError::Long),
    }
    let plain = lookalike(name);
    let is_house = plain.starts_with(&lookalike(HOUSE));
    if is_house || RESERVED.iter().any(|reserved| name.eq_ignore_ascii_case(reserved)) {
        return Err(NameError::Reserved);
    }
    Ok(())
}

/// True for a name that the server gives to guests.
pub(super) fn is_of_guest(name: &str) -> bool {
    strip_prefix(name, GUEST).is_some_and(|rest| rest.len() == 4)
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

/// A player's name at a table, which may be anything, as one word of plain letters that is no name of
/// the house.
pub(super) fn of_player(name: &str) -> String {
    let plain = name.chars().filter(char::is_ascii_alphabetic);
    let plain: String = plain.take(LONGEST).collect();
    match check(&plain) {
        Err(NameError::Reserved) => NAMELESS.to_owned(),
        _ if plain.is_empty() => NAMELESS.to_owned(),
        _ => plain,
    }
}

/// The player of the house with this name, within the strengths that it plays at.
pub(super) fn house(name: &str, [least, most]: [u16; 2]) -> Option<Level> {
    let number = strip_prefix(name, HOUSE)?;
    if number.is_empty() {
        return Some(Level { elo: None, pace: Pace::Engine });
    }
    let elo: u16 = number.parse().ok().or_else(|| of_letters(number))?;
    (least..=most).contains(&elo).then_some(Level { elo: Some(elo), pace: Pace::Human })
}

/// The name of a player of the house.
pub(super) fn of_house(level: Level) -> String {
    level.elo.map_or_else(|| "Tandem".to_owned(), |elo| format!("Tandem{elo}"))
}

/// A line with the names of the house in letters alone, `TandemMD` for `Tandem1500`: pychess reads no
/// others.
pub(super) fn in_letters(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("Tandem") {
        let (before, name) = rest.split_at(at + HOUSE.len());
        out.push_str(before);
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = name.split_at(digits);
        match number.parse() {
            Ok(number @ 1..4000) => out.push_str(&letters(number)),
            _ => out.push_str(number),
        }
        rest = behind;
    }
    out + rest
}

/// True if both are the name of one player: case does not matter, nor how a number is written.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || in_letters(one).eq_ignore_ascii_case(other)
}

/// The letters of Roman numbers.
const LETTERS: [(u16, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// A number in Roman letters.
fn letters(mut number: u16) -> String {
    let mut out = String::new();
    for (value, letters) in LETTERS {
        while number >= value {
            out.push_str(letters);
            number -= value;
        }
    }
    out
}

/// The number of Roman letters.
fn of_letters(text: &str) -> Option<u16> {
    let upper = text.to_ascii_uppercase();
    let mut rest = upper.as_str();
    let mut number: u16 = 0;
    for (value, letters) in LETTERS {
        while let Some(behind) = rest.strip_prefix(letters) {
            number = number.checked_add(value)?;
            rest = behind;
        }
    }
    (letters(number) == upper).then_some(number)
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
            ("Bert2", Err(NameError::Letters)),
            ("An", Err(NameError::Short)),
            ("2Bert", Err(NameError::Letters)),
            ("Anna Lisa", Err(NameError::Letters)),
            ("Zo\u{eb}", Err(NameError::Letters)),
            ("Anna\u{1b}", Err(NameError::Letters)),
            ("AnnaAnnaAnnaAnnaAnna", Err(NameError::Long)),
            ("", Err(NameError::Short)),
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
            ("TandemMD", Some(Some(1500))),
            ("tandemmdccclxxxviii", Some(Some(1888))),
            ("TandemDM", None),
            ("TandemMMMM", None),
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
    fn names_of_the_house_are_told_in_letters_and_read_again() {
        let line = "{Game 1 (Tandem1500 vs. TandemX) Tandem2850 resigns} Tandem Tandem99999999";
        let told = "{Game 1 (TandemMD vs. TandemX) TandemMMDCCCL resigns} Tandem Tandem99999999";
        assert_eq!(in_letters(line), told);
        for elo in 500..=2850 {
            let level = house(&in_letters(&format!("Tandem{elo}")), [500, 2850]);
            assert_eq!(level.and_then(|level| level.elo), Some(elo));
        }
    }

    #[test]
    fn any_name_at_a_table_is_one_word() {
        for (name, expected) in [
            ("Tandem 1500", "Player"),
            ("Bert 2", "Bert"),
            ("Zo\u{eb} K.", "ZoK"),
            ("\u{6771}\u{4eac}", "Player"),
            ("", "Player"),
        ] {
            assert_eq!(of_player(name), expected);
        }
    }
}
