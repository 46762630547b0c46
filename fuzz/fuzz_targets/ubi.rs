//! Fuzzes lines of UBI in both directions: commands to an engine and its replies.
#![no_main]

mod wire;

use libfuzzer_sys::fuzz_target;
use tandem_protocol::ubi::{Command, Reply};

fuzz_target!(|bytes: &[u8]| wire::for_each_line(bytes, a_line_survives));

fn a_line_survives(line: &str) {
    let command = Command::parse(line);
    let printed = command.to_string();
    wire::assert_one_line(&printed);
    assert_eq!(Command::parse(&printed), command, "{printed:?}");
    if let Some(complaint) = command.complaint() {
        a_reply_survives(&complaint);
    }
    a_reply_survives(&Reply::parse(line));
}

fn a_reply_survives(reply: &Reply) {
    let printed = reply.to_string();
    wire::assert_one_line(&printed);
    assert_eq!(Reply::parse(&printed), *reply, "{printed:?}");
}
