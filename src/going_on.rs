//! Commands for a shell, first of all that with which an interrupted run goes on.

use crate::platform;

/// The command line of this program, as a shell of this system reads it.
pub(crate) fn command() -> String {
    let words = std::env::args_os().map(|word| quoted(&word.to_string_lossy()));
    words.collect::<Vec<_>>().join(" ")
}

/// A word as a shell of this system reads it.
pub(crate) fn quoted(word: &str) -> String {
    if platform::HAS_UNIX_SHELL { quoted_for_unix(word) } else { quoted_for_windows(word) }
}

/// A word as a shell of Unix reads it; one without special characters is left as it is.
fn quoted_for_unix(word: &str) -> String {
    match is_plain(word, "-_=+./,:@%") {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A word as the command prompt of Windows, and the program behind it, read it; one without special
/// characters is left as it is. A comma is special in `PowerShell`.
fn quoted_for_windows(word: &str) -> String {
    if is_plain(word, r"-_=+./:\") {
        return word.to_owned();
    }
    let mut quoted = String::from('"');
    let mut backslashes = 0;
    for c in word.chars() {
        // Backslashes are special only before a quotation mark.
        if c == '"' {
            quoted.extend(std::iter::repeat_n('\\', backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        quoted.push(c);
    }
    quoted.extend(std::iter::repeat_n('\\', backslashes));
    quoted + "\""
}

/// True if a word has nothing but letters, digits and these characters.
fn is_plain(word: &str, others: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_special_characters_are_quoted() {
        for (word, for_unix, for_windows) in [
            ("--tc", "--tc", "--tc"),
            ("10+0.1", "10+0.1", "10+0.1"),
            ("1,0.9", "1,0.9", "\"1,0.9\""),
            ("", "''", "\"\""),
            ("e=x --nodes 20", "'e=x --nodes 20'", "\"e=x --nodes 20\""),
            ("e='a b' c", r"'e='\''a b'\'' c'", "\"e='a b' c\""),
            ("a$b", "'a$b'", "\"a$b\""),
            (r"C:\a\e.exe", r"'C:\a\e.exe'", r"C:\a\e.exe"),
            (r"C:\a b\", r"'C:\a b\'", r#""C:\a b\\""#),
            (r#"e="\a" b"#, r#"'e="\a" b'"#, r#""e=\"\a\" b""#),
            (r#"a\"b"#, r#"'a\"b'"#, r#""a\\\"b""#),
        ] {
            assert_eq!(quoted_for_unix(word), for_unix);
            assert_eq!(quoted_for_windows(word), for_windows);
        }
    }
}
