//! What the targets of all line protocols have in common.

/// Each line of the input, and the whole of it: nobody should hand a parser more than a line, and
/// nothing may break if somebody does.
pub fn for_each_line(bytes: &[u8], survives: impl Fn(&str)) {
    for line in bytes.split(|&byte| byte == b'\n').chain([bytes]) {
        survives(&String::from_utf8_lossy(line));
    }
}

/// Fails if some reader could take something in it for the end of a line.
pub fn assert_one_line(text: &str) {
    let ends_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    assert!(!text.contains(ends_line), "{text:?}");
}
