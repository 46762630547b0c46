//! Fuzzes partner messages: lines that a partner tells, and the lines told in return.
#![no_main]

mod wire;

use libfuzzer_sys::fuzz_target;
use tandem_protocol::ptell::{Dialect, Heard, hear, help, say};

fuzz_target!(|bytes: &[u8]| wire::for_each_line(bytes, a_line_is_heard));

fn a_line_is_heard(line: &str) {
    for heard in hear(line) {
        for listener in Dialect::ALL {
            if let Some(said) = say(&heard, listener) {
                wire::assert_one_line(&said);
                // Engines are not told reasons; apart from reasons, the same message is heard.
                let says_the_same = |again| say(again, listener).as_ref() == Some(&said);
                assert!(hear(&said).iter().any(says_the_same), "{said:?}");
            }
        }
        if let Heard::Help(word) = heard {
            let answer = help(word.as_ref());
            wire::assert_one_line(&answer);
            assert_eq!(hear(&answer), [Heard::Greeting(Dialect::Tandem)], "{answer:?}");
        }
    }
}
