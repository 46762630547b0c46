//! Fuzzes the messages of pages: any text is read or refused in one line, and what was read survives
//! its own text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tandem_server::message::FromPage;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match FromPage::parse(&text) {
        Ok(message) => {
            let written = serde_json::to_string(&message).expect("all keys are texts");
            let name = format!("{{\"type\":\"{}\"", message.name());
            assert!(written.starts_with(&name), "{written} is no `{name}`");
            let again = FromPage::parse(&written).expect("it was written by a message");
            assert_eq!(serde_json::to_string(&again).ok(), Some(written));
        }
        Err(refusal) => {
            let reason = refusal.to_string();
            assert!(!reason.contains('\n') && reason.len() < 1000, "{reason:?}");
        }
    }
});
