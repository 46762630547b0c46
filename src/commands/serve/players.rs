//! Tandems for the seats of tables.

use tandem_arbiter::{Endpoint, Invocation, Mailroom};
use tandem_server::message::{Level, Pace};
use tandem_server::{Order, Players, ServiceError};

use crate::fault::with_causes;
use crate::games::players::{self, ANSWERS, RULES};

/// Tandems in processes of their own.
pub(super) struct Tandems {
    /// Size of the transposition table of each in MiB.
    pub(super) hash: u32,
}

impl Players for Tandems {
    fn seat(
        &self,
        order: &Order<'_>,
        mailroom: &Mailroom,
    ) -> Result<Box<dyn Endpoint>, ServiceError> {
        self.start(order, mailroom).map_err(|error| ServiceError(with_causes(&error)))
    }
}

impl Tandems {
    fn start(&self, order: &Order<'_>, mailroom: &Mailroom) -> anyhow::Result<Box<dyn Endpoint>> {
        let mut tandem = players::this_program(None)?;
        // Moves of people come before the thoughts of programs, however many think.
        tandem.invocation = Invocation::new(tandem.invocation.program(), &["--low-priority"]);
        tandem.memory_mebibytes = u64::from(self.hash);
        tandem.own_book = true; // no two games should begin alike
        tandem.options.push((RULES.to_owned(), order.rules.to_owned()));
        tandem.options.push((ANSWERS.to_owned(), "1".to_owned()));
        tandem.options.extend(options(order.level));
        players::seat(&tandem, order.partner, mailroom)
    }
}

/// Engine options for a level.
fn options(level: Level) -> Vec<(String, String)> {
    let elo = level.elo.map(|elo| ("UCI_Elo", elo.to_string()));
    let limited = level.elo.map(|_| ("UCI_LimitStrength", "1".to_owned()));
    let pace = match level.pace {
        Pace::Human => "human",
        Pace::Engine => "engine",
    };
    let options = elo.into_iter().chain(limited).chain([("Pace", pace.to_owned())]);
    options.map(|(name, value)| (name.to_owned(), value)).collect()
}
