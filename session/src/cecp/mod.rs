//! CECP, the protocol of XBoard and WinBoard.

mod analysis;
mod boards;
mod channels;
mod commands;
mod direct_link;
mod echo;
mod editor;
mod events;
mod game;
mod hinting;
mod lines;
mod mode;
mod news;
mod opening;
mod options;
mod outlook;
mod output;
mod pacing;
mod partner;
mod partner_board;
mod pondering;
mod reporting;
mod state;
mod talking;
#[cfg(test)]
mod tests;
mod turn;
mod verdict;
mod view;

use std::time::Instant;

use tandem_protocol::cecp::{Command, Reply};
use tandem_protocol::text::{Line, Reason};

use crate::seat::brain::Brain;
use crate::seat::decision::Haste;
use crate::seat::files::{Files, NoFiles};
use crate::seat::kind::Kind;
use crate::seat::mind::Mind;
use crate::seat::options::{Options, Protocol};
use crate::seat::pace::Pacing;
use crate::seat::partnership::Partnership;
use crate::seat::record::Record;
use crate::seat::timing::Timing;
use analysis::Exclusions;
use echo::Echo;
use editor::Editor;
use mode::{Leisure, Mode};
use outlook::Outlook;
use output::Output;
use partner_board::PartnerBoard;
use reporting::Reporting;
use state::State;

/// A CECP conversation, from the first line to the last.
pub struct Session<B> {
    mind: Mind<B, State>,
    files: Box<dyn Files>,
    record: Record,
    /// The reason why the last position told could not be set up; `None` if it is that of `record`.
    refused: Option<Line>,
    /// The partner's board, as far as it is shown.
    other: PartnerBoard,
    reporting: Reporting,
    /// The position that `edit` is setting up.
    editor: Option<Editor>,
    options: Options,
    partnership: Partnership,
    mode: Mode,
    leisure: Leisure,
    haste: Haste,
    outlook: Outlook,
    /// Moves excluded from the analysis.
    excluded: Exclusions,
    timing: Timing,
    /// The answer that is held back, at a person's pace.
    pacing: Pacing,
    echo: Echo,
    output: Output,
}

impl<B: Brain> Session<B> {
    /// A session before its first line, with this search. It reads no files.
    pub fn new(brain: B) -> Self {
        let options = Options::new(Protocol::Cecp);
        Self {
            mind: Mind::new(brain),
            files: Box::new(NoFiles),
            record: Record::new(Kind::Normal, options.book),
            refused: None,
            other: PartnerBoard::Unseen,
            reporting: Reporting::default(),
            editor: None,
            partnership: Partnership::new(options.habits),
            options,
            mode: Mode::Force,
            leisure: Leisure::Rest,
            haste: Haste::None,
            outlook: Outlook::default(),
            excluded: Exclusions::default(),
            timing: Timing::new(),
            pacing: Pacing::default(),
            echo: Echo::default(),
            output: Output::default(),
        }
    }

    /// Lets options name files, which `files` reads.
    #[must_use]
    pub fn with_files(self, files: impl Files + 'static) -> Self {
        Self { files: Box::new(files), ..self }
    }

    /// Sets the node limit of a move, in this game and all others.
    pub fn set_nodes(&mut self, nodes: Option<u64>) {
        self.timing.set_nodes(nodes);
    }

    /// Makes the choices from the opening book change from game to game, starting with this seed.
    pub fn vary_openings(&mut self, seed: u64) {
        self.options.openings.vary_from(seed);
    }

    /// Handles a command. Returns the replies.
    pub fn command(&mut self, command: &Command, now: Instant) -> Vec<Reply> {
        match self.editor.take() {
            // No front-end asks now, but one that does is answered.
            Some(editor) if matches!(command, Command::Ping(_)) => {
                self.obey(command, now);
                self.editor = Some(editor);
            }
            Some(editor) => self.edit(editor, &command.to_string(), now),
            None => self.obey(command, now),
        }
        self.output.take()
    }
}

/// The reply to a command that is understood but cannot be carried out.
fn refusal(reason: &str, command: &Command) -> Reply {
    Reply::Error { reason: Reason::new(reason), text: Line::new(&command.to_string()) }
}
