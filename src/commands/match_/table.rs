//! A table: the players of all teams, who play one game after the other.

use tandem_arbiter::ledger::Entry;
use tandem_arbiter::schedule::Fixture;
use tandem_arbiter::{
    Endpoint, GamePlan, Interruption, Mailroom, Past, Played, Timing, Watcher, date, play_game,
    record,
};
use tandem_nets::Networks;
use tandem_rules::Seat;

use super::conditions::Conditions;
use crate::games::players::{patience, seat};
use crate::search::balance::Judge;

/// Players of all teams, ready for any fixture, one game at a time.
pub(super) struct Table<'a> {
    conditions: &'a Conditions<'a>,
    mailroom: Mailroom,
    endpoints: Vec<Box<dyn Endpoint>>,
    /// Indices into `endpoints` of the players on A and on B, for each team.
    players: Vec<[usize; 2]>,
    judge: Judge,
}

impl<'a> Table<'a> {
    /// Starts all players. An interruption breaks their games off.
    pub(super) fn new(
        conditions: &'a Conditions<'a>,
        interruption: &Interruption,
    ) -> anyhow::Result<Self> {
        let mailroom = Mailroom::new(interruption);
        let (mut endpoints, mut players) = (Vec::new(), Vec::new());
        for team in &conditions.teams {
            let [a, b] = &team.players;
            let first = endpoints.len();
            endpoints.push(seat(a, &b.name, &mailroom)?);
            if conditions.boards() == 2 && !a.protocol.plays_team() {
                endpoints.push(seat(b, &a.name, &mailroom)?);
            }
            players.push([first, endpoints.len() - 1]);
        }
        Ok(Self {
            conditions,
            mailroom,
            endpoints,
            players,
            judge: Judge::thorough(Some(Networks::embedded())),
        })
    }

    /// Indices into `endpoints` of the players of a game, in the order of [`Seat::ALL`].
    fn seats(&self, fixture: &Fixture) -> [usize; 4] {
        Seat::ALL.map(|seat| self.players[fixture.entrant(seat)][seat.board.index()])
    }

    /// Names of the players of a game, in the order of [`Seat::ALL`].
    pub(super) fn names(&self, fixture: &Fixture) -> [String; 4] {
        self.seats(fixture).map(|at| self.endpoints[at].name())
    }

    /// Plays one game.
    pub(super) fn play(
        &mut self,
        fixture: &Fixture,
        watcher: &mut impl Watcher,
    ) -> (Entry, Played) {
        let Conditions { controls, clocks, rules, starts, seed, .. } = self.conditions;
        let (start, opening) = starts.of(fixture, &mut self.judge);
        let controls = Seat::ALL.map(|seat| controls[fixture.entrant(seat)][seat.board.index()]);
        let usual = clocks.at_start(fixture, *seed, &controls);
        let (game, shown) = start.game(rules.outcomes, controls, usual);
        let plan = GamePlan {
            game,
            opening: opening.moves().to_vec(),
            past: Past::default(),
            timing: clocks.clock,
            seats: self.seats(fixture),
            most_plies: self.conditions.most_plies,
            adjudication: self.conditions.adjudication,
            lag: clocks.lag.unwrap_or_default(),
            fast_forward: clocks.fast_forward,
            patience: patience(&controls),
        };
        let round = record::Round {
            event: "Tandem match",
            number: fixture.number,
            names: self.names(fixture),
            rules: self.conditions.rules_text.clone(),
            controls,
            clocks: shown,
            node_rates: self.conditions.node_rates(fixture),
        };
        let begun_at = (clocks.clock == Timing::Wall).then(date::now);
        let played = play_game(plan, &mut self.endpoints, &self.mailroom, watcher);
        let mut record = record::after(&played, &opening, &round);
        if let Some(at) = begun_at {
            record::set_date(&mut record, &at);
        }
        (Entry::new(fixture, &played, record.to_string()), played)
    }
}
