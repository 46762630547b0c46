//! Laws of lines: those of a protocol, and messages that refuse an input.
#![allow(dead_code, reason = "each target uses some of them")]

/// Calls `survives` with each line of the input and with the whole input: callers should give a
/// parser one line only, but nothing may break if they give more.
pub fn for_each_line(bytes: &[u8], survives: impl Fn(&str)) {
    for line in bytes.split(|&byte| byte == b'\n').chain([bytes]) {
        survives(&String::from_utf8_lossy(line));
    }
}

/// Panics if the text has a character that some reader could take for the end of a line.
pub fn assert_one_line(text: &str) {
    let ends_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    assert!(!text.contains(ends_line), "{text:?}");
}

/// Panics if the message of a refusal has more than one line. The program makes it legible where it
/// prints it.
pub fn assert_one_message(error: &impl std::fmt::Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.contains('\n'), "{text:?}");
}
