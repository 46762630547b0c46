//! Commands and questions to an engine before a game, while no clock runs.

use std::num::NonZeroU64;
use std::time::Instant;

use tandem_protocol::text::Line;
use tandem_protocol::ubi::{Command, OptionKind};
use tandem_rules::{BoardId, Seat, Variant};

use super::talk::Talk;
use crate::process::Engine;
use crate::process::running::Running;
use crate::process::uci::talk::Timing;
use crate::process::wording::variant_name;
use crate::{PlayerFault, Snapshot, Unfit};

/// The start of a game for one engine.
pub(super) struct Introduction<'a> {
    pub(super) engine: &'a Engine,
    pub(super) seat: Seat,
    pub(super) start: &'a Snapshot,
}

impl Introduction<'_> {
    /// Sends the commands that start a game, and waits until the engine is ready.
    pub(super) fn make(&self, running: &mut Running<Talk>) -> Result<(), PlayerFault> {
        if !running.is_introduced {
            let deadline = Instant::now() + self.engine.patience.loading;
            let is_known = running.desk.wait(deadline, |talk| talk.is_known);
            running.answered("ubi", is_known)?;
        }
        self.check()?;
        if !running.is_introduced {
            self.set_options(running);
        }
        running.is_introduced = true;
        running.send(&Command::NewGame);
        running.desk.sheet().talk.expect_ready();
        running.send(&Command::IsReady);
        let deadline = Instant::now() + self.engine.patience.ready;
        let is_ready = running.desk.wait(deadline, Talk::is_ready);
        running.answered("isready", is_ready)?;
        let offers = |name: &str| running.desk.sheet().talk.option(name).is_some();
        self.engine.overrides.check(offers)?;
        let timing = Timing {
            is_by_nodes: self.engine.node_rate.is_some(),
            untold_nodes: self.engine.nodes_per_move.map_or(0, NonZeroU64::get),
        };
        let position = self.start.boards.position(self.seat.board).clone();
        running.desk.sheet().new_turn().begin(self.seat, position, timing);
        Ok(())
    }

    /// Checks that the game can be told in UBI.
    fn check(&self) -> Result<(), Unfit> {
        let boards = BoardId::ALL.map(|board| self.start.boards.position(board));
        let variant = boards[self.seat.board.index()].variant();
        if variant != Variant::Bughouse {
            return Err(Unfit::Variant(variant_name(variant)));
        }
        if boards.iter().any(|position| position.castling().is_chess960()) {
            return Err(Unfit::Chess960);
        }
        match self.engine.node_rate {
            Some(_) if self.engine.nodes_per_move.is_none() => {
                Err(Unfit::Unlimited { clock: "on the node clock" })
            }
            _ => Ok(()),
        }
    }

    fn set_options(&self, running: &Running<Talk>) {
        let memory = i64::try_from(self.engine.memory_mebibytes).unwrap_or(i64::MAX);
        let hash = match running.desk.sheet().talk.option("Hash") {
            Some(&OptionKind::Spin { min, max, .. }) => memory.min(max).max(min),
            _ => memory,
        };
        set(running, "Hash", &hash.to_string());
        set(running, "Threads", &self.engine.overrides.threads().to_string());
        set(running, "OwnBook", if self.engine.own_book { "true" } else { "false" });
        for (name, value) in self.engine.options.iter().chain(&self.engine.overrides.options) {
            set(running, name, value);
        }
    }
}

/// Sets an option, if the engine offers it.
fn set(running: &Running<Talk>, name: &str, value: &str) {
    if running.desk.sheet().talk.option(name).is_some() {
        let (name, value) = (Line::new(name), Some(Line::new(value)));
        running.send(&Command::SetOption { name, value });
    }
}
