//! Commands and questions to an engine before a game, while no clock runs.

use std::num::NonZeroU64;
use std::time::Instant;

use tandem_protocol::text::Line;
use tandem_protocol::uci::{Command, OptionKind};
use tandem_rules::{Position, Seat, Variant};

use super::talk::{Talk, Timing};
use crate::process::Engine;
use crate::process::running::Running;
use crate::process::wording::variant_name;
use crate::{PlayerFault, Snapshot, Unfit};

/// The start of a game for one engine.
pub(super) struct Introduction<'a> {
    pub(super) engine: &'a Engine,
    /// Seats of the engine: one, or both of a team, the one on A first.
    pub(super) seats: &'a [Seat],
    pub(super) start: &'a Snapshot,
}

impl Introduction<'_> {
    /// Sends the commands that start a game, and waits until the engine is ready.
    pub(super) fn make(&self, running: &mut Running<Talk>) -> Result<(), PlayerFault> {
        if !running.is_introduced {
            self.take_options(running)?;
        }
        self.check(running)?;
        if !running.is_introduced {
            self.set_resources(running);
        }
        running.is_introduced = true;
        self.set_game(running);
        running.send(&Command::NewGame);
        self.wait_until_ready(running)?;
        let places = self.seats.iter().map(|&seat| (seat, self.position(seat).clone())).collect();
        let timing = Timing {
            is_by_nodes: self.engine.node_rate.is_some(),
            untold_nodes: self.engine.nodes_per_move.map_or(0, NonZeroU64::get),
        };
        running.desk.sheet().new_turn().begin(places, timing);
        Ok(())
    }

    fn position(&self, seat: Seat) -> &Position {
        self.start.boards.position(seat.board)
    }

    fn positions(&self) -> impl Iterator<Item = &Position> {
        self.seats.iter().map(|&seat| self.position(seat))
    }

    fn variant(&self) -> Variant {
        self.position(self.seats[0]).variant()
    }

    fn is_chess960(&self) -> bool {
        self.positions().any(|position| position.castling().is_chess960())
    }

    fn take_options(&self, running: &Running<Talk>) -> Result<(), PlayerFault> {
        let deadline = Instant::now() + self.engine.patience.loading;
        let is_known = running.desk.wait(deadline, |talk| talk.is_known);
        running.answered("uci", is_known)
    }

    /// Checks that the engine can play this game.
    fn check(&self, running: &Running<Talk>) -> Result<(), Unfit> {
        let sheet = running.desk.sheet();
        let variant = variant_name(self.variant());
        let plays = match sheet.talk.option("UCI_Variant") {
            Some(OptionKind::Combo { choices, .. }) => choices.iter().any(|name| *name == variant),
            _ => true, // an engine for one variant need not name it
        };
        let is_team = self.seats.len() > 1;
        if !plays || is_team && self.variant() != Variant::Bughouse {
            return Err(Unfit::Variant(variant));
        }
        if is_team && sheet.talk.option("Team").is_none() {
            return Err(Unfit::Team);
        }
        if self.is_chess960() && sheet.talk.option("UCI_Chess960").is_none() {
            return Err(Unfit::Chess960);
        }
        self.engine.overrides.check(|name| sheet.talk.option(name).is_some())?;
        self.check_limits()
    }

    /// Checks that a search has a limit: a clock that the engine can read, or a number of nodes.
    fn check_limits(&self) -> Result<(), Unfit> {
        let has_clocks = self.seats.iter().all(|seat| self.start.clocks[seat.index()].is_some());
        let clock = match self.engine.node_rate {
            Some(_) => "on the node clock",
            None if !has_clocks => "without a clock",
            None => return Ok(()),
        };
        match self.engine.nodes_per_move {
            Some(_) => Ok(()),
            None => Err(Unfit::Unlimited { clock }),
        }
    }

    fn set_resources(&self, running: &Running<Talk>) {
        let memory = i64::try_from(self.engine.memory_mebibytes).unwrap_or(i64::MAX);
        let hash = match running.desk.sheet().talk.option("Hash") {
            Some(&OptionKind::Spin { min, max, .. }) => memory.min(max).max(min),
            _ => memory,
        };
        set(running, "Hash", &hash.to_string());
        set(running, "Threads", &self.engine.overrides.threads().to_string());
        set(running, "Ponder", "false");
        set(running, "OwnBook", if self.engine.own_book { "true" } else { "false" });
        for (name, value) in self.engine.options.iter().chain(&self.engine.overrides.options) {
            set(running, name, value);
        }
    }

    fn set_game(&self, running: &Running<Talk>) {
        set(running, "UCI_Variant", variant_name(self.variant()));
        set(running, "UCI_Chess960", if self.is_chess960() { "true" } else { "false" });
        if let [a, _] = self.seats {
            set(running, "Team", &a.color.to_string().to_lowercase());
        }
    }

    /// Waits for `readyok` and for the end of a search that was stopped: any output before belongs
    /// to the last game.
    fn wait_until_ready(&self, running: &Running<Talk>) -> Result<(), PlayerFault> {
        running.desk.sheet().talk.expect_ready();
        running.send(&Command::IsReady);
        let deadline = Instant::now() + self.engine.patience.ready;
        let is_ready = running.desk.wait(deadline, Talk::is_ready);
        let is_silent = running.desk.sheet().talk.is_silent();
        running.answered(if is_silent { "isready" } else { "stop" }, is_ready)
    }
}

/// Sets an option, if the engine offers it.
pub(super) fn set(running: &Running<Talk>, name: &str, value: &str) {
    if running.desk.sheet().talk.option(name).is_some() {
        running.send(&set_option(name, value));
    }
}

/// The command that sets an option.
pub(super) fn set_option(name: &str, value: &str) -> Command {
    Command::SetOption { name: Line::new(name), value: Some(Line::new(value)) }
}
