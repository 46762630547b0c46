//! Lines on the wire between an engine and what runs it, in both directions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_protocol::cecp::{Command, Reply};

fuzz_target!(|bytes: &[u8]| {
    for line in bytes.split(|&byte| byte == b'\n') {
        a_line_survives(&String::from_utf8_lossy(line));
    }
    // Nobody should hand a parser more than a line, and nothing may break if somebody does.
    a_line_survives(&String::from_utf8_lossy(bytes));
});

fn a_line_survives(line: &str) {
    let command = Command::parse(line);
    let printed = command.to_string();
    assert!(is_one_line(&printed), "{printed:?}");
    assert_eq!(Command::parse(&printed), command, "{printed:?}");
    if let Some(complaint) = command.complaint() {
        a_reply_survives(&complaint);
    }
    a_reply_survives(&Reply::parse(line));
}

fn a_reply_survives(reply: &Reply) {
    let printed = reply.to_string();
    assert!(is_one_line(&printed), "{printed:?}");
    assert_eq!(Reply::parse(&printed), *reply, "{printed:?}");
}

/// Nothing in it that some reader could take for the end of a line.
fn is_one_line(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
}
