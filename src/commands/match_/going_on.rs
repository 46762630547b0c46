//! The command with which an interrupted match goes on.

/// The command line of this program, as a shell reads it.
pub(super) fn command() -> String {
    let words: Vec<String> = std::env::args().map(|word| quoted(&word)).collect();
    words.join(" ")
}

/// A word as a shell of Unix reads it; one without special characters is left as it is.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_special_characters_are_quoted() {
        for (word, in_shell) in [
            ("--tc", "--tc"),
            ("10+0.1", "10+0.1"),
            ("", "''"),
            ("e=x --nodes 20", "'e=x --nodes 20'"),
            ("e='a b' c", r"'e='\''a b'\'' c'"),
            ("a$b", "'a$b'"),
        ] {
            assert_eq!(quoted(word), in_shell);
        }
    }
}
