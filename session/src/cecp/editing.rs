//! `edit`: from its first line to its last.

use std::time::Instant;

use tandem_protocol::cecp::Reply;
use tandem_protocol::text::{Line, Reason};

use super::Session;
use super::editor::Editor;
use crate::seat::brain::Brain;
use crate::seat::record::Record;

impl<B: Brain> Session<B> {
    pub(super) fn begin_edit(&mut self, now: Instant) {
        self.abandon(now);
        self.editor = Some(Editor::new(self.record.setup()));
    }

    /// Handles a line while a position is edited: an edit command, or `.`, which ends the edit.
    pub(super) fn edit(&mut self, mut editor: Editor, line: &str, now: Instant) {
        if line == "." {
            match Record::from_setup(self.record.kind(), self.options.book, editor.finish()) {
                Ok(record) => self.replace_record(record, now),
                Err(error) => self.refuse_position(&format_args!(": {error}"), now),
            }
            return;
        }
        if let Err(error) = editor.edit(line) {
            let reason = Reason::new(&error.to_string());
            self.output.push(Reply::Error { reason, text: Line::new(line) });
        }
        self.editor = Some(editor);
    }
}
