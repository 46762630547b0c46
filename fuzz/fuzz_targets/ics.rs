//! Fuzzes the lines of clients of internet chess servers: any bytes are commands, and no answer to them
//! can be taken for a line of the server.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_server::lines_of_client;

fuzz_target!(|bytes: &[u8]| {
    for quoted in lines_of_client(bytes) {
        let marks = ["<12>", "<b1>", "{Game", "% ", "\n", "\u{1b}"];
        assert!(marks.iter().all(|mark| !quoted.contains(mark)), "{quoted:?}");
    }
});
