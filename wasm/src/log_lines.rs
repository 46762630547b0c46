//! The log as lines of UCI: a page has no standard error where a user would look.

use std::io::{Write, stdout};

use log::{LevelFilter, Log, Metadata, Record};
use tandem_protocol::uci::Info;

struct Lines;

/// Tells warnings and errors as `info string` from now on.
pub(crate) fn begin() {
    if log::set_logger(&Lines).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
}

impl Log for Lines {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record) {
        if self.enabled(record.metadata()) {
            // A host that takes no lines has nobody to tell.
            let _ = writeln!(stdout(), "{}", Info::of_string(&record.args().to_string()));
        }
    }

    fn flush(&self) {}
}
